"""API keys: made, listed and revoked by their owner, who also says that a bot plays here."""

from http import HTTPStatus
from typing import Any

from flask import flash, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from wtforms import RadioField, SelectField, SelectMultipleField, StringField
from wtforms.widgets import CheckboxInput, ListWidget

from models import ApiToken, User
from models.ids import ApiKeyId, UserId
from services.accounts import accounts, passkeys
from services.accounts.refusals import AccountRefused
from services.api import keys as api_keys
from services.api.keys import LONGEST_NAME, KeyRefusal, KeyRefused, Scope
from web.accounts.blueprint import blueprint
from web.accounts.proving import proved
from web.core.forms import Form, at_most, choices, required
from web.core.limits import limited
from web.core.links import LARGEST, see_other
from web.core.login import me, members_only
from web.core.messages import Sentences, refusal_message
from web.core.session import db, now, writing
from web.core.translation import gettext, ngettext
from web.words.names import scope_names

LASTS = (30, 90, 365, 0)
"""The choices of how many days a key is valid; 0: until it is revoked."""


class KeyForm(Form):
    """Make a key."""

    name = StringField(
        _l("Name of the key"),
        [required(_l("Give the key a name, so that you know it again.")), at_most(LONGEST_NAME)],
        description=_l("For you alone: the program or the machine that is to have it."),
        render_kw={"autocomplete": "off"},
    )
    scopes = SelectMultipleField(
        _l("Rights"),
        [required(_l("Choose at least one right."))],
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
    )
    days = SelectField(_l("Valid"), coerce=int, default=365)

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 -- passed on to WTForms
        super().__init__(**values)
        self.scopes.choices = choices(*((scope.value, words) for scope, words in scope_names().items()))
        self.days.choices = choices(*((days, good_for(days)) for days in LASTS))
        if not self.is_submitted():
            self.scopes.data = [scope.value for scope in Scope]


class KindForm(Form):
    """Set whether a person or a bot plays with the account."""

    kind = RadioField(
        _l("Who plays with this account"),
        choices=choices(("person", _l("a person")), ("program", _l("a bot"))),
    )


def good_for(days: int) -> str:
    """Say how long a key is valid."""
    return ngettext("%(num)d day", "%(num)d days", days) if days else gettext("until revoked")


KEY_REFUSALS: Sentences = {
    KeyRefusal.UNKNOWN: lambda: gettext("No account has made this key."),
    KeyRefusal.REVOKED: lambda: gettext("The owner of the key has revoked it."),
    KeyRefusal.EXPIRED: lambda: gettext("The key has expired."),
    KeyRefusal.NAME: lambda: gettext("Give the key a name, so that you know it again."),
    KeyRefusal.NAME_TWICE: lambda: gettext(
        "A key of yours has this name already. Give another one, or revoke that key first."
    ),
    KeyRefusal.SCOPES: lambda: gettext("Choose at least one right."),
    KeyRefusal.DAYS: lambda: gettext("Choose how long the key is valid."),
    KeyRefusal.TOO_MANY: lambda: gettext("You have as many keys as an account may have: revoke one first."),
    KeyRefusal.KIND: lambda: gettext("This account has no keys."),
}


MADE = "30 per hour"


@blueprint.get("/account/keys/revoke", endpoint="back_from_keys")
@blueprint.get("/account/kind", endpoint="back_from_kind")
def back_to_keys() -> ResponseReturnValue:
    """Redirect to the page when the answer to a form is reloaded, or its language changed."""
    return see_other(url_for("accounts.keys"))


@blueprint.get("/account/keys")
@members_only
def keys() -> ResponseReturnValue:
    """Show the keys of the account."""
    return keys_page()


@blueprint.post("/account/keys")
@limited(MADE)
@proved
def make_key() -> ResponseReturnValue:
    """Make a key, and show it for the only time."""
    form = KeyForm()
    if form.validate_on_submit():
        try:
            with writing() as session:
                scopes = [scope for scope in Scope if scope in form.scopes.data]
                _, text = api_keys.make_token(
                    session, me().id, form.name.data, scopes, form.days.data or None, now()
                )
            return keys_page(made=text)
        except KeyRefused as refused:
            form.refuse(refused.field or "name", refusal_message(refused))
    return keys_page(form=form)


@blueprint.post("/account/keys/revoke")
@members_only
def revoke_key() -> ResponseReturnValue:
    """Revoke a key at once."""
    number = ApiKeyId(request.form.get("key", 0, int))
    with writing() as session:
        is_done = 0 < number <= LARGEST and api_keys.revoke_token(session, me().id, number, now())
    if is_done:
        flash(gettext("Key revoked: it no longer works."))
    return see_other(url_for("accounts.keys"))


@blueprint.post("/account/kind")
@members_only
def change_kind() -> ResponseReturnValue:
    """Set whether a person or a bot plays with the account."""
    form = KindForm()
    if not form.validate_on_submit():
        return keys_page(kind=form)
    try:
        with writing() as session:
            accounts.change_kind(session, me().id, form.kind.data, now())
    except AccountRefused as refused:
        form.refuse("kind", refusal_message(refused))
        return keys_page(kind=form)
    flash(
        gettext("A bot plays with this account now, and its name is marked.")
        if form.kind.data == "program"
        else gettext("A person plays with this account now.")
    )
    return see_other(url_for("accounts.keys"))


def keys_page(
    form: KeyForm | None = None, kind: KindForm | None = None, made: str = ""
) -> ResponseReturnValue:
    """Render the page, with the form that was refused or the key that was made."""
    user = db().get_one(User, me().id)
    values = {
        "form": form or KeyForm(formdata=None),
        "kind_form": kind or KindForm(formdata=None, kind=user.kind),
        "kind": user.kind,
        "may_change": user.kind in accounts.CHOSEN and not accounts.has_begun(db(), user.id, now()),
        "may_make": user.kind in api_keys.BEARERS,
        "listed": api_keys.list_tokens(db(), user.id),
        "scope_words": words_of_scopes,
        "is_over": is_over,
        "made": made,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form or kind else HTTPStatus.OK
    answer = make_response(render_template("accounts/keys.html", **values), status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def words_of_scopes(token: ApiToken) -> list[str]:
    """Say what a key allows."""
    held = api_keys.scopes_of(token)
    return [words for scope, words in scope_names().items() if scope in held]


def is_over(token: ApiToken) -> bool:
    """Tell whether a key has expired."""
    return token.expires_at is not None and now() >= token.expires_at


def flash_other_ways_in(user_id: UserId) -> None:
    """Remind the owner of a changed password that keys and passkeys still open the account."""
    held = passkeys.count_own(db(), user_id)
    if held:
        flash(
            ngettext(
                "%(num)d passkey still opens your account: look under Security whether you know it.",
                "%(num)d passkeys still open your account: look under Security whether you know them.",
                held,
            )
        )
    number = api_keys.count_living(db(), user_id, now())
    if number:
        flash(
            ngettext(
                "%(num)d API key still opens your account: check that you know it.",
                "%(num)d API keys still open your account: check that you know them.",
                number,
            )
        )
