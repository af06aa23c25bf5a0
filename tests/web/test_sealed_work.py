"""No request of anybody else reads or decrypts what a player has stored: its time would reveal it."""

import re
from contextlib import contextmanager
from functools import partial

import pytest
from sqlalchemy import event

from intimate.players import Player
from models.sealed import Keyring
from services.accounts import accounts
from services.arbiters.calls import call_arbiter
from services.duels.authority import appoint
from services.talk import diary
from tests.e2e.campaign import entered, players
from tests.fixtures_duels import FIRST, LATER
from tests.web.accounts.steps import App
from tests.web.api.asking import Program, key_of
from tests.web.scene import phase_named
from tests.web.test_secrecy_beforehand import LEFT

SEALED = re.compile(r"\w+\.(?:content|salt|lots_secret)\b|diary_notes\.text\b")
"""The columns of a statement that reads something sealed."""
OTHERS = ("boris", "clara", "dora", "eva", "visitor")
"""The opponent, a third person, the arbiter of the duel, a moderator, and a visitor."""
GUESSES = {"phase": "F1901M", "ordinal": "0", "number": "1", "player": "first", "seal": "first"}
NEUTRAL = ("logout", "/account", "/register", "/login", "/password", "/device", "/security")
"""Addresses about an account: none leads to a duel, and some end the session."""
SENT = {
    "phase": "F1901M",
    "seen": "0",
    "orders": "A Gas - Spa",
    "reason": "because",
    "act": "extended",
    "kept": "0",
    "amount": "1",
}
BODIES = ({}, {"ready": True}, {"event": "draw_offered", "phase": "F1901M"}, {"orders": {}})
"""Possible bodies of API requests."""


class Work:
    """The sealed values that were read or decrypted."""

    def __init__(self):
        self.decrypted = self.selected = 0


@contextmanager
def counting(site, monkeypatch):
    """Count what a site decrypts, and the sealed columns that its statements select."""
    work, engine = Work(), site.extensions["database"].engine
    decrypt = Keyring.decrypt

    def counted(keyring, stored):
        work.decrypted += 1
        return decrypt(keyring, stored)

    def looked_at(_, __, statement, *___):
        read = statement.partition(" FROM ")[0] if statement.startswith("SELECT") else ""
        work.selected += len(SEALED.findall(read))

    with monkeypatch.context() as patch:
        patch.setattr(Keyring, "decrypt", counted)
        event.listen(engine, "before_cursor_execute", looked_at)
        yield work
        event.remove(engine, "before_cursor_execute", looked_at)


def addresses(site, token, *, api=False):
    """List the addresses of a duel and the pages with several duels; those that only read come first."""
    found, prefix = set(), "/api/v1" if api else ""
    for rule in site.url_map.iter_rules():
        path = re.sub(r"<any\((\w+).*?>", r"\1", rule.rule)
        of_duel = re.sub(rf"^{prefix}/duels/<(\w+:)?(token|duel)>", f"{prefix}/duels/{token}", path)
        if path.startswith("/api") is not api or any(part in path for part in NEUTRAL):
            continue
        methods = rule.methods & ({"GET"} if of_duel == path else {"GET", "POST", "PUT", "DELETE"})
        path = re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda match: GUESSES.get(match[1], "1"), of_duel)
        found |= {(method, path) for method in methods}
    return sorted(found, key=lambda each: (each[0] != "GET", *each))


@pytest.fixture
def called(pages, member, sqlite_database):
    """Return a function that begins a duel in its first autumn, with an arbiter.

    something: Anna has stored an entry, entries in advance, and a note in her diary.
    """
    readers, moderates = {name: member(name) for name in ("clara", "dora", "eva")}, []

    def begin(*, something):
        duel = pages()
        duel.readers.update(readers)
        while duel.contest.phase != "F1901M":
            phase = phase_named(duel.contest.phase)
            for player in players(phase):
                duel.contest.enter(Player(player), entered(phase, player))
        with sqlite_database.writing() as session:
            appoint(session, "dora", LATER)
            accounts.make_moderator(session, "eva")
            call_arbiter(session, duel.contest.token, duel.contest.users[FIRST], "please", LATER)
        if not moderates:
            moderates.extend(App(duel.site, name) for name in ("dora", "eva"))
        if something:
            duel.contest.store(FIRST, entered(phase_named("F1901M"), "first"))
            for phase, left in LEFT["first"].items():
                duel.contest.store_ahead(FIRST, phase, left, overbid_accepted=True)
            with sqlite_database.writing() as session:
                diary.write_note(session, duel.contest.token, duel.contest.users[FIRST], "my plan", LATER)
        return duel

    return begin


