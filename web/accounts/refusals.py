"""What accounts refuse, in sentences."""

from http import HTTPStatus

from flask import Flask, make_response, render_template
from flask.typing import ResponseReturnValue

from services.accounts import names
from services.accounts.addresses import LONGEST_ADDRESS
from services.accounts.blocks import MOST_BLOCKED
from services.accounts.passwords import LONGEST, SHORTEST
from services.accounts.refusals import AccountRefusal
from services.accounts.sessions import AccountClosed
from web.accounts.code_forms import not_present, too_many_codes
from web.accounts.messages import whom_to_write
from web.core.messages import Sentences, refusal_message
from web.core.translation import gettext


def closed(why: str) -> str:
    """Say that an account is closed, why, and where to write to."""
    said = gettext("A moderator has closed this account.")
    if why:
        said = gettext("A moderator has closed this account. Reason: “%(why)s”", why=why)
    return f"{said} {whom_to_write()}".strip()


def no_passkey(*, is_new: bool, **_: object) -> str:
    """Say that a passkey is not accepted, when made or at log-in."""
    if is_new:
        return gettext(
            "The browser has made no passkey that this site can take. Try again, or with another device."
        )
    # The answer does not reveal whether it belongs to an account.
    return gettext("No account here uses this passkey. Log in with your password.")


def passkey_too_late(*, is_new: bool) -> str:
    """Say that a challenge was answered too late."""
    if is_new:
        return gettext("That took too long. Make the passkey again.")
    return gettext("That took too long. Use the passkey again.")


REFUSALS: Sentences = {
    AccountRefusal.NAME_LENGTH: lambda: gettext(
        "A name has %(least)d to %(most)d characters.", least=names.SHORTEST_NAME, most=names.LONGEST_NAME
    ),
    AccountRefusal.NAME_CHARACTERS: lambda: gettext(
        "A name is made of letters, digits, spaces, hyphens, underscores and full stops. Leave out all else."
    ),
    AccountRefusal.NAME_INVISIBLE: lambda: gettext(
        "This name has a character in it that nobody can see, so it would look like another name. Type it"
        " again, letter by letter."
    ),
    AccountRefusal.NAME_MARKS: lambda: gettext(
        "This name has marks on a letter that no language uses there, or that would not show. Remove them."
    ),
    AccountRefusal.NAME_MIXED: lambda: gettext(
        "This name mixes several scripts, whose letters or digits can look alike. Write all of it in one."
    ),
    AccountRefusal.NAME_TURNED: lambda: gettext(
        "A name read from right to left begins with a letter: anything before it would be shown after it."
        " Begin with a letter."
    ),
    AccountRefusal.NAME_RESERVED: lambda: gettext(
        "This name is reserved for the site’s bot, guests, deleted accounts or staff. Choose another."
    ),
    AccountRefusal.NAME_TAKEN: lambda: gettext("This name is taken; choose another."),
    AccountRefusal.NAME_ALIKE: lambda: gettext(
        "This name looks so much like somebody else’s that you would be taken for them. Choose another."
    ),
    AccountRefusal.PASSWORD_TOO_SHORT: lambda: gettext(
        "This is too short: at least %(least)d characters.", least=SHORTEST
    ),
    AccountRefusal.PASSWORD_TOO_LONG: lambda: gettext(
        "This is too long: at most %(max)d characters.", max=LONGEST
    ),
    AccountRefusal.PASSWORD_COMMON: lambda: gettext(
        "This is easy to guess: it is a common password, or something short that is repeated."
    ),
    AccountRefusal.PASSWORD_IS_NAME: lambda: gettext(
        "The password must be something else than the name, repeated or not."
    ),
    AccountRefusal.PASSWORD_CHANGED: not_present,
    AccountRefusal.ADDRESS_TOO_LONG: lambda: gettext(
        "This is too long: at most %(max)d characters.", max=LONGEST_ADDRESS
    ),
    AccountRefusal.ADDRESS_MALFORMED: lambda: gettext(
        "This is not an e-mail address: type one like name@example.org."
    ),
    AccountRefusal.ADDRESS_ACCENTED: lambda: gettext(
        "Before the @ this site can write only to letters without accents, digits and signs."
    ),
    AccountRefusal.ADDRESS_UNCHANGED: lambda: gettext("This is your address already, and it is verified."),
    AccountRefusal.ADDRESS_TAKEN: lambda: gettext("The address belongs to another account by now."),
    AccountRefusal.LINK_DAMAGED: lambda: gettext("It is incomplete: copy all of it from the e-mail."),
    AccountRefusal.LINK_EXPIRED: lambda: gettext("It has expired."),
    AccountRefusal.LINK_USED: lambda: gettext(
        "It was used already, or the account has changed since it was sent."
    ),
    AccountRefusal.CODE_MISSING: lambda: gettext("Type the code that your app shows, or a recovery code."),
    AccountRefusal.CODE_WRONG: lambda: gettext(
        "This code is not right. Type the one that your app shows now; if it is refused again, set the "
        "clock of its device."
    ),
    AccountRefusal.CODE_REUSED: lambda: gettext(
        "This code was used already, and each works once. Wait for the next one."
    ),
    AccountRefusal.TOO_MANY_CODES: too_many_codes,
    AccountRefusal.SETUP_OVER: lambda: gettext("The secret has waited for too long. Here is another one."),
    AccountRefusal.PASSKEY_REFUSED: no_passkey,
    AccountRefusal.PASSKEY_TOO_LATE: passkey_too_late,
    AccountRefusal.PASSKEY_COPIED: no_passkey,
    AccountRefusal.PASSKEY_KNOWN: lambda is_new: gettext("This passkey was added before."),  # noqa: ARG005
    AccountRefusal.TOO_MANY_PASSKEYS: lambda is_new: gettext(  # noqa: ARG005
        "You have as many passkeys as an account may have. Remove one first."
    ),
    AccountRefusal.BLOCKS_THEMSELVES: lambda: gettext("You cannot block yourself."),
    AccountRefusal.TOO_MANY_BLOCKED: lambda: gettext(
        "You have blocked %(most)d players: unblock one first.", most=MOST_BLOCKED
    ),
    AccountRefusal.KIND_KNOWN: lambda: gettext(
        "You can change this only before the account has challenged, played or joined anything. "
        "Create another account for the bot."
    ),
    AccountRefusal.UNKNOWN_ZONE: lambda: gettext("No time zone has this name. Choose one of the list."),
    AccountRefusal.CLOSED: closed,
}


def init_app(app: Flask) -> None:
    """Let an application tell the owner of a closed account so on every page."""
    app.register_error_handler(AccountClosed, refuse)


def refuse(error: AccountClosed) -> ResponseReturnValue:
    """Answer the owner of a closed account with a page of its own."""
    title, status = gettext("This account is closed"), HTTPStatus.FORBIDDEN
    advice = refusal_message(error)
    words = render_template("errors/error.html", title=title, advice=advice, code=int(status))
    return make_response(words, status)
