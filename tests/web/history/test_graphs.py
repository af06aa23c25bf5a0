"""Graphs over the years: their content, their viewers, and the same figures in tables."""

import re

import pytest

from services.history.series import Series, YearFigures
from tests.builders import lonely
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.web.reading import plain, rows
from web.duels import series
from web.history import graphs

TITLE = "Over the years"
SHEETS = [
    ({"bids": {"ITALY": 5, "GERMANY": 3}}, {"bids": {"ITALY": 2, "GERMANY": 3, "RUSSIA": 6}}),
    ({"bids": {"ITALY": 1}}, {"bids": {"TURKEY": 40}}),
]


@pytest.fixture
def duel(pages):
    """Return a duel after two auctions; in the second Boris was overbid."""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    for year, sheets in enumerate(SHEETS, 1901):
        duel.contest.play_on(f"S{year}B")
        duel.contest.resolve(*sheets)
    return duel


def section(answer):
    """Return the part of a page with the graphs."""
    assert answer.status_code == 200
    return answer.text.partition('<section class="panel over-the-years"')[2].partition("</section>")[0]


def drawn(answer, name):
    """Return the SVG of one graph."""
    figures = section(answer).split("<figure")[1:]
    return next(figure for figure in figures if name in figure.partition("</figcaption>")[0])


def test_nothing_is_drawn_before_there_are_two_values(pages):
    duel = pages()
    assert TITLE not in duel.get("visitor").text
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert TITLE not in duel.get("visitor").text
    assert TITLE not in duel.get("visitor", "/chapters/0").text
    duel.contest.resolve(*SHEETS[0])
    assert TITLE in duel.get("visitor").text
    assert "Centres of the home powers" not in duel.get("visitor").text


def test_graphs_stand_on_the_page_of_the_duel_and_on_every_chapter(duel):
    for page in ("", *(f"/chapters/{ordinal}" for ordinal in range(duel.contest.stored().ordinal))):
        assert section(duel.get("visitor", page)).count("<svg viewBox") >= 6


def test_the_tables_say_the_same_in_figures(duel):
    told = rows(duel.get("visitor"))
    assert ["Start", "–", "–", "24", "20"] in told
    assert ["1901", "19", "14", "22", "17"] in told
    assert ["1902", "21", "0", "–", "–"] in told
    assert [
        "1901",
        "0 · 0 anarchy",
        "3 · 3 anarchy",
        "5 · 2 anna",
        "0 · 6 boris",
        "0 · 0 anarchy",
        "–",
    ] in told
    assert told[-1][0] == "1902"
    assert told[-1][-1] == "boris"


def test_the_winning_bid_is_filled_and_a_tie_and_no_bid_can_be_seen(duel):
    page = duel.get("visitor")
    assert drawn(page, "Italy").count('class="first bid won"') == 2
    assert drawn(page, "Germany").count('class="tie"') == 1
    assert "won" not in drawn(page, "Germany")
    assert drawn(page, "Turkey").count('class="nobody"') == 1
    assert drawn(page, "England").count('class="nobody"') == 2


def test_every_year_leads_to_its_auction_and_says_its_values(duel):
    graph = drawn(duel.get("visitor"), "Reserves")
    first, second = re.findall(r'<a href="([^"]+)" class="band" aria-label="([^"]+)"', graph)
    assert first == (f"{duel.path}/chapters/1", "1901 anna 19 → 22 · boris 14 → 17")
    assert second == (f"{duel.path}/chapters/4", "1902 anna 21 · boris 0")


def test_the_chapter_that_is_looked_at_is_marked_in_every_graph(duel):
    assert 'class="rule"' not in section(duel.get("visitor"))
    places = []
    for ordinal in range(duel.contest.stored().ordinal):
        part = section(duel.get("visitor", f"/chapters/{ordinal}"))
        rules = re.findall(r'class="rule" d="M([\d.]+)', part)
        assert len(rules) == part.count("<figure")
        assert len(set(rules)) == 1
        places.append(float(rules[0]))
    assert places == sorted(set(places))


