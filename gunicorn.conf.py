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
"""How long a client may leave an answer unread."""

host = os.environ.get("HOST") or "127.0.0.1"
port = os.environ.get("PORT") or "8000"
bind = f"{host}:{port}"

# A request occupies a thread only once it is complete, and answers do not wait in one,
# so slow clients block nobody.
worker_class = "web.core.server.Worker"
workers = int(os.environ.get("WEB_CONCURRENCY") or "2")
# The application sizes its pool of connections by the number of threads.
os.environ["WEB_THREADS"] = os.environ.get("WEB_THREADS") or "24"

# Each worker opens its own database connections: one shared across a fork corrupts both.
preload_app = False

# A hanging thread must not block a worker for ever, nor a browser's idle connection a thread.
timeout = 60
graceful_timeout = 10
keepalive = 5

# Each stream needs a connection, so an open file; the shell's limit may be too low.
files, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
if files < most_files:
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))

# No control socket, since nobody controls a running server through it.
control_socket_disable = True

accesslog = None
errorlog = "-"
loglevel = "warning"


def on_starting(server: Any) -> None:  # noqa: ANN401 -- gunicorn's own, without types
    """Exit at once with a message if the settings are unsafe or the database is unusable."""
    logs.log_as_set(os.environ.get("LOG_FORMAT"))
    try:
        server.has_database = check_before_serving()
    except SettingsRefused as refused:
        sys.exit(f"Error: {refused.format_message()}")


def when_ready(server: Any) -> None:  # noqa: ANN401 -- gunicorn's own, without types
    """Let the system close connections of clients that read nothing, and print the address for people."""
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
    """Load the application without garbage collection, which finds nothing and takes a fifth of the time."""
    gc.disable()


def post_worker_init(worker: Any) -> None:  # noqa: ANN401 -- gunicorn's own, without types
    """Start the background tasks."""
    site = worker.wsgi
    # Everything loaded so far stays, so the garbage collector can skip it.
    gc.freeze()
    gc.enable()
    metrics.forget_gone(site.config)
    if site.config["HEARTBEAT"]:
        site.extensions["heartbeat"].start()
    logs.process.info("a process serves")


def worker_exit(_server: object, _worker: object) -> None:
    """Record that a worker has exited."""
    logs.process.info("a process has ended")


def on_exit(_server: object) -> None:
    """Record that the server has stopped."""
    logs.process.info("the server has stopped")
