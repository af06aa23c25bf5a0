"""The address of an account: given, changed, removed, and verified by the link in an e-mail."""

from http import HTTPStatus

from flask import Response, current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import User
from models.ids import EmailToken
from services.accounts import account_emails, addresses
from services.accounts.refusals import AccountRefusal, AccountRefused
from web.accounts.blueprint import blueprint
from web.accounts.code_forms import TakingCode, may_try, not_present, take_code
from web.accounts.forms import (
    AddressForm,
    email_sent_message,
    refuse_if_flooded,
    sends_mail,
    too_many_emails_message,
    typed_address,
)
from web.accounts.proving import with_password
from web.accounts.views import settings_page
from web.core.forms import Form
from web.core.limits import may_write_to
from web.core.links import see_other
from web.core.login import me, member, members_only
from web.core.messages import refusal_message
from web.core.session import db, now, writing
from web.core.translation import gettext


@blueprint.after_request
def keep_token(response: Response) -> Response:
    """Keep browsers from storing or passing on an address with a token, for every answer."""
    if "token" in (request.view_args or {}):
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/account/address", endpoint="change_address")
@members_only
def change() -> ResponseReturnValue:
    """Take a new address for the account, which its owner still has to verify."""
    form = AddressForm()
    form.validate()
    address = typed_address(form)
    if address is None and not form.errors:
        form.refuse("email", gettext("Type an address."))
    present = None if form.errors else proved(form)
    if present is None or address is None or is_kept(form, present) or refuse_if_flooded(form, address):
        return settings_page(form=form)
    if not changed(form, present.password_hash, address):
        return settings_page(form=form)
    flash(email_sent_message(address) if sends_mail() else gettext("Address saved."))
    return see_other(url_for("accounts.settings"))


def changed(form: AddressForm, present_hash: str, address: str) -> bool:
    """Store the address; False with the reason in the form."""
    try:
        with TakingCode(form), writing() as session:
            mail = sends_mail()
            take_code(session, form, me().id)
            addresses.change_address(session, me().id, present_hash, address, now(), sends_mail=mail)
    except AccountRefused as refused:
        is_password = refused.code is AccountRefusal.PASSWORD_CHANGED
        form.refuse("email_password" if is_password else refused.field, refusal_message(refused))
    return not form.errors


def is_kept(form: AddressForm, user: User) -> bool:
    """If the site cannot send e-mails, refuse in the form to replace a verified address."""
    if sends_mail() or user.verified_at is None:
        return False
    form.refuse("email", gettext("This site sends no e-mail yet, so you cannot verify another address."))
    return True


@blueprint.post("/account/address/remove", endpoint="remove_address")
@members_only
def remove() -> ResponseReturnValue:
    """Take the address from the account."""
    form = AddressForm()
    present = proved(form) if form.validate() else None
    if present is not None and removed(form, present.password_hash):
        flash(gettext("Your account has no address any more."))
        return see_other(url_for("accounts.settings"))
    return settings_page(form=form)


def removed(form: AddressForm, present_hash: str) -> bool:
    """Remove the address; False with the reason in the form."""
    try:
        with TakingCode(form), writing() as session:
            take_code(session, form, me().id)
            addresses.remove_address(session, me().id, present_hash, now())
    except AccountRefused as refused:
        form.refuse("email_password", refusal_message(refused))
    return not form.errors


def proved(form: AddressForm) -> User | None:
    """Return the account as it is when its password is compared, or None with the reason in the form.

    The code is counted here, and used together with the change.
    """
    user = with_password(form.email_password.data)
    if user is None:
        form.refuse("email_password", not_present())
    return user if user and may_try(form, "proof", user) else None


@blueprint.post("/account/address/letter")
@members_only
def send_again() -> ResponseReturnValue:
    """Send the link once more to an address that is not verified yet."""
    address = db().get_one(User, me().id).email
    if address is None or not sends_mail():
        return see_other(url_for("accounts.settings"))
    if may_write_to(address):
        with writing() as session:
            addresses.ask_again(session, me().id, now())
        flash(email_sent_message(address))
    else:
        flash(too_many_emails_message())
    return see_other(url_for("accounts.settings"))


@blueprint.get("/account/verify/<token>")
@blueprint.post("/account/verify/<token>")
def verify(token: EmailToken) -> ResponseReturnValue:
    """Verify an address by the link in its e-mail, once its owner confirms: mail scanners open links too."""
    form = Form()
    try:
        claim = account_emails.read(
            current_app.config["SECRET_KEY"], account_emails.Purpose.VERIFY, token, now()
        )
        if form.validate_on_submit():
            with writing() as session:
                addresses.verify_address(session, claim, now())
            flash(gettext("Your address %(address)s is verified.", address=addresses.readable(claim.address)))
            viewer = member()
            own = viewer is not None and viewer.id == claim.user_id
            return see_other(url_for("accounts.settings" if own else "pages.front"))
        user = addresses.verifiable(db(), claim)
    except AccountRefused as refused:
        return dead_link(refused, gettext("You can request another one on your account page."))
    address, done = addresses.readable(claim.address), addresses.is_verified(user, claim)
    return render_template("accounts/verify.html", token=token, name=user.name, address=address, done=done)


def dead_link(refused: AccountRefused, advice: str) -> ResponseReturnValue:
    """Say why the link in an e-mail does not work, and what to do."""
    damaged = refused.code is AccountRefusal.LINK_DAMAGED
    status = HTTPStatus.NOT_FOUND if damaged else HTTPStatus.GONE
    reason = refusal_message(refused)
    return render_template("accounts/dead_link.html", reason=reason, advice=advice), status
