"""The moves of a ladder: places stay 1 to n (docs/ladders.md)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from competition.ladder import TAKES, ChallengeOutcome, PlaceMove, fall, is_in_reach, moves, reach

AWAY = {ChallengeOutcome.CHALLENGED_AWAY, ChallengeOutcome.UNANSWERED}


def shifted(places, move):
    """Move places by player as the database does: shift a range, then set one."""
    shift = move.shift(len(places))
    after = {
        player: place + shift.by if shift.first <= place <= shift.last else place
        for player, place in places.items()
        if place != move.before
    }
    mover = next((player for player, place in places.items() if place == move.before), None)
    return after if move.after is None else {**after, mover: move.after}


def by_hand(ladder, outcome, challenger, challenged):
    """Move two players on a plain list, by the wording of the rules."""
    ladder, length = list(ladder), len(ladder)
    stood = ladder.index(challenged)
    if outcome in TAKES and ladder.index(challenger) > stood:
        ladder.remove(challenger)
        ladder.insert(stood, challenger)
    if outcome in AWAY:
        ladder.remove(challenged)
        ladder.insert(stood + max(1, length // 5), challenged)
    if outcome is ChallengeOutcome.CHALLENGER_AWAY:
        stood = ladder.index(challenger)
        ladder.remove(challenger)
        ladder.insert(stood + max(1, length // 5), challenger)
    return ladder


@pytest.mark.parametrize(("length", "places"), [(9, 4), (49, 4), (50, 5), (200, 20), (50_000, 5000)])
def test_a_player_may_challenge_four_places_up_or_a_tenth_of_the_ladder(length, places):
    assert reach(length) == places
    assert is_in_reach(length, length - places, length)
    assert not is_in_reach(length, length - places - 1, length)


@pytest.mark.parametrize(("above", "below"), [(3, 3), (3, 4)])
def test_nobody_challenges_themselves_or_downwards(above, below):
    assert not is_in_reach(above, below, 10)


@pytest.mark.parametrize(
    ("place", "length", "after"), [(1, 100, 21), (90, 100, 100), (1, 3, 2), (3, 3, 3), (1, 1, 1)]
)
def test_a_timeout_costs_a_fifth_of_the_ladder_at_least_one_place_and_never_leads_off_it(
    place, length, after
):
    assert fall(place, length) == after


@pytest.mark.parametrize(
    ("outcome", "found"),
    [
        (ChallengeOutcome.WON, "ABFCDEGHIJ"),
        (ChallengeOutcome.REFUSED, "ABFCDEGHIJ"),
        (ChallengeOutcome.LOST, "ABCDEFGHIJ"),
        (ChallengeOutcome.DRAWN, "ABCDEFGHIJ"),
        (ChallengeOutcome.WITHDRAWN, "ABCDEFGHIJ"),
        (ChallengeOutcome.VOID, "ABCDEFGHIJ"),
        (ChallengeOutcome.UNANSWERED, "ABFDCEGHIJ"),
        (ChallengeOutcome.CHALLENGED_AWAY, "ABFDCEGHIJ"),
        (ChallengeOutcome.CHALLENGER_AWAY, "ABCDEGHFIJ"),
    ],
)
def test_the_sixth_of_ten_challenges_the_third(outcome, found):
    """A timeout costs two of ten places, counting the challenger's rise."""
    places = {player: number for number, player in enumerate("ABCDEFGHIJ", 1)}
    for move in moves(outcome, 6, 3, 10):
        places = shifted(places, move)
    assert "".join(sorted(places, key=places.get)) == found


def test_a_winner_who_already_stands_higher_moves_nowhere_and_an_absent_loser_still_falls():
    assert moves(ChallengeOutcome.WON, 3, 6, 10) == []
    assert moves(ChallengeOutcome.CHALLENGED_AWAY, 3, 6, 10) == [PlaceMove(6, 8)]


@given(st.sampled_from(ChallengeOutcome), st.integers(2, 60), st.data())
def test_places_move_as_a_plain_reading_of_the_rules_says(outcome, length, data):
    one, other = data.draw(st.permutations(range(length)))[:2]
    places = {player: player + 1 for player in range(length)}
    for move in moves(outcome, one + 1, other + 1, length):
        places = shifted(places, move)
    assert sorted(places, key=places.get) == by_hand(range(length), outcome, one, other)


class Ladder(RuleBasedStateMachine):
    """Players join, leave and challenge at random, compared with a plain list of them."""

    def __init__(self):
        super().__init__()
        self.places, self.list, self.number = {}, [], 0

    def apply(self, move):
        before = set(self.places)
        self.places = shifted(self.places, move)
        return before ^ set(self.places)

    @rule(data=st.data())
    def join(self, data):
        place = data.draw(st.integers(1, len(self.list) + 1))
        shift = PlaceMove(None, place).shift(len(self.list))
        self.places = {
            player: at + shift.by if shift.first <= at <= shift.last else at
            for player, at in self.places.items()
        } | {self.number: place}
        self.list.insert(place - 1, self.number)
        self.number += 1

    @precondition(lambda self: self.list)
    @rule(data=st.data())
    def leave(self, data):
        player = data.draw(st.sampled_from(self.list))
        assert self.apply(PlaceMove(self.places[player], None)) == {player}
        self.list.remove(player)

    @precondition(lambda self: len(self.list) > 1)
    @rule(outcome=st.sampled_from(ChallengeOutcome), data=st.data())
    def end_challenge(self, outcome, data):
        one, other = data.draw(st.permutations(self.list))[:2]
        for move in moves(outcome, self.places[one], self.places[other], len(self.places)):
            assert self.apply(move) == set()
        self.list = by_hand(self.list, outcome, one, other)

    @invariant()
    def places_have_no_gaps_and_no_doubles(self):
        assert sorted(self.places.values()) == list(range(1, len(self.places) + 1))
        assert sorted(self.places, key=self.places.get) == self.list


TestLadder = Ladder.TestCase
