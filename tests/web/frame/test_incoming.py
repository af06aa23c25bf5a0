"""A request as it comes in, in whatever pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.frame import incoming
from web.frame.incoming import Incoming
from web.frame.sizes import MOST_DRAINED, MOST_HEAD, MOST_SENT

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: a\r\ncontent-length:  5 \r\n\r\nabcde"


def come(*pieces):
    request = Incoming()
    for piece in pieces:
        assert not request.is_whole
        request.add(piece)
    return request


@pytest.mark.parametrize("whole", [GET, POST, GET + b"GET /next", POST + GET])
def test_a_request_is_whole_with_its_last_byte_and_what_comes_behind_it_is_kept(whole):
    request = come(whole)
    assert request.is_whole
    assert request.take() == whole


@given(st.sampled_from([GET, POST]), st.lists(st.integers(1, 60), max_size=8))
def test_the_pieces_do_not_matter(whole, cuts):
    cuts = sorted({cut for cut in cuts if cut < len(whole)})
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    request = come(*pieces)
    assert request.is_whole
    assert request.take() == whole


@pytest.mark.parametrize("whole", [GET, POST])
def test_nothing_less_is_whole(whole):
    for length in range(1, len(whole)):
        assert not come(whole[:length]).is_whole


def test_a_body_that_is_refused_is_waited_for_and_forgotten_and_ends_the_connection():
    head = b"POST / HTTP/1.1\r\nConnection: keep-alive\r\nContent-Length: %d\r\n\r\n" % (MOST_SENT + 10)
    request = come(head, b"x" * MOST_SENT)
    assert len(request.data) == len(head)
    request.add(b"x" * 10)
    assert request.is_whole
    assert request.take().split(b"\r\n")[:3] == [
        b"POST / HTTP/1.1",
        b"Connection: close",
        b"Content-Length: %d" % (MOST_SENT + 10),
    ]


def test_no_body_is_waited_for_without_end(monkeypatch):
    monkeypatch.setattr(incoming, "MOST_DRAINED", 1000)
    request = come(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (MOST_DRAINED * 10))
    request.add(b"x" * 999)
    assert not request.is_whole
    request.add(b"x")
    assert request.is_whole


def test_headers_without_end_are_handed_on_as_they_are_to_be_refused():
    request = come(b"GET / HTTP/1.1\r\n", b"x" * MOST_HEAD)
    assert request.is_whole
    assert request.take() == b"GET / HTTP/1.1\r\n" + b"x" * MOST_HEAD


@pytest.mark.parametrize("length", [b"-1", b"5x", b"", b"\xb2", b"9" * 5000])
def test_a_length_that_is_none_is_left_to_be_refused(length):
    assert come(b"POST / HTTP/1.1\r\nContent-Length: " + length + b"\r\n\r\n").is_whole


def test_who_waits_to_be_told_to_go_on_is_told_once():
    head = b"POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"
    request = come(head)
    assert request.is_awaiting
    request.add(b"ab")
    assert request.take() == b"POST / HTTP/1.1\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab"


def test_a_request_that_does_not_say_how_long_it_is_is_known_as_such():
    assert come(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n").is_unbounded
