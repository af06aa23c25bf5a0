"""Past chapters as values: the entries and what came of them, without anything still sealed."""

import pytest

from adjudicator import Cause, Phase, Unit
from intimate.chapter import fates_in, fates_of
from intimate.codec import write_draws, write_duel
from intimate.entries import HomesList, Orders, Sheet
from intimate.events import Event, EventKind
from intimate.players import Player
from services.duels.access import find_duel
from services.history.chapters import list_chapters, load_chapter
from services.refused import NotFound
from tests.builders import POWERS, UNITS, lonely, start
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.services.looking import selects


@pytest.fixture
def reader(played):
    """Yield a session and the duel loaded in it."""
    with played.database.reading() as session:
        yield session, find_duel(session, played.token, None).stored


def loaded(contest, ordinal):
    """Load a chapter of a duel."""
    with contest.database.reading() as session:
        return load_chapter(session, find_duel(session, contest.token, None).stored, ordinal)


def after(begun, begin, *entries):
    """Return (the duel before, the chapter) of a phase played from a position."""
    contest = begun(begin)
    before = contest.stored().duel
    contest.resolve(*entries)
    return before, loaded(contest, 0).chapter


def outcomes_of(fates):
    """Return the order, the flags and the causes of each unit."""
    return {
        str(fate.ordered): (
            fate.order and str(fate.order),
            fate.outcome.flags,
            tuple(reason.cause for reason in fate.outcome.reasons),
        )
        for fate in fates
    }


def test_chapters_stand_in_the_order_in_which_they_fell(reader):
    names = [(row.ordinal, str(row.phase or row.event)) for row in list_chapters(*reader)]
    assert names == [(0, "HOMES"), (1, "S1901B"), (2, "draw_offered")]


def test_a_chapter_holds_both_entries_and_what_they_came_to(reader):
    past = load_chapter(*reader, 1)
    assert (past.ordinal, past.chapter.phase) == (1, Phase.parse("S1901B"))
    assert past.chapter.entries == {FIRST: Sheet({"ITALY": 5}), SECOND: Sheet({"GERMANY": 6})}
    assert past.chapter.auction.paid == {FIRST: 5, SECOND: 6}
    assert past.chapter.auction.prices == {FIRST: {"ITALY": 5}, SECOND: {"GERMANY": 6}}
    assert past.chapter.after.phase == Phase.parse("S1901M")


def test_a_chapter_holds_the_seals_as_they_were_opened(played, reader):
    """Formats §2"""
    entries = played.chapters()[1].entries
    seals = load_chapter(*reader, 1).chapter.seals
    assert {player.value: tuple(seal) for player, seal in seals.items()} == {
        player: (entry["seal"], entry["salt"], entry["at"]) for player, entry in entries.items()
    }


def test_an_event_is_a_chapter_without_entries(reader):
    past = load_chapter(*reader, 2)
    assert past.chapter.event == Event(EventKind.DRAW_OFFERED, SECOND)
    assert (past.chapter.phase, past.chapter.entries) == (None, {})
    assert past.chapter.after.draw_offers == {SECOND}
    assert past.before.draw_offers == set()


@pytest.mark.parametrize("ordinal", [3, 99, -1, 2**31 - 1, 2**31, 10**30])
def test_a_chapter_that_is_not_there_is_unknown(reader, ordinal):
    with pytest.raises(NotFound):
        load_chapter(*reader, ordinal)


def test_the_duel_before_a_chapter_has_the_reserves_before(played, reader):
    assert load_chapter(*reader, 0).before is None
    for ordinal in (1, 2):
        past, earlier = load_chapter(*reader, ordinal), load_chapter(*reader, ordinal - 1)
        assert past.before == earlier.chapter.after
    assert load_chapter(*reader, 1).before.credits == {FIRST: 24, SECOND: 20}
    assert write_duel(load_chapter(*reader, 2).chapter.after) == played.stored().state


def test_a_chapter_and_the_duel_before_it_are_loaded_by_one_statement(played, reader):
    with selects(played.database) as asked:
        past = load_chapter(*reader, 1)
    assert past.before.credits != past.chapter.after.credits
    assert len(asked) == 1


def test_a_list_of_chapters_loads_nothing_of_their_contents(played, reader):
    with selects(played.database) as asked:
        assert len(list_chapters(*reader)) == 3
    ((statement, _),) = asked
    assert not any(f"chapters.{heavy}" in statement for heavy in ("entries", "line", "state"))


def test_nothing_that_is_sealed_is_in_a_chapter(played, reader):
    sealed = played.entry(FIRST)
    chapters = [load_chapter(*reader, ordinal).chapter for ordinal in range(3)]
    text = repr(chapters)
    assert repr(sealed.content) not in text
    assert sealed.seal not in text
    assert sealed.salt not in text


def test_each_unit_stands_with_its_order_its_outcome_and_the_cause(begun):
    battle = lonely("S1902M", units={"AUSTRIA": ["A MUN", "A TYR"], "FRANCE": ["A BUR", "A GAS"]})
    orders = {"orders": {"AUSTRIA": ["A MUN - BUR"]}}, {"orders": {"FRANCE": ["A GAS - MAR"]}}
    before, chapter = after(begun, battle, *orders)
    assert outcomes_of(fates_of(chapter, before)) == {
        "A MUN": ("A MUN - BUR", ("bounce",), (Cause.BOUNCED,)),
        "A TYR": (None, (), ()),
        "A BUR": (None, (), ()),
        "A GAS": ("A GAS - MAR", (), ()),
    }


