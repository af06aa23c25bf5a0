"""The reference players answer every kind of phase, and use the work that they state."""

from itertools import islice

import pytest

from adjudicator import PhaseKind
from bench.waiting import SINCE, waiting
from intimate.entries import check
from intimate.schedule import fixture
from intimate.view import View
from lab.matches.match import Match
from lab.matches.playing import Playing, Terms
from lab.players.exploiter import TIMES, Exploiter
from lab.players.greedy import Greedy
from opponent.choosing import Mixture

SHORT = Terms("intimate", {"year_limit": 1902})


def test_the_greedy_one_beats_chance():
    duels = list(Match(("greedy", "random"), 1, Terms()).duels(range(6)))
    assert [duel.outcome for duel in duels] == ["won"] * 6


@pytest.mark.parametrize("number", [2, 3])
def test_the_exploiter_plays_a_duel_without_seeing_entries(number):
    asked = []

    class Prey(Greedy):
        def considered(self, view, chance, past=()):
            asked.append((view.player, chance))
            return Mixture([self.answer(view, chance, past).entry], [1.0], 0.5)

    prey = Prey()
    playing = Playing(("exploiter", "greedy"), fixture(number), 1, SHORT, (Exploiter(prey, 5), Greedy()))
    duel = playing.played()
    movements = [thought for thought in duel.thoughts[0] if thought.kind is PhaseKind.MOVEMENT]
    assert movements[0].looked_at >= TIMES * 5
    assert {thought.kind for thought in duel.thoughts[0]} >= {PhaseKind.AUCTION, PhaseKind.ADJUSTMENTS}
    assert {player for player, _ in asked} == set(playing.players)
    assert playing.lots[1] not in [chance for _, chance in asked]


@pytest.mark.parametrize("kind", [PhaseKind.MOVEMENT, PhaseKind.AUCTION])
def test_duels_that_wait_are_in_the_middle_of_the_game(kind):
    for view, _ in islice(waiting(kind, 1), 2):
        assert view.duel.kind is kind
        assert view.duel.phase.year >= SINCE
        assert view.is_awaited


def test_greedy_orders_are_legal_in_random_positions():
    for number in range(4):
        playing = Playing(("random", "greedy"), fixture(number * 9), 2, SHORT)
        while playing.duel.phase:
            for player in playing.players:
                view = View(playing.duel, player)
                if view.is_awaited:
                    entry = Greedy().answer(view, playing.lots[0]).entry
                    check(playing.duel, player, entry)
            playing.step()
