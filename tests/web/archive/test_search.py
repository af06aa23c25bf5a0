"""The archive: search, its form, and the message for an empty result."""

import re
from html import unescape

import pytest
from sqlalchemy import update

from models import StoredDuel
from services.archive import search
from tests.builders import lonely
from tests.fixtures_duels import FIRST, LATER, SECOND, Clock
from tests.web.reading import links, text


@pytest.fixture
def finished(pages, sqlite_database):
    """Return a function that plays a duel of Austria and another power to its end, at a given hour."""

    def play(hour=0, loser=SECOND, other="FRANCE", *, public=True, **changed):
        homes = {"first": "AUSTRIA", "second": other}
        duel = pages(lonely("S1902M", homes=homes), public=public)
        if loser is None:
            duel.contest.happen(FIRST, "draw_offered")
            duel.contest.happen(SECOND, "draw_agreed")
        else:
            duel.contest.happen(loser, "conceded")
        values = {"ended_at": LATER.replace(hour=hour), **changed}
        with sqlite_database.writing() as session:
            session.execute(update(StoredDuel).where(StoredDuel.id == duel.contest.id).values(values))
        return duel

    return play


@pytest.fixture
def found(visit):
    """Return a function that searches and returns the addresses of the duels found, latest first."""

    def search(query=""):
        page = visit().get(f"/archive/?{query}")
        assert page.status_code == 200
        shown = [link for link in links(page) if re.fullmatch(r"/duels/\w{8}", link)]
        return list(dict.fromkeys(shown))

    return search


def test_finished_public_duels_are_found_the_latest_first_and_no_others(finished, pages, found):
    early, late = finished(1), finished(5)
    finished(3, public=False)
    pages()
    lapsed = pages(clock=Clock(300, 300, 120))
    lapsed.contest.sweep()
    assert lapsed.contest.stored().reason == "lapsed"
    assert found() == [late.path, early.path]


SEARCHES = {
    "player=anna": "abcd",
    "player=BORIS&other=anna": "abcd",
    "other=boris": "abcd",
    "player=clara": "",
    "home=FRANCE": "abd",
    "home=AUSTRIA&against=ITALY": "c",
    "against=ITALY&home=AUSTRIA": "c",
    "against=ITALY": "c",
    "home=FRANCE&against=ITALY": "",
    "result=AUSTRIA": "ac",
    "result=FRANCE": "b",
    "result=drawn": "d",
    "reason=draw": "d",
    "reason=conceded&home=FRANCE": "ab",
    "year=1902": "abc",
    "year=1905&reason=draw": "d",
    "pace=live": "b",
    "pace=days&player=anna&result=AUSTRIA": "ac",
    "preset=njudge": "c",
    "preset=intimate&year=1902": "ab",
    "home=&against=&year=&player=": "abcd",
}


def test_each_field_leaves_what_it_names_and_all_do_together(finished, found, member):
    member("clara")
    duels = {
        "a": finished(9),
        "b": finished(8, FIRST, pace="live"),
        "c": finished(7, other="ITALY", preset="njudge"),
        "d": finished(6, None, last_year=1905),
    }
    names = {duel.path: name for name, duel in duels.items()}
    assert {query: "".join(names[path] for path in found(query)) for query in SEARCHES} == SEARCHES


def test_a_search_that_looks_back_no_further_says_how_far_and_goes_on(finished, visit, monkeypatch, found):
    monkeypatch.setattr(search, "LOOK_BACK", 2)
    oldest = finished(1, None)
    for hour in range(2, 6):
        finished(hour)
    steps, address = [], "/archive/?result=drawn"
    while address:
        page = visit().get(address)
        steps.append((oldest.path in links(page), "Searched back to" in text(page)))
        further = re.search(r'href="([^"]*)" rel="next">Search further back', page.text)
        address = further and unescape(further[1])
    assert steps == [(False, True), (False, True), (True, False)]
    assert "No match so far" in text(visit().get("/archive/?result=drawn"))


def test_faults_are_shown_at_their_field_and_the_form_is_kept(finished, visit):
    finished(1)
    page = visit().get("/archive/?player=bori&year=soon&home=AUSTRIA")
    assert page.status_code == 422
    assert "No account has this name. Did you mean boris?" in text(page)
    assert 'value="bori"' in page.text
    assert 'value="soon"' in page.text
    assert re.search(r'<option selected value="AUSTRIA">', page.text)
    assert "<title>Error:" in page.text


@pytest.mark.parametrize("query", ["home=SPAIN", "reason=lapsed", "year=99999999999999999999", "preset=%00"])
def test_nonsense_is_refused(visit, query):
    assert visit().get(f"/archive/?{query}").status_code == 422


def test_a_page_that_is_none_is_not_found_and_the_search_of_a_page_goes_with_its_links(finished, visit):
    running = finished(1, public=False)
    for before in ("nothing", running.path.rpartition("/")[2], "%00"):
        assert visit().get(f"/archive/?before={before}").status_code == 404


def test_an_empty_archive_says_so(visit):
    assert "No public duel has ended yet." in text(visit().get("/archive/"))
    assert "Remove a filter" in text(visit().get("/archive/?year=1903"))
    assert "/archive/" in links(visit().get("/duels/watch"))
