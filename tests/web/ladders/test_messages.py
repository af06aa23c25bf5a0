"""Messages about ladders, and when they are out of date."""

from datetime import timedelta

import pytest

from models import Channel, Message
from services.notifications.delivery import deliver_due
from services.notifications.senders import Sender
from tests.fixtures_site import NOON
from tests.services.ladders.scene import Scene
from web.notifications.content import content_of

DAY = timedelta(days=1)
DOWN, UP = "You have dropped to %s place", "You are in %s place now"


class Receiver(Sender):
    """The sent messages as (user, subject, lines)."""

    def __init__(self, site):
        self.site, self.told = site, []

    def send(self, message):
        with self.site.test_request_context(base_url="http://localhost"):
            content = content_of(message)
        self.told.append((message.user.name, content.subject, " ".join(content.lines)))


@pytest.fixture
def scene(sqlite_database, site):
    """Return a ladder of ten whose first three get messages about challenges."""
    scene = Scene(sqlite_database, tuple("abcdefghij")).join(*"abcdefghij")
    with sqlite_database.writing() as session:
        for name in "abc":
            kinds = {"kind": "webhook", "address": {"url": "http://x"}, "kinds": ["challenge"]}
            session.add(Channel(user_id=scene.people[name], created_at=NOON, **kinds))
    scene.receiver = Receiver(site)
    site.config["CLOCK"] = lambda: scene.now
    return scene


def delivered(scene):
    scene.receiver.told.clear()
    deliver_due(scene.database, lambda: scene.now, {"webhook": scene.receiver})
    return [(name, subject) for name, subject, _ in scene.receiver.told]


def test_a_challenged_player_is_notified_at_once_and_again_a_day_before_the_end(scene):
    scene.challenge("c", "b")
    assert delivered(scene) == [("b", "c challenges you for 2nd place")]
    assert "Answer by" in scene.receiver.told[0][2]
    scene.now += 2 * DAY
    assert delivered(scene) == [("b", "c waits for your answer on the ladder")]
    scene.now += DAY
    scene.sweep()
    assert sorted(delivered(scene)) == [
        ("b", "You have dropped to 4th place"),
        ("c", "You are in 2nd place now"),
    ]


def test_an_answered_or_withdrawn_challenge_is_no_longer_notified(scene):
    scene.withdraw(scene.challenge("c", "b"), "c")
    scene.refuse(scene.challenge("c", "a"), "a")
    assert delivered(scene) == [("c", UP % "1st")]
    assert "a has refused your challenge." in scene.receiver.told[0][2]
    scene.now += 2 * DAY
    assert delivered(scene) == []


def test_both_players_are_notified_of_their_new_place(scene):
    scene.beaten("c", "a")
    assert sorted(delivered(scene)) == [
        ("a", "You have dropped to 2nd place"),
        ("c", "You are in 1st place now"),
    ]
    lines = {name: text for name, _, text in scene.receiver.told}
    assert "c has taken your place." in lines["a"]
    assert "You have won your duel against a." in lines["c"]


def test_a_message_holds_no_text_of_a_language(scene):
    scene.challenge("c", "b")
    with scene.database.reading() as session:
        facts = [message.facts for message in session.query(Message)]
    assert {each["what"] for each in facts} == {"made", "soon"}
    assert all(set(each) == {"ladder", "challenge", "what"} for each in facts)
