"""The one hash of seals and lots."""

import hashlib


def digest(text: str) -> str:
    """Hash the UTF-8 text by SHA-256, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
