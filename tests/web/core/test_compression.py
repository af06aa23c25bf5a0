"""Compression of what does not change; none of what may hold a secret."""

import zlib

import brotli
import pytest

from web.core.headers import COMPRESSED

UNPACKED = {"br": brotli.decompress, "deflate": zlib.decompress}


@pytest.mark.parametrize("way", UNPACKED)
@pytest.mark.parametrize("file", ["css/board.css", "js/board/main.js", "board/standard.svg"])
def test_static_files_are_compressed_for_clients_that_accept_it(visit, file, way):
    plain = visit().get(f"/static/{file}")
    packed = visit(**{"Accept-Encoding": way}).get(f"/static/{file}")
    assert packed.headers.get("Content-Encoding") == way
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert UNPACKED[way](packed.data) == plain.data
    assert len(packed.data) < len(plain.data)


def test_a_page_is_as_long_as_what_stands_in_it(visit):
    """Its compressed length would tell more to anybody who can put words into it."""
    page = visit(**{"Accept-Encoding": "gzip, br"}).get("/")
    assert "Content-Encoding" not in page.headers
    assert not {"text/html", "application/json"} & set(COMPRESSED)
