"""What the site stores about a member: exported as one file, or deleted with the account."""

from http import HTTPStatus

from flask import Response, flash, render_template, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from flask_login import logout_user

from services.accounts.names import name_key
from services.privacy.deletion import (
    DeletionRefusal,
    DeletionRefused,
    concede_running,
    delete_account,
    foresee,
)
from services.privacy.export import write_export
from web.accounts.blueprint import blueprint
from web.accounts.forms import DeletionForm
from web.accounts.proving import ProofReason, proved_for
from web.core.limits import limited
from web.core.links import see_other
from web.core.login import me, members_only, renew_forms
from web.core.messages import Sentences, refusal_message
from web.core.session import database, db, end_reading, now, site_clock, writing
from web.core.translation import gettext

DELETION_REFUSALS: Sentences = {
    DeletionRefusal.DELETED_ALREADY: lambda: gettext("The account is deleted already."),
    DeletionRefusal.MODERATOR: lambda: gettext(
        "You are a moderator. The administrator has to take that role from you first."
    ),
    DeletionRefusal.ORGANISES: lambda names: gettext(
        "You organise tournaments that are not over: %(names)s. Cancel them, or wait for their end.",
        names=", ".join(names),
    ),
}


TAKEN = "6 per hour"
PATH = "/account/data"
FILE = _l("The file holds all that the site keeps about you, private things too.")
FOR_GOOD = _l("This deletes your account for good.")


def own_key() -> str:
    """Return the key under which exports are counted: the account."""
    return f"own data:{me().id}"


@blueprint.get(f"{PATH}/export", endpoint="back_from_export")
@blueprint.get(f"{PATH}/delete", endpoint="back_from_delete")
def back_to_own_data() -> ResponseReturnValue:
    """Redirect to the page when the language of the question is changed."""
    return see_other(url_for("accounts.own_data"))


@blueprint.get(PATH)
@members_only
def own_data() -> ResponseReturnValue:
    """Show what can be exported, and what a deletion would do."""
    return own_data_page(DeletionForm(formdata=None))


def own_data_page(form: DeletionForm) -> ResponseReturnValue:
    """Render the page, with the form that was refused, if it was."""
    prospect = foresee(db(), me().id)
    obstacle = prospect.obstacle and refusal_message(prospect.obstacle)
    page = render_template("accounts/own_data.html", form=form, running=prospect.running, obstacle=obstacle)
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK


@blueprint.post(f"{PATH}/export")
@proved_for(ProofReason(FILE, "accounts.own_data"))
@limited(TAKEN, "own data: export", key=own_key)
def export() -> Response:
    """Answer with all that the site stores about the member, as a file."""
    user_id, instant = me().id, now()
    end_reading()
    file = write_export(database(), user_id, instant)
    name = f"intimate-{instant:%Y-%m-%d}.zip"
    response = send_file(file, mimetype="application/zip", as_attachment=True, download_name=name)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post(f"{PATH}/delete")
@proved_for(ProofReason(FOR_GOOD, "accounts.own_data"))
@limited(TAKEN, "own data: delete", key=own_key)
def delete() -> ResponseReturnValue:
    """Delete the account of the member, who has typed its name to confirm."""
    form, user_id = DeletionForm(), me().id
    if not form.validate_on_submit():
        return own_data_page(form)
    if name_key(form.name.data or "") != name_key(me().name):
        form.refuse("name", gettext("This is not the name of your account: it is %(name)s.", name=me().name))
        return own_data_page(form)
    try:
        with writing() as session:
            delete_account(session, user_id, now())
    except DeletionRefused as refused:
        form.refuse("name", refusal_message(refused))
        return own_data_page(form)
    end_reading()
    concede_running(database(), site_clock(), user_id)
    renew_forms()
    logout_user()
    flash(gettext("Your account is deleted."))
    return see_other(url_for("pages.front"))
