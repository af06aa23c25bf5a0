"""The administrator's commands for ladders."""

import pytest

from models.moderation import Act
from services.ladders import lists
from services.moderation.acts import list_acts


@pytest.fixture
def run(site):
    """Return a function that runs a command."""
    return lambda *arguments: site.test_cli_runner().invoke(args=arguments)


def listed(database):
    with database.reading() as session:
        return [(each.name, each.preset, each.season_days) for each in lists.all_ladders(session)]


def test_a_ladder_is_made_listed_and_closed(run, sqlite_database):
    made = run("ladders", "make", "Winter", "--preset", "beginner", "--clock", "live", "--season-days", "90")
    token = made.output.strip()
    assert listed(sqlite_database) == [("Winter", "beginner", 90)]
    assert "season 1" in run("ladders", "list").output
    assert run("ladders", "close", token).output == f"Ladder {token} is closed.\n"
    assert "closed" in run("ladders", "list").output
    assert run("ladders", "sweep").output == "0\n"
    with sqlite_database.reading() as session:
        assert [(each.act, each.moderator_id, each.reason) for each in list_acts(session)] == [
            (Act.CLOSED_LADDER, None, "Winter"),
            (Act.MADE_LADDER, None, "Winter"),
        ]


def test_a_ladder_whose_token_looks_like_an_option_is_closed(run, monkeypatch):
    monkeypatch.setattr("services.ladders.ladders.token_urlsafe", lambda length: "-BWbn8XU")
    run("ladders", "make", "Winter")
    assert run("ladders", "close", "-BWbn8XU").output == "Ladder -BWbn8XU is closed.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("make", " "), "A name has 1 to 80 characters."),
        (("make", "Short", "--season-days", "1"), "must be from 7 to 730"),
        (("make", "Odd", "--clock", "never"), "Invalid value"),
        (("close", "nowhere"), "There is no ladder nowhere."),
    ],
)
def test_impossible_commands_are_refused_with_a_message(run, sqlite_database, arguments, said):
    done = run("ladders", *arguments)
    assert done.exit_code != 0
    assert said in done.output
    assert listed(sqlite_database) == []


def test_a_closed_ladder_is_not_closed_again(run):
    token = run("ladders", "make", "Winter").output.strip()
    run("ladders", "close", token)
    assert "closed already" in run("ladders", "close", token).output


def test_bringing_the_tables_up_to_date_gives_a_new_site_its_ladder_once(run, sqlite_database):
    for _ in range(2):
        assert run("database", "upgrade").exit_code == 0
        assert listed(sqlite_database) == [("", "intimate", None), ("programs", "intimate", None)]
