"""Settings of gunicorn, which serves the site; variables of the environment change them."""

import gc
import os
import resource
import socket
import sys
from typing import Any

from web.core import logs, metrics
from web.core.configuration import SettingsRefused, environment
from web.starting import check_before_serving

try:
    environment()
except SettingsRefused as refused:
    sys.exit(f"Error: {refused.format_message()}")

ANSWER_SECONDS = 30
"""How long a client may take nothing of an answer."""

host = os.environ.get("HOST") or "127.0.0.1"
port = os.environ.get("PORT") or "8000"
bind = f"{host}:{port}"

# A request takes a thread once it is whole, and no answer waits in one to be read: slow clients stop nobody.
worker_class = "web.core.server.Worker"
workers = int(os.environ.get("WEB_CONCURRENCY") or "2")
# The application sizes its pool of connections by the number of threads.
os.environ["WEB_THREADS"] = os.environ.get("WEB_THREADS") or "24"

# Each worker opens its own database connections: one shared across a fork corrupts both.
preload_app = False

# A thread that hangs must not hold a worker for ever, and a browser's idle connection not a thread.
timeout = 60
graceful_timeout = 10
keepalive = 5

# A stream takes a connection and so a file, of which there may be more than the shell has set.
files, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
if files < most_files:
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))

# Nobody steers a running server through a socket, so none is opened.
control_socket_disable = True

accesslog = None
errorlog = "-"
loglevel = "warning"


def on_starting(server: Any) -> None:  # noqa: ANN401 -- gunicorn's own, without types
    """End in words, and at once, where the settings are not safe or the database cannot serve."""
    logs.log_as_set(os.environ.get("LOG_FORMAT"))
    try:
        server.has_database = check_before_serving()
    except SettingsRefused as refused:
        sys.exit(f"Error: {refused.format_message()}")


def when_ready(server: Any) -> None:  # noqa: ANN401 -- gunicorn's own, without types
    """Let the system hang up on who takes nothing, and say the address to people: no machine reads it."""
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, ANSWER_SECONDS * 1000)
    logs.process.info("the server starts on port %s", port)
    if os.environ.get("LOG_FORMAT") == "json":
        return
    if not server.has_database:
        print("The database does not answer; once it does, the site does.", flush=True)
        return
    name = "localhost" if host == "127.0.0.1" else host
    print(f"Open http://{name}:{port} in a browser; Ctrl+C stops the server.", flush=True)


def post_fork(_server: object, _worker: object) -> None:
    """Load the application without looking for garbage: there is none, and it takes a fifth of the time."""
    gc.disable()


def post_worker_init(worker: Any) -> None:  # noqa: ANN401 -- gunicorn's own, without types
    """Begin what goes on beside requests."""
    site = worker.wsgi
    # What is loaded now stays for good: the collector of garbage need not look through it again and again.
    gc.freeze()
    gc.enable()
    metrics.forget_gone(site.config)
    if site.config["HEARTBEAT"]:
        site.extensions["heartbeat"].start()
    logs.process.info("a process serves")


def worker_exit(_server: object, _worker: object) -> None:
    """Say that a process has ended."""
    logs.process.info("a process has ended")


def on_exit(_server: object) -> None:
    """Say that the server has stopped."""
    logs.process.info("the server has stopped")
