"""Draws, stalemates and concessions as they are stored (§8)."""

from functools import partial

import pytest

from clocks.terms import PRESETS
from intimate.errors import DuelError, EventError
from intimate.record import load
from intimate.replay import replay
from services.duels.events import ChangedMeanwhile, TooManyActs
from services.duels.tables import NotAPlayer, UnknownDuel
from tests.builders import lonely, start
from tests.fixtures_duels import DAILY, DEADLINE, FIRST, LATER, LISTS, SECOND
from tests.services.rivals import at_once, whole


def kinds(contest):
    return [(chapter.event or str(chapter.phase), chapter.player) for chapter in contest.chapters()]


def test_who_concedes_has_lost_at_once(contest):
    contest.enter(FIRST, LISTS[FIRST])
    contest.happen(SECOND, "conceded")
    stored = contest.stored()
    assert (stored.winner, stored.reason, stored.phase) == ("first", "conceded", None)
    assert kinds(contest) == [("conceded", "second")]


def test_an_offer_that_is_agreed_to_is_a_draw(contest):
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_agreed")
    assert (contest.stored().winner, contest.stored().reason) == (None, "draw")
    assert kinds(contest) == [("draw_offered", "first"), ("draw_agreed", "second")]


def test_crossing_offers_do_not_agree_by_themselves(contest):
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_offered")
    assert contest.phase == "HOMES"
    contest.happen(FIRST, "draw_agreed")
    assert contest.phase is None


def test_an_offer_stands_until_the_next_phase_has_resolved(contest):
    contest.happen(FIRST, "draw_offered")
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "draw_agreed")
    assert refused.value.code == "no_offer"


def test_an_offer_that_is_declined_or_withdrawn_stands_no_more(contest):
    """§8.4"""
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_declined")
    contest.happen(FIRST, "draw_offered")
    contest.happen(FIRST, "draw_withdrawn")
    assert [kind for kind, _ in kinds(contest)] == [
        "draw_offered",
        "draw_declined",
        "draw_offered",
        "draw_withdrawn",
    ]
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "draw_agreed")
    assert refused.value.code == "no_offer"
    assert contest.phase == "HOMES"


def test_a_claim_that_is_withdrawn_stands_no_more(begun):
    """§8.1"""
    contest = begun(lonely("S1902M"))
    contest.happen(FIRST, "stalemate_claimed")
    contest.happen(FIRST, "stalemate_withdrawn")
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "stalemate_agreed")
    assert refused.value.code == "no_claim"


def test_nobody_fills_the_record_with_offers_and_the_next_phase_begins_anew(contest):
    for kind in ("draw_offered", "draw_withdrawn") * 3:
        contest.happen(FIRST, kind)
    with pytest.raises(TooManyActs):
        contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_offered")
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.happen(FIRST, "draw_offered")
    assert kinds(contest)[-2:] == [("HOMES", None), ("draw_offered", "first")]


def test_however_often_somebody_has_offered_they_may_agree_and_concede(contest):
    for kind in ("draw_offered", "draw_withdrawn") * 3:
        contest.happen(FIRST, kind)
    contest.happen(SECOND, "draw_offered")
    contest.happen(FIRST, "draw_agreed")
    assert contest.stored().reason == "draw"


def test_what_stands_already_makes_no_second_chapter(begun):
    contest = begun(lonely("S1902M"))
    for kind in ("draw_offered", "stalemate_claimed"):
        contest.happen(FIRST, kind)
        contest.happen(FIRST, kind)
    assert kinds(contest) == [("draw_offered", "first"), ("stalemate_claimed", "first")]
    assert contest.stored().ordinal == 2


def test_a_claim_while_mercenaries_live_is_refused_with_the_reason(begun):
    contest = begun(start("S1902M"))
    with pytest.raises(EventError) as refused:
        contest.happen(FIRST, "stalemate_claimed")
    assert refused.value.code == "claim_too_early"
    assert kinds(contest) == []


