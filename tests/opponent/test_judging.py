"""The analysis of a phase afterwards: the same for both players, with plans that could have been played."""

from math import log

import pytest

from adjudicator import parse
from intimate.codec import read_entry
from intimate.desk import check_strictly
from intimate.duel import begin
from intimate.entries import Orders, Sheet
from intimate.errors import EntryError
from intimate.play import awaits
from intimate.players import Player
from intimate.settings import rules
from intimate.view import View
from opponent.choosing import choose
from opponent.evaluation import Weights, credit_worth
from opponent.field import Field
from opponent.judging import SHOWN, judge
from opponent.levels import Level
from opponent.movement import Search, Struggle
from opponent.sides import OpposingSides
from tests.builders import duel_at, start
from tests.opponent.drawn import AUCTION, MOVEMENT, RETREATS, WINTER, duels, lots

FIRST, SECOND = Player
EACH = {AUCTION: 4, MOVEMENT: 8, RETREATS: 6, WINTER: 6}


def ordered(duel, **texts):
    """Read orders of players, written as `second=["GERMANY", "A MUN H"]`."""
    orders = {player: {"orders": {power: listed}} for player, (power, *listed) in texts.items()}
    return {Player(player): read_entry(given, duel.kind) for player, given in orders.items()}


def judged(duel, entries=None, work=300):
    return judge(duel, entries or {}, lots(1), work)


@pytest.mark.parametrize("kind", EACH)
def test_an_analysis_has_the_best_plans_and_their_worth_for_each_awaited_player(kind):
    for duel in duels(EACH[kind], kind):
        views = [View(duel, player) for player in awaits(duel)]
        entries = {view.player: choose(view, Level.CAPTAIN, lots(1)).entry for view in views}
        found = judged(duel, entries)
        assert 0 <= found.share <= 1
        assert set(found.plans) == set(found.played) == set(awaits(duel))
        for player, plans in found.plans.items():
            assert 1 <= len(plans) <= SHOWN
            assert 0 <= found.played[player] <= 1
            worths = [plan.worth for plan in plans]
            assert worths == sorted(worths, reverse=True)
            assert found.played[player] <= worths[0]
            assert sum(plan.weight for plan in plans) <= 1 + 1e-4
            for plan in plans:
                check_strictly(duel, player, plan.entry)
                assert 0 <= plan.worth <= 1


@pytest.mark.parametrize("kind", EACH)
def test_the_same_random_numbers_give_the_same_analysis_and_missing_entries_are_no_fault(kind):
    for duel in duels(2, kind):
        assert judged(duel) == judged(duel)


@pytest.mark.parametrize("kind", [RETREATS, WINTER])
def test_the_shares_of_both_players_add_up_to_one(kind):
    """Without a random search: the best plan of each is worth the rest of the other's share."""
    for duel in duels(EACH[kind], kind):
        found = judged(duel)
        for player, plans in found.plans.items():
            expected = found.share if player is FIRST else 1 - found.share
            assert plans[0].worth == pytest.approx(expected, abs=0.02)


