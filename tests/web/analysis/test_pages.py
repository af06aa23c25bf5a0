"""The analysis of a finished duel, on its pages."""

import re

import pytest

from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.judged import fail_all, judge_all, played, store_judgements
from tests.web.counting import Meter
from tests.web.reading import plain, rows

SHARES = (0.5, 0.62, 0.4)


@pytest.fixture
def duel(pages):
    """Return a finished duel without an analysis."""
    duel = pages()
    played(duel.contest)
    return duel


@pytest.fixture
def judged(duel):
    """Return a finished duel in which the first player gave up much in Spring 1901."""
    store_judgements(duel.contest, *SHARES, given_up={2: 0.2})
    return duel


def part(answer):
    """Return the section of a page with the analysis."""
    assert answer.status_code == 200
    return answer.text.partition('id="live-judgement"')[2].partition('<div class="part"')[0]


def text_of(answer):
    return plain(part(answer))


def test_anybody_who_sees_a_finished_duel_can_have_it_analysed_once(duel):
    assert "Analyse the duel" in text_of(duel.get("visitor"))
    assert "Analyse the duel" in text_of(duel.get("visitor", "/chapters/2"))
    assert duel.post("visitor", "judgement").headers["Location"] == f"{duel.path}#judgement"
    for reader, words in (("visitor", "Analysis running: 0 of 3."), ("boris", "0 sur 3")):
        assert words in text_of(duel.get(reader))
        assert words in text_of(duel.get(reader, "/chapters/1"))
    assert duel.get("anna", "/decided").headers["Location"] == f"{duel.path}#judgement"
    judge_all(duel.contest)
    duel.post("anna", "judgement")
    shown = text_of(duel.get("visitor"))
    assert "judging" not in shown
    assert "Analyse the duel" not in shown
    assert "Spring 1901, movement" in shown


def test_the_page_of_the_duel_says_phase_by_phase_how_it_stood_and_where_it_turned(judged):
    page = judged.get("visitor")
    assert (
        "The turning point: Spring 1901, movement. The best plan of anna promised 60%. What they entered "
        "promised 40%." in text_of(page)
    )
    assert ["Auction of 1901", "50% 60% / 60%", "50% 58% / 60% → 38%"] in rows(page)
    assert ["Spring 1901, movement turning point", "62% 40% / 60%", "38% 58% / 60%"] in rows(page)
    assert part(page).count('class="diamond"') == 2  # in the graph and in its key
    assert 'aria-label="1901 anna 50 → 40 · boris 50 → 60"' in part(page)
    assert "not as the truth" in text_of(page)
    assert f'href="{judged.path}/decided"' in page.text
    assert judged.get("visitor", "/decided").headers["Location"] == f"{judged.path}/chapters/2#judgement"


def test_a_move_that_was_met_badly_is_not_graded_by_what_it_promised_alone(duel):
    """One sentence says what good play would have made of it, another what the opponent really did."""
    store_judgements(duel.contest, 0.6, 0.6, 0.05)
    page = duel.get("visitor")
    assert (
        "The turning point: Spring 1901, movement. Here anna fell back most, by 55 points. What anna entered "
        "promised 60%. After what boris entered, 5% was left."
    ) in text_of(page)
    assert ["Spring 1901, movement turning point", "60% 60% / 60% → 5%", "40% 58% / 60%"] in rows(page)
    chapter = text_of(duel.get("visitor", "/chapters/2"))
    assert "Against what the other side really entered, it left 5%: 55 points less." in chapter


def test_a_duel_lost_little_by_little_has_no_praise_for_the_loser_s_position(duel):
    store_judgements(duel.contest, 0.58, 0.54, 0.5)
    shown = text_of(duel.get("visitor"))
    assert "nothing changed much in any one phase" in shown
    assert "as well as ever" not in shown


def test_a_concession_from_the_best_position_has_no_turning_point(duel):
    store_judgements(duel.contest, 0.54, 0.85, 0.9)
    shown = text_of(duel.get("visitor"))
    assert "up to the last one anna, who lost it, was no worse off than before." in shown
    assert "turning point:" not in shown
    assert "jusqu’à la dernière, anna, qui a perdu, n’était pas plus mal qu’avant" in text_of(
        duel.get("boris")
    )


