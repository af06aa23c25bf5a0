"""The rulings of an arbiter: stored, logged and notified."""

from datetime import timedelta

import pytest

from intimate.codec import read_stored_entry
from intimate.errors import EventError
from models import StoredDuel, User
from services.arbiters import rulings
from services.arbiters.refusals import ArbiterRefusal, ArbiterRefused
from services.duels.events import possible_acts
from services.duels.refusals import DuelRefusal
from services.refused import NotFound
from tests.builders import lonely
from tests.fixtures_duels import DAY, DEADLINE, FIRST, HOUR, LATER, SECOND, Clock
from tests.refusing import refuses
from tests.services.arbiters.bench import WHY, Bench, assert_replays

CORRECTED = read_stored_entry({"orders": {"AUSTRIA": ["A VIE - TYR"]}})
HOURS = timedelta(hours=1)


def test_time_is_added_for_each_player_who_has_not_handed_in(bench_with):
    bench = bench_with(clock=Clock(DAY, DAY, DAY, bank=DAY, cap=3 * DAY, misses=9))
    contest = bench.contest
    contest.enter(SECOND, {"orders": {"FRANCE": ["A BUR - PAR"]}})
    due = contest.stored().times.due
    bench.rule(rulings.extend_time, 5 * HOURS)
    assert contest.stored().times.due == {FIRST: due[FIRST] + 5 * HOURS}
    assert contest.record()["chapters"][-1] == {"event": "extended", "seconds": 5 * HOUR, "reason": WHY}
    assert_replays(contest)


def test_a_pause_of_the_arbiter_is_ended_by_them_or_by_its_time_and_by_no_player(bench):
    contest = bench.contest
    due = contest.stored().times.due[FIRST]
    bench.rule(rulings.pause_duel, 24 * HOURS)
    stored = contest.stored()
    assert stored.deadline_at == LATER + 24 * HOURS
    assert possible_acts(stored, FIRST, ready=frozenset(), now=LATER) == set()
    bench.rule(rulings.resume_duel, now=LATER + 2 * HOURS)
    assert contest.stored().times.due[FIRST] == due + 2 * HOURS
    bench.rule(rulings.pause_duel, 24 * HOURS)
    contest.sweep(LATER + 24 * HOURS)
    assert contest.stored().times.pause is None
    assert [chapter.event for chapter in contest.chapters()[3:]] == ["paused", "resumed", "paused"]
    assert_replays(contest)


@pytest.mark.parametrize(
    ("act", "arguments", "code"),
    [
        (rulings.pause_duel, (timedelta(days=15),), "bad_pause"),
        (rulings.pause_duel, (timedelta(0),), "bad_pause"),
        (rulings.extend_time, (timedelta(days=31),), "bad_length"),
        (rulings.extend_time, (timedelta(seconds=1),), "bad_length"),
        (rulings.resume_duel, (), "not_paused"),
        (rulings.take_duel_back, (99,), "no_such_chapter"),
    ],
)
def test_an_impossible_ruling_is_refused(bench, act, arguments, code):
    with pytest.raises(ArbiterRefused) as refused:
        bench.rule(act, *arguments)
    assert refused.value.code == code
    assert bench.contest.stored().ordinal == 3


@pytest.mark.parametrize(("reason", "code"), [("  ", "no_reason"), ("a" * 501, "long_reason")])
def test_every_ruling_has_its_reason(bench, reason, code):
    with pytest.raises(ArbiterRefused) as refused:
        bench.take_back(1, reason=reason)
    assert (refused.value.code, refused.value.field) == (code, "reason")


def test_a_stalemate_is_granted_only_while_one_is_claimed(begun):
    """Rules §8."""
    contest = begun(lonely("S1902M"))
    bench = Bench(contest)
    with pytest.raises(EventError) as refused:
        bench.rule(rulings.grant_stalemate)
    assert refused.value.code == "no_claim"
    contest.happen(FIRST, "stalemate_claimed")
    bench.rule(rulings.grant_stalemate)
    assert (contest.stored().reason, contest.record()["chapters"][-1]["reason"]) == ("stalemate", WHY)


def test_a_duel_closed_with_a_winner_counts_and_one_without_does_not(bench_with):
    for winner in (FIRST, None):
        bench = bench_with()
        assert bench.contest.stored().counts
        bench.rule(rulings.close_duel, winner)
        stored = bench.contest.stored()
        assert (stored.winner, stored.reason, stored.counts) == (winner, "closed", winner is not None)
        assert_replays(bench.contest)


@pytest.mark.parametrize(
    ("act", "arguments"),
    [(rulings.take_duel_back, (1,)), (rulings.close_duel, (FIRST,)), (rulings.extend_time, (HOURS,))],
)
def test_nothing_is_ruled_after_the_end(bench, act, arguments):
    """A take-back after the end would undo ratings, places and pairings that depend on it."""
    bench.contest.happen(SECOND, "conceded")
    with pytest.raises(EventError) as refused:
        bench.rule(act, *arguments)
    assert refused.value.code == "ended"
    assert bench.contest.stored().winner == FIRST


def test_nobody_rules_on_a_duel_that_they_play(bench):
    contest = bench.contest
    with contest.database.writing() as session:
        session.get(User, contest.users[SECOND]).is_arbiter = True
        session.get(User, contest.users[SECOND]).is_moderator = True
    with refuses(ArbiterRefusal.NOT_ARBITER):
        bench.rule(rulings.close_duel, SECOND, arbiter=contest.users[SECOND])
    assert contest.phase == "F1901M"


def test_an_arbiter_needs_a_call_unless_the_duel_is_stuck(begun, people):
    contest = begun(public=False)
    bench = Bench(begun())
    for number in (contest.id, bench.contest.id):
        with contest.database.reading() as session:
            assert session.get(StoredDuel, number) is not None
    other = Bench.__new__(Bench)
    other.contest, other.arbiter = contest, people["clara"]
    with pytest.raises(NotFound):
        other.rule(rulings.extend_time, HOURS)
    with contest.database.writing() as session:
        session.get(StoredDuel, contest.id).stuck_at = LATER
    other.rule(rulings.close_duel, None)
    assert (contest.phase, contest.stored().stuck_at) == (None, None)


def test_an_arbiter_who_looked_at_another_state_decides_again(bench):
    bench.contest.happen(FIRST, "draw_offered")
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        bench.take_back(2, seen=3)
    with refuses(DuelRefusal.DUEL_MOVED_ON):
        bench.take_back(2, now=DEADLINE + 24 * HOURS)


def test_every_ruling_is_in_the_log_with_its_reason(bench):
    bench.rule(rulings.extend_time, HOURS)
    bench.take_back(2)
    call = bench.calls()[0].id
    assert bench.log() == [
        ("ruled", bench.arbiter, call, f"extended: {WHY}"),
        ("ruled", bench.arbiter, call, f"taken_back: {WHY}"),
    ]


def test_null_characters_are_removed_from_a_reason():
    assert rulings.checked_reason("Both \0are ill.\0") == "Both are ill."
    with pytest.raises(ArbiterRefused):
        rulings.checked_reason("\0")
