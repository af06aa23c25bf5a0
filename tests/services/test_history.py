"""Past chapters and the record: what is over, and nothing of what is still sealed."""

import json

import pytest

from intimate.record import FORMAT, load
from services import duels, history
from tests.builders import POWERS
from tests.fixtures_duels import FIRST, LISTS, SECOND

SHEETS = ({"bids": {"ITALY": 5}}, {"bids": {"GERMANY": 6}})


@pytest.fixture
def played(contest):
    """Return a duel after two chapters, an offer, and an entry that is sealed."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve(*SHEETS)
    contest.happen(SECOND, "draw_offered")
    contest.enter(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    return contest


@pytest.fixture
def reader(played):
    """Yield a session and the duel as it reads it."""
    with played.database.reading() as session:
        yield session, duels.find(session, played.token, None)


def test_chapters_stand_in_the_order_in_which_they_fell(reader):
    names = [(chapter.ordinal, chapter.phase, chapter.event) for chapter in history.chapters(*reader)]
    assert names == [(0, "HOMES", None), (1, "S1901B", None), (2, None, "draw_offered")]


def test_a_chapter_holds_both_entries_and_what_they_came_to(reader):
    chapter = history.chapter(*reader, 1)
    assert chapter.entries["first"]["bids"] == {"ITALY": 5}
    assert chapter.line["auction"]["paid"] == {"first": 5, "second": 6}
    assert chapter.state["phase"] == "S1901M"


@pytest.mark.parametrize("ordinal", [3, 99, 2**31 - 1, 2**31, 10**30])
def test_a_chapter_that_is_not_there_is_unknown(reader, ordinal):
    with pytest.raises(history.UnknownChapter):
        history.chapter(*reader, ordinal)


def test_the_line_before_tells_the_reserves_before(reader):
    assert history.line_before(*reader, 0) is None
    assert history.line_before(*reader, 1)["credits"] == {"first": 24, "second": 20}


def test_the_record_has_the_terms_the_players_and_the_chapters(played):
    """Formats §2"""
    record = played.record()
    assert (record["format"], record["duel"], record["preset"]) == (FORMAT, played.token, "intimate")
    assert record["players"] == {"first": "anna", "second": "boris"}
    assert [chapter.get("phase", chapter.get("event")) for chapter in record["chapters"]] == [
        "HOMES",
        "S1901B",
        "draw_offered",
    ]
    assert load(record).rules == duels.restored(played.stored()).rules


def test_the_record_holds_nothing_that_is_sealed(played):
    sealed = played.entry(FIRST)
    text = json.dumps(played.record())
    assert "A VIE - GAL" not in text
    assert sealed.seal not in text
    assert sealed.salt not in text


def test_the_record_is_the_same_for_everybody_whatever_is_stored(played, people):
    before = played.record()
    played.store(SECOND, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    assert [played.record(reader) for reader in people.values()] == [before] * 3


def test_settings_of_the_duel_are_those_that_differ(begun):
    record = begun(None, "beginner", loyalty=2).record()
    assert (record["preset"], record["settings"]) == ("beginner", {"loyalty": 2})


def test_what_was_drawn_stands_in_the_record(contest):
    contest.resolve({"homes": POWERS}, {"homes": POWERS})
    chapter = contest.record()["chapters"][0]
    assert chapter["lots"]["homes_winner"] in {"first", "second"}
