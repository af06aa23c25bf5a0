"""What accounts refuse, by code."""

# ruff: noqa: S105 -- codes, no passwords

from enum import StrEnum

from services.refused import Refused


class AccountRefusal(StrEnum):
    """Why an account cannot be opened, changed or used."""

    NAME_LENGTH = "name_length"
    NAME_CHARACTERS = "name_characters"
    NAME_INVISIBLE = "name_invisible"
    """A character shows nothing, so that it looks like another name."""
    NAME_MARKS = "name_marks"
    """Marks as no language writes them: on no letter, too many on one, or invisible."""
    NAME_MIXED = "name_mixed"
    """It mixes scripts, or digits of several kinds, that can look alike."""
    NAME_TURNED = "name_turned"
    """It is read from right to left and begins with something else, which is shown elsewhere."""
    NAME_RESERVED = "name_reserved"
    NAME_TAKEN = "name_taken"
    NAME_ALIKE = "name_alike"
    """It could be taken for the name of another account."""
    PASSWORD_TOO_SHORT = "password_too_short"
    PASSWORD_TOO_LONG = "password_too_long"
    PASSWORD_COMMON = "password_common"
    PASSWORD_IS_NAME = "password_is_name"
    PASSWORD_CHANGED = "password_changed"
    """The password was changed since it was compared."""
    ADDRESS_TOO_LONG = "address_too_long"
    ADDRESS_MALFORMED = "address_malformed"
    ADDRESS_ACCENTED = "address_accented"
    """Not every mail server can write to an address with letters beyond ASCII before the @."""
    ADDRESS_UNCHANGED = "address_unchanged"
    ADDRESS_TAKEN = "address_taken"
    """It has become the verified address of another account."""
    LINK_DAMAGED = "link_damaged"
    """The site did not sign it, or not for this purpose."""
    LINK_EXPIRED = "link_expired"
    LINK_USED = "link_used"
    """It was already used, or the account has changed since."""
    CODE_MISSING = "code_missing"
    CODE_WRONG = "code_wrong"
    CODE_REUSED = "code_reused"
    TOO_MANY_CODES = "too_many_codes"
    SETUP_OVER = "setup_over"
    """No secret waits for its first code (any more)."""
    PASSKEY_REFUSED = "passkey_refused"
    PASSKEY_TOO_LATE = "passkey_too_late"
    """Its challenge was not made for this browser, was answered, or is too old."""
    PASSKEY_COPIED = "passkey_copied"
    """Its counter has gone back: a copy may be in use. Values: `user_id` and `name`."""
    PASSKEY_KNOWN = "passkey_known"
    TOO_MANY_PASSKEYS = "too_many_passkeys"
    BLOCKS_THEMSELVES = "blocks_themselves"
    TOO_MANY_BLOCKED = "too_many_blocked"
    KIND_KNOWN = "kind_known"
    """Others know whether the account is a bot: it has played, or waits for somebody."""
    UNKNOWN_ZONE = "unknown_zone"
    CLOSED = "closed"
    """A moderator has closed the account; the value `why` is what they said."""


class AccountRefused(Refused):
    """An account cannot be opened, changed or used."""
