"""Lines of "What if" from any position: adjudicated by the base game alone, and never an error."""

import base64
import zlib
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import (
    EDITIONS,
    STANDARD,
    Build,
    Cause,
    Flag,
    Game,
    Passed,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Unit,
    Unreadable,
    adjudicate,
    centers_by_power,
    parse,
    parse_or_keep,
    read_position,
    standard,
    units_by_power,
)
from intimate.chapter import Chapter
from intimate.desk import OrderRefused
from intimate.events import Event, EventKind
from intimate.players import Player
from services.history.chapters import Past
from services.what_if import (
    LONGEST_ORDER,
    LONGEST_TEXT,
    MOST_ORDERS,
    MOST_STEPS,
    Damaged,
    DeskForAll,
    TooLong,
    branch,
    fates,
    merged,
    noteworthy_fates,
    read_link,
    start_of,
    without_defaults,
    write_link,
)
from tests.adjudicator.random_phases import random_phase
from tests.builders import CENTRES, UNITS
from tests.services.what_if.playing import after, before_all, duel, played_at_random, stored, tried

FIRST, SECOND = Player
SEEDS = st.integers(0, 2**40)
GARBAGE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["A PAR", "WAIVE", "A XYZ - PAR", "F SPA/EC H", "A PAR B", "F PAR B", "A MOS B", "A PAR D"]
    ),
)


def phase_of(step):
    return str(step.before.phase)


def played_phase(step):
    return str(step.played.game.phase)


def units(step):
    return units_by_power(step.played.game.position)


def centres(step):
    return centers_by_power(step.played.game.position)


def flags(step):
    """Return the flags of every ordered unit."""
    return {str(fate.ordered): fate.outcome.flags for fate in fates(step)}


def causes(step):
    return {str(fate.ordered): [reason.cause for reason in fate.outcome.reasons] for fate in fates(step)}


def test_spring_goes_on_to_autumn_and_autumn_to_the_winter_of_those_who_gained_or_lost():
    spring, autumn, winter = tried(
        before_all(), ["A VIE - GAL", "F TRI - ALB"], ["A GAL - RUM", "F ALB - GRE"], ["A VIE B", "F TRI B"]
    )
    assert [phase_of(step) for step in (spring, autumn, winter)] == ["S1901M", "F1901M", "W1901A"]
    assert centres(autumn)["AUSTRIA"] == ["BUD", "GRE", "RUM", "TRI", "VIE"]
    choices = DeskForAll(autumn.played.game).choices
    assert [(choice.power, choice.number, choice.removes) for choice in choices.winters] == [
        ("AUSTRIA", 2, False)
    ]
    assert units(winter)["AUSTRIA"] == ["A BUD", "A RUM", "A VIE", "F GRE", "F TRI"]
    assert played_phase(winter) == "S1902M"


def test_a_winter_without_difference_is_passed_and_years_go_on():
    steps = tried(before_all(), [], [], [], [])
    assert [phase_of(step) for step in steps] == ["S1901M", "F1901M", "S1902M", "F1902M"]
    assert played_phase(steps[-1]) == "S1903M"


def test_removals_that_are_not_ordered_go_by_default():
    owned = {**CENTRES, "ITALY": [*CENTRES["ITALY"], "TRI"], "AUSTRIA": ["BUD", "VIE"]}
    (step,) = tried(after("W1901A", UNITS, owned), [])
    assert units(step)["AUSTRIA"] == ["A BUD", "A VIE"]
    assert flags(step) == {"F TRI": ("disband",)}


def test_builds_may_be_left_out_and_too_many_are_void_with_the_reason():
    owned = {"FRANCE": [*CENTRES["FRANCE"], "SPA"]}
    start = after("W1901A", {"FRANCE": ["A SPA"]}, owned)
    (none,) = tried(start, ["WAIVE"])
    assert units(none) == {"FRANCE": ["A SPA"]}
    (several,) = tried(start, ["A PAR B", "F BRE B", "A MAR B", "A PAR B", "F SPA B"])
    assert units(several)["FRANCE"] == ["A MAR", "A PAR", "A SPA", "F BRE"]
    assert [stray.reason for stray in several.strays] == [Reason(Cause.NOT_A_HOME_CENTRE, place="SPA")]


