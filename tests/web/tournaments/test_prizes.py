"""Prizes on the pages: named at the desk, voted on in secret, then public (source 004, VII)."""

import re

from adjudicator import standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from services.tournaments.prizes import own_votes
from tests.services.tournaments.conftest import EIGHT, ORGANISER
from tests.web.reading import text

POWERS = standard().powers
GAMES = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False), RoundPlan(duels=False)))
PLAYERS = (*EIGHT[:2], "Kim", "Léo", "Mia", "Noa", "Ola")


def with_results(cup_pages, **fields):
    """Return the pages of a tournament with the results of one game."""
    pages = cup_pages(*EIGHT[:2], plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    for power, name, centres in zip(POWERS, PLAYERS, "9764431", strict=True):
        typed |= {f"name_{power}": name, f"centres_{power}": centres}
    assert pages.post(ORGANISER, "/results", **(typed | fields)).status_code == 303
    return pages


def name_prizes(pages, *prizes):
    return pages.act(ORGANISER, "prizes", prizes="\n".join(prizes), minutes="0")


def number_of(pages, name):
    return next(each.id for each in pages.cup.sheet().entrants.values() if each.name == name)


def test_the_best_of_each_power_stand_on_the_page_as_soon_as_there_are_results(cup_pages):
    page = text(with_results(cup_pages).get())
    assert "Best score: Austria anna 52.143" in page
    assert "Best score: Turkey Ola" in page
    assert "As the results stand." in page
    assert "The traveller" not in page


def test_the_desk_offers_the_usual_prizes_and_says_what_is_named(cup_pages):
    pages = with_results(cup_pages)
    assert "The most devious player" in pages.get(ORGANISER, "/desk").text
    assert name_prizes(pages, "The traitor", "The shouter").status_code == 303
    assert pages.cup.sheet().plan.prizes == ("The traitor", "The shouter")
    assert "Prizes to vote on: The traitor, The shouter" in text(pages.get())
    desk = pages.get(ORGANISER, "/desk").text
    assert "The most devious player" not in desk
    assert "The shouter" in desk
    refused = name_prizes(pages, "x" * 81)
    assert (refused.status_code, "each with at most 80 letters" in refused.text) == (409, True)
    assert 'href="#prizes-prizes"' in refused.text


def test_a_player_votes_and_alone_sees_their_vote_until_all_are_counted(cup_pages):
    pages = with_results(cup_pages)
    name_prizes(pages, "The traitor")
    assert "You can vote for the prizes after 1 game." in text(pages.get("anna"))
    assert "/votes" not in pages.get().text
    form = pages.get("anna", "/votes").text
    assert ">Kim</option>" in form
    assert ">anna</option>" not in form
    kim = number_of(pages, "Kim")
    sent = pages.post("anna", "/votes", round="1", table="1", vote_0=str(kim))
    assert sent.status_code == 303
    assert f'<option value="{kim}" selected>' in pages.get("anna", "/votes").text
    assert "You have voted for the prizes." in text(pages.get("anna"))
    for reader in ("boris", ORGANISER, "visitor"):
        assert "by votes" not in pages.get(reader).text
        assert " selected>Kim" not in pages.get(reader, "/votes").text
    pages.cup.finish()
    assert "The traitor Kim 1.1 by votes" in text(pages.get())
    assert "Votes are closed." in pages.get("anna", "/votes").text


def test_the_organiser_enters_votes_from_paper_and_sees_no_other_ones(cup_pages):
    pages = with_results(cup_pages)
    name_prizes(pages, "The traitor")
    kim, anna = number_of(pages, "Kim"), number_of(pages, "anna")
    assert "Votes on paper" in pages.get(ORGANISER, "/votes").text
    assert "Round 1, table 1 · Kim" in text(pages.get(ORGANISER, f"/votes?entrant={kim}"))
    fields = {"round": "1", "table": "1", "vote_0": str(anna), "entrant": str(kim)}
    assert pages.post(ORGANISER, "/votes", **fields).status_code == 303
    again = pages.get(ORGANISER, f"/votes?entrant={kim}").text
    assert " selected>anna" not in again
    assert "1 ballot is in." in text(pages.get(ORGANISER, "/desk"))
    assert pages.get(ORGANISER, f"/votes?entrant={anna}").text.count("<fieldset") == 0
    with pages.cup.database.reading() as session:
        assert own_votes(session, pages.cup.sheet(), pages.cup.ids["anna"]) == {}


def test_an_impossible_vote_is_refused_with_a_message(cup_pages):
    pages = with_results(cup_pages)
    name_prizes(pages, "The traitor")
    anna = number_of(pages, "anna")
    own = pages.post("anna", "/votes", round="1", table="1", vote_0=str(anna))
    assert (own.status_code, "A vote is for another player of the same game." in own.text) == (409, True)
    assert pages.post("anna", "/votes", round="2", table="1", vote_0="1").status_code == 409
    assert pages.post("arno", "/votes", round="1", table="1", vote_0=str(anna)).status_code == 303
    others = {"round": "1", "table": "1", "vote_0": str(anna), "entrant": str(number_of(pages, "Kim"))}
    pages.post("boris", "/votes", **others)
    with pages.cup.database.reading() as session:
        assert own_votes(session, pages.cup.sheet(), pages.cup.ids["boris"]) == {
            (1, 1): {"The traitor": anna}
        }


def test_travels_are_typed_with_the_results_and_a_turkey_by_itself_has_no_player(cup_pages):
    """Source 004, VII: the Turkey of a Survivor Turkey game is compared with the Turks."""
    pages = with_results(cup_pages, farthest_AUSTRIA="6", name_TURKEY="", centres_TURKEY="1")
    page = text(pages.get())
    assert "The traveller anna 5.657 spaces" in page  # 6 x 6/7 x 11/10
    assert "Austria anna 9 (6 spaces)" in page
    assert "Turkey 1" in page
    assert "Best score: Turkey" not in page
    shown = pages.get(ORGANISER, "/results?round=1&table=1").text
    assert 'name="farthest_AUSTRIA" type="text" value="6"' in shown or 'value="6"' in shown
    wrong = pages.post(ORGANISER, "/results", number="1", board="1", farthest_AUSTRIA="99")
    assert wrong.status_code == 422


def test_newcomers_and_journeys_are_noted_at_the_desk(cup_pages):
    pages = with_results(cup_pages)
    kim, leo = number_of(pages, "Kim"), number_of(pages, "Léo")
    assert pages.act(ORGANISER, "describe", entrant=str(kim), newcomer="y", journey="320").status_code == 303
    assert pages.act(ORGANISER, "describe", entrant=str(leo), journey="320").status_code == 303
    page = text(pages.get())
    assert "The best newcomer Kim" in page
    assert re.search(r"The longest journey Kim ?, Léo 320 km", page)
    assert "the youngest takes the diploma home" in page
    assert "Kim : Young" in text(pages.get(ORGANISER, "/desk")).replace("Kim:", "Kim :")
    assert pages.act("anna", "describe", entrant=str(kim), journey="1").status_code == 403


def test_prizes_are_read_in_french(cup_pages):
    pages = with_results(cup_pages, farthest_AUSTRIA="6")
    reader = pages.readers[ORGANISER]
    reader.post("/language/fr")
    assert "Le joueur le plus tordu" in pages.get(ORGANISER, "/desk").text
    page = text(pages.get(ORGANISER))
    assert "Le voyageur" in page
    assert "Meilleur score" in page
