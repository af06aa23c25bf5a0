"""Lessons on pages: played without scripts, answered in words, remembered for members."""

import json
import re
from html import unescape
from random import Random

import pytest

from adjudicator import Build, Cause, Disband, Waive
from adjudicator.notation import place_name
from intimate.entries import Sheet
from learning.course import PARTS, course, lessons_of
from learning.judging import judge
from services.learning import write_attempt
from tests.web.reading import links, plain, text
from web.learning.messages import PARTS as PART_WORDS
from web.learning.messages import WORDS, why_unsolved

MOST_WORDS = 40
SPELT = re.compile(r"\w[\w’'-]*")


def shown(answer):
    """Return the page without menu and footer."""
    return plain(answer.text.partition("<main")[2].partition("</main>")[0])


def fields(entry):
    """Return the form fields for orders or bids; none for none."""
    if entry is None:
        return {}
    if isinstance(entry, Sheet):
        return {f"bid_{power}": bid for power, bid in entry.bids.items()}
    sent = {}
    for power, orders in entry.by_power.items():
        for order in orders:
            in_winter = isinstance(order, Build | Disband | Waive)
            name = f"winter_{power}_0" if in_winter else f"order_{order.unit.province}"
            sent[name] = str(order)
    return sent


def answered(visitor, lesson, attempt):
    """Send an attempt phase by phase through the forms; return the last page."""
    past = ""
    for entry in attempt:
        page = visitor.post(f"/learn/{lesson.key}", past=past, **fields(entry))
        past = unescape("".join(re.findall(r'name="past" value="([^"]+)"', page.text)))
    return page


def test_the_words_and_the_lessons_are_of_the_same_keys_in_the_same_order():
    assert list(WORDS) == list(course())
    assert tuple(PART_WORDS) == PARTS


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_lesson_has_forty_words_at_most(visit, language):
    """The title, the task and the turn; then what to remember."""
    visitor = visit(language)
    long = {}
    for lesson in course().values():
        page = visitor.get(f"/learn/{lesson.key}").text
        words = re.search(r'<h1.*?<p class="turn">.*?</p>', page, re.DOTALL)[0]
        long[lesson.key] = len(SPELT.findall(plain(words)))
    assert {key: number for key, number in long.items() if number > MOST_WORDS} == {}


def test_the_list_leads_to_every_lesson_and_begins_with_the_first(visit):
    page = visit().get("/learn")
    assert {f"/learn/{key}" for key in course()} <= set(links(page))
    assert re.search(r'id="next-lesson" href="([^"]+)"', page.text)[1] == "/learn/army-moves"


def test_a_wrong_link_says_what_to_do(visit):
    visitor = visit()
    for answer in (
        visitor.get("/learn/nonsense"),
        visitor.post("/learn/nonsense"),
        visitor.post("/learn/x/arrows"),
    ):
        assert answer.status_code == 404
        assert "/learn" in links(answer)


@pytest.mark.parametrize("lesson", course().values(), ids=lambda lesson: lesson.key)
def test_the_solution_and_a_wrong_answer_are_checked_by_forms_without_scripts(visit, lesson):
    visitor = visit()
    solved = answered(visitor, lesson, lesson.solution)
    assert "Solved!" in shown(solved)
    assert plain(str(WORDS[lesson.key].after)) in shown(solved)
    assert f'data-solved="{lesson.key}"' in solved.text
    wrong = answered(visitor, lesson, lesson.wrong.answer)
    assert "Not yet." in shown(wrong)
    assert '<ul class="against"><li>' in wrong.text


@pytest.mark.parametrize("lesson", course().values(), ids=lambda lesson: lesson.key)
def test_a_wrong_answer_is_refuted_first_by_what_the_lesson_is_about(site, lesson):
    with site.test_request_context():
        first, *_ = why_unsolved(judge(lesson, lesson.wrong.answer))
    assert (lesson.wrong.why in first.causes) == (lesson.wrong.why in set(Cause))
    assert first.words


@pytest.mark.parametrize("lesson", course().values(), ids=lambda lesson: lesson.key)
def test_the_words_after_a_lesson_hold_for_every_solution(lesson):
    """Others solve it with other orders, so the words must not name the units that stand there now."""
    standing = {*lesson.start.position.units, *lesson.start.position.dislodged}
    places = {place_name(unit.province, "en") for unit in standing}
    assert [place for place in places if place in str(WORDS[lesson.key].after)] == []


