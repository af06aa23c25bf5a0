"""The administrator's commands for ratings."""

from datetime import timedelta
from itertools import combinations

import pytest
from sqlalchemy import update

from competition import clusters
from models import StoredRating, User
from services.ratings import win_trading
from tests.fixtures_site import NOON
from tests.season import Season
from tests.web.accounts.steps import App
from tests.web.reading import text


@pytest.fixture
def run(site):
    """Return a function that runs a command and returns (its exit code, its output)."""

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


def test_ratings_are_checked_and_rewritten(run, season):
    assert run("recompute", "--check") == (0, "The stored ratings are those of the duels.\n")
    with season.database.writing() as session:
        session.execute(update(StoredRating).values(fed=7))
    code, said = run("recompute", "--check")
    assert code == 1
    assert f"days/intimate  account {season.ids['anna']}: fed: stored 7, found 2" in said
    assert "Differences: 3" in said
    assert run("recompute") == (0, "Duels counted: 2\n")
    assert run("recompute", "--check")[0] == 0


def test_the_command_lists_whose_wins_weighed_less_and_over_whom(run, season):
    code, said = run("fed")
    assert code == 0
    assert "anna  days/intimate  such wins: 2" in said
    assert "  clara  duel " in said
    assert "weight 4/8  still loses to nobody else" in said
    assert "boris" not in said  # that win counted in full


def test_without_win_trading_the_command_says_nobody(run):
    assert run("fed") == (0, "Nobody.\n")


def test_the_clusters_command_lists_closed_circles_and_players_with_one_opponent(
    sqlite_database, monkeypatch, member, run
):
    """Moderators see them at the desk and by a command."""
    monkeypatch.setattr(clusters, "YOUNG", 6)
    monkeypatch.setattr(win_trading, "YOUNG", 6)
    people, puppets, friends = (
        [f"{kind}{each}" for each in range(number)]
        for kind, number in (("player", 9), ("puppet", 3), ("friend", 4))
    )
    season, now = Season(sqlite_database, [*people, *puppets, *friends], NOON), NOON
    rounds = [(people[each], people[(each + 1) % 9]) for each in range(9)]
    rounds += [*combinations(puppets, 2), *combinations(friends, 2)]
    rounds += [(people[0], puppet) for puppet in puppets]
    with season.playing() as play:
        for one, other in rounds:
            now += timedelta(hours=1)
            play(one, other, one, now)
    code, said = run("clusters")
    assert code == 0
    assert "player0  days/intimate  such duels: 3" in said
    assert "  puppet2  duel " in said
    assert "only meet each other: 4  friend0, friend1, friend2, friend3" in said
    karl = member("karl")
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name == "karl").values(is_moderator=True))
    App(karl.site, "karl")
    page = text(karl.get("/desk/farming"))
    assert "friend0 , friend1 , friend2 , friend3" in page
    assert "player0" in page.split("Opponents who only meet each other")[1]
