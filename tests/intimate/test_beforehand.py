"""Entries in advance: what they may hold, and for which phases (rules of the duel, section 6)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudicator import Cause, Phase, PhaseKind, parse, parse_or_keep
from intimate.beforehand import (
    check_ahead,
    desk_ahead,
    duel_at_auction,
    fitting,
    phases_ahead,
    reserve_is_known,
)
from intimate.desk import check_strictly
from intimate.entries import HomesList, Orders, Sheet
from intimate.errors import EntryError, OrderRefused
from intimate.options import choices_of
from intimate.play import awaits
from intimate.players import Player
from intimate.view import View
from tests.builders import CENTRES, UNITS, duel_at, lonely, start
from tests.intimate.lottery import NONSENSE
from tests.intimate.random_duels import DUELS
from tests.intimate.winters import winter

FIRST, SECOND = Player


def ahead(begin, player=FIRST, **settings):
    """List the phases for which a player may make an entry in advance."""
    return [str(phase) for phase in phases_ahead(duel_at(begin, **settings), player)]


@pytest.mark.parametrize(
    ("begin", "phases"),
    [
        (None, []),
        (start("S1902B"), []),
        (start("S1902M"), ["S1902R"]),
        (start("S1902R", dislodged={"FRANCE": {"A BUR": ["GAS"]}}), []),
        (start("F1902M"), ["F1902R", "W1902A", "S1903B"]),
        (start("F1902R", dislodged={"FRANCE": {"A BUR": ["GAS"]}}), ["W1902A", "S1903B"]),
        (start("W1902A", units={**UNITS, "FRANCE": []}), ["S1903B"]),
    ],
)
def test_entries_in_advance_are_possible_for_all_phases_before_the_next_moves(begin, phases):
    assert ahead(begin) == phases


def test_the_last_year_of_a_duel_has_no_auction_behind_it():
    """§8, `year_limit`: the duel ends after the winter of that year."""
    assert ahead(start("F1902M"), year_limit=1902) == ["F1902R", "W1902A"]
    assert ahead(start("F1902M"), year_limit=1903)[-1] == "S1903B"


def test_no_auction_lies_ahead_where_no_mercenary_owns_a_centre():
    """§4: without a mercenary to bid for, the auction is skipped."""
    assert ahead(lonely("F1902M")) == ["F1902R", "W1902A"]


def test_a_player_without_a_unit_has_no_moves_before_those_of_the_next_year():
    """§6: movement awaits a player who commands a power with a unit."""
    begin = start("S1902M", units={**UNITS, "AUSTRIA": []})
    assert ahead(begin) == ["W1902A", "S1903B"]
    assert ahead(begin, SECOND) == ["S1902R"]


def test_a_player_who_has_lost_everything_waits_for_the_auction_alone():
    """§10, `home_eliminated` plays_on."""
    begin = start("F1902M", units={**UNITS, "AUSTRIA": []}, centers={**CENTRES, "AUSTRIA": []})
    assert ahead(begin, home_eliminated="plays_on") == ["S1903B"]


def test_a_unit_that_is_to_retreat_moves_again():
    routed = {"AUSTRIA": {"A SER": ["GRE"]}}
    assert ahead(start("S1902R", units={**UNITS, "AUSTRIA": []}, dislodged=routed)) == []


def test_nothing_lies_ahead_of_a_spectator_or_after_the_end():
    assert View(duel_at(start("F1902M")), None).phases_ahead == ()
    ended = duel_at(start("F1902M")).ended(None, "draw")
    assert phases_ahead(ended, FIRST) == ()


def accepted(duel, phase, text, named=None, player=FIRST):
    """Return the stored form of an order in advance, or the cause of its refusal."""
    try:
        power, order = desk_ahead(duel, player, Phase.parse(phase)).accept(parse(text), named)
    except OrderRefused as refused:
        return refused.reason.cause
    return power, str(order)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("A VIE R BOH", ("AUSTRIA", "A VIE R BOH")),
        ("A VIE - BOH", ("AUSTRIA", "A VIE R BOH")),
        ("A VIE R BUD", ("AUSTRIA", "A VIE R BUD")),
        ("A VIE D", ("AUSTRIA", "A VIE D")),
        ("A VIE R PAR", Cause.RETREAT_BARRED),
        ("A VIE H", Cause.WRONG_PHASE),
        ("A VIE B", Cause.WRONG_PHASE),
        ("WAIVE", Cause.WRONG_PHASE),
        ("A PAR R BUR", Cause.FOREIGN_UNIT),
        ("A GAL R UKR", Cause.NO_UNIT),
        ("A ROM R NAP", ("ITALY", "A ROM R NAP")),
    ],
)
def test_a_retreat_is_prepared_for_any_unit_of_a_player_to_any_place_beside_it(text, means):
    """§6: nobody knows yet which unit will be dislodged, and which places will be vacant."""
    assert accepted(duel_at(start("F1902M", control={"ITALY": "first"})), "F1902R", text) == means


@pytest.mark.parametrize(
    ("text", "named", "means"),
    [
        ("A VIE B", None, ("AUSTRIA", "A VIE B")),
        ("F TRI B", None, ("AUSTRIA", "F TRI B")),
        ("F NAP B", None, ("ITALY", "F NAP B")),
        ("A VEN D", None, ("ITALY", "A VEN D")),
        ("A GAL D", None, ("AUSTRIA", "A GAL D")),
        ("A GAL D", "ITALY", ("ITALY", "A GAL D")),
        ("A GAL D", "FRANCE", ("AUSTRIA", "A GAL D")),
        ("A STP/NC D", None, ("AUSTRIA", "A STP D")),
        ("F SPA D", None, ("AUSTRIA", "F SPA D")),
        ("F SPA/NC D", None, ("AUSTRIA", "F SPA/NC D")),
        ("F SPA/EC D", None, Cause.NO_SUCH_BUILD),
        ("F BOH D", None, Cause.NO_SUCH_BUILD),
        ("A XYZ D", None, Cause.NO_SUCH_BUILD),
        ("WAIVE", None, ("AUSTRIA", "WAIVE")),
        ("WAIVE", "ITALY", Cause.MUST_BUILD),
        ("F VIE B", None, Cause.NO_SUCH_BUILD),
        ("A PAR B", None, Cause.NOT_A_HOME_CENTRE),
        ("A GAL B", None, Cause.NOT_A_HOME_CENTRE),
        ("A VIE R BOH", None, Cause.WRONG_PHASE),
        ("A PAR H", None, Cause.WRONG_PHASE),
    ],
)
def test_builds_and_removals_are_prepared_for_what_may_be_there_by_then(text, named, means):
    """§6: builds in any home centre, removals of units on any place."""
    assert accepted(duel_at(start("F1902M", control={"ITALY": "first"})), "W1902A", text, named) == means


def test_a_fleet_is_built_on_the_coast_that_it_names():
    """DATC 6.I.2."""
    duel = duel_at(start("F1902M", homes={"first": "RUSSIA", "second": "FRANCE"}))
    assert accepted(duel, "W1902A", "F STP B") is Cause.COAST_NEEDED
    assert accepted(duel, "W1902A", "F STP/NC B") == ("RUSSIA", "F STP/NC B")


def orders(*texts, power="AUSTRIA"):
    return Orders({power: [parse_or_keep(text) for text in texts]})


def refused(entry, phase, begin=None, **settings):
    """Return the code of the refusal of an entry in advance, None if it is accepted."""
    duel = duel_at(begin or start("F1902M"), **settings)
    try:
        check_ahead(duel, FIRST, Phase.parse(phase), entry)
    except EntryError as error:
        return error.code
    return None


@pytest.mark.parametrize(
    ("entry", "phase", "code"),
    [
        (orders("A VIE R BOH", "F TRI D"), "F1902R", None),
        (orders("A VIE R GAL", "A BUD R GAL"), "F1902R", None),
        (orders("A VIE R BOH", "A VIE R TYR"), "F1902R", "ordered_twice"),
        (orders("A VIE R PAR"), "F1902R", "illegal_order"),
        (orders("A VIE H"), "F1902R", "illegal_order"),
        (orders("nonsense"), "F1902R", "illegal_order"),
        (orders("A VIE R BOH", power="FRANCE"), "F1902R", "illegal_order"),
        (orders("A VIE B", "F TRI B", "WAIVE", "WAIVE", "A GAL D"), "W1902A", None),
        (orders("A VIE B", "A VIE D"), "W1902A", "ordered_twice"),
        (orders(*["WAIVE"] * 35), "W1902A", "too_many"),
        (orders("A PAR B", power="FRANCE"), "W1902A", "illegal_order"),
        (Sheet({"ITALY": 3}), "S1903B", None),
        (Sheet({"ITALY": 10**6}), "S1903B", None),
        (Sheet({"ITALY": -1}), "S1903B", "bid_not_whole"),
        (Sheet({"FRANCE": 1}), "S1903B", "bid_for_home"),
        (Sheet({"ATLANTIS": 1}), "S1903B", "bid_for_unknown"),
        (Sheet({"ITALY": 3}), "W1902A", "wrong_kind"),
        (orders("A VIE B"), "S1903B", "wrong_kind"),
        (HomesList(()), "F1902R", "wrong_kind"),
        (orders("A VIE H"), "F1902M", "not_ahead"),
        (orders("A VIE - BOH"), "S1903M", "not_ahead"),
        (Sheet({"ITALY": 3}), "S1902B", "not_ahead"),
        (HomesList(()), "HOMES", "not_ahead"),
    ],
)
def test_an_entry_that_could_never_be_used_is_refused(entry, phase, code):
    assert refused(entry, phase) == code


FORBIDDEN = {"preset": "beginner"}


def test_a_sheet_over_a_reserve_that_is_known_is_refused_where_overbids_are_forbidden():
    """§4, `overbid` forbidden: the reserve is known once the income of autumn is paid, or fixed."""
    winter = start("W1902A", units={**UNITS, "AUSTRIA": []})
    assert refused(Sheet({"ITALY": 21}), "S1903B", winter, **FORBIDDEN) == "sheet_over_reserve"
    assert refused(Sheet({"ITALY": 20}), "S1903B", winter, **FORBIDDEN) is None
    assert refused(Sheet({"ITALY": 99}), "S1903B", **FORBIDDEN) is None
    assert refused(Sheet({"ITALY": 13}), "S1903B", preset="dueldip") == "sheet_over_reserve"
    assert refused(Sheet({"ITALY": 12}), "S1903B", preset="dueldip") is None


@pytest.mark.parametrize(
    ("phase", "settings", "reserve", "known"),
    [
        ("F1902M", {}, 23, False),
        ("F1902M", {"carry_over": False}, 3, False),
        ("F1902M", {"income": {"fixed": 5}}, 25, True),
        ("W1902A", {}, 20, True),
    ],
)
def test_the_reserve_of_the_next_auction_is_estimated_from_the_centres_of_now(
    phase, settings, reserve, known
):
    """§3: after each autumn +1 for each supply centre of the home power."""
    duel = duel_at(start(phase, units={**UNITS, "AUSTRIA": []}), **settings)
    then = duel_at_auction(duel)
    assert (then.credits[FIRST], str(then.phase)) == (reserve, "S1903B")
    assert reserve_is_known(duel) is known


def test_the_next_auction_counts_the_year_of_service_that_is_ending():
    """§4, `loyalty`."""
    duel = duel_at(start("F1902M", control={"ITALY": "first"}), preset="intimate-2")
    then = View(duel, FIRST).at_next_auction
    assert then.discount("ITALY") == 1
    assert then.duel.control == {}
    assert View(duel, FIRST).discount("ITALY") == 0


def test_no_orders_in_advance_are_accepted_for_an_auction():
    with pytest.raises(ValueError, match="takes no orders"):
        desk_ahead(duel_at(start("F1902M")), FIRST, Phase.parse("S1903B"))


ROUTED = {"AUSTRIA": {"A SER": ["ALB", "GRE"], "F GRE": ["ALB", "ION"]}, "FRANCE": {"A BUR": ["GAS"]}}


def left_of(entry, begin, player=FIRST, settings=None, **options):
    """Return the legal rest of an entry as texts by power, and whether it is complete."""
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
def test_only_legal_retreats_of_dislodged_units_remain(given, left, complete):
    """§6, 1971 XI.2: complete if each dislodged unit has an order, and no two go to one place."""
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
def test_builds_are_taken_in_order_up_to_the_possible_number(given, left, complete):
    """§6: orders count in sequence, and a waive uses one up; Italy's builds are ordered beside them."""
    entry = Orders({"ITALY": orders("F NAP B", "A VEN B").by_power["AUSTRIA"], **orders(*given).by_power})
    italy = {"ITALY": ["F NAP B", "A VEN B"]}
    assert left_of(entry, winter()) == (italy | ({"AUSTRIA": left} if left else {}), complete)


