"""Limits on streams: in all, and for each address."""

import resource

import pytest

from web.core.configuration import configuration
from web.core.streams import NoRoom, Streams, TooMany


def test_streams_are_limited_in_total_and_per_holder():
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
    ("files", "settings", "most"),
    [
        (65536, {}, (4000, 100)),
        (1024, {}, (256, 100)),
        (65536, {"WEB_STREAMS": 1}, (1, 1)),
        (65536, {"WEB_STREAMS": 0}, (0, 0)),
        (65536, {"WEB_STREAMS_OF_ADDRESS": 3}, (4000, 3)),
    ],
)
def test_a_process_has_room_by_its_files_and_one_address_half_or_a_hundred(
    tmp_path, monkeypatch, files, settings, most
):
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    heard = configuration({"INSTANCE": tmp_path, "SECRET_KEY": "s", **settings})
    assert (heard["WEB_STREAMS"], heard["WEB_STREAMS_OF_ADDRESS"]) == most