def test_the_analysis_can_be_started_from_the_last_moves(duel):
    page = duel.get("visitor").text
    ended = page[page.index('aria-labelledby="end"') :].partition("</section>")[0]
    token = re.search(r'name="csrf_token" value="([^"]+)"', ended)[1]
    assert f'action="{duel.path}/judgement"' in ended
    answer = duel.readers["visitor"].client.post(f"{duel.path}/judgement", data={"csrf_token": token})
    assert answer.headers["Location"] == f"{duel.path}#judgement"
    assert "Analysis running: 0 of 3." in text_of(duel.get("visitor"))


def test_a_chapter_says_how_it_stood_and_compares_what_was_played_with_both_plans(judged):
    page = judged.get("visitor", "/chapters/2")
    assert "Position: anna 62% · boris 38%" in text_of(page)
    assert "The turning point: Spring 1901" in text_of(page)
    assert "Played: 40%; best: 60%." in text_of(page)
    assert ["A Vienna", "- Tyrolia", "- Galicia", "- Galicia"] in rows(page)
    assert ["F Trieste", "no order", "holds", "holds"] in rows(page)
    assert '<td data-label="Best plan">holds</td>' in part(page)
    assert "<strong>- Galicia</strong>" in part(page)
    auction = judged.get("visitor", "/chapters/1")
    assert "anna bid 5 for Italy; 1 would have done. boris bid 6 for Russia; 1 would have done." in text_of(
        auction
    )
    assert '<a class="why" href="/rules#auction" title="The rule">anna bid 5 for Italy;' in part(auction)
    assert ["Germany", "0", "2", "2"] in rows(auction)
    assert "What was played is the best plan: 60%." in text_of(auction)
    assert "data-plan" not in part(auction)
    assert "To the turning point" in text_of(auction)


def test_causes_and_verdicts_come_before_the_figures_which_are_folded(judged):
    page = part(judged.get("visitor", "/chapters/2"))
    words, figures = (plain(each) for each in page.split("<details", 2)[:2])
    assert "turning point" in words
    assert "anna mistake 20 points given away boris good" in words
    assert "%" not in words.partition("What came of it")[0]
    assert "Played: 40%; best: 60%." in figures
    assert "<details" in page
    assert 'class="all-figures" open' in part(judged.get("visitor", "/chapters/2?plan=first-second"))
    whole = rows(judged.get("visitor"))
    assert ["Spring 1901, movement turning point", "mistake 20 points given away", "good"] in whole
    assert not [row for row in whole if row[0] == "Auction of 1901" and "good" in row]
    assert "faute 20 points perdus" in text_of(judged.get("boris", "/chapters/2"))
    assert "below 15 points" in text_of(judged.get("visitor"))


def test_an_analysis_says_if_nobody_gave_anything_away(duel):
    store_judgements(duel.contest, 0.58, 0.54, 0.5)
    assert "Neither player gave much away in any one phase." in text_of(duel.get("visitor"))


def test_a_chapter_says_what_came_of_it_for_both_and_how_they_stood_afterwards(judged):
    auction, moves = (text_of(judged.get("visitor", f"/chapters/{ordinal}")) for ordinal in (1, 2))
    assert "anna commands Italy, 19 credits left; afterwards 62%" in auction
    assert "boris commands Russia, 14 credits left; afterwards 38%" in auction
    assert "anna nothing won or lost; afterwards 40% boris nothing won or lost; afterwards 60%" in moves
    assert "anna commande l’Italie, 19 crédits restants" in text_of(judged.get("boris", "/chapters/1"))


