"""Guests: bound to one browser, turned into members with their duels, deleted after a while."""

from datetime import timedelta

from sqlalchemy import func, select

from models import Base, StoredDuel, User
from services.accounts import accounts, sessions
from services.accounts.refusals import AccountRefusal
from services.duels.beginning import store_new_duel
from services.practice.guests import (
    IDLE,
    become_member,
    forget_idle,
    hand_over,
    open_guest,
)
from services.practice.hints import ask_for_hint
from services.practice.refusals import PracticeRefusal
from services.terms import Terms
from services.viewers import find_viewer
from tests.fixtures_duels import FIRST, LATER, NOON
from tests.refusing import refuses
from tests.services.practice.conftest import Practice

TODAY = NOON.date()


def begin_session(database, user_id):
    with database.writing() as session:
        return sessions.begin(session, session.get_one(User, user_id), NOON)


def test_a_guest_is_kept_by_a_session_and_is_noted_to_be_here(any_database, guest):
    token, later = begin_session(any_database, guest), TODAY + timedelta(days=3)
    with any_database.writing() as session:
        sessions.note_visit(session, token, later)
    with any_database.reading() as session:
        reader = find_viewer(session, token, later)
    assert (reader.user.id, reader.user.kind, reader.user.seen_on) == (guest, "guest", later)


def test_the_number_of_guests_is_limited(any_database, guest):
    with refuses(PracticeRefusal.TOO_MANY_GUESTS), any_database.writing() as session:
        open_guest(session, "en", NOON, most=1)


def test_a_guest_becomes_a_member_with_their_duels(practice, guest):
    token, version = begin_session(practice.database, guest), practice.stored().version
    with practice.database.writing() as session:
        member = become_member(session, guest, "Anna", "hash", NOON)
    assert (member.id, member.name, member.kind, member.seen_on) == (guest, "Anna", "person", None)
    assert practice.stored().names[FIRST] == "Anna"
    assert practice.stored().version > version
    with practice.database.reading() as session:
        assert find_viewer(session, token, TODAY) is None
        assert accounts.named(session, "anna").id == guest


def test_a_guest_cannot_take_a_used_name_and_becomes_a_member_once(practice, guest, anna):
    with refuses(AccountRefusal.NAME_TAKEN), practice.database.writing() as session:
        become_member(session, guest, "ANNA", "hash", NOON)
    with practice.database.writing() as session:
        assert become_member(session, anna, "Berta", "hash", NOON) is None
        assert session.get_one(User, guest).kind == "guest"


def test_a_guest_cannot_take_a_name_similar_to_another_and_nobody_can_imitate_theirs(practice, guest, anna):
    with refuses(AccountRefusal.NAME_ALIKE), practice.database.writing() as session:
        become_member(session, guest, "ΑΝΝΑ", "hash", NOON)
    with practice.database.writing() as session:
        assert session.get_one(User, guest).skeleton is None
        become_member(session, guest, "Car1", "hash", NOON)
    with refuses(AccountRefusal.NAME_ALIKE), practice.database.writing() as session:
        accounts.register(session, "Carl", "hash", "en", NOON)


def test_logging_in_takes_over_the_guest_s_duels(practice, guest, anna, kinds):
    token = begin_session(practice.database, guest)
    for _ in range(2):
        with practice.database.writing() as session:
            hand_over(session, guest, anna)
    assert practice.stored().names[FIRST] == "anna"
    assert kinds() == ["opponent", "person"]
    with practice.database.reading() as session:
        assert find_viewer(session, token, TODAY) is None


