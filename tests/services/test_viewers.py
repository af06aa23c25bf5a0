"""The stamp of a viewer changes with everything on their lists, and with nothing sealed."""

import pytest

from models import User
from services.accounts import accounts
from services.arbiters.calls import call_arbiter
from services.challenges import challenges
from services.duels.authority import appoint
from services.terms import Terms
from services.viewers import Lists, ViewerStamp, WatchingPage, read_listed, read_own, read_viewer_stamps
from tests.fixtures_duels import FIRST, LATER, LISTS, NOON, SECOND
from tests.services.looking import selects


@pytest.fixture
def stamp(any_database, people):
    """Return a function that reads the stamp of a member or a visitor."""

    def read(name, lists=Lists.OWN):
        watched = WatchingPage(people.get(name), lists)
        with any_database.reading() as session:
            return read_viewer_stamps(session, [watched])[watched]

    return read


@pytest.fixture
def challenge(any_database, people):
    """Return a function by which Anna challenges Boris, or anybody."""

    def make(kind="named"):
        with any_database.writing() as session:
            opponent = session.get(User, people["boris"]) if kind == "named" else None
            return challenges.create(session, people["anna"], kind, opponent, Terms(), NOON).token

    return make


def test_of_all_entries_only_handing_in_oneself_changes_the_stamp_of_the_own_lists(contest, stamp):
    before = {name: stamp(name) for name in ("anna", "boris")}
    contest.store(FIRST, LISTS[FIRST])
    assert {name: stamp(name) for name in before} == before
    contest.hand_in(FIRST)
    assert stamp("boris") == before["boris"]
    assert stamp("anna") != before["anna"]


def test_a_new_duel_a_new_phase_and_the_end_change_the_stamps_of_the_players_and_of_nobody_else(begun, stamp):
    seen = [[str(stamp(name)) for name in ("anna", "boris", "clara")]]
    contest = begun()
    seen.append([str(stamp(name)) for name in ("anna", "boris", "clara")])
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    seen.append([str(stamp(name)) for name in ("anna", "boris", "clara")])
    contest.happen(SECOND, "conceded")
    seen.append([str(stamp(name)) for name in ("anna", "boris", "clara")])
    assert [len({row[column] for row in seen}) for column in range(3)] == [4, 4, 1]


def test_a_challenge_made_and_answered_changes_the_stamps_of_both(any_database, people, challenge, stamp):
    seen = [(str(stamp("anna")), str(stamp("boris")))]
    token = challenge()
    seen.append((str(stamp("anna")), str(stamp("boris"))))
    with any_database.writing() as session:
        challenges.decline(session, token, people["boris"], NOON)
    seen.append((str(stamp("anna")), str(stamp("boris"))))
    assert len({anna for anna, _ in seen}) == len(seen)
    assert seen[0][1] == seen[2][1] != seen[1][1]


def test_a_call_changes_the_stamps_of_arbiters_and_of_no_other_member(any_database, people, contest, stamp):
    with any_database.writing() as session:
        people["dora"] = accounts.register(session, "dora", "hash", "en", NOON).id
        appoint(session, "dora", LATER)
    before = {name: str(stamp(name)) for name in ("clara", "dora")}
    with any_database.writing() as session:
        call_arbiter(session, contest.token, contest.users[FIRST], "Please.", LATER)
    assert {name: str(stamp(name)) != before[name] for name in before} == {"clara": False, "dora": True}


def test_a_visitor_s_stamp_follows_public_lists_and_no_private_duel(begun, challenge, stamp):
    def both():
        return str(stamp(None, Lists.OPEN)), str(stamp(None, Lists.PUBLIC))

    before = both()
    private = begun(public=False)
    private.resolve(LISTS[FIRST], LISTS[SECOND])
    challenge("named")
    challenge("link")
    assert both() == before
    challenge("open")
    assert both()[0] != before[0]
    public = begun()
    new = both()[1]
    assert new != before[1]
    public.resolve(LISTS[FIRST], LISTS[SECOND])
    assert both()[1] != new


def test_the_stamp_of_a_page_is_that_of_the_watch(any_database, people, contest, challenge, stamp):
    challenge()
    with any_database.reading() as session:
        for lists in Lists:
            own = read_own(session, people["boris"])
            assert ViewerStamp(own, read_listed(session, lists)) == stamp("boris", lists)
    assert str(stamp("boris")).startswith("1.1.0.1.")
    assert contest.phase == "HOMES"


def test_all_open_pages_together_take_one_statement_and_one_for_each_kind_of_list(any_database, people):
    watched = [WatchingPage(number, lists) for number in (*people.values(), None) for lists in Lists]
    with any_database.reading() as session, selects(any_database) as asked:
        assert set(read_viewer_stamps(session, watched)) == set(watched)
    assert len(asked) == len(Lists)
