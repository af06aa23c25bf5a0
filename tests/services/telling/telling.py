"""A worker of tests: it has a clock of its own, and its senders note what they are given."""

from datetime import timedelta

from services.telling.delivery import deliver_due
from tests.fixtures_site import NOON

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Noting:
    """A sender that notes what it sends, and fails as it is told to."""

    def __init__(self):
        self.sent, self.problems = [], {}

    def send(self, message):
        problem = self.problems.get(message.channel_id) or self.problems.get("all")
        if problem:
            raise problem
        self.sent.append(message)


class Told:
    """A worker with its clock."""

    def __init__(self, database, now=NOON):
        self.database, self.now = database, now
        self.sender = Noting()
        self.senders = dict.fromkeys(("mail", "push", "webhook", "discord"), self.sender)

    def at(self, now, most=20):
        """Deliver what is due at an instant; return what was sent, as (account, kind)."""
        self.now, before = now, len(self.sender.sent)
        deliver_due(self.database, lambda: self.now, self.senders, most)
        return [(message.user.name, message.kind) for message in self.sender.sent[before:]]