def test_a_claim_that_is_agreed_to_ends_the_duel(begun):
    contest = begun(lonely("S1902M", centers={"AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR"]}))
    contest.happen(SECOND, "stalemate_claimed")
    contest.happen(FIRST, "stalemate_agreed")
    assert (contest.stored().winner, contest.stored().reason) == ("first", "stalemate")


@pytest.mark.parametrize(
    "kind", ["draw_agreed", "draw_declined", "draw_withdrawn", "stalemate_agreed", "stalemate_withdrawn"]
)
def test_nobody_agrees_to_nothing(begun, kind):
    contest = begun(lonely("S1902M"))
    with pytest.raises(EventError):
        contest.happen(FIRST, kind)
    assert kinds(contest) == []


@pytest.mark.parametrize("kind", ["stalemate_granted", "nonsense", ""])
def test_what_players_cannot_do_is_refused(begun, kind):
    contest = begun(lonely("S1902M"))
    with pytest.raises(DuelError):
        contest.happen(FIRST, kind)
    assert kinds(contest) == []


def test_who_decided_on_a_page_kept_open_too_long_is_asked_again(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    with pytest.raises(ChangedMeanwhile):
        contest.happen(FIRST, "conceded", phase="HOMES")
    assert contest.phase == "S1901B"


def test_at_the_deadline_the_phase_comes_before_what_a_player_does(contest):
    with pytest.raises(ChangedMeanwhile):
        contest.happen(FIRST, "conceded", DEADLINE)
    contest.sweep()
    assert contest.phase == "S1901B"


def test_after_the_end_nothing_happens(contest):
    contest.happen(FIRST, "conceded")
    with pytest.raises(EventError) as refused:
        contest.happen(SECOND, "conceded", phase="HOMES")
    assert refused.value.code == "ended"
    assert contest.stored().winner == "second"


@pytest.mark.parametrize("public", [True, False])
def test_others_do_nothing_in_a_duel(begun, people, public):
    contest = begun(public=public)
    with pytest.raises(NotAPlayer if public else UnknownDuel):
        contest.happen(people["clara"], "conceded")
    assert contest.phase == "HOMES"


def test_the_record_holds_what_happened_and_replays_to_the_same_end(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_declined")
    contest.happen(SECOND, "conceded")
    record = contest.record()
    assert record["chapters"][1:] == [
        {"event": "draw_offered", "player": "first"},
        {"event": "draw_declined", "player": "second"},
        {"event": "conceded", "player": "second"},
    ]
    *lines, last = replay(load(record))
    assert lines[1:] == [{**chapter.line} for chapter in contest.chapters()[1:]]
    assert (last["result"]["winner"], last["result"]["phase"]) == ("first", "S1901B")


def test_of_a_concession_and_the_last_entry_at_once_one_comes_first(begun):
    for _ in range(5):
        contest = begun()
        contest.enter(FIRST, LISTS[FIRST])
        contest.store(SECOND, LISTS[SECOND])
        acts = (
            partial(contest.hand_in, SECOND, LATER, "HOMES"),
            partial(quietly, contest.happen, FIRST, "conceded", LATER, "HOMES"),
        )
        answers = at_once(*acts)
        names = [chapter.event or str(chapter.phase) for chapter in whole(contest)]
        assert names == (["HOMES"] if answers[1] == "ChangedMeanwhile" else ["conceded"])


def quietly(act, *arguments):
    """Act, or return the name of what came between."""
    try:
        return act(*arguments)
    except ChangedMeanwhile as changed:
        return type(changed).__name__


@pytest.mark.parametrize("clock", [DAILY, PRESETS["days_bank"]], ids=["by days", "banks"])
def test_a_claim_of_a_stalemate_gains_no_time(begun, clock):
    """No deadline moves and no clock stops, however often it is made and withdrawn."""
    contest = begun(lonely("S1902M"), clock=clock)
    contest.store(FIRST, {"orders": {}})
    before = contest.stored().times, contest.stored().deadline_at
    for kind in ("stalemate_claimed", "stalemate_withdrawn", "stalemate_claimed"):
        contest.happen(SECOND, kind, LATER)
        assert (contest.stored().times, contest.stored().deadline_at) == before
    assert contest.sweep(before[1]) == 1
