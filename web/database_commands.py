"""The commands about the database: its tables, back-ups, restoring, and a demo duel."""

import os
from pathlib import Path
from secrets import token_urlsafe

import click
from flask import Flask, current_app

from models.copying import CannotBeCopied, NotEmpty
from models.schema import downgrade, newest_revision, revision, upgrade
from models.sealed import KeyMissing
from services import backups, demo
from services.history.chapters import pack_all
from services.keys import renew, try_all
from services.ladders.ladders import make_standing
from services.outages import last_heartbeat
from web import starting
from web.core.command_group import CommandGroup
from web.core.configuration import SettingsRefused
from web.core.session import database, now

database_group = CommandGroup("database", help="The tables in the database, and back-ups of it.")


def init_app(app: Flask) -> None:
    """Give an application its commands."""
    app.cli.add_command(database_group)
    app.cli.add_command(demo_duel)


@database_group.command("upgrade")
@click.argument("wanted", metavar="REVISION", default="head")
def upgrade_database(wanted: str) -> None:
    """Upgrade the tables to the newest revision, or to REVISION; a new site gets its ladders."""
    before = revision(database())
    upgrade(database(), wanted)
    if wanted == "head":
        if before != revision(database()):
            renew(database())  # an earlier version may have stored unencrypted values
        with database().writing() as session:
            make_standing(session, now())


@database_group.command("downgrade")
@click.argument("wanted", metavar="REVISION")
def downgrade_database(wanted: str) -> None:
    """Downgrade the tables to REVISION; data that does not fit into them is lost."""
    downgrade(database(), wanted)


@database_group.command("pack")
def pack() -> None:
    """Pack what an earlier version stored at its full size; the site may run meanwhile."""
    click.echo(f"{pack_all(database())} rows packed or deleted.")


@database_group.command("check")
def check_database() -> None:
    """Check the settings against the database: its tables, its room for connections, the keys of all values.

    Changes nothing. Exits with 1 if the site could not be served.
    """
    lacking = []
    try:
        starting.check(current_app.config)
        starting.check_room(current_app.config, database())
    except SettingsRefused as refused:
        lacking.append(refused.format_message())
    found, newest = revision(database()), newest_revision()
    if found != newest:
        lacking.append(f"The tables are of revision {found}, not {newest}: use `database upgrade`.")
    else:
        for tried in try_all(database()):
            click.echo(f"{tried.table}.{tried.column}: {tried.opened} opened, {tried.unopened} not.")
            if tried.unopened and starting.WRONG_KEYS not in lacking:
                lacking.append(starting.WRONG_KEYS)
    if lacking:
        raise click.ClickException("\n".join(lacking))
    click.echo("The site can be served.")


@database_group.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
def back_up(file: Path) -> None:
    """Copy the database, of either kind, to the new FILE, for its owner alone; the site may run meanwhile."""
    name = database().url.render_as_string()  # without the password
    if revision(database()) is None:
        raise click.ClickException(
            f"{name} has no tables of a site. Set DATABASE_URL and INSTANCE as for the site, and try again."
        )
    folder = file.absolute().parent
    if not os.access(folder, os.W_OK):
        raise click.ClickException(
            f"{folder} is no folder that you may write to. Name a file in another one."
        )
    try:
        backups.back_up(database(), file)
    except FileExistsError as error:
        raise click.ClickException(f"{file} exists already. Name a new file.") from error
    keys = ", ".join(_keys())
    click.echo(f"{file} holds all of {name} but the keys. Keep them too, in another place: {keys}.")


@database_group.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def restore(file: Path) -> None:
    """Copy what a back-up FILE holds into the database, which must be empty; of an earlier version too.

    The database may be of the other kind than the one that was backed up: so a site moves from SQLite to
    PostgreSQL, or back.
    """
    try:
        copied = backups.restore(database(), file)
    except backups.NoBackup as error:
        raise click.ClickException(f"{file} is no back-up of a site.") from error
    except NotEmpty as error:
        raise click.ClickException("The database is not empty. Name an empty one.") from error
    except CannotBeCopied as error:
        raise click.ClickException(
            f"The table {error.table} has values that this kind of database refuses. Nothing was stored."
        ) from error
    try:
        renew(database())
    except KeyMissing as error:
        raise click.ClickException(
            "All rows are restored, but the sealed values cannot be decrypted: the keys of the backed-up "
            "site are missing. Set ENTRY_KEYS, or put its entry_keys in place, then use `keys renew`."
        ) from error
    rows, full = sum(copied.values()), sum(map(bool, copied.values()))
    click.echo(f"{rows} rows of {full} tables restored. {_deadlines_message()}")


def _deadlines_message() -> str:
    """Say what to do about the deadlines that were running."""
    with database().reading() as session:
        seen = last_heartbeat(session)
    if seen is None:
        return "The back-up has no last heartbeat: before you start the site, use `deadlines give-back`."
    return f"Running deadlines get the time since {seen:%Y-%m-%d %H:%M} UTC back when the site serves again."


def _keys() -> list[str]:
    """Say where the keys are, which a back-up does not contain."""
    files = {"SECRET_KEY": "secret_key", "ENTRY_KEYS": "entry_keys", "VAPID_PRIVATE_KEY": "vapid.pem"}
    instance = Path(current_app.config["INSTANCE"])
    kept = {name: instance / file for name, file in files.items()}
    return [str(path) if path.exists() else name for name, path in kept.items()]


@click.command("demo")
def demo_duel() -> None:
    """Add two accounts and a duel in progress to look at."""
    with database().writing() as session:
        made = demo.make(session, token_urlsafe(9), now())
    first, second = made.names
    click.echo(f"A duel of {first} and {second}: {current_app.config['SITE_URL']}/duels/{made.token}")
    click.echo(f"Log in as {first} or {second} with the password {made.password}")
