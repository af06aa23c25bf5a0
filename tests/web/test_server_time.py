"""No page of a duel of ten years keeps a reader waiting: a tenth of a second at the server at most."""

import time
from datetime import UTC, datetime
from random import Random
from statistics import median

import pytest
from sqlalchemy import select

from intimate.options import orderable
from intimate.players import Player
from models import User
from services import challenges, duels, entries, readiness
from services.terms import Terms
from tests.builders import RANKS

pytestmark = pytest.mark.slow
YEARS, LIMIT, LOOKS = 10, 0.1, 5
# Nobody wins by chance before the ten years are over.
ENDLESS = {"victory": {"centres": 34}, "home_eliminated": "plays_on"}


def entry(view, chance):
    """Return random play: what the phase allows, moves rather than anything else."""
    if view.kind == "H":
        return {"homes": RANKS[view.player]}
    if view.kind == "B":
        return {"bids": {power: chance.randint(0, 6) for power in view.for_hire}}
    orders = {}
    for power, offered in orderable(view.duel, view.player).items():
        units = {}
        for order in map(str, offered):
            units.setdefault(order[:5], []).append(order)
        orders[power] = [chance.choice(choices) for choices in units.values()]
        if view.kind == "A":
            orders[power] = orders[power][:1]
    return {"orders": orders}


def play_phase(session, stored, chance, now):
    """Let both hand in what chance says; return how long the longer hand-in took."""
    phase, took = stored.phase, 0
    for player, user in zip(Player, (stored.first_id, stored.second_id), strict=True):
        if stored.phase == phase and (stored.awaits_first, stored.awaits_second)[player is Player.SECOND]:
            content = entry(duels.view_of(stored, user), chance)
            began = time.process_time()
            entries.store(session, stored.token, user, phase, content, now)
            readiness.hand_in(session, stored.token, user, phase, now)
            took = max(took, time.process_time() - began)
    return took


def ten_years(database, first, second):
    """Play until the moves of spring 1911; return the duel and how long each phase took to enter."""
    chance, now = Random(1901), datetime.now(UTC)  # noqa: S311 -- the same duel every time
    with database.writing() as session:
        challenge = challenges.create(session, first, "open", None, Terms(settings=ENDLESS), now)
        stored = challenges.accept(session, challenge.token, second, now)
        took = []
        while stored.phase != f"S{1901 + YEARS}M":
            assert stored.phase, "the duel ended early"
            took.append(play_phase(session, stored, chance, now))
        return stored, took


def took(visitor, path):
    """Return the time that the server works on a page: the median of several looks."""
    times = []
    for _ in range(LOOKS):
        began = time.process_time()  # what else the machine does is no matter of the page
        assert visitor.get(path).status_code == 200
        times.append(time.process_time() - began)
    return median(times)


@pytest.fixture
def pages(site, sqlite_database, member, visit):
    """Return every page of a duel of ten years, each with somebody who looks at it."""
    anna, boris, visitor = member("anna"), member("boris", "fr"), visit()
    with sqlite_database.reading() as session:
        first, second = session.scalars(select(User.id).order_by(User.id))
    stored, _ = ten_years(sqlite_database, first, second)
    path = f"/duels/{stored.token}"
    past = [f"{path}/chapters/{ordinal}" for ordinal in range(stored.ordinal)]
    tried = f"{path}/what-if/{stored.ordinal - 1}"
    present = [path, tried, f"{path}/record.json", "/", "/duels/", "/duels/watch"]
    return [
        *((anna, page) for page in present),
        *((boris, page) for page in (path, *past)),
        *((visitor, page) for page in present if page != "/duels/"),
    ]


def test_no_page_of_a_duel_of_ten_years_takes_a_tenth_of_a_second(pages):
    times = {(number, page): took(visitor, page) for number, (visitor, page) in enumerate(pages)}
    assert len(times) > 40
    assert {page: seconds for page, seconds in times.items() if seconds >= LIMIT} == {}


def test_a_phase_is_resolved_within_a_tenth_of_a_second(sqlite_database, member):
    for name in ("anna", "boris"):
        member(name)
    with sqlite_database.reading() as session:
        first, second = session.scalars(select(User.id).order_by(User.id))
    _, times = ten_years(sqlite_database, first, second)
    assert median(times) < LIMIT
