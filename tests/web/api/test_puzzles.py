"""Bots solve puzzles through the API."""

import pytest

from intimate.codec import write_entry
from learning.puzzle import PuzzleKind, lines, puzzle
from services.puzzles.standing import daily
from tests.fixtures_site import NOON
from tests.web.api.asking import Program, key_of


@pytest.fixture
def program(site, sqlite_database, member):
    """Return a client that acts for Anna."""
    site.config["CLOCK"] = lambda: NOON
    member("anna")
    return Program(site, key_of(sqlite_database, "anna"))


def first(kind):
    """Return the first puzzle of a kind."""
    return next(found for key in lines() if (found := puzzle(key)).kind is kind)


def test_the_puzzle_of_the_day_is_that_of_its_key(program):
    told = program.get_json("/puzzles/daily")
    assert told == program.get_json(f"/puzzles/{daily(NOON)}")
    assert program.code("GET", "/puzzles/nonsense") == "not_found"
    assert program.code("POST", "/puzzles/nonsense/attempts", {"orders": {}}) == "not_found"


@pytest.mark.parametrize("kind", PuzzleKind)
def test_a_puzzle_says_what_is_asked_and_nothing_of_its_answer(program, kind):
    asked = first(kind)
    told = program.get_json(f"/puzzles/{asked.key}")
    assert told["kind"] == kind
    assert told["units"] == list(map(str, asked.units))
    assert told["homes"] == {player.value: home for player, home in asked.start.homes.items()}
    assert bool(told["sheets"]) is (kind is PuzzleKind.AUCTION)
    assert not {"best", "worth", "usual"} & set(told)


@pytest.mark.parametrize("kind", PuzzleKind)
def test_answers_are_checked_and_the_first_counts(program, kind):
    asked = first(kind)
    wrong = program.post(f"/puzzles/{asked.key}/attempts", write_entry(asked.usual)).json
    assert wrong["score"] < 1
    assert wrong["rating"] is not None
    right = program.post(f"/puzzles/{asked.key}/attempts", write_entry(asked.best)).json
    assert (right["score"], right["rating"]) == (1, None)
    assert right["best"] == write_entry(asked.best)


def test_an_impossible_answer_is_refused(program):
    auction, movement = first(PuzzleKind.AUCTION), first(PuzzleKind.MIX)
    path = f"/puzzles/{auction.key}/attempts"
    home = auction.start.homes[auction.player]
    assert program.code("POST", path, {"bids": {home: 3}}) == "invalid"
    assert program.code("POST", path, {"orders": {}}) == "invalid"
    assert program.code("POST", f"/puzzles/{movement.key}/attempts", {"bids": {}}) == "invalid"