def asked_as(duel, name, method, path):
    """Make a request as a viewer of pages; a form must be one that they could send."""
    reader = duel.readers[name]
    form = {"csrf_token": reader.token(), **SENT} if method == "POST" else None
    return partial(reader.client.open, path, method=method, data=form, headers=reader.headers, buffered=True)


def work_of(site, monkeypatch, ask):
    with counting(site, monkeypatch) as work:
        ask()
    return work.decrypted, work.selected


def test_no_page_or_form_reads_another_player_s_stored_entry(called, site, monkeypatch):
    seen = []
    for something in (False, True):
        duel = called(something=something)
        seen.append(
            {
                (name, method, path.replace(duel.contest.token, "…")): work_of(
                    site, monkeypatch, asked_as(duel, name, method, path)
                )
                for name in OTHERS
                for method, path in addresses(site, duel.contest.token)
            }
        )
    nothing, something = seen
    assert len(nothing) > 400
    assert {
        place: (work, something[place]) for place, work in nothing.items() if work != something[place]
    } == {}


def test_no_api_call_reads_another_player_s_stored_entry(called, site, sqlite_database, monkeypatch):
    programs = {}
    seen = []
    for something in (False, True):
        duel = called(something=something)
        programs = programs or {
            name: Program(site, key_of(sqlite_database, name)) for name in ("boris", "clara", "dora")
        }
        seen.append(
            {
                (name, method, path.replace(duel.contest.token, "…")): work_of(
                    site,
                    monkeypatch,
                    partial(program.client.open, path, method=method, headers=program.headers, json=body),
                )
                for name, program in programs.items()
                for method, path in addresses(site, duel.contest.token, api=True)
                for body in ([None] if method in {"GET", "DELETE"} else BODIES)
            }
        )
    assert len(seen[0]) > 40
    assert seen[0] == seen[1]


def test_the_work_of_entering_does_not_depend_on_the_opponent_s_stored_entry(
    called, site, sqlite_database, monkeypatch
):
    counts = []
    for something in (False, True):
        duel = called(something=something)
        program = Program(site, key_of(sqlite_database, "boris"))
        path = f"/duels/{duel.contest.token}/entries/F1901M"
        orders = entered(phase_named("F1901M"), "second")
        asks = [
            *[partial(program.put, path, body) for body in (orders, {"orders": {}}, orders)],
            *[partial(program.put, f"{path}/readiness", {"ready": ready}) for ready in (True, False)],
            partial(duel.post, "boris", "ready"),
            partial(duel.post, "boris", "unready"),
            partial(duel.post, "boris", "acts/draw_offered"),
        ]
        counts.append([work_of(site, monkeypatch, ask) for ask in asks])
        assert str(duel.contest.stored().phase) == "F1901M"
    assert counts[0] == counts[1]
    assert any(decrypted for decrypted, _ in counts[0])  # their own entries, to check that the count works


def test_notes_and_entries_in_advance_are_opened_for_their_player_so_that_they_are_counted(
    called, site, monkeypatch
):
    duel = called(something=True)
    path = f"/duels/{duel.contest.token}"
    assert work_of(site, monkeypatch, asked_as(duel, "anna", "GET", f"{path}/diary"))[1] >= 1
    assert work_of(site, monkeypatch, asked_as(duel, "anna", "GET", path)) > work_of(
        site, monkeypatch, asked_as(duel, "boris", "GET", path)
    )


def test_sealed_entries_are_decrypted_when_a_phase_is_resolved(called, site, monkeypatch):
    duel = called(something=True)
    duel.contest.hand_in(FIRST)
    assert work_of(site, monkeypatch, partial(duel.post, "boris", "ready")) >= (3, 3)
