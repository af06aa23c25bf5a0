"""The diary: one note for each phase, private until both players open theirs after the end."""

import pytest
from sqlalchemy import select

from models import DiaryNote, StoredDuel
from services.privacy.deletion import delete_account
from services.talk import diary
from services.talk.diary import LONGEST_NOTE
from services.talk.refusals import TalkRefusal
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.refusing import refuses


class Diaries:
    def __init__(self, contest):
        self.contest, self.database = contest, contest.database

    def write(self, player, text):
        with self.database.writing() as session:
            diary.write_note(session, self.contest.token, self.contest._user(player), text, LATER)

    def opens(self, player, *, opens=True):
        with self.database.writing() as session:
            diary.open_diary(session, self.contest.token, self.contest._user(player), opens=opens)

    def read(self, player=None):
        with self.database.reading() as session:
            stored = session.get(StoredDuel, self.contest.id)
            return [
                (each.player, str(each.phase), each.text)
                for each in diary.list_notes(session, stored, player)
            ]


@pytest.fixture
def diaries(contest):
    return Diaries(contest)


def test_a_note_is_its_player_s_alone_and_replaced_or_deleted_while_its_phase_lasts(diaries):
    diaries.write(FIRST, "I want France.")
    diaries.write(FIRST, " I want\r\nItaly. ")
    assert diaries.read(FIRST) == [(FIRST, "HOMES", "I want\nItaly.")]
    assert diaries.read(SECOND) == diaries.read() == []
    diaries.write(FIRST, "  ")
    assert diaries.read(FIRST) == []


def test_each_phase_has_a_note_of_its_own(diaries):
    diaries.write(FIRST, "first")
    diaries.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    diaries.write(FIRST, "second")
    assert [text for _, _, text in diaries.read(FIRST)] == ["first", "second"]


def test_both_are_open_once_the_duel_is_over_and_both_players_agree(diaries):
    diaries.write(FIRST, "mine")
    diaries.write(SECOND, "yours")
    diaries.opens(FIRST)
    diaries.opens(SECOND)
    assert diaries.read() == [], "the duel is still running"
    diaries.contest.happen(SECOND, "conceded")
    assert [text for _, _, text in diaries.read()] == ["mine", "yours"]
    diaries.opens(SECOND, opens=False)
    assert diaries.read() == []
    assert [text for _, _, text in diaries.read(FIRST)] == ["mine"]


def test_only_players_write_diaries_until_the_end_and_notes_are_limited(diaries):
    with refuses(TalkRefusal.NOT_A_PLAYER):
        diaries.write(diaries.contest.people["clara"], "mine too")
    with refuses(TalkRefusal.TOO_LONG):
        diaries.write(FIRST, "x" * (LONGEST_NOTE + 1))
    diaries.contest.happen(SECOND, "conceded")
    with refuses(TalkRefusal.OVER):
        diaries.write(FIRST, "too late")


def test_diary_notes_are_encrypted_and_deleted_with_the_account(diaries):
    diaries.write(FIRST, "a secret")
    with diaries.database.reading() as session:
        stored = session.connection().exec_driver_sql("SELECT text FROM diary_notes").scalar_one()
    assert "secret" not in stored
    with diaries.database.writing() as session:
        delete_account(session, diaries.contest.people["anna"], LATER)
        assert session.scalars(select(DiaryNote)).all() == []