BATTLE = {"FRANCE": ["A MAR", "A PAR"], "GERMANY": ["A BUR", "A MUN"]}
ATTACK = ["A PAR - BUR", "A MAR S A PAR - BUR"]


def test_a_dislodged_unit_retreats_and_then_it_is_autumn():
    fight, retreat = tried(after("S1901M", BATTLE), ATTACK, ["A BUR R PIC"])
    assert played_phase(fight) == "S1901R"
    assert flags(fight)["A BUR"] == ("dislodged",)
    assert (phase_of(retreat), played_phase(retreat)) == ("S1901R", "F1901M")
    assert units(retreat)["GERMANY"] == ["A MUN", "A PIC"]


def test_a_retreat_may_be_written_as_a_move_and_without_order_the_unit_disbands():
    start = after("S1901M", BATTLE)
    assert units(tried(start, ATTACK, ["A BUR - PIC"])[-1])["GERMANY"] == ["A MUN", "A PIC"]
    assert units(tried(start, ATTACK, [])[-1])["GERMANY"] == ["A MUN"]


def test_a_unit_with_nowhere_to_go_leaves_at_once_and_no_retreats_are_asked_for():
    ring = {"ITALY": ["A APU", "A ROM"], "AUSTRIA": ["A NAP"], "TURKEY": ["F ION", "F TYS"]}
    (step,) = tried(after("S1901M", ring), ["A APU - NAP", "A ROM S A APU - NAP"])
    assert played_phase(step) == "F1901M"
    assert flags(step)["A NAP"] == ("dislodged", "disband")
    assert "AUSTRIA" not in units(step)


def test_supply_centres_change_hands_after_the_retreats_of_autumn():
    start = after("F1901M", BATTLE, {"FRANCE": ["PAR"]})
    fight, retreat = tried(start, ["A MUN - KIE", *ATTACK], ["A BUR R BEL"])
    assert centres(fight) == {"FRANCE": ["PAR"]}
    assert centres(retreat)["GERMANY"] == ["BEL", "KIE"]


def test_units_that_move_in_a_circle_all_move():
    ring = {"TURKEY": ["F ANK", "A CON", "A SMY"]}
    (step,) = tried(after("S1901M", ring), ["F ANK - CON", "A CON - SMY", "A SMY - ANK"])
    assert units(step)["TURKEY"] == ["A ANK", "A SMY", "F CON"]
    assert set(flags(step).values()) == {()}


def test_the_edition_of_the_duel_decides():
    """Two units of one power trade places only in the rules of the Ecole normale superieure."""
    play, lone = ["A PAR - BUR", "A BUR - PAR"], {"FRANCE": ["A BUR", "A PAR"]}
    assert flags(tried(after("S1901M", lone), play)[0])["A PAR"] == ("bounce",)
    assert flags(tried(after("S1901M", lone, edition="ens"), play)[0])["A PAR"] == ()


def test_the_edition_says_where_the_northern_fleet_begins():
    assert before_all("parker").game.position.units != before_all().game.position.units


CONCEDED = Event(EventKind.CONCEDED, FIRST)


@pytest.mark.parametrize(
    ("awaited", "chapter", "before", "phase"),
    [
        ("S1902B", {"phase": "W1901A"}, None, "S1902M"),
        ("HOMES", {"event": Event(EventKind.DRAW_OFFERED, FIRST)}, None, "S1901M"),
        ("F1902M", {"phase": "S1902M"}, None, "F1902M"),
        (None, {"phase": "F1903R"}, None, "S1904M"),
        (None, {"phase": "F1903M", "passed": ["F1903R"]}, None, "S1904M"),
        (None, {"phase": "W1903A"}, None, "S1904M"),
        (None, {"phase": "S1904B"}, None, "S1904M"),
        (None, {"event": CONCEDED}, "F1904M", "F1904M"),
        (None, {"event": CONCEDED}, "S1904B", "S1904M"),
        (None, {"event": CONCEDED}, "HOMES", "S1901M"),
        (None, {"event": CONCEDED}, None, "S1901M"),
    ],
)
def test_a_what_if_starts_with_the_next_phase_of_the_base_game_even_after_the_end(
    awaited, chapter, before, phase
):
    made = Chapter(
        duel(awaited),
        Phase.parse(chapter["phase"]) if "phase" in chapter else None,
        event=chapter.get("event"),
        passed=tuple(Passed(Phase.parse(name), {}) for name in chapter.get("passed", ())),
    )
    past = Past(1, made, before and duel(before))
    assert str(start_of(stored(), past).game.phase) == phase


