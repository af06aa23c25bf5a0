"""Private files: only the user who runs the site can read what it stores."""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from flask import Flask
from sqlalchemy import URL

UMASK = 0o077
log = logging.getLogger(__name__)


def create_privately() -> None:
    """Let only the owner read the files that this process creates: the database, the key, a back-up."""
    os.umask(UMASK)


def restrict(app: Flask, database: URL) -> None:
    """Make files private that an earlier version left readable."""
    instance: Path = app.config["INSTANCE"]
    kept = (instance / name for name in ("secret_key", "entry_keys", "vapid.pem"))
    for path in (instance, *kept, *files_of(database)):
        with suppress(FileNotFoundError):
            make_private(path)


def files_of(database: URL) -> Iterator[Path]:
    """List the files of an SQLite database."""
    if database.get_backend_name() == "sqlite" and database.database:
        yield from files_at(Path(database.database))


def files_at(path: Path) -> Iterator[Path]:
    """List an SQLite file and its companions."""
    for ending in ("", "-wal", "-shm"):
        yield path.with_name(f"{path.name}{ending}")


def make_private(path: Path) -> None:
    """Let only the owner read a file or folder, or warn that this fails; raises FileNotFoundError."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & UMASK:
        try:
            path.chmod(mode & ~UMASK)
        except PermissionError:
            log.warning("others can read %s, and it belongs to somebody else", path)
