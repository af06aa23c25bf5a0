"""Talk between two players: sent, read, muted, deleted, limited, and without any effect on the duel."""

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


def test_only_the_two_players_read_the_messages_in_order(talking):
    talking.say(FIRST, " Hello\r\nthere ")
    talking.say(SECOND, phrase=Phrase.YOU_TOO)
    said = [(FIRST, "Hello\nthere"), (SECOND, "you_too")]
    assert talking.heard(FIRST) == talking.heard(SECOND) == said
    assert talking.heard(None) == []


def test_unread_messages_are_counted_until_the_receiver_reads_or_answers(talking):
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
def test_if_one_player_accepts_only_phrases_neither_can_send_text(talking, whose):
    talking.does(talk.take, whose, TalkMode.PHRASES)
    for player in (FIRST, SECOND):
        with refuses(TalkRefusal.PHRASES_ONLY):
            talking.say(player, "a text")
        talking.say(player, phrase=Phrase.HELLO)


@pytest.mark.parametrize("whose", [FIRST, SECOND])
def test_if_one_player_is_muted_no_message_is_accepted(talking, whose):
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
def test_empty_and_too_long_messages_are_refused(talking, text, refusal):
    with pytest.raises(Exception, match=refusal):
        talking.say(FIRST, text)
    talking.say(FIRST, "x" * LONGEST)


def test_the_rate_limit_of_messages_holds_for_each_player(talking):
    within, most = next(iter(MOST.items()))
    for number in range(most):
        talking.say(FIRST, str(number))
    with refuses(TalkRefusal.TOO_MANY):
        talking.say(FIRST, "more")
    talking.say(SECOND, "calm down")
    talking.say(FIRST, "later", now=LATER + within)


def test_a_player_can_delete_only_their_own_messages(talking):
    mine, theirs = talking.say(FIRST, "mine"), talking.say(SECOND, "theirs")
    with pytest.raises(NotFound):
        talking.does(talk.unsay, FIRST, theirs)
    talking.does(talk.unsay, FIRST, mine)
    assert talking.heard(SECOND) == [(SECOND, "theirs")]


def test_deleting_an_account_deletes_its_messages(talking, people, contest):
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
    talking, contest, people, channel, notified, delivery
):
    for name in ("anna", "boris"):
        channel(name)
    talking.say(FIRST, "one")
    talking.say(FIRST, "two")
    assert [each for each in notified() if each[1] == "talk"] == [("boris", "talk")]
    talking.does(talk.mark_read, SECOND)
    assert ("boris", "talk") not in delivery.at(LATER + timedelta(hours=1))
    talking.say(FIRST, "three")
    assert ("boris", "talk") in delivery.at(LATER + timedelta(hours=2))
    with contest.database.reading() as session:
        sent = session.scalars(select(Message).where(Message.kind == "talk")).all()
    assert not [each for each in sent if "three" in str(each.facts)]


def test_a_reported_message_is_shown_with_a_few_around_it(talking, contest):
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