def test_the_cause_names_the_units_and_the_place(begun):
    battle = lonely("S1902M", units={"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR"]})
    orders = {"orders": {"AUSTRIA": ["A MUN - BUR"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}}
    _, chapter = after(begun, battle, *orders)
    assert chapter.outcomes["AUSTRIA"][Unit.parse("A MUN")].reason.units == (Unit.parse("A PAR"),)


def test_a_unit_that_failed_and_was_dislodged_has_both_causes(begun):
    units = {"AUSTRIA": ["A TYR"], "FRANCE": ["A MUN", "A BOH"], "ITALY": ["A VEN"]}
    attack = {"orders": {"FRANCE": ["A MUN - TYR", "A BOH S A MUN - TYR"]}}
    before, chapter = after(
        begun, lonely("S1902M", units=units), {"orders": {"AUSTRIA": ["A TYR - VEN"]}}, attack
    )
    assert outcomes_of(fates_of(chapter, before))["A TYR"][2] == (Cause.BOUNCED, Cause.DISLODGED)


def test_a_default_build_is_shown_without_an_order(begun):
    """§6."""
    alone = {"AUSTRIA": UNITS["AUSTRIA"], "FRANCE": UNITS["FRANCE"], "ITALY": ["A ROM"]}
    winter = start("W1901A", units=alone, control={"ITALY": "first"})
    before, chapter = after(begun, winter, {"orders": {"ITALY": ["F NAP B"]}}, None)
    outcomes = outcomes_of(fates_of(chapter, before))
    assert outcomes["F NAP"] == ("F NAP B", (), ())
    assert outcomes["A VEN"] == (None, ("default",), ())


def test_a_build_given_up_stands_there_too(begun):
    winter = lonely("W1901A", units={"AUSTRIA": ["A BUD"], "FRANCE": UNITS["FRANCE"]})
    before, chapter = after(begun, winter, {"orders": {"AUSTRIA": ["A VIE B", "WAIVE"]}}, None)
    assert outcomes_of(fates_of(chapter, before)) == {
        "A VIE": ("A VIE B", (), ()),
        "WAIVE": ("WAIVE", (), ()),
    }


def test_a_passed_phase_keeps_its_outcomes(begun):
    """§5: a mercenary in anarchy removes by default, in winter."""
    alone = {"AUSTRIA": UNITS["AUSTRIA"], "FRANCE": UNITS["FRANCE"], "ITALY": ["A ROM", "A VEN", "A PIE"]}
    owned = {"AUSTRIA": ["BUD", "TRI", "VIE"], "FRANCE": ["BRE", "MAR", "PAR"], "ITALY": ["ROM", "VEN"]}
    _, chapter = after(begun, start("F1902M", units=alone, centers=owned), None, None)
    assert [str(passed.phase) for passed in chapter.passed] == ["F1902R", "W1902A"]
    gone = outcomes_of(fates_in(chapter.passed[1].outcomes, {}))
    assert gone == {"A PIE": (None, ("default",), (Cause.DEFAULT_REMOVAL,))}


def test_both_sheets_stand_side_by_side_losing_bids_too(contest):
    """§4: both whole sheets are public."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve({"bids": {"ITALY": 5, "TURKEY": 2}}, {"bids": {"ITALY": 3, "TURKEY": 2}})
    chapter = loaded(contest, 1).chapter
    assert chapter.entries == {
        FIRST: Sheet({"ITALY": 5, "TURKEY": 2}),
        SECOND: Sheet({"ITALY": 3, "TURKEY": 2}),
    }
    assert set(chapter.after.mercenaries) == set(POWERS) - {"AUSTRIA", "FRANCE"}
    assert chapter.auction.control == {"ITALY": FIRST}
    assert chapter.after.control == {"ITALY": FIRST}


def test_a_sheet_that_was_not_handed_in_bids_nothing(begun):
    contest = begun(start("S1902B"))
    contest.store(SECOND, {"bids": {"ITALY": 1}})
    contest.sweep()
    assert loaded(contest, 0).chapter.entries == {SECOND: Sheet({"ITALY": 1})}


def test_random_lists_are_draws_and_no_entries(contest):
    contest.store(FIRST, LISTS[FIRST])
    contest.sweep()
    chapter = loaded(contest, 0).chapter
    assert chapter.entries == {FIRST: HomesList(tuple(LISTS[FIRST]["homes"]))}
    assert write_draws(chapter.draws) == contest.chapters()[0].lots
    assert set(chapter.draws.homes_lists) == {SECOND}
    assert set(chapter.entries) | set(chapter.draws.homes_lists) == set(Player)


def test_orders_come_back_in_their_canonical_form(begun):
    moves = {"orders": {"AUSTRIA": ["A VIE - GAL", "A BUD S A VIE - GAL"]}}
    _, chapter = after(begun, start("S1902M"), moves, None)
    assert {power: list(map(str, orders)) for power, orders in chapter.entries[FIRST].by_power.items()} == (
        moves["orders"]
    )
    assert chapter.entries[SECOND] == Orders()
