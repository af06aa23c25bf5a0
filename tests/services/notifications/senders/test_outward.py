"""Outward connections: only to the public network, to the checked address, and not for long."""

import socket
from ipaddress import ip_address
from threading import Event

import pytest

from services.notifications.refusals import NotificationRefused
from services.notifications.senders import Failed, outward
from services.notifications.senders.outward import Outward, is_public
from tests.receivers import free_port, receiving, silence, way

PUBLIC = ("93.184.216.34", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101")
INNER = (
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",  # noqa: S104 -- nothing listens there
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:7f00:1::1",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
)


@pytest.mark.parametrize("address", PUBLIC)
def test_the_public_network_is_reached(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize("address", INNER)
def test_no_other_network_is(address):
    assert not is_public(ip_address(address))
    with pytest.raises(NotificationRefused, match="inner"):
        Outward(resolve=lambda host, port: [ip_address(address)]).check("https://receiver.example/")


def test_a_name_with_one_inner_address_among_others_is_refused():
    both = [ip_address(PUBLIC[0]), ip_address("10.0.0.1")]
    with pytest.raises(NotificationRefused, match="inner"):
        Outward(resolve=lambda host, port: both).check("https://receiver.example/")


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://localhost/",
        "https://LOCALHOST./",
    ],
)
def test_loopback_is_refused_however_it_is_written(url):
    with pytest.raises(NotificationRefused, match=r"inner|unknown"):
        Outward().check(url)
    with pytest.raises(Failed):
        Outward(seconds=5).post(url, b"", {})


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://receiver.example/", "not_https"),
        ("ftp://receiver.example/", "malformed"),
        ("file:///etc/passwd", "malformed"),
        ("gopher://receiver.example/", "malformed"),
        ("//receiver.example/", "malformed"),
        ("receiver.example", "malformed"),
        ("https://", "malformed"),
        ("https:///path", "malformed"),
        ("https://user:password@receiver.example/", "malformed"),
        ("https://receiver.example@10.0.0.1/", "malformed"),
        ("https://receiver.example:port/", "malformed"),
        ("https://receiver.example:99999/", "malformed"),
        ("https://[::1/", "malformed"),
        ("https://receiver.example/a b", "malformed"),
        ("https://receiver.example/\r\nX: y", "malformed"),
        ("https://receiver.example/\0", "malformed"),
        ("https://receiver.example/" + "a" * 1000, "malformed"),
        ("", "malformed"),
    ],
)
def test_an_unsuitable_address_is_refused_and_never_used(url, reason):
    public = Outward(resolve=lambda host, port: [ip_address(PUBLIC[0])], seconds=5)
    with pytest.raises(NotificationRefused, match=reason):
        public.check(url)
    with pytest.raises(Failed):
        public.post(url, b"", {})


def test_a_host_name_without_address_is_unknown():
    with pytest.raises(NotificationRefused, match="unknown"):
        Outward().check("https://no-such-name.invalid/")
    with pytest.raises(NotificationRefused, match="unknown"):
        Outward().check(f"https://{'a' * 70}.example/")
    with pytest.raises(NotificationRefused, match="unknown"):
        Outward(resolve=lambda host, port: []).check("https://receiver.example/")


def test_a_request_arrives_with_its_host_name(receiver):
    server, url = receiver
    named = url.replace("127.0.0.1", "receiver.example")
    sent = way({"receiver.example": ["127.0.0.1"]}).post(named, b"body", {"X-One": "1"})
    assert sent == 200
    ((path, headers, body),) = server.got
    assert (path, body, headers["X-One"]) == ("/hook", b"body", "1")
    assert headers["Host"].startswith("receiver.example:")


def test_the_address_is_looked_up_once_and_the_connection_goes_there(receiver, monkeypatch):
    _, url = receiver
    asked = []

    def resolve(host, port):
        asked.append(host)
        return [ip_address("127.0.0.1")]

    named = url.replace("127.0.0.1", "receiver.example")
    monkeypatch.setattr(socket, "getaddrinfo", without_names(socket.getaddrinfo))
    assert Outward(way().networks, allows_http=True, resolve=resolve).post(named, b"", {}) == 200
    assert asked == ["receiver.example"]


