"""Challenges: who may do what; each leads to one duel at most."""

from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from sqlalchemy import func, select

from adjudicator import Phase
from intimate.duel import Ending
from intimate.players import Player
from intimate.record import load
from models import Challenge, Limits, StoredDuel, User
from models.sealed import token_hash
from services.accounts import accounts
from services.challenges import challenges, lists
from services.challenges.challenges import MOST_WAITING, offer_rematch
from services.challenges.refusals import ChallengeRefusal, ChallengeRefused
from services.duels.refusals import DuelRefusal
from services.history.chapters import load_record
from services.refused import NotFound
from services.terms import Terms
from services.viewers import Awaiting, read_own
from tests.builders import duel_at, start
from tests.fixtures_duels import HOURLY
from tests.fixtures_site import NOON, on_postgres, open_database
from tests.refusing import refuses
from tests.services.looking import selects

THREADS = 8


@pytest.fixture
def people(any_database):
    """Return accounts by name."""
    names = ["anna", "boris", *(f"other{number}" for number in range(THREADS))]
    with any_database.writing() as session:
        return {name: accounts.register(session, name, "hash", "en", NOON) for name in names}


@pytest.fixture
def challenge(any_database, people):
    """Return a function by which Anna makes a challenge."""

    def make(kind="open", opponent=None, terms=None):
        with any_database.writing() as session:
            opponent = session.get(User, people[opponent].id) if opponent else None
            made = challenges.create(session, people["anna"].id, kind, opponent, terms or Terms(), NOON)
            return made.token

    return make


def state(database, token):
    with database.reading() as session:
        return session.scalars(select(Challenge.state).where(Challenge.token_hash == token_hash(token))).one()


def answer(database, act, token, user, *when):
    with database.writing() as session:
        return act(session, token, user.id, *when)


def accept(database, token, user):
    return answer(database, challenges.accept, token, user, NOON)


def test_a_challenge_that_is_accepted_becomes_a_duel_on_its_terms(any_database, people, challenge):
    token = challenge(terms=Terms("beginner", {"loyalty": 2}, public=False, clock=HOURLY))
    duel = accept(any_database, token, people["boris"])
    assert (duel.preset, duel.settings, duel.public, duel.clock) == (
        "beginner",
        {"loyalty": 2},
        False,
        HOURLY,
    )
    assert {duel.first_id, duel.second_id} == {people["anna"].id, people["boris"].id}
    with any_database.reading() as session:
        found = challenges.visible(session, token, None)
        assert (found.state, found.opponent.name, found.duel.token) == ("accepted", "boris", duel.token)


def test_of_many_acceptances_at_once_one_succeeds_and_one_duel_begins(any_database, people, challenge):
    token = challenge()

    def try_to_accept(number):
        try:
            return accept(any_database, token, people[f"other{number}"]).token
        except ChallengeRefused:
            return None

    with ThreadPoolExecutor(THREADS) as threads:
        answers = list(threads.map(try_to_accept, range(THREADS)))
    assert len([token for token in answers if token]) == 1
    with any_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(StoredDuel)) == 1


def test_a_challenge_withdrawn_and_accepted_at_once_ends_as_one_of_the_two(any_database, people, challenge):
    token = challenge()

    def attempt(act):
        try:
            return act()
        except ChallengeRefused:
            return None

    with ThreadPoolExecutor(2) as threads:
        accepting = threads.submit(attempt, lambda: accept(any_database, token, people["boris"]))
        withdrawing = threads.submit(
            attempt, lambda: answer(any_database, challenges.withdraw, token, people["anna"], NOON)
        )
        duel = accepting.result()
        withdrawing.result()
    assert state(any_database, token) == ("accepted" if duel else "withdrawn")


def test_nobody_accepts_their_own_challenge(any_database, people, challenge):
    token = challenge()
    with refuses(ChallengeRefusal.OWN):
        accept(any_database, token, people["anna"])
    assert state(any_database, token) == "waiting"


def test_nobody_challenges_themselves_by_name(challenge):
    with refuses(ChallengeRefusal.OWN):
        challenge("named", "anna")


def test_a_challenge_by_name_does_not_exist_for_others(any_database, people, challenge):
    token = challenge("named", "boris")
    with pytest.raises(NotFound):
        accept(any_database, token, people["other1"])
    assert accept(any_database, token, people["boris"])


def test_only_the_challenged_declines_and_only_the_challenger_withdraws(any_database, people, challenge):
    token = challenge("named", "boris")
    with refuses(ChallengeRefusal.NOT_THE_OPPONENT):
        answer(any_database, challenges.decline, token, people["anna"], NOON)
    with refuses(ChallengeRefusal.NOT_THE_CHALLENGER):
        answer(any_database, challenges.withdraw, token, people["boris"], NOON)
    answer(any_database, challenges.decline, token, people["boris"], NOON)
    assert state(any_database, token) == "declined"


def test_a_settled_challenge_cannot_be_accepted(any_database, people, challenge):
    token = challenge()
    answer(any_database, challenges.withdraw, token, people["anna"], NOON)
    with refuses(ChallengeRefusal.SETTLED):
        accept(any_database, token, people["boris"])