def test_an_event_is_marked_where_it_fell(duel):
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.happen(SECOND, "draw_agreed")
    offer, agreed = (section(duel.get("visitor", f"/chapters/{ordinal}")) for ordinal in (5, 6))
    assert 'class="rule"' in offer
    assert 'class="rule"' in agreed


def test_a_running_auction_is_drawn_nowhere(duel):
    duel.contest.play_on("S1903B")
    before = {reader: section(duel.get(reader)) for reader in duel.readers}
    duel.contest.enter(FIRST, {"bids": {"RUSSIA": 11}})
    assert {reader: section(duel.get(reader)) for reader in duel.readers} == before
    assert "11" not in re.sub(r"<[^>]+>", " ", before["anna"])


def test_a_duel_without_mercenaries_has_its_lines_and_no_bids(pages):
    duel = pages(lonely("S1902M"))
    duel.contest.play_on("S1904M")
    part = section(duel.get("visitor"))
    assert part.count("<figure") == 3
    assert "Bids" not in part
    assert '<a class="band"' not in part


def test_nothing_is_styled_but_by_the_style_sheets(duel):
    part = section(duel.get("visitor"))
    assert " style=" not in part
    assert "<script" not in part
    assert "None" not in part


@pytest.mark.parametrize(
    ("reader", "title", "italy", "reserves"),
    [("anna", "Over the years", "Italy", "Reserves"), ("boris", "Au fil des ans", "Italie", "Réserves")],
)
def test_words_are_in_the_reader_s_language(duel, reader, title, italy, reserves):
    for place in ("", "/chapters/1"):
        said = plain(section(duel.get(reader, place)))
        assert [words in said for words in (title, italy, reserves)] == [True] * 3


@pytest.mark.parametrize(
    ("highest", "end"),
    [(0, 1), (1, 1), (3, 3), (7, 10), (15, 15), (16, 20), (34, 40), (151, 200), (10**6, 10**6)],
)
def test_an_axis_ends_at_a_round_value_and_has_four_figures_at_the_most(highest, end):
    assert series.ceiling(highest) == end
    assert 2 <= len(series.ticks(end, 100)) <= 4


def test_figures_beside_an_axis_are_short():
    assert [series.brief(value) for value in (0, 40, 1500, 2_000_000)] == ["0", "40", "1.5k", "2M"]


def test_names_beside_lines_stand_neither_on_each_other_nor_too_low():
    placed = series.beside({FIRST: 100, SECOND: 100}, 102)
    assert abs(placed[FIRST] - placed[SECOND]) >= series.LINE
    assert max(placed.values()) <= 102
    assert series.beside({FIRST: 20, SECOND: 90}, 102) == {FIRST: 24, SECOND: 94}


def test_a_bid_beyond_all_reason_leaves_room_for_the_others(duel):
    duel.contest.play_on("S1903B")
    duel.contest.resolve({"bids": {"ITALY": 1_000_000}}, {"bids": {}})
    graph = drawn(duel.get("visitor"), "Italy")
    assert "1M" not in re.sub(r"<title>.*?</title>", "", graph)
    assert "anna 1000000" in graph


def test_twenty_years_find_room_in_a_box_that_scrolls(duel):
    figures = {FIRST: 3, SECOND: 4}
    known = ("after_auction", "after_autumn", "home_centres", "all_centres")
    years = [YearFigures(year, auction=1, **dict.fromkeys(known, figures)) for year in range(1901, 1921)]
    with duel.site.test_request_context(duel.path):
        found = graphs.over_the_years(duel.contest.stored(), Series(start=figures, years=tuple(years)))
    assert len(found.lines) == 3
    assert all(len(graph.bands) == 20 for graph in found.lines)
    assert all(graph.frame.long for graph in found.lines)
    assert all(band.width >= 24 for graph in found.lines for band in graph.bands)


@pytest.mark.parametrize("readers", [("anna", "visitor"), ("visitor", "anna")])
def test_only_the_viewing_player_is_called_you(duel, readers):
    """Graphs are cached, and all spectators of a language share them."""
    for place in ("", "/chapters/3"):
        for _ in range(2):
            called = {reader: section(duel.get(reader, place)).count('class="you"') > 0 for reader in readers}
            assert called == {"anna": True, "visitor": False}
