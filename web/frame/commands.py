"""The commands of the site's keeper."""

from pathlib import Path

import click
from flask import Flask, current_app
from flask.cli import AppGroup

from models.schema import downgrade, revision, upgrade
from services.accounts import accounts, resetting, tokens
from services.keys import renew
from services.ladders.ladders import make_standing
from web.frame.session import database, now
from web.telling.letters import signed_link

database_group = AppGroup("database", help="The tables in the database.")
keeper_group = AppGroup("keeper", help="Who keeps the site.")


def init_app(app: Flask) -> None:
    """Give an application its commands."""
    app.cli.add_command(database_group)
    app.cli.add_command(keeper_group)


@database_group.command("upgrade")
@click.argument("wanted", metavar="REVISION", default="head")
def upgrade_database(wanted: str) -> None:
    """Bring the tables up to date, or to REVISION; a new site gets its ladders."""
    before = revision(database())
    upgrade(database(), wanted)
    if wanted == "head":
        if before != revision(database()):
            renew(database())  # an earlier version may have stored something unencrypted
        with database().writing() as session:
            make_standing(session, now())


@database_group.command("downgrade")
@click.argument("wanted", metavar="REVISION")
def downgrade_database(wanted: str) -> None:
    """Take the tables back to REVISION; what does not fit into them is lost."""
    downgrade(database(), wanted)


@database_group.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
def back_up(file: Path) -> None:
    """Copy a database of SQLite to the new FILE, for its owner alone; the site may run meanwhile."""
    if database().url.get_backend_name() != "sqlite":
        raise click.ClickException("This is a database of PostgreSQL: back it up with pg_dump.")
    try:
        database().back_up(file)
    except FileExistsError as error:
        raise click.ClickException(f"{file} exists already. Name a new file.") from error


@keeper_group.command("add")
@click.argument("name")
def add_keeper(name: str) -> None:
    """Let the account NAME keep the site."""
    with database().writing() as session:
        try:
            user = accounts.make_keeper(session, name)
        except accounts.UnknownName as error:
            raise click.ClickException(
                f"No account is named {name}. Register it on the site first."
            ) from error
        click.echo(f"{user.name} keeps the site now.")


@keeper_group.command("reset")
@click.argument("name")
def reset_password(name: str) -> None:
    """Print a link by which whoever has it chooses a new password for NAME, once, within an hour."""
    with database().reading() as session:
        user = accounts.named(session, name)
        if user is None:
            raise click.ClickException(f"No account is named {name}. Check how it is written.")
        claim = resetting.claim_reset(user, now())
    click.echo(signed_link(current_app.config["SITE_URL"], "accounts.reset", tokens.Purpose.RESET, claim).url)
