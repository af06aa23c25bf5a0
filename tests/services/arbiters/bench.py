"""A duel with an arbiter: called, ruled on, and looked at from behind."""

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
    """One duel to which Anna has called, and Clara who rules on it."""

    def __init__(self, contest):
        self.contest, self.arbiter = contest, contest.people["clara"]
        with contest.database.writing() as session:
            session.get(User, self.arbiter).is_arbiter = True
            call_arbiter(session, contest.token, contest.users[FIRST], "Help, please.", LATER)

    def rule(self, act, *arguments, now=LATER, arbiter=None, seen=None, reason=WHY):
        """Let an arbiter do something: a function that takes their lock, its arguments, and the time."""
        seen = self.contest.stored().ordinal if seen is None else seen
        with self.contest.database.writing() as session:
            lock = lock_for_ruling(session, self.contest.token, arbiter or self.arbiter, seen, reason, now)
            act(lock, *arguments, now)

    def take_back(self, kept, **how):
        self.rule(rulings.take_duel_back, kept, **how)

    def correct(self, ordinal, player, entry, **how):
        self.rule(correct, ordinal, player, entry, **how)

    def entries(self):
        """Return which entries are stored, as (phase, player)."""
        query = select(StoredEntry).where(StoredEntry.duel_id == self.contest.id)
        with self.contest.database.reading() as session:
            return {(str(entry.phase), entry.player) for entry in session.scalars(query)}

    def log(self):
        """Return what was noted of the duel: the act, by whom, in answer to which call, why."""
        query = select(ModeratorAct).where(ModeratorAct.duel_id == self.contest.id).order_by(ModeratorAct.id)
        with self.contest.database.reading() as session:
            return [(act.act, act.moderator_id, act.report_id, act.reason) for act in session.scalars(query)]

    def calls(self):
        with self.contest.database.reading() as session:
            return session.scalars(select(Report).order_by(Report.id)).all()


def assert_replays(contest):
    """The stored duel is the one that the record replays to, chapter by chapter, and every seal holds."""
    record = contest.record()
    replayed = [write_duel(played.after) for played in chapters_of(load(record))]
    assert replayed == [chapter.state for chapter in contest.chapters()]
    assert replayed[-1] == write_duel(contest.stored().duel)
    assert list(faults(record, missing_too=True)) == []
