"""Lines of play in links: written and read again the same, and damaged ones refused whatever is in them."""

import base64
import zlib
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import EDITIONS, STANDARD, parse_or_keep
from services.what_if.links import (
    LONGEST_ORDER,
    LONGEST_TEXT,
    MOST_ORDERS,
    MOST_STEPS,
    Damaged,
    TooLong,
    merged,
    read_link,
    without_defaults,
    write_link,
)
from tests.services.what_if.playing import before_all, played_at_random

ORDERS = st.one_of(
    st.sampled_from(
        ["A PAR - BUR", "F STP/NC B", "F NTH C A LON - BEL", "A MAR S A PAR - BUR", "A LON - BEL VIA"]
    ),
    st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=LONGEST_ORDER),
)
PLAYS = st.lists(st.lists(ORDERS.map(parse_or_keep), max_size=6).map(tuple), max_size=MOST_STEPS).map(tuple)


def packed(text, version="1"):
    """Return a link's text for any content."""
    packer = zlib.compressobj(9, wbits=-15)
    body = packer.compress(text.encode()) + packer.flush()
    return version + base64.urlsafe_b64encode(body).decode().rstrip("=")


@given(PLAYS)
def test_what_is_written_is_read_again_the_same(play):
    assert read_link(write_link(play)) == play


@given(st.integers(0, 2**40))
def test_years_of_play_fit_into_a_link(seed):
    play = played_at_random(before_all(), Random(seed), MOST_STEPS)  # noqa: S311 -- the same again for a seed
    short = write_link(play)
    assert [list(orders) for orders in read_link(short)] == play
    assert len(short) < LONGEST_TEXT
    assert set(short) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_line_without_phases_is_no_text_and_one_of_a_phase_without_orders_is():
    assert (write_link(()), read_link("")) == ("", ())
    assert read_link(write_link([[]])) == ((),)


@given(st.text(max_size=80))
def test_any_text_is_a_line_of_play_or_damaged(text):
    for short in (text, "1" + text):
        try:
            play = read_link(short)
        except Damaged:
            continue
        assert read_link(write_link(play)) == play


@given(PLAYS.filter(len), st.data())
def test_a_link_that_lost_its_end_is_damaged(play, data):
    short = write_link(play)
    cut = data.draw(st.integers(1, len(short) - 1))
    with suppress(Damaged):
        assert read_link(short[:cut]) == play  # only padding was lost


@pytest.mark.parametrize(
    "short",
    [
        "1",
        "2AwA",
        packed("A PAR - BUR", "0"),
        packed("A PAR - BUR") + "!",
        packed("A PAR - BUR") + "AAAA",
        packed("A PAR - BUR,,A MAR H"),
        packed("A PAR\x00"),
        packed("A" * (LONGEST_ORDER + 1)),
        packed("\n" * MOST_STEPS),
        packed(",".join(["A PAR H"] * (MOST_ORDERS + 1))),
        packed("A" * 100_000_000)[:LONGEST_TEXT],
        packed("A" * 2_000_000),
        "1" * (LONGEST_TEXT + 1),
        "1" + base64.urlsafe_b64encode(zlib.compress(b"A PAR H")).decode(),
        "1é",
    ],
)
def test_what_is_no_line_of_play_is_damaged(short):
    with pytest.raises(Damaged):
        read_link(short)


def test_a_line_that_no_link_can_hold_is_too_long():
    chance = Random(1)  # noqa: S311 -- the same every time
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    dense = [["".join(chance.choices(letters, k=40)) for _ in range(MOST_ORDERS)] for _ in range(MOST_STEPS)]
    for play in (dense, [[]] * (MOST_STEPS + 1), [["A PAR H"] * (MOST_ORDERS + 1)]):
        with pytest.raises(TooLong):
            write_link(play)


def orders(*texts):
    return list(map(parse_or_keep, texts))


def test_holds_are_left_out_unless_they_say_something():
    given_orders = orders("A PAR H", "A MUN - BUR", "WAIVE", "a, b\nc", "")
    assert list(map(str, without_defaults(given_orders, STANDARD))) == ["A MUN - BUR", "a b c"]
    assert list(map(str, without_defaults(given_orders, EDITIONS["anjou"]))) == [
        "A PAR H",
        "A MUN - BUR",
        "a b c",
    ]


def test_what_is_no_order_is_cut_short_so_that_a_link_can_hold_it():
    (order,) = without_defaults(orders("x, " * 100), STANDARD)
    assert len(str(order)) <= LONGEST_ORDER
    assert read_link(write_link([[order]])) == ((order,),)


def test_what_is_typed_counts_before_what_is_chosen_for_the_same_unit():
    chosen, typed = orders("A PAR - BUR", "A MAR H"), orders("A PAR - PIC")
    assert merged(chosen, typed) == orders("A PAR - PIC", "A MAR H")
