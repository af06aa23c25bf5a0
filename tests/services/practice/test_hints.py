"""Hints: players ask for them, the answer uses only what they may see, and they may take it over."""

import pickle

import pytest
from sqlalchemy.exc import OperationalError

from adjudicator import Power, Province, Unit
from intimate.entries import Orders
from models import User
from opponent.choosing import Answer
from opponent.explaining import Motive, MotiveKind
from opponent.levels import Level
from services.duels.access import find_duel, lock_duel
from services.duels.refusals import DuelRefusal
from services.jobs.pool import JobFailed
from services.practice import hints
from services.practice.answering import answer_next_duel, practice_state
from services.practice.hints import (
    answer_next_hint,
    ask_for_hint,
    find_hint,
    hint_motives,
    hinted_entry,
    take_hint_over,
)
from tests.fixtures_duels import FIRST, LATER, SECOND
from tests.refusing import refuses
from tests.services.practice.test_taking_back import take_back

BIDS = {"bids": {"RUSSIA": 7}}


@pytest.fixture
def player(practice):
    """Return the player who asks in a practice duel."""
    return Asking(practice)


class Asking:
    def __init__(self, practice):
        self.practice = practice

    def ask(self, player=FIRST):
        with self.practice.database.writing() as session:
            locked = lock_duel(session, self.practice.token, self.practice.users[player])
            ask_for_hint(locked, LATER)

    def found(self, player=FIRST):
        with self.practice.database.reading() as session:
            return find_hint(session, find_duel(session, self.practice.token, self.practice.users[player]))

    def take_over(self, viewed=None):
        with self.practice.database.writing() as session:
            user = self.practice.users[FIRST]
            viewed = find_duel(session, self.practice.token, user, whole=True)
            return take_hint_over(lock_duel(session, self.practice.token, user), viewed, LATER)


def test_a_hint_is_what_the_strongest_level_would_enter_and_is_taken_over_on_demand(
    player, practice, context, monkeypatch
):
    asked = []

    def choose(view, level, chance):
        asked.append((view.player, level))
        from intimate.entries import Sheet  # noqa: PLC0415

        return Answer(Sheet({"RUSSIA": 7}), 0.625, 10)

    monkeypatch.setattr(hints, "choose", choose)
    assert player.found() is None
    player.ask()
    player.ask()
    assert hinted_entry(player.found()) is None
    version = practice.stored().version
    assert answer_next_hint(context)
    assert not answer_next_hint(context)
    assert asked == [(FIRST, Level.MARSHAL)]
    assert player.found().content["entry"] == BIDS
    close = Motive(MotiveKind.CLOSE_TO_ENEMY, Power("RUSSIA"), Unit.parse("F SEV"), Province("ANK"), number=2)
    assert hint_motives(player.found()) == [close]
    stored = practice.stored()
    assert (stored.hinted, stored.version) == (1, version + 1)
    assert practice.content(FIRST) is None
    assert player.take_over()
    assert practice.content(FIRST) == BIDS
    assert player.found(SECOND) is None


def test_a_hint_holds_nothing_of_what_the_opponent_has_entered(practice):
    def question():
        stored = practice.stored()
        return pickle.dumps(hints.prepare(None, stored, stored.ordinal, "key"))

    before = question()
    practice.store(SECOND, BIDS)
    practice.hand_in(SECOND)
    assert question() == before


def test_a_hint_is_for_the_phase_that_it_was_asked_for(player, practice, context):
    player.ask()
    practice.resolve(None, None)
    assert answer_next_hint(context)
    assert player.found() is None
    assert not player.take_over()
    player.ask()
    assert answer_next_hint(context)
    assert isinstance(hinted_entry(player.found()), Orders)
    assert practice.stored().hinted == 1


def test_a_hint_that_failed_can_be_asked_for_again(player, context):
    def fail(_):
        raise JobFailed("ValueError")

    player.ask()
    assert answer_next_hint(context._replace(run=fail))
    assert player.found().failed_by == "ValueError"
    player.ask()
    assert player.found().failed_by is None
    assert answer_next_hint(context)
    assert hinted_entry(player.found())


def test_only_an_awaited_player_in_practice_can_ask_for_a_hint(player, practice, begun):
    with refuses(DuelRefusal.NOT_A_PLAYER):
        player.ask(SECOND)
    practice.happen(FIRST, "conceded")
    with refuses(DuelRefusal.PHASE_OVER):
        player.ask()
    people = begun()
    with refuses(DuelRefusal.NOT_A_PLAYER):
        Asking(people).ask()
    with people.database.reading() as session:
        assert session.query(User).count()


def test_a_phase_that_waits_for_the_opponent_alone_has_no_hint(player, practice, context):
    from tests.builders import lonely  # noqa: PLC0415

    start = lonely(
        "W1901A",
        homes={"first": "AUSTRIA", "second": "FRANCE"},
        units={"AUSTRIA": ["A BUD", "A VIE", "F TRI"], "FRANCE": ["A PAR"]},
    )
    practice.at(start)
    assert not practice.awaits(FIRST)
    with refuses(DuelRefusal.NOT_AWAITED):
        player.ask()
    assert answer_next_duel(context)
    assert practice.phase != "W1901A"


def test_after_taking_back_a_year_an_old_hint_must_be_requested_again(player, practice, context):
    player.ask()
    assert answer_next_hint(context)
    assert hinted_entry(player.found()) is not None
    practice.play_on("S1901M")
    take_back(practice)
    assert practice.phase == "S1901B"
    assert player.found() is None
    player.ask()
    assert hinted_entry(player.found()) is None
    assert answer_next_hint(context)
    assert hinted_entry(player.found()) is not None


def test_an_error_of_the_database_that_passes_is_no_failure_of_a_hint(player, context, monkeypatch):
    def prepare(*_):
        raise OperationalError("SELECT", {}, Exception("deadlock detected"))

    player.ask()
    with monkeypatch.context() as troubled:
        troubled.setattr(hints, "prepare", prepare)
        with pytest.raises(OperationalError):
            answer_next_hint(context)
    assert player.found().failed_by is None
    assert answer_next_hint(context)
    assert hinted_entry(player.found()) is not None


def test_a_hint_that_comes_too_late_is_no_failure(player, practice, context):
    player.ask()
    answer_next_duel(context)
    practice.hand_in(FIRST)
    assert answer_next_hint(context)
    with practice.database.reading() as session:
        assert practice_state(session).failed == 0
    player.ask()
    broken = context._replace(run=failing)
    assert answer_next_hint(broken)
    with practice.database.reading() as session:
        assert practice_state(session).failed == 1


def failing(_):
    raise JobFailed("ValueError")