def test_an_idle_guest_is_deleted_with_all_their_data(practice, context, anna, kinds):
    from services.duels.access import lock_duel  # noqa: PLC0415
    from services.practice.answering import answer_next_duel  # noqa: PLC0415

    begin_session(practice.database, practice.users[FIRST])
    practice.store(FIRST, {"bids": {}})
    kept = Practice(practice.database, anna)
    with practice.database.writing() as session:
        ask_for_hint(lock_duel(session, practice.token, practice.users[FIRST]), LATER)
    while answer_next_duel(context):
        pass
    assert forget_idle(practice.database, lambda: NOON + IDLE) == 0
    assert forget_idle(practice.database, lambda: NOON + IDLE + timedelta(days=1)) == 1
    assert kinds() == ["opponent", "person"]
    with practice.database.reading() as session:
        assert session.scalars(select(StoredDuel.token)).all() == [kept.token]
        rows = {
            viewed.name: session.scalar(select(func.count()).select_from(viewed))
            for viewed in Base.metadata.sorted_tables
        }
    assert {rows["chapters"], rows["thoughts"], rows["sessions"]} == {0}
    assert rows["entries"] == 1


def opened(database, now, most=99):
    with database.writing() as session:
        guest = open_guest(session, "en", now, most)
        return guest.id


def there(database):
    with database.reading() as session:
        return set(session.scalars(select(User.id).where(User.kind == "guest")))


def test_guests_who_never_entered_anything_make_room_the_oldest_first(practice, guest):
    practice.store(FIRST, {"bids": {}})
    idle = [opened(practice.database, NOON + timedelta(minutes=number)) for number in range(2)]
    later = NOON + timedelta(minutes=5)
    with refuses(PracticeRefusal.TOO_MANY_GUESTS):  # all have just begun
        opened(practice.database, later, most=3)
    new = opened(practice.database, NOON + timedelta(minutes=11), most=3)
    assert there(practice.database) >= {guest, new}
    assert idle[0] not in there(practice.database)


def test_a_guest_away_for_days_makes_room_even_after_playing(practice, guest):
    practice.store(FIRST, {"bids": {}})
    new = opened(practice.database, NOON + timedelta(days=3, hours=12), most=1)
    assert there(practice.database) == {new}


def test_a_guest_who_is_playing_makes_no_room(practice, guest):
    practice.store(FIRST, {"bids": {}})
    with refuses(PracticeRefusal.TOO_MANY_GUESTS):
        opened(practice.database, NOON + timedelta(hours=12), most=1)
    assert there(practice.database) == {guest}


def test_guests_who_have_entered_nothing_for_a_day_are_forgotten_and_those_who_have_are_not(practice, guest):
    practice.store(FIRST, {"bids": {}})
    opened(practice.database, NOON)
    assert forget_idle(practice.database, lambda: NOON + timedelta(hours=23)) == 0
    assert forget_idle(practice.database, lambda: NOON + timedelta(hours=25)) == 1
    assert there(practice.database) == {guest}


def test_a_guest_who_has_played_a_friend_is_not_forgotten_as_the_duel_is_the_friend_s_too(any_database, anna):
    with any_database.writing() as session:
        guest, alone = (open_guest(session, "en", NOON, name=name) for name in ("Sam", ""))
        stored = store_new_duel(session, session.get(User, anna), guest, Terms(rated=False), NOON)
        numbers = guest.id, alone.id, stored.id
    assert forget_idle(any_database, lambda: NOON + 2 * IDLE) == 1
    with any_database.reading() as session:
        assert [session.get(User, number) is None for number in numbers[:2]] == [False, True]
        assert session.get(StoredDuel, numbers[2]).second.name == "Sam"


def test_a_guest_in_a_duel_with_a_friend_stays_and_takes_no_room(any_database, anna):
    with any_database.writing() as session:
        guest = open_guest(session, "en", NOON, name="Sam")
        store_new_duel(session, session.get(User, anna), guest, Terms(rated=False), NOON)
        friend = guest.id
    with any_database.writing() as session:
        new = open_guest(session, "en", NOON + IDLE, most=1).id
    with refuses(PracticeRefusal.TOO_MANY_GUESTS), any_database.writing() as session:
        open_guest(session, "en", NOON + IDLE, most=1)
    assert there(any_database) == {friend, new}
