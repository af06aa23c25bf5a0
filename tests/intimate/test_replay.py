"""Replaying a record takes work in proportion to its phases, for duels of any length."""

import sys
from collections import Counter

import pytest

from adjudicator.adjustments import adjudicate_adjustments, legal_builds
from adjudicator.choices import LegalOrders
from adjudicator.movement import adjudicate_movement
from adjudicator.phases import Phase, PhaseKind
from adjudicator.retreats import adjudicate_retreats
from intimate.options import choices_of
from intimate.record import load
from intimate.replay import replay
from tests.intimate.long_duel import ten_years

ADJUDICATIONS = {
    PhaseKind.MOVEMENT: adjudicate_movement,
    PhaseKind.RETREATS: adjudicate_retreats,
    PhaseKind.ADJUSTMENTS: adjudicate_adjustments,
}
LISTINGS = [LegalOrders.of, legal_builds, choices_of]


def counted(functions, act):
    """Return the result of an act, and the number of calls of each function."""
    codes = {function.__code__: function for function in functions}
    calls = Counter()

    def note(frame, happened, _):
        if happened == "call" and frame.f_code in codes:
            calls[codes[frame.f_code]] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        return act(), calls
    finally:
        sys.setprofile(before)


@pytest.fixture(scope="module")
def duel():
    return ten_years()


def test_a_duel_of_ten_years_is_replayed_with_one_adjudication_a_phase_and_two_a_winter(duel):
    """§6: a winter is resolved as ordered, and again with the forced builds."""
    lines, calls = counted(ADJUDICATIONS.values(), lambda: list(replay(load(duel))))
    names = [
        name for line in lines[:-1] for name in (line["phase"], *(one["phase"] for one in line["passed"]))
    ]
    phases = [Phase.parse(name) for name in names]
    kinds = Counter(phase.kind for phase in phases)
    assert max(phase.year for phase in phases) == 1910
    assert kinds[PhaseKind.MOVEMENT] == kinds[PhaseKind.RETREATS] == 2 * kinds[PhaseKind.ADJUSTMENTS] == 20
    judged = {kind: calls[adjudication] for kind, adjudication in ADJUDICATIONS.items()}
    assert judged == {PhaseKind.MOVEMENT: 20, PhaseKind.RETREATS: 20, PhaseKind.ADJUSTMENTS: 20}


def test_no_legal_orders_are_listed_while_a_duel_is_replayed(duel):
    lines, calls = counted(LISTINGS, lambda: list(replay(load(duel))))
    assert len(lines) == len(duel["chapters"]) + 1
    assert calls == {}
