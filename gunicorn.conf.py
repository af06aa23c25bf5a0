"""Settings of gunicorn, which serves the site; variables of the environment change them."""

import gc
import os
import sys
from typing import Any

from web.frame import metrics
from web.frame.configuration import SettingsRefused, environment
from web.frame.starting import check_before_serving

try:
    environment()
except SettingsRefused as refused:
    sys.exit(f"Error: {refused.format_message()}")

host = os.environ.get("HOST") or "127.0.0.1"
port = os.environ.get("PORT") or "8000"
bind = f"{host}:{port}"

# It reads requests without giving them a thread before they are whole: slow senders stop nobody.
worker_class = "web.frame.server.BufferingWorker"
workers = int(os.environ.get("WEB_CONCURRENCY") or "2")
# The application sizes its pool of connections and its streams by the number of threads.
os.environ["WEB_THREADS"] = os.environ.get("WEB_THREADS") or "24"
threads = int(os.environ["WEB_THREADS"])

# Each worker opens its own database connections: one shared across a fork corrupts both.
preload_app = False

# A thread that hangs must not hold a worker for ever, and a browser's idle connection not a thread.
timeout = 60
graceful_timeout = 10
keepalive = 5

# Beyond 500 a connection that is kept, or waits, is closed for one that comes. Each takes a file of 1,024.
worker_connections = 500 + threads

# Files go out in parts: the system's own call for that waits for ever for who does not read.
sendfile = False

# Nobody steers a running server through a socket, so none is opened.
control_socket_disable = True

accesslog = None
errorlog = "-"
loglevel = "warning"


def on_starting(_server: object) -> None:
    """End in words, and at once, where the settings are not safe or the database has too little room."""
    try:
        check_before_serving()
    except SettingsRefused as refused:
        sys.exit(f"Error: {refused.format_message()}")


def when_ready(_server: object) -> None:
    """Say the address only once it answers, to people: no machine reads it."""
    if os.environ.get("LOG_FORMAT") == "json":
        return
    name = "localhost" if host == "127.0.0.1" else host
    print(f"Open http://{name}:{port} in a browser; Ctrl+C stops the server.", flush=True)


def post_worker_init(worker: Any) -> None:  # noqa: ANN401 -- gunicorn's own, without types
    """Let the streams of a worker end as soon as it is told to stop, or is left alone."""
    # What is loaded now stays for good: the collector of garbage need not look through it again and again.
    gc.freeze()
    metrics.forget_gone(worker.wsgi.config)
    if worker.wsgi.config["HEARTBEAT"]:
        worker.wsgi.extensions["heart"].start()
    for watch in ("watch", "reader_watch", "program_watch"):
        worker.wsgi.extensions[watch].ends_with(lambda: not worker.alive or worker.ppid != os.getppid())
