"""What the site's keeper does on the command line."""

import click
from flask import Flask
from flask.cli import AppGroup

from models.schema import downgrade, upgrade
from services import accounts
from web.session import database

database_group = AppGroup("database", help="The tables in the database.")
keeper_group = AppGroup("keeper", help="Who keeps the site.")


def init_app(app: Flask) -> None:
    """Give an application its commands."""
    app.cli.add_command(database_group)
    app.cli.add_command(keeper_group)


@database_group.command("upgrade")
@click.argument("revision", default="head")
def upgrade_database(revision: str) -> None:
    """Bring the tables up to date, or to REVISION."""
    upgrade(database(), revision)


@database_group.command("downgrade")
@click.argument("revision")
def downgrade_database(revision: str) -> None:
    """Take the tables back to REVISION; what does not fit into them is lost."""
    downgrade(database(), revision)


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
