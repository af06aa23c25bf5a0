"""The commands by which whoever runs the server does what keepers do at the desk, and mends what is lost."""

from collections.abc import Callable, Mapping
from datetime import datetime

import click
from flask import Flask
from sqlalchemy.orm import Session

from models import User
from services.accounts import factors
from services.accounts.accounts import UnknownName, named
from services.arbiters.authority import appoint
from services.keepers import closing, warnings
from services.keepers.acts import ReasonRefused
from services.privacy.deletion import (
    CannotDelete,
    DeletedAlready,
    IsKeeper,
    Organises,
    concede_running,
    delete_account,
)
from web.frame.command_group import CommandGroup
from web.frame.session import database, now, site_clock

accounts_group = CommandGroup("accounts", help="Accounts of members: closed, opened, warned, made arbiters.")
reason_option = click.option("--reason", required=True, help="Why: it is shown to them and stays in the log.")
OBSTACLES: Mapping[type[CannotDelete], str] = {
    DeletedAlready: "The account is deleted already.",
    IsKeeper: "It is a keeper's. Take that away first: flask keeper remove NAME.",
    Organises: "It organises tournaments that are not over. Let them end, or cancel them.",
}
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


@accounts_group.command("drop-factor")
@click.argument("name")
def drop_factor(name: str) -> None:
    """Let the account NAME log in by its password alone: its owner has lost app and recovery codes."""
    with database().writing() as session:
        user = _named(session, name)
        try:
            factors.lift(session, user, now())
        except factors.NoFactor as error:
            raise click.ClickException(f"The account {name} has no second factor.") from error
        click.echo(f"{user.name} logs in by password alone now, and is told so.")


@accounts_group.command("delete")
@click.argument("name")
@click.confirmation_option(prompt="This cannot be undone. Delete the account?")
def delete(name: str) -> None:
    """Delete the account NAME at the wish of its owner, who cannot log in; running duels are conceded."""
    with database().writing() as session:
        user = _named(session, name)
        try:
            delete_account(session, user.id, now())
        except CannotDelete as error:
            raise click.ClickException(OBSTACLES[type(error)]) from error
        user_id, after = user.id, user.name
    conceded = concede_running(database(), site_clock(), user_id)
    click.echo(f"The account is deleted; its finished duels are those of {after}. Conceded: {conceded}.")


def _named(session: Session, name: str) -> User:
    user = named(session, name)
    if user is None:
        raise click.ClickException(f"No account is named {name}. Check how it is written.")
    return user


def _act(name: str, reason: str, act: Act) -> None:
    """Do something about an account, or say why it cannot be done."""
    with database().writing() as session:
        user = _named(session, name)
        try:
            act(session, user, reason, now())
        except ReasonRefused as error:
            raise click.ClickException("Give a reason of 1 to 2000 characters.") from error
        except closing.ClosedAlready as error:
            raise click.ClickException(f"The account {name} is closed already.") from error
        except closing.NotClosed as error:
            raise click.ClickException(f"The account {name} is not closed.") from error
