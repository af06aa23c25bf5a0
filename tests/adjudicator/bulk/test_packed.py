"""Masks of a bulk, packed as bytes and as numpy packs them."""

import numpy as np
import pytest

from adjudicator import Game, Slate, adjudicate_many, parse


@pytest.mark.parametrize("count", [1, 7, 8, 9, 100])
def test_every_set_is_a_bit_in_its_place(count):
    slate = Slate.of(Game.start().position)
    number = slate.number(parse("A PAR - BUR"))
    fates = adjudicate_many(slate, [[number] if s % 3 == 0 else [] for s in range(count)])
    packed = np.frombuffer(fates.packed(fates.arrived[number]), "u1")
    bits = np.unpackbits(packed, count=fates.count, bitorder="little")
    assert bits.tolist() == [int(s % 3 == 0) for s in range(count)]
    column = fates.column(fates.arrived[number])
    assert np.asarray(column).dtype == bool
    assert np.asarray(column).tolist() == [s % 3 == 0 for s in range(count)]
    assert len(column) == count


def test_the_column_of_no_sets_is_empty():
    fates = adjudicate_many(Slate.of(Game.start().position), [])
    assert np.asarray(fates.column(0)).tolist() == []
