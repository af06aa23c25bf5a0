"""Talk between two players: said, read, muted, deleted, bounded, and never the duel's business."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from models import Message, StoredDuel, TalkMessage
from models.talk import TalkMode
from services.privacy.deletion import delete_account
from services.refused import NotFound
from services.talk import talk
from services.talk.phrases import PHRASES, Phrase
from services.talk.refusals import TalkRefusal
from services.talk.talk import LONGEST, MOST, Words
from tests.fixtures_duels import FIRST, LATER, SECOND
from tests.refusing import refuses


class Talking:
    def __init__(self, contest):
        self.contest = contest

    def say(self, player, text="", phrase=None, now=LATER):
        with self.contest.database.writing() as session:
            who = self.contest._user(player)
            return talk.say(session, self.contest.token, who, Words(phrase, text), now).id

    def does(self, act, player, *more):
        with self.contest.database.writing() as session:
            act(session, self.contest.token, self.contest._user(player), *more)

    def heard(self, player):
        with self.contest.database.reading() as session:
            found = talk.list_talk(session, session.get(StoredDuel, self.contest.id), player)
            return [(each.player, each.phrase or each.text) for each in found]

    def unread(self):
        stored = self.contest.stored()
        return stored.unread(FIRST), stored.unread(SECOND)


@pytest.fixture
def talking(contest):
    return Talking(contest)


def test_both_players_read_what_was_said_in_its_order_and_nobody_else_does(talking):
    talking.say(FIRST, " Hello\r\nthere ")
    talking.say(SECOND, phrase=Phrase.YOU_TOO)
    said = [(FIRST, "Hello\nthere"), (SECOND, "you_too")]
    assert talking.heard(FIRST) == talking.heard(SECOND) == said
    assert talking.heard(None) == []


def test_what_is_unread_is_counted_for_the_other_one_until_they_read_it_or_answer(talking):
    talking.say(FIRST, "one")
    talking.say(FIRST, "two")
    assert talking.unread() == (0, 2)
    talking.does(talk.mark_read, SECOND)
    assert talking.unread() == (0, 0)
    talking.say(FIRST, "three")
    talking.say(SECOND, "four")
    assert talking.unread() == (1, 0)


def test_a_spectator_cannot_talk_and_does_not_learn_of_a_private_duel(talking, begun, people):
    with refuses(TalkRefusal.NOT_A_PLAYER):
        talking.say(people["clara"], "me too")
    with pytest.raises(NotFound):
        Talking(begun(public=False)).say(people["clara"], "me too")


@pytest.mark.parametrize("whose", [FIRST, SECOND])
def test_where_one_takes_phrases_only_a_text_is_refused_of_both(talking, whose):
    talking.does(talk.take, whose, TalkMode.PHRASES)
    for player in (FIRST, SECOND):
        with refuses(TalkRefusal.PHRASES_ONLY):
            talking.say(player, "a text")
        talking.say(player, phrase=Phrase.HELLO)


@pytest.mark.parametrize("whose", [FIRST, SECOND])
def test_where_one_takes_nothing_nothing_is_taken_that_would_be_lost(talking, whose):
    talking.does(talk.take, whose, TalkMode.MUTED)
    for player in (FIRST, SECOND):
        with refuses(TalkRefusal.MUTED, theirs=player is not whose):
            talking.say(player, phrase=Phrase.HELLO)
    talking.does(talk.take, whose, TalkMode.OPEN)
    talking.say(whose.opponent, "again")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("  \n ", TalkRefusal.EMPTY), ("\0", TalkRefusal.EMPTY), ("x" * (LONGEST + 1), TalkRefusal.TOO_LONG)],
)
def test_what_is_no_message_is_refused(talking, text, refusal):
    with pytest.raises(Exception, match=refusal):
        talking.say(FIRST, text)
    talking.say(FIRST, "x" * LONGEST)


def test_who_has_said_much_waits_and_the_other_one_does_not(talking):
    within, most = next(iter(MOST.items()))
    for number in range(most):
        talking.say(FIRST, str(number))
    with refuses(TalkRefusal.TOO_MANY):
        talking.say(FIRST, "more")
    talking.say(SECOND, "calm down")
    talking.say(FIRST, "later", now=LATER + within)


def test_one_s_own_words_are_deleted_and_nobody_else_s(talking):
    mine, theirs = talking.say(FIRST, "mine"), talking.say(SECOND, "theirs")
    with pytest.raises(NotFound):
        talking.does(talk.unsay, FIRST, theirs)
    talking.does(talk.unsay, FIRST, mine)
    assert talking.heard(SECOND) == [(SECOND, "theirs")]


def test_who_deletes_their_account_takes_their_words_along(talking, people, contest):
    talking.say(FIRST, "mine")
    talking.say(SECOND, "theirs")
    with contest.database.writing() as session:
        delete_account(session, people["anna"], LATER)
    assert talking.heard(SECOND) == [(SECOND, "theirs")]
    with refuses(TalkRefusal.ACCOUNT_CLOSED):
        talking.say(SECOND, "are you there?")


def test_texts_are_encrypted_where_they_are_stored(talking, contest):
    talking.say(FIRST, "a secret word")
    with contest.database.reading() as session:
        stored = session.connection().exec_driver_sql("SELECT text FROM talk_messages").scalar()
    assert "secret" not in stored


def test_talk_changes_nothing_of_the_duel_and_is_in_no_record(talking, contest):
    before, version = contest.record(), contest.stored().version
    talking.say(FIRST, "a word")
    assert contest.record() == before
    assert contest.stored().version == version


def test_the_first_new_message_notifies_and_only_while_it_is_unread(
    talking, contest, people, channel, told, delivery
):
    for name in ("anna", "boris"):
        channel(name)
    talking.say(FIRST, "one")
    talking.say(FIRST, "two")
    assert [each for each in told() if each[1] == "talk"] == [("boris", "talk")]
    talking.does(talk.mark_read, SECOND)
    assert ("boris", "talk") not in delivery.at(LATER + timedelta(hours=1))
    talking.say(FIRST, "three")
    assert ("boris", "talk") in delivery.at(LATER + timedelta(hours=2))
    with contest.database.reading() as session:
        sent = session.scalars(select(Message).where(Message.kind == "talk")).all()
    assert not [each for each in sent if "three" in str(each.facts)]


def test_a_reported_message_is_read_with_what_stands_around_it_and_no_more(talking, contest):
    numbers = [talking.say((FIRST, SECOND)[number % 2], str(number)) for number in range(30)]
    with contest.database.reading() as session:
        stored = session.get(StoredDuel, contest.id)
        found = talk.around(session, stored, numbers[20])
        assert [each.text for each in found] == [str(number) for number in range(10, 26)]
        assert talk.around(session, stored, numbers[-1] + 1) == ()


def test_every_phrase_belongs_to_one_topic_and_fits_its_column():
    listed = [phrase for phrases in PHRASES.values() for phrase in phrases]
    assert sorted(listed) == sorted(Phrase)
    assert max(map(len, Phrase)) <= TalkMessage.__table__.c.phrase.type.length
