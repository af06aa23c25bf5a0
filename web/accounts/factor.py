"""The second factor of an account: set up, switched off, its recovery codes made anew."""

from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import quote

import segno
from flask import Blueprint, Response, flash, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models import User
from services.accounts import codes, factors
from web.accounts.code_forms import CODE, CodeForm, TakingCode, may_try
from web.accounts.proving import proved, proved_anew
from web.frame.devices import browser
from web.frame.links import see_other
from web.frame.login import me
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.words.times import exact


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    for path, name, view in (
        ("", "set_up_factor", set_up),
        ("/off", "switch_off_factor", switch_off),
        ("/codes", "renew_codes", renew_codes),
    ):
        blueprint.add_url_rule(f"/account/factor{path}", name, view, methods=["POST"])
        blueprint.add_url_rule(f"/account/factor{path}", f"back_from_{name}", back)


def back() -> ResponseReturnValue:
    """Send whoever reloads the answer to a form, or changes its language, back to the page."""
    return see_other(url_for("accounts.security", _anchor="factor-heading"))


@proved
def set_up() -> ResponseReturnValue:
    """Show the secret for the app, and ask for codes from then on when it shows the right one."""
    form = CodeForm() if CODE in request.form else CodeForm(formdata=None)
    made = confirmed(form) if form.is_submitted() and CODE in request.form and form.validate() else None
    if made:
        return shown_once(made, gettext("From now on, your account asks for a code after the password."))
    with writing() as session:
        secret = factors.begin_setup(session, me().id, now())
    if secret is None:
        return back()
    address = codes.setup_address(secret, me().name)
    words = {"secret": codes.grouped(secret), "address": address, "picture": qr_code(address)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return unstored(render_template("accounts/factor.html", form=form, **words), status)


def confirmed(form: CodeForm) -> Sequence[str] | None:
    """Switch the second factor on, and return the recovery codes, or None with the reason in the form."""
    if not may_try(form, "set-up", db().get_one(User, me().id)):
        return None
    try:
        with TakingCode(form, is_noted=False), writing() as session:
            return factors.confirm_setup(session, me().id, form.second_code.data or "", browser(), now())
    except factors.NotSetUp:
        form.refuse(CODE, gettext("The secret has waited for too long. Here is another one."))
    return None


@proved_anew
def switch_off() -> ResponseReturnValue:
    """Ask for no code any more."""
    try:
        with writing() as session:
            factors.switch_off(session, me().id, browser(), now())
        flash(gettext("Your account asks for no code any more: the password is enough."))
    except factors.NoFactor:
        pass
    return back()


@proved
def renew_codes() -> ResponseReturnValue:
    """Make new recovery codes, and show them."""
    try:
        with writing() as session:
            made = factors.renew_recovery_codes(session, me().id, browser(), now())
    except factors.NoFactor:
        return back()
    return shown_once(made, gettext("The former recovery codes work no more."))


def shown_once(made: Sequence[str], done: str) -> Response:
    """Show recovery codes: they are stored as hashes alone, and never shown again."""
    listed = [codes.grouped(each) for each in made]
    title = gettext("Recovery codes, account %(name)s, %(site)s", name=me().name, site=codes.SITE)
    lines = [title, exact(now()), "", *listed]
    file = quote("\r\n".join(lines) + "\r\n")
    page = render_template("accounts/recovery_codes.html", listed=listed, done=done, file=file)
    return unstored(page, HTTPStatus.OK)


def unstored(page: str, status: HTTPStatus) -> Response:
    """Answer with a page that no browser keeps."""
    answer = make_response(page, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def qr_code(text: str) -> Markup:
    """Draw a text for cameras, dark on light in every colour scheme."""
    drawn = segno.make_qr(text).svg_inline(omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr")
    return Markup(drawn)  # noqa: S704  # nosec B704  # drawn as numbers alone