def without_names(getaddrinfo):
    """Resolve no host names, only addresses."""

    def numbers_only(host, *arguments, **options):
        ip_address(host)
        return getaddrinfo(host, *arguments, **options)

    return numbers_only


def test_a_name_that_leads_elsewhere_after_it_was_checked_leads_nowhere(receiver):
    server, url = receiver
    answers = iter(([ip_address(PUBLIC[0])], [ip_address("127.0.0.1")]))
    rebound = Outward(allows_http=True, resolve=lambda host, port: next(answers))
    named = url.replace("127.0.0.1", "rebound.example")
    rebound.check(named)
    with pytest.raises(Failed) as failed:
        rebound.post(named, b"", {})
    assert (failed.value.problem, failed.value.temporary) == ("refused", True)
    assert server.got == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(receiver, status):
    server, url = receiver
    with receiving() as (inner, elsewhere):
        server.status, server.headers = status, {"Location": elsewhere}
        assert way().post(url, b"", {}) == status
        assert inner.got == []


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
def test_a_proxy_of_the_environment_is_not_used(receiver, monkeypatch, name):
    _, url = receiver
    with receiving() as (proxy, address):
        monkeypatch.setenv(name, address)
        assert way().post(url, b"", {}) == 200
        assert proxy.got == []


def test_a_receiver_that_dribbles_is_cut_off(receiver):
    server, url = receiver
    server.dribbles = True
    with pytest.raises(Failed, match="unreachable"):
        way(seconds=0.3).post(url, b"", {})
    assert len(server.got) == 1


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_receiver_that_says_nothing_is_cut_off(scheme):
    with silence() as port, pytest.raises(Failed, match="unreachable"):
        way(seconds=0.3).post(f"{scheme}://127.0.0.1:{port}/", b"", {})


def test_a_receiver_that_does_not_speak_tls_is_unreachable(receiver):
    _, url = receiver
    with pytest.raises(Failed, match="unreachable"):
        way().post(url.replace("http:", "https:"), b"", {})


def test_a_port_on_which_nobody_listens_is_unreachable():
    with pytest.raises(Failed, match="unreachable"):
        way().post(f"http://127.0.0.1:{free_port()}/", b"", {})


def test_another_address_of_the_same_name_is_tried(receiver):
    _, url = receiver
    names = {"receiver.example": ["127.0.0.9", "127.0.0.1"]}
    assert way(names).post(url.replace("127.0.0.1", "receiver.example"), b"", {}) == 200


def test_no_number_of_addresses_takes_longer_than_the_time_for_all(monkeypatch):
    tried = []

    def too_slow(address, timeout):
        tried.append(timeout)
        passed.append(timeout)
        raise TimeoutError

    passed = [0.0]
    monkeypatch.setattr(outward.time, "monotonic", lambda: sum(passed))
    monkeypatch.setattr(socket, "create_connection", too_slow)
    names = {"receiver.example": [f"127.0.0.{number}" for number in range(1, 50)]}
    with pytest.raises(Failed, match="unreachable"):
        way(names, seconds=7).post("http://receiver.example/", b"", {})
    assert tried == [7]


def test_only_the_beginning_of_a_long_answer_is_read(receiver):
    server, url = receiver
    is_cut = Event()

    def at_length(handler):
        try:
            handler.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n" + b"x" * (1 << 25))
        except OSError:
            is_cut.set()

    server.answer = at_length
    assert way().post(url, b"", {}) == 200
    assert is_cut.wait(30)


def test_the_administrator_may_allow_networks():
    assert way().check("http://127.0.0.1:8000/x") == "http://127.0.0.1:8000/x"
    with pytest.raises(NotificationRefused, match="inner"):
        way().check("http://10.0.0.1/")
