"""What the site holds about a member: taken away as one file, or deleted with the account."""

from http import HTTPStatus

from flask import Blueprint, Response, flash, render_template, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from flask_login import logout_user

from services.accounts.names import name_key
from services.privacy.deletion import CannotDelete, concede_running, delete_account, foresee
from services.privacy.export import write_export
from web.accounts.forms import DeletionForm
from web.accounts.proving import Reason, proved
from web.frame.limits import limiter
from web.frame.links import see_other
from web.frame.login import me, members_only, renew_forms
from web.frame.session import database, db, end_reading, now, site_clock, writing
from web.frame.translation import gettext
from web.words.privacy import why_not_deleted

TAKEN = "6 per hour"
PATH = "/account/data"
FILE = _l("The file holds all that the site keeps about you, private things too.")
FOR_GOOD = _l("This deletes your account, and nobody can bring it back.")


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule(PATH, "own_data", own_data)
    for path, name, view, why in (("export", "export", export, FILE), ("delete", "delete", delete, FOR_GOOD)):
        counted = limiter.shared_limit(TAKEN, f"own data: {path}", key_func=own_key)(view)
        asking = proved(counted, Reason(why, "accounts.own_data"))
        blueprint.add_url_rule(f"{PATH}/{path}", name, asking, methods=["POST"])
        blueprint.add_url_rule(f"{PATH}/{path}", f"back_from_{name}", back_to_own_data)


def own_key() -> str:
    """Return the key under which this is counted: the account."""
    return f"own data:{me().id}"


def back_to_own_data() -> ResponseReturnValue:
    """Send whoever changes the language of the question in between back to the page."""
    return see_other(url_for("accounts.own_data"))


@members_only
def own_data() -> ResponseReturnValue:
    """Show what can be taken away, and what a deletion would do."""
    return own_data_page(DeletionForm(formdata=None))


def own_data_page(form: DeletionForm) -> ResponseReturnValue:
    """Render the page, with the form that was refused, if it was."""
    prospect = foresee(db(), me().id)
    obstacle = prospect.obstacle and why_not_deleted(prospect.obstacle)
    page = render_template("accounts/own_data.html", form=form, running=prospect.running, obstacle=obstacle)
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


def export() -> Response:
    """Answer with all that the site holds about the reader, as a file."""
    user_id, instant = me().id, now()
    end_reading()
    file = write_export(database(), user_id, instant)
    name = f"intimate-{instant:%Y-%m-%d}.zip"
    response = send_file(file, mimetype="application/zip", as_attachment=True, download_name=name)
    response.headers["Cache-Control"] = "no-store"
    return response


def delete() -> ResponseReturnValue:
    """Delete the account of the reader, who has typed its name to say that they mean it."""
    form, user_id = DeletionForm(), me().id
    if not form.validate_on_submit():
        return own_data_page(form)
    if name_key(form.name.data or "") != name_key(me().name):
        form.refuse("name", gettext("This is not the name of your account: it is %(name)s.", name=me().name))
        return own_data_page(form)
    try:
        with writing() as session:
            delete_account(session, user_id, now())
    except CannotDelete as error:
        form.refuse("name", why_not_deleted(error))
        return own_data_page(form)
    end_reading()
    concede_running(database(), site_clock(), user_id)
    renew_forms()
    logout_user()
    flash(gettext("Your account is deleted."))
    return see_other(url_for("pages.front"))
