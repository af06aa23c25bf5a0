"""Resolution: entries become a chapter, which never changes afterwards."""

from dataclasses import replace

import pytest

from intimate import RULES_VERSION
from intimate.draws import digest, draw_list, draw_player
from intimate.players import Player
from intimate.record import load
from intimate.replay import replay
from intimate.sealing import faults, seal
from tests.builders import POWERS, lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND

SAME = {"homes": POWERS}
YEAR = (
    (LISTS[FIRST], LISTS[SECOND]),
    ({"bids": {"ITALY": 5, "TURKEY": 2}}, {"bids": {"GERMANY": 6, "TURKEY": 2}}),
    (
        {"orders": {"AUSTRIA": ["A VIE - BOH"], "ITALY": ["A VEN - TYR"]}},
        {"orders": {"FRANCE": ["A PAR - BUR"]}},
    ),
    (
        {"orders": {"AUSTRIA": ["A BOH - MUN"], "ITALY": ["A TYR S A BOH - MUN"]}},
        {"orders": {"GERMANY": ["A MUN - BOH", "F KIE - DEN"], "FRANCE": ["A BUR S A MUN"]}},
    ),
    (None, {"orders": {"GERMANY": ["A MUN R RUH"]}}),
    ({"orders": {"AUSTRIA": ["A VIE B"]}}, None),
)
"""Both players' entries in a year with an auction, a tie, a dislodgement, a retreat and a build."""


@pytest.fixture
def played(contest):
    """Return a duel after a whole year and an offer of a draw."""
    for first, second in YEAR:
        contest.resolve(first, second)
    contest.happen(FIRST, "draw_offered")
    return contest


def public(line):
    """Return a stored line in the public format: without causes and prices."""
    shown = {key: value for key, value in line.items() if key != "causes"}
    if "passed" in line:
        shown["passed"] = [public(passed) for passed in line["passed"]]
    if "auction" in line:
        shown["auction"] = {key: value for key, value in line["auction"].items() if key != "prices"}
    return shown


def test_each_phase_became_one_chapter_in_order(played):
    """§6: a phase that awaits nobody is passed without a chapter."""
    names = [(chapter.ordinal, str(chapter.phase or chapter.event)) for chapter in played.chapters()]
    phases = ["HOMES", "S1901B", "S1901M", "F1901M", "F1901R", "W1901A", "draw_offered"]
    assert names == list(enumerate(phases))
    assert (played.stored().ordinal, played.phase) == (7, "S1902B")


def test_the_record_replays_to_the_lines_that_are_stored(played):
    """Formats §2"""
    lines = list(replay(load(played.record())))
    assert [public(chapter.line) for chapter in played.chapters()] == lines[:-1]
    assert lines[-1] == {"result": None}


def test_the_state_that_is_stored_is_that_of_the_last_chapter(played):
    assert played.stored().state == played.chapters()[-1].state


def test_every_entry_of_the_record_bears_a_seal_that_holds(played):
    """Formats §2"""
    record = played.record()
    assert list(faults(record, missing_too=True)) == []
    record["chapters"][1]["entries"]["first"]["bids"]["ITALY"] = 6
    assert [(fault.chapter, fault.field) for fault in faults(record)] == [("S1901B", "first")]


def test_every_chapter_says_which_rules_decided_it_and_when(played):
    decided = {(chapter.rules_version, chapter.resolved_at) for chapter in played.chapters()}
    assert decided == {(RULES_VERSION, LATER)}


@pytest.mark.parametrize("is_ready", [True, False])
def test_at_the_deadline_what_is_stored_counts_ready_or_not_and_is_sealed(contest, is_ready):
    contest.store(FIRST, LISTS[FIRST])
    if is_ready:
        contest.hand_in(FIRST)
    contest.store(SECOND, LISTS[SECOND])
    assert contest.sweep() == 1
    told = contest.chapters()[0].entries
    assert {player: told[player.value]["homes"] for player in Player} == {
        player: LISTS[player]["homes"] for player in Player
    }
    assert told["first"]["at"] == ("2026-11-20T15:00:00Z" if is_ready else "2026-11-21T12:00:00Z")
    sealed = told["second"]
    assert sealed["seal"] == seal(contest.token, "HOMES", "second", LISTS[SECOND], sealed["salt"])
    assert list(faults(contest.record(), missing_too=True)) == []


