"""The slots of a duel's page: never older than the request, though the rest of the page is cached."""

import re
from datetime import timedelta

import pytest

from tests.builders import start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, SECOND
from tests.web.reading import chosen, text

MOVES = start("S1902M", control={"ITALY": "first"})


@pytest.fixture
def duel(pages):
    return pages(MOVES)


def renderings(duel):
    """Return the number of cache misses."""
    return duel.site.extensions["cache"].counts.misses


def test_the_time_left_goes_by_though_the_page_is_kept(duel):
    assert "to play 21:00:00" in text(duel.get("visitor"))
    made = renderings(duel)
    duel.clock(LATER + timedelta(hours=1, minutes=30))
    assert "to play 19:30:00" in text(duel.get("visitor"))
    duel.clock(DEADLINE - timedelta(seconds=1))
    assert "to play 0:01" in text(duel.get("visitor"))
    assert renderings(duel) == made


def test_cached_pages_show_the_current_readiness_and_entry(duel):
    duel.get("anna"), duel.get("boris")
    skeletons = renderings(duel)
    assert chosen(duel.get("anna"))["order_VIE"] == ""
    for order, words in (("A VIE - GAL", "A Vienna - Galicia"), ("A VIE - TYR", "A Vienna - Tyrolia")):
        duel.contest.store(FIRST, {"orders": {"AUSTRIA": [order]}})
        page = duel.get("anna")
        assert chosen(page)["order_VIE"] == order
        assert page.text.count(f"<title>{words}</title>") == 1
        assert f">{words}</textarea>" in page.text
        assert "A Vienna" not in re.search("without order, these units hold: ([^<]*)", page.text)[1]
        assert f'name="seen" value="{duel.contest.entry(FIRST).stored_at.isoformat()}"' in page.text
    assert "You are done." not in text(page)
    duel.contest.hand_in(FIRST)
    page = duel.get("anna")
    assert "You are done." in text(page)
    assert f"Your seal: {duel.contest.entry(FIRST).seal}" in text(page)
    duel.contest.take_back(FIRST)
    assert "You are done." not in text(duel.get("anna"))
    assert "Your seal" not in text(duel.get("anna"))
    assert renderings(duel) > skeletons


@pytest.mark.parametrize("begin", [None, start("S1902B")])
def test_lists_and_sheets_are_those_of_the_moment(pages, begin):
    duel = pages(begin)
    entries = {
        None: [LISTS[FIRST], LISTS[SECOND]],
        "S1902B": [{"bids": {"ITALY": 5}}, {"bids": {"ITALY": 7, "TURKEY": 16}}],
    }[begin and begin["phase"]]
    duel.get("anna")
    for content in entries:
        duel.contest.store(FIRST, content)
        held = chosen(duel.get("anna"))
        if begin is None:
            assert [held[f"rank_{rank}"] for rank in range(1, 8)] == content["homes"]
        else:
            bids = {name.removeprefix("bid_"): int(bid) for name, bid in held.items()}
            assert {power: bid for power, bid in bids.items() if bid} == content["bids"]
    if begin is not None:
        assert '<output id="sheet-total">23</output>' in duel.get("anna").text


def test_the_readiness_of_both_is_that_of_the_moment_for_everybody(duel):
    def sides(reader):
        page = duel.get(reader).text
        bar, seals = (page.partition(f'id="live-{name}"')[2] for name in ("standing", "seals"))
        tags = re.findall('class="tag (good|warn)"', bar.partition('class="board-cell"')[0])
        return tags, re.findall("<code>([0-9a-f]{64})</code>", seals.partition('id="terms"')[0])

    waiting = {reader: sides(reader) for reader in duel.readers}
    assert waiting == dict.fromkeys(duel.readers, (["warn", "warn"], []))
    for _ in range(2):
        duel.contest.hand_in(FIRST)
        sealed = duel.contest.entry(FIRST).seal
        assert {reader: sides(reader) for reader in duel.readers} == dict.fromkeys(
            duel.readers, (["good", "warn"], [sealed])
        )
        for reader in duel.readers:
            stamp = f'data-stamp="{duel.get(reader, "/stamp").json["stamp"]}"'
            assert stamp in duel.get(reader).text
        duel.contest.take_back(FIRST)
        assert {reader: sides(reader) for reader in duel.readers} == waiting


def test_a_phase_that_is_resolved_and_an_offer_that_is_made_stand_on_the_page_at_once(duel):
    for reader in duel.readers:
        duel.get(reader)
    duel.contest.happen(SECOND, "draw_offered")
    assert "offers a draw" in text(duel.get("visitor"))
    assert "Agree to a draw" in text(duel.get("anna"))
    duel.contest.resolve(None, None)
    for reader, phase in (("anna", "Autumn 1902"), ("boris", "Automne 1902"), ("visitor", "Autumn 1902")):
        page = duel.get(reader)
        assert f'<span class="in-full">{phase}' in page.text
        assert page.text.count(f'href="{duel.path}/chapters/1"') >= 2
        assert "offers a draw" not in text(page)
    assert set(re.findall('name="phase" value="([^"]*)"', duel.get("anna").text)) == {"F1902M"}
