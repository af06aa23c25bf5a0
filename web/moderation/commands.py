"""Commands of the administrator: acts of the desk, lost passwords and lost second factors."""

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum

import click
from flask import Flask, current_app
from sqlalchemy.orm import Session

from models import User
from models.account import AccountKind
from services.accounts import account_emails, accounts, factors, resetting
from services.accounts.accounts import named
from services.accounts.refusals import AccountRefused
from services.accounts.sessions import AccountClosed
from services.api.keys import KeyRefused, Scope, make_token
from services.duels.authority import appoint
from services.moderation import acts
from services.moderation.refusals import ModerationRefusal, ModerationRefused
from services.privacy.deletion import (
    DeletionRefusal,
    DeletionRefused,
    concede_running,
    delete_account,
)
from services.refused import NotFound
from web.accounts.messages import signed_link
from web.core.command_group import CommandGroup
from web.core.messages import refusal_message
from web.core.session import database, now, site_clock
from web.core.translation import in_language

moderator_group = CommandGroup("moderator", help="The moderators of the site.")
accounts_group = CommandGroup("accounts", help="Accounts of members: closed, opened, warned, made arbiters.")
reason_option = click.option("--reason", required=True, help="Why: it is shown to them and stays in the log.")
OBSTACLES: Mapping[StrEnum, str] = {
    DeletionRefusal.DELETED_ALREADY: "The account is deleted already.",
    DeletionRefusal.MODERATOR: "It is a moderator's. Take that away first: flask moderator remove NAME.",
    DeletionRefusal.ORGANISES: "It organises tournaments that are not over. Let them end, or cancel them.",
}
REFUSALS: Mapping[StrEnum, str] = {
    ModerationRefusal.REASON_MISSING: "Give a reason of 1 to {longest} characters.",
    ModerationRefusal.REASON_TOO_LONG: "Give a reason of 1 to {longest} characters.",
    ModerationRefusal.CLOSED_ALREADY: "The account {name} is closed already.",
    ModerationRefusal.NOT_CLOSED: "The account {name} is not closed.",
}
"""Why a command may fail; it acts for no moderator."""
Act = Callable[[Session, User, str, datetime], object]


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(moderator_group)
    app.cli.add_command(accounts_group)


@moderator_group.command("add")
@click.argument("name")
def add_moderator(name: str) -> None:
    """Make the account NAME a moderator."""
    with database().writing() as session:
        try:
            user = accounts.make_moderator(session, name)
        except NotFound as error:
            raise click.ClickException(
                f"No account is named {name}. Register it on the site first."
            ) from error
        click.echo(f"{user.name} is a moderator now.")


@moderator_group.command("remove")
@click.argument("name")
def remove_moderator(name: str) -> None:
    """Take the role of moderator from the account NAME."""
    with database().writing() as session:
        try:
            user = accounts.unmake_moderator(session, name)
        except NotFound as error:
            raise click.ClickException(f"No moderator is named {name}. Check how it is written.") from error
        click.echo(f"{user.name} is no longer a moderator.")


@moderator_group.command("reset")
@click.argument("name")
def reset_password(name: str) -> None:
    """Print a link that lets NAME choose a new password, once, within an hour."""
    with database().reading() as session:
        claim = resetting.make_reset_claim(_named(session, name), now())
    click.echo(
        signed_link(current_app.config["SITE_URL"], "accounts.reset", account_emails.Purpose.RESET, claim).url
    )


@accounts_group.command("close")
@click.argument("name")
@reason_option
def close(name: str, reason: str) -> None:
    """Close the account NAME: it is logged out at once; its duels stay."""
    _act(name, reason, lambda session, user, why, at: acts.close_account(session, None, user.id, why, at))
    click.echo(f"The account {name} is closed.")


