"""Entries and draws written as JSON, and read back."""

import json

import pytest
from hypothesis import given

from adjudicator import PhaseKind, Unit, Unreadable, parse
from intimate.codec import read_draws, read_entry, read_stored_entry, write_draws, write_entry
from intimate.draws import NO_DRAWS, Draws
from intimate.entries import ENTRY_TYPES, HomesList, Orders, Sheet
from intimate.errors import EntryError
from intimate.players import Player
from tests.builders import POWERS
from tests.intimate.random_duels import DUELS

FIRST, SECOND = Player
ENTRIES = {
    "a list": (PhaseKind.HOMES, HomesList(tuple(reversed(POWERS)))),
    "a sheet": (PhaseKind.AUCTION, Sheet({"ITALY": 3, "RUSSIA": 10**6})),
    "an empty sheet": (PhaseKind.AUCTION, Sheet()),
    "orders": (
        PhaseKind.MOVEMENT,
        Orders({"AUSTRIA": (parse("A VIE - GAL"), parse("A BUD S A VIE - GAL")), "ITALY": ()}),
    ),
    "no orders": (PhaseKind.MOVEMENT, Orders()),
    "what cannot be read": (
        PhaseKind.MOVEMENT,
        Orders({"SPAIN": (Unreadable(""), Unreadable("A VIE vers GAL", Unit.parse("A VIE")))}),
    ),
    "retreats": (PhaseKind.RETREATS, Orders({"FRANCE": (parse("F POR R SPA/NC"), parse("A SER D"))})),
    "a winter": (
        PhaseKind.ADJUSTMENTS,
        Orders({"ITALY": (parse("F NAP B"), parse("WAIVE"), parse("WAIVE"))}),
    ),
}


def through_json(thing):
    return json.loads(json.dumps(thing))


@pytest.mark.parametrize("case", ENTRIES)
def test_an_entry_comes_back_as_it_was(case):
    kind, entry = ENTRIES[case]
    written = through_json(write_entry(entry))
    assert read_entry(written, kind) == read_stored_entry(written) == entry
    assert write_entry(read_stored_entry(written)) == written


@given(DUELS)
def test_all_entries_and_draws_of_random_duels_survive_storage(drawn):
    for chapter in drawn.chapters:
        for entry in chapter.entries.values():
            written = through_json(write_entry(entry))
            assert read_entry(written, chapter.kind) == read_stored_entry(written) == entry
        assert read_draws(through_json(write_draws(chapter.draws))) == chapter.draws


def test_each_kind_of_entry_is_written_under_its_own_key():
    """Formats §2"""
    assert write_entry(HomesList(tuple(POWERS))) == {"homes": POWERS}
    assert write_entry(Sheet({"ITALY": 3})) == {"bids": {"ITALY": 3}}
    assert write_entry(Orders({"ITALY": (parse("A ROM H"),)})) == {"orders": {"ITALY": ["A ROM H"]}}


def test_orders_keep_their_texts_though_they_cannot_be_read():
    """Formats §2: unreadable orders are part of the game, and of its record."""
    plain = {"orders": {"AUSTRIA": ["a vie - gal", "A VIE-GAL", "", "A VIE - GAL"], "SPAIN": ["\ud800"]}}
    assert write_entry(read_entry(plain, PhaseKind.MOVEMENT)) == plain


@pytest.mark.parametrize("kind", PhaseKind)
def test_the_phase_says_what_is_read_and_other_keys_are_ignored(kind):
    """Formats §2"""
    plain = {"homes": POWERS, "bids": {"ITALY": 1}, "orders": {"ITALY": ["A ROM H"]}, "salt": "s", "note": []}
    entry = read_entry(plain, kind)
    assert type(entry) is ENTRY_TYPES[kind]
    assert write_entry(entry).items() <= plain.items()


@pytest.mark.parametrize("plain", [{}, {"homes": None}, {"bids": {}}])
def test_a_choice_of_homes_without_a_list_is_no_entry(plain):
    """§2: a list is drawn at random instead."""
    assert read_entry(plain, PhaseKind.HOMES) is None


@pytest.mark.parametrize(
    ("kind", "empty"), [(kind, made()) for kind, made in ENTRY_TYPES.items() if made is not HomesList]
)
@pytest.mark.parametrize("plain", [{}, {"bids": None, "orders": None}, {"homes": POWERS}])
def test_a_sheet_and_orders_may_be_left_out(kind, empty, plain):
    """Formats §2: a player without an entry bids nothing and orders nothing."""
    assert read_entry(plain, kind) == empty


def test_bids_of_zero_are_no_bids():
    """§4"""
    assert read_entry({"bids": {"ITALY": 0, "SPAIN": 0, "RUSSIA": 2}}, PhaseKind.AUCTION) == Sheet(
        {"RUSSIA": 2}
    )


@pytest.mark.parametrize(
    ("kind", "plain", "code", "field"),
    [
        (PhaseKind.HOMES, {"homes": POWERS[:6]}, "not_a_permutation", "homes"),
        (PhaseKind.AUCTION, {"bids": [3]}, "sheet_shape", "bids"),
        (PhaseKind.AUCTION, {"bids": {"ITALY": 10**6 + 1}}, "bid_not_whole", "bids.ITALY"),
        (PhaseKind.MOVEMENT, {"orders": ["A VIE H"]}, "orders_shape", "orders"),
        (PhaseKind.RETREATS, {"orders": {"AUSTRIA": "A VIE H"}}, "orders_shape", "orders.AUSTRIA"),
        (PhaseKind.ADJUSTMENTS, {"orders": {"AUSTRIA": [7]}}, "orders_shape", "orders.AUSTRIA"),
    ],
)
def test_an_invalid_entry_is_refused_and_its_field_named(kind, plain, code, field):
    """Formats §2"""
    with pytest.raises(EntryError) as refused:
        read_entry(plain, kind)
    assert (refused.value.code, refused.value.field) == (code, field)


LOTS = {
    "none": NO_DRAWS,
    "a list": Draws({SECOND: tuple(POWERS)}),
    "both lists": Draws({FIRST: tuple(POWERS), SECOND: tuple(reversed(POWERS))}),
    "the winner": Draws(homes_winner=SECOND),
    "all": Draws(dict.fromkeys(Player, tuple(POWERS)), FIRST),
}


@pytest.mark.parametrize("case", LOTS)
def test_draws_are_read_back_unchanged(case):
    assert read_draws(through_json(write_draws(LOTS[case]))) == LOTS[case]


def test_draws_are_written_in_the_format_of_records():
    """Formats §2: draws that were not made are left out."""
    assert write_draws(NO_DRAWS) == {}
    assert write_draws(LOTS["a list"]) == {"homes_list": {"second": POWERS}}
    assert write_draws(LOTS["the winner"]) == {"homes_winner": "second"}


@pytest.mark.parametrize(
    "plain",
    [
        {"homes_winner": "third"},
        {"homes_winner": ["first"]},
        {"homes_list": POWERS},
        {"homes_list": {"first": POWERS[:6], "second": None, "third": POWERS}},
        {"coin": 7},
    ],
)
def test_invalid_draws_are_ignored(plain):
    """Formats §2: they are missed only when they are needed."""
    assert read_draws(plain) == NO_DRAWS