def test_orders_that_cannot_be_carried_out_are_void_with_the_reason():
    (step,) = tried(
        before_all(),
        ["A PAR - MOS", "F LON ?", "A GAS - BUR", "nonsense", "A MUN B", "F KIE R BAL"],
    )
    assert flags(step)["A PAR"] == flags(step)["F LON"] == flags(step)["A MUN"] == ("void",)
    assert causes(step)["F LON"] == [Cause.UNREADABLE]
    assert causes(step)["F KIE"] == [Cause.WRONG_PHASE]
    assert [(str(stray.order), stray.reason) for stray in step.strays] == [
        ("A GAS - BUR", Reason(Cause.NO_UNIT, (Unit.parse("A GAS"),))),
        ("nonsense", Reason(Cause.UNREADABLE)),
    ]


def test_units_that_were_ordered_nothing_and_stayed_are_not_noteworthy():
    (step,) = tried(before_all(), ["A PAR - BUR", "A MUN - BUR"])
    assert {str(fate.ordered) for fate in noteworthy_fates(step)} == {"A PAR", "A MUN"}
    assert len(fates(step)) == 22


def test_of_several_orders_for_a_unit_the_last_stands_beside_it():
    (step,) = tried(before_all(), ["A PAR - BUR", "A PAR - PIC"])
    (fate,) = noteworthy_fates(step)
    assert str(fate.order) == "A PAR - PIC"


def test_more_phases_or_orders_than_can_be_tried_are_refused():
    start = before_all()
    assert len(tried(start, *[[]] * MOST_STEPS)) == MOST_STEPS
    for play in ([[]] * (MOST_STEPS + 1), [["A PAR H"] * (MOST_ORDERS + 1)]):
        with pytest.raises(TooLong):
            tried(start, *play)


def test_the_commands_of_the_year_hold_until_it_ends():
    start = after("F1901M", control={"ITALY": FIRST})
    assert start.duel_at(start.game).control == {"ITALY": FIRST}
    (step,) = tried(start, [])
    later = start.duel_at(step.played.game)
    assert (str(later.phase), later.control, later.homes[FIRST]) == ("S1902B", {}, "AUSTRIA")
    assert later.position == step.played.game.position


def test_before_an_auction_nobody_commands_anything():
    start = after("S1902B")
    assert (str(start.duel_at(start.game).phase), start.duel_at(start.game).control) == ("S1902B", {})


@given(SEEDS, st.sampled_from(sorted(EDITIONS)), st.lists(st.lists(GARBAGE, max_size=8), max_size=4))
def test_no_orders_ever_raise_an_error(seed, name, garbage):
    request = random_phase(seed)
    start = after("S1901M", request["units"], {}, edition=name)
    legal = played_at_random(start, Random(seed), phases=3)  # noqa: S311 -- repeatable randomness
    given_orders = [order for orders in request["orders"].values() for order in orders][:MOST_ORDERS]
    texts = [list(map(parse_or_keep, orders)) for orders in (given_orders, *garbage)]
    for step in branch(start, [*legal, *texts]):
        assert all(fate.outcome.flags or not fate.outcome.reasons for fate in fates(step))


@given(SEEDS, st.sampled_from(sorted(EDITIONS)))
def test_every_phase_agrees_with_the_adjudicator(seed, name):
    """Except units with nowhere to go, which disband at once."""
    start = after("S1901M", random_phase(seed)["units"], edition=name)
    play = played_at_random(start, Random(seed))  # noqa: S311 -- repeatable randomness
    for orders, step in zip(play, branch(start, play), strict=True):
        by_power = {}
        for order in orders:
            by_power.setdefault(owner(step.before, order), []).append(order)
        expected = adjudicate(step.before.phase, step.before.position, by_power, EDITIONS[name])
        assert without_stranded(expected) == (step.played.result.position, step.played.result.outcomes)
        assert step.strays == []


def without_stranded(result):
    """Return the position and outcomes of a result, with stranded dislodged units disbanded."""
    stranded = {unit: gone.power for unit, gone in result.position.dislodged.items() if not gone.retreats}
    staying = {unit: gone for unit, gone in result.position.dislodged.items() if unit not in stranded}
    outcomes = {power: dict(by_unit) for power, by_unit in result.outcomes.items()}
    for unit, power in stranded.items():
        outcome = outcomes[power][unit]
        outcomes[power][unit] = outcome._replace(flags=(*outcome.flags, Flag.DISBAND))
    return replace(result.position, dislodged=staying), outcomes


