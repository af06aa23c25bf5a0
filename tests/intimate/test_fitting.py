"""What is left of an entry that was left beforehand, when its phase has come (rules, section 6)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudicator import PhaseKind, parse_or_keep
from intimate.beforehand import check_ahead, phases_ahead
from intimate.desk import check_strictly
from intimate.entries import HomesList, Orders, Sheet
from intimate.errors import EntryError
from intimate.fitting import fitting
from intimate.options import choices_of
from intimate.play import awaits
from intimate.players import Player
from tests.builders import CENTRES, UNITS, duel_at, start
from tests.intimate.duels_by_lot import DUELS
from tests.intimate.lottery import NONSENSE
from tests.intimate.winters import winter

FIRST, SECOND = Player
ROUTED = {"AUSTRIA": {"A SER": ["ALB", "GRE"], "F GRE": ["ALB", "ION"]}, "FRANCE": {"A BUR": ["GAS"]}}


def orders(*texts, power="AUSTRIA"):
    return Orders({power: [parse_or_keep(text) for text in texts]})


def left_of(entry, begin, player=FIRST, settings=None, **options):
    """Return what fits of an entry as texts by power, and whether it is complete."""
    left, complete = fitting(duel_at(begin, **(settings or {})), player, entry, **options)
    if isinstance(left, Sheet):
        return dict(left.bids), complete
    return {power: list(map(str, orders)) for power, orders in left.by_power.items()}, complete


@pytest.mark.parametrize(
    ("given", "left", "complete"),
    [
        (["A SER R GRE", "F GRE R ION"], ["A SER R GRE", "F GRE R ION"], True),
        (["A SER D", "F GRE D"], ["A SER D", "F GRE D"], True),
        (["A VIE R BOH", "A SER R GRE", "F GRE R ION"], ["A SER R GRE", "F GRE R ION"], True),
        (["A SER R ALB", "F GRE R ALB"], ["A SER R ALB", "F GRE R ALB"], False),
        (["A SER R ALB"], ["A SER R ALB"], False),
        (["A SER R BUL", "F GRE R ION"], ["F GRE R ION"], False),
        (["A VIE R BOH"], [], False),
        (["A SER R GRE", "A SER R ALB", "F GRE R ION"], ["A SER R GRE", "F GRE R ION"], True),
        (["A BUR R GAS"], [], False),
        (["A SER H", "nonsense", "A SER B", "WAIVE"], [], False),
    ],
)
def test_of_retreats_those_of_dislodged_units_are_left_that_may_go_there(given, left, complete):
    """§6, 1971 XI.2: complete when each dislodged unit has an order, and no two go to one place."""
    found = left_of(orders(*given), start("S1902R", dislodged=ROUTED))
    assert found == ({"AUSTRIA": left} if left else {}, complete)


@pytest.mark.parametrize(
    ("given", "left", "complete"),
    [
        (["A VIE B", "F TRI B"], ["A VIE B", "F TRI B"], True),
        (["F TRI B", "A BUD B", "A VIE B", "WAIVE"], ["F TRI B", "A VIE B"], True),
        (["A VIE B", "WAIVE", "F TRI B"], ["A VIE B", "WAIVE"], True),
        (["A VIE B"], ["A VIE B"], False),
        (["A BUD B", "A GAL D"], [], False),
        (["A VIE B", "A TRI B", "A BUL D"], ["A VIE B", "A TRI B"], True),
        (["WAIVE", "WAIVE", "WAIVE"], ["WAIVE", "WAIVE"], True),
    ],
)
def test_builds_are_taken_in_their_order_as_many_as_are_possible(given, left, complete):
    """§6: orders count in sequence, a waive giving up one; Italy's builds are ordered beside them."""
    entry = Orders({"ITALY": orders("F NAP B", "A VEN B").by_power["AUSTRIA"], **orders(*given).by_power})
    italy = {"ITALY": ["F NAP B", "A VEN B"]}
    assert left_of(entry, winter()) == (italy | ({"AUSTRIA": left} if left else {}), complete)


