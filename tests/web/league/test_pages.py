"""The league through the pages: the table for everybody, the entry form for owners of bots."""

import pytest
from sqlalchemy import select, update

from models import LeagueEntrant, LeagueScore, StoredDuel, User
from models.account import AccountKind
from services.league import pairing
from tests.fixtures_site import NOON


@pytest.fixture
def owner(site, sqlite_database, member):
    """Return the owner of a bot, logged in as it."""
    site.config["CLOCK"] = lambda: NOON
    found = member("alpha")
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name == "alpha").values(kind=AccountKind.BOT))
    return found


@pytest.fixture
def paired(owner, sqlite_database):
    """Enter the bot, and begin its first two duels."""
    owner.post("/league/enter", at_once=2, cost="0.12 USD")
    pairing.sweep(sqlite_database, lambda: NOON)


def test_the_owner_of_a_bot_enters_it_changes_its_entry_and_takes_it_out(owner):
    assert "Enter your bot" in owner.get("/league/").text
    assert owner.post("/league/enter", at_once=4, cost="0.12 USD").headers["Location"] == "/league/"
    page = owner.get("/league/").text
    assert "The bot is in the league." in page
    assert "<td>0.12 USD</td>" in page
    assert 'value="4"' in page
    refused = owner.post("/league/enter", at_once=11)
    assert refused.status_code == 422
    assert "A bot plays 0 to 10 duels at once." in refused.text
    owner.post("/league/leave")
    assert "No bot has entered yet." in owner.get("/league/").text
    assert owner.post("/league/leave").status_code == 409
    assert owner.get("/league/enter").headers["Location"] == owner.get("/league/leave").headers["Location"]


def test_people_see_the_table_and_cannot_enter(paired, visit, member):
    page = visit().get("/league/").text
    assert "alpha" in page
    assert "Recruit" in page
    assert "Enter the league" not in page
    refused = member("Anna").post("/league/enter", at_once=2)
    assert refused.status_code == 409
    assert "The league is for bots." in refused.text
    assert visit().post("/league/enter", at_once=2).status_code == 401


def test_a_score_is_shown_from_420_duels_on_and_before_that_their_number(paired, visit, sqlite_database):
    reader = visit()
    assert "0 of 420" in reader.get("/league/").text
    with sqlite_database.writing() as session:
        own = session.scalars(select(User.id).where(User.name == "alpha")).one()
        session.execute(update(LeagueScore).where(LeagueScore.user_id == own).values(won=300, lost=119))
    page = reader.get("/league/").text
    assert "419 of 420" in page
    with sqlite_database.writing() as session:
        session.execute(update(LeagueScore).where(LeagueScore.user_id == own).values(drawn=1))
    page = reader.get("/league/").text
    assert "of 420" not in page.replace("0 of 420", "")
    assert '<td class="number">72%</td><td class="number">67–76%</td>' in page
    shown = reader.get(f"/league/{own}").text
    assert shown.count("67–76%") == 2  # against Recruit, and against all


def test_the_page_of_a_contestant_leads_to_its_duels_and_their_records(paired, visit, sqlite_database):
    with sqlite_database.reading() as session:
        alpha, recruit = session.scalars(select(LeagueScore.user_id).order_by(LeagueScore.user_id)).all()
    reader = visit()
    page = reader.get(f"/league/{alpha}").text
    assert page.count('<li><a href="/duels/') == page.count(">against Recruit <") == 2
    assert "/players/alpha/duels.jsonl.gz" in page
    level = reader.get(f"/league/{recruit}").text
    assert "<h1>Recruit" in level
    assert "/players/" not in level.partition("<main")[2]
    assert reader.get("/league/999").status_code == 404


def test_a_duel_of_a_level_is_listed_by_its_name_and_hides_no_others(paired, owner, visit):
    assert '<span class="player">Recruit</span>' in owner.get("/duels/").text
    assert "Recruit" not in visit().get("/duels/watch").text
    assert ":recruit" not in owner.get("/duels/").text


def test_the_page_says_that_a_bot_is_paused_until_it_is_saved_again(paired, owner, visit, sqlite_database):
    with sqlite_database.writing() as session:
        session.execute(update(LeagueEntrant).values(paused_at=NOON, absences=3))
    assert "It is paused: it lost 3 duels in a row by absence." in owner.get("/league/").text
    assert '<span class="tag">paused</span>' in visit().get("/league/").text
    owner.post("/league/enter", at_once=2)
    assert "paused" not in visit().get("/league/").text.partition("<section")[2].partition("</section>")[0]


def test_a_league_duel_leads_to_the_one_with_exchanged_homes_and_offers_what_a_level_can_answer(
    paired, owner, visit, sqlite_database
):
    with sqlite_database.reading() as session:
        one, other = session.scalars(select(StoredDuel.token).order_by(StoredDuel.id)).all()
    page = owner.get(f"/duels/{one}").text
    assert f'href="/duels/{other}">the duel with exchanged home powers</a>' in page
    assert f'href="/duels/{one}">the duel with' in visit().get(f"/duels/{other}").text
    assert 'id="tab-talk"' not in page
    owner.post(f"/duels/{one}/acts/conceded", sure="yes")
    ended = owner.get(f"/duels/{one}").text
    assert "the duel with exchanged" in ended
    assert "/rematch" not in ended
