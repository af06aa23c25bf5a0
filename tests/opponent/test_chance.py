"""Random draws from any given source."""

from opponent.chance import drawn, shuffled
from tests.opponent.drawn import lots


class Same:
    """A source that always returns one number."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


def test_a_random_order_has_every_number_once_and_is_the_same_for_the_same_seed():
    assert sorted(shuffled(20, lots(1))) == list(range(20))
    assert shuffled(20, lots(1)) == shuffled(20, lots(1)) != shuffled(20, lots(2))
    assert shuffled(0, lots(1)) == []


def test_higher_weights_are_drawn_more_often_and_zero_weights_never():
    random = lots(3)
    found = [drawn([1, 0, 3], random) for _ in range(400)]
    assert 60 < found.count(0) < 140
    assert found.count(1) == 0
    assert found.count(2) == 400 - found.count(0)


def test_the_extreme_random_numbers_draw_something_with_weight():
    """Rounding may keep a sum of weights from 1."""
    assert drawn([0, 0.2, 0.8], Same(0.0)) == 1
    assert drawn([0.1] * 10, Same(1 - 2**-53)) in range(10)
    assert drawn([0.0, 0.0], Same(0.5)) in range(2)