def test_what_is_due_to_a_mercenary_must_be_ordered_too():
    """§6: builds of a mercenary that its player did not order are made for them, which nobody said."""
    entry = orders("A VIE B", "F TRI B")
    assert left_of(entry, winter()) == ({"AUSTRIA": ["A VIE B", "F TRI B"]}, False)


def test_a_waive_of_a_mercenary_counts_where_it_is_allowed():
    """§10, `mercenary_waive`."""
    entry = Orders(
        {"AUSTRIA": orders("WAIVE", "WAIVE").by_power["AUSTRIA"], "ITALY": [parse_or_keep("WAIVE")] * 2}
    )
    assert left_of(entry, winter()) == ({"AUSTRIA": ["WAIVE", "WAIVE"]}, False)
    both = {"AUSTRIA": ["WAIVE", "WAIVE"], "ITALY": ["WAIVE", "WAIVE"]}
    assert left_of(entry, winter(), settings={"mercenary_waive": "allowed"}) == (both, True)


@pytest.mark.parametrize(
    ("given", "left", "complete"),
    [
        (["F BRE D"], ["F BRE D"], True),
        (["A BUR D", "F BRE D", "A PAR D"], ["F BRE D"], True),
        (["A PAR B", "F BRE B"], [], False),
        (["A BUR D"], [], False),
    ],
)
def test_removals_are_taken_in_their_order_as_many_as_are_due(given, left, complete):
    """§6: a home centre was lost, so builds have become a removal."""
    found = left_of(orders(*given, power="FRANCE"), winter(), SECOND)
    assert found == ({"FRANCE": left} if left else {}, complete)


def test_a_removal_counts_for_the_power_whose_unit_stands_there():
    """§1: each power adjusts on its own; which one has a unit there was not known when it was left."""
    units = {**UNITS, "AUSTRIA": ["A BUD"], "ITALY": ["A TYR", "A VEN", "F NAP", "F ION"]}
    owned = {**CENTRES, "AUSTRIA": ["BUD"]}
    begin = start("W1902A", units=units, centers=owned, control={"ITALY": "first"})
    assert left_of(orders("A TYR D"), begin) == ({"ITALY": ["A TYR D"]}, True)


def test_a_fleet_is_removed_whatever_coast_it_has_reached():
    """DATC 4.B.5."""
    units = {**UNITS, "FRANCE": ["A MAR", "A PAR", "F SPA/SC", "F BRE"]}
    found = left_of(orders("F SPA D", power="FRANCE"), start("W1902A", units=units), SECOND)
    assert found == ({"FRANCE": ["F SPA/SC D"]}, True)


ITALY_GONE = {power: centres for power, centres in CENTRES.items() if power != "ITALY"}


@pytest.mark.parametrize(
    ("bids", "left", "complete"),
    [
        ({"ITALY": 5, "RUSSIA": 4}, {"RUSSIA": 4}, True),
        ({"ITALY": 5}, {}, True),
        ({}, {}, True),
        ({"RUSSIA": 20}, {"RUSSIA": 20}, True),
        ({"RUSSIA": 21}, {"RUSSIA": 21}, False),
        ({"RUSSIA": 20, "ITALY": 1}, {"RUSSIA": 20}, True),
    ],
)
def test_bids_for_mercenaries_that_are_gone_are_dropped(bids, left, complete):
    """§4: a sheet that could be overbid is not complete."""
    assert left_of(Sheet(bids), start("S1902B", centers=ITALY_GONE)) == (left, complete)


def test_a_sheet_that_may_be_overbid_is_complete_when_its_player_knows():
    assert left_of(Sheet({"RUSSIA": 21}), start("S1902B"), overbid_accepted=True) == ({"RUSSIA": 21}, True)


def test_a_sheet_over_the_reserve_bids_nothing_where_overbids_are_forbidden():
    """§4, `overbid` forbidden: such a sheet is refused."""
    settings = {"overbid": "forbidden"}
    for known in (False, True):
        found = left_of(Sheet({"RUSSIA": 21}), start("S1902B"), settings=settings, overbid_accepted=known)
        assert found == ({}, False)
    assert left_of(Sheet({"RUSSIA": 20}), start("S1902B"), settings=settings) == ({"RUSSIA": 20}, True)


