"""The settings of the site, read from the environment, with defaults; how large a request may be."""

import os
import resource
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from email.utils import parseaddr
from pathlib import Path
from typing import Any

import click
from flask import current_app

from models import Limits
from services.duels.beginning import MOST_DUELS
from services.jobs.pool import SECONDS
from services.practice.guests import MOST_GUESTS

MOST_SENT = 256 * 1024
"""Bytes of a body."""
MOST_FIELDS = 1000
"""Fields of a form; the largest of ours has about 60."""
MOST_HEAD = 64 * 1024
"""Bytes of a request line and its headers together."""
MOST_HEADERS = 100
TEXTS = (
    "DATABASE_URL",
    "SECRET_KEY",
    "ENTRY_KEYS",
    "INSTANCE",
    "DUMP_FOLDER",
    "SITE_URL",
    "ALLOWED_HOSTS",
    "SMTP_URL",
    "MAIL_FROM",
    "CONTACT",
    "API_RATE",
    "METRICS_TOKEN",
    "METRICS_FOLDER",
    "LOG_FORMAT",
    "VAPID_PRIVATE_KEY",
    "RECEIVER_NETWORKS",
)
FLAGS = ("TRUST_PROXY", "COOKIE_SECURE", "RECEIVER_HTTP")
NUMBERS = (
    "MACHINES",
    "WEB_CONCURRENCY",
    "WEB_THREADS",
    "WEB_STREAMS",
    "WEB_STREAMS_OF_ADDRESS",
    "API_STREAMS",
    "CACHE_BYTES",
    "MOST_DUELS",
    "MOST_GUESTS",
    "GUESTS_PER_HOUR",
    "THINKING_PROCESSES",
    "THINKING_SECONDS",
    "PASSWORD_HASHES",
    "DATABASE_POOL",
    "DATABASE_CONNECT_SECONDS",
    "DATABASE_WAIT_SECONDS",
    "DATABASE_IDLE_SECONDS",
    "DATABASE_ANSWER_SECONDS",
)
ROOT = Path(__file__).parents[2]
REDIS_PATIENCE = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
"""The seconds that a request waits for Redis."""
MOST_STREAMS, MOST_STREAMS_OF_ADDRESS = 4000, 100
"""How many streams a process may have by default, and how many of them for one address."""
ON, OFF = "1", frozenset({"", "0"})


