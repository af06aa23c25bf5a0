"""Malformed records and entries: each is accepted, or refused with a reason."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intimate.errors import DrawMissing, DuelError, EntryError
from intimate.players import Player
from intimate.record import load, loads
from intimate.replay import replay
from intimate.sealing import faults
from tests.builders import POWERS, RANKS, chapter, duel_after, duel_at, lonely, record, sheets, start
from tests.intimate.commands import here
from tests.intimate.entering import check_plain, play_plain

SCRAPS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 30),
    st.integers(),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(
        [*POWERS, "first", "second", "A VIE H", "A VIE - GAL", "WAIVE", "F STP B", "S1901B", "HOMES", "VIE"]
    ),
)
WORDS = st.sampled_from(
    [
        *POWERS,
        "first",
        "second",
        "phase",
        "event",
        "player",
        "entries",
        "bids",
        "orders",
        "homes",
        "lots",
        "A BUD",
    ]
)
KEYS = WORDS | st.text(max_size=3)
JSON = st.recursive(
    SCRAPS, lambda inside: st.lists(inside, max_size=4) | st.dictionaries(KEYS, inside, max_size=4)
)
TABLES = st.dictionaries(KEYS, JSON, max_size=4)


def read(plain):
    """Do everything with a record that can be done with one."""
    loaded = load(plain)
    list(loaded.named_chapters())
    list(faults(plain, missing_too=True))
    return list(replay(loaded))


def refusal(act, *arguments):
    """Return the rules' error in an act, if any; every other exception fails the test."""
    try:
        act(*arguments)
    except DuelError as error:
        return error
    return None


def only_refused(plain):
    refused = refusal(read, plain)
    assert refused is None or str(refused)


@given(JSON)
def test_any_json_is_a_record_or_refused(plain):
    only_refused(plain)


@given(
    st.fixed_dictionaries(
        {"format": st.just("intimate-duel/1")},
        optional={
            "preset": SCRAPS | st.sampled_from(["beginner", "dueldip"]),
            "settings": TABLES | JSON,
            "edition": SCRAPS,
            "start": JSON,
            "chapters": st.lists(TABLES, max_size=3) | JSON,
        },
    )
)
def test_any_json_in_the_frame_of_a_record_is_taken_or_refused(plain):
    only_refused(plain)


def altered(thing, path, value):
    """Return a copy with the value at a path of indexes changed; indexes wrap around."""
    if not path or not isinstance(thing, dict | list) or not thing:
        return value
    keys = list(thing) if isinstance(thing, dict) else list(range(len(thing)))
    chosen = keys[path[0] % len(keys)]
    copy = dict(thing) if isinstance(thing, dict) else list(thing)
    copy[chosen] = altered(thing[chosen], path[1:], value)
    return copy


RETREATS = lonely("S1903R", dislodged={"AUSTRIA": {"A BOH": ["GAL", "TYR"]}}, control={"ITALY": "first"})
SOUND = [
    record(
        chapter(
            "HOMES",
            {player: {"homes": ranks} for player, ranks in RANKS.items()},
            lots={"homes_winner": "first"},
        ),
        sheets("S1901B", {"ITALY": 3, "RUSSIA": 4}, {"TURKEY": 2}),
        chapter(
            "S1901M",
            {
                "first": {
                    "orders": {"AUSTRIA": ["A VIE - GAL", "A BUD S A VIE - GAL"]},
                    "salt": "s",
                    "seal": "t",
                }
            },
        ),
        {"event": "draw_offered", "player": "first"},
        {"event": "draw_agreed", "player": "second"},
        loyalty=2,
        starting_credits=dict.fromkeys(POWERS, 12),
        income={"fixed": 3},
    ),
    record(chapter("S1903R", {"first": {"orders": {"AUSTRIA": ["A BOH R GAL"]}}}), begin=RETREATS),
]


