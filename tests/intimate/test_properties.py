"""What holds in every duel, tried on duels played by lot."""

import json
import os
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import Cause, due, standard
from intimate import snapshot
from intimate.lines import chapter_line, result_line
from intimate.options import orderable
from intimate.phases import STAGES
from intimate.play import awaits, play
from intimate.players import Player
from intimate.record import load
from intimate.snapshot import restore, take
from tests.builders import lines, record
from tests.intimate.lottery import Lottery, chapters_of, played, position

CHOICES = {
    "payment": ["winner", "everyone"],
    "overbid": ["allowed", "allowed", "forbidden"],
    "overbid_price": ["own_bids", "contested_only"],
    "unaffordable": ["overbid_too", "capped"],
    "both_overbid": ["both_ruined", "both_ruined", "both_lose", "draw"],
    "loyalty": [0, 1, 4],
    "income": [{"per_centre": 1}, {"per_centre": 3}, {"fixed": 5}],
    "carry_over": [True, True, False],
    "anarchy_builds": ["none", "default"],
    "mercenary_waive": ["refused", "allowed"],
    "victory": ["home_centre", {"centres": 34}, {"centres": 34}],
    "victory_season": ["any", "autumn"],
    "tie_recheck": ["next_autumn", "every_season"],
    "home_eliminated": ["loses", "plays_on"],
    "year_limit": [None, None, 1903],
}


@dataclass(repr=False)
class Drawn:
    """The steps of a duel and its record; as text it would be too long to be read."""

    steps: list
    record: dict


@lru_cache(maxsize=64)
def duel_by_lot(seed):
    """Play a duel; every other one starts from a position drawn by lot."""
    random = Random(seed)  # noqa: S311 (duels must come again, not be secret)
    chosen = {name: random.choice(values) for name, values in CHOICES.items()}
    whole = record(begin=position(random) if seed % 2 else None, **chosen)
    lottery = Lottery(random, random.choice([0, 0.1, 0.5]), random.choice([0.5, 1.0, 1.0, 2.5]))
    steps = played(load(whole).start, lottery, 24)
    return Drawn(steps, {**whole, "chapters": chapters_of(steps)})


SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
DUELS = st.builds(duel_by_lot, st.integers(0, 2**32 if SOAK else 59))


def plain(thing):
    return json.loads(json.dumps(thing))


@given(DUELS)
def test_a_record_replays_to_the_same_end(drawn):
    """Formats §2: enough to replay it to the same end on any machine."""
    replayed = lines(plain(drawn.record))
    assert replayed[:-1] == [chapter_line(happened, after) for *_, after, happened in drawn.steps]
    if drawn.steps:
        assert replayed[-1] == result_line(drawn.steps[-1][3])


@given(DUELS)
def test_a_duel_stored_and_restored_goes_on_alike(drawn):
    """Snapshots hold all of a duel but its rules."""
    for before, entries, lots, after, _ in drawn.steps:
        stored = plain(take(before))
        restored = restore(stored, before.rules)
        assert restored == before
        assert take(restored) == take(before) == stored
        assert take(play(restored, entries, lots)[0]) == take(after)


def backwards(thing):
    """Return the same objects with their keys in reverse; lists keep their order."""
    if isinstance(thing, dict):
        return {key: backwards(value) for key, value in reversed(thing.items())}
    return thing


@given(DUELS)
def test_the_order_of_keys_decides_nothing(drawn):
    """§11: entries of both go in together."""
    for before, entries, lots, after, happened in drawn.steps:
        again, told = play(before, backwards(entries), backwards(lots))
        assert again == after
        assert chapter_line(told, again) == chapter_line(happened, after)


def mirrored(duel):
    """Return the duel with the two players changing places."""
    text = json.dumps(snapshot.take(duel))
    swapped = text.replace('"first"', '"third"').replace('"second"', '"first"').replace('"third"', '"second"')
    return restore(json.loads(swapped), duel.rules)


@given(DUELS)
def test_neither_player_is_favoured(drawn):
    """§11: no comparison depends on who is first."""
    for before, entries, _, after, _ in drawn.steps:
        if not before.homes:
            continue
        again, _ = play(mirrored(before), {player.opponent: entry for player, entry in entries.items()})
        assert again == mirrored(after)


@given(DUELS)
def test_a_duel_that_goes_on_awaits_somebody_and_one_that_ended_nobody(drawn):
    """§6"""
    for *_, after, happened in drawn.steps:
        assert bool(awaits(after)) == (after.result is None)
        assert (after.phase is None) == (after.result is not None)
        if after.result:
            assert after.result.phase == happened.phase


def provinces(units):
    return sorted(unit.province for unit in units)


@given(DUELS)
def test_at_most_one_unit_stands_in_a_province(drawn):
    """§6: dislodged units apart, of which there is at most one too."""
    for *_, after, _ in drawn.steps:
        for units in (after.position.units, after.position.dislodged):
            assert len(set(provinces(units))) == len(units)