GUARDED = start(
    "F1903M",
    homes={"first": "FRANCE", "second": "GERMANY"},
    units={"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "F DEN"]},
    centers={"FRANCE": ["PAR", "MAR"], "GERMANY": ["KIE", "BER"]},
)


def test_a_blunder_that_loses_at_once_is_called_one():
    """An army leaves the home centre beside an enemy unit."""
    duel = duel_at(GUARDED)
    played = {}
    for order in ("A MUN H", "A MUN - TYR"):
        entries = ordered(duel, first=["FRANCE", "A BUR - MUN"], second=["GERMANY", order, "F DEN H"])
        found = judged(duel, entries)
        played[order] = found.played[SECOND]
        assert found.plans[SECOND][0].worth > 0.3
    assert played["A MUN - TYR"] < 0.05
    assert played["A MUN H"] > 0.3


def test_a_missed_win_is_called_one():
    duel = duel_at({**GUARDED, "units": {"FRANCE": ["A BUR"], "GERMANY": ["F DEN"]}})
    found = judged(duel, ordered(duel, first=["FRANCE", "A BUR - BEL"], second=["GERMANY", "F DEN H"]))
    assert found.share > 0.95
    assert found.played[FIRST] < 0.9 < found.plans[FIRST][0].worth
    assert parse("A BUR - MUN") in found.plans[FIRST][0].entry.all
    assert found.played[SECOND] < 0.05


def test_orders_are_analysed_by_their_effect():
    """An impossible order counts as a hold, and of several orders for a unit the last counts."""
    duel = duel_at(GUARDED)
    hold = judged(duel, ordered(duel, second=["GERMANY", "A MUN H", "F DEN H"])).played[SECOND]
    for texts in ([], ["A MUN - ROM", "F XXX H"], ["A MUN - TYR", "A MUN H"]):
        assert judged(duel, ordered(duel, second=["GERMANY", *texts])).played[SECOND] == hold


def test_a_sheet_is_valued_by_what_it_buys():
    """Italy is beside Vienna; its commander has a great advantage, and without a bid the enemy gets it."""
    units = {"AUSTRIA": ["F GRE"], "FRANCE": ["A TYR"], "ITALY": ["A VEN", "A BOH"]}
    duel = duel_at(start("S1903B", units=units))
    found = judged(duel, {SECOND: Sheet({"ITALY": 20}), FIRST: Sheet()})
    assert found.plans[FIRST][0].entry.bids.get("ITALY", 0) > 0
    better = judged(duel, {FIRST: found.plans[FIRST][0].entry})
    assert found.played[FIRST] < better.played[FIRST]
    assert judged(duel, {FIRST: Sheet({"RUSSIA": 5, "ITALY": 0})}).played[FIRST] < better.played[FIRST]


def test_retreats_are_valued_by_their_results():
    dislodged = {"AUSTRIA": {"A BUR": ["BEL", "PAR"]}}
    duel = duel_at(start("F1902R", units={"FRANCE": ["A GAS"]}, dislodged=dislodged))
    given = [ordered(duel, first=["AUSTRIA", text]) for text in ("A BUR R PAR", "A BUR D")]
    won, lost = (judged(duel, entries).played[FIRST] for entries in given)
    assert won > 0.95 > lost


def test_winters_are_valued_by_their_results():
    """Builds that are not ordered, or impossible, are not made."""
    units = {"FRANCE": ["A TYR", "A PAR"]}
    duel = duel_at(start("W1902A", units=units, centers={"AUSTRIA": ["VIE"], "FRANCE": ["PAR", "MAR"]}))
    given = [ordered(duel, first=["AUSTRIA", text]) for text in ("A VIE B", "WAIVE", "F MOS B")]
    built, waived, void = (judged(duel, entries).played[FIRST] for entries in given)
    assert built > waived
    assert void == waived == judged(duel).played[FIRST]


def test_there_is_nothing_to_analyse_before_the_homes_are_known_and_after_the_end():
    ended = duel_at(GUARDED).ended(None, "draw")
    for duel in (begin(rules("intimate", {})), ended):
        with pytest.raises(ValueError, match="no position"):
            judge(duel, {}, lots(1))


@pytest.mark.parametrize(
    ("phase", "entry"),
    [
        ("S1903B", Orders()),
        ("S1903M", Sheet()),
        ("S1903B", Sheet({"SPAIN": 5})),
        ("S1903B", Sheet({"AUSTRIA": 5})),
    ],
)
def test_an_entry_of_the_wrong_kind_is_not_analysed(phase, entry):
    with pytest.raises(EntryError):
        judge(duel_at(start(phase)), {FIRST: entry}, lots(1))


def test_more_work_looks_at_more():
    duel = duel_at(start("S1901M", control={"ITALY": "first", "GERMANY": "second"}))
    assert judged(duel, work=0).looked_at < judged(duel, work=500).looked_at


def test_an_auction_is_evaluated_like_the_winter_before_it():
    """The same units, centres and reserves, with nothing to build or remove."""
    told = set()
    for credits_ in ((20, 20), (30, 10), (5, 25)):
        reserves = dict(zip(("first", "second"), credits_, strict=True))
        before, bids = (duel_at(start(phase, credits=reserves)) for phase in ("W1902A", "S1903B"))
        assert judged(bids).share == pytest.approx(judged(before).share, abs=1e-4)
        told.add(judged(bids).share)
    assert len(told) == 3


FACING = {
    "homes": {"first": "FRANCE", "second": "GERMANY"},
    "centers": {"FRANCE": ["PAR", "MAR", "BRE"], "GERMANY": ["KIE", "BER", "MUN"]},
}


@pytest.mark.parametrize(
    ("units", "leads"),
    [
        ({"FRANCE": ["A BRE", "A GAS", "A MAR"], "GERMANY": ["A UKR", "A MOS", "A SEV"]}, FIRST),
        ({"FRANCE": ["A SPA", "A POR", "A NAF"], "GERMANY": ["A TYR", "A HOL", "A RUH"]}, SECOND),
    ],
)
def test_a_better_position_wins_more_often_than_the_search_finds(units, leads):
    duel = duel_at(start("S1903M", units=units, **FACING))
    field = Field(OpposingSides.of(duel, leads), Weights.load())
    seen = Struggle(field, Search(300, habit=0.2), lots(1)).run().share
    told = judged(duel).plans[leads][0].worth
    assert told > seen + 0.02
    assert seen > 0.5


def test_a_forced_end_is_reported_in_any_position():
    """A win that nobody can prevent; a draw when both enter at once with equal reserves (section 7)."""
    idle = ["F NTH", "F IRI", "F WAL", "A YOR", "A LVP"]
    won, drawn = (
        judged(
            duel_at(start("S1903M", units={"FRANCE": ["A BUR"], "GERMANY": [*near, *idle]}, **FACING)),
            work=2000,
        )
        for near in ([], ["A PIC"])
    )
    assert won.share > 0.99
    assert drawn.share == pytest.approx(0.5, abs=1e-3)


def spring(credits_=(10, 10), control=(), **settings):
    """Return a quiet spring with reserves and commanders."""
    reserves = dict(zip(("first", "second"), credits_, strict=True))
    units = {"ITALY": ["A VEN", "A ROM"], "FRANCE": ["A PAR"], "GERMANY": ["A BER"]}
    begin_ = start("S1903M", units=units, credits=reserves, control=dict(control), **FACING)
    return duel_at(begin_, **settings)


def test_reserves_that_are_carried_over_count_for_their_player_after_bids_too():
    shares = [judged(spring(reserves)).share for reserves in ((0, 24), (10, 10), (24, 0))]
    assert shares == sorted(shares)
    assert shares[0] < shares[1] - 0.1 < shares[2] - 0.2


def test_reserves_that_are_not_carried_over_count_for_nobody():
    """Section 4: without carry-over the rest of a reserve is lost."""
    shares = {round(judged(spring(reserves, carry_over=False)).share, 6) for reserves in ((0, 24), (24, 0))}
    assert len(shares) == 1


def test_commanding_a_mercenary_improves_the_position():
    shares = [
        judged(spring(control=control)).share for control in ({"ITALY": "second"}, {}, {"ITALY": "first"})
    ]
    assert shares == sorted(set(shares))


def test_a_sheet_that_keeps_everything_promises_little_less_than_the_best():
    """Reserves that nobody else has are worth almost as much as mercenaries (docs/analysis.md)."""
    found = judged(duel_at(start("S1901B")), {FIRST: Sheet()})
    assert found.share - 0.1 < found.played[FIRST] < found.plans[FIRST][0].worth


def test_reserves_count_once_in_retreats_as_in_movements():
    """The odds of the units are squared; squaring those of reserves would count them twice."""
    dislodged = {"FRANCE": {"A BUR": ["BEL", "GAS"]}}
    units = {"GERMANY": ["A RUH"], "FRANCE": ["A PAR"]}
    odds = []
    for reserves in ((24, 0), (0, 24)):
        credits_ = dict(zip(("first", "second"), reserves, strict=True))
        begin_ = start("S1903R", units=units, dislodged=dislodged, credits=credits_, **FACING)
        share = judged(duel_at(begin_)).share
        odds.append(log(share / (1 - share)))
    weights = Weights.load()
    worth = weights.temper * float(credit_worth(weights, 24))
    assert odds[0] - odds[1] == pytest.approx(2 * worth, abs=0.01)
