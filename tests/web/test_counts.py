"""The work of a request, in counts: the site reads, lists, decides and renders what does not change once."""

import pytest

from tests.builders import start
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, SECOND
from tests.intimate.winters import winter
from tests.web.counting import Meter
from web.core.cache import Cache

MEMBER, TABLE = 1, 1
KNOWN = MEMBER + TABLE
"""The statements for a page that a member has seen before: the viewer, and the duel."""
PLAYERS, CHAPTERS, LAST, SERIES, STATE, MATCH, LADDER, TOURNAMENT, CALL = 2, 1, 1, 1, 1, 1, 1, 1, 1
LOCK, ENTRIES, WRITE = 1, 1, 1
STORED = MEMBER + TABLE + LOCK + ENTRIES + WRITE
NOTHING = {"listings": 0, "adjudications": 0}


@pytest.fixture
def duel(pages):
    """Return a duel in its second year that nobody has looked at."""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 6}})
    duel.contest.play_on("S1902B")
    duel.contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 6}})
    for reader in duel.readers.values():
        reader.get("/account")  # show one-time messages now
    return duel


@pytest.fixture
def meter(duel, monkeypatch):
    return Meter(duel.site, monkeypatch)


def work(counts):
    """Return all counts except database statements."""
    return {"listings": counts.listings, "adjudications": counts.adjudications}


@pytest.mark.parametrize("reader", ["anna", "boris", "visitor"])
def test_the_page_of_a_duel_is_made_once_for_each_version_and_part(duel, meter, reader):
    """Legal orders are listed once for a player, and never for a spectator."""
    plays = reader != "visitor"
    for _ in range(2):
        first, again = (meter.of(duel.get, reader) for _ in range(2))
        known = KNOWN + CALL if plays else TABLE
        parts = PLAYERS + CHAPTERS + LAST + SERIES + STATE + MATCH + LADDER + TOURNAMENT
        assert len(first.statements) <= known + parts
        assert work(first) == {"listings": int(plays), "adjudications": 0}
        assert first.renderings > 0
        assert len(again.statements) == (KNOWN if plays else TABLE)
        assert (work(again), again.renderings) == (NOTHING, 0)
        duel.contest.resolve(None, None)


@pytest.mark.parametrize("reader", ["anna", "visitor"])
def test_no_chapter_is_decided_again_and_each_is_rendered_once(duel, meter, reader):
    duel.get(reader)
    known = KNOWN if reader == "anna" else TABLE
    for ordinal in range(duel.contest.stored().ordinal):
        first, again = (meter.of(duel.get, reader, f"/chapters/{ordinal}") for _ in range(2))
        assert len(first.statements) == known + PLAYERS + CHAPTERS + 1
        assert (work(first), first.renderings) == (NOTHING, 2)  # the page, and its graphs
        assert len(again.statements) == known
        assert (work(again), again.renderings) == (NOTHING, 0)


def test_a_long_past_takes_no_more_statements_than_a_short_one(pages, monkeypatch):
    short, long = pages(), pages()
    for duel, until in ((short, "S1901M"), (long, "S1904M")):
        duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
        duel.contest.play_on(until)
    meter = Meter(short.site, monkeypatch)
    for place in ("", "/chapters/1", "/what-if/1", "/record.json"):
        short.readers["visitor"].get("/rules")
        counted = [meter.of(duel.get, "visitor", place) for duel in (short, long)]
        assert len(counted[0].statements) == len(counted[1].statements) > 0
        assert [counts.adjudications for counts in counted] == [0, 0]


PAGES = {
    "/": {"anna": 5, "visitor": 3},
    "/living.json": {"anna": 2, "visitor": 1},
    "/rules": {"anna": 1, "visitor": 0},
    "/help/time": {"anna": 1, "visitor": 0},
    "/duels/": {"anna": 5},
    "/duels/watch": {"anna": 3, "visitor": 2},
    "/challenges/": {"anna": 5, "visitor": 2},
    "/challenges/?pace=days&preset=intimate&rated=yes&acceptable=yes": {"anna": 5, "visitor": 2},
    "/play": {"anna": 2, "visitor": 0},
    "/challenges/new": {"anna": 2, "visitor": 0},
    "/ladders/": {"anna": 3, "visitor": 2},
    "/players/boris": {"anna": 11, "visitor": 7},
    "/ratings/days/intimate": {"anna": 3, "visitor": 1},
    "/help/fair-play": {"anna": 1, "visitor": 0},
    "/archive/": {"anna": 3, "visitor": 2},
    "/archive/powers": {"anna": 2, "visitor": 1},
    "/archive/dump": {"anna": 1, "visitor": 0},
    "/tournaments/": {"anna": 3, "visitor": 2},
    "/tournaments/?list=ended": {"anna": 3, "visitor": 2},
    "/mine/stamp": {"anna": 1, "visitor": 0},
    "/mine/stamp?lists=open": {"anna": 2, "visitor": 1},
    "/mine/events?lists=public": {"anna": 2, "visitor": 1},
    "/mine/parts": {"anna": 1, "visitor": 0},
    "/account": {"anna": 4},
    "/login": {"visitor": 0},
}


