"""The pages of tournaments."""

import re

from services.privacy.deletion import delete_account
from tests.fixtures_site import NOON
from tests.services.tournaments.conftest import EIGHT, ORGANISER, plan_of
from tests.web.reading import text


def test_a_member_makes_a_tournament_and_others_sign_up(member, visit):
    olga, anna = member(ORGANISER), member("anna")
    made = olga.post(
        "/tournaments/new",
        name="Spring Cup",
        description="Be kind.",
        system="swiss",
        rounds="3",
        last_years="1907, 1908, 1909",
        coefficients="7/9, 8/9, 1",
        clock="day",
        preset="intimate",
        edition="standard",
        closes="0",
        tie_1="buchholz",
        tie_2="",
        tie_3="",
        tie_4="",
        rated="y",
    )
    assert made.status_code == 303, made.text
    path = made.headers["Location"]
    page = visit().get(path).text
    assert "Spring Cup" in page
    assert "1907, 1908, 1909" in page
    assert "7/9, 8/9, 1" in page
    assert anna.post(f"{path}/sign-up").status_code == 303
    assert "anna" in visit().get(path).text
    assert "Spring Cup" in visit().get("/tournaments/").text


def test_an_organiser_lets_units_count_after_a_last_year(member, visit):
    """Source 000, III"""
    terms = {"name": "Units Cup", "last_years": "1908", "clock": "day", "units_count": "y", "rated": "y"}
    made = member(ORGANISER).post("/tournaments/new", **terms)
    assert made.status_code == 303, made.text
    page = text(visit().get(made.headers["Location"]))
    assert "Duels end after the winter of 1908: the home power with more units wins." in page
    assert "the home power with more units on the board wins; equal is a draw. changed" in page


def test_the_centres_that_win_are_agreed_for_each_round_of_games(member, visit):
    """Source 004, II and annex: a smaller board is won with fewer."""
    olga = member(ORGANISER)
    terms = {"name": "Small Cup", "system": "ordinary", "rounds": "3", "clock": "day"}
    made = olga.post("/tournaments/new", **terms, solos="18, 14")
    assert made.status_code == 303, made.text
    page = text(visit().get(made.headers["Location"]))
    assert "Centres needed to win an ordinary game, round by round: 18, 14, 14." in page
    for wrong in ("19", "0", "18, 18, 18, 18"):
        assert olga.post("/tournaments/new", **terms, solos=wrong).status_code == 422
    usual = olga.post("/tournaments/new", **terms).headers["Location"]
    assert "Centres needed to win" not in text(visit().get(usual))


def test_a_tie_break_can_be_chosen_only_once(member):
    ties = {"tie_1": "wins", "tie_2": "", "tie_3": "wins"}
    refused = member(ORGANISER).post("/tournaments/new", name="Spring Cup", **ties)
    assert refused.status_code == 422
    assert "This is chosen above already." in text(refused)


def test_a_tournament_is_shown_from_its_start_to_its_end(cup_pages):
    pages = cup_pages(*EIGHT[:4], plan=plan_of(rounds=2))
    for reader in pages.readers:
        assert pages.get(reader).status_code == 200
    asked = pages.post(ORGANISER, "/desk/start")
    assert "Begin the tournament?" in asked.text
    assert pages.act(ORGANISER, "start").status_code == 303
    assert pages.cup.tournament.state == "running"
    assert "they are playing" in pages.get().text
    pages.cup.play(1)
    assert pages.act(ORGANISER, "next", round="1").status_code == 303
    pages.cup.play(2)
    assert "2 0 0" in pages.get().text
    assert pages.act(ORGANISER, "end").status_code == 303
    assert "ended" in pages.get().text
    assert "Your place: 1." in pages.get("anna").text
    for page in ("/log", "/standings.csv", "/crosstable.csv"):
        assert pages.get(page=page).status_code == 200


def test_between_rounds_the_page_says_that_the_organiser_starts_the_next_one(cup_pages):
    pages = cup_pages(*EIGHT[:4], plan=plan_of(rounds=2))
    pages.cup.start()
    assert "you play" in pages.get(EIGHT[0]).text
    pages.cup.play(1)
    for reader in pages.readers:
        page = pages.get(reader).text
        assert "Round 1 is over. The organiser starts the next one." in page
        assert "is being played" not in page
        assert "you play" not in page
    assert pages.act(ORGANISER, "next", round="1").status_code == 303
    assert "Round 1 is over" not in pages.get().text
    assert "Round 2: you play" in pages.get(EIGHT[0]).text


def test_a_deleted_account_is_named_on_no_page_of_a_tournament(cup_pages):
    pages = cup_pages(*EIGHT[:4], plan=plan_of(rounds=2))
    pages.cup.start()
    pages.cup.play(1)
    name = EIGHT[3]
    assert name in pages.get().text
    with pages.cup.database.writing() as session:
        delete_account(session, pages.cup.ids[name], NOON)
    shown = {page: pages.get(page=page).text for page in ("", "/log", "/standings.csv", "/crosstable.csv")}
    assert [page for page, text in shown.items() if name in text] == []
    assert "[anonymous " in shown[""]


def test_a_player_is_led_to_the_duel_of_the_present_round(cup_pages):
    pages = cup_pages(*EIGHT[:4], plan=plan_of(rounds=2))
    player = EIGHT[0]
    assert "you play" not in pages.get(player).text
    pages.cup.start()
    page = pages.get(player).text
    led = re.search(r"Round 1: you play (\w+)\.</span>\s*<a class=\"button\" href=\"(/duels/\w+)\"", page)
    assert led[1] in EIGHT[1:4]
    assert "<small>Spring Cup" in pages.readers[player].get("/duels/").text
    assert re.search(rf">{led[1]}</a>|>{player}</a>", pages.readers[player].get(led[2]).text)
    assert "you play" not in pages.get("visitor").text
