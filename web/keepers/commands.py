"""The commands by which whoever runs the server does what keepers do at the desk."""

from collections.abc import Callable
from datetime import datetime

import click
from flask import Flask
from sqlalchemy.orm import Session

from models import User
from services.accounts.accounts import UnknownName, named
from services.arbiters.authority import appoint
from services.keepers import closing, warnings
from services.keepers.acts import ReasonRefused
from web.frame.command_group import CommandGroup
from web.frame.session import database, now

accounts_group = CommandGroup("accounts", help="Accounts of members: closed, opened, warned, made arbiters.")
reason_option = click.option("--reason", required=True, help="Why: it is shown to them and stays in the log.")
Act = Callable[[Session, User, str, datetime], object]


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(accounts_group)


@accounts_group.command("close")
@click.argument("name")
@reason_option
def close(name: str, reason: str) -> None:
    """Close the account NAME: it is logged out at once; its duels stay."""
    _act(name, reason, lambda session, user, why, at: closing.close_account(session, None, user.id, why, at))
    click.echo(f"The account {name} is closed.")


@accounts_group.command("reopen")
@click.argument("name")
@reason_option
def reopen(name: str, reason: str) -> None:
    """Open the account NAME again."""
    _act(name, reason, lambda session, user, why, at: closing.open_account(session, None, user.id, why, at))
    click.echo(f"The account {name} is open again.")


@accounts_group.command("warn")
@click.argument("name")
@reason_option
def warn(name: str, reason: str) -> None:
    """Warn the account NAME: its pages say so until it has read it."""
    _act(name, reason, lambda session, user, why, at: warnings.warn(session, None, user, why, at))
    click.echo(f"{name} is warned.")


@accounts_group.command("arbiter")
@click.argument("name")
@click.option("--off", is_flag=True, help="Let the account be no arbiter any more.")
def appoint_arbiter(name: str, *, off: bool) -> None:
    """Let the account NAME answer the calls of players, and rule on their duels."""
    with database().writing() as session:
        try:
            user = appoint(session, name, now(), off=off)
        except UnknownName as error:
            raise click.ClickException(f"No account is named {name}. Check how it is written.") from error
        click.echo(f"{user.name} is no arbiter any more." if off else f"{user.name} is an arbiter now.")


def _act(name: str, reason: str, act: Act) -> None:
    """Do something about an account, or say why it cannot be done."""
    with database().writing() as session:
        user = named(session, name)
        if user is None:
            raise click.ClickException(f"No account is named {name}. Check how it is written.")
        try:
            act(session, user, reason, now())
        except ReasonRefused as error:
            raise click.ClickException("Give a reason of 1 to 2000 characters.") from error
        except closing.ClosedAlready as error:
            raise click.ClickException(f"The account {name} is closed already.") from error
        except closing.NotClosed as error:
            raise click.ClickException(f"The account {name} is not closed.") from error
