"""Room for streams: so many in all, and so many of each."""

import pytest

from web.frame.configuration import configuration
from web.frame.streams import NoRoom, Streams, TooMany


def test_there_is_room_for_so_many_in_all_and_of_each():
    streams = Streams(3, 2)
    for _ in range(2):
        streams.take("anna")
    with pytest.raises(TooMany):
        streams.take("anna")
    streams.take("boris")
    with pytest.raises(NoRoom) as refused:
        streams.take("clara")
    assert refused.type is NoRoom
    streams.give_back("anna")
    streams.take("clara")


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        ({}, (8, 4)),
        ({"WEB_THREADS": 120}, (40, 8)),
        ({"WEB_STREAMS": 1}, (1, 1)),
        ({"WEB_STREAMS": 0}, (0, 0)),
        ({"WEB_STREAMS_OF_ADDRESS": 3}, (8, 3)),
    ],
)
def test_one_address_has_half_of_the_room_and_no_more_than_eight(tmp_path, settings, most):
    heard = configuration({"INSTANCE": tmp_path, "SECRET_KEY": "s", **settings})
    assert (heard["WEB_STREAMS"], heard["WEB_STREAMS_OF_ADDRESS"]) == most
