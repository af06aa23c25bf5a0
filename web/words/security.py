"""What happens about an account, in the reader's language: in a few words, and as a sentence."""

from collections.abc import Mapping
from datetime import date

from babel.dates import format_date

from web.frame.session import now
from web.frame.translation import gettext
from web.words.times import locale


def event_names() -> Mapping[str, str]:
    """Name each kind of event."""
    return {**_names_of_logins(), **_names_of_changes()}


def _names_of_logins() -> Mapping[str, str]:
    return {
        "login": gettext("Logged in"),
        "new_device": gettext("Logged in from a new device"),
        "login_failed": gettext("Wrong password"),
        "code_failed": gettext("Right password, wrong code"),
        "code_reused": gettext("A code that was used already"),
        "recovery_used": gettext("Logged in with a recovery code"),
        "session_ended": gettext("Logged out on another device"),
        "sessions_ended": gettext("Logged out everywhere else"),
    }


def _names_of_changes() -> Mapping[str, str]:
    return {
        "password_changed": gettext("Password changed"),
        "address_changed": gettext("E-mail address changed"),
        "address_removed": gettext("E-mail address removed"),
        "key_made": gettext("Key for programs made"),
        "key_revoked": gettext("Key for programs revoked"),
        "factor_on": gettext("Log-in in two steps switched on"),
        "factor_off": gettext("Log-in in two steps switched off"),
        "factor_lifted": gettext("Log-in in two steps switched off by the keeper of the site"),
        "codes_made": gettext("New recovery codes made"),
        "passkey_added": gettext("Passkey added"),
        "passkey_removed": gettext("Passkey removed"),
        "passkey_refused": gettext("A passkey that may have been copied was refused"),
    }


def event_sentence(kind: str, name: str, agent: str, detail: str) -> str:
    """Say to the owner of an account what happened.

    name: of the account. agent: the browser in a few words. detail: the name of the key or passkey.
    """
    sentences = {**_sentences_of_logins(), **_sentences_of_changes(), **_sentences_of_steps()}
    return sentences[kind] % {"name": name, "agent": agent_name(agent), "detail": detail}


def _sentences_of_logins() -> Mapping[str, str]:
    return {
        "new_device": gettext(
            "Somebody logged in to your account %(name)s from a device that is new to it: %(agent)s."
        ),
        "code_failed": gettext(
            "Somebody typed the password of your account %(name)s, and then a wrong code: %(agent)s."
        ),
        "code_reused": gettext(
            "Somebody typed a code for your account %(name)s that was used already: %(agent)s. Each works "
            "once, so nobody came in by it."
        ),
        "recovery_used": gettext(
            "Somebody logged in to your account %(name)s with one of its recovery codes: %(agent)s. That "
            "code works no more."
        ),
    }


def _sentences_of_changes() -> Mapping[str, str]:
    return {
        "password_changed": gettext("The password of your account %(name)s was changed."),
        "address_changed": gettext("Your account %(name)s has another e-mail address now."),
        "address_removed": gettext("Your account %(name)s has no e-mail address any more."),
        "key_made": gettext("The key “%(detail)s” was made: a program that has it can act for %(name)s."),
        "passkey_added": gettext("The passkey “%(detail)s” opens your account %(name)s from now on."),
        "passkey_removed": gettext("The passkey “%(detail)s” does not open your account %(name)s any more."),
        "passkey_refused": gettext(
            "Somebody used the passkey “%(detail)s” of your account %(name)s, and its counter had gone back: "
            "there may be a copy of it. Nobody came in by it. Remove it, and add another one."
        ),
    }


def _sentences_of_steps() -> Mapping[str, str]:
    return {
        "factor_on": gettext("Your account %(name)s asks for a code after the password from now on."),
        "factor_off": gettext("Your account %(name)s asks for no code after the password any more."),
        "factor_lifted": gettext(
            "The keeper of the site has switched off the log-in in two steps of your account %(name)s: your "
            "password is enough now."
        ),
        "codes_made": gettext(
            "New recovery codes were made for your account %(name)s. The former ones work no more."
        ),
    }


def seen_words(seen_on: date) -> str:
    """Say on which day somebody was last in a session."""
    if seen_on >= now().date():
        return gettext("last used today")
    return gettext("last used on %(day)s", day=format_date(seen_on, "d MMM y", locale=locale()))


def agent_name(agent: str) -> str:
    """Name a browser by what was noted of it."""
    return agent or gettext("unknown browser")
