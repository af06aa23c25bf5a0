"""Rulings of the arbiter: their effect on a duel, and the second format of records (docs/formats.md §2)."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intimate.codec import event_line, phase_line
from intimate.errors import EventError
from intimate.events import Event, EventKind, Ruling, happen
from intimate.play import play
from intimate.players import Player
from intimate.record import FORMAT, SECOND_FORMAT, SECOND_FORMAT_EVENTS, THIRD_FORMAT, format_of, load
from intimate.replay import chapters_of, in_force, undo
from intimate.sealing import seal
from tests.builders import RANKS, chapter, duel_at, event, lines, lonely, moves, record, sheets, start
from tests.intimate.commands import here, replay
from tests.intimate.lottery import Lottery, plain_chapter
from tests.intimate.random_duels import DUELS

FIRST, SECOND = Player
WHY = {"reason": "The site took it wrongly."}
HOMES = chapter("HOMES", {player: {"homes": ranks} for player, ranks in RANKS.items()})
SALE = sheets("S1901B", {"ITALY": 5}, {"GERMANY": 6})
SPRING = moves("S1901M", {"AUSTRIA": ["A VIE - GAL"]}, {"FRANCE": ["A PAR - BUR"]})
CORRECTED = event("corrected", "first") | {"to": 2, **WHY}
"""A correction of the spring moves."""
AGAIN = moves("S1901M", {"AUSTRIA": ["A VIE - TYR"]}, {"FRANCE": ["A PAR - BUR"]})


def second(*chapters, **more):
    return {**record(*chapters, **more), "format": SECOND_FORMAT}


def taken_back(to):
    return event("taken_back") | {"to": to, **WHY}


def test_a_duel_goes_on_from_the_chapter_it_was_taken_back_to():
    done = replay(second(HOMES, SALE, SPRING, taken_back(2), AGAIN))
    *printed, last = done.lines
    assert done.status == 0
    assert printed[3] == {"event": "taken_back", "to": 2, **WHY, **without_phase(printed[1])}
    assert printed[4] == lines(record(HOMES, SALE, AGAIN))[2]
    assert last == {"result": None}


def without_phase(line):
    return {name: value for name, value in line.items() if name not in {"phase", "auction"}}


def test_a_duel_can_be_taken_back_to_its_beginning_and_then_to_an_undone_chapter():
    """Chapters are numbered as in the record, undone ones included."""
    printed = replay(second(HOMES, SALE, SPRING, taken_back(0), taken_back(3))).lines
    assert [line["next"] for line in printed[:-1]] == ["S1901B", "S1901M", "F1901M", "HOMES", "F1901M"]
    assert printed[4]["units"] == printed[2]["units"]


def test_a_phase_is_played_again_with_the_corrected_entry():
    printed = replay(second(HOMES, SALE, SPRING, CORRECTED, AGAIN)).lines
    assert (printed[3]["event"], printed[3]["player"], printed[3]["next"]) == ("corrected", "first", "S1901M")
    assert "A TYR" in printed[4]["units"]["AUSTRIA"]
    assert "A BUR" in printed[4]["units"]["FRANCE"]


def test_a_correction_of_a_correction_counts_from_the_chapter_that_was_played_again():
    other = moves("S1901M", {"AUSTRIA": ["A VIE - TYR"]}, {"FRANCE": ["A PAR - GAS"]})
    second_time = event("corrected", "second") | {"to": 4, **WHY}
    printed = replay(second(HOMES, SALE, SPRING, CORRECTED, AGAIN, second_time, other)).lines
    assert "A TYR" in printed[-2]["units"]["AUSTRIA"]
    assert "A GAS" in printed[-2]["units"]["FRANCE"]


def test_rulings_about_time_do_not_change_the_duel():
    rulings = [
        event("extended") | {"seconds": 3600, **WHY},
        event("paused") | {"until": "2027-01-01T00:00:00Z", **WHY},
        event("paused") | WHY,
        event("resumed") | WHY,
    ]
    printed = replay(second(HOMES, *rulings, SALE)).lines
    assert {line["next"] for line in printed[:-2]} == {"S1901B"}
    assert printed[-2] == lines(record(HOMES, SALE))[1]


@pytest.mark.parametrize("winner", ["first", None])
def test_a_duel_is_closed_with_a_winner_or_without(winner):
    printed = replay(second(HOMES, event("closed") | {"winner": winner, **WHY})).lines
    assert printed[-1]["result"] == {
        "winner": winner,
        "reason": "closed",
        "phase": "S1901B",
        "counts": {"first": 3, "second": 3},
    }
    closed = happen(duel_at(start("S1902M")), Event(EventKind.CLOSED, ruling=Ruling("", winner=None)))
    assert closed.is_without_result


def test_only_a_claim_that_stands_is_granted_and_the_reason_goes_with_it():
    """Rules §8."""
    claim, granted = event("stalemate_claimed", "first"), event("stalemate_granted") | WHY
    printed = replay(second(claim, granted, begin=lonely("S1902M"))).lines
    assert (printed[1]["reason"], printed[-1]["result"]["reason"]) == (WHY["reason"], "stalemate")
    assert replay(second(granted, begin=lonely("S1902M"))).status == 2


REFUSED = {
    "nothing after the end": ([event("conceded", "first"), taken_back(0)], ["taken_back", "over"]),
    "a chapter to come": ([HOMES, taken_back(1)], ["taken_back", "to"]),
    "no chapter": ([HOMES, event("taken_back") | WHY], ["taken_back", "to"]),
    "before the beginning": ([HOMES, event("taken_back") | {"to": -1, **WHY}], ["taken_back", "to"]),
    "a half": ([HOMES, event("taken_back") | {"to": 0.5, **WHY}], ["taken_back", "to"]),
    "no reason": ([HOMES, event("taken_back") | {"to": 0}], ["taken_back", "reason"]),
    "an empty reason": ([event("resumed") | {"reason": " "}], ["resumed", "reason"]),
    "a long reason": ([event("resumed") | {"reason": "a" * 501}], ["resumed", "reason"]),
    "no winner said": ([event("closed") | WHY], ["closed", "winner"]),
    "a winner that is none": ([event("closed") | {"winner": "third", **WHY}], ["closed", "winner"]),
    "no seconds": ([event("extended") | WHY], ["extended", "seconds"]),
    "a player who takes back": (
        [HOMES, event("taken_back", "first") | {"to": 0, **WHY}],
        ["taken_back", "player"],
    ),
    "a player who pauses": ([event("paused", "first") | WHY], ["paused", "player"]),
    "a correction of nobody's": ([HOMES, event("corrected") | {"to": 0, **WHY}], ["corrected", "player"]),
    "a correction of an offer": (
        [event("draw_offered", "first"), event("corrected", "first") | {"to": 0, **WHY}],
        ["corrected", "to"],
    ),
    "another entry of the other player": (
        [HOMES, SALE, SPRING, CORRECTED, moves("S1901M", {"AUSTRIA": ["A VIE - TYR"]})],
        ["S1901M", "entries.second"],
    ),
    "another phase after a correction": ([HOMES, SALE, SPRING, CORRECTED, SALE], ["S1901B", "S1901M"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_impossible_ruling_is_refused_and_its_fault_named(case):
    chapters, names = REFUSED[case]
    done = replay(second(*chapters))
    assert (done.status, len(done.lines)) == (2, len(chapters) - 1)
    assert [name for name in names if name not in done.error] == []


@pytest.mark.parametrize("kind", sorted(SECOND_FORMAT_EVENTS))
def test_the_first_format_holds_no_event_of_the_second(kind):
    """Formats §2: a change is a new version."""
    said = {"to": 0, "seconds": 1, "winner": None, **WHY}
    for command in ("replay", "verify"):
        done = here(command, json.dumps({**record(HOMES, event(kind) | said), "format": FORMAT}))
        assert (done.status, kind in done.error, SECOND_FORMAT in done.error) == (2, True, True)


@pytest.mark.parametrize("earlier", [FORMAT, SECOND_FORMAT])
def test_no_earlier_format_holds_an_event_of_the_third(earlier):
    """Formats §2: a change is a new version."""
    for command in ("replay", "verify"):
        done = here(command, json.dumps({**record(HOMES, event("time_up")), "format": earlier}))
        assert (done.status, "time_up" in done.error, THIRD_FORMAT in done.error) == (2, True, True)


def test_the_first_format_knows_no_reasons_and_the_second_reads_all_that_the_first_does():
    granted = (event("stalemate_claimed", "first"), event("stalemate_granted") | WHY)
    first = {**record(*granted, begin=lonely("S1902M")), "format": FORMAT}
    assert "reason" not in lines(first)[1]
    whole = record(HOMES, SALE, SPRING, event("draw_offered", "first"))
    assert lines({**whole, "format": SECOND_FORMAT}) == lines(whole)


def test_a_record_has_the_second_format_only_where_it_needs_it():
    assert format_of([HOMES, SALE, event("stalemate_granted"), event("absent")]) == FORMAT
    assert format_of([HOMES, event("stalemate_granted") | WHY]) == SECOND_FORMAT
    assert format_of([HOMES, event("end_asked", "first"), event("time_up")]) == THIRD_FORMAT
    assert {format_of([HOMES, event(kind)]) for kind in SECOND_FORMAT_EVENTS} == {SECOND_FORMAT}


@pytest.mark.parametrize("broken", [2, 4])
def test_every_seal_is_verified_in_chapters_undone_and_in_those_played_again(broken):
    whole = second(HOMES, SALE, sealed(SPRING), CORRECTED, sealed(AGAIN))
    assert here("verify", json.dumps(whole)).status == 0
    whole["chapters"][broken]["entries"]["first"]["salt"] = "other"
    done = here("verify", json.dumps(whole))
    assert (done.status, done.lines) == (1, "S1901M: first: wrong\n")


def sealed(plain):
    entries = {
        player: {**entry, "salt": "a1", "seal": seal("test", plain["phase"], player, entry, "a1")}
        for player, entry in plain["entries"].items()
    }
    return {**plain, "entries": entries}


def test_chapters_taken_back_are_not_in_force():
    assert in_force([]) == []
    assert in_force([None, None, None]) == [True] * 3
    assert in_force([None, None, None, 1, None]) == [True, False, False, True, True]
    assert in_force([None, None, 0]) == [False, False, True]
    assert in_force([None, None, None, 1, 3, None]) == [True, True, True, False, True, True]


def test_taking_back_without_past_chapters_is_refused():
    event_itself = Event(EventKind.TAKEN_BACK, ruling=Ruling("why", to=0))
    with pytest.raises(EventError) as refused:
        happen(duel_at(start("S1902M")), event_itself)
    assert refused.value.code == "needs_past"


class RuledDuel:
    """A duel with rulings, step by step: its duels, its lines, its record."""

    def __init__(self, whole, random):
        self.record = {**whole, "format": SECOND_FORMAT, "chapters": []}
        self.duels, self.played, self.lines = [load(self.record).start], [], []
        self.lottery, self.random = Lottery(random), random

    def go_on(self, after, plain, line, played=None):
        self.duels.append(after)
        self.played.append(played)
        self.record["chapters"].append(plain)
        self.lines.append(line)

    def play(self, duel, entries, lots):
        made = play(duel, entries, lots)
        self.go_on(made.after, plain_chapter(made), phase_line(made), made)

    def step(self):
        """Play a phase, or let the arbiter take the duel back or correct an entry."""
        corrigible = [number for number, made in enumerate(self.played) if made]
        chance = self.random.random()
        if not corrigible or chance < 0.7:
            duel = self.duels[-1]
            self.play(duel, self.lottery.entries(duel), self.lottery.lots())
        elif chance < 0.85:
            self.rule(EventKind.TAKEN_BACK, self.random.randrange(len(self.played)))
        else:
            self.correct(self.random.choice(corrigible), self.random.choice(list(Player)))

    def rule(self, kind, to, player=None):
        ruling = Event(kind, player, Ruling("why", to=to))
        after = undo(self.duels.__getitem__, len(self.played), ruling)
        assert after == self.duels[to]
        who = {"player": player.value} if player else {}
        self.go_on(after, {"event": kind.value, **who, "to": to, "reason": "why"}, event_line(ruling, after))

    def correct(self, number, player):
        wrong, before = self.played[number], self.duels[number]
        self.rule(EventKind.CORRECTED, number, player)
        entry = self.lottery.entry(before, player)
        others = {who: given for who, given in wrong.entries.items() if who is not player}
        self.play(before, {**others, **({player: entry} if entry else {})}, wrong.draws)


@given(DUELS, st.integers(0, 2**16))
def test_a_duel_with_rulings_replays_to_the_same_end(drawn, seed):
    """Chapters are only ever appended, and a replay follows them."""
    told = RuledDuel(drawn.record, Random(seed))  # noqa: S311 -- repeatable randomness
    while told.duels[-1].phase and len(told.played) < 14:
        told.step()
    plain = json.loads(json.dumps(told.record))
    assert [made.after for made in chapters_of(load(plain))] == told.duels[1:]
    assert lines(plain)[:-1] == json.loads(json.dumps(told.lines))


def test_a_duel_is_closed_by_nobody_but_the_arbiter():
    closing = Event(EventKind.CLOSED, FIRST, Ruling("why"))
    with pytest.raises(EventError) as refused:
        happen(duel_at(start("S1902M")), closing)
    assert refused.value.code == "arbiter_only"
