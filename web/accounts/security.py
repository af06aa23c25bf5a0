"""Where an account is logged in, which its owner can end, and the security events of the account."""

from collections.abc import Mapping
from datetime import date

from babel.dates import format_date
from flask import flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import SecurityEventKind
from models.sealed import token_hash
from services.accounts import factors, passkeys, sessions
from services.accounts import security as events
from web.accounts.blueprint import blueprint
from web.accounts.challenges import party
from web.accounts.proving import as_staff, proved
from web.core.links import back, see_other
from web.core.login import me, members_only, sign_out
from web.core.session import db, now, writing
from web.core.translation import gettext, ngettext
from web.words.times import locale


def event_names() -> Mapping[str, str]:
    """Name each kind of event."""
    return {**_names_of_logins(), **_names_of_changes()}


def _names_of_logins() -> Mapping[str, str]:
    return {
        SecurityEventKind.LOGIN: gettext("Logged in"),
        SecurityEventKind.NEW_DEVICE: gettext("Logged in from a new device"),
        SecurityEventKind.LOGIN_FAILED: gettext("Wrong password"),
        SecurityEventKind.CODE_FAILED: gettext("Right password, wrong code"),
        SecurityEventKind.CODE_REUSED: gettext("A code that was used already"),
        SecurityEventKind.RECOVERY_USED: gettext("Logged in with a recovery code"),
        SecurityEventKind.SESSION_ENDED: gettext("Logged out on another device"),
        SecurityEventKind.SESSIONS_ENDED: gettext("Logged out everywhere else"),
    }


def _names_of_changes() -> Mapping[str, str]:
    return {
        SecurityEventKind.PASSWORD_CHANGED: gettext("Password changed"),
        SecurityEventKind.ADDRESS_CHANGED: gettext("E-mail address changed"),
        SecurityEventKind.ADDRESS_REMOVED: gettext("E-mail address removed"),
        SecurityEventKind.KEY_MADE: gettext("API key created"),
        SecurityEventKind.KEY_REVOKED: gettext("API key revoked"),
        SecurityEventKind.FACTOR_ON: gettext("Two-step log-in switched on"),
        SecurityEventKind.FACTOR_OFF: gettext("Two-step log-in switched off"),
        SecurityEventKind.FACTOR_LIFTED: gettext("Two-step log-in switched off by the administrator"),
        SecurityEventKind.CODES_MADE: gettext("New recovery codes made"),
        SecurityEventKind.PASSKEY_ADDED: gettext("Passkey added"),
        SecurityEventKind.PASSKEY_REMOVED: gettext("Passkey removed"),
        SecurityEventKind.PASSKEY_REFUSED: gettext("A passkey that may have been copied was refused"),
        SecurityEventKind.CHANNEL_ADDED: gettext("Channel for notifications added"),
        SecurityEventKind.CHANNEL_CHANGED: gettext("Channel for notifications changed"),
        SecurityEventKind.CHANNEL_REMOVED: gettext("Channel for notifications removed"),
        SecurityEventKind.CALENDAR_MADE: gettext("New calendar address"),
        SecurityEventKind.CALENDAR_REMOVED: gettext("Calendar removed"),
    }


def event_sentence(kind: str, name: str, agent: str, detail: str) -> str:
    """Describe an event to the owner of an account.

    name: of the account. agent: the browser in a few words. detail: the name of the key, passkey or channel.
    """
    sentences = {
        **_sentences_of_logins(),
        **_sentences_of_changes(),
        **_sentences_of_steps(),
        **_sentences_of_ways(),
    }
    return sentences[kind] % {"name": name, "agent": agent_name(agent), "detail": detail}


def _sentences_of_logins() -> Mapping[str, str]:
    return {
        SecurityEventKind.NEW_DEVICE: gettext(
            "Somebody logged in to your account %(name)s from a device that is new to it: %(agent)s."
        ),
        SecurityEventKind.CODE_FAILED: gettext(
            "Somebody typed the password of your account %(name)s, and then a wrong code: %(agent)s."
        ),
        SecurityEventKind.CODE_REUSED: gettext(
            "Somebody typed a code for your account %(name)s that was used already: %(agent)s. Each works "
            "once, so nobody came in by it."
        ),
        SecurityEventKind.RECOVERY_USED: gettext(
            "Somebody logged in to your account %(name)s with one of its recovery codes: %(agent)s. That "
            "code works no more."
        ),
    }


