"""Passkeys (WebAuthn): key pairs of devices, which prove that the owner holds the device and is present.

A device checks its owner (user verification) and signs a challenge for this site alone; that counts as both
factors. A challenge is answered once: each passkey stores when the last challenge it answered was made.
What a device sends is untrusted text, and any fault in it gives the same refusal.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

import webauthn
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import (
    bytes_to_base64url,
    parse_authentication_credential_json,
    parse_client_data_json,
    parse_registration_credential_json,
)
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from models import Passkey, SecurityEventKind, User
from models.account import LONGEST_CREDENTIAL
from models.ids import PasskeyId, UserId
from services.accounts.factors import SITE
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.accounts.security import Browser, note_and_notify

GOOD = timedelta(minutes=10)
"""How long a challenge may be answered."""
MILLISECOND = timedelta(milliseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Party(NamedTuple):
    """The site as browsers know it: its host, to which passkeys are bound, and the origin of its pages."""

    host: str
    origin: str


class PasskeyChallenge(NamedTuple):
    """What a device is to sign, and when it was made, in milliseconds."""

    value: bytes
    made: int


def milliseconds(now: datetime) -> int:
    """Return an instant in milliseconds, as challenges store it."""
    return (now - EPOCH) // MILLISECOND


def handle_of(user_id: UserId) -> bytes:
    """Return the handle by which devices know an account; it does not reveal whose it is."""
    return sha256(f"passkeys of account {user_id}".encode()).digest()


def adding_options(
    user_id: UserId, name: str, known: Sequence[Passkey], party: Party, challenge: PasskeyChallenge
) -> str:
    """Write what a browser needs to make a passkey for an account that has others, as JSON.

    Devices find it without a name (discoverable), and use it after checking their owner.
    """
    options = webauthn.generate_registration_options(
        rp_id=party.host,
        rp_name=SITE,
        user_id=handle_of(user_id),
        user_name=name,
        challenge=challenge.value,
        timeout=GOOD // MILLISECOND,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[_described(each) for each in known],
    )
    return webauthn.options_to_json(options)


def _described(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    transports = [AuthenticatorTransport(each) for each in passkey.transports]
    number = webauthn.base64url_to_bytes(passkey.credential)
    return PublicKeyCredentialDescriptor(id=number, transports=transports)


def login_options(party: Party, challenge: PasskeyChallenge) -> str:
    """Write what a browser needs to use a passkey that its owner chooses, as JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=party.host,
        challenge=challenge.value,
        timeout=GOOD // MILLISECOND,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def read_made(text: str) -> RegistrationCredential:
    """Read the passkey that a device has made; raises AccountRefused."""
    try:
        return parse_registration_credential_json(text)
    except Exception as error:  # any error that the parsers of the package let through
        raise AccountRefused(AccountRefusal.PASSKEY_REFUSED) from error


def read_answer(text: str) -> AuthenticationCredential:
    """Read how a device has answered a challenge; raises AccountRefused."""
    try:
        return parse_authentication_credential_json(text)
    except Exception as error:  # as above
        raise AccountRefused(AccountRefusal.PASSKEY_REFUSED) from error


def challenge_in(answer: AuthenticationCredential | RegistrationCredential) -> bytes:
    """Return the challenge that is answered; raises AccountRefused."""
    try:
        return parse_client_data_json(answer.response.client_data_json).challenge
    except Exception as error:  # as above
        raise AccountRefused(AccountRefusal.PASSKEY_REFUSED) from error


def check_made(made: RegistrationCredential, challenge: PasskeyChallenge, party: Party) -> Passkey:
    """Return the passkey that a device has made, not yet tied to an account; raises AccountRefused."""
    try:
        found = webauthn.verify_registration_response(
            credential=made,
            expected_challenge=challenge.value,
            expected_rp_id=party.host,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise AccountRefused(AccountRefusal.PASSKEY_REFUSED) from error
    if len(found.credential_id) > LONGEST_CREDENTIAL:
        raise AccountRefused(AccountRefusal.PASSKEY_REFUSED)
    return Passkey(
        credential=bytes_to_base64url(found.credential_id),
        public_key=found.credential_public_key,
        sign_count=found.sign_count,
        challenged_at=challenge.made,
        transports=[each.value for each in made.response.transports or ()],
    )


def check_answer(
    answer: AuthenticationCredential, passkey: Passkey, challenge: PasskeyChallenge, party: Party
) -> VerifiedAuthentication:
    """Check what a device has signed; raises AccountRefused. The caller compares its counter."""
    try:
        return webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge.value,
            expected_rp_id=party.host,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise AccountRefused(AccountRefusal.PASSKEY_REFUSED) from error


MOST = 20
"""How many passkeys an account may have."""
LONGEST_NAME = 64


def list_own(session: Session, user_id: UserId) -> Sequence[Passkey]:
    """List the passkeys of an account, the first one first."""
    return session.scalars(select(Passkey).where(Passkey.user_id == user_id).order_by(Passkey.id)).all()


def count_own(session: Session, user_id: UserId) -> int:
    """Count the passkeys of an account."""
    own = select(func.count()).select_from(Passkey).where(Passkey.user_id == user_id)
    return session.scalar(own) or 0


def add(
    session: Session, user_id: UserId, name: str, passkey: Passkey, browser: Browser, now: datetime
) -> None:
    """Add a checked passkey to an account; raises AccountRefused."""
    user = session.get_one(User, user_id, with_for_update={"key_share": True})
    if count_own(session, user_id) >= MOST:
        raise AccountRefused(AccountRefusal.TOO_MANY_PASSKEYS)
    if session.scalar(select(Passkey.id).where(Passkey.credential == passkey.credential)) is not None:
        raise AccountRefused(AccountRefusal.PASSKEY_KNOWN)
    passkey.user_id, passkey.name, passkey.made_at = user_id, name, now
    session.add(passkey)
    note_and_notify(session, user, SecurityEventKind.PASSKEY_ADDED, now, agent=browser.agent, detail=name)


def authenticate(
    session: Session,
    answer: AuthenticationCredential,
    challenge: PasskeyChallenge,
    party: Party,
    now: datetime,
) -> User:
    """Return the account of the passkey that has answered a challenge; raises AccountRefused."""
    credential = bytes_to_base64url(answer.raw_id)
    passkey = session.scalar(select(Passkey).where(Passkey.credential == credential).with_for_update())
    if passkey is None or answer.response.user_handle != handle_of(passkey.user_id):
        raise AccountRefused(AccountRefusal.PASSKEY_REFUSED)
    count = check_answer(answer, passkey, challenge, party).new_sign_count
    if challenge.made <= passkey.challenged_at:
        raise AccountRefused(AccountRefusal.PASSKEY_TOO_LATE)
    if (count or passkey.sign_count) and count <= passkey.sign_count:
        raise AccountRefused(AccountRefusal.PASSKEY_COPIED, user_id=passkey.user_id, name=passkey.name)
    passkey.sign_count, passkey.challenged_at, passkey.seen_at = count, challenge.made, now
    return session.get_one(User, passkey.user_id)


def remove(
    session: Session, user_id: UserId, number: PasskeyId, browser: Browser, now: datetime
) -> str | None:
    """Remove a passkey from an account; return its name, None if there is none."""
    own = (Passkey.user_id == user_id, Passkey.id == number)
    name = session.scalar(delete(Passkey).where(*own).returning(Passkey.name))
    if name is not None:
        user = session.get_one(User, user_id)
        note_and_notify(
            session, user, SecurityEventKind.PASSKEY_REMOVED, now, agent=browser.agent, detail=name
        )
    return name