@given(st.sampled_from(SOUND), st.lists(st.integers(0, 99), min_size=1, max_size=7), JSON)
def test_a_sound_record_with_one_thing_altered_is_taken_or_refused(plain, path, value):
    only_refused(altered(plain, path, value))


@pytest.mark.parametrize("plain", SOUND)
def test_the_records_that_are_altered_are_sound(plain):
    assert read(plain)


@given(st.text() | st.binary())
def test_any_text_is_a_record_or_refused(text):
    with pytest.raises(DuelError):
        loads(text)


@given(JSON)
def test_the_commands_answer_anything_without_a_traceback(plain):
    """Formats §3: a record without seals is faulty, if its chapters can be told apart."""
    altered = {**SOUND[1], "chapters": [*SOUND[1]["chapters"], plain]}
    broken = refusal(lambda: list(load(altered).named_chapters()))
    text = json.dumps(altered)
    assert here("replay", text).status == 2
    assert here("verify --all", text).status == (2 if broken else 1)


DUELS = {
    "HOMES": duel_after(record()),
    "auction": duel_at(start("S1902B")),
    "forbidden": duel_at(start("S1902B"), preset="beginner"),
    "movement": duel_at(start("S1902M", control={"ITALY": "first", "RUSSIA": "second"})),
    "retreats": duel_at(RETREATS),
    "winter": duel_at(lonely("W1902A", units={"AUSTRIA": ["A GAL"], "FRANCE": ["A PAR"]})),
}
ENTRIES = st.fixed_dictionaries(
    {},
    optional={
        "homes": st.permutations(POWERS) | st.lists(SCRAPS, max_size=7) | JSON,
        "bids": st.dictionaries(KEYS, st.integers(0, 9) | SCRAPS, max_size=4) | JSON,
        "orders": st.dictionaries(KEYS, st.lists(SCRAPS, max_size=3), max_size=4) | JSON,
    },
)


@pytest.mark.parametrize("kind", DUELS)
@given(first=ENTRIES | TABLES, second=ENTRIES, lots=TABLES)
def test_any_entry_is_taken_or_refused(kind, first, second, lots):
    """Formats §2: play() accepts every entry that check() accepts."""
    entries = dict(zip(Player, (first, second), strict=True))
    refused = [refusal(check_plain, DUELS[kind], player, entry) for player, entry in entries.items()]
    played = refusal(play_plain, DUELS[kind], entries, lots)
    assert all(isinstance(error, EntryError | None) for error in refused)
    if any(refused):
        assert isinstance(played, EntryError)
        assert (played.code, played.field) in {(error.code, error.field) for error in refused if error}
    else:
        assert played is None or (kind == "HOMES" and isinstance(played, DrawMissing))


LETTERS = st.text(st.sampled_from("AF VIEGALBOH/NSCRDWHX -S"), max_size=24)
TEXTS = LETTERS | st.sampled_from(
    ["A VIE - GAL", "A VIE", "A GAL D", "A BUD B", "F TRI B", "A BOH R GAL", "WAIVE"]
)


@pytest.mark.parametrize("kind", ["movement", "retreats", "winter"])
@given(orders=st.dictionaries(st.sampled_from([*POWERS, "SPAIN"]), st.lists(TEXTS, max_size=5), max_size=3))
def test_texts_of_orders_are_never_refused(kind, orders):
    """Formats §2: unreadable or impossible orders are void."""
    entry = {"orders": orders}
    assert play_plain(DUELS[kind], {"first": entry, "second": entry}).after != DUELS[kind]


@pytest.mark.parametrize("depth", [30, 900, 5000])
def test_nothing_nested_too_deep_is_read(depth):
    """Formats §2: it is refused before anything else is checked."""
    nested = "[" * depth + "]" * depth
    text = json.dumps(record(chapter("S1901B", {"first": "nested"}))).replace('"nested"', nested)
    with pytest.raises(DuelError):
        loads(text)
