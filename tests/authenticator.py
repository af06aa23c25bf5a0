"""A device that makes and uses passkeys as WebAuthn describes, for tests without a browser."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes

from cbor2 import dumps
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn import base64url_to_bytes
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


@dataclass
class Device:
    """One passkey on a device; tests can change its origin, host, flags, counter and owner."""

    origin: str = "http://localhost:8000"
    host: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    owner: bytes = b""
    number: bytes = field(default_factory=lambda: token_bytes(16))

    def __post_init__(self):
        self.key = generate_private_key(SECP256R1())

    def make(self, options):
        """Return a browser's answer after creating this passkey."""
        asked = json.loads(options)
        self.owner = base64url_to_bytes(asked["user"]["id"])
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        made = bytes(16) + len(self.number).to_bytes(2, "big") + self.number + dumps(public)
        attested = {"fmt": "none", "attStmt": {}, "authData": self.authenticator_data(ATTESTED) + made}
        client = self.client("webauthn.create", asked["challenge"])
        return self.answer(client, attestationObject=dumps(attested), transports=["internal", "hybrid"])

    def sign(self, options):
        """Return a browser's answer to a challenge, signed by this passkey."""
        client = self.client("webauthn.get", json.loads(options)["challenge"])
        said = self.authenticator_data()
        signature = self.key.sign(said + sha256(client).digest(), ECDSA(SHA256()))
        return self.answer(client, authenticatorData=said, signature=signature, userHandle=self.owner)

    def client(self, kind, challenge):
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def authenticator_data(self, more=0):
        counted = self.count.to_bytes(4, "big")
        return sha256(self.host.encode()).digest() + bytes([self.flags | more]) + counted

    def answer(self, client, **response):
        written = {
            name: bytes_to_base64url(value) if isinstance(value, bytes) else value
            for name, value in {"clientDataJSON": client, **response}.items()
        }
        number = bytes_to_base64url(self.number)
        return json.dumps({"id": number, "rawId": number, "type": "public-key", "response": written})
