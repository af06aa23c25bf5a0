"""Diplomacy adjudicated: positions and orders in, results with reasons out.

>>> from adjudicator import Turn, adjudicate, read_orders, read_position
>>> position = read_position({"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]})
>>> orders = read_orders({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
>>> result = adjudicate(Turn.parse("S1901M"), position, orders)
>>> str(result.outcomes["FRANCE"][position.units_of("FRANCE")[0]].reason)
'bounced with A MUN'
"""

from adjudicator.adjudication import adjudicate, read_orders
from adjudicator.adjustments import (
    adjudicate_adjustments,
    builds_possible,
    default_removals,
    due,
    legal_builds,
    vacant_homes,
)
from adjudicator.board import Board, standard
from adjudicator.edition import EDITIONS, STANDARD, SWITCHES, Edition, edition
from adjudicator.errors import BoardError, DiplomacyError, EditionError, OrderError, PositionError
from adjudicator.movement import adjudicate_movement
from adjudicator.offers import legal_orders
from adjudicator.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Support,
    Unreadable,
    Waive,
    parse,
    parse_or_keep,
)
from adjudicator.position import Dislodged, Position, read_position
from adjudicator.results import Cause, Flag, Outcome, Reason, Result
from adjudicator.retreats import adjudicate_retreats
from adjudicator.turns import Turn
from adjudicator.units import Kind, Location, Power, Province, Unit, province_of

__all__ = [
    "EDITIONS",
    "STANDARD",
    "SWITCHES",
    "Board",
    "BoardError",
    "Build",
    "Cause",
    "Convoy",
    "DiplomacyError",
    "Disband",
    "Dislodged",
    "Edition",
    "EditionError",
    "Flag",
    "Hold",
    "Kind",
    "Location",
    "Move",
    "Order",
    "OrderError",
    "Outcome",
    "Position",
    "PositionError",
    "Power",
    "Province",
    "Reason",
    "Result",
    "Retreat",
    "Support",
    "Turn",
    "Unit",
    "Unreadable",
    "Waive",
    "adjudicate",
    "adjudicate_adjustments",
    "adjudicate_movement",
    "adjudicate_retreats",
    "builds_possible",
    "default_removals",
    "due",
    "edition",
    "legal_builds",
    "legal_orders",
    "parse",
    "parse_or_keep",
    "province_of",
    "read_orders",
    "read_position",
    "standard",
    "vacant_homes",
]
