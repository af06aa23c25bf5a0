"""What browsers and devices are told and answer about passkeys (WebAuthn), read and checked.

Whatever a device sends is text of a stranger: all that is wrong with it is one error.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

import webauthn
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

from models import Passkey
from models.security import LONGEST_CREDENTIAL
from services.accounts.codes import SITE

GOOD = timedelta(minutes=10)
"""For so long a challenge may be answered."""
MILLISECOND = timedelta(milliseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Party(NamedTuple):
    """The site as browsers know it: its host, to which passkeys are bound, and the origin of its pages."""

    host: str
    origin: str


class Challenge(NamedTuple):
    """What a device is to sign, and when it was made, in milliseconds."""

    value: bytes
    made: int


class PasskeyRefused(Exception):
    """This answer of a device is not accepted."""


def milliseconds(now: datetime) -> int:
    """Return an instant as challenges are dated."""
    return (now - EPOCH) // MILLISECOND


def handle_of(user_id: int) -> bytes:
    """Return what devices know an account by; it tells nobody whose it is."""
    return sha256(f"passkeys of account {user_id}".encode()).digest()


def adding_options(
    user_id: int, name: str, known: Sequence[Passkey], party: Party, challenge: Challenge
) -> str:
    """Write what a browser needs to make a passkey for an account that has others, as JSON.

    Devices are to find it without a name (discoverable), and to use it after a check of their owner.
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


def login_options(party: Party, challenge: Challenge) -> str:
    """Write what a browser needs to use whichever passkey its owner chooses, as JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=party.host,
        challenge=challenge.value,
        timeout=GOOD // MILLISECOND,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def read_made(text: str) -> RegistrationCredential:
    """Read the passkey that a device has made; raises PasskeyRefused."""
    try:
        return parse_registration_credential_json(text)
    except Exception as error:  # whatever the parsers of the package let through
        raise PasskeyRefused from error


def read_answer(text: str) -> AuthenticationCredential:
    """Read how a device has answered a challenge; raises PasskeyRefused."""
    try:
        return parse_authentication_credential_json(text)
    except Exception as error:  # as above
        raise PasskeyRefused from error


def challenge_in(answer: AuthenticationCredential | RegistrationCredential) -> bytes:
    """Return the challenge that is answered; raises PasskeyRefused."""
    try:
        return parse_client_data_json(answer.response.client_data_json).challenge
    except Exception as error:  # as above
        raise PasskeyRefused from error


def check_made(made: RegistrationCredential, challenge: Challenge, party: Party) -> Passkey:
    """Return the passkey that a device has made, which is nobody's yet; raises PasskeyRefused."""
    try:
        found = webauthn.verify_registration_response(
            credential=made,
            expected_challenge=challenge.value,
            expected_rp_id=party.host,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise PasskeyRefused from error
    if len(found.credential_id) > LONGEST_CREDENTIAL:
        raise PasskeyRefused
    return Passkey(
        credential=bytes_to_base64url(found.credential_id),
        public_key=found.credential_public_key,
        sign_count=found.sign_count,
        challenged_at=challenge.made,
        transports=[each.value for each in made.response.transports or ()],
    )


def check_answer(
    answer: AuthenticationCredential, passkey: Passkey, challenge: Challenge, party: Party
) -> VerifiedAuthentication:
    """Check what a device has signed; raises PasskeyRefused. Its counter is left to be compared."""
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
        raise PasskeyRefused from error
