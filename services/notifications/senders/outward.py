"""Requests to addresses from members: never into our own network, and never for long.

The resolved address is checked when the connection is opened, and the connection goes to that very address,
even if the name server answers otherwise a moment later.
"""

import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError

from services.notifications.refusals import NotificationRefusal, NotificationRefused
from services.notifications.senders import Failed

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
Resolve = Callable[[str, int], Sequence[Address]]

SECONDS = 10.0
"""The time for a whole request, from connecting to the end of the answer."""
MOST_READ = 4096
"""Bytes of an answer that are read."""
LONGEST = 1000
"""Characters of an address."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Where gateways map IPv4 addresses for networks without IPv4 (RFC 6052)."""
ALLOCATED = IPv6Network("2000::/3")
TUNNELS = (IPv6Network("2001::/32"), IPv6Network("2002::/16"))
"""Teredo and 6to4 addresses contain the IPv4 address that they lead to."""


def resolve(host: str, port: int) -> Sequence[Address]:
    """Look a name up; raises NotificationRefused."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotificationRefused(NotificationRefusal.UNKNOWN_HOST) from error
    return [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]


def is_public(address: Address) -> bool:
    """Tell whether an address is on the public network."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped
        if inner is None and address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address not in ALLOCATED or any(address in tunnel for tunnel in TUNNELS):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


@dataclass(frozen=True)
class Outward:
    """Sends requests to addresses that members gave.

    networks: networks that the administrator allows although they are not public. allows_http: requests may
    be unencrypted. resolve: looks names up.
    """

    networks: Sequence[Network] = ()
    allows_http: bool = False
    resolve: Resolve = resolve
    seconds: float = SECONDS

    def check(self, url: str) -> str:
        """Check an address now, name and all, and return it; raises NotificationRefused."""
        host, port = self._parse(url)
        self.addresses(host, port)
        return url

    def _parse(self, url: str) -> tuple[str, int]:
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError as error:
            raise NotificationRefused(NotificationRefusal.MALFORMED) from error
        schemes = {"https": 443, **({"http": 80} if self.allows_http else {})}
        if parts.scheme not in schemes:
            is_plain = parts.scheme == "http"
            code = NotificationRefusal.NOT_HTTPS if is_plain else NotificationRefusal.MALFORMED
            raise NotificationRefused(code)
        if not host or "@" in parts.netloc or len(url) > LONGEST or not url.isprintable() or " " in url:
            raise NotificationRefused(NotificationRefusal.MALFORMED)
        return host, port or schemes[parts.scheme]

    def addresses(self, host: str, port: int) -> Sequence[Address]:
        """Resolve a name; raises NotificationRefused if any of its addresses is not allowed."""
        found = self.resolve(host, port)
        if not found:
            raise NotificationRefused(NotificationRefusal.UNKNOWN_HOST)
        if not all(self._may_reach(address) for address in found):
            raise NotificationRefused(NotificationRefusal.INNER)
        return found

    def _may_reach(self, address: Address) -> bool:
        return is_public(address) or any(address in network for network in self.networks)

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send a request and return the status of the answer; raises Failed."""
        call = Call(self)
        watch = Timer(self.seconds, call.cut)
        watch.daemon = True
        watch.start()
        try:
            self._parse(url)
            return call.post(url, body, headers)
        except NotificationRefused as refused:
            is_unknown = refused.code is NotificationRefusal.UNKNOWN_HOST
            raise Failed("unreachable" if is_unknown else "refused") from refused
        except (requests.RequestException, OSError, ValueError) as error:
            raise Failed("unreachable") from error
        finally:
            watch.cancel()
            call.cut()


class Call:
    """One request, with the sockets that it has opened."""

    def __init__(self, way: Outward) -> None:
        self._way = way
        self._until = time.monotonic() + way.seconds
        self._sockets: list[socket.socket] = []
        self._is_cut = False

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send a request without redirects or proxies, read a little of the answer, and return its status."""
        with requests.Session() as session:
            session.trust_env = False
            for scheme in ("https://", "http://"):
                session.mount(scheme, Adapter(self))
            with session.post(
                url,
                data=body,
                headers=dict(headers),
                timeout=self._way.seconds,
                allow_redirects=False,
                stream=True,
            ) as answer:
                if self._is_cut:
                    raise TimeoutError
                # The status is enough, even if reading the rest fails.
                with suppress(HTTPError, OSError):
                    answer.raw.read(MOST_READ, decode_content=False)
                return answer.status_code

    def connect(self, host: str, port: int) -> socket.socket:
        """Connect to one of the addresses of a name, all of which are checked."""
        problem: OSError = TimeoutError()
        for address in self._way.addresses(host.strip("[]"), port):
            left = self._until - time.monotonic()
            if left <= 0:
                break
            try:
                return self._noted(socket.create_connection((str(address), port), left))
            except OSError as error:
                problem = error
        raise problem

    def _noted(self, opened: socket.socket) -> socket.socket:
        # A second handle on the connection, which stays valid when TLS takes the first one over.
        self._sockets.append(opened.dup())
        if self._is_cut:
            opened.close()
            raise TimeoutError
        return opened

    def cut(self) -> None:
        """End the request at any stage."""
        self._is_cut = True
        while self._sockets:
            with suppress(OSError), self._sockets.pop() as handle:
                handle.shutdown(socket.SHUT_RDWR)


class Adapter(HTTPAdapter):
    """Lets `requests` open its connections by a call."""

    def __init__(self, call: Call) -> None:
        self._call = call
        super().__init__()

    def init_poolmanager(self, *args: Any, **options: Any) -> None:  # noqa: ANN401  # as the base class has them
        """Use connections that the call opens."""
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = pools(self._call)


def pools(call: Call) -> dict[str, type[HTTPConnectionPool]]:
    """Make the classes of pools whose connections a call opens."""

    class Plain(HTTPConnection):
        def _new_conn(self) -> socket.socket:
            return call.connect(self._dns_host, self.port or self.default_port)

    class Secure(HTTPSConnection):
        def _new_conn(self) -> socket.socket:
            return call.connect(self._dns_host, self.port or self.default_port)

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}
