"""Play now: who waits, in what range, until when; and everybody is paired only once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import event, func, select

from intimate.errors import SettingError
from models import Channel, Message, Seek, StoredDuel, StoredRating
from services import matchmaking
from services.accounts import accounts
from services.challenges.challenges import block_player
from services.duels import beginning
from services.duels.refusals import DuelRefusal
from services.matchmaking import SeekWish
from tests.fixtures_duels import FIRST, NOON
from tests.refusing import refuses
from tests.services.looking import selects

SECOND_, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
LIVE = SeekWish("live", "intimate", ("blitz", "live"), rated=True)
DAYS = SeekWish("days", "intimate", ("day", "week"), rated=True)


@pytest.fixture
def hall(any_database, people):
    return Hall(any_database, people)


class Hall:
    """The players who wait, and their pairings."""

    def __init__(self, database, people):
        self.database, self.people = database, people

    def seek(self, name, wish=LIVE, now=NOON, **options):
        with self.database.writing() as session:
            matchmaking.seek(session, self.people[name], wish, now, **options)

    def write(self, act, name, *when):
        with self.database.writing() as session:
            return act(session, self.people[name], *when)

    def sweep(self, now=NOON, **options):
        return matchmaking.sweep(self.database, lambda: now, **options)

    def own(self, name, now=NOON):
        with self.database.reading() as session:
            return matchmaking.own_seek(session, self.people[name], now)

    def waiting(self, name, now=NOON):
        with self.database.reading() as session:
            own = matchmaking.own_seek(session, self.people[name], now)
            return matchmaking.how_it_waits(session, own, now)

    def duels(self):
        with self.database.reading() as session:
            return session.scalars(select(StoredDuel).order_by(StoredDuel.id)).all()

    def rate(self, name, rating, pace="live"):
        row = StoredRating(
            user_id=self.people[name], pace=pace, preset="intimate", rating=rating, deviation=60
        )
        row.volatility, row.duels, row.rated_at = 0.06, 9, NOON
        with self.database.writing() as session:
            session.add(row)


def test_two_who_look_for_the_same_are_paired_once_and_led_to_their_duel(hall):
    hall.seek("anna")
    assert hall.sweep() == 0
    hall.seek("boris")
    assert (hall.sweep(), hall.sweep()) == (1, 0)
    (duel,) = hall.duels()
    assert {duel.first_id, duel.second_id} == {hall.people["anna"], hall.people["boris"]}
    assert (duel.pace, duel.preset, duel.rated, duel.public) == ("live", "intimate", True, True)
    assert {hall.write(matchmaking.claim, name, NOON) for name in ("anna", "boris")} == {duel.token}
    assert hall.write(matchmaking.claim, "anna", NOON) is None
    assert hall.own("anna") is None


def test_claiming_a_live_duel_marks_the_player_as_present(hall):
    hall.seek("anna")
    hall.seek("boris")
    hall.sweep()
    hall.write(matchmaking.claim, "anna", NOON)
    assert len(hall.duels()[0].times.here) == 1
    hall.write(matchmaking.claim, "boris", NOON)
    assert hall.duels()[0].times.opens_until is None


@pytest.mark.parametrize("drawn", [0, 1])
def test_the_first_player_is_drawn_at_random(hall, monkeypatch, drawn):
    monkeypatch.setattr(matchmaking, "choice", lambda both: both[drawn])
    hall.seek("anna")
    hall.seek("boris", now=NOON + SECOND_)
    hall.sweep(NOON + SECOND_)
    assert hall.duels()[0].first_id == hall.people[("anna", "boris")[drawn]]


def test_many_sweeps_at_once_pair_everybody_once(any_database, people, hall):
    with any_database.writing() as session:
        for number in range(9):
            name = f"other{number}"
            hall.people[name] = accounts.register(session, name, "hash", "en", NOON).id
    for name in hall.people:
        hall.seek(name)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda _: hall.sweep(), range(6)))
    hall.sweep()
    duels = hall.duels()
    playing = [user for duel in duels for user in (duel.first_id, duel.second_id)]
    assert len(playing) == len(set(playing)) == 12
    with any_database.reading() as session:
        assert session.scalar(select(func.count()).where(Seek.duel_id.is_not(None))) == 12


def test_a_search_cancelled_while_it_is_paired_ends_as_one_of_the_two(hall):
    hall.seek("anna")
    hall.seek("boris")
    with ThreadPoolExecutor(2) as threads:
        paired = threads.submit(hall.sweep)
        threads.submit(hall.write, matchmaking.cancel, "anna").result()
        begun = paired.result()
    assert len(hall.duels()) == begun
    assert (hall.own("anna") is not None) == (begun == 1)


def test_a_live_search_ends_half_a_minute_after_its_page_is_gone_and_one_by_days_after_a_week(hall):
    hall.seek("anna")
    hall.write(matchmaking.see, "anna", NOON + 20 * SECOND_)
    assert hall.own("anna", NOON + 49 * SECOND_)
    assert hall.own("anna", NOON + 50 * SECOND_) is None
    # A late poll of the page does not revive an ended search.
    hall.write(matchmaking.see, "anna", NOON + 60 * SECOND_)
    assert hall.own("anna", NOON + 60 * SECOND_) is None
    hall.seek("boris", DAYS)
    assert hall.own("boris", NOON + 7 * DAY - SECOND_)
    assert hall.own("boris", NOON + 7 * DAY) is None
    hall.sweep(NOON + 7 * DAY)
    with hall.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Seek)) == 0


def test_a_player_who_has_gone_is_not_paired(hall):
    hall.seek("anna")
    hall.seek("boris", now=NOON + 30 * SECOND_)
    assert hall.sweep(NOON + 30 * SECOND_) == 0


def test_a_search_says_how_wide_it_looks_and_what_comes_next(hall):
    hall.rate("anna", 1600)
    hall.seek("anna")
    hall.seek("clara", SeekWish("live", "intimate", ("live_bank",), rated=True))
    first = hall.waiting("anna", NOON + 5 * SECOND_)
    assert (first.reach, first.next_reach, first.changes_at) == (100, 200, NOON + 20 * SECOND_)
    assert (round(first.rating.value.rating), first.others, first.has_room) == (1600, 1, True)
    hall.write(matchmaking.see, "anna", NOON + 25 * SECOND_)
    hall.seek("anna", DAYS, NOON)
    last = hall.waiting("anna", NOON + 12 * HOUR)
    assert (last.reach, last.changes_at, last.others) == (None, None, 0)


def test_ratings_far_apart_meet_when_both_have_waited_long_enough(hall):
    hall.rate("anna", 1900, "days")
    for name in ("anna", "boris"):
        hall.seek(name, DAYS)
    assert hall.sweep(NOON + 2 * HOUR) == 0
    assert hall.sweep(NOON + 3 * HOUR) == 1


def test_blocked_players_are_not_paired(any_database, hall, people):
    with any_database.writing() as session:
        block_player(session, people["boris"], people["anna"], NOON)
    for name in ("anna", "boris"):
        hall.seek(name, DAYS)
    assert hall.sweep(NOON + 5 * DAY) == 0


def test_two_who_have_just_met_meet_again_after_20_seconds_when_nobody_else_is_there(hall):
    for _ in range(2):
        for name in ("anna", "boris"):
            hall.seek(name, DAYS)
        hall.sweep()
        for name in ("anna", "boris"):
            hall.write(matchmaking.claim, name, NOON)
    assert len(hall.duels()) == 1
    assert hall.sweep(NOON + 19 * SECOND_) == 0
    assert hall.sweep(NOON + 20 * SECOND_) == 1


def test_a_player_at_the_limit_of_duels_neither_searches_nor_is_paired(any_database, hall, begun, people):
    hall.seek("anna", DAYS)
    begun()
    with refuses(DuelRefusal.TOO_MANY_DUELS):
        hall.seek("boris", DAYS, most_duels=1)
    hall.seek("clara", DAYS, most_duels=1)
    assert hall.sweep(most_duels=1) == 0
    with any_database.writing() as session:
        beginning.change_limit(session, people["anna"], 1)
    assert not hall.waiting("anna").has_room
    assert hall.sweep() == 0


def test_a_search_takes_the_place_of_the_one_before_but_not_of_a_duel_that_was_found(hall):
    hall.seek("anna", DAYS)
    hall.seek("anna", LIVE, NOON + SECOND_)
    own = hall.own("anna", NOON + SECOND_)
    assert (own.pace, own.made_at) == ("live", NOON + SECOND_)
    hall.seek("boris", LIVE, NOON + SECOND_)
    hall.sweep(NOON + SECOND_)
    found = hall.own("anna").duel_id
    hall.seek("anna", DAYS)
    hall.write(matchmaking.cancel, "anna")
    assert hall.own("anna").duel_id == found


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        (("soon", "intimate", ("day",)), "pace"),
        (("days", "chess", ("day",)), "preset"),
        (("days", "intimate", ()), "clocks"),
        (("days", "intimate", ("blitz",)), "clocks"),
        (("live", "intimate", ("chess",)), "clocks"),
    ],
)
def test_a_search_for_unknown_terms_is_refused(wish, field):
    with pytest.raises(SettingError) as refused:
        SeekWish(*wish, rated=True)
    assert refused.value.setting == field


def test_both_players_are_notified_of_the_opponent_found(any_database, hall, people):
    with any_database.writing() as session:
        for name in ("anna", "boris"):
            address = {"kind": "webhook", "address": {}, "kinds": ["turn"], "created_at": NOON}
            session.add(Channel(user_id=people[name], **address))
    for name in ("anna", "boris"):
        hall.seek(name, DAYS)
    hall.sweep()
    with any_database.reading() as session:
        told = {(row.user_id, row.facts["begun_by"]) for row in session.scalars(select(Message))}
    assert told == {(people["anna"], "seek"), (people["boris"], "seek")}


def test_where_nobody_can_be_paired_nothing_is_written_and_the_cost_is_flat(any_database, hall, begun):
    begin = []
    event.listen(any_database._writing, "after_begin", lambda *_: begin.append(1))
    with selects(any_database) as asked:
        hall.sweep()
    assert len(asked) == 2
    hall.seek("anna", DAYS)
    begin.clear()
    with selects(any_database) as alone:
        hall.sweep()
    hall.seek("clara", SeekWish("days", "intimate", ("days_bank",), rated=True))
    begin.clear()
    counts = []
    for _ in range(2):
        with selects(any_database) as two:
            hall.sweep()
        counts.append(len(two))
        for _ in range(3):
            begun().happen(FIRST, "conceded")
        begin.clear()
    assert (len(alone), counts[0], counts[1]) == (3, counts[0], counts[0])
    assert begin == []
