"""Private files: what the site stores is readable by the owner of its processes alone."""

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
    """Let whatever this process creates be its owner's alone: the database, the key, a backup."""
    os.umask(UMASK)


def restrict(app: Flask, database: URL) -> None:
    """Take from others what an earlier version let them read."""
    instance: Path = app.config["INSTANCE"]
    kept = (instance / name for name in ("secret_key", "entry_keys", "vapid.pem"))
    for path in (instance, *kept, *files_of(database)):
        with suppress(FileNotFoundError):
            make_private(path)


def files_of(database: URL) -> Iterator[Path]:
    """List the files of a database of SQLite."""
    if database.get_backend_name() == "sqlite" and database.database:
        yield from files_at(Path(database.database))


def files_at(path: Path) -> Iterator[Path]:
    """List a file of SQLite and those that stand beside it."""
    for ending in ("", "-wal", "-shm"):
        yield path.with_name(f"{path.name}{ending}")


def make_private(path: Path) -> None:
    """Leave a file or a folder to its owner, or warn that it cannot be done; raises FileNotFoundError."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & UMASK:
        try:
            path.chmod(mode & ~UMASK)
        except PermissionError:
            log.warning("others can read %s, and it belongs to somebody else", path)