def _sentences_of_changes() -> Mapping[str, str]:
    return {
        SecurityEventKind.PASSWORD_CHANGED: gettext("The password of your account %(name)s was changed."),
        SecurityEventKind.ADDRESS_CHANGED: gettext("Your account %(name)s has another e-mail address now."),
        SecurityEventKind.ADDRESS_REMOVED: gettext("Your account %(name)s has no e-mail address any more."),
        SecurityEventKind.KEY_MADE: gettext(
            "The key “%(detail)s” was made: a program that has it can act for %(name)s."
        ),
        SecurityEventKind.PASSKEY_ADDED: gettext(
            "The passkey “%(detail)s” opens your account %(name)s from now on."
        ),
        SecurityEventKind.PASSKEY_REMOVED: gettext(
            "The passkey “%(detail)s” does not open your account %(name)s any more."
        ),
        SecurityEventKind.PASSKEY_REFUSED: gettext(
            "Somebody used the passkey “%(detail)s” of your account %(name)s, and its counter had gone back: "
            "there may be a copy of it. Nobody came in by it. Remove it, and add another one."
        ),
    }


def _sentences_of_steps() -> Mapping[str, str]:
    return {
        SecurityEventKind.FACTOR_ON: gettext(
            "Your account %(name)s asks for a code after the password from now on."
        ),
        SecurityEventKind.FACTOR_OFF: gettext(
            "Your account %(name)s asks for no code after the password any more."
        ),
        SecurityEventKind.FACTOR_LIFTED: gettext(
            "The administrator has switched off two-step log-in for your account %(name)s: your "
            "password is now enough."
        ),
        SecurityEventKind.CODES_MADE: gettext(
            "Someone made new recovery codes for your account %(name)s. The old ones no longer work."
        ),
    }


def _sentences_of_ways() -> Mapping[str, str]:
    return {
        SecurityEventKind.CHANNEL_ADDED: gettext(
            "Notifications of your account %(name)s go to a new place: %(detail)s."
        ),
        SecurityEventKind.CHANNEL_CHANGED: gettext(
            "What happens to your account %(name)s is announced in other places than before: %(detail)s was "
            "changed."
        ),
        SecurityEventKind.CHANNEL_REMOVED: gettext(
            "Notifications of your account %(name)s go no more to: %(detail)s."
        ),
        SecurityEventKind.CALENDAR_MADE: gettext(
            "The calendar of your account %(name)s has a new address: anyone who has it sees in "
            "which duels it is your turn."
        ),
        SecurityEventKind.CALENDAR_REMOVED: gettext("The calendar of your account %(name)s was removed."),
    }


def seen_words(seen_on: date) -> str:
    """Say on which day a session was last used."""
    if seen_on >= now().date():
        return gettext("last used today")
    return gettext("last used on %(day)s", day=format_date(seen_on, "d MMM y", locale=locale()))


def agent_name(agent: str) -> str:
    """Name a browser from the stored words."""
    return agent or gettext("unknown browser")


@blueprint.post("/account/proof")
@members_only
@as_staff
def prove() -> ResponseReturnValue:
    """Take the proof of a moderator or arbiter, and go on to the page that they asked for."""
    return see_other(back(url_for("pages.front")))


@blueprint.get("/account/proof", endpoint="back_from_prove")
@blueprint.get("/account/sessions/end", endpoint="back_from_end_session")
@blueprint.get("/account/sessions/end-others", endpoint="back_from_end_others")
def back_to_security() -> ResponseReturnValue:
    """Redirect to the page when the language of the question is changed."""
    return see_other(url_for("accounts.security"))


@blueprint.get("/account/security")
@members_only
def security() -> ResponseReturnValue:
    """Show where the account is logged in, and its recent events."""
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


@blueprint.post("/account/sessions/end")
@proved
def end_session() -> ResponseReturnValue:
    """End one session; ending the present one logs out."""
    mark = request.form.get("session", "")
    if mark == sessions.mark_of(token_hash(me().token)):
        sign_out()
        flash(gettext("You are logged out."))
        return see_other(url_for("pages.front"))
    with writing() as session:
        ended = sessions.end_marked(session, me().id, mark)
        if ended is not None:
            events.note(session, me().id, SecurityEventKind.SESSION_ENDED, now(), agent=ended.agent)
    if ended is not None:
        flash(gettext("Logged out there: %(agent)s.", agent=agent_name(ended.agent)))
    return see_other(url_for("accounts.security"))


@blueprint.post("/account/sessions/end-others")
@proved
def end_others() -> ResponseReturnValue:
    """End all sessions but this one."""
    with writing() as session:
        number = sessions.end_others(session, me().id, me().token)
        if number:
            events.note(session, me().id, SecurityEventKind.SESSIONS_ENDED, now())
    if number:
        flash(ngettext("Logged out on %(num)d other device.", "Logged out on %(num)d other devices.", number))
    else:
        flash(gettext("You are logged in nowhere else."))
    return see_other(url_for("accounts.security"))
