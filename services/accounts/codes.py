"""Codes: those that an app shows by a secret and the time (RFC 6238), and those that take its place once."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from secrets import randbelow, token_hex
from unicodedata import decimal

from pyotp import TOTP, random_base32
from pyotp.exceptions import OTPVerificationError

SITE = "Intimate Diplomacy"
"""The name under which apps list an account."""
STEPS_OFF = 1
"""So many steps of half a minute may the clock of a device be off, either way."""
RECOVERY_CODES, RECOVERY_DIGITS = 10, 24
GROUP = 4


def new_secret() -> str:
    """Draw a secret for an app: 160 bits in base32."""
    return random_base32()


def setup_address(secret: str, name: str) -> str:
    """Return what the QR code tells an app."""
    return TOTP(secret).provisioning_uri(name=name, issuer_name=SITE)


def step_of(secret: str, code: str, now: datetime) -> int | None:
    """Return the step of time whose code this is, None where it is none of about now."""
    try:
        return TOTP(secret).verify_and_get_timecode(digits(code), for_time=now, valid_window=STEPS_OFF)
    except OTPVerificationError:
        return None


def digits(typed: str) -> str:
    """Return the digits of what was typed, in whichever script, without what stands between them."""
    return "".join(str(decimal(each)) for each in typed if each.isdecimal())


def is_recovery_code(typed: str) -> bool:
    """Tell whether something was typed as a recovery code: it is far longer than that of an app."""
    return len(digits(typed)) == RECOVERY_DIGITS


def new_recovery_codes() -> Sequence[str]:
    """Draw recovery codes: digits alone, which every keyboard has, worth 79 bits each."""
    return [f"{randbelow(10**RECOVERY_DIGITS):0{RECOVERY_DIGITS}}" for _ in range(RECOVERY_CODES)]


def grouped(text: str) -> str:
    """Write a code or a secret in groups, as it is read and typed."""
    return " ".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def hashed(code: str) -> str:
    """Hash a recovery code; quickly, since so many digits cannot be tried."""
    salt = token_hex(16)
    return f"{salt}${_digest(salt, code)}"


def fits(typed: str, code_hash: str) -> bool:
    """Compare what was typed with the hash of a recovery code."""
    salt, _, digest = code_hash.partition("$")
    return compare_digest(_digest(salt, typed), digest)


def _digest(salt: str, code: str) -> str:
    return sha256(f"{salt}{digits(code)}".encode()).hexdigest()
