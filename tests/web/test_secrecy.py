"""No page shows others what a player has entered before it is revealed."""

import re
from difflib import unified_diff

import pytest

from adjudicator.notation import read, write
from tests.e2e.campaign import entered, players
from tests.web.scene import Scene, phase_named

CASES = [
    (name, player)
    for name in ("HOMES", "S1901B", "S1901M", "F1901R", "W1901A")
    for player in players(phase_named(name))
]
LOOKED_AT = ("S1901B", "second")
"""The case in which everybody opens everything but pages apart: their account, the archive.

`make soak` opens everything in each case; test_leak.py in `make test` opens everything for orders.
"""
LOOKS = [
    (*LOOKED_AT, False),
    *(pytest.param(*case, True, marks=pytest.mark.soak) for case in CASES),
]
STAMP = r"\d+\.\w+\.([0-9a-f]{8}|-)\.([0-9a-f]{8}|-)\.\d+(\.[\d:.T+-]+)?"
READINESS = re.compile(
    r'<span class="tag good">|<span class="in-short" aria-hidden="true">(done|validé)|</span>'
    r'|<span class="in-full">(done|liste validée|offres validées|ordres validés)'
    r'|<span class="tag warn">(to play|doit jouer)'
    r'|<div class="bar-side (first|second)( to-move)?">|<span class="clock">'
    r"|<time data-clock [^>]*>[^<]*|</time>"
    r'|<p class="bar-awaited">[^<\d]*'
    r'|<section aria-labelledby="sealed">|<h2 id="sealed">(Sealed entries|Saisies scellées)'
    r"|</(h2|section|a|div|details|summary)>"
    r'|<details>|<summary>(Verify|Vérifier)|<p class="soft( seal)?">'
    r'|<a class="player" href="/players/(Anna|Boris)">(Anna|Boris)'
    r'|<span class="you">(you|vous)|<code>[0-9a-f]{64}|</code>|</p>'
    r'|<li data-key="(first|second)">(Your opponent|Votre adversaire|Anna|Boris) [^<\d]*'
    rf'|<div id="live" data-stamp="{STAMP}"( data-[a-z]+="[\w /:.+-]*")+>'
    rf'|{{"stamp":"{STAMP}"}}|retry: 3000\ndata: {STAMP}'
)


def texts(entry):
    return [order for orders in entry.get("orders", {}).values() for order in orders]


def secrets(entry):
    """Return an entry in every form in which a page could show it."""
    orders = texts(entry)
    written = [write(read(order, "en"), language) for order in orders for language in ("en", "fr")]
    bids = [f'"{power}": {bid}' for power, bid in entry.get("bids", {}).items()]
    return [*orders, *written, *bids, *([str(entry["homes"])] if "homes" in entry else [])]


def changed_tags(before, after):
    """Return the tags, each with the text behind it, that one answer has and the other has not."""
    assert before[:2] == after[:2]
    if before == after:
        return []
    pieces = [[piece.strip() for piece in re.split("(?=<)", look[2])] for look in (before, after)]
    changed = list(unified_diff(*pieces, n=0, lineterm=""))[2:]
    return [line[1:] for line in changed if not line.startswith("@@")]


@pytest.fixture
def scene(site, sqlite_database, member, visit):
    return Scene(site, sqlite_database, member, visit)


def assert_only_readiness_differs(scene, before, after):
    """Allow a difference on the duel's own page, in a word and a seal, and in messages to open pages."""
    new = {look: changed_tags(before[look], after[look]) for look in before}
    told = {line for lines in new.values() for line in lines}
    assert {line for line in told if not READINESS.fullmatch(line)} == set()
    assert {address for (_, address), lines in new.items() if lines} <= {
        scene.path,
        *(f"{scene.path}/chapters/{ordinal}" for ordinal in range(scene.duel.ordinal)),
        f"{scene.path}/stamp",
        f"{scene.path}/events",
        "refused act",
        "refused sheet",
    }
    return " ".join(told)


@pytest.mark.parametrize(("phase", "player", "everywhere"), LOOKS)
def test_others_see_nothing_of_an_entry_except_that_it_is_handed_in(scene, phase, player, everywhere):
    scene.everywhere = everywhere
    scene.begin(phase)
    before = scene.views_of_others(player)
    scene.enter(phase, player, ready=False)
    stored = scene.views_of_others(player)
    assert assert_only_readiness_differs(scene, before, stored) == ""
    scene.enter(phase, player, ready=True)
    if len(players(phase_named(phase))) > 1:
        told = assert_only_readiness_differs(scene, stored, scene.views_of_others(player))
        assert "Sealed entries" in told
        assert [secret for secret in secrets(entered(phase_named(phase), player)) if secret in told] == []


@pytest.mark.parametrize(("phase", "player"), CASES)
def test_a_player_sees_their_own_entry_at_once_and_everybody_after_the_reveal(scene, phase, player):
    entry = entered(phase_named(phase), player)
    scene.begin(phase)
    scene.enter(phase, player, ready=False)
    own = scene.sides[player].get(scene.path).text
    values = [*texts(entry), *entry.get("homes", ()), *map(str, entry.get("bids", {}).values())]
    assert all(f'value="{value}"' in own for value in values)
    assert ("<option selected" in own) == ("bids" not in entry)
    for side in players(phase_named(phase)):
        scene.enter(phase, side, ready=True)
    record = scene.others["visitor"].get(f"{scene.path}/record.json").json
    revealed = record["chapters"][scene.duel.ordinal]["entries"][player]
    assert {kind: revealed[kind] for kind in entry} == entry