def owner(game, order):
    """Return the power of an order."""
    if isinstance(order, Build):
        return standard().spaces[order.unit.province].home
    retreats = game.phase.kind is PhaseKind.RETREATS
    return game.position.dislodged[order.unit].power if retreats else game.position.units[order.unit]


def test_a_position_is_taken_as_a_chapter_has_it():
    dislodged = {"FRANCE": {"A BUR": ["GAS", "PAR"]}}
    start = after("F1901R", {"GERMANY": ["A BUR"]}, dislodged=dislodged)
    assert isinstance(start.game.position, Position)
    assert start.game.position == read_position({"GERMANY": ["A BUR"]}, CENTRES, dislodged)
    assert start.duel_at(start.game).position == start.game.position


ROUTED = {"GERMANY": {"A BUR": ["GAS", "PIC"]}}


def desk(phase="S1901M", units=UNITS, dislodged=None, edition="standard"):
    """Return the desk of a phase of the base game."""
    position = read_position(units, CENTRES, dislodged or {})
    return DeskForAll(Game(Phase.parse(phase), position, EDITIONS[edition]))


def accepted(text, *args, **options):
    """Accept an order; return it with its power."""
    power, order = desk(*args, **options).accept(parse(text))
    return power, str(order)


def refusal(text, *args, **options):
    """Return the cause for which an order is refused."""
    with pytest.raises(OrderRefused) as refused:
        desk(*args, **options).accept(parse(text))
    return refused.value.reason.cause


def test_an_order_belongs_to_the_power_of_its_unit_and_may_be_illegal():
    assert accepted("A PAR - MOS") == ("FRANCE", "A PAR - MOS")
    assert accepted("F STP - NWY") == ("RUSSIA", "F STP/SC - NWY")


def test_of_two_units_of_one_name_the_dislodged_one_is_ordered_to_retreat():
    """An army dislodged by an army has the same name as the one that now stands there."""
    units = {"FRANCE": ["A BUR"]}
    for text in ("A BUR R PIC", "A BUR - PIC", "A BUR D"):
        assert accepted(text, "S1901R", units, ROUTED)[0] == "GERMANY"
    assert accepted("A BUR - PIC", "S1901R", units, ROUTED)[1] == "A BUR R PIC"


def test_a_build_belongs_to_the_power_whose_home_centre_it_is_made_in():
    assert accepted("A PAR B", "W1901A") == ("FRANCE", "A PAR B")
    assert accepted("F STP/NC B", "W1901A") == ("RUSSIA", "F STP/NC B")
    assert refusal("A SPA B", "W1901A") is Cause.NOT_A_HOME_CENTRE


def test_an_order_about_nothing_on_the_board_is_refused():
    assert refusal("A GAS - BUR") is Cause.NO_UNIT
    assert refusal("F PAR - BUR") is Cause.NO_UNIT
    assert refusal("WAIVE", "W1901A") is Cause.NOTHING_DUE


def test_an_unreadable_order_belongs_to_the_unit_it_names():
    power, text = desk().accept_unreadable(parse_or_keep("A PAR vers BUR"))
    assert (power, text) == ("FRANCE", Unreadable("A PAR vers BUR", Unit.parse("A PAR")))
    for text, cause in (("nonsense", Cause.UNREADABLE), ("A GAS ?", Cause.NO_UNIT)):
        with pytest.raises(OrderRefused) as refused:
            desk().accept_unreadable(parse_or_keep(text))
        assert refused.value.reason.cause is cause


def test_any_number_of_orders_can_be_tried():
    for count in (0, 1, 99):
        desk("W1901A").check_count("FRANCE", count)


def test_all_units_of_all_powers_can_be_ordered_or_all_that_were_dislodged():
    assert len(desk().units) == 22
    assert desk("S1901R", {"FRANCE": ["A BUR"]}, ROUTED).units == [("GERMANY", Unit.parse("A BUR"))]
    assert desk("W1901A").units == []


def test_the_abbreviations_of_the_edition_may_be_written():
    assert desk().edition is None
    assert desk(edition="parker").edition == "parker"


