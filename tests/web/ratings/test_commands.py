"""The commands of keepers about ratings."""

import pytest
from sqlalchemy import update

from models import Rating
from tests.fixtures_site import NOON
from tests.season import Season


@pytest.fixture
def run(site):
    """Return a function that runs a command, and returns (its exit code, what it says)."""

    def run(*arguments):
        done = site.test_cli_runner().invoke(args=["ratings", *arguments])
        return done.exit_code, done.output

    return run


@pytest.fixture
def season(sqlite_database):
    season = Season(sqlite_database, ("anna", "boris", "clara"), NOON)
    with season.playing() as play:
        play("anna", "boris", "anna", NOON)
        play("anna", "clara", "anna", NOON)
    return season


def test_ratings_are_checked_and_written_anew(run, season):
    assert run("recompute", "--check") == (0, "What is stored is what the duels give.\n")
    with season.database.writing() as session:
        session.execute(update(Rating).values(fed=7))
    code, said = run("recompute", "--check")
    assert code == 1
    assert f"days/intimate  account {season.ids['anna']}: fed: stored 7, found 2" in said
    assert "Differences: 3" in said
    assert run("recompute") == (0, "Duels counted: 2\n")
    assert run("recompute", "--check")[0] == 0


def test_keepers_are_told_whose_wins_weighed_less_and_over_whom(run, season):
    code, said = run("fed")
    assert code == 0
    assert "anna  days/intimate  such wins: 2" in said
    assert "  clara  duel " in said
    assert "weight 4/8  still loses to nobody else" in said
    assert "boris" not in said  # that win weighed whole


def test_where_nobody_feeds_anybody_keepers_are_told_so(run):
    assert run("fed") == (0, "Nobody.\n")
