"""Home-and-away matches: two duels with exchanged home powers, one result in half points."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select

from clocks.terms import PRESETS as CLOCKS
from intimate.duel import Ending
from intimate.players import Player
from models import Channel, Match, Message, StoredDuel
from services import matches
from services.challenges import challenges
from services.challenges.challenges import offer_rematch
from services.challenges.refusals import ChallengeRefusal
from services.duels import deadlines
from services.duels.access import note_arrival
from services.refused import NotFound
from services.terms import Terms
from tests.fixtures_duels import DAILY, FIRST, LATER, LISTS, NOON, SECOND, Contest
from tests.refusing import refuses

LIVE = CLOCKS["live"]


class Leg(Contest):
    """One duel of a match; either player may be first in it."""

    def __init__(self, database, duel_id):
        self.database, self.id = database, duel_id
        stored = self.stored()
        self.token, self.users = stored.token, {FIRST: stored.first_id, SECOND: stored.second_id}


@pytest.fixture
def match(any_database, people):
    """Return a function that begins a match between Anna, who is first in its first duel, and Boris."""

    def begin(**terms):
        with any_database.writing() as session:
            agreed = Terms(match=True, **terms)
            made = challenges.create(session, people["anna"], "open", None, agreed, NOON)
            duel_id = challenges.accept(session, made.token, people["boris"], NOON).id
        return Both(any_database, duel_id)

    return begin


class Both:
    """A match and its duels begun so far."""

    def __init__(self, database, duel_id):
        self.database, self.home = database, Leg(database, duel_id)

    @property
    def row(self):
        with self.database.reading() as session:
            return matches.match_of(session, self.home.id)

    @property
    def away(self):
        return self.row.away_id and Leg(self.database, self.row.away_id)

    def points(self):
        return self.row.points_first, self.row.points_second, self.row.ended_at is not None


def test_by_days_the_second_duel_begins_once_the_homes_of_the_first_are_known(match, people):
    both = match(clock=DAILY)
    assert both.away is None
    both.home.resolve(LISTS[FIRST], LISTS[SECOND])
    home, away = both.home.stored(), both.away.stored()
    assert (away.first_id, away.second_id) == (people["boris"], people["anna"])
    assert (away.home_first, away.home_second) == (home.home_first, home.home_second)
    assert str(away.phase) == "S1901B"
    assert (away.clock, away.rated, away.pace) == (home.clock, home.rated, home.pace)
    both.home.resolve(None, None)
    assert both.away.id == away.id


def test_a_match_of_world_war_one_exchanges_the_sides_and_begins_both_duels_at_once(match, people):
    """§9: no home powers need to be known first."""
    both = match(preset="world-war-one", clock=DAILY)
    home, away = both.home.stored(), both.away.stored()
    assert (away.first_id, away.second_id) == (people["boris"], people["anna"])
    assert (str(home.phase), str(away.phase)) == ("S1914M", "S1914M")
    both.home.happen(SECOND, "conceded")
    both.away.happen(FIRST, "conceded")
    assert both.points() == (4, 0, True)


def test_in_a_live_match_the_second_duel_begins_after_the_first_and_awaits_both(any_database, match):
    both = match(clock=LIVE)
    with any_database.writing() as session:
        note_arrival(session.get_one(StoredDuel, both.home.id), FIRST, NOON)
    soon = NOON + timedelta(minutes=1)
    for player in Player:
        both.home.enter(player, LISTS[player], soon)
    assert both.away is None
    both.home.happen(SECOND, "conceded", soon)
    assert both.points() == (2, 0, False)
    away = both.away.stored()
    assert (away.phase, away.times.here) == (both.away.stored().phase, frozenset())
    assert away.times.opens_until == soon + timedelta(minutes=15)


def test_a_match_whose_first_duel_ends_before_the_homes_are_known_ends_with_it(match):
    both = match()
    both.home.happen(FIRST, "conceded")
    assert (both.points(), both.away) == ((0, 2, True), None)


def test_a_live_match_to_which_nobody_comes_is_over_without_a_result(any_database, match):
    both = match(clock=LIVE)
    late = NOON + timedelta(minutes=15)
    assert deadlines.sweep(any_database, lambda: late) == 1
    assert both.home.stored().reason is Ending.LAPSED
    assert (both.points(), both.away) == ((0, 0, True), None)


@pytest.mark.parametrize("away_first", [False, True])
def test_points_are_those_of_both_duels_whichever_ends_first(match, away_first):
    both = match()
    both.home.resolve(LISTS[FIRST], LISTS[SECOND])
    home, away = both.home, both.away
    ends = [
        lambda: home.happen(SECOND, "conceded"),  # Anna wins the first duel
        lambda: [away.happen(FIRST, "draw_offered"), away.happen(SECOND, "draw_agreed")],
    ]
    for end in reversed(ends) if away_first else ends:
        assert not both.points()[2]
        end()
    assert both.points() == (3, 1, True)


def test_both_duels_that_end_at_the_same_moment_are_both_counted(match):
    both = match()
    both.home.resolve(LISTS[FIRST], LISTS[SECOND])
    legs = [both.home, both.away]
    phases = [leg.stored().phase for leg in legs]
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda leg, phase: leg.happen(FIRST, "conceded", LATER, phase), legs, phases))
    assert both.points() == (2, 2, True)


def test_a_victory_each_is_a_drawn_match(match):
    both = match()
    both.home.resolve(LISTS[FIRST], LISTS[SECOND])
    both.home.happen(FIRST, "conceded")
    both.away.happen(FIRST, "conceded")
    assert both.points() == (2, 2, True)


@pytest.mark.parametrize(
    ("winner", "reason", "ended", "points"),
    [
        (FIRST, Ending.HOME_CENTRE, NOON, (2, 0)),
        (SECOND, Ending.ABSENT, NOON, (0, 2)),
        (None, Ending.DRAW, NOON, (1, 1)),
        (None, Ending.LAPSED, NOON, (0, 0)),
        (None, None, None, (0, 0)),
    ],
)
def test_a_win_is_two_half_points_a_draw_one_each_and_an_unplayed_duel_none(winner, reason, ended, points):
    leg = matches.Leg(7, 8, winner, reason, ended)
    assert (leg.points(7), leg.points(8)) == points


def test_both_players_are_notified_when_the_second_duel_begins(any_database, match, people):
    with any_database.writing() as session:
        for user_id in people.values():
            session.add(Channel(user_id=user_id, kind="webhook", address={}, kinds=["turn"], created_at=NOON))
    both = match()
    both.home.resolve(LISTS[FIRST], LISTS[SECOND])
    query = select(Message).where(Message.duel_id == both.away.id, Message.kind == "turn")
    with any_database.reading() as session:
        told = {message.user_id: message.facts["begun_by"] for message in session.scalars(query)}
    assert told == {people["anna"]: "match", people["boris"]: "match"}


def test_a_rematch_of_a_match_is_a_match_and_waits_for_its_end(any_database, match, people):
    both = match(rated=False)
    both.home.resolve(LISTS[FIRST], LISTS[SECOND])
    both.home.happen(FIRST, "conceded")

    def rematch():
        with any_database.writing() as session:
            stored = session.get_one(StoredDuel, both.home.id)
            return offer_rematch(session, stored, people["anna"], LATER, exchanged=True)

    with refuses(ChallengeRefusal.MATCH_RUNNING):
        rematch()
    both.away.happen(FIRST, "conceded")
    made = rematch()
    assert (made.match, made.rated) == (True, False)
    with any_database.writing() as session:
        challenges.accept(session, made.token, people["boris"], LATER)
        again = session.scalars(select(Match).order_by(Match.id.desc())).first()
        # The homes are agreed on: both duels begin at once.
        assert again.away_id is not None


def test_only_its_two_players_find_a_private_match(any_database, match, people):
    private, public = match(public=False).row.token, match().row.token
    with any_database.reading() as session:
        for name in ("anna", "boris"):
            assert matches.find_match(session, private, people[name])
        for reader in (people["clara"], None):
            assert matches.find_match(session, public, reader)
            with pytest.raises(NotFound):
                matches.find_match(session, private, reader)


def test_a_duel_outside_a_match_belongs_to_none(any_database, begun):
    contest = begun()
    contest.happen(FIRST, "conceded")
    with any_database.reading() as session:
        assert matches.match_of(session, contest.id) is None