MADE = {"/players/boris": 1}
"""Additional statements at the first look at a page, for its cached parts."""


@pytest.mark.parametrize("path", PAGES)
def test_every_other_page_takes_few_statements_however_long_its_list(pages, meter, duel, path):
    made = MADE.get(path, 0)
    for reader, most in PAGES[path].items():
        few = [meter.of(duel.readers[reader].get, path) for _ in range(2)]
        assert [len(counts.statements) for counts in few] == [most + made, most]
        assert (work(few[1]), few[1].renderings) == (NOTHING, 0)
    for number in range(4):
        pages(start("S1902M")) if number % 2 else pages()
    for reader, most in PAGES[path].items():
        assert len(meter.of(duel.readers[reader].get, path).statements) == most + made


@pytest.mark.parametrize(
    ("page", "fields", "changed"),
    [
        ("store", {"order_VIE": "A VIE - GAL"}, {"order_VIE": "A VIE - TYR"}),
        ("entry", {"order_VIE": "A VIE - GAL"}, {"order_VIE": "A VIE - TYR"}),
        ("typed", {"orders": "A Vie - Gal"}, {"orders": "A Vie - Tyr"}),
    ],
)
def test_an_order_is_stored_without_listing_what_else_could_be_ordered(duel, meter, page, fields, changed):
    """Even if the process has not shown the duel to anybody yet."""
    duel.post("anna", "unready")  # has a token by now
    duel.site.extensions["cache"] = Cache()
    for sent in (fields, changed):
        counts = meter.of(duel.post, "anna", page, **sent)
        assert work(counts) == NOTHING
        assert len(counts.statements) == STORED
    again = meter.of(duel.post, "anna", page, **changed)
    assert len(again.statements) == STORED - WRITE
    assert not any(each.startswith(("INSERT", "UPDATE", "DELETE")) for each in again.statements)
    shown = [meter.of(duel.get, "anna").listings for _ in range(2)]
    assert shown == [1, 0]
    duel.post("anna", page, **fields)
    assert meter.of(duel.get, "anna").listings == 0


def test_retreats_and_winter_orders_are_stored_and_shown_without_listing_moves(pages, meter):
    routed = start("S1902R", dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}})
    for begin, fields in (
        (routed, {"order_SER": "A SER R GRE"}),
        (winter(), {"winter_AUSTRIA_0": "A VIE B"}),
    ):
        duel = pages(begin)
        for page in ("store", "entry"):
            assert meter.of(duel.post, "anna", page, **fields).listings == 0
        assert meter.of(duel.get, "anna").listings == 0
        assert meter.of(duel.get, "anna").renderings == 0


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        ("entry", {"order_VIE": "A VIE - PAR"}),
        ("typed", {"orders": "A Vie - Par"}),
        ("acts/conceded", {}),
    ],
)
def test_a_refusal_lists_nothing_that_is_known_and_writes_nothing(duel, meter, page, fields):
    duel.get("anna")
    with meter.counted() as counts:
        assert duel.post("anna", page, **fields).status_code == 422
    assert work(counts) == NOTHING
    assert not any(each.startswith(("INSERT", "UPDATE", "DELETE")) for each in counts.statements)


def test_readiness_decides_nothing_before_the_last_player_is_ready_and_then_each_phase_once(duel, meter):
    assert work(meter.of(duel.post, "anna", "ready")) == NOTHING
    resolved = meter.of(duel.post, "boris", "ready")
    assert (resolved.listings, resolved.adjudications) == (0, 2)  # movement, and the empty retreats
    assert duel.contest.phase == "F1902M"
    for reader in duel.readers:
        assert meter.of(duel.get, reader).adjudications == 0


def test_the_first_look_after_the_deadline_resolves_the_phase_once(pages, meter):
    duel = pages(start("S1902M"))
    duel.clock(DEADLINE)
    looks = [meter.of(duel.get, reader).adjudications for reader in ("visitor", "anna", "boris", "visitor")]
    assert looks == [2, 0, 0, 0]


def test_what_if_adjudicates_only_the_tried_phases(duel, meter):
    ordinal = duel.contest.stored().ordinal - 1
    page = f"what-if/{ordinal}"
    began = meter.of(duel.get, "visitor", f"/{page}")
    assert (began.listings, began.adjudications) == (1, 0)
    tried = meter.of(duel.send, "visitor", page, {"orders": "A Par - Bur"})
    assert tried.adjudications == 0
    address = duel.send("visitor", page, {"orders": "A Par - Bur"}).headers["Location"]
    shown = meter.of(duel.readers["visitor"].get, address)
    assert (shown.listings, shown.adjudications) == (1, 2)  # movement, and the empty retreats
    assert len(shown.statements) == TABLE + 1


def test_polling_an_open_page_takes_one_statement(duel, meter):
    for page in ("/stamp", "/events"):
        counts = meter.of(duel.get, "visitor", page)
        assert (len(counts.statements), work(counts), counts.renderings) == (1, NOTHING, 0)
