"""Diplomacy adjudicated: positions and orders in, results with reasons out.

>>> from adjudicator import Phase, adjudicate, read_orders, read_position, reasons_by_power
>>> position = read_position({"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]})
>>> orders = read_orders({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
>>> result = adjudicate(Phase.parse("S1901M"), position, orders)
>>> reasons_by_power(result.outcomes)["FRANCE"]
{'A PAR': 'bounced with A MUN'}

A whole game is a value too:

>>> from adjudicator import Game
>>> game, result, passed = Game.start().play(read_orders({"FRANCE": ["A PAR - BUR"]}))
>>> str(game.phase), [str(phase) for phase, _ in passed]
('F1901M', ['S1901R'])
"""

from adjudicator.adjustments import (
    adjudicate_adjustments,
    builds_possible,
    default_removals,
    due,
    legal_builds,
    vacant_homes,
)
from adjudicator.arguments import Location, Power, Province
from adjudicator.board import Board, standard
from adjudicator.bulk import Fates, Slate, adjudicate_columns, adjudicate_many
from adjudicator.checking import VoidOrder, contradictions, examine, is_possible, void_orders
from adjudicator.choices import (
    Choices,
    UnitChoice,
    WinterChoice,
    build_choice,
    legal_choices,
    legal_orders,
    removal_choice,
)
from adjudicator.closed import closed_goal, mark_closed, without_entering
from adjudicator.editions import EDITIONS, OFFERED, STANDARD, SWITCHES, Edition, edition
from adjudicator.errors import (
    BoardError,
    DiplomacyError,
    EditionError,
    OrderError,
    PhaseError,
    PositionError,
)
from adjudicator.game import Game, Passed, Played, Resolved, adjudicate, read_orders
from adjudicator.interchange import (
    centers_by_power,
    dislodged_by_power,
    lost_by_power,
    outcomes_by_power,
    reasons_by_power,
    units_by_power,
)
from adjudicator.movement import adjudicate_movement
from adjudicator.orders import (
    Build,
    Convoy,
    Disband,
    Given,
    Hold,
    Move,
    MovementOrder,
    Order,
    Retreat,
    Support,
    Unreadable,
    Waive,
    parse,
    parse_or_keep,
)
from adjudicator.phases import CALENDAR, Phase, PhaseKind, Season
from adjudicator.picture import Svg
from adjudicator.position import Dislodged, Position, read_position
from adjudicator.results import SUCCESS, Cause, Flag, Ordered, Outcome, Outcomes, Reason, Result
from adjudicator.retreats import adjudicate_retreats
from adjudicator.saved_games import (
    SavedGame,
    SavedGameError,
    Turn,
    adjustments_between,
    at_saved_phase,
    read_saved_game,
    saved_game,
    turn_of_retreats,
)
from adjudicator.trades import with_trades_named_once
from adjudicator.units import Kind, Unit, names_coast, parse_unit, province_of, same_unit

__version__ = "0.2.0"
"""The version of the distributed package."""

__all__ = [
    "CALENDAR",
    "EDITIONS",
    "OFFERED",
    "STANDARD",
    "SUCCESS",
    "SWITCHES",
    "Board",
    "BoardError",
    "Build",
    "Cause",
    "Choices",
    "Convoy",
    "DiplomacyError",
    "Disband",
    "Dislodged",
    "Edition",
    "EditionError",
    "Fates",
    "Flag",
    "Game",
    "Given",
    "Hold",
    "Kind",
    "Location",
    "Move",
    "MovementOrder",
    "Order",
    "OrderError",
    "Ordered",
    "Outcome",
    "Outcomes",
    "Passed",
    "Phase",
    "PhaseError",
    "PhaseKind",
    "Played",
    "Position",
    "PositionError",
    "Power",
    "Province",
    "Reason",
    "Resolved",
    "Result",
    "Retreat",
    "SavedGame",
    "SavedGameError",
    "Season",
    "Slate",
    "Support",
    "Svg",
    "Turn",
    "Unit",
    "UnitChoice",
    "Unreadable",
    "VoidOrder",
    "Waive",
    "WinterChoice",
    "adjudicate",
    "adjudicate_adjustments",
    "adjudicate_columns",
    "adjudicate_many",
    "adjudicate_movement",
    "adjudicate_retreats",
    "adjustments_between",
    "at_saved_phase",
    "build_choice",
    "builds_possible",
    "centers_by_power",
    "closed_goal",
    "contradictions",
    "default_removals",
    "dislodged_by_power",
    "due",
    "edition",
    "examine",
    "is_possible",
    "legal_builds",
    "legal_choices",
    "legal_orders",
    "lost_by_power",
    "mark_closed",
    "names_coast",
    "outcomes_by_power",
    "parse",
    "parse_or_keep",
    "parse_unit",
    "province_of",
    "read_orders",
    "read_position",
    "read_saved_game",
    "reasons_by_power",
    "removal_choice",
    "same_unit",
    "saved_game",
    "standard",
    "turn_of_retreats",
    "units_by_power",
    "vacant_homes",
    "void_orders",
    "with_trades_named_once",
    "without_entering",
]
