"""The standings of a tournament of duels."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from competition.tournament.standings import crosstable, standings
from competition.tournament.values import Decision, Penalty, RoundPlan, System
from tests.competition.tournament.building import (
    DRAW,
    HALF,
    LOSS,
    WIN,
    field,
    lower_wins,
    meeting,
    plan,
    play_all,
)


def places(found):
    return {one.entry: one.place for one in found}


def of(found, entry):
    return next(one for one in found if one.entry == entry)


def test_the_score_is_the_points_of_the_meetings_a_bye_counting_as_a_win():
    meetings = [meeting(1, 1, 2, WIN), meeting(1, 3, None, WIN, Decision.BYE), meeting(2, 1, 3, DRAW)]
    found = standings(plan(), field(3), meetings)
    assert [(one.entry, one.place, one.score) for one in found] == [
        (3, 1, Fraction(3, 2)),
        (1, 1, Fraction(3, 2)),
        (2, 3, Fraction(0)),
    ]
    assert of(found, 1).rounds == {1: 1, 2: HALF}
    assert (of(found, 1).won, of(found, 1).drawn, of(found, 1).lost) == (1, 1, 0)


def test_annulled_and_unfinished_meetings_count_for_nothing():
    meetings = [meeting(1, 1, 2, WIN, Decision.ANNULLED), meeting(2, 1, 2)]
    assert {one.score for one in standings(plan(), field(2), meetings)} == {0}


def test_a_round_counts_by_its_coefficient():
    # Source 004, VII: 7/9, 8/9 and 1.
    rounds = tuple(RoundPlan(coefficient=Fraction(ninths, 9)) for ninths in (7, 8, 9))
    meetings = [meeting(number, 1, 2, WIN) for number in (1, 2, 3)]
    found = standings(replace(plan(), rounds=rounds), field(2), meetings)
    assert found[0].score == Fraction(24, 9)
    assert found[0].rounds == {1: Fraction(7, 9), 2: Fraction(8, 9), 3: 1}


def test_players_with_equal_scores_share_a_place_without_a_tie_break():
    # Source 004, VII: there is no tie-break; both are winners.
    found = standings(plan(), field(4), [meeting(1, 1, 2, DRAW), meeting(1, 3, 4, WIN, board=2)])
    assert places(found) == {3: 1, 1: 2, 2: 2, 4: 4}


def test_sanctions_take_their_part_of_a_round_or_of_the_sum():
    # Source 004, VIII.
    meetings = [meeting(number, 1, 2, WIN) for number in (1, 2)]
    penalties = [Penalty(1, HALF, round=2), Penalty(1, Fraction(2, 3))]
    found = standings(plan(), field(2), meetings, penalties=penalties)
    assert found[0].rounds == {1: 1, 2: HALF}
    assert found[0].score == 1


def test_more_wins_break_a_tie():
    meetings = [meeting(1, 1, 2, DRAW), meeting(2, 1, 2, DRAW), meeting(1, 3, 4, WIN), meeting(2, 4, 3, WIN)]
    found = standings(plan(ties=("wins",)), field(4), meetings)
    assert places(found) == {3: 1, 4: 1, 1: 3, 2: 3}
    assert of(found, 3).ties == {"wins": 1}


def test_a_bye_is_no_win_against_somebody():
    meetings = [meeting(1, 1, None, WIN, Decision.BYE), meeting(1, 2, 3, WIN)]
    assert places(standings(plan(ties=("wins",)), field(3), meetings)) == {2: 1, 1: 2, 3: 3}


def test_the_direct_encounter_breaks_a_tie():
    meetings = [meeting(1, 2, 1, WIN), meeting(1, 3, 4, WIN), meeting(2, 1, 3, WIN), meeting(2, 4, 2, WIN)]
    found = standings(plan(ties=("encounter",)), field(4), meetings)
    # All have one point, and 1 has not met 4: no tie-break separates the four.
    assert set(places(found).values()) == {1}
    found = standings(plan(ties=("encounter",)), field(4), [*meetings, meeting(3, 3, 4, WIN)])
    # Of 1, 2 and 4 with one point, 1 and 4 have not met.
    assert places(found) == {3: 1, 1: 2, 2: 2, 4: 2}
    found = standings(plan(ties=("encounter",)), field(2), [meeting(1, 2, 1, WIN), meeting(2, 1, None, WIN)])
    assert places(found) == {2: 1, 1: 2}


def test_the_direct_encounter_counts_among_players_who_are_still_tied():
    circle = [meeting(1, 1, 2, WIN), meeting(2, 2, 3, WIN), meeting(3, 3, 1, WIN)]
    found = standings(plan(ties=("encounter", "wins")), field(3), circle)
    assert set(places(found).values()) == {1}
    assert of(found, 1).ties == {"encounter": 1, "wins": 1}


def test_stronger_opponents_break_a_tie():
    meetings = play_all(plan(System.ALL), field(4), 2, lower_wins)
    found = standings(plan(ties=("buchholz", "berger")), field(4), meetings)
    for one in found:
        opponents = [
            pair - {one.entry} for pair in ({m.first, m.second} for m in meetings) if one.entry in pair
        ]
        assert one.ties["buchholz"] == sum(of(found, *other).score for other in opponents)
    assert of(found, 4).ties["berger"] == 0


def test_a_sanction_takes_nothing_from_the_opponents_of_the_punished_player():
    found = standings(
        plan(ties=("buchholz",)), field(2), [meeting(1, 1, 2, WIN)], penalties=[Penalty(1, Fraction(0))]
    )
    assert of(found, 2).ties == {"buchholz": 1}


@given(st.data())
def test_places_follow_the_scores_and_all_points_are_given(data):
    entries = field(data.draw(st.integers(2, 9)))
    rounds = len(entries) - 1 + len(entries) % 2
    results = st.sampled_from([WIN, DRAW, LOSS])
    meetings = play_all(plan(System.ALL), entries, rounds, lambda *_: data.draw(results))
    found = standings(plan(ties=("encounter", "berger")), entries, meetings)
    assert sum(one.score for one in found) == len(meetings)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for number, one in enumerate(found):
        above = found[number - 1]
        level = number > 0 and (above.score, above.ties) == (one.score, one.ties)
        assert one.place == (above.place if level else number + 1)


def test_in_a_knockout_places_follow_the_round_reached():
    agreed, entries = plan(System.KNOCKOUT), field(6)
    meetings = play_all(agreed, entries, 3, lambda *_: DRAW)
    assert places(standings(agreed, entries, meetings)) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5}
    unfinished = [*meetings[:-1], replace(meetings[-1], points=None, decision=None)]
    assert places(standings(agreed, entries, unfinished)) == {1: 1, 2: 1, 3: 3, 4: 3, 5: 5, 6: 5}


def test_the_crosstable_shows_each_meeting_from_both_sides():
    meetings = [
        meeting(1, 1, 2, WIN),
        meeting(1, 3, None, WIN, Decision.BYE),
        meeting(2, 2, 1),
        meeting(2, 1, 3, WIN, Decision.ANNULLED),
    ]
    first, second, third = crosstable(field(3), meetings)
    assert [(cell.round, cell.points) for cell in first.against[2]] == [(1, 1), (2, None)]
    assert [(cell.round, cell.points) for cell in second.against[1]] == [(1, 0), (2, None)]
    assert third.against == {}
    assert [cell.opponent for cell in third.rounds[1]] == [None]
    assert 3 not in first.against
