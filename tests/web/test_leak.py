"""Through a whole duel, nobody else can tell what a player has entered: not by words, size or work.

The tests compare whole answers, their headers and the work behind them, counted in statements and in pages
made anew: time depends on these, and unlike time they are the same in every run. `make soak` looks at every
phase of the campaign, `make test` at one.
"""

import pytest

from intimate.players import Player
from services.talk import diary, talk
from services.talk.talk import Words
from tests.e2e.campaign import entered, phases, players
from tests.web.api.asking import Program, key_of
from tests.web.api.test_secrecy import addresses as asked_by_programs
from tests.web.counting import Meter
from tests.web.scene import Scene, phase_named, sight
from tests.web.test_secrecy import changed_tags

IGNORED_HEADERS = {"Date", "Expires", "RateLimit", "Set-Cookie"}
"""Headers with the time, or with what viewers asked for themselves."""
ONE = ("S1902M", "first")
CASES = [
    case if case == ONE else pytest.param(*case, marks=pytest.mark.soak)
    for case in ((phase, player) for phase in phases() for player in players(phase_named(phase)))
]
OTHER_ENTRIES = {"homes": lambda ranks: ranks[::-1], "bids": lambda _: {}, "orders": lambda _: {}}
"""For each kind of entry another one of the same player: shorter, or in another order."""


@pytest.fixture
def scene(site, sqlite_database, member, visit):
    scene = Scene(site, sqlite_database, member, visit)
    names = {"first": "Anna", "second": "Boris", "moderator": "Clara"}
    scene.programs = {who: Program(site, key_of(sqlite_database, name)) for who, name in names.items()}
    return scene


@pytest.fixture
def meter(site, monkeypatch):
    return Meter(site, monkeypatch)


def requests_of(scene, *players):
    """Yield functions that request everything others can open, pages and the API."""
    scene.site.extensions["counting"].storage.reset()
    for name, watcher in {**scene.sides, **scene.others}.items():
        if name in players:
            continue
        for address in scene.addresses():
            yield (name, address), lambda watcher=watcher, address=address: watcher.get(address)
    for name, program in scene.programs.items():
        if name not in players:
            for path in asked_by_programs(scene):
                yield (name, "program", path), lambda program=program, path=path: program.ask("GET", path)


def observed(scene, meter, *players):
    """Return everything that others can tell from requests: the answers, and the work behind them."""
    found = {}
    for look, ask in requests_of(scene, *players):
        with meter.counted() as counts:
            answer = ask()
        headers = {key: value for key, value in answer.headers if key not in IGNORED_HEADERS}
        headers.pop("Content-Length", None)  # the length of the data is compared below
        work = (len(counts.statements), counts.listings, counts.adjudications, counts.renderings)
        found[look] = (sight(answer), headers, len(answer.data), work)
    return found


def other_entry(phase, player):
    """Return another possible entry of the player for a phase."""
    return {kind: OTHER_ENTRIES[kind](value) for kind, value in entered(phase, player).items()}


def difference(before, after):
    """Describe how two answers differ: name the field, or quote the text that only one of them has."""
    names = ("seen", "headers", "size", "work")
    differing = {
        name: (one, other) for name, one, other in zip(names, before, after, strict=True) if one != other
    }
    if "seen" in differing:
        differing["seen"] = changed_tags(*differing["seen"])
    return differing


@pytest.mark.parametrize(("phase", "player"), CASES)
def test_a_stored_entry_changes_nothing_that_others_can_observe(scene, meter, phase, player):
    scene.begin(phase)
    observed(scene, meter, player)  # by now every page has been made
    nothing = observed(scene, meter, player)
    assert len(nothing) > 100
    for entry in (entered(phase_named(phase), player), other_entry(phase_named(phase), player)):
        scene.contest.store(Player(player), entry, scene.now)
        told = observed(scene, meter, player)
        changed = {look for look in told if told[look] != nothing[look]}
        assert {look: difference(nothing[look], told[look]) for look in changed} == {}


def test_diary_and_talk_change_nothing_that_outsiders_can_observe(scene, meter):
    scene.begin(ONE[0])
    scene.everywhere = False
    token, users = scene.contest.token, scene.contest.users
    observed(scene, meter, "first")  # by now every page has been made
    nothing = observed(scene, meter, "first")
    assert {"/diary", "/talk", "/comments"} <= {
        str(look[1]).removeprefix(scene.path) for look in nothing if look[0] == "second"
    }
    with scene.database.writing() as session:
        diary.write_note(session, token, users[Player.FIRST], "He will take Munich.", scene.now)
        diary.open_diary(session, token, users[Player.FIRST], opens=True)
    noted = observed(scene, meter, "first")
    changed = {look for look in noted if noted[look] != nothing[look]}
    assert {look: difference(nothing[look], noted[look]) for look in changed} == {}
    with scene.database.writing() as session:
        for player in Player:
            talk.say(session, token, users[player], Words(None, "Leave Munich to me."), scene.now)
    said = observed(scene, meter, "first", "second")
    changed = {look for look in said if said[look] != nothing[look]}
    assert {look: difference(nothing[look], said[look]) for look in changed} == {}
