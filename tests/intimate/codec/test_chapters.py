"""Chapters as lines of the public format, as stored rows, and back."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from adjudicator import Cause, Flag, Outcome, Passed, Phase, Reason, Unit, Waive
from intimate.chapter import Chapter, Seal
from intimate.codec import (
    event_line,
    phase_line,
    read_chapter,
    result_line,
    write_draws,
    write_entry,
    write_stored_line,
)
from intimate.draws import Draws
from intimate.duel import begin
from intimate.entries import HomesList, Orders, Sheet
from intimate.events import BY_THE_ARBITER, Event, EventKind, Ruling
from intimate.play import make_draws, play
from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of
from tests.builders import POWERS, duel_at, event, lonely, moves, record, rules_with, sheets, start
from tests.intimate.random_duels import DUELS, random_duel

FIRST, SECOND = Player


def stored(chapter):
    """Write a chapter as it is stored: its line, its entries with their seals, its draws."""
    entries = {
        player.value: write_entry(entry)
        | (chapter.seals[player]._asdict() if player in chapter.seals else {})
        for player, entry in chapter.entries.items()
    }
    for entry in entries.values():
        if "digest" in entry:
            entry["seal"] = entry.pop("digest")
    return json.loads(json.dumps([write_stored_line(chapter), entries, write_draws(chapter.draws)]))


def again(before, chapter):
    line, entries, lots = stored(chapter)
    return read_chapter(line, entries, lots, before, chapter.after)


def steps(plain):
    """Play a record; yield (the duel before, the chapter)."""
    loaded = load(plain)
    before = loaded.start
    for chapter in chapters_of(loaded):
        yield before, chapter
        before = chapter.after


@given(DUELS)
def test_all_chapters_of_random_duels_survive_storage(drawn):
    """Entries, draws, outcomes with both reasons, auctions with prices, passed phases."""
    for before, chapter in drawn.steps:
        assert again(before, chapter) == chapter
        assert write_stored_line(again(before, chapter)) == write_stored_line(chapter)


def test_the_random_chapters_cover_everything_a_chapter_can_have():
    """Otherwise the test above would prove little."""
    chapters = [chapter for seed in range(60) for chapter in random_duel(seed).chapters]
    outcomes = [
        outcome
        for chapter in chapters
        for by_unit in chapter.outcomes.values()
        for outcome in by_unit.values()
    ]
    assert any(outcome.also for outcome in outcomes)
    assert any(outcome.reason and outcome.reason.place for outcome in outcomes)
    assert any(outcome.reason and outcome.reason.units for outcome in outcomes)
    assert {flag for outcome in outcomes for flag in outcome.flags} >= {
        Flag.BOUNCE,
        Flag.CUT,
        Flag.VOID,
        Flag.DISLODGED,
        Flag.DISBAND,
        Flag.DEFAULT,
    }
    assert any(Waive() in by_unit for chapter in chapters for by_unit in chapter.outcomes.values())
    assert any(passed.outcomes for chapter in chapters for passed in chapter.passed)
    assert any(
        len(set(map(len, chapter.auction.prices.values()))) > 1 for chapter in chapters if chapter.auction
    )
    assert any(len(chapter.entries) < len(Player) for chapter in chapters)


A_REASON = Reason(Cause.DISLODGED, (Unit.parse("F STP/NC"),))


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_comes_back_with_its_units_and_its_place(cause):
    before = duel_at(start("S1902M"))
    reason = Reason(cause, (Unit.parse("A PAR"), Unit.parse("F SPA/SC")), "SPA/NC")
    outcomes = {"AUSTRIA": {Unit.parse("A VIE"): Outcome((Flag.VOID, Flag.DISLODGED), reason, A_REASON)}}
    chapter = replace(play(before, {}), outcomes=outcomes)
    assert again(before, chapter) == chapter
    passed = replace(chapter, outcomes={}, passed=(Passed(Phase.parse("S1902R"), outcomes),))
    assert again(before, passed) == passed


def test_the_seals_of_entries_come_back():
    """Formats §2: salt, seal and instant are stored beside the entry."""
    before = duel_at(start("S1902B"))
    seals = {
        FIRST: Seal("abc", "s1", "1901-01-01T00:00:00Z"),
        SECOND: Seal("def", "s2", "1901-01-02T00:00:00Z"),
    }
    chapter = replace(play(before, {FIRST: Sheet({"ITALY": 3}), SECOND: Sheet()}), seals=seals)
    assert again(before, chapter) == chapter


@pytest.mark.parametrize(
    "kind", [kind for kind in EventKind if kind not in BY_THE_ARBITER - {EventKind.STALEMATE_GRANTED}]
)
@pytest.mark.parametrize("player", [*Player, None])
def test_events_come_back(kind, player):
    chapter = Chapter(duel_at(start("S1902M")), event=Event(kind, player))
    assert again(None, chapter) == chapter
    assert chapter.kind is None


RULINGS = [
    Event(EventKind.STALEMATE_GRANTED),
    Event(EventKind.STALEMATE_GRANTED, ruling=Ruling("Nothing moves.")),
    Event(EventKind.EXTENDED, ruling=Ruling("The site was slow.", seconds=3600)),
    Event(EventKind.PAUSED, ruling=Ruling("I look into it.", until="1901-01-02T00:00:00Z")),
    Event(EventKind.RESUMED, ruling=Ruling("Done.")),
    Event(EventKind.TAKEN_BACK, ruling=Ruling("A wrong deadline.", to=0)),
    Event(EventKind.CORRECTED, SECOND, Ruling("A slip of the site.", to=3)),
    Event(EventKind.CLOSED, ruling=Ruling("Given up.")),
    Event(EventKind.CLOSED, ruling=Ruling("Given up.", winner=FIRST)),
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_rulings_come_back_with_what_they_say(ruling):
    """Formats §2: the reason, and the values that the event needs."""
    chapter = Chapter(duel_at(start("S1902M")), event=ruling)
    assert again(None, chapter) == chapter


def test_a_chapter_of_events_and_entries_comes_back_from_a_record():
    plain = record(
        event("draw_offered", "first"),
        moves("S1910M", {"AUSTRIA": ["A VIE - GAL", "nonsense"]}),
        event("stalemate_claimed", "second"),
        event("stalemate_agreed", "first"),
        begin=lonely("S1910M"),
    )
    played = list(steps(plain))
    assert [again(before, chapter) for before, chapter in played] == [chapter for _, chapter in played]


def test_draws_are_read_back_with_the_first_chapter():
    """§2: identical lists, one of them drawn."""
    before = begin(rules_with())
    drawn = make_draws(before, {}, "secret").homes_lists[SECOND]
    entries = {FIRST: HomesList(drawn)}
    chapter = play(before, entries, make_draws(before, entries, "secret"))
    assert chapter.draws == Draws({SECOND: drawn}, chapter.draws.homes_winner)
    assert chapter.draws.homes_winner in Player
    assert again(before, chapter) == again(None, chapter) == chapter


def without_prices(before, chapter):
    """Read an auction as 0.1.0 stored it."""
    line, entries, lots = stored(chapter)
    del line["auction"]["prices"]
    return read_chapter(line, entries, lots, before, chapter.after)


@given(DUELS)
def test_an_auction_stored_without_prices_has_the_same_prices(drawn):
    """0.1.0 stored none; sheets, settings and the duel before determine them."""
    for before, chapter in drawn.steps:
        if chapter.auction:
            assert without_prices(before, chapter) == chapter


LOYAL = {"loyalty": 2}
PRICED = {
    "winning bids": ({}, {"ITALY": 8, "TURKEY": 3}, {"ITALY": 7, "RUSSIA": 1}),
    "everyone pays": ({"payment": "everyone"}, {"ITALY": 8, "TURKEY": 3}, {"ITALY": 7, "RUSSIA": 1}),
    "halves": ({}, {"ITALY": 21}, {"ITALY": 5, "TURKEY": 4}),
    "halves of contested bids only": (
        {"overbid_price": "contested_only"},
        {"ITALY": 21},
        {"ITALY": 5, "TURKEY": 4},
    ),
    "too dear": ({}, {"ITALY": 60}, {"ITALY": 50}),
    "too dear, but capped": ({"unaffordable": "capped"}, {"ITALY": 60}, {"ITALY": 50}),
    "both overbid": ({}, {"ITALY": 21}, {"RUSSIA": 21}),
    "nothing": ({}, {}, None),
}


@pytest.mark.parametrize("case", PRICED)
def test_each_kind_of_auction_has_the_same_prices_without_them(case):
    """0.1.0; with loyal mercenaries: Italy has served the first, Turkey the second for a year."""
    settings, first, second = PRICED[case]
    begins = start("F1901M", control={"ITALY": "first", "TURKEY": "second"})
    plain = record(moves("F1901M"), sheets("S1902B", first, second), begin=begins, **LOYAL, **settings)
    *_, (before, chapter) = steps(plain)
    assert chapter.auction
    assert without_prices(before, chapter) == again(before, chapter) == chapter


def test_the_public_line_has_neither_causes_nor_prices():
    """Formats §2: they belong to the site only."""
    before = duel_at(start("S1902B"))
    auction = play(before, {FIRST: Sheet({"ITALY": 3})})
    assert set(write_stored_line(auction)["auction"]) - set(phase_line(auction)["auction"]) == {"prices"}
    assert set(write_stored_line(auction)) - set(phase_line(auction)) == {"causes"}
    movement = play(auction.after, {FIRST: Orders()})
    public, private = phase_line(movement), write_stored_line(movement)
    assert [set(passed) for passed in public["passed"]] == [{"phase"}]
    for passed in private["passed"]:
        del passed["causes"]
    del private["causes"]
    assert private == public


def test_the_line_of_an_event_is_stored_as_it_is_public():
    """Formats §2"""
    given = Event(EventKind.DRAW_OFFERED, FIRST)
    duel = duel_at(start("S1902M"))
    assert write_stored_line(Chapter(duel, event=given)) == event_line(given, duel)


def test_lines_can_be_written_as_json():
    """Formats §2: members of enumerations become their values."""
    for _, chapter in random_duel(3).steps:
        for line in (phase_line(chapter), write_stored_line(chapter), result_line(chapter.after)):
            assert json.loads(json.dumps(line)) == line


def test_the_choice_of_homes_has_no_outcomes():
    """Formats §2"""
    entries = {FIRST: HomesList(tuple(POWERS)), SECOND: HomesList(tuple(reversed(POWERS)))}
    line = phase_line(play(begin(rules_with()), entries))
    assert line.keys().isdisjoint({"outcomes", "reasons", "auction"})
