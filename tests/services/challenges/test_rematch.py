"""A rematch: the same two again, on the same terms, with home powers chosen anew or exchanged."""

import pytest

from adjudicator import Phase
from intimate.duel import Ending
from intimate.players import Player
from intimate.record import load
from models import StoredDuel
from services.accounts import accounts
from services.challenges import challenges
from services.challenges.rematch import StillRunning, offer_rematch
from services.challenges.terms import Terms
from services.duels.tables import NotAPlayer
from services.history.record import load_record
from tests.builders import duel_at, start
from tests.fixtures_duels import HOURLY
from tests.fixtures_site import NOON

FIRST, SECOND = Player
TERMS = Terms("intimate", {"carry_over": False}, public=False, clock=HOURLY, rated=False)
HOMES = {"first": "FRANCE", "second": "TURKEY"}


@pytest.fixture
def accounts_of(any_database):
    """Return a function that opens accounts."""

    def make(*names):
        with any_database.writing() as session:
            return [accounts.register(session, name, "hash", "en", NOON) for name in names]

    return make


@pytest.fixture
def played(any_database, accounts_of):
    """Return the number of a duel that Anna has won, and both accounts."""
    anna, boris = accounts_of("anna", "boris")
    with any_database.writing() as session:
        challenge = challenges.create(session, anna.id, "open", None, TERMS, NOON)
        stored = challenges.accept(session, challenge.token, boris.id, NOON)
        duel = duel_at(start("S1903M", homes=HOMES), stored.preset, **stored.settings)
        stored.write(duel, NOON)
        return stored.id, anna, boris


@pytest.fixture
def over(any_database, played):
    """Let that duel be over."""
    with any_database.writing() as session:
        stored = session.get_one(StoredDuel, played[0])
        stored.write(stored.duel.ended(FIRST, Ending.CONCEDED), NOON)
    return played


def rematch(database, number, user, *, exchanged):
    with database.writing() as session:
        stored = session.get_one(StoredDuel, number)
        return offer_rematch(session, stored, user.id, NOON, exchanged=exchanged).token


def accepted(database, token, user):
    with database.writing() as session:
        return challenges.accept(session, token, user.id, NOON).id


def test_a_rematch_challenges_the_opponent_by_name_on_the_same_terms(any_database, over):
    number, anna, boris = over
    token = rematch(any_database, number, boris, exchanged=False)
    with any_database.reading() as session:
        made = challenges.visible(session, token, anna.id)
        assert (made.kind, made.challenger_id, made.opponent_id) == ("named", boris.id, anna.id)
        assert challenges.terms(made) == TERMS
    second = accepted(any_database, token, anna)
    with any_database.reading() as session:
        assert session.get_one(StoredDuel, second).phase == Phase.parse("HOMES")


@pytest.mark.parametrize("challenger", [0, 1])
def test_with_home_powers_exchanged_each_begins_with_the_other_ones_at_the_first_auction(
    any_database, over, challenger
):
    """§2: the reserve goes with the home power."""
    number, *both = over
    token = rematch(any_database, number, both[challenger], exchanged=True)
    second = accepted(any_database, token, both[1 - challenger])
    with any_database.reading() as session:
        stored = session.get_one(StoredDuel, second)
        had = {both[0].id: "FRANCE", both[1].id: "TURKEY"}
        homes = {stored.first_id: stored.duel.homes[FIRST], stored.second_id: stored.duel.homes[SECOND]}
        assert homes == {both[0].id: had[both[1].id], both[1].id: had[both[0].id]}
        assert stored.phase == Phase.parse("S1901B")
        reserves = stored.rules.starting_credits
        assert stored.duel.credits == {player: reserves[stored.duel.homes[player]] for player in Player}
        assert load(load_record(session, stored)).start == stored.duel


def test_whoever_presses_second_is_led_to_the_offer_that_waits(any_database, over):
    number, anna, boris = over
    offered = rematch(any_database, number, anna, exchanged=True)
    assert rematch(any_database, number, boris, exchanged=False) == offered


def test_no_rematch_of_a_duel_that_goes_on_nor_by_somebody_else(any_database, played, accounts_of):
    number, anna, _ = played
    with pytest.raises(StillRunning):
        rematch(any_database, number, anna, exchanged=False)
    (clara,) = accounts_of("clara")
    with pytest.raises(NotAPlayer):
        rematch(any_database, number, clara, exchanged=False)