def test_a_wrong_answer_is_answered_by_its_reason_and_by_what_the_enemy_does(visit):
    lesson = course()["guard"]
    answer = answered(visit(), lesson, lesson.wrong.answer)
    assert "Not yet." in shown(answer)
    assert "you have lost" in shown(answer)
    assert "A Burgundy - Marseilles" in text(answer) or "A Burgundy - Paris" in text(answer)
    bounced = visit("fr").post("/learn/two-against-one", order_PAR="A PAR - BUR", order_MAR="A MAR H")
    assert "repoussée par A Bourgogne" in shown(bounced)
    assert "/learn/rules/moves#bounce" in links(bounced)


def test_a_sheet_is_answered_with_both_sheets(visit):
    answer = visit().post("/learn/overbid", bid_GERMANY="6", bid_ITALY="5")
    assert "you are overbid" in shown(answer)
    assert "You do not command: Germany and Italy." in shown(answer)


def test_a_bid_that_is_no_number_is_named_at_its_field(visit):
    answer = visit().post("/learn/overbid", bid_GERMANY="six", bid_ITALY="5")
    assert answer.status_code == 422
    assert "A bid is a whole number of credits" in shown(answer)
    assert 'value="six"' in answer.text


def test_a_bid_for_what_cannot_be_hired_is_refused(visit):
    answer = visit().post("/learn/overbid", bid_FRANCE="6")
    assert answer.status_code == 422
    assert "it cannot be hired" in shown(answer)


def test_to_try_again_keeps_the_orders(visit):
    visitor, lesson = visit(), course()["two-against-one"]
    kept = write_attempt(lesson.wrong.answer)
    page = visitor.post("/learn/two-against-one", kept=kept, again="yes")
    assert '<option selected value="A PAR - BUR">' in page.text
    assert '<option selected value="A MAR - BUR">' in page.text


def test_a_lesson_of_two_moves_goes_on_from_what_was_moved(visit):
    visitor = visit()
    page = visitor.post("/learn/no-trading", order_ROM="F ROM - NAP", order_NAP="A NAP - APU")
    assert "1 turn left." in shown(page)
    assert "Start again" in shown(page)
    (past,) = re.findall(r'name="past" value="([^"]+)"', page.text)
    past = unescape(past)
    assert json.loads(past) == [{"orders": {"ITALY": ["A NAP - APU", "F ROM - NAP"]}}]
    assert "Solved!" in shown(visitor.post("/learn/no-trading", past=past, order_APU="A APU - ROM"))


def test_a_lesson_left_half_way_is_neither_solved_nor_lost(member):
    """Attempts are not stored: a new one begins, and the old page continues where it was."""
    anna = member("anna")
    page = anna.post("/learn/no-trading", order_ROM="F ROM - NAP", order_NAP="A NAP - APU")
    assert "2 units, 2 turns." in shown(anna.get("/learn/no-trading"))
    assert 'data-lesson="no-trading" class' not in anna.get("/learn").text
    (past,) = re.findall(r'name="past" value="([^"]+)"', page.text)
    assert "Solved!" in shown(anna.post("/learn/no-trading", past=unescape(past), order_APU="A APU - ROM"))


@pytest.mark.parametrize("lesson", course().values(), ids=lambda lesson: lesson.key)
def test_random_answers_are_always_solved_or_get_a_reason(visit, lesson):
    chance, visitor = Random(lesson.key), visit()  # noqa: S311  # repeatable randomness
    for _ in range(3):
        page, past = visitor.get(f"/learn/{lesson.key}"), ""
        while '<form method="post" action="' in page.text and 'class="entry"' in page.text:
            sent = {name: chance.choice(values) for name, values in menus(page.text).items()}
            sent |= dict.fromkeys(re.findall(r'name="(bid_\w+)"', page.text), chance.randrange(12))
            page = visitor.post(f"/learn/{lesson.key}", past=past, **sent)
            assert page.status_code == 200
            past = unescape("".join(re.findall(r'name="past" value="([^"]+)"', page.text)))
        assert ("Solved!" in shown(page)) != ("Not yet." in shown(page))


def menus(page):
    """Return the values in each menu of a page, by its name."""
    found = re.findall(r'<select[^>]*name="((?:order|winter)_\w+)".*?</select>', page, re.DOTALL)
    parts = re.findall(r'<select[^>]*name="(?:order|winter)_\w+".*?</select>', page, re.DOTALL)
    offered = [list(map(unescape, re.findall(r'<option[^>]*value="([^"]*)"', part))) for part in parts]
    return dict(zip(found, offered, strict=True))