@accounts_group.command("reopen")
@click.argument("name")
@reason_option
def reopen(name: str, reason: str) -> None:
    """Open the account NAME again."""
    _act(name, reason, lambda session, user, why, at: acts.open_account(session, None, user.id, why, at))
    click.echo(f"The account {name} is open again.")


@accounts_group.command("warn")
@click.argument("name")
@reason_option
def warn(name: str, reason: str) -> None:
    """Warn the account NAME: its pages say so until it has read it."""
    _act(name, reason, lambda session, user, why, at: acts.warn(session, None, user, why, at))
    click.echo(f"{name} is warned.")


@accounts_group.command("arbiter")
@click.argument("name")
@click.option("--off", is_flag=True, help="Take the role of arbiter from the account.")
def appoint_arbiter(name: str, *, off: bool) -> None:
    """Let the account NAME answer the calls of players, and rule on their duels."""
    with database().writing() as session:
        try:
            user = appoint(session, name, now(), off=off)
        except NotFound as error:
            raise click.ClickException(f"No account is named {name}. Check how it is written.") from error
        click.echo(f"{user.name} is no arbiter any more." if off else f"{user.name} is an arbiter now.")


@accounts_group.command("drop-factor")
@click.argument("name")
def drop_factor(name: str) -> None:
    """Let the account NAME log in by password alone, because its owner has lost app and recovery codes."""
    with database().writing() as session:
        user = _named(session, name)
        try:
            factors.lift(session, user, now())
        except NotFound as error:
            raise click.ClickException(f"The account {name} has no second factor.") from error
        click.echo(f"{user.name} logs in by password alone now, and is notified.")


@accounts_group.command("add-bot")
@click.argument("name")
@click.option("--key", "key_name", default="first", help="The name of its key.")
@click.option("--days", type=int, help="For how many days the key is valid; by default without an end.")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice([each.value for each in Scope]),
    multiple=True,
    help="A right of the key.",
)
def add_bot(name: str, key_name: str, days: int | None, scopes: tuple[str, ...]) -> None:
    """Open or find the account NAME of a bot, and print a new key for it.

    Nobody can log in to it; without --scope the key has all rights.
    """
    with database().writing() as session:
        try:
            bot = accounts.named(session, name) or accounts.register_bot(session, name, now())
            if bot.kind != AccountKind.BOT:
                raise click.ClickException(f"{name} is no bot's account. Take another name.")
            rights = tuple(map(Scope, scopes)) or tuple(Scope)
            _, text = make_token(session, bot.id, key_name, rights, days, now())
        except (AccountRefused, KeyRefused) as refused:
            with in_language("en"):
                raise click.ClickException(refusal_message(refused)) from refused
        except AccountClosed as refused:
            raise click.ClickException(f"The account {name} is closed.") from refused
    click.echo(text)


@accounts_group.command("delete")
@click.argument("name")
@click.confirmation_option(prompt="This cannot be undone. Delete the account?")
def delete(name: str) -> None:
    """Delete the account NAME on request of its owner, who cannot log in; running duels are conceded."""
    with database().writing() as session:
        user = _named(session, name)
        try:
            delete_account(session, user.id, now())
        except DeletionRefused as refused:
            raise click.ClickException(OBSTACLES[refused.code]) from refused
        user_id, after = user.id, user.name
    conceded = concede_running(database(), site_clock(), user_id)
    click.echo(f"The account is deleted; its finished duels are those of {after}. Conceded: {conceded}.")


def _named(session: Session, name: str) -> User:
    user = named(session, name)
    if user is None:
        raise click.ClickException(f"No account is named {name}. Check how it is written.")
    return user


def _act(name: str, reason: str, act: Act) -> None:
    """Do an act about an account, or say why it is not possible."""
    with database().writing() as session:
        user = _named(session, name)
        try:
            act(session, user, reason, now())
        except ModerationRefused as refused:
            sentence = REFUSALS[refused.code].format(name=name, longest=acts.LONGEST_REASON)
            raise click.ClickException(sentence) from refused
