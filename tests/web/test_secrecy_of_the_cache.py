"""Cached pages, visited in every order: nobody sees what another viewer has stored."""

import re
from itertools import permutations

import pytest

from tests.builders import POWERS, start
from tests.fixtures_duels import FIRST, SECOND
from tests.intimate.winters import winter
from tests.web.reading import chosen, text, without_tokens
from web.core.cache import Cache

READERS = ("anna", "boris", "visitor")
SWAPPED = ["TURKEY", *POWERS[1:-1], "AUSTRIA"]
CASES = {
    "HOMES": (
        None,
        {"homes": POWERS},
        {"homes": SWAPPED},
        {f"rank_{rank}": power for rank, power in enumerate(POWERS, 1)},
        {f"rank_{rank}": power for rank, power in enumerate(SWAPPED, 1)},
    ),
    "S1902B": (
        start("S1902B"),
        {"bids": {"ITALY": 13}},
        {"bids": {"TURKEY": 17}},
        {"bid_ITALY": "13"},
        {"bid_TURKEY": "17"},
    ),
    "S1902M": (
        start("S1902M"),
        {"orders": {"AUSTRIA": ["A VIE - GAL", "F TRI - ADR"]}},
        {"orders": {"FRANCE": ["A PAR - BUR", "F BRE - MAO"]}},
        {"order_VIE": "A VIE - GAL", "order_TRI": "F TRI - ADR"},
        {"order_PAR": "A PAR - BUR", "order_BRE": "F BRE - MAO"},
    ),
    "W1901A": (
        winter(),
        {"orders": {"AUSTRIA": ["A VIE B", "F TRI B"], "ITALY": ["F NAP B"]}},
        {"orders": {"FRANCE": ["A PAR D"]}},
        {"winter_AUSTRIA_0": "A VIE B", "winter_AUSTRIA_1": "F TRI B", "winter_ITALY_0": "F NAP B"},
        {"winter_FRANCE_0": "A PAR D"},
    ),
}
WORDS = {
    "S1902B": (["13"], ["17"]),
    "S1902M": (["A Vienna", "Galicia", "GAL"], ["A Paris", "Bourgogne"]),
}
"""In the language of the player who stored them; in other languages menus have the same words."""


def begun(pages, phase):
    """Return a duel in a phase; its viewers have seen their one-time messages."""
    duel = pages(CASES[phase][0])
    for reader in READERS:
        duel.get(reader)
    return duel


def page_of(duel, reader):
    """Return a viewer's page without its tokens."""
    return without_tokens(duel.get(reader))


def fresh(duel, reader):
    """Return a viewer's page with an empty cache."""
    duel.site.extensions["cache"] = Cache()
    return page_of(duel, reader)


def unsealed(answer):
    """Return the text of a page without its seals: any two digits may be in them."""
    return re.sub(r"\b[0-9a-f]{64}\b", "", text(answer))


def filled_in(answer):
    """Return the values of the forms, without empty ones."""
    return {name: value for name, value in chosen(answer).items() if value not in {"", "0"}}


def assert_alike_in_every_order(duel):
    """Check that a page is the same in every order of visits, and on a second visit; return the pages."""
    alone = {reader: fresh(duel, reader) for reader in READERS}
    for order in permutations(READERS):
        duel.site.extensions["cache"] = Cache()
        for reader in (*order, order[0]):
            assert page_of(duel, reader) == alone[reader], (order, reader)
    return alone


@pytest.mark.parametrize("phase", CASES)
def test_each_viewer_gets_their_own_page_whoever_filled_the_cache(pages, phase):
    _, first, second, held_first, held_second = CASES[phase]
    duel = begun(pages, phase)
    nothing = {reader: fresh(duel, reader) for reader in READERS}
    duel.contest.store(FIRST, first)
    one = {reader: page_of(duel, reader) for reader in READERS}
    assert [one[reader] == nothing[reader] for reader in READERS] == [False, True, True]
    duel.contest.store(SECOND, second)
    both = {reader: page_of(duel, reader) for reader in READERS}
    assert [both[reader] == one[reader] for reader in READERS] == [True, False, True]
    assert both == assert_alike_in_every_order(duel)
    assert [filled_in(duel.get(reader)) for reader in READERS] == [held_first, held_second, {}]
    duel.contest.hand_in(FIRST)
    ready = assert_alike_in_every_order(duel)
    assert [filled_in(duel.get(reader)) for reader in READERS] == [held_first, held_second, {}]
    for reader, page in ready.items():
        assert ('class="ready-line good"' in page, "Your seal" in page) == (
            reader == "anna",
            reader == "anna",
        )
        assert page.count(duel.contest.entry(FIRST).seal) == 1 + (reader == "anna")