def test_after_a_move_from_which_there_is_no_way_a_lesson_says_so_and_begins_again(visit):
    visitor = visit()
    page = visitor.post("/learn/fleet-coasts", order_NAP="F NAP - ROM")
    assert "From here it cannot be done any more." in shown(page)
    kept = unescape(re.search(r'name="kept" value="([^"]+)"', page.text)[1])
    again = visitor.post("/learn/fleet-coasts", kept=kept, again="yes")
    assert "You play Italy: 1 unit, 2 turns." in shown(again)
    onward = visitor.post("/learn/fleet-coasts", order_NAP="F NAP - APU")
    assert "1 turn left." in shown(onward)


def test_the_task_stays_in_sight_beside_what_was_wrong(visit):
    lesson = course()["dislodging-cuts"]
    answer = answered(visit(), lesson, lesson.wrong.answer)
    assert plain(str(WORDS[lesson.key].task)) in shown(answer)
    assert "A Burgundy - Ruhr" in shown(answer)


def test_a_solved_lesson_shows_the_final_position_and_others_the_outcomes(visit):
    for lesson in (course()["bounce"], course()["clash"]):
        for attempt, moment in ((lesson.solution, "after"), (lesson.wrong.answer, "outcomes")):
            page = answered(visit(), lesson, attempt).text
            assert re.findall(r'value="(\w+)" checked', page) == [moment]
            assert page.count("data-from=") == (2 if moment == "after" else 0)


def test_an_order_on_the_board_is_checked_at_once_if_it_is_the_whole_answer(visit):
    at_once = [key for key in course() if "data-at-once" in visit().get(f"/learn/{key}").text]
    assert at_once == ["army-moves", "keep-out", "where", "step", "larger-reserve"]


def test_a_broken_attempt_restarts_the_lesson(visit):
    answer = visit().post("/learn/bounce", past="[7]")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/learn/bounce")
    assert visit().post("/learn/bounce/arrows", past="[7]").status_code == 404


def test_arrows_are_drawn_of_what_stands_in_the_form(visit):
    answer = visit().post("/learn/bounce/arrows", order_PAR="A PAR - BUR")
    assert 'data-unit="A PAR"' in answer.json["arrows"]


def test_solved_lessons_of_a_member_are_remembered(member):
    anna = member("anna")
    anna.post("/learn/army-moves", order_PAR="A PAR - BUR")
    page = anna.get("/learn")
    assert '<li data-lesson="army-moves" class="solved">' in page.text
    assert re.search(r'id="next-lesson" href="([^"]+)"', page.text)[1] == "/learn/autumn"
    anna.post("/learn/bounce", order_PAR="A PAR - BUR", order_MAR="A MAR - BUR")
    assert 'data-lesson="bounce" class' not in anna.get("/learn").text


def test_a_member_skips_a_part(member):
    anna = member("anna")
    answer = anna.post("/learn/skip", part="moving")
    assert answer.headers["Location"] == "/learn#support"
    page, number = anna.get("/learn").text, len(lessons_of("moving"))
    assert page.count('class="skipped"') == number
    assert f"{number}/{number}" in page
    assert anna.post("/learn/skip", part="nonsense").headers["Location"] == "/learn"


def test_the_progress_of_a_browser_is_merged_into_the_account(member, visit):
    anna = member("anna")
    anna.post("/learn/progress", lessons=json.dumps({"bounce": "solved", "circle": 7, "nonsense": "solved"}))
    page = anna.get("/learn").text
    assert page.count('class="solved"') == 1
    for nonsense in ("", "[", "7", "[" * 9000):
        assert anna.post("/learn/progress", lessons=nonsense).status_code == 204
    assert visit().post("/learn/progress", lessons='{"bounce": "solved"}').status_code == 204


def test_members_report_what_is_wrong_with_a_lesson(member, visit):
    (way,) = [link for link in links(member("anna").get("/learn/bounce")) if "/reports/new" in link]
    assert "/learn/bounce: " in member("boris").get(way.replace("&amp;", "&")).text
    assert "/reports/new" not in visit().get("/learn/bounce").text


def test_lessons_and_rules_stand_under_learn_in_the_menu(visit):
    for path in ("/learn/bounce", "/rules"):
        assert re.search(r'href="/learn"[^>]* aria-current', visit().get(path).text)
