"""Seals of entries and draws, and `python -m intimate verify` (docs/formats.md)."""

import hashlib
import json

import pytest

from intimate.draws import draw_list
from intimate.sealing import seal
from tests.builders import RANKS, chapter, record
from tests.intimate.commands import here, run

EXAMPLE = (
    '{"duel":"k3v9","entry":{"bids":{"ITALY":8,"TURKEY":3}},"phase":"S1901B","player":"first","salt":"a1b2"}'
)
"""The hashed text, written by hand."""


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def by_hand(duel, phase, player, entry, salt):
    """Make a seal without the project's own function."""
    content = {"duel": duel, "phase": phase, "player": player, "salt": salt, "entry": entry}
    return sha(json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def sealed(entry, phase="S1901B", player="first", salt="a1b2"):
    return {
        **entry,
        "salt": salt,
        "seal": by_hand("test", phase, player, entry, salt),
        "at": "1901-01-01T00:00:00Z",
    }


def verify(plain, *options, how=here):
    return how(" ".join(["verify", *options]), json.dumps(plain))


def a_record(first, second=None, phase="S1901B"):
    return record(
        chapter(
            phase, {"first": first, "second": second if second is not None else sealed({}, player="second")}
        )
    )


def test_the_seal_of_an_example_worked_out_by_hand():
    """Formats §2: sorted keys, no blanks."""
    bids = {"bids": {"TURKEY": 3, "ITALY": 8}}
    assert seal("k3v9", "S1901B", "first", bids, "a1b2") == sha(EXAMPLE)


def test_salt_seal_and_time_are_not_sealed():
    """Formats §2: the entry is taken without them."""
    bids = {"bids": {"TURKEY": 3, "ITALY": 8}}
    more = {"salt": "other", "seal": "0" * 64, "at": "1901-01-01T00:00:00Z"}
    assert seal("k3v9", "S1901B", "first", {**bids, **more}, "a1b2") == sha(EXAMPLE)


def test_letters_beyond_ascii_are_sealed_as_they_are():
    """Formats §2: UTF-8, no escapes."""
    entry = {"note": "été 李 😀"}
    text = '{"duel":"d","entry":{"note":"été 李 😀"},"phase":"HOMES","player":"second","salt":"ß"}'
    assert seal("d", "HOMES", "second", entry, "ß") == sha(text)


def test_other_unknown_keys_of_an_entry_are_sealed():
    """Formats §2: only salt, seal and at are left out."""
    assert seal("d", "S1901B", "first", {"note": 1}, "x") != seal("d", "S1901B", "first", {}, "x")


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_a_record_whose_seals_all_hold_is_verified_in_silence(options):
    """Formats §2: exit status 0."""
    plain = a_record(sealed({"bids": {"ITALY": 3}}), sealed({"note": "réservé"}, player="second"))
    assert verify(plain, *options, how=run) == (0, "", "")


BIDS = {"bids": {"ITALY": 3}}
TAMPERED = {
    "another bid": {**sealed(BIDS), "bids": {"ITALY": 4}},
    "another key": {**sealed(BIDS), "note": "later"},
    "another salt": {**sealed(BIDS), "salt": "c3"},
    "another seal": {**sealed(BIDS), "seal": "0" * 64},
    "capitals": {**sealed(BIDS), "seal": sealed(BIDS)["seal"].upper()},
    "no salt": {key: value for key, value in sealed(BIDS).items() if key != "salt"},
    "a salt that is a number": {**sealed(BIDS), "salt": 12},
    "a seal that is a number": {**sealed(BIDS), "seal": 12},
    "a seal of null": {**sealed(BIDS), "seal": None},
    "the seal of the other player": {**BIDS, **sealed(BIDS, player="second")},
    "the seal of another phase": {**BIDS, **sealed(BIDS, phase="S1902B")},
}


@pytest.mark.parametrize("case", TAMPERED)
def test_a_wrong_seal_is_named_by_its_chapter_and_player(case):
    """Formats §2: exit status 1, a line for each."""
    done = verify(a_record(TAMPERED[case]))
    assert (done.status, done.lines) == (1, "S1901B: first: wrong\n")


def test_the_time_is_not_part_of_the_seal():
    """Formats §2"""
    assert verify(a_record({**sealed(BIDS), "at": "1999-12-31T23:59:59Z"})).status == 0


def test_a_missing_seal_is_a_fault_only_if_asked():
    """Formats §2, `--all`"""
    plain = a_record(BIDS)
    assert verify(plain) == (0, "", "")
    done = verify(plain, "--all", how=run)
    assert (done.status, done.lines) == (1, "S1901B: first: missing\n")


def test_a_player_without_an_entry_needs_no_seal():
    """Formats §2."""
    assert verify(record(chapter("S1901B", {"first": sealed(BIDS)}), chapter("S1901M")), "--all").status == 0


def test_every_fault_has_a_line():
    """Formats §2"""
    plain = record(
        chapter("S1901B", {"first": TAMPERED["another bid"], "second": {}}),
        chapter("S1901M", {"second": {**sealed({}, "S1901M", "second"), "salt": "z"}}),
    )
    done = verify(plain, "--all")
    assert done.lines.splitlines() == [
        "S1901B: first: wrong",
        "S1901B: second: missing",
        "S1901M: second: wrong",
    ]


LISTED = {"homes": RANKS["first"]}
SHARED = {**LISTED, "share": "0123456789abcdef"}


def drawn(source, entry=LISTED):
    """Choose home powers; the second player handed in no list."""
    lots = {"homes_list": {"second": list(draw_list(source, "homes_list.second"))}}
    return chapter("HOMES", {"first": sealed(entry, "HOMES")}, lots=lots)


@pytest.mark.parametrize(
    ("seals", "options", "status"),
    [
        ({"lots_seal": sha("tea"), "lots_secret": "tea"}, ("--all",), 0),
        ({"lots_seal": sha("tea")}, ("--all",), 0),
        ({"lots_seal": sha("tea"), "lots_secret": "coffee"}, (), 1),
        ({"lots_seal": sha("tea"), "lots_secret": 7}, (), 1),
        ({"lots_seal": 7, "lots_secret": "tea"}, (), 1),
        ({}, (), 0),
        ({}, ("--all",), 1),
        ({"lots_secret": "tea"}, (), 0),
        ({"lots_secret": "tea"}, ("--all",), 1),
        ({"lots_seal": sha("thé"), "lots_secret": "thé"}, (), 0),
    ],
)
def test_the_seal_of_the_lots(seals, options, status):
    """Formats §2: wrong, or missing if asked; the secret may still be closed."""
    done = verify({**record(drawn(str(seals.get("lots_secret")))), **seals}, *options)
    assert done.status == status
    assert ("lots_seal" in done.lines) == bool(status)


OPENED = {"lots_seal": sha("tea"), "lots_secret": "tea"}


@pytest.mark.parametrize(
    "chapter",
    [
        drawn("tea"),
        drawn(sha("tea:0123456789abcdef:"), SHARED),
        {**drawn("tea"), "lots": {**drawn("tea")["lots"], "homes_winner": "first"}},
    ],
    ids=["by the secret alone", "by the secret and what a player added", "with one that was not needed"],
)
def test_correct_draws_are_verified(chapter):
    """Formats §2: drawn again from the secret and the players' shares; old records have no shares."""
    assert verify({**record(chapter), **OPENED}, "--all") == (0, "", "")


@pytest.mark.parametrize(
    "chapter",
    [drawn("coffee"), drawn("tea", SHARED), drawn(sha("tea:0123456789abcdee:"), SHARED)],
    ids=["by another secret", "without what a player added", "with another"],
)
def test_wrong_draws_are_reported(chapter):
    """Formats §2: exit status 1."""
    done = verify({**record(chapter), **OPENED}, "--all")
    assert (done.status, done.lines) == (1, "HOMES: lots: wrong\n")


def test_a_draw_beside_an_unreadable_list_is_named():
    """Formats §2"""
    done = verify({**record(drawn("tea", {"homes": ["ITALY"]})), **OPENED})
    assert done.lines == "HOMES: lots: wrong\n"


@pytest.mark.parametrize("entry", [5, None, [], "ITALY"])
def test_a_list_that_is_no_object_is_named_and_so_is_its_draw(entry):
    """Formats §2: exit status 1."""
    chapter = {**drawn("tea"), "entries": {"first": entry}}
    done = verify({**record(chapter), **OPENED})
    assert (done.status, done.lines) == (1, "HOMES: first: wrong\nHOMES: lots: wrong\n")


def test_a_record_without_draws_needs_no_seal_of_draws():
    """Formats §2"""
    assert verify(a_record(sealed(BIDS)), "--all").status == 0


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "intimate-duel/1", "chapters": [3]}', b"\xff"])
def test_an_invalid_record_cannot_be_verified(text):
    """Formats §2: exit status 2, as for the replay."""
    done = here("verify", text)
    assert done.status == 2
    assert done.error


@pytest.mark.parametrize("name", ["\ud800", "A\nB"])
def test_names_that_cannot_be_printed_are_escaped(name):
    """Formats §2: one line for each fault, for any record."""
    done = verify(record(chapter(name, {"first": {"seal": "x"}})))
    assert done.status == 1
    assert done.lines.count("\n") == 1


def test_verifying_does_not_play():
    """Formats §2: every seal is checked, even if the chapters could not follow each other."""
    plain = record(chapter("F1950R", {"first": sealed({}, "F1950R")}), {"event": "conceded"})
    assert verify(plain, "--all").status == 0