class SettingsRefused(click.ClickException):
    """The site does not start with these settings; each fault says what to do."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(["the site does not start with these settings.", *faults]))
        self.faults = faults


def usual_dump_folder(instance: Path) -> Path:
    """Return the default folder for the files of finished duels."""
    return instance / "dump"


def configuration(settings: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the settings of an application: given ones, then the environment's, then defaults."""
    given = {**environment(), **(settings or {})}
    instance = given["INSTANCE"] = Path(given.get("INSTANCE", ROOT / "instance")).absolute()
    given.setdefault("DATABASE_URL", f"sqlite:///{instance / 'intimate.sqlite3'}")
    given.setdefault("STILLS", instance / "stills")
    given["DUMP_FOLDER"] = Path(given.get("DUMP_FOLDER") or usual_dump_folder(instance)).absolute()
    given.setdefault("RATELIMIT_STORAGE_URI", "memory://")
    if given["RATELIMIT_STORAGE_URI"].startswith("redis"):
        given.setdefault("RATELIMIT_STORAGE_OPTIONS", REDIS_PATIENCE)
    given["SITE_URL"] = str(given.get("SITE_URL") or usual_address()).rstrip("/")
    given.setdefault("CONTACT", parseaddr(given.get("MAIL_FROM") or "")[1])
    if not given.get("SECRET_KEY"):
        given["SECRET_KEY"] = secret_key(instance / "secret_key")
    threads = given.setdefault("WEB_THREADS", 24)
    # A stream takes a file of the process; a quarter of the allowed number leaves enough for everything else.
    streams = given.setdefault("WEB_STREAMS", min(MOST_STREAMS, most_files() // 4))
    # One address may have at most half of them, so that others get some too.
    given.setdefault("WEB_STREAMS_OF_ADDRESS", min(MOST_STREAMS_OF_ADDRESS, (streams + 1) // 2))
    return usual(threads, secure=bool(given.get("COOKIE_SECURE"))) | given


def environment() -> dict[str, Any]:
    """Read the settings in the environment; raises SettingsRefused for invalid ones."""
    texts = {name: os.environ[name] for name in TEXTS if os.environ.get(name)}
    given = {name: os.environ.get(name, "").strip().lower() for name in (*FLAGS, *NUMBERS)}
    faults = [f"{name} is 1 or 0, not {given[name]}." for name in FLAGS if given[name] not in {ON, *OFF}]
    faults += [
        f"{name} is a whole number, not {given[name]}."
        for name in NUMBERS
        if given[name] and not given[name].isdecimal()
    ]
    if faults:
        raise SettingsRefused(faults)
    flags = {name: given[name] == ON for name in FLAGS}
    numbers = {name: int(given[name]) for name in NUMBERS if given[name]}
    redis = os.environ.get("REDIS_URL")
    return {**texts, **flags, **numbers, **({"RATELIMIT_STORAGE_URI": redis} if redis else {})}


def usual(threads: int, *, secure: bool) -> dict[str, Any]:
    """Return the defaults of the settings, for a process with this number of threads."""
    return {
        "MAX_CONTENT_LENGTH": MOST_SENT,
        "MAX_FORM_MEMORY_SIZE": MOST_SENT,
        "MAX_FORM_PARTS": MOST_FIELDS,
        "REMEMBER_COOKIE_NAME": host_only("remember_token", secure=secure),
        "REMEMBER_COOKIE_HTTPONLY": True,
        "REMEMBER_COOKIE_SAMESITE": "Lax",
        "REMEMBER_COOKIE_SECURE": secure,
        "SESSION_COOKIE_NAME": host_only("session", secure=secure),
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": secure,
        # Processes that serve pages record heartbeats; the time of a silence is given back to players.
        "HEARTBEAT": True,
        # A page kept open for a day must still work: the token lives as long as the session.
        "WTF_CSRF_TIME_LIMIT": None,
        "WTF_CSRF_SSL_STRICT": False,
        "BABEL_TRANSLATION_DIRECTORIES": str(ROOT / "translations"),
        **_usual_limits(threads),
    }


def host_only(name: str, *, secure: bool) -> str:
    """Return a name for a cookie that no other host may set; browsers enforce that for HTTPS-only cookies."""
    return f"__Host-{name}" if secure else name


def _usual_limits(threads: int) -> dict[str, Any]:
    return {
        # The default is one machine with two server processes and a worker.
        "MACHINES": 1,
        "WEB_CONCURRENCY": 2,
        # Hashing a password is slow on purpose; waiting for it takes at most half of the threads.
        "PASSWORD_HASHES": 2,
        "PASSWORD_WAITING": threads // 2,
        # A connection for each thread, one for the watch over open pages, and a spare one.
        "DATABASE_POOL": threads + 2,
        "DATABASE_CONNECT_SECONDS": 10,
        "DATABASE_WAIT_SECONDS": 10,
        "DATABASE_IDLE_SECONDS": 60,
        "DATABASE_ANSWER_SECONDS": 30,
        # Streams for bots have a limit of their own, so that they do not use up people's.
        "API_STREAMS": min(1000, most_files() // 16),
        "API_STREAMS_OF_ACCOUNT": 2,
        # The rate limit of a key; a bot that plays fifty duels needs a tenth of it.
        "API_RATE": "600 per minute",
        # How long a stream lasts, and the time between looks at the database, in seconds.
        "STREAM_SECONDS": 300,
        "WATCH_EVERY": 1.0,
        "MOST_DUELS": MOST_DUELS,
        # Guests of the whole site, and those from one address within an hour: enough for a school class.
        "MOST_GUESTS": MOST_GUESTS,
        "GUESTS_PER_HOUR": 100,
        # How many processes of the worker compute at once, and for how long at most.
        "THINKING_PROCESSES": os.cpu_count() or 1,
        "THINKING_SECONDS": SECONDS,
    }


def most_files() -> int:
    """Return how many files and connections a process may have open."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return sys.maxsize if most == resource.RLIM_INFINITY else most


def connection_limits(config: Mapping[str, Any]) -> Limits:
    """Return what the settings say about connections to the database."""
    return Limits(
        connections=config["DATABASE_POOL"],
        connect_seconds=config["DATABASE_CONNECT_SECONDS"],
        wait_seconds=config["DATABASE_WAIT_SECONDS"],
        idle_seconds=config["DATABASE_IDLE_SECONDS"],
        answer_seconds=config["DATABASE_ANSWER_SECONDS"],
    )


def most_duels() -> int:
    """Return how many duels this site allows an account at once."""
    most: int = current_app.config["MOST_DUELS"]
    return most


def usual_address() -> str:
    """Return the address of a site that was started without settings."""
    return f"http://localhost:{os.environ.get('PORT', '8000')}"


def secret_key(file: Path) -> str:
    """Return the key that signs cookies."""
    return made_once(file, lambda: secrets.token_hex(32))


def made_once(file: Path, make: Callable[[], str]) -> str:
    """Return the content of a private file, which the first process makes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not file.exists():
        descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as new:
            give_to_owner(descriptor, file.parent)
            new.write(make())
        # A link is made or refused at once, so that nobody reads half a key or replaces one in use.
        with suppress(FileExistsError):
            file.hardlink_to(written)
        written.unlink()
    return file.read_text("ascii")


def give_to_owner(descriptor: int, folder: Path) -> None:
    """Give a file made by root to the owner of its folder, or the site could not read it."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
