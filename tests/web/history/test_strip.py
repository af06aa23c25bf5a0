"""The strip of chapters: on every page of a duel, as plain links."""

import re

import pytest

from tests.fixtures_duels import FIRST, LISTS, SECOND

MARK = re.compile(r'<a class="mark (\w+)" href="([^"]+)"( aria-current="page")? title="([^"]+)">(.*?)</a>')
STEP = re.compile(r'<a class="button[^"]*" data-step="(\w+)"([^>]*)>')


@pytest.fixture
def duel(pages):
    """Return a duel with a year and an offer in its past."""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {}}, {"bids": {}})
    duel.contest.happen(SECOND, "draw_offered")
    while duel.contest.phase != "S1902M":
        duel.contest.resolve(None, None)
    return duel


def strip(answer):
    """Return the strip of a page."""
    assert answer.status_code == 200
    return re.search(r'<nav class="scrubber".*?</nav>', answer.text, re.DOTALL)[0]


def steps(answer):
    """Return the targets of the strip's links; None for a disabled one."""
    found = {name: re.search('href="([^"]+)"', rest) for name, rest in STEP.findall(strip(answer))}
    return {name: href and href[1] for name, href in found.items()}


def test_a_duel_that_has_just_begun_has_no_past(pages):
    assert 'id="scrubber"' not in pages().get("visitor").text


def test_all_chapters_stand_in_their_order_under_their_years(duel):
    found = strip(duel.get("visitor"))
    assert re.findall(r'class="year">(\d+)', found) == ["1901", "1902"]
    marks = MARK.findall(found)
    assert [href for _, href, *_ in marks] == [f"{duel.path}/chapters/{ordinal}" for ordinal in range(6)]
    assert [kind for kind, *_ in marks] == ["homes", "auction", "event", "spring", "autumn", "auction"]


def test_a_letter_marks_the_kind_of_phase_and_screen_readers_get_its_full_name(duel):
    marks = MARK.findall(strip(duel.get("visitor")))
    letters = [re.search(r'aria-hidden="true">(.)<', inside)[1] for *_, inside in marks]
    assert letters == ["H", "B", "!", "S", "A", "B"]
    assert all(f'<span class="unseen">{name}</span>' in inside for *_, name, inside in marks)
    assert marks[3][3] == "Spring 1901, movement"


def test_the_chapter_that_is_shown_is_marked_and_nothing_else(duel):
    for ordinal in range(6):
        marks = MARK.findall(strip(duel.get("visitor", f"/chapters/{ordinal}")))
        assert [bool(current) for _, _, current, *_ in marks] == [place == ordinal for place in range(6)]
        assert strip(duel.get("visitor", f"/chapters/{ordinal}")).count("aria-current") == 1


def test_the_present_is_marked_on_the_page_of_the_duel(duel):
    found = strip(duel.get("visitor"))
    assert found.count("aria-current") == 1
    assert re.search(r'data-step="now"[^>]* aria-current="page"', found)


@pytest.mark.parametrize(
    ("page", "first", "before", "after"),
    [
        ("/chapters/0", None, None, "/chapters/1"),
        ("/chapters/3", "/chapters/0", "/chapters/2", "/chapters/4"),
        ("/chapters/5", "/chapters/0", "/chapters/4", ""),
        ("", "/chapters/0", "/chapters/5", None),
    ],
)
def test_the_strip_leads_to_the_first_previous_next_and_present_chapter(duel, page, first, before, after):
    expected = {"first": first, "before": before, "after": after, "now": ""}
    found = {name: None if to is None else f"{duel.path}{to}" for name, to in expected.items()}
    assert steps(duel.get("visitor", page)) == found


def test_links_that_lead_nowhere_are_disabled(duel):
    ways = dict(STEP.findall(strip(duel.get("visitor", "/chapters/0"))))
    assert [name for name, rest in ways.items() if 'aria-disabled="true"' in rest] == ["first", "before"]


def test_keyboard_users_can_skip_the_strip(duel):
    found = strip(duel.get("visitor"))
    assert 'href="#past-scrubber"' in found
    assert 'id="past-scrubber"' in found


def test_the_play_button_is_hidden_without_scripts(duel):
    assert re.search(r"<button[^>]* data-play hidden>", strip(duel.get("visitor")))
