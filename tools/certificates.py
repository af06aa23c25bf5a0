"""Make certificates for internal servers: `python -m tools.certificates FOLDER NAME...`.

Clients need FOLDER/public/ca.pem, the certificate of the authority; each server needs its FOLDER/NAME/. The
key of the authority is not stored. If ca.pem exists, nothing is made: delete it to make all anew.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

VALID = timedelta(days=3650)
SIGNS = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=False,
    encipher_only=False,
    decipher_only=False,
)


def named(name: str) -> x509.Name:
    """Write a common name."""
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])


def certificate(name: str, key: ec.EllipticCurvePrivateKey, issuer: str) -> x509.CertificateBuilder:
    """Return a certificate builder for a key."""
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(named(name))
        .issuer_name(named(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + VALID)
        .add_extension(x509.BasicConstraints(ca=name == issuer, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def main(folder: Path, names: list[str]) -> None:
    """Make all certificates, unless the authority exists."""
    ca = folder / "public" / "ca.pem"
    if ca.exists():
        return
    authority, of_authority = "duels: inside", ec.generate_private_key(ec.SECP256R1())
    for name in names:
        key, place = ec.generate_private_key(ec.SECP256R1()), folder / name
        place.mkdir(parents=True, exist_ok=True)
        vouched_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(of_authority.public_key())
        signed = (
            certificate(name, key, authority)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .add_extension(vouched_by, critical=False)
            .sign(of_authority, SHA256())
        )
        (place / "server.pem").write_bytes(signed.public_bytes(Encoding.PEM))
        (place / "server.key").touch(0o600)
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        (place / "server.key").write_bytes(private)
    ca.parent.mkdir(parents=True, exist_ok=True)
    of_itself = certificate(authority, of_authority, authority).add_extension(SIGNS, critical=True)
    ca.write_bytes(of_itself.sign(of_authority, SHA256()).public_bytes(Encoding.PEM))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
