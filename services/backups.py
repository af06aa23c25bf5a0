"""Backing up a database of either kind into a file, and restoring one from it."""

from contextlib import closing
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from sqlalchemy.exc import DatabaseError

from models import Database
from models.copying import copy_all
from models.schema import revision, upgrade


class NoBackup(Exception):
    """The file is no back-up of a site."""


def back_up(database: Database, file: Path) -> None:
    """Copy the whole database, as it is at this moment, into a new SQLite file; raises FileExistsError."""
    if database.url.get_backend_name() == "sqlite":
        database.back_up(file)
        return
    if file.exists():
        raise FileExistsError(file)
    with TemporaryDirectory(dir=file.parent) as folder:
        written = Path(folder) / file.name
        with closing(opened(written)) as copy:
            upgrade(copy)
            copy_all(database, copy)
        file.hardlink_to(written)


def restore(database: Database, file: Path) -> dict[str, int]:
    """Copy a back-up into a database without any rows; return how many rows each table got.

    A back-up of an earlier version is upgraded in a copy. Raises FileNotFoundError, NoBackup, and what
    `copy_all` raises.
    """
    with TemporaryDirectory(dir=file.parent) as folder:
        copied = Path(copyfile(file, Path(folder) / file.name))
        with closing(opened(copied)) as source:
            bring_up_to_date(source)
            upgrade(database)
            return copy_all(source, database)


def bring_up_to_date(source: Database) -> None:
    """Upgrade a back-up to the present tables; raises NoBackup if it has none at all."""
    try:
        known = revision(source)
    except DatabaseError as error:
        raise NoBackup from error
    if known is None:
        raise NoBackup
    upgrade(source)


def opened(file: Path) -> Database:
    """Open a file of SQLite."""
    return Database(f"sqlite:///{file.absolute()}")
