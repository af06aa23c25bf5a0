"""The keys of sealed columns, from the environment or from a file made once; and their commands."""

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from cryptography.fernet import Fernet
from flask import Flask, current_app

from models import Database, Limits
from models.sealed import KeyMissing, Keyring
from services.keys import holds_sealed, renew
from web.core.command_group import CommandGroup
from web.core.configuration import give_to_owner, made_once
from web.core.session import database

keys_group = CommandGroup("keys", help="The keys that encrypt sealed values.")
GIVEN = (
    "The keys come from ENTRY_KEYS. Put a new one last there (`keys new` prints one) and restart all "
    "processes, put it first and restart them again, then use `keys renew`."
)
DROPPED_BY_HAND = (
    "The keys come from ENTRY_KEYS. Use `keys renew`, remove all keys but the first there, "
    "and restart all processes."
)


class KeyFile:
    """The keys in a file, one in a line, read again when it changes.

    is_needed: whether the database already has sealed values, which a new key could not open.
    """

    def __init__(self, path: Path, is_needed: Callable[[], bool] = lambda: False) -> None:
        self.path, self._is_needed = path, is_needed
        self._known: tuple[tuple[int, int] | None, tuple[str, ...]] = (None, ())

    def __call__(self) -> Sequence[str]:
        """Return the keys, the present one first; make the very first one. Raises KeyMissing."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            if self._is_needed():
                raise KeyMissing(f"{self.path} is gone, but the sealed values need its keys") from None
            made_once(self.path, new_key)
            found = self.path.stat()
        state = (found.st_mtime_ns, found.st_ino)
        if state != self._known[0]:
            self._known = (state, tuple(self.path.read_text("ascii").split()))
        return self._known[1]

    def write(self, keys: Sequence[str]) -> None:
        """Replace the keys, atomically."""
        written = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            give_to_owner(new.fileno(), written.parent)
            new.write("\n".join(keys) + "\n")
            new.flush()
            os.fsync(new.fileno())
        written.replace(self.path)


def new_key() -> str:
    """Draw a key."""
    return Fernet.generate_key().decode("ascii")


def key_source(config: Mapping[str, Any]) -> KeyFile | tuple[str, ...]:
    """Return the source of the keys: a file, or given keys."""
    given = tuple(str(config.get("ENTRY_KEYS") or "").replace(",", " ").split())
    return given or KeyFile(config["INSTANCE"] / "entry_keys", lambda: is_something_sealed(config))


def is_something_sealed(config: Mapping[str, Any]) -> bool:
    """Tell whether a site's database holds anything encrypted; raises Unavailable."""
    database = Database(config["DATABASE_URL"], Limits(1, config["DATABASE_CONNECT_SECONDS"]))
    try:
        return holds_sealed(database)
    finally:
        database.close()


def make_keyring(config: Mapping[str, Any]) -> Keyring:
    """Return the keys of a site; raises ValueError for an invalid one."""
    source = key_source(config)
    if isinstance(source, KeyFile):
        return Keyring(source)
    for key in source:
        Fernet(key)
    return Keyring(lambda: source)


def init_app(app: Flask) -> None:
    """Give an application its commands."""
    app.cli.add_command(keys_group)


@keys_group.command("new")
def print_new() -> None:
    """Print a key, as ENTRY_KEYS takes it."""
    click.echo(new_key())


@keys_group.command("renew")
def renew_stored() -> None:
    """Encrypt everything with the present key; the site may run meanwhile."""
    try:
        click.echo(f"{renew(database())} values encrypted again.")
    except KeyMissing as error:
        raise click.ClickException(
            f"A value is encrypted with a key that is missing here: {error}."
        ) from error


@keys_group.command("rotate")
@click.pass_context
def rotate(context: click.Context) -> None:
    """Make a new key, and encrypt everything with it; `keys drop` removes the old ones."""
    source = _file()
    source.write((new_key(), *source()))
    context.invoke(renew_stored)


@keys_group.command("drop")
@click.pass_context
def drop(context: click.Context) -> None:
    """Encrypt everything with the present key, and delete all others; older back-ups need them."""
    source = _file(DROPPED_BY_HAND)
    context.invoke(renew_stored)
    former = len(source()) - 1
    source.write(source()[:1])
    click.echo(f"{former} former keys forgotten.")


def _file(otherwise: str = GIVEN) -> KeyFile:
    source = key_source(current_app.config)
    if not isinstance(source, KeyFile):
        raise click.ClickException(otherwise)
    return source
