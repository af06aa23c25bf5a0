"""Small pictures: the outlines of the board on a coarse grid, and nothing else."""

import re

import pytest

from intimate.duel import begin
from intimate.settings import rules
from web.board import small


def test_a_path_goes_from_point_to_point_of_the_grid_and_points_that_fall_together_are_one():
    assert small.coarse("M3 3l6 0 .4.3 0 9-6 0z") == "M1 1l2 0 0 3-2 0z"
    assert small.coarse("M0 0L9 0 9 9z M300 300l.1.1.1 0z") == "M0 0l3 0 0 3z"


@pytest.mark.parametrize("path", ["M0 0h3v3z", "M0 0C1 1 2 2 3 3z"])
def test_a_path_with_curves_is_refused(path):
    with pytest.raises(ValueError, match="not a straight line"):
        small.coarse(path)


def test_every_space_has_an_outline():
    outlines = small.outlines()
    assert len(outlines) == 75
    assert all(re.fullmatch(r"(M\d+ \d+l[-\d ]+z)+", path) for path in outlines.values())


@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_has_every_unit_and_a_few_kilobytes(site, dark):
    with site.test_request_context():
        document = small.drawn(begin(rules("intimate", {})), dark=dark)
    assert document.count('<rect x="') + document.count("h10l-5-7z") == 22
    assert len(document) < 45_000