def test_a_sheet_that_nobody_stored_is_missing_from_the_chapter(begun):
    """Formats §2: a player without an entry in a chapter handed in nothing."""
    contest = begun(start("S1902B"))
    contest.store(FIRST, {"bids": {"ITALY": 2}})
    contest.sweep()
    chapter = contest.chapters()[0]
    assert set(chapter.entries) == {"first"}
    assert (chapter.line["credits"], chapter.line["control"]["ITALY"]) == (
        {"first": 18, "second": 20},
        "first",
    )


def test_missing_lists_are_drawn_at_random_and_can_be_checked_once_the_secret_is_open(contest):
    """§2: a missing list is drawn at random at the deadline, and the record says so."""
    assert "lots_secret" not in contest.record()
    contest.sweep()
    record = contest.record()
    secret, lots = record["lots_secret"], record["chapters"][0]["lots"]
    assert digest(secret) == record["lots_seal"]
    drawn = {player.value: list(draw_list(secret, f"homes_list.{player}")) for player in Player}
    assert lots["homes_list"] == drawn
    assert next(iter(replay(load(record)))) == public(contest.chapters()[0].line)


def test_one_missing_list_takes_one_draw(contest):
    contest.store(SECOND, LISTS[SECOND])
    contest.sweep()
    lots = contest.chapters()[0].lots
    assert (set(lots), set(lots["homes_list"])) == ({"homes_list"}, {"first"})


def test_a_draw_decides_between_identical_lists(contest):
    """§2: the winner gets rank 1, the loser rank 2."""
    contest.resolve(SAME, SAME)
    record = contest.record()
    winner = record["chapters"][0]["lots"]["homes_winner"]
    assert winner == draw_player(record["lots_secret"], "homes_winner")
    homes = contest.stored().state["homes"]
    assert (homes[winner], homes[Player(winner).opponent]) == (POWERS[0], POWERS[1])


def test_where_no_lot_is_needed_none_is_drawn(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert contest.chapters()[0].lots == {}
    assert "lots" not in contest.record()["chapters"][0]


def test_the_end_is_stored_with_its_reason_and_awaits_nobody(begun):
    """§7: a unit of the home power on a home centre of the opponent's."""
    contest = begun(lonely("S1902M", units={"AUSTRIA": ["A MUN"], "FRANCE": ["A BRE"]}))
    contest.resolve({"orders": {"AUSTRIA": ["A MUN - BUR"]}}, None)
    contest.resolve({"orders": {"AUSTRIA": ["A BUR - PAR"]}}, None)
    stored = contest.stored()
    assert (stored.winner, stored.reason, stored.ended_at) == ("first", "home_centre", LATER)
    assert (stored.phase, stored.deadline_at, stored.awaits_first) == (None, None, False)
    assert contest.sweep() == 0
    assert contest.record()["lots_secret"]


def swapped(lists, lots):
    """Give each player what the other would have got."""
    return {FIRST: "TURKEY", SECOND: "RUSSIA"}


def test_a_chapter_stays_what_it_was_when_the_rules_change_afterwards(played, monkeypatch):
    before = [(chapter.line, chapter.state, chapter.rules_version) for chapter in played.chapters()]
    monkeypatch.setattr("intimate.play.choose_homes", swapped)
    monkeypatch.setattr("services.duels.resolving.RULES_VERSION", "changed")
    assert next(iter(replay(load(played.record()))))["homes"]["first"] == "TURKEY"
    played.resolve({"bids": {"ITALY": 1}}, {"bids": {}})
    chapters = played.chapters()
    assert [(chapter.line, chapter.state, chapter.rules_version) for chapter in chapters[:-1]] == before
    assert chapters[-1].rules_version == "changed"


def test_a_duel_goes_on_from_its_stored_state_and_not_from_a_replay(played, monkeypatch):
    homes, reserves = (played.stored().state[name] for name in ("homes", "credits"))
    monkeypatch.setattr("intimate.play.choose_homes", swapped)
    monkeypatch.setattr("intimate.play.give_starting_credits", lambda duel: replace(duel, credits={}))
    played.resolve({"bids": {"ITALY": 3}}, {"bids": {}})
    line = played.chapters()[-1].line
    assert line["homes"] == homes == {"first": "AUSTRIA", "second": "FRANCE"}
    assert line["credits"] == {"first": reserves["first"] - 3, "second": reserves["second"]}


def test_nothing_is_resolved_before_it_is_due(contest):
    contest.store(FIRST, LISTS[FIRST])
    contest.enter(SECOND, LISTS[SECOND])
    assert contest.sweep(DEADLINE.replace(hour=11)) == 0
    assert contest.chapters() == []
