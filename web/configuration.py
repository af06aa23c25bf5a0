"""What the site is told from outside, and what it decides where nothing is said."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from web.session import system_clock

ROOT = Path(__file__).parent.parent
MOST_SENT = 256 * 1024
TRUE = frozenset({"1", "true", "yes", "on"})


def configuration(settings: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The settings of an application: those given, then the environment's, then the usual ones."""
    given = {**environment(), **(settings or {})}
    instance = Path(given.pop("INSTANCE", ROOT / "instance")).absolute()
    given.setdefault("DATABASE_URL", f"sqlite:///{instance / 'intimate.sqlite3'}")
    if not given.get("SECRET_KEY"):
        given["SECRET_KEY"] = secret_key(instance / "secret_key")
    return usual(secure=bool(given.get("COOKIE_SECURE"))) | given


def environment() -> dict[str, Any]:
    """What the environment says."""
    texts = {
        name: os.environ[name] for name in ("DATABASE_URL", "SECRET_KEY", "INSTANCE") if os.environ.get(name)
    }
    flags = {name: os.environ.get(name, "").lower() in TRUE for name in ("TRUST_PROXY", "COOKIE_SECURE")}
    numbers = {name: int(os.environ[name]) for name in ("WEB_STREAMS",) if os.environ.get(name)}
    limits = os.environ.get("REDIS_URL")
    return {**texts, **flags, **numbers, **({"RATELIMIT_STORAGE_URI": limits} if limits else {})}


def usual(*, secure: bool) -> dict[str, Any]:
    """What holds unless something else is said."""
    return {
        "CLOCK": system_clock,
        "MAX_CONTENT_LENGTH": MOST_SENT,
        "MAX_FORM_MEMORY_SIZE": MOST_SENT,
        "RATELIMIT_STORAGE_URI": "memory://",
        "REMEMBER_COOKIE_HTTPONLY": True,
        "REMEMBER_COOKIE_SAMESITE": "Lax",
        "REMEMBER_COOKIE_SECURE": secure,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": secure,
        # A thread for each stream to an open page, and the seconds that one lasts; seconds from look to look.
        "WEB_STREAMS": 8,
        "STREAM_SECONDS": 300,
        "WATCH_EVERY": 1.0,
        # A page kept open for a day must still be good: the token lives as long as the session.
        "WTF_CSRF_TIME_LIMIT": None,
        "WTF_CSRF_SSL_STRICT": False,
        "BABEL_TRANSLATION_DIRECTORIES": str(ROOT / "translations"),
    }


def secret_key(file: Path) -> str:
    """The key that signs cookies: made once, by whichever process is first."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    if not file.exists():
        descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as new:
            new.write(secrets.token_hex(32))
        # A link is made or refused at once, so that nobody reads half a key or replaces one in use.
        with suppress(FileExistsError):
            file.hardlink_to(written)
        written.unlink()
    return file.read_text("ascii")