def test_a_plan_is_shown_on_the_board_in_place_of_what_was_played(judged):
    played_one, plan = (
        judged.get("visitor", f"/chapters/2{query}").text for query in ("", "?plan=first-second")
    )
    assert "<title>A Vienna - Tyrolia</title>" in played_one
    assert "<title>A Vienna - Galicia</title>" not in played_one
    assert "<title>A Vienna - Galicia</title>" in plan
    assert "<title>A Vienna - Tyrolia</title>" not in plan
    assert 'plan=first-second#judgement" data-plan aria-current="true"' in plan
    for nonsense in ("first-third", "third-first", "first", "-", "first-"):
        assert (
            "<title>A Vienna - Tyrolia</title>" in judged.get("visitor", f"/chapters/2?plan={nonsense}").text
        )
    assert judged.get("visitor", "/chapters/1?plan=first-first").status_code == 200


def test_events_and_failed_analyses_say_so(duel):
    store_judgements(duel.contest, 0.5)
    assert "1 of 3" in text_of(duel.get("visitor"))
    assert "The turning point:" not in text_of(duel.get("visitor"))
    fail_all(duel.contest)
    page = duel.get("visitor")
    assert "2 phases could not be analysed." in text_of(page)
    assert "Try again" in text_of(page)
    assert "This phase could not be analysed." in text_of(duel.get("visitor", "/chapters/2"))
    for ordinal in (0, 4):
        assert "Only phases with bids or orders" in text_of(duel.get("visitor", f"/chapters/{ordinal}"))


def test_a_running_duel_is_refused_and_one_without_phases_has_nothing(pages):
    duel = pages()
    for reader in ("visitor", "anna"):
        assert duel.post(reader, "judgement").status_code == 409
    duel.contest.happen(FIRST, "conceded")
    assert "Analyse the duel" not in duel.get("visitor").text
    duel.post("anna", "judgement")
    assert "nothing to analyse" in duel.get("anna").text


def test_a_private_duel_is_analysed_only_for_its_players(pages):
    duel = pages(public=False)
    played(duel.contest)
    assert duel.post("visitor", "judgement").status_code == 404
    store_judgements(duel.contest, *SHARES)
    for page in ("", "/decided", "/chapters/2", "/chapters/2?plan=first-first"):
        assert duel.get("visitor", page).status_code == 404
        assert duel.get("boris", page).status_code in {200, 303}
    assert "62 %" in text_of(duel.get("boris", "/chapters/2"))


def test_analysed_pages_take_one_more_statement(duel, monkeypatch):
    meter = Meter(duel.site, monkeypatch)
    pages = ("", "/chapters/2", "/chapters/4")
    for page in pages:
        duel.get("visitor", page)
        assert len(meter.of(duel.get, "visitor", page).statements) == 1
    store_judgements(duel.contest, *SHARES)
    for page in pages:
        duel.get("visitor", page)
        again = meter.of(duel.get, "visitor", page)
        assert (len(again.statements), again.renderings) == (2, 0)


def test_presses_are_limited(duel):
    answers = [duel.post("visitor", "judgement").status_code for _ in range(21)]
    assert answers == [303] * 20 + [429]


def test_practice_goes_on_from_any_phase_of_a_finished_duel(judged):
    chapter = judged.get("boris", "/chapters/2").text
    assert f'href="{judged.path}/chapters/2/play"' in chapter
    asked = judged.get("boris", "/chapters/2/play").text
    assert 'value="second"' in asked
    assert 'value="first"' not in asked
    begun = judged.post("boris", "chapters/2/play", level="recruit", side="second")
    own = judged.readers["boris"].get(begun.headers["Location"]).text
    assert begun.status_code == 303
    assert begun.headers["Location"] != judged.path
    assert "France" in own
    assert judged.post("boris", "chapters/2/play", level="recruit", side="first").status_code == 422
    both = judged.get("visitor", "/chapters/2/play").text
    assert 'value="first"' in both
    assert 'value="second"' in both
    assert judged.get("visitor", "/chapters/0/play").status_code == 404
    assert judged.get("visitor", "/chapters/99/play").status_code == 404


def test_practice_does_not_go_on_from_a_running_duel(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 6}})
    assert "/chapters/1/play" not in duel.get("anna", "/chapters/1").text
    assert duel.get("anna", "/chapters/1/play").status_code == 404
