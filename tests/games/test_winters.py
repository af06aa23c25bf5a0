"""Builds and removals in each edition (002 §5 and §11, 004 IV)."""

from dataclasses import replace

from games import EventKind, GameEvent, Reinforcements, happen, play
from games.sheets import OrderSheet
from tests.games.tables import at, go, only, sheets, table, units

FULL = {
    "units": {"FRANCE": ["A PAR", "A MAR", "F BRE"], "GERMANY": ["A BER"]},
    "centers": {"FRANCE": ["PAR", "MAR", "BRE", "SPA", "POR"], "GERMANY": ["BER"]},
}


def winter(phase="W1902A", units=None, centers=None, **changed):
    return at(table(7, **changed), phase, units or FULL["units"], centers or FULL["centers"])


def test_builds_without_room_are_kept_in_stock():
    """002 §11: kept outside the board until they can be placed; 000 XIII.2: wait for another autumn."""
    game = winter(edition="parker")
    assert (game.builds("FRANCE"), game.stock("FRANCE")) == (0, 2)
    later = winter(edition="parker", phase="W1903A", units={"FRANCE": ["A BUR", "A GAS", "F MAO"]})
    assert later.builds("FRANCE") == 2
    assert units(go(later, FRANCE="A Par, F Bre"), "FRANCE") == ["A BUR", "A GAS", "A PAR", "F BRE", "F MAO"]


def test_builds_without_room_are_lost_if_that_was_agreed():
    """002 §11: reinforcements are placed only if an arsenal can take them; agreed at the beginning."""
    game = winter(
        units={"FRANCE": ["A PAR", "A MAR", "F BRE"], "GERMANY": ["A BER", "A SIL"]},
        centers={**FULL["centers"], "GERMANY": ["BER"]},
        edition="parker",
        reinforcements=Reinforcements.LOST,
    )
    after = go(game, GERMANY="A Sil")
    assert (after.lost, after.stock("FRANCE")) == ({"FRANCE": 2}, 0)
    moved = go(go(after, FRANCE="A Par - Bur"))
    assert moved.phase.kind == "M"
    assert moved.builds("FRANCE") == 0


def test_a_centre_gained_after_a_loss_is_built_for():
    """002 §11."""
    game = replace(
        winter(
            units={"FRANCE": ["A PAR", "A MAR", "A BUR"], "GERMANY": ["A BER"]},
            edition="parker",
            reinforcements=Reinforcements.LOST,
        ),
        lost={"FRANCE": 1},
    )
    assert game.builds("FRANCE") == 1
    assert units(go(game, FRANCE="F Bre"), "FRANCE") == ["A BUR", "A MAR", "A PAR", "F BRE"]


def test_centres_and_units_must_be_equal_so_builds_are_made():
    """002 §11: both numbers must always be equal; 1902: France is obliged to place it in Brest."""
    game = winter(units={"FRANCE": ["A PAR", "A MAR", "A BUR"]}, edition="parker")
    chapter = play(game, sheets(game))
    assert "A BRE" in units(chapter.after, "FRANCE")
    assert {str(unit): outcome.flags for unit, outcome in chapter.outcomes["FRANCE"].items()} == {
        "A BRE": ("default",)
    }


def test_a_build_cannot_be_waived_where_it_must_be_made():
    """002 §11."""
    game = winter(units={"FRANCE": ["A PAR", "A MAR", "A BUR"]}, edition="parker")
    chapter = play(game, sheets(game, FRANCE="waive"))
    flags = {str(unit): outcome.flags for unit, outcome in chapter.outcomes["FRANCE"].items()}
    assert flags == {"A BRE": ("default",), "WAIVE": ("void",)}


def test_elsewhere_a_player_may_build_less():
    """000 XIII.2: they may build; 001: if they wish."""
    game = winter(units={"FRANCE": ["A PAR", "A MAR", "A BUR"]})
    assert len(units(go(game), "FRANCE")) == 3


def test_of_a_torn_sheet_only_the_written_builds_are_made():
    """004 IV: only those that the player had time to write."""
    game = winter(units={"FRANCE": ["A BUR"]}, centers={"FRANCE": ["PAR", "MAR", "BRE"]}, edition="parker")
    written = only(game, FRANCE="A Par")["FRANCE"]
    torn = play(game, {"FRANCE": OrderSheet(written.orders, torn=True)}).after
    assert units(torn, "FRANCE") == ["A BUR", "A PAR"]


def test_of_a_torn_sheet_the_other_removals_follow_the_list():
    """004 IV: the farthest from home first, then fleets, those on no centre, the alphabet."""
    game = winter(
        units={"FRANCE": ["A RUH", "A BUR", "F ENG", "A PAR"]},
        centers={"FRANCE": ["PAR", "MAR"]},
        edition="anjou",
    )
    after = play(
        game, {"FRANCE": OrderSheet(only(game, FRANCE="Remove A Par")["FRANCE"].orders, torn=True)}
    ).after
    assert units(after, "FRANCE") == ["A BUR", "F ENG"]


def test_a_player_who_left_loses_the_unit_nearest_to_the_lost_centre():
    """002 §5: the unit nearest to the arsenal that was lost, fleets before armies."""
    game = at(
        table(7, edition="parker"),
        "F1902R",
        {"FRANCE": ["A PIC", "A GAS", "A BUR"], "ENGLAND": ["F BRE"], "GERMANY": ["A BEL"]},
        {"FRANCE": ["BRE", "PAR", "MAR"]},
        {"GERMANY": {"A RUH": ["HOL", "KIE"]}},
    )
    game = happen(game, GameEvent(EventKind.LEFT, 3)).after
    after = play(play(game, {}).after, {}).after
    assert units(after, "FRANCE") == ["A BUR", "A PIC"]


def test_surplus_adjustments_are_passed_over():
    """004 IV: the first legal ones until there are as many as are due."""
    game = winter(units={"FRANCE": ["A BUR"]}, centers={"FRANCE": ["PAR", "MAR"]})
    assert units(go(game, FRANCE="F Bre, A Mar, A Par"), "FRANCE") == ["A BUR", "A MAR"]


def test_a_year_with_losses_and_gains_only_balances():
    """004 IV: nobody removes and builds in one winter; only more centres or more units count."""
    game = winter(units={"FRANCE": ["A PAR", "A SPA"]}, centers={"FRANCE": ["PAR", "SPA"]})
    assert units(go(game, FRANCE="Remove A Spa, A Mar"), "FRANCE") == ["A PAR", "A SPA"]