def test_each_player_finds_the_challenges_that_concern_them(any_database, people, challenge):
    def tokens(found):
        return {each.token for each in found}

    to_boris, to_all, by_link = challenge("named", "boris"), challenge("open"), challenge("link")
    anna, boris = people["anna"].id, people["boris"].id
    with any_database.reading() as session:
        assert [tokens(found) for found in lists.own(session, boris)] == [{to_boris}, set()]
        assert [tokens(found) for found in lists.own(session, anna)] == [
            set(),
            {to_boris, to_all, by_link},
        ]
        assert [found.token for found in lists.open_to(session, boris)] == [to_all]
        assert lists.open_to(session, anna) == []
        assert read_own(session, boris).awaiting == Awaiting(0, 1)
        assert read_own(session, anna).awaiting == Awaiting(0, 0)


def test_own_challenges_are_listed_by_one_statement_with_the_names(any_database, people, challenge):
    challenge("named", "boris")
    with any_database.reading() as session, selects(any_database) as asked:
        ((found,), _) = lists.own(session, people["boris"].id)
    assert (found.challenger_name, found.opponent_name) == ("anna", "boris")
    assert len(asked) == 1


def test_waiting_challenges_per_player_are_limited(challenge):
    for _ in range(MOST_WAITING):
        challenge()
    with refuses(ChallengeRefusal.TOO_MANY_WAITING):
        challenge()


def test_two_challenges_of_one_player_at_once_are_counted_one_after_the_other(
    any_database, people, challenge
):
    def make_another():
        try:
            return challenge()
        except ChallengeRefused:
            return None

    for _ in range(MOST_WAITING - 1):
        challenge()
    with ThreadPoolExecutor(1) as threads:
        with any_database.writing() as session:
            challenges.create(session, people["anna"].id, "open", None, Terms(), NOON)
            another = threads.submit(make_another)
            wait([another], timeout=0.5)  # it does not end before this one is stored
        assert another.result() is None
    with any_database.reading() as session:
        assert len(lists.own(session, people["anna"].id)[1]) == MOST_WAITING


@on_postgres
def test_creating_a_challenge_does_not_block_challenges_to_its_challenger(any_database, people):
    """The lock on an account must not block rows that refer to it."""
    anna, boris = people["anna"], people["boris"]
    hasty = open_database(any_database.url.render_as_string(hide_password=False), Limits(wait_seconds=0.5))
    with any_database.writing() as session:
        challenges.create(session, anna.id, "open", None, Terms(), NOON)
        with hasty.writing() as other:
            assert challenges.create(other, boris.id, "named", anna, Terms(), NOON)
    hasty.close()


def test_a_long_list_of_open_challenges_has_pages(any_database, people, challenge):
    tokens = [challenge() for _ in range(3)]
    with any_database.reading() as session:
        boris = people["boris"].id
        first = [found.token for found in lists.open_to(session, boris, most=3)]
        second = [found.token for found in lists.open_to(session, boris, before=first[1], most=3)]
    assert (first, second) == (tokens[::-1], tokens[:1])


def test_an_address_that_no_database_could_hold_is_no_challenge(any_database):
    """PostgreSQL stores no NUL in a text."""
    with any_database.reading() as session, pytest.raises(NotFound):
        challenges.visible(session, "a\0b", None)


def test_the_outcome_of_a_challenge_is_shown_until_it_was_seen(any_database, people, challenge):
    def unseen(name):
        with any_database.reading() as session:
            return [each.token for each in challenges.unseen_endings(session, people[name].id)]

    declined, withdrawn, by_link = challenge("named", "boris"), challenge("named", "boris"), challenge("link")
    answer(any_database, challenges.decline, declined, people["boris"], NOON)
    for token in (withdrawn, by_link):
        answer(any_database, challenges.withdraw, token, people["anna"], NOON)
    assert (unseen("anna"), unseen("boris")) == ([declined], [withdrawn])
    answer(any_database, challenges.note_ending_seen, declined, people["boris"])
    assert unseen("anna") == [declined]
    answer(any_database, challenges.note_ending_seen, declined, people["anna"])
    assert (unseen("anna"), unseen("boris")) == ([], [withdrawn])


FIRST, SECOND = Player
TERMS = Terms("intimate", {"carry_over": False}, public=False, clock=HOURLY, rated=False)
HOMES = {"first": "FRANCE", "second": "TURKEY"}


@pytest.fixture
def accounts_of(any_database):
    """Return a function that creates accounts."""

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
    """End that duel."""
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
def test_a_rematch_with_exchanged_powers_begins_at_the_first_auction(any_database, over, challenger):
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


def test_the_second_player_to_ask_for_a_rematch_gets_the_waiting_offer(any_database, over):
    number, anna, boris = over
    offered = rematch(any_database, number, anna, exchanged=True)
    assert rematch(any_database, number, boris, exchanged=False) == offered


def test_only_its_players_can_ask_for_a_rematch_and_only_after_the_end(any_database, played, accounts_of):
    number, anna, _ = played
    with refuses(ChallengeRefusal.STILL_RUNNING):
        rematch(any_database, number, anna, exchanged=False)
    (clara,) = accounts_of("clara")
    with refuses(DuelRefusal.NOT_A_PLAYER):
        rematch(any_database, number, clara, exchanged=False)
