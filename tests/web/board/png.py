"""PNG read by hand: width, height and the colour of each pixel."""

import struct
import zlib
from itertools import pairwise

HEADER = 8


def chunks(data):
    """List (kind, content) of a file."""
    assert data[:HEADER] == b"\x89PNG\r\n\x1a\n"
    at = HEADER
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += length + 12


def size(data):
    """Return the width and the height."""
    return struct.unpack(">II", dict(chunks(data))[b"IHDR"][:8])


def pixels(data):
    """Return the rows of a picture of eight bits in four channels, each a list of colours."""
    width, height = size(data)
    assert dict(chunks(data))[b"IHDR"][8:] == bytes([8, 6, 0, 0, 0])
    raw = zlib.decompress(b"".join(content for kind, content in chunks(data) if kind == b"IDAT"))
    step = width * 4 + 1
    above, rows = bytearray(step - 1), []
    for at in range(0, height * step, step):
        above = unfiltered(raw[at], bytearray(raw[at + 1 : at + step]), above)
        rows.append([f"#{above[x : x + 3].hex()}" for x in range(0, step - 1, 4)])
    return rows


def unfiltered(kind, row, above):
    """Undo what makes a row pack better (PNG, 9.2)."""
    for at in range(len(row)):
        left = row[at - 4] if at >= 4 else 0
        corner = above[at - 4] if at >= 4 else 0
        row[at] = (
            (row[at] + (0, left, above[at], (left + above[at]) // 2)[kind] & 255)
            if kind < 4
            else (row[at] + nearest(left, above[at], corner) & 255)
        )
    return row


def nearest(left, above, corner):
    """Paeth's guess."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda other: abs(guess - other))


def edges(rows):
    """Count how often the colour changes from one pixel to the next: nothing is drawn without edges."""
    return sum(one != other for row in rows for one, other in pairwise(row))
