"""What an account says about those who may play it: how many duels at once, and whom it blocks."""

from flask import Blueprint, flash, url_for
from flask.typing import ResponseReturnValue

from models import User
from services.accounts import accounts
from services.challenges.blocking import block_player
from services.finding import blocks, limits
from web.accounts.opponent_forms import BlockForm, LimitForm
from web.accounts.views import settings_page
from web.frame.configuration import most_duels
from web.frame.links import back, see_other
from web.frame.login import me, members_only
from web.frame.session import db, now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give these forms their addresses."""
    blueprint.add_url_rule("/account/duels-at-once", "change_limit", change_limit, methods=["POST"])
    blueprint.add_url_rule("/account/blocks", "block", block, methods=["POST"])
    blueprint.add_url_rule("/account/blocks/remove", "unblock", unblock, methods=["POST"])


@members_only
def change_limit() -> ResponseReturnValue:
    """Set how many duels the account wants at once."""
    form = LimitForm()
    if not form.validate():
        return settings_page(limit=form)
    with writing() as session:
        limits.change_limit(session, me().id, form.most_duels.data, most_duels())
    flash(gettext("Your limit is stored."))
    return see_other(url_for("accounts.settings", _anchor="limit-heading"))


@members_only
def block() -> ResponseReturnValue:
    """Want no duel with somebody, named on the page of the account or by a button on theirs."""
    form = BlockForm()
    blocked = named(form) if form.validate() else None
    if blocked is not None and put(form, blocked):
        flash(gettext("%(name)s is blocked.", name=blocked.name))
        return see_other(back(url_for("accounts.settings", _anchor="blocks-heading")))
    return settings_page(blocking=form)


def named(form: BlockForm) -> User | None:
    """Find whom the form names, or None with the reason in the form."""
    found = accounts.named(db(), form.blocked.data)
    if found is None:
        form.refuse("blocked", gettext("Nobody here has this name."))
    return found


def put(form: BlockForm, blocked: User) -> bool:
    """Store the block, or return False with the reason in the form."""
    try:
        with writing() as session:
            block_player(session, me().id, blocked.id, now())
    except blocks.OwnAccount:
        form.refuse("blocked", gettext("You cannot block yourself."))
    except blocks.TooManyBlocked:
        most = blocks.MOST_BLOCKED
        form.refuse("blocked", gettext("You have blocked %(most)d players: unblock one first.", most=most))
    return not form.errors


@members_only
def unblock() -> ResponseReturnValue:
    """Let somebody play the reader again; a name that nobody has unblocks nobody."""
    form = BlockForm()
    found = accounts.named(db(), form.blocked.data or "")
    if found is not None:
        with writing() as session:
            blocks.remove_block(session, me().id, found.id)
        flash(gettext("%(name)s is not blocked any more.", name=found.name))
    return see_other(back(url_for("accounts.settings", _anchor="blocks-heading")))
