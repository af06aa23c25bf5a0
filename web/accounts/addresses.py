"""The address of an account: given, changed, removed, and verified by the link of a letter."""

from http import HTTPStatus

from flask import Blueprint, Response, current_app, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import User
from services.accounts import addresses, sessions, tokens
from web.accounts.address_forms import (
    AddressForm,
    is_flooded,
    said_of_letter,
    sends_mail,
    too_many_letters,
    typed_address,
    why_not_address,
)
from web.accounts.code_forms import TakingCode, may_try, not_present, take_code
from web.accounts.proving import with_password
from web.accounts.views import settings_page
from web.frame.forms import Form
from web.frame.limits import may_write_to
from web.frame.links import see_other
from web.frame.login import me, member, members_only
from web.frame.session import db, now, writing
from web.frame.translation import gettext


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    for path, name, view in (
        ("", "change_address", change),
        ("/remove", "remove_address", remove),
        ("/letter", "send_again", send_again),
    ):
        blueprint.add_url_rule(f"/account/address{path}", name, view, methods=["POST"])
    blueprint.add_url_rule("/account/verify/<token>", "verify", verify, methods=["GET", "POST"])
    blueprint.after_request(keep_token)


def keep_token(response: Response) -> Response:
    """Let no browser store or pass on an address that holds a token, whatever the answer."""
    if "token" in (request.view_args or {}):
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
    return response


@members_only
def change() -> ResponseReturnValue:
    """Give the account an address, to be verified."""
    form = AddressForm()
    form.validate()
    address = typed_address(form)
    if address is None and not form.errors:
        form.refuse("email", gettext("Type an address."))
    present = None if form.errors else proved(form)
    if present is None or address is None or is_kept(form, present) or is_flooded(form, address):
        return settings_page(address=form)
    if not changed(form, present.password_hash, address):
        return settings_page(address=form)
    flash(said_of_letter(address) if sends_mail() else gettext("The address is stored."))
    return see_other(url_for("accounts.settings"))


def changed(form: AddressForm, present_hash: str, address: str) -> bool:
    """Store the address; False with the reason in the form."""
    try:
        with TakingCode(form), writing() as session:
            mail = sends_mail()
            take_code(session, form, me().id)
            addresses.change_address(session, me().id, present_hash, address, now(), sends_mail=mail)
    except addresses.AddressRefused as error:
        form.refuse(error.field, why_not_address(error))
    except sessions.PasswordChanged:
        form.refuse("email_password", not_present())
    return not form.errors


def is_kept(form: AddressForm, user: User) -> bool:
    """Say in the form that a verified address stays where no letter can verify another."""
    if sends_mail() or user.verified_at is None:
        return False
    form.refuse("email", gettext("This site sends no e-mail so far, so no other address can be verified."))
    return True


@members_only
def remove() -> ResponseReturnValue:
    """Take the address from the account."""
    form = AddressForm()
    present = proved(form) if form.validate() else None
    if present is not None and removed(form, present.password_hash):
        flash(gettext("Your account has no address any more."))
        return see_other(url_for("accounts.settings"))
    return settings_page(address=form)


def removed(form: AddressForm, present_hash: str) -> bool:
    """Remove the address; False with the reason in the form."""
    try:
        with TakingCode(form), writing() as session:
            take_code(session, form, me().id)
            addresses.remove_address(session, me().id, present_hash, now())
    except sessions.PasswordChanged:
        form.refuse("email_password", not_present())
    return not form.errors


def proved(form: AddressForm) -> User | None:
    """Return the account as it is when its password is compared, or None with the reason in the form.

    The code is counted, to be taken with what it is for.
    """
    user = with_password(form.email_password.data)
    if user is None:
        form.refuse("email_password", not_present())
    return user if user and may_try(form, "proof", user) else None


@members_only
def send_again() -> ResponseReturnValue:
    """Send the link to an address that waits to be verified once more."""
    address = db().get_one(User, me().id).email
    if address is None or not sends_mail():
        return see_other(url_for("accounts.settings"))
    if may_write_to(address):
        with writing() as session:
            addresses.ask_again(session, me().id, now())
        flash(said_of_letter(address))
    else:
        flash(too_many_letters())
    return see_other(url_for("accounts.settings"))


def verify(token: str) -> ResponseReturnValue:
    """Ask whether an address is the reader's, who has come by its letter; mail scanners only look."""
    form = Form()
    try:
        claim = tokens.read(current_app.config["SECRET_KEY"], tokens.Purpose.VERIFY, token, now())
        if form.validate_on_submit():
            with writing() as session:
                addresses.verify_address(session, claim, now())
            flash(gettext("Your address %(address)s is verified.", address=addresses.readable(claim.address)))
            reader = member()
            own = reader is not None and reader.id == claim.user_id
            return see_other(url_for("accounts.settings" if own else "pages.front"))
        user = addresses.verifiable(db(), claim)
    except (tokens.TokenRefused, addresses.AddressTaken) as error:
        return dead_link(error, gettext("You can have another one sent from your account page."))
    address, done = addresses.readable(claim.address), addresses.is_verified(user, claim)
    return render_template("accounts/verify.html", token=token, name=user.name, address=address, done=done)


def dead_link(error: Exception, advice: str) -> ResponseReturnValue:
    """Say why the link of a letter does nothing, and what to do."""
    reasons: dict[type[Exception], str] = {
        tokens.TokenDamaged: gettext("It is not whole: copy all of it from the e-mail."),
        tokens.TokenExpired: gettext("Its time is over."),
        tokens.TokenUsed: gettext("It was used already, or the account has changed since it was sent."),
        addresses.AddressTaken: gettext("The address belongs to another account by now."),
    }
    damaged = isinstance(error, tokens.TokenDamaged)
    status = HTTPStatus.NOT_FOUND if damaged else HTTPStatus.GONE
    return render_template("accounts/dead_link.html", reason=reasons[type(error)], advice=advice), status
