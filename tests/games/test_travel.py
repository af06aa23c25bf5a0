"""How far units travelled from home (source 004, VII: the *voyageur*)."""

from dataclasses import replace

import pytest

from adjudicator import Position, Power, Unit, standard
from games import EventKind, GameEvent, Seat, Variant, begin, happen, play, read_sheet, usual_terms
from games.travel import spaces_travelled

TURKEY, FRANCE = Power("TURKEY"), Power("FRANCE")
SEATS = [Seat(power.title(), (power,)) for power in standard().powers]
GAME = begin(usual_terms(Variant.CLASSIC), SEATS)


def with_unit(text, power=TURKEY):
    """Return a game with one unit on the board."""
    position = Position({Unit.parse(text): power}, GAME.position.owners)
    return replace(GAME, position=position)


@pytest.mark.parametrize(
    ("unit", "spaces"),
    [("A PIC", 6), ("A BUL", 0), ("A CON", 0), ("A SER", 1), ("F BLA", 0), ("F MAO", 4)],
)
def test_each_space_between_the_home_centres_and_the_farthest_unit_counts(unit, spaces):
    """The seed's examples: a Turk in Picardy has 6, in Bulgaria none; land and sea count alike."""
    assert spaces_travelled(with_unit(unit), [], [TURKEY]) == spaces


def orders(game, **texts):
    sheets = {Power(power): read_sheet(game, Power(power), text, "en").sheet for power, text in texts.items()}
    return play(game, sheets)


def test_a_unit_counts_that_went_far_and_came_back():
    """« en cours ou en fin de partie »."""
    away = orders(GAME, FRANCE="A Mar - Spa, F Bre - MAO")
    further = orders(away.after, FRANCE="F MAO - WES")
    back = orders(further.after, FRANCE="F WES - MAO")
    assert spaces_travelled(GAME, [away], [FRANCE]) == 0
    assert spaces_travelled(GAME, [away, further], [FRANCE]) == 1
    assert spaces_travelled(GAME, [away, further, back], [FRANCE]) == 1


def test_of_two_powers_of_one_player_the_one_that_went_farther_counts():
    assert spaces_travelled(with_unit("A PIC"), [], [FRANCE, TURKEY]) == 6


def test_an_event_adds_no_travelled_spaces():
    happened = happen(GAME, GameEvent(EventKind.LEFT, player=1))
    assert spaces_travelled(GAME, [happened], [Power("AUSTRIA")]) == 0
