"""Where an account is logged in, and what happened about it: shown to its owner, who can end it."""

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from services.accounts import factors, passkeys, sessions
from services.accounts import security as events
from web.accounts.challenges import party
from web.accounts.proving import proved
from web.frame.links import see_other
from web.frame.login import me, members_only, sign_out
from web.frame.session import db, now, writing
from web.frame.translation import gettext, ngettext
from web.words.security import agent_name, event_names, seen_words


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/account/security", "security", security)
    for path, name, view in (("end", "end_session", end_session), ("end-others", "end_others", end_others)):
        blueprint.add_url_rule(f"/account/sessions/{path}", name, view, methods=["POST"])
        blueprint.add_url_rule(f"/account/sessions/{path}", f"back_from_{name}", back_to_security)


def back_to_security() -> ResponseReturnValue:
    """Send whoever changes the language of the question in between back to the page."""
    return see_other(url_for("accounts.security"))


@members_only
def security() -> ResponseReturnValue:
    """Show who is logged in where, and what happened of late."""
    return render_template(
        "accounts/security.html",
        sessions=sessions.list_own(db(), me().id, me().token, now().date()),
        events=events.recent(db(), me().id),
        names=event_names(),
        agent_name=agent_name,
        seen_words=seen_words,
        days=events.KEPT.days,
        has_factor=factors.is_on(db(), me().id),
        passkeys=passkeys.list_own(db(), me().id),
        has_passkeys=party() is not None,
        codes_left=factors.recovery_codes_left(db(), me().id),
    )


@proved
def end_session() -> ResponseReturnValue:
    """End one session; this one is logged out."""
    mark = request.form.get("session", "")
    if mark == sessions.mark_of(sessions.token_hash(me().token)):
        sign_out()
        flash(gettext("You are logged out."))
        return see_other(url_for("pages.front"))
    with writing() as session:
        ended = sessions.end_marked(session, me().id, mark)
        if ended is not None:
            events.note(session, me().id, "session_ended", now(), agent=ended.agent)
    if ended is not None:
        flash(gettext("Logged out there: %(agent)s.", agent=agent_name(ended.agent)))
    return see_other(url_for("accounts.security"))


@proved
def end_others() -> ResponseReturnValue:
    """End all sessions but this one."""
    with writing() as session:
        number = sessions.end_others(session, me().id, me().token)
        if number:
            events.note(session, me().id, "sessions_ended", now())
    if number:
        flash(ngettext("Logged out on %(num)d other device.", "Logged out on %(num)d other devices.", number))
    else:
        flash(gettext("You are logged in nowhere else."))
    return see_other(url_for("accounts.security"))
