"""A line of play as a short text for a link, and back."""

import base64
import binascii
import zlib
from collections.abc import Iterable, Sequence

from adjudicator import Edition, Hold, Order, Province, Unreadable, Waive, parse_or_keep

Given = Sequence[Order | Unreadable]
Play = Sequence[Given]
"""For each phase the orders of all sides."""

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


def check_limits(play: Play) -> None:
    """Raise TooLong for more phases or orders than can be tried."""
    if len(play) > MOST_STEPS or any(len(orders) > MOST_ORDERS for orders in play):
        raise TooLong


def merged(
    chosen: Iterable[Order | Unreadable], typed: Iterable[Order | Unreadable]
) -> list[Order | Unreadable]:
    """Join all orders, but of a unit that is ordered twice only those that were typed."""
    both = list(typed)
    ordered = {place for order in both if (place := _place(order))}
    return [*both, *(order for order in chosen if _place(order) not in ordered)]


def _place(order: Order | Unreadable) -> Province | None:
    return order.unit.province if order.unit else None


def without_defaults(orders: Iterable[Order | Unreadable], edition: Edition) -> list[Order | Unreadable]:
    """Leave out the orders that say what happens anyway; what is no order is cut short.

    A unit that is told to hold does so without order too, unless the edition finds it another one.
    """
    telling: list[Order | Unreadable] = []
    for order in orders:
        holds = isinstance(order, Hold) and edition.missing_order == "hold"
        if holds or isinstance(order, Waive):
            continue
        text = _cleaned(order.text) if isinstance(order, Unreadable) else None
        if text is None:
            telling.append(order)
        elif text:
            telling.append(parse_or_keep(text))
    return telling


def _cleaned(text: str) -> str:
    plain = "".join(sign if sign.isprintable() and sign != ORDERS_APART else " " for sign in text)
    return " ".join(plain.split())[:LONGEST_ORDER].strip()


def write_link(play: Play) -> str:
    """Write a line of play as text, empty for one without phases; raises TooLong."""
    check_limits(play)
    if not play:
        return ""
    text = PHASES_APART.join(ORDERS_APART.join(map(str, orders)) for orders in play)
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode("utf-8", "replace")) + packer.flush()
    short = VERSION + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    if len(short) > LONGEST_TEXT:
        raise TooLong
    return short


def read_link(short: str) -> Play:
    """Read the line of play that a text holds; raises Damaged."""
    if not short:
        return ()
    if short[0] != VERSION or len(short) > LONGEST_TEXT:
        raise Damaged
    phases = _unpacked(short[1:]).split(PHASES_APART)
    texts = [phase.split(ORDERS_APART) if phase else [] for phase in phases]
    if not all(_is_order(text) for phase in texts for text in phase):
        raise Damaged
    play = tuple(tuple(map(parse_or_keep, phase)) for phase in texts)
    try:
        check_limits(play)
    except TooLong as error:
        raise Damaged from error
    return play


def _unpacked(body: str) -> str:
    """Unpack the text, never more of it than a line of play can be."""
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
