"""Certificates of internal servers: valid only for their own name, for clients that know the authority."""

import socket
import ssl
from contextlib import closing, suppress
from threading import Thread

import pytest

from tools.certificates import main


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    main(folder, ["postgres", "redis"])
    return folder


def shake_hands(folder, server, name):
    """Connect to a server with its certificate, by a name."""
    shown, asking = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context()
    shown.load_cert_chain(folder / server / "server.pem", folder / server / "server.key")
    asking.load_verify_locations(folder / "public" / "ca.pem")
    asking.verify_flags |= ssl.VERIFY_X509_STRICT
    here, there = socket.socketpair()

    def answer():
        with closing(there), suppress(OSError):
            shown.wrap_socket(there, server_side=True).close()

    thread = Thread(target=answer)
    thread.start()
    try:
        with asking.wrap_socket(here, server_hostname=name) as line:
            return line.version()
    finally:
        here.close()
        thread.join()


@pytest.mark.parametrize("server", ["postgres", "redis"])
def test_each_server_is_known_by_its_own_name_alone(made, server):
    assert shake_hands(made, server, server) == "TLSv1.3"
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shake_hands(made, server, "web")


def test_a_key_is_its_server_s_alone_and_what_exists_is_kept(made):
    keys = list(made.glob("*/server.key"))
    assert [oct(key.stat().st_mode)[-3:] for key in keys] == ["600", "600"]
    before = {path: path.read_bytes() for path in made.rglob("*.*")}
    main(made, ["postgres", "redis"])
    assert {path: path.read_bytes() for path in made.rglob("*.*")} == before
    assert len(before) == 5
