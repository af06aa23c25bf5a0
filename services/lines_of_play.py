"""A line of play as a short text for a link, and back."""

import base64
import binascii
import zlib
from collections.abc import Iterable, Sequence

from adjudicator import Edition, Hold, Waive, parse_or_keep

Play = Sequence[Sequence[str]]
"""For each phase the orders of all sides, in the canonical notation."""

MOST_STEPS, MOST_ORDERS = 12, 40
LONGEST_ORDER = 40
LONGEST_TEXT = 3500
"""A server may refuse an address of more than 4,000 characters."""
LARGEST = MOST_STEPS * MOST_ORDERS * (LONGEST_ORDER + 1)
VERSION = "1"
ORDERS_APART, PHASES_APART = ",", "\n"


class TooLong(ValueError):
    """More phases, or more orders, than a line of play may have."""


class Damaged(ValueError):
    """A text that is no line of play."""


def within_limits(play: Play) -> None:
    """Raise TooLong for more phases or orders than can be tried."""
    if len(play) > MOST_STEPS or any(len(orders) > MOST_ORDERS for orders in play):
        raise TooLong


def in_place_of(chosen: Iterable[str], typed: Iterable[str]) -> list[str]:
    """All orders, but of a unit that is ordered twice those that were typed."""
    both = list(typed)
    ordered = {place for text in both if (place := _place(text))}
    return [*both, *(text for text in chosen if _place(text) not in ordered)]


def _place(text: str) -> str | None:
    order = parse_or_keep(text)
    return None if isinstance(order, Waive) or order.unit is None else order.unit.province


def worth_keeping(texts: Iterable[str], edition: Edition) -> list[str]:
    """The orders of a phase without those that say what happens anyway; what is no order is kept, cut short.

    A unit that is told to hold does so without order too, unless the edition finds it another one.
    """
    kept = []
    for text in texts:
        order = parse_or_keep(text)
        holds = isinstance(order, Hold) and edition.missing_order == "hold"
        if not holds and not isinstance(order, Waive):
            kept.append(_cleaned(text))
    return [text for text in kept if text]


def _cleaned(text: str) -> str:
    plain = "".join(sign if sign.isprintable() and sign != ORDERS_APART else " " for sign in text)
    return " ".join(plain.split())[:LONGEST_ORDER].strip()


def written(play: Play) -> str:
    """The text of a line of play, empty for one without phases; raises TooLong."""
    within_limits(play)
    if not play:
        return ""
    text = PHASES_APART.join(ORDERS_APART.join(orders) for orders in play)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    short = VERSION + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    if len(short) > LONGEST_TEXT:
        raise TooLong
    return short


def read(short: str) -> Play:
    """The line of play that a text holds; raises Damaged."""
    if not short:
        return ()
    if short[0] != VERSION or len(short) > LONGEST_TEXT:
        raise Damaged
    phases = _unpacked(short[1:]).split(PHASES_APART)
    play = tuple(tuple(phase.split(ORDERS_APART)) if phase else () for phase in phases)
    try:
        within_limits(play)
    except TooLong as error:
        raise Damaged from error
    if not all(_is_order(text) for orders in play for text in orders):
        raise Damaged
    return play


def _unpacked(body: str) -> str:
    """The text within, never more of it than a line of play can be."""
    try:
        packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        plain = unpacker.decompress(packed, LARGEST)
        if not unpacker.eof or unpacker.unused_data:
            raise Damaged
        return plain.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise Damaged from error


def _is_order(text: str) -> bool:
    return 0 < len(text) <= LONGEST_ORDER and text.isprintable()
