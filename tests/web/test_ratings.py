"""Ratings on pages: the effect of a duel's end, the forecast, lists, and the page of a player."""

import re
from datetime import timedelta

import pytest

from clocks.terms import Clock
from services.duels import deadlines
from services.terms import Terms
from tests.builders import start
from tests.fixtures_duels import DAILY, FIRST, SECOND
from tests.fixtures_site import NOON
from tests.season import Season
from tests.services.ratings.test_shown import rate
from tests.web.conftest import members_of
from tests.web.reading import links, rows, text

DAY = timedelta(days=1)
LIST = "/ratings/days/intimate"


@pytest.fixture
def season(site, sqlite_database, member):
    """Return a season of three accounts whose owners also open the pages."""
    readers = {name: member(name) for name in ("anna", "boris", "clara")}
    season = Season(sqlite_database, [], NOON)
    season.names, season.ids = list(readers), members_of(sqlite_database)
    season.readers = readers
    site.config["CLOCK"] = lambda: NOON + 10 * DAY
    return season


def test_the_end_of_a_duel_shows_both_changes_and_marks_provisional_ratings(pages):
    duel = pages(start("F1901M"))
    duel.contest.happen(SECOND, "conceded")
    page = duel.get("anna")
    assert "1500 ? (provisional) → 1607 ? (provisional) (+107)" in text(page)
    assert "1500 ? (provisional) → 1393 ? (provisional) (−107)" in text(page)
    assert 'title="Provisional: too few duels' in page.text
    assert "(provisoire) (−107)" in text(duel.get("boris"))
    assert "(provisoire) (−107)" in text(duel.get("boris", "/chapters/0"))


def test_the_reason_of_a_smaller_weight_stands_beside_the_change(pages):
    for number in range(4):
        duel = pages(start("S1902M"))
        duel.contest.happen(SECOND if number % 2 else FIRST, "conceded")
        said = text(duel.get("visitor"))
        reasons = re.findall(
            r"counts (half|a quarter|nothing): (\w+)(?: or later)? duel between them within 30 days", said
        )
        expected = [[], [("half", "second")], [("a quarter", "third")], [("nothing", "fourth")]][number]
        assert reasons == expected * 2
    assert "(±0)" in said


@pytest.mark.parametrize(
    ("phase", "settings", "words"),
    [
        ("S1901M", {}, "the duel ended before Spring 1901 was complete"),
        ("S1902M", {"loyalty": 3}, "the duel was not rated"),
    ],
)
def test_an_end_that_changes_no_rating_says_why(pages, phase, settings, words):
    duel = pages(start(phase), **settings)
    duel.contest.happen(SECOND, "conceded")
    assert f"No rating changes: {words}." in text(duel.get("visitor"))


def test_a_duel_that_lapsed_says_that_it_counts_for_nobody(pages):
    duel = pages(clock=Clock(900, 900, 300))
    deadlines.sweep(duel.contest.database, lambda: NOON + DAY)
    assert "the duel lapsed, and counts for nobody" in text(duel.get("anna"))


def test_terms_say_whether_a_duel_is_rated_and_lead_its_players_to_what_it_would_change(pages):
    rated, other = pages(), pages(loyalty=3)
    address = f"{rated.path}/rating"
    assert "This duel is rated: from the end of Spring 1901 on" in text(rated.get("visitor"))
    assert "This duel is not rated" in text(other.get("anna"))
    assert [address in links(rated.get(reader)) for reader in ("anna", "boris", "visitor")] == [
        True,
        True,
        False,
    ]
    assert f"{other.path}/rating" not in links(other.get("anna"))
    assert "Nothing counts until Spring 1901 is complete" in text(rated.get("anna", "/rating"))
    assert rated.get("visitor", "/rating").status_code == 404


def test_the_forecast_of_rating_changes_equals_the_changes(pages):
    pages(start("S1902M")).contest.happen(FIRST, "conceded")
    duel = pages(start("S1902M"))
    page = text(duel.get("anna", "/rating"))
    lost = page[page.index("You lose") : page.index("How ratings work")]
    duel.contest.happen(FIRST, "conceded")
    ended = text(duel.get("anna"))
    found = re.findall(r"[+−]\d+\) counts half: second duel", lost)
    assert len(found) == 2
    assert all(change in ended for change in found)
    assert duel.get("anna", "/rating").headers["Location"] == duel.path