@pytest.mark.parametrize("phase", WORDS)
def test_cached_pages_never_show_a_stored_entry_to_others(pages, phase):
    _, first, second, *_ = CASES[phase]
    of_anna, of_boris = WORDS[phase]
    duel = begun(pages, phase)
    before = {reader: unsealed(duel.get(reader)) for reader in READERS}
    duel.contest.enter(FIRST, first)
    duel.contest.store(SECOND, second)
    for _ in range(2):
        seen = {reader: unsealed(duel.get(reader)) for reader in READERS}
        for reader, words in (
            ("boris", of_anna),
            ("visitor", of_anna),
            ("anna", of_boris),
            ("visitor", of_boris),
        ):
            assert [seen[reader].count(word) for word in words] == [
                before[reader].count(word) for word in words
            ]
        for reader, words in (("anna", of_anna), ("boris", of_boris)):
            told = duel.get(reader).text
            assert all(word in told for word in words)


def test_the_arrows_of_a_cached_page_are_its_viewer_s(pages):
    duel = begun(pages, "S1902M")
    for order in permutations(READERS):
        duel.site.extensions["cache"] = Cache()
        for player, content in zip((FIRST, SECOND), CASES["S1902M"][1:3], strict=True):
            duel.contest.store(player, content)
        drawn = {reader: duel.get(reader).text.count('<g class="arrow ') for reader in (*order, *order)}
        assert drawn == {"anna": 2, "boris": 2, "visitor": 0}


def test_the_answer_to_storing_on_the_board_leaves_nothing_for_the_opponent(pages):
    """What the cache keeps of the answer is the viewer's own, in any order of saving and looking."""
    duel = begun(pages, "S1902M")
    duel.post("anna", "store", order_VIE="A VIE - GAL")
    shown = duel.get("boris")
    assert filled_in(shown) == {}
    assert '<g class="arrow ' not in shown.text
    duel.post("boris", "store", order_PAR="A PAR - BUR")
    assert filled_in(duel.get("anna")) == {"order_VIE": "A VIE - GAL"}
    assert filled_in(duel.get("boris")) == {"order_PAR": "A PAR - BUR"}


def test_a_refused_form_is_kept_for_nobody(pages):
    duel = begun(pages, "S1902M")
    before = {reader: page_of(duel, reader) for reader in READERS}
    for _ in range(2):
        answer = duel.post("anna", "entry", order_VIE="A VIE - GAL", order_BUD="A BUD - PAR")
        assert (answer.status_code, filled_in(answer)["order_VIE"]) == (422, "A VIE - GAL")
        answer = duel.post("anna", "typed", orders="A Vie - Gal\nmy secret")
        assert (answer.status_code, "my secret" in answer.text) == (422, True)
    assert {reader: page_of(duel, reader) for reader in READERS} == before


def test_two_members_with_the_same_duels_are_each_shown_their_own_name_and_counts(pages):
    duel = pages()
    for _ in range(2):
        for name, other in (("anna", "boris"), ("boris", "anna")):
            page = duel.readers[name].get("/duels/").text
            assert 'class="who-name" href="/account"' in page
            head = page.partition("</header>")[0]
            assert (name in head, other in head) == (True, False)
            assert 'class="count"' in head
    duel.contest.enter(FIRST, CASES["HOMES"][1])
    counted = ['class="count"' in duel.readers[name].get("/duels/").text for name in ("anna", "boris")]
    assert counted == [False, True]