@given(DUELS)
def test_units_are_made_in_winter_only_and_never_change_their_kind_or_power(drawn):
    """§6"""
    for before, _, _, after, happened in drawn.steps:
        winters = [passed.phase.kind for passed in (happened, *happened.passed)]
        census = [counted(duel) for duel in (before, after)]
        if "A" not in winters:
            assert all(census[1].get(kind, 0) <= number for kind, number in census[0].items())
            assert set(census[1]) <= set(census[0])


def counted(duel):
    routed = [(routed.power, unit.kind) for unit, routed in duel.position.dislodged.items()]
    standing = [(power, unit.kind) for unit, power in duel.position.units.items()]
    census = [*routed, *standing]
    return {kind: census.count(kind) for kind in census}


@given(DUELS)
def test_centres_are_never_lost(drawn):
    """§3: a centre that was taken has an owner for ever."""
    for before, *_, after, _ in drawn.steps:
        assert set(before.position.owners) <= set(after.position.owners) <= standard().centres


@given(DUELS)
def test_after_winter_no_power_has_more_units_than_centres(drawn):
    """§6"""
    for *_, after, happened in drawn.steps:
        kinds = [happened.phase.kind, *(passed.phase.kind for passed in happened.passed)]
        if "A" in kinds and kinds[-1] in "AB":
            assert all(due(after.position, power) >= 0 for power in standard().powers)


@given(DUELS)
def test_commanded_mercenaries_build_all_they_can(drawn):
    """§6: unless they may waive."""
    for before, _, _, after, happened in drawn.steps:
        if happened.phase.kind != "A" or before.rules.mercenary_waive == "allowed":
            continue
        for power in before.control:
            vacant = set(standard().homes[power]) - set(provinces(after.position.units))
            vacant = {home for home in vacant if after.position.owners.get(home) == power}
            assert due(after.position, power) <= 0 or not vacant


@given(DUELS)
def test_credits_are_whole_and_never_below_zero(drawn):
    """§3, §4"""
    for before, _, _, after, happened in drawn.steps:
        assert all(isinstance(amount, int) and amount >= 0 for amount in after.credits.values())
        if happened.auction:
            paid = {player: before.credits[player] - happened.auction.paid[player] for player in Player}
            assert all(amount >= 0 for amount in paid.values())


@given(DUELS)
def test_only_living_mercenaries_are_hired_and_each_by_one(drawn):
    """§1, §4"""
    for before, entries, _, after, happened in drawn.steps:
        if happened.auction:
            assert set(happened.auction.control) <= set(before.for_hire)
            bidders = happened.auction.control.items()
            assert all(entries[player]["bids"][power] > 0 for power, player in bidders)
        assert not set(after.control) & set(after.homes.values())


@given(DUELS)
def test_a_phase_that_was_passed_awaited_nobody(drawn):
    """§6: the awaited phase is the first of the calendar that awaits somebody."""
    for before, _, _, after, happened in drawn.steps:
        names = [happened.phase, *(passed.phase for passed in happened.passed)]
        assert names[0] == before.phase
        assert all(one.following == following for one, following in pairwise(names))
        if after.phase:
            assert names[-1].following == after.phase
            assert STAGES[after.phase.kind].awaits(after)


@given(DUELS)
def test_who_is_awaited_for_orders_is_offered_some_and_nobody_else(drawn):
    """§6"""
    for duel, *_ in drawn.steps:
        if duel.phase.kind in "MRA":
            assert {player for player in Player if orderable(duel, player)} == awaits(duel)


def last_offered(duel, player):
    """Order all that is offered: of each unit the last counts; in winter one order is enough."""
    offered = {power: list(map(str, orders)) for power, orders in orderable(duel, player).items()}
    return {power: orders[-1:] if duel.phase.kind == "A" else orders for power, orders in offered.items()}


@settings(max_examples=15)
@given(DUELS)
def test_no_order_that_is_offered_is_void(drawn):
    """§6: but for supports of what is not ordered."""
    for duel, *_ in drawn.steps:
        if duel.phase.kind in "MRA":
            _, happened = play(duel, {player: {"orders": last_offered(duel, player)} for player in Player})
            outcomes = [outcome for units in happened.outcomes.values() for outcome in units.values()]
            void = {outcome.reason.cause for outcome in outcomes if "void" in outcome.flags}
            assert void <= {Cause.MISMATCH}


def test_duels_by_lot_see_every_kind_of_phase_and_many_ends():
    """The duels above are worth trying."""
    steps = [step for seed in range(60) for step in duel_by_lot(seed).steps]
    assert {happened.phase.kind for *_, happened in steps} == set("HBMRA")
    ends = {after.result.reason for *_, after, _ in steps if after.result}
    assert {"home_centre", "year_limit", "both_overbid", "home_eliminated"} <= ends
    overbids = {len(happened.auction.overbid) for *_, happened in steps if happened.auction}
    assert overbids == {0, 1, 2}