def test_the_list_shows_settled_ratings_and_viewers_their_own(season):
    with season.database.writing() as session:
        rate(session, season.ids["anna"], 1700.4)
        rate(session, season.ids["boris"], 1650, deviation=180, listed_until=None)
    page = season.readers["anna"].get(LIST)
    (shown,) = [row for row in rows(page) if row[0] == "1"]
    assert shown[1:] == ["anna you", "1700 deviation ± 62", "30"]
    assert "boris" not in text(page)
    assert "Your rating: 1700 deviation ± 62 · rank 1" in text(page)
    own = text(season.readers["boris"].get(LIST))
    assert "Your rating: 1650 ? (provisional) deviation ± 181 · provisional, so not in the list" in own
    assert "You have no rating here yet" in text(season.readers["clara"].get(LIST))


def test_a_long_list_is_paged_and_nonsense_leads_to_its_head(season, member, monkeypatch):
    monkeypatch.setattr("web.ratings.views.PAGE", 2)
    with season.database.writing() as session:
        for number, name in enumerate(season.names):
            rate(session, season.ids[name], 1600 - number)
    first = season.readers["clara"].get(LIST)
    (further,) = [link for link in links(first) if "after=" in link]
    second = season.readers["clara"].get(further)
    assert [row[:2] for row in rows(second) if row[0].isdigit()] == [["3", "clara you"]]
    assert LIST in links(second)
    for after in ("x", "nan-3", "1e999-1", "1500-99999999999", "-", "1500--4"):
        page = season.readers["clara"].get(f"{LIST}?after={after}")
        assert [row[1] for row in rows(page) if row[0].isdigit()] == ["anna", "boris"]


def test_the_ranking_leads_to_the_usual_list_and_there_is_none_of_unknown_kinds(visit):
    visitor = visit()
    assert visitor.get("/ratings/").headers["Location"] == LIST
    assert "/ratings/" in links(visitor.get("/ladders/"))
    page = visitor.get("/ratings/live/dueldip")
    assert re.search(r'href="/ladders/"\s+aria-current="page"', page.text)
    for path in ("/ratings/slow/intimate", "/ratings/days/chess"):
        assert visitor.get(path).status_code == 404


def test_the_page_of_a_player_has_their_ratings_a_graph_and_the_last_changes(season, visit):
    with season.playing() as play:
        for number in range(12):
            play("anna", "boris", ("anna", "boris")[number % 2], NOON + number * timedelta(hours=9))
        play("anna", "clara", None, NOON + 9 * DAY, Terms("beginner", clock=DAILY))
    page = visit().get("/players/anna")
    assert "1 drawn" not in text(page)
    assert page.text.count("<circle") == 1
    (other,) = {link for link in links(page) if "ratings=days.intimate" in link}
    page = visit().get(other)
    assert page.text.count("<circle") == 12
    played = [row for row in rows(page) if row[1:2] == ["boris"]]
    assert len(played) == 12
    assert played[-1][2:] == ["won", "1500 ? (provisional) → 1607 ? (provisional) (+107)", "whole"]
    assert played[-2][4] == "counts half: second duel between them within 30 days"
    nobody = visit().get("/players/anna?ratings=nonsense")
    assert nobody.text.count("<circle") == 1


def test_a_player_without_rated_duels_has_no_ratings_on_their_page(season, visit):
    assert 'id="ratings"' not in visit().get("/players/clara").text


def test_others_see_neither_opponent_nor_link_of_a_private_duel(season, visit):
    with season.playing() as play:
        token = play("anna", "boris", "anna", NOON, Terms(clock=DAILY, public=False)).token
    seen = {name: reader.get("/players/anna") for name, reader in season.readers.items()}
    seen["visitor"] = visit().get("/players/anna")
    shown = {
        name: (f"/duels/{token}" in links(page), "/players/boris" in links(page))
        for name, page in seen.items()
    }
    assert shown == {name: (name in {"anna", "boris"},) * 2 for name in seen}
    assert all("a private duel" in text(seen[name]) for name in ("clara", "visitor"))
    assert all("1607" in text(page) for page in seen.values())


def test_the_forecast_of_rating_changes_does_not_depend_on_entries(pages):
    duel = pages(start("S1902M"))
    duel.get("boris")  # show one-time messages now
    before = text(duel.get("boris", "/rating"))
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    assert text(duel.get("boris", "/rating")) == before
    duel.contest.hand_in(FIRST)
    assert text(duel.get("boris", "/rating")) == before
