"""Analysed duels: with analyses chosen by a test, or by the opponent itself."""

from sqlalchemy import select

from intimate.codec import read_stored_entry
from intimate.players import Player
from models import Job, StoredChapter, StoredDuel
from opponent.judging import Judgement, Plan
from services.analysis.asking import ask_by_press, is_over, judge_next, list_judgeable, write_judgement
from services.jobs.pool import Claims
from services.jobs.queue import JobContext, store_failure
from tests.fixtures_duels import FIRST, LATER, LISTS, SECOND
from tests.thinking import think_here

BEST = {"first": {"bids": {"ITALY": 5}}, "second": {"bids": {"RUSSIA": 6, "GERMANY": 2}}}
MOVES = {
    "first": {"orders": {"AUSTRIA": ["A VIE - GAL", "A BUD - SER", "F TRI H"]}},
    "second": {"orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]}},
}


def played(contest):
    """Play a duel for a year, let the first player concede, and analyse chapters 1 to 3."""
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.resolve({"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 6}})
    contest.resolve({"orders": {"AUSTRIA": ["A VIE - TYR"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    contest.play_on("S1902B")
    contest.happen(FIRST, "conceded")
    return contest


def judgement(share, entries, played, *, worth=0.6):
    """Return an analysis with the best and the second-best plan for each player in `entries`."""
    plans = {}
    for player, entry in entries.items():
        read = read_stored_entry(entry)
        plans[Player(player)] = [Plan(read, 0.7, worth), Plan(read, 0.3, worth - 0.02)]
    return Judgement(share, plans, {Player(player): own for player, own in played.items()}, 100)


def ask(contest, now=LATER):
    with contest.database.writing() as session:
        ask_by_press(session, contest.id, now)


def job_context(contest, now=LATER):
    """Return the job context of the worker, but in this thread."""
    return JobContext(contest.database, lambda: now, think_here, Claims(), "key")


def judge_all(contest):
    """Let the opponent analyse everything that waits."""
    while judge_next(job_context(contest)):
        pass


def fail_all(contest):
    """Let every waiting analysis fail."""
    for job in jobs_of(contest):
        store_failure(contest.database, job.id, "ValueError", LATER)


def jobs_of(contest):
    with contest.database.reading() as session:
        query = select(Job).where(Job.duel_id == contest.id).order_by(Job.ordinal)
        return session.scalars(query).all()


def store_judgements(contest, *shares, given_up=None):
    """Store an analysis with the first player's shares before each chapter; the rest waits.

    given_up: by ordinal how much the first player's own entry gave up.
    """
    ask(contest)
    with contest.database.writing() as session:
        stored = session.get(StoredDuel, contest.id)
        assert is_over(stored)
        chapters = list_judgeable(session, stored)
        for chapter, share in zip(chapters, shares, strict=False):
            _store(session, chapter, share, (given_up or {}).get(chapter.ordinal, 0.0))


def _store(session, chapter, share, given_up):
    whole = session.get(StoredChapter, chapter.id)
    shown = BEST if str(chapter.phase).endswith("B") else MOVES
    awaited = {player: shown[player] for player in whole.entries} or shown
    own = {"first": 0.6 - given_up, "second": 0.58}
    content = write_judgement(judgement(share, awaited, {player: own[player] for player in whole.entries}))
    job = session.scalars(
        select(Job).where(Job.duel_id == chapter.duel_id, Job.ordinal == chapter.ordinal)
    ).one()
    job.content, job.made_at = content, LATER
