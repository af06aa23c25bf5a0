"""The commands of the site's keeper."""

import click
from flask import Flask, current_app

from services.accounts import accounts, resetting, tokens
from web.frame.command_group import CommandGroup
from web.frame.session import database, now
from web.telling.letters import signed_link

keeper_group = CommandGroup("keeper", help="Who keeps the site.")


def init_app(app: Flask) -> None:
    """Give an application its commands."""
    app.cli.add_command(keeper_group)


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


@keeper_group.command("remove")
@click.argument("name")
def remove_keeper(name: str) -> None:
    """Let the account NAME keep the site no more."""
    with database().writing() as session:
        try:
            user = accounts.unmake_keeper(session, name)
        except accounts.UnknownName as error:
            raise click.ClickException(f"No keeper is named {name}. Check how it is written.") from error
        click.echo(f"{user.name} keeps the site no more.")


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
