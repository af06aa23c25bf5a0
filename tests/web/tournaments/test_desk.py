"""The desk of organiser and arbiters, results by hand, and the downloads."""

import csv
from io import StringIO

import pytest

from adjudicator import standard
from competition.tournament.values import Plan, RoundPlan, System
from tests.services.tournaments.conftest import ARBITER, EIGHT, ORGANISER, plan_of
from tests.web.reading import text

GAMES = Plan(System.ORDINARY, (RoundPlan(duels=False),))


def rows(answer):
    """Read a download as programs do."""
    return list(csv.reader(StringIO(answer.text, newline="")))


def test_a_ruling_is_asked_about_and_then_stands_in_the_log_with_its_reason(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.start()
    fields = {"rule-pairing": "1-1", "rule-outcome": "second_lost", "rule-reason": "Did not come."}
    asked = pages.post(ORGANISER, "/desk/rule", **fields)
    assert "Decide this pairing?" in asked.text
    assert 'name="rule-reason" value="Did not come."' in asked.text
    assert pages.cup.sheet().pairings[0].decision is None
    assert pages.post(ORGANISER, "/desk/rule", sure="rule", **fields).status_code == 303
    page = pages.get().text
    assert "Lost by forfeit: 1 – 0" in page
    assert "Did not come." in page


def test_what_is_refused_keeps_what_was_typed_and_says_why(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.start()
    entry = pages.cup.sheet().standings[0].entry
    answer = pages.act(ORGANISER, "sanction", entrant=entry, number="0", factor="half", reason="Insults.")
    assert answer.status_code == 422
    assert "Type a fraction from 0 to 1, like 1/2." in answer.text
    assert 'value="Insults."' in answer.text
    named = pages.act(ORGANISER, "arbiter", arbiter="nobody")
    assert (named.status_code, "Nobody here has this name." in named.text) == (409, True)


@pytest.mark.parametrize("reader", ["anna", "visitor", "arno"])
def test_nobody_else_reaches_the_desk(cup_pages, reader):
    pages = cup_pages(*EIGHT[:2])
    assert pages.get(reader, "/desk").status_code in {303, 403}
    assert pages.act(reader, "start").status_code in {401, 403}
    assert pages.cup.tournament.state == "open"


def test_an_organiser_who_plays_organises_and_does_not_rule(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.name_arbiter()
    pages.cup.join(ORGANISER)
    pages.cup.start()
    assert "only another arbiter rules" in pages.get(ORGANISER, "/desk").text
    fields = {"pairing": "1-1", "outcome": "first", "reason": "Mine."}
    assert pages.act(ORGANISER, "rule", **fields).status_code == 403
    assert pages.act(ARBITER, "rule", **fields).status_code == 303


def test_results_of_a_game_are_typed_power_by_power(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    for power, name, centres in zip(standard().powers, ("anna", "boris", "Kim", "Léo"), "9754", strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": centres}
    refused = pages.post(ORGANISER, "/results", **{**typed, f"name_{standard().powers[1]}": "Anna"})
    assert refused.status_code == 422
    assert "This player has another power already." in refused.text
    assert 'value="Kim"' in refused.text
    assert pages.post(ORGANISER, "/results", **typed).status_code == 303
    page = pages.get().text
    assert "52.143" in page
    assert "Kim" in page
    assert pages.get("anna", "/results").status_code == 403


def test_the_downloads_are_tables_that_spreadsheets_take_for_text(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    for power, name in zip(standard().powers, ("anna", "=2+3", '"Kim"', "Léo, le"), strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": "5"}
    pages.post(ORGANISER, "/results", **typed)
    answer = pages.get(page="/standings.csv")
    assert answer.mimetype == "text/csv"
    assert answer.data.decode("utf-8").endswith("\r\n")
    names = {row[1] for row in rows(answer)[1:]}
    assert names == {"anna", "boris", "'=2+3", '"Kim"', "Léo, le"}


def test_a_crosstable_has_each_opponent_with_the_points(cup_pages):
    pages = cup_pages(*EIGHT[:3], plan=plan_of(System.ALL, 1), by_itself=True)
    pages.cup.start()
    for number in (1, 2, 3):
        pages.cup.play(number)
    assert rows(pages.get(page="/crosstable.csv")) == [
        ["place", "name", "anna", "boris", "clara"],
        ["1", "anna", "", "1", "1"],
        ["2", "boris", "0", "", "1"],
        ["3", "clara", "0", "0", ""],
    ]


def test_the_duel_and_the_player_lead_to_the_tournament(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1), by_itself=True)
    pages.cup.start()
    duel = pages.readers["visitor"].get(f"/duels/{pages.cup.duel(1, 1).token}").text
    assert f'href="{pages.path}">Spring Cup</a>, round 1' in duel
    pages.cup.play(1)
    assert "place 1 of 2" in pages.readers["visitor"].get("/players/anna").text


def test_lists_are_paged_by_number(cup_pages, monkeypatch):
    monkeypatch.setattr("services.tournaments.finding.PAGE", 1)
    monkeypatch.setattr("web.tournaments.lists.PAGE", 1)
    pages = cup_pages("anna")
    first = pages.readers["visitor"].get("/tournaments/").text
    assert "Spring Cup" in first
    assert "before=" not in first
    assert "Spring Cup" not in pages.readers["visitor"].get("/tournaments/?before=1").text


def test_an_unknown_tournament_is_not_found(visit):
    for path in ("nothing", "nothing/desk", "nothing/standings.csv", "%00"):
        assert visit().get(f"/tournaments/{path}").status_code in {303, 404}


def test_results_and_downloads_of_a_tournament_hold_names_of_two_words(cup_pages):
    pages = cup_pages("Anna Bell", "boris", plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    players = ("anna \u00a0bell", "boris", "Kim van  Dam", "Léo")
    for power, name, centres in zip(standard().powers, players, "9754", strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": centres}
    assert pages.post(ORGANISER, "/results", **typed).status_code == 303
    assert len(pages.cup.sheet().entrants) == 4
    standings = pages.get("visitor", "/standings.csv")
    assert {row[1] for row in rows(standings)} == {"name", "Anna Bell", "boris", "Kim van Dam", "Léo"}
    named = pages.act(ORGANISER, "arbiter", arbiter="Anna Bell")
    assert named.status_code == 409  # who plays rules on nothing, and so the name was found
    assert "nobody" not in text(named).lower()