ORDERS = st.one_of(
    st.sampled_from(
        ["A PAR - BUR", "F STP/NC B", "F NTH C A LON - BEL", "A MAR S A PAR - BUR", "A LON - BEL VIA"]
    ),
    st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=LONGEST_ORDER),
)
PLAYS = st.lists(st.lists(ORDERS.map(parse_or_keep), max_size=6).map(tuple), max_size=MOST_STEPS).map(tuple)


def packed(text, version="1"):
    """Return the text of a link for any content."""
    packer = zlib.compressobj(9, wbits=-15)
    body = packer.compress(text.encode()) + packer.flush()
    return version + base64.urlsafe_b64encode(body).decode().rstrip("=")


@given(PLAYS)
def test_a_written_link_is_read_unchanged(play):
    assert read_link(write_link(play)) == play


@given(st.integers(0, 2**40))
def test_years_of_play_fit_into_a_link(seed):
    play = played_at_random(before_all(), Random(seed), MOST_STEPS)  # noqa: S311 -- repeatable randomness
    short = write_link(play)
    assert [list(orders) for orders in read_link(short)] == play
    assert len(short) < LONGEST_TEXT
    assert set(short) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_line_without_phases_is_no_text_and_one_of_a_phase_without_orders_is():
    assert (write_link(()), read_link("")) == ("", ())
    assert read_link(write_link([[]])) == ((),)


@given(st.text(max_size=80))
def test_any_text_is_a_line_of_play_or_damaged(text):
    for short in (text, "1" + text):
        try:
            play = read_link(short)
        except Damaged:
            continue
        assert read_link(write_link(play)) == play


@given(PLAYS.filter(len), st.data())
def test_a_link_that_lost_its_end_is_damaged(play, data):
    short = write_link(play)
    cut = data.draw(st.integers(1, len(short) - 1))
    with suppress(Damaged):
        assert read_link(short[:cut]) == play  # only padding was lost


@pytest.mark.parametrize(
    "short",
    [
        "1",
        "2AwA",
        packed("A PAR - BUR", "0"),
        packed("A PAR - BUR") + "!",
        packed("A PAR - BUR") + "AAAA",
        packed("A PAR - BUR,,A MAR H"),
        packed("A PAR\x00"),
        packed("A" * (LONGEST_ORDER + 1)),
        packed("\n" * MOST_STEPS),
        packed(",".join(["A PAR H"] * (MOST_ORDERS + 1))),
        packed("A" * 100_000_000)[:LONGEST_TEXT],
        packed("A" * 2_000_000),
        "1" * (LONGEST_TEXT + 1),
        "1" + base64.urlsafe_b64encode(zlib.compress(b"A PAR H")).decode(),
        "1é",
    ],
)
def test_an_invalid_link_is_reported_as_damaged(short):
    with pytest.raises(Damaged):
        read_link(short)


def test_a_line_that_no_link_can_hold_is_too_long():
    chance = Random(1)  # noqa: S311 -- repeatable randomness
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    dense = [["".join(chance.choices(letters, k=40)) for _ in range(MOST_ORDERS)] for _ in range(MOST_STEPS)]
    for play in (dense, [[]] * (MOST_STEPS + 1), [["A PAR H"] * (MOST_ORDERS + 1)]):
        with pytest.raises(TooLong):
            write_link(play)


def orders(*texts):
    return list(map(parse_or_keep, texts))


def test_holds_are_left_out_unless_they_say_something():
    given_orders = orders("A PAR H", "A MUN - BUR", "WAIVE", "a, b\nc", "")
    assert list(map(str, without_defaults(given_orders, STANDARD))) == ["A MUN - BUR", "a b c"]
    assert list(map(str, without_defaults(given_orders, EDITIONS["anjou"]))) == [
        "A PAR H",
        "A MUN - BUR",
        "a b c",
    ]


def test_an_unreadable_order_is_truncated_to_fit_a_link():
    (order,) = without_defaults(orders("x, " * 100), STANDARD)
    assert len(str(order)) <= LONGEST_ORDER
    assert read_link(write_link([[order]])) == ((order,),)


def test_typed_orders_override_chosen_ones_for_the_same_unit():
    chosen, typed = orders("A PAR - BUR", "A MAR H"), orders("A PAR - PIC")
    assert merged(chosen, typed) == orders("A PAR - PIC", "A MAR H")
