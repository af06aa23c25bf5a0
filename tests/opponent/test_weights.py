"""The figures by which positions are judged, and the file that holds those that were made last."""

import json
from math import isfinite

import pytest

from opponent.weights import FILE, Weights
from tests.quality.project import ROOT


def test_the_file_names_every_weight_and_nothing_else():
    written = json.loads((ROOT / "opponent" / FILE).read_text("utf-8"))
    assert list(written) == Weights.names()
    assert Weights.load().as_mapping() == written
    assert all(isfinite(value) for value in written.values())


def test_reserves_and_the_whole_sum_count_for_something():
    """Credits are divided by thrift, and without temper nothing but threats would count."""
    made = Weights.load()
    assert made.thrift > 0
    assert made.temper > 0
    assert 0 <= made.habit <= 1
    assert made.daring >= 0


def test_weights_are_altered_by_name():
    altered = Weights().altered({"ward": 0.7})
    assert altered.ward == 0.7
    assert altered.altered({"ward": Weights().ward}) == Weights()
    with pytest.raises(TypeError):
        Weights().altered({"warden": 1.0})