def test_an_entry_is_incomplete_without_the_builds_of_a_mercenary():
    """§6: otherwise default builds would be made for it, which its player never ordered."""
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
def test_removals_are_taken_in_order_up_to_the_number_due(given, left, complete):
    """§6: a home centre was lost, so builds have become a removal."""
    found = left_of(orders(*given, power="FRANCE"), winter(), SECOND)
    assert found == ({"FRANCE": left} if left else {}, complete)


def test_a_removal_counts_for_the_power_whose_unit_stands_there():
    """§1: each power adjusts on its own; nobody knew in advance which one would have a unit there."""
    units = {**UNITS, "AUSTRIA": ["A BUD"], "ITALY": ["A TYR", "A VEN", "F NAP", "F ION"]}
    owned = {**CENTRES, "AUSTRIA": ["BUD"]}
    begin = start("W1902A", units=units, centers=owned, control={"ITALY": "first"})
    assert left_of(orders("A TYR D"), begin) == ({"ITALY": ["A TYR D"]}, True)


def test_a_fleet_is_removed_from_any_coast():
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
    """§4: a sheet that could be overbid is incomplete."""
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
    """Draw a random entry for a kind of phase, with legal orders and others."""
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
    """List the duels in a phase that allowed an entry in advance, with each awaited player."""
    return [
        (before, player)
        for before, _ in drawn.steps
        if before.kind in OF_LATER
        for player in sorted(awaits(before))
    ]


@given(DUELS, st.data())
def test_a_fitted_entry_can_be_stored_and_fits_again(drawn, data):
    """For any entry in advance: its legal rest passes the same check as an entry in the phase itself."""
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
def test_a_storable_entry_fits_unchanged(drawn, data):
    found = later_phases(drawn)
    assume(found)
    duel, player = data.draw(st.sampled_from(found))
    entry = any_entry(data.draw, duel, player)
    assume(is_storable(duel, player, entry))
    assert fitting(duel, player, entry).entry == entry


@given(DUELS, st.data())
def test_orders_of_a_phase_could_have_been_prepared_for_it_before(drawn, data):
    """No build in a home centre and no removal of a unit is refused in advance if it may become possible."""
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
