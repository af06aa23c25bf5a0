"""What if: lines of play from any position, adjudicated by the base game alone, and never an error."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import EDITIONS, STANDARD, Build, adjudicate, parse, read_position, standard
from adjudicator.interchange import centers_by_power, units_by_power
from services import what_if
from services.all_sides import AllSides
from services.lines_of_play import MOST_ORDERS, MOST_STEPS, TooLong, in_place_of, worth_keeping
from tests.adjudicator.muddles import muddle
from tests.builders import CENTRES, UNITS

SEEDS = st.integers(0, 2**40)
GARBAGE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["A PAR", "WAIVE", "A XYZ - PAR", "F SPA/EC H", "A PAR B", "F PAR B", "A MOS B", "A PAR D"]
    ),
)


def line(awaited, units=UNITS, centers=CENTRES, **more):
    """Return what a chapter tells of the position that it led to."""
    usual = {"next": awaited, "homes": {"first": "AUSTRIA"}, "control": {}, "dislodged": {}, "passed": []}
    return {"phase": "S1901B", **usual, "units": units, "centers": centers, **more}


def after(plain, edition="standard", before=None):
    return what_if.after_chapter(plain, before, EDITIONS[edition])


def tried(start, *play):
    return what_if.branch(start, play)


def asked(step):
    return str(step.after.phase)


def units(step):
    return units_by_power(step.after.position)


def centres(step):
    return centers_by_power(step.after.position)


def fates(step):
    """Return the flags of every unit that was tried."""
    return {str(told.unit): told.flags for told in what_if.told(step)}


def reasons(step):
    return {str(told.unit): [str(reason) for reason in told.reasons] for told in what_if.told(step)}


def played_at_random(start, chance, phases=6):
    """Return a line of play of legal orders, some of them left out."""
    play, moment = [], start.moment
    for _ in range(phases):
        desk = AllSides(moment, start.edition)
        offered = [choice.orders for choice in desk.units] if desk.kind in "MR" else []
        if desk.kind == "A":
            offered = [choice.orders for choice in desk.winter_choices() for _ in range(choice.number)]
        play.append([str(chance.choice(orders)) for orders in offered if orders and chance.random() < 0.9])
        moment = what_if.branch(start, play)[-1].after
    return play


def test_spring_goes_on_to_autumn_and_autumn_to_the_winter_of_those_who_gained_or_lost():
    start = what_if.before_all(STANDARD)
    spring, autumn, winter = tried(
        start, ["A VIE - GAL", "F TRI - ALB"], ["A GAL - RUM", "F ALB - GRE"], ["A VIE B", "F TRI B"]
    )
    assert [str(step.phase) for step in (spring, autumn, winter)] == ["S1901M", "F1901M", "W1901A"]
    assert centres(autumn)["AUSTRIA"] == ["BUD", "GRE", "RUM", "TRI", "VIE"]
    desk = AllSides(autumn.after, STANDARD)
    assert [(choice.power, choice.number, choice.removes) for choice in desk.winter_choices()] == [
        ("AUSTRIA", 2, False)
    ]
    assert units(winter)["AUSTRIA"] == ["A BUD", "A RUM", "A VIE", "F GRE", "F TRI"]
    assert asked(winter) == "S1902M"


def test_a_winter_without_difference_is_passed_and_years_go_on():
    steps = tried(what_if.before_all(STANDARD), [], [], [], [])
    assert [str(step.phase) for step in steps] == ["S1901M", "F1901M", "S1902M", "F1902M"]
    assert asked(steps[-1]) == "S1903M"


def test_removals_that_are_not_ordered_go_by_default():
    start = after(
        line("W1901A", centers={**CENTRES, "ITALY": [*CENTRES["ITALY"], "TRI"], "AUSTRIA": ["BUD", "VIE"]})
    )
    (step,) = tried(start, [])
    assert units(step)["AUSTRIA"] == ["A BUD", "A VIE"]
    assert fates(step) == {"F TRI": ("disband",)}


def test_builds_may_be_left_out_and_too_many_are_void_with_the_reason():
    owned = {"FRANCE": [*CENTRES["FRANCE"], "SPA"]}
    start = after(line("W1901A", {"FRANCE": ["A SPA"]}, owned))
    (none,) = tried(start, ["WAIVE"])
    assert units(none) == {"FRANCE": ["A SPA"]}
    (several,) = tried(start, ["A PAR B", "F BRE B", "A MAR B", "A PAR B", "F SPA B"])
    assert units(several)["FRANCE"] == ["A MAR", "A PAR", "A SPA", "F BRE"]
    assert [str(stray.reason) for stray in several.strays] == ["SPA is no home centre of this power"]


BATTLE = {"FRANCE": ["A MAR", "A PAR"], "GERMANY": ["A BUR", "A MUN"]}
ATTACK = ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_a_dislodged_unit_retreats_and_then_it_is_autumn():
    start = after(line("S1901M", BATTLE))
    fight, retreat = tried(start, ATTACK, ["A BUR R PIC"])
    assert asked(fight) == "S1901R"
    assert fates(fight)["A BUR"] == ("dislodged",)
    assert (str(retreat.phase), asked(retreat)) == ("S1901R", "F1901M")
    assert units(retreat)["GERMANY"] == ["A MUN", "A PIC"]


def test_a_retreat_may_be_written_as_a_move_and_without_order_the_unit_disbands():
    start = after(line("S1901M", BATTLE))
    assert units(tried(start, ATTACK, ["A BUR - PIC"])[-1])["GERMANY"] == ["A MUN", "A PIC"]
    assert units(tried(start, ATTACK, [])[-1])["GERMANY"] == ["A MUN"]


def test_a_unit_with_nowhere_to_go_leaves_at_once_and_no_retreats_are_asked_for():
    ring = {"ITALY": ["A APU", "A ROM"], "AUSTRIA": ["A NAP"], "TURKEY": ["F ION", "F TYS"]}
    (step,) = tried(after(line("S1901M", ring)), ["A APU - NAP", "A ROM S A APU - NAP"])
    assert asked(step) == "F1901M"
    assert fates(step)["A NAP"] == ("dislodged", "disband")
    assert "AUSTRIA" not in units(step)


def test_supply_centres_change_hands_after_the_retreats_of_autumn():
    start = after(line("F1901M", BATTLE, {"FRANCE": ["PAR"]}))
    fight, retreat = tried(start, ["A MUN - KIE", *ATTACK], ["A BUR R BEL"])
    assert centres(fight) == {"FRANCE": ["PAR"]}
    assert centres(retreat)["GERMANY"] == ["BEL", "KIE"]


def test_units_that_move_in_a_circle_all_move():
    ring = {"TURKEY": ["F ANK", "A CON", "A SMY"]}
    (step,) = tried(after(line("S1901M", ring)), ["F ANK - CON", "A CON - SMY", "A SMY - ANK"])
    assert units(step)["TURKEY"] == ["A ANK", "A SMY", "F CON"]
    assert set(fates(step).values()) == {()}


def test_the_edition_of_the_duel_decides():
    """Two units of one power trade places in the rules of the Ecole normale superieure alone."""
    play = ["A PAR - BUR", "A BUR - PAR"]
    lone = line("S1901M", {"FRANCE": ["A BUR", "A PAR"]})
    assert fates(tried(after(lone), play)[0])["A PAR"] == ("bounce",)
    assert fates(tried(after(lone, "ens"), play)[0])["A PAR"] == ()


def test_the_edition_says_where_the_northern_fleet_begins():
    assert what_if.before_all(EDITIONS["parker"]).moment.position.units != (
        what_if.before_all(STANDARD).moment.position.units
    )


@pytest.mark.parametrize(
    ("plain", "before", "phase"),
    [
        (line("S1902B"), None, "S1902M"),
        (line("HOMES"), None, "S1901M"),
        (line("F1902M"), None, "F1902M"),
        (line(None, phase="F1903R"), None, "S1904M"),
        (line(None, phase="F1903M", passed=[{"phase": "F1903R"}]), None, "S1904M"),
        (line(None, event="conceded"), {"next": "F1904M"}, "F1904M"),
        (line(None, event="conceded"), None, "S1901M"),
    ],
)
def test_what_comes_next_in_the_base_game_is_tried_even_after_the_end(plain, before, phase):
    assert str(after(plain, before=before).moment.phase) == phase


def test_orders_that_cannot_be_carried_out_are_void_with_the_reason():
    (step,) = tried(
        what_if.before_all(STANDARD),
        ["A PAR - MOS", "F LON ?", "A GAS - BUR", "nonsense", "A MUN B", "F KIE R BAL"],
    )
    told = reasons(step)
    assert fates(step)["A PAR"] == fates(step)["F LON"] == fates(step)["A MUN"] == ("void",)
    assert told["F LON"] == ["the order cannot be read"]
    assert told["F KIE"] == ["the order does not belong to this phase"]
    assert [(str(stray.order), str(stray.reason)) for stray in step.strays] == [
        ("A GAS - BUR", "A GAS is not there"),
        ("nonsense", "the order cannot be read"),
    ]


def test_units_that_were_ordered_nothing_and_stayed_are_not_worth_telling():
    (step,) = tried(what_if.before_all(STANDARD), ["A PAR - BUR", "A MUN - BUR"])
    assert {str(told.unit) for told in what_if.worth_telling(step)} == {"A PAR", "A MUN"}
    assert len(list(what_if.told(step))) == 22


def test_more_phases_or_orders_than_can_be_tried_are_refused():
    start = what_if.before_all(STANDARD)
    assert len(tried(start, *[[]] * MOST_STEPS)) == MOST_STEPS
    for play in ([[]] * (MOST_STEPS + 1), [["A PAR H"] * (MOST_ORDERS + 1)]):
        with pytest.raises(TooLong):
            what_if.branch(start, play)


def test_the_commands_of_the_year_are_told_until_it_ends():
    start = after(line("F1901M", control={"ITALY": "first", "RUSSIA": None}))
    assert what_if.line_at(start, start.moment)["control"] == {"ITALY": "first", "RUSSIA": None}
    (step,) = tried(start, [])
    told = what_if.line_at(start, step.after)
    assert (told["next"], told["control"], told["homes"]) == ("S1902B", {}, {"first": "AUSTRIA"})


def test_holds_are_not_kept_unless_they_say_something():
    texts = ["A PAR H", "A MUN - BUR", "WAIVE", "a, b\nc", ""]
    assert worth_keeping(texts, STANDARD) == ["A MUN - BUR", "a b c"]
    assert worth_keeping(texts, EDITIONS["anjou"]) == ["A PAR H", "A MUN - BUR", "a b c"]


def test_what_is_typed_counts_before_what_is_chosen_for_the_same_unit():
    assert in_place_of(["A PAR - BUR", "A MAR H"], ["A PAR - PIC"]) == ["A PAR - PIC", "A MAR H"]


@given(SEEDS, st.sampled_from(sorted(EDITIONS)), st.lists(st.lists(GARBAGE, max_size=8), max_size=4))
def test_whatever_is_ordered_anywhere_it_is_never_an_error(seed, name, garbage):
    request = muddle(seed)
    start = after(line("S1901M", request["units"], {}), name)
    legal = played_at_random(start, Random(seed), phases=3)  # noqa: S311 -- the same again for a seed
    given_orders = [order for orders in request["orders"].values() for order in orders][:MOST_ORDERS]
    for step in what_if.branch(start, [*legal, given_orders, *garbage]):
        assert all(told.flags or not told.reasons for told in what_if.told(step))


@given(SEEDS, st.sampled_from(sorted(EDITIONS)))
def test_every_phase_agrees_with_the_adjudicator(seed, name):
    start = after(line("S1901M", muddle(seed)["units"]), name)
    play = played_at_random(start, Random(seed))  # noqa: S311 -- the same again for a seed
    for texts, step in zip(play, what_if.branch(start, play), strict=True):
        given_orders = {}
        for order in map(parse, texts):
            given_orders.setdefault(owner(step, order), []).append(order)
        expected = adjudicate(step.phase.turn, step.before, given_orders, standard(), EDITIONS[name])
        assert (expected.position, expected.outcomes) == (step.result.position, step.result.outcomes)
        assert step.strays == []


def owner(step, order):
    """Return the power that an order is one of."""
    if isinstance(order, Build):
        return standard().spaces[order.unit.province].home
    routed = step.before.dislodged.get(order.unit) if step.phase.kind == "R" else None
    return routed.power if routed else step.before.units[order.unit]


def test_a_position_is_read_as_a_chapter_tells_it():
    plain = line("F1901R", {"GERMANY": ["A BUR"]}, dislodged={"FRANCE": {"A BUR": ["GAS", "PAR"]}})
    start = after(plain)
    assert start.moment.position == read_position(plain["units"], plain["centers"], plain["dislodged"])
    assert what_if.line_at(start, start.moment)["dislodged"] == plain["dislodged"]
