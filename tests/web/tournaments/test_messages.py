"""The messages about tournaments."""

import pytest
from sqlalchemy import select

from intimate.players import Player
from models import Message
from tests.services.tournaments.conftest import EIGHT, Cup, plan_of
from web.notifications.content import content_of


@pytest.fixture
def messages_to_anna(site, sqlite_database):
    """Return the subjects and first lines of Anna's messages about a tournament, by kind."""
    played = Cup(sqlite_database, EIGHT[:2], plan=plan_of(rounds=1), by_itself=True)
    played.listen("anna")
    played.start()
    absent = Player.FIRST if played.pairs(1)[0][0] == "anna" else Player.SECOND
    played.miss(1, 1, {absent})
    with site.test_request_context(), sqlite_database.reading() as session:
        found = session.scalars(select(Message).order_by(Message.id)).all()
        contents = [(message.facts["what"], content_of(message)) for message in found]
        return {what: (content.subject, content.lines[0], content.url) for what, content in contents}


def test_players_are_notified_of_the_start_their_opponent_an_absence_and_the_end(messages_to_anna):
    assert {what: subject for what, (subject, _, _) in messages_to_anna.items()} == {
        "begun": "Spring Cup has begun",
        "round": "Spring Cup, round 1: your opponent is boris",
        "absent": "Spring Cup: a duel lost by absence",
        "ended": "Spring Cup is over",
    }
    assert messages_to_anna["ended"][1] == "Your place: 2."
    assert "/duels/" in messages_to_anna["round"][2]
    assert "/tournaments/" in messages_to_anna["ended"][2]


def test_a_channel_for_turns_only_gets_the_turn(sqlite_database):
    played = Cup(sqlite_database, EIGHT[:2], plan=plan_of(rounds=1))
    played.listen("anna", "turn")
    played.start()
    with sqlite_database.reading() as session:
        assert [message.kind for message in session.scalars(select(Message))] == ["turn"]
