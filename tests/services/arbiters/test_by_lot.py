"""Random duels with random rulings: the record replays to what is stored, and every seal holds."""

from random import Random

import pytest

from adjudicator import PhaseKind
from intimate.codec import write_entry
from intimate.errors import EntryError
from models import StoredDuel
from services.arbiters.refusals import ArbiterRefused
from services.arbiters.rulings import list_correctable
from services.history.chapters import list_chapters, load_duel
from services.refused import NotFound
from tests.fixtures_duels import FIRST, SECOND
from tests.intimate.lottery import Lottery
from tests.services.arbiters.bench import Bench, assert_replays

STEPS = 12


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (2, 3, *range(5, 13)))]
)
def test_a_stored_duel_with_rulings_is_the_one_that_its_record_replays_to(begun, seed):
    contest, random = begun(), Random(seed)  # noqa: S311  # repeatable randomness
    bench, lottery = Bench(contest), Lottery(random, wild=0)
    for _ in range(STEPS):
        chance, length = random.random(), contest.stored().ordinal
        if contest.phase is None:
            break
        if not length or chance < 0.6:
            play_phase(contest, lottery)
        elif chance < 0.8:
            quietly(bench.take_back, random.randrange(length))
        else:
            correct(bench, lottery, random)
        assert_replays(contest)
    assert contest.stored().times.begun_anew > 1


def play_phase(contest, lottery):
    """Let both hand in random entries; leave out illegal ones."""
    duel = contest.stored().duel
    for player in (FIRST, SECOND):
        if not contest.awaits(player) or contest.stored().duel != duel:
            continue
        entry = lottery.entry(duel, player)
        try:
            contest.store(player, write_entry(entry) if entry else {"orders": {}})
        except EntryError:
            assert duel.kind is not PhaseKind.HOMES
        contest.hand_in(player)


def correct(bench, lottery, random):
    """Correct an entry of a phase in force by a random one, legal in the duel as it was then."""
    contest, player = bench.contest, random.choice((FIRST, SECOND))
    with contest.database.reading() as session:
        stored = session.get(StoredDuel, contest.id)
        chapters = list_correctable(list_chapters(session, stored))
        if not chapters:
            return
        ordinal = random.choice(chapters).ordinal
        entry = lottery.entry(load_duel(session, stored, ordinal), player)
    if entry is not None:
        quietly(bench.correct, ordinal, player, entry)


def quietly(act, *arguments):
    """Act, and ignore a refusal."""
    try:
        act(*arguments)
    except (EntryError, ArbiterRefused, NotFound):
        return
