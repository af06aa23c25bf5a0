"""The API tells nobody else what a player has entered before it is revealed."""

import re
from itertools import product

import pytest

from learning.puzzle import lines
from tests.e2e.campaign import entered, players
from tests.fixtures_duels import FIRST, SECOND
from tests.web.api.asking import Program, key_of
from tests.web.scene import Scene, phase_named
from web.api import OPERATIONS

PHASES = ("HOMES", "S1901B", "S1901M", "W1901A")
CASES = [(phase, players(phase_named(phase))[number % 2 - 1]) for number, phase in enumerate(PHASES)]
SEALS = re.compile(r'"seals":\{[^}]*\}|"(stamp|id)":"[^"]*"|"stamp": "[^"]*"|id: \w+')
"""The fields that show readiness."""
IGNORED_HEADERS = {"Date", "RateLimit"}


@pytest.fixture
def scene(site, sqlite_database, member, visit):
    scene = Scene(site, sqlite_database, member, visit)
    scene.programs = {
        name: Program(site, key_of(sqlite_database, name)) for name in ("Anna", "Boris", "Clara")
    }
    return scene


def addresses(scene):
    """List every address of the duel, with each of its phases."""
    known = {
        "duel": [scene.duel.token],
        "challenge": [scene.challenge.token],
        "ladder": [scene.ladder],
        "puzzle": [next(iter(lines()))],
        "phase": [scene.duel.phase, "F1901R", "W1901A", "S1902B"],
        "int:ordinal": [str(number) for number in range(scene.duel.ordinal + 1)],
    }
    for each in (each for each in OPERATIONS if each.method == "GET"):
        names = re.findall("<(.*?)>", each.path)
        for values in product(*(known[name] for name in names)):
            path = each.path
            for name, value in zip(names, values, strict=True):
                path = path.replace(f"<{name}>", value)
            yield path


def refused_requests(scene):
    """Send requests that are refused depending on the duel: none may change anything."""
    path, phase = f"/duels/{scene.duel.token}", scene.duel.phase
    yield "PUT", f"{path}/entries/{phase}", {"orders": {"FRANCE": ["nonsense"]}}
    yield "PUT", f"{path}/entries/S1999M", {"orders": {}}
    yield "PUT", f"{path}/entries/{phase}/readiness", {"ready": False}
    yield "POST", f"{path}/events", {"event": "draw_agreed", "phase": phase}
    yield "POST", f"{path}/time", {"act": "resume", "phase": phase}
    yield "DELETE", f"{path}/entries/S1902B", None


def views(scene, player):
    """Return everything that others' clients get, with all headers but the time and the rate limit."""
    scene.site.extensions["counting"].storage.reset()
    own = {"first": "Anna", "second": "Boris"}[player]
    found = {}
    for name, program in scene.programs.items():
        if name != own:
            asked = [*(("GET", path, None) for path in addresses(scene)), *refused_requests(scene)]
            for method, path, body in asked:
                answer = program.ask(method, path, body)
                headers = {key: value for key, value in answer.headers if key not in IGNORED_HEADERS}
                found[name, method, path] = (answer.status_code, headers, answer.text)
    return found


@pytest.mark.parametrize(("phase", "player"), CASES)
def test_through_the_api_others_see_only_that_an_entry_is_handed_in(scene, phase, player):
    scene.begin(phase)
    before = views(scene, player)
    assert len(before) > 30
    scene.enter(phase, player, ready=False)
    assert views(scene, player) == before
    if len(players(phase_named(phase))) == 1:
        return
    scene.enter(phase, player, ready=True)
    after = views(scene, player)
    changed = {look for look in before if before[look] != after[look]}
    assert {path for _, _, path in changed} <= {f"/duels/{scene.duel.token}", "/changes", "/events"}
    for look in changed:
        told, now = (SEALS.sub("", each[look][2]) for each in (before, after))
        assert (before[look][0], told) == (after[look][0], now)


def test_through_the_api_a_player_sees_only_their_own_entry(duel):
    begun = duel()
    path = f"/duels/{begun.contest.token}"
    for name, player in (("anna", FIRST), ("boris", SECOND)):
        entry = entered(phase_named("HOMES"), player.value)
        begun.programs[name].put(f"{path}/entries/HOMES", entry)
        assert begun.programs[name].get_json(path)["own"]["entry"] == entry
    assert begun.programs["anna"].get_json(path)["own"] != begun.programs["boris"].get_json(path)["own"]
