"""The stored state of an early end (8.6 to 8.8)."""

from functools import partial

import pytest

from intimate.errors import EventError
from intimate.record import load
from intimate.replay import replay
from services.duels.refusals import DuelRefused
from services.terms import Terms
from tests.builders import lonely
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.services.rivals import at_once, checked_chapters

WINTER = lonely("S1904M")


@pytest.fixture
def voting(begun):
    return begun(WINTER, early_end="vote")


def test_an_agreed_early_end_is_stored_with_its_result(voting):
    voting.happen(FIRST, "end_asked")
    voting.happen(SECOND, "end_agreed")
    stored = voting.stored()
    assert (stored.winner, stored.reason, stored.phase) == (None, "ended_early", None)


def test_a_vote_against_an_end_is_stored_without_the_player_and_a_veto_with_it(voting):
    voting.happen(FIRST, "end_asked")
    voting.happen(SECOND, "end_voted_down")
    asked, voted_down = voting.chapters()
    assert (asked.player, voted_down.player) == ("first", None)
    assert "player" not in voted_down.line
    voting.happen(SECOND, "end_asked")
    voting.happen(FIRST, "end_vetoed")
    assert voting.chapters()[-1].player == "first"


def test_a_record_with_votes_is_of_the_second_format_and_replays_to_the_same_end(begun):
    contest = begun(None, early_end="vote")
    assert contest.record()["format"] == "intimate-duel/1"
    contest.resolve(LISTS[FIRST], LISTS[SECOND]).play_on("F1901M")
    contest.happen(FIRST, "end_asked")
    contest.happen(SECOND, "end_agreed")
    record = contest.record()
    assert record["format"] == "intimate-duel/2"
    assert record["settings"] == {"early_end": "vote"}
    *lines, last = replay(load(record))
    assert lines[-2:] == [chapter.line for chapter in contest.chapters()[-2:]]
    assert last["result"]["reason"] == contest.stored().reason == "ended_early"


def test_of_two_votes_at_once_one_counts(begun):
    # A vote counts once: a second ballot replaces nothing.
    for _ in range(3):
        contest = begun(WINTER, early_end="vote")
        contest.happen(FIRST, "end_asked")
        acts = [partial(quietly, contest, kind) for kind in ("end_agreed", "end_voted_down")]
        answers = at_once(*acts)
        assert sorted(answer is None for answer in answers) == [False, True]
        assert [chapter.event for chapter in checked_chapters(contest)][1:] in (
            ["end_agreed"],
            ["end_voted_down"],
        )


def quietly(contest, kind):
    """Answer; return the name of the refusal, if any."""
    try:
        contest.happen(SECOND, kind, LATER, "S1904M")
    except (DuelRefused, EventError) as refused:
        return type(refused).__name__


def test_a_duel_that_may_end_early_counts_for_ratings():
    assert Terms(settings={"early_end": "vote"}).counts
