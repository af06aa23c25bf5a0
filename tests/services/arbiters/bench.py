"""A duel with an arbiter: calls, rulings, and what is stored."""

from sqlalchemy import select

from intimate.codec import write_duel
from intimate.record import load
from intimate.replay import chapters_of
from intimate.sealing import faults
from models import ModeratorAct, Report, StoredEntry, User
from services.arbiters import rulings
from services.arbiters.calls import call_arbiter
from services.arbiters.rulings import correct, lock_for_ruling
from tests.fixtures_duels import FIRST, LATER

WHY = "The site was slow."


class Bench:
    """One duel whose player Anna called an arbiter, and Clara, the arbiter."""

    def __init__(self, contest):
        self.contest, self.arbiter = contest, contest.people["clara"]
        with contest.database.writing() as session:
            session.get(User, self.arbiter).is_arbiter = True
            call_arbiter(session, contest.token, contest.users[FIRST], "Help, please.", LATER)

    def rule(self, act, *arguments, now=LATER, arbiter=None, seen=None, reason=WHY):
        """Let an arbiter act: `act` takes their lock, the arguments, and the time."""
        seen = self.contest.stored().ordinal if seen is None else seen
        with self.contest.database.writing() as session:
            lock = lock_for_ruling(session, self.contest.token, arbiter or self.arbiter, seen, reason, now)
            act(lock, *arguments, now)

    def take_back(self, kept, **how):
        self.rule(rulings.take_duel_back, kept, **how)

    def correct(self, ordinal, player, entry, **how):
        self.rule(correct, ordinal, player, entry, **how)

    def entries(self):
        """Return the stored entries as (phase, player)."""
        query = select(StoredEntry).where(StoredEntry.duel_id == self.contest.id)
        with self.contest.database.reading() as session:
            return {(str(entry.phase), entry.player) for entry in session.scalars(query)}

    def log(self):
        """Return the log of the duel: (act, arbiter, call, reason)."""
        query = select(ModeratorAct).where(ModeratorAct.duel_id == self.contest.id).order_by(ModeratorAct.id)
        with self.contest.database.reading() as session:
            return [(act.act, act.moderator_id, act.report_id, act.reason) for act in session.scalars(query)]

    def calls(self):
        with self.contest.database.reading() as session:
            return session.scalars(select(Report).order_by(Report.id)).all()


def assert_replays(contest):
    """Check that the record replays to the stored duel, chapter by chapter, and every seal in it."""
    record = contest.record()
    replayed = [write_duel(played.after) for played in chapters_of(load(record))]
    assert replayed == [chapter.state for chapter in contest.chapters()]
    assert replayed[-1] == write_duel(contest.stored().duel)
    assert list(faults(record, missing_too=True)) == []
