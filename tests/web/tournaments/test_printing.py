"""The printed sheets of a tournament of ordinary games: ranking, diplomas, order sheets, ballots."""

import re

import pytest
from sqlalchemy import update

from models import Entrant
from tests.services.tournaments.conftest import EIGHT, ORGANISER, plan_of
from tests.web.reading import text
from tests.web.tournaments.test_prizes import GAMES, name_prizes, number_of, with_results
from tests.web.tournaments.test_seats import sent


def diplomas(answer):
    return [
        text_of(section)
        for section in re.findall(
            r'<section class="paper-sheet diploma".*?</section>', answer.text, re.DOTALL
        )
    ]


def text_of(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_each_prize_has_a_diploma_behind_the_ranking(cup_pages):
    """Source 004, VII: the winner, the best of each power, and the prizes that were voted on."""
    pages = with_results(cup_pages)
    name_prizes(pages, "The traitor")
    pages.post("anna", "/votes", round="1", table="1", vote_0=str(number_of(pages, "Kim")))
    running = pages.get(page="/diplomas")
    assert "The tournament is not over" in running.text
    assert len(diplomas(running)) == 1 + 7
    pages.cup.finish()
    printed = pages.get(page="/diplomas")
    assert "The tournament is not over" not in printed.text
    first, *others = diplomas(printed)
    assert first.startswith("Spring Cup First place anna 57.357 points")
    assert any("The traitor Kim 1.1 by votes" in each for each in others)
    assert first.endswith("olga")
    assert "Spring Cup: the ranking Place Player Score 1 anna 57.357" in text(printed)
    assert f"{pages.path}/diplomas" in pages.get().text


def test_players_who_share_a_prize_are_on_one_diploma(cup_pages):
    """« les deux joueurs sont réputés se partager le diplôme »."""
    pages = with_results(cup_pages, centres_AUSTRIA="8", centres_ENGLAND="8")
    first = diplomas(pages.get(page="/diplomas"))[0]
    assert re.search("First place (anna boris|boris anna) 43.641 points", first)


def test_a_tournament_without_results_has_no_diplomas(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=GAMES)
    pages.cup.start()
    assert pages.get(page="/diplomas").status_code == 404
    assert f"{pages.path}/diplomas" not in pages.get().text


def test_each_power_gets_an_order_sheet_and_each_player_without_account_a_ballot(cup_pages):
    """Source 004, IV and VII."""
    pages = cup_pages(*EIGHT[:7], plan=GAMES)
    pages.cup.start()
    assert "The tables of this round are not set yet." in pages.get(page="/paper").text
    drawn = pages.post(ORGANISER, "/tables", **sent(pages.get(ORGANISER, "/tables")), act="draw")
    pages.post(ORGANISER, "/tables", **sent(drawn), act="accept")
    page = pages.get(page="/paper").text
    assert page.count('class="paper-sheet"') == 7
    assert "Ballot of" not in page
    assert f"{pages.path}/paper" in pages.get().text
    name_prizes(pages, "The traitor", "The shouter")
    assert "Ballot of" not in pages.get(page="/paper").text, "members vote through their accounts"
    with pages.cup.database.writing() as session:
        session.execute(update(Entrant).where(Entrant.name.in_(EIGHT[:2])).values(user_id=None))
    page = pages.get(page="/paper").text
    assert page.count("Ballot of") == page.count("The shouter") == 2


def test_a_tournament_of_duels_has_neither(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    assert [pages.get(page=page).status_code for page in ("/paper", "/diplomas")] == [404, 404]


@pytest.mark.parametrize(
    ("page", "words"), [("/diplomas", "Première place"), ("/paper", "Feuilles à imprimer")]
)
def test_printed_pages_are_in_french_too(cup_pages, page, words):
    pages = with_results(cup_pages)
    reader = pages.readers[ORGANISER]
    reader.post("/language/fr")
    assert words in pages.get(ORGANISER, page).text
