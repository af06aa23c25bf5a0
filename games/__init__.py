"""Ordinary games of Diplomacy for two to seven, as values: sheets in, chapters out.

>>> from adjudicator import Power
>>> from games import Seat, begin, play, read_sheet, usual_terms, Variant
>>> seats = [Seat(name, (Power(power),)) for name, power in [
...     ("Anna", "AUSTRIA"), ("Ben", "ENGLAND"), ("Chloé", "FRANCE"),
...     ("Dan", "GERMANY"), ("Eve", "RUSSIA"), ("Fred", "TURKEY")]]
>>> game = begin(usual_terms(Variant.CLASSIC), seats)
>>> sheet, remarks = read_sheet(game, Power("FRANCE"), "A Par - Bur, A Mar S A Par - Bur", "fr")
>>> [remark.unit for remark in remarks]
[<F BRE>]
>>> chapter = play(game, {Power("FRANCE"): sheet})
>>> str(chapter.after.phase)
'F1901M'
"""

from games.endings import Standing, is_eliminated, leaders, standings
from games.errors import GameError, GameFault
from games.events import EventKind, GameEvent, Happened, happen, holdings, moment_of
from games.game import (
    LONGEST_NAME,
    EndReason,
    GameEnding,
    GameStage,
    OrdinaryGame,
    Seat,
    Stint,
    begin,
    check_name,
)
from games.play import Chapter, play
from games.sheets import Concern, OrderSheet, ReadSheet, Remark, Sheets, read_all, read_sheet, with_added
from games.terms import (
    NUMBERS,
    SIDES,
    Counted,
    Reinforcements,
    Terms,
    Unassigned,
    Variant,
    sides_of,
    usual_terms,
)
from games.votes import VoteOutcome

__all__ = [
    "LONGEST_NAME",
    "NUMBERS",
    "SIDES",
    "Chapter",
    "Concern",
    "Counted",
    "EndReason",
    "EventKind",
    "GameEnding",
    "GameError",
    "GameEvent",
    "GameFault",
    "GameStage",
    "Happened",
    "OrderSheet",
    "OrdinaryGame",
    "ReadSheet",
    "Reinforcements",
    "Remark",
    "Seat",
    "Sheets",
    "Standing",
    "Stint",
    "Terms",
    "Unassigned",
    "Variant",
    "VoteOutcome",
    "begin",
    "check_name",
    "happen",
    "holdings",
    "is_eliminated",
    "leaders",
    "moment_of",
    "play",
    "read_all",
    "read_sheet",
    "sides_of",
    "standings",
    "usual_terms",
    "with_added",
]
