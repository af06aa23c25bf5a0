"""What stands for a device or an address: a keyed hash, from which neither can be told.

The key is derived from the site's secret, so that a copy of the database alone tells nothing.
"""

import hmac
import re
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from secrets import token_urlsafe
from typing import Literal

Kind = Literal["device", "address"]
_DEVICE = re.compile(r"[A-Za-z0-9_-]{22}")
IPV6_BITS = 64
"""The part of an IPv6 address that is one household's or one firm's."""


def new_device() -> str:
    """Return the mark of a device that has none."""
    return token_urlsafe(16)


def is_device(text: str) -> bool:
    """Tell whether a text can be the mark of a device."""
    return bool(_DEVICE.fullmatch(text))


def network_of(address: str) -> str | None:
    """Return an address as it is compared: IPv4 whole, of IPv6 the network; None for what is none."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((found, IPV6_BITS), strict=False))


def digest(secret_key: str, kind: Kind, text: str) -> str:
    """Hash a device or a network under the site's key."""
    key = hmac.digest(secret_key.encode(), b"sightings", sha256)
    return hmac.new(key, f"{kind}\0{text}".encode(), sha256).hexdigest()
