"""Past chapters: both sides' entries, what became of them and why, in the reader's language."""

import re

import pytest

from tests.builders import POWERS, lonely, start
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.intimate.winters import winter
from tests.web.duels.test_entering import text

BATTLE = lonely("S1902M", units={"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR", "A MAR"]})


def rows(answer):
    """Return the cells of every table row of a page as words."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", answer.text, re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in found]
    return [[re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", cell)).strip() for cell in row] for row in cells]


def test_lists_of_powers_are_told_with_what_they_decided(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    answer = duel.get("visitor", "/chapters/0")
    assert ["1", "A Austria", "F France"] in rows(answer)
    assert "anna: A Austria · boris: F France" in text(answer).replace(" :", ":")


def test_lots_are_told(pages):
    """§2"""
    duel = pages()
    duel.contest.resolve({"homes": POWERS}, {"homes": POWERS})
    assert "The lists were the same. The lot went to:" in text(duel.get("visitor", "/chapters/0"))
    other = pages()
    other.contest.sweep()
    assert text(other.get("visitor", "/chapters/0")).count("this one was drawn by lot") == 2


def test_the_arithmetic_of_an_auction_is_told_losing_bids_too(pages):
    """§4: both whole sheets are public, with the arithmetic."""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve(
        {"bids": {"ITALY": 5, "TURKEY": 2}}, {"bids": {"ITALY": 3, "TURKEY": 2, "RUSSIA": 6}}
    )
    told = rows(duel.get("visitor", "/chapters/1"))
    assert ["I Italy", "5", "3", "anna"] in told
    assert ["R Russia", "0", "6", "boris"] in told
    assert ["T Turkey", "2", "2", "anarchy"] in told
    assert ["Reserve before", "24", "20", ""] in told
    assert ["Winning total", "5", "6", ""] in told
    assert ["Paid", "5", "6", ""] in told
    assert ["Reserve after", "19", "14", ""] in told


def test_an_overbid_is_told(pages):
    """§4.4"""
    duel = pages(start("S1902B"))
    duel.contest.resolve({"bids": {"ITALY": 21}}, {"bids": {"TURKEY": 5}})
    answer = duel.get("visitor", "/chapters/0")
    assert "overbid. The whole reserve is lost" in text(answer)
    assert ["Paid", "20", "3", ""] in rows(answer)


@pytest.mark.parametrize(
    ("reader", "bounced", "unmoved"),
    [
        ("anna", ["A Munich", "- Burgundy", "bounced", "bounced with A Paris"], "A Marseilles"),
        ("boris", ["A Munich", "– Bourgogne", "repoussée", "repoussée par A Paris"], "A Marseille"),
    ],
)
def test_every_order_is_told_with_its_outcome_and_its_reason(pages, reader, bounced, unmoved):
    duel = pages(BATTLE)
    duel.contest.resolve({"orders": {"AUSTRIA": ["A MUN - BUR"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    told = rows(duel.get(reader, "/chapters/0"))
    assert bounced in told
    assert [len(row) for row in told if row[:1] == [unmoved]] == [4]


def test_winter_is_told_with_what_was_done_by_default(pages):
    """§6"""
    duel = pages(winter())
    duel.contest.resolve({"orders": {"AUSTRIA": ["A VIE B"], "ITALY": ["F NAP B"]}}, None)
    told = rows(duel.get("anna", "/chapters/0"))
    assert any(row[0] == "F Naples" and row[2] == "succeeded" for row in told)
    assert any(row[:3] == ["A Venice", "no order", "by default"] for row in told)


def test_the_seals_stand_beside_what_they_sealed(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    entry = duel.contest.entry(FIRST, "HOMES")
    page = duel.get("visitor", "/chapters/0").text
    assert entry.seal in page
    assert entry.salt in page


def test_an_event_is_a_chapter_with_its_position(pages):
    duel = pages(lonely("S1902M"))
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.happen(SECOND, "draw_agreed")
    assert "Offer of a draw" in text(duel.get("visitor", "/chapters/0"))
    assert "A draw." in text(duel.get("visitor", "/chapters/1"))


def test_chapters_lead_to_each_other(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {}}, {"bids": {}})
    first, last = (duel.get("visitor", f"/chapters/{ordinal}").text for ordinal in (0, 1))
    assert 'rel="prev"' not in first
    assert f'rel="next" href="{duel.path}/chapters/1"' in first
    assert f'rel="prev" href="{duel.path}/chapters/0"' in last
    assert 'rel="next"' not in last
    page = duel.get("visitor").text
    assert all(f'href="{duel.path}/chapters/{ordinal}"' in page for ordinal in (0, 1))


@pytest.mark.parametrize("ordinal", ["0", "99", "2147483648", "9" * 30, "-1", "1.5", "first", "%00"])
def test_a_chapter_that_is_not_there_is_not_found(pages, ordinal):
    assert pages().get("visitor", f"/chapters/{ordinal}").status_code == 404
