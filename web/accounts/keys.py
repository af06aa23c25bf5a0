"""Keys for programs: made, listed and revoked by their owner, who also says that a program plays here."""

from http import HTTPStatus

from flask import Blueprint, flash, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import ApiToken, User
from services.access import kinds, tokens
from services.access.tokens import Scope
from services.accounts import passkeys
from web.accounts.key_forms import KeyForm, KindForm, why_not_made
from web.accounts.proving import proved
from web.frame.limits import limiter
from web.frame.links import LARGEST, see_other
from web.frame.login import me, members_only
from web.frame.session import db, now, writing
from web.frame.translation import gettext, ngettext
from web.words.programs import scope_names

MADE = "30 per hour"


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/account/keys", "keys", keys)
    blueprint.add_url_rule("/account/keys", "make_key", limiter.limit(MADE)(make_key), methods=["POST"])
    blueprint.add_url_rule("/account/keys/revoke", "revoke_key", revoke_key, methods=["POST"])
    blueprint.add_url_rule("/account/kind", "change_kind", change_kind, methods=["POST"])
    for path in ("keys/revoke", "kind"):
        blueprint.add_url_rule(f"/account/{path}", f"back_from_{path.partition('/')[0]}", back_to_keys)


def back_to_keys() -> ResponseReturnValue:
    """Send whoever reloads the answer to a form, or changes its language, back to the page."""
    return see_other(url_for("accounts.keys"))


@members_only
def keys() -> ResponseReturnValue:
    """Show the keys of the account."""
    return keys_page()


@proved
def make_key() -> ResponseReturnValue:
    """Make a key, and show it: it is never shown again."""
    form = KeyForm()
    if form.validate_on_submit():
        try:
            with writing() as session:
                scopes = [scope for scope in Scope if scope in form.scopes.data]
                _, text = tokens.make_token(
                    session, me().id, form.name.data, scopes, form.days.data or None, now()
                )
            return keys_page(made=text)
        except tokens.CannotMake as error:
            form.refuse(error.field or "name", why_not_made(error))
    return keys_page(form=form)


@members_only
def revoke_key() -> ResponseReturnValue:
    """Revoke a key at once."""
    number = request.form.get("key", 0, int)
    with writing() as session:
        is_done = 0 < number <= LARGEST and tokens.revoke_token(session, me().id, number, now())
    if is_done:
        flash(gettext("The key is revoked: it opens nothing any more."))
    return see_other(url_for("accounts.keys"))


@members_only
def change_kind() -> ResponseReturnValue:
    """Say who plays by the account."""
    form = KindForm()
    if not form.validate_on_submit():
        return keys_page(kind=form)
    try:
        with writing() as session:
            kinds.change_kind(session, me().id, form.kind.data, now())
    except kinds.KindRefused:
        form.refuse("kind", why_not_changed())
        return keys_page(kind=form)
    flash(
        gettext("A program plays by this account now, and its name is marked.")
        if form.kind.data == "program"
        else gettext("A person plays by this account now.")
    )
    return see_other(url_for("accounts.keys"))


def why_not_changed() -> str:
    """Explain why an account stays what it is."""
    return gettext(
        "This can be changed only before an account has challenged, played or joined anything. Register "
        "another account for the program."
    )


def keys_page(
    form: KeyForm | None = None, kind: KindForm | None = None, made: str = ""
) -> ResponseReturnValue:
    """Render the page, with the form that was refused or the key that was made."""
    user = db().get_one(User, me().id)
    values = {
        "form": form or KeyForm(formdata=None),
        "kind_form": kind or KindForm(formdata=None, kind=user.kind),
        "kind": user.kind,
        "may_change": user.kind in kinds.CHOSEN and not kinds.has_begun(db(), user.id, now()),
        "may_make": user.kind in tokens.BEARERS,
        "listed": tokens.list_tokens(db(), user.id),
        "scope_words": words_of_scopes,
        "is_over": is_over,
        "made": made,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form or kind else HTTPStatus.OK
    answer = make_response(render_template("accounts/keys.html", **values), status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def words_of_scopes(token: ApiToken) -> list[str]:
    """Say what a key opens."""
    held = tokens.scopes_of(token)
    return [words for scope, words in scope_names().items() if scope in held]


def is_over(token: ApiToken) -> bool:
    """Tell whether the time of a key is over."""
    return token.expires_at is not None and now() >= token.expires_at


def tell_of_other_ways(user_id: int) -> None:
    """Say that keys and passkeys still open an account whose password is another one now."""
    held = passkeys.count_own(db(), user_id)
    if held:
        flash(
            ngettext(
                "%(num)d passkey still opens your account: look under Security whether you know it.",
                "%(num)d passkeys still open your account: look under Security whether you know them.",
                held,
            )
        )
    number = tokens.count_living(db(), user_id, now())
    if number:
        flash(
            ngettext(
                "%(num)d key for programs still opens your account: look whether you know it.",
                "%(num)d keys for programs still open your account: look whether you know them.",
                number,
            )
        )