@pytest.mark.parametrize(
    ("begin", "entry"),
    [
        (None, HomesList(())),
        (start("S1902M"), orders("A VIE H")),
        (start("S1902B"), orders("A VIE B")),
        (start("S1902B"), HomesList(())),
        (winter(), Sheet({"ITALY": 3})),
        (winter(), HomesList(())),
    ],
)
def test_an_entry_of_another_kind_fits_nothing(begin, entry):
    with pytest.raises(EntryError):
        fitting(duel_at(begin), FIRST, entry)


OF_LATER = {PhaseKind.RETREATS, PhaseKind.ADJUSTMENTS, PhaseKind.AUCTION}
TEXTS = st.sampled_from([*NONSENSE, "A SER R GRE", "F TRI B", "A BUD D", "A PAR D", "A ROM B", "F STP D"])


def any_entry(draw, duel, player):
    """Draw an entry of the kind that a phase takes, with orders that are offered and others."""
    if duel.kind is PhaseKind.AUCTION:
        bids = st.dictionaries(
            st.sampled_from([*UNITS, "SPAIN"]), st.integers(-1, 30).filter(bool), max_size=5
        )
        return Sheet(draw(bids))
    offered = [
        (power, order) for power, listed in choices_of(duel, player).by_power.items() for order in listed
    ]
    others = st.tuples(st.sampled_from(list(UNITS)), TEXTS.map(parse_or_keep))
    drawn = draw(st.lists(st.one_of(st.sampled_from(offered), others) if offered else others, max_size=12))
    by_power = {}
    for power, order in drawn:
        by_power.setdefault(power, []).append(order)
    return Orders(by_power)


def later_phases(drawn):
    """List the duels in a phase for which something could have been left, with each awaited player."""
    return [
        (before, player)
        for before, _ in drawn.steps
        if before.kind in OF_LATER
        for player in sorted(awaits(before))
    ]


@given(DUELS, st.data())
def test_what_fits_can_always_be_stored_and_fits_again(drawn, data):
    """Whatever was left: what is left of it passes the same check as what is typed in the phase itself."""
    found = later_phases(drawn)
    assume(found)
    duel, player = data.draw(st.sampled_from(found))
    known = data.draw(st.booleans())
    left = fitting(duel, player, any_entry(data.draw, duel, player), overbid_accepted=known)
    check_strictly(duel, player, left.entry)
    again = fitting(duel, player, left.entry, overbid_accepted=known)
    assert again.entry == left.entry
    assert again.complete or not left.complete
    if left.complete:
        assert again == left


def is_storable(duel, player, entry):
    try:
        check_strictly(duel, player, entry)
    except EntryError:
        return False
    return True


@given(DUELS, st.data())
def test_what_can_be_stored_in_a_phase_fits_it_unchanged(drawn, data):
    found = later_phases(drawn)
    assume(found)
    duel, player = data.draw(st.sampled_from(found))
    entry = any_entry(data.draw, duel, player)
    assume(is_storable(duel, player, entry))
    assert fitting(duel, player, entry).entry == entry


@given(DUELS, st.data())
def test_what_can_be_ordered_in_a_phase_could_be_left_for_it_before(drawn, data):
    """Of builds in home centres and removals of units nothing is refused that turns out to be possible."""
    steps = [
        (before, chapter.after, player)
        for before, chapter in drawn.steps
        for player in Player
        if chapter.after.phase in phases_ahead(before, player) and player in awaits(chapter.after)
    ]
    assume(steps)
    before, after, player = data.draw(st.sampled_from(steps))
    if after.kind is PhaseKind.AUCTION:
        return
    for power, listed in choices_of(after, player).by_power.items():
        for order in listed:
            check_ahead(before, player, after.phase, Orders({power: [order]}))
