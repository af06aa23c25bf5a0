"""Games that the package `diplomacy` saved, read as turns (docs/formats.md, section 4)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.editions import STANDARD, Edition
from adjudicator.errors import DiplomacyError
from adjudicator.game import Game, read_orders
from adjudicator.phases import Phase, PhaseKind
from adjudicator.position import Position, read_position
from adjudicator.saved_games import MAP, Turn
from adjudicator.units import Province

OVER = "COMPLETED"
"""The name of the phase after the last one in a game that is over."""


class SavedGame(NamedTuple):
    """A game as it was saved: its name, its phases with their orders, the one where it stands, a note."""

    identity: str
    turns: Sequence[Turn]
    last: Game
    note: str


class SavedGameError(DiplomacyError):
    """What is no saved game on the standard map; `field` names the part at fault."""


def read_saved_game(saved: object, edition: Edition = STANDARD) -> SavedGame:
    """Read what that package's `to_saved_game_format` made; raises DiplomacyError, which names the part.

    Each turn has the position that was saved, not one that was worked out anew: `turn.game.play(turn.orders)`
    says what this adjudicator makes of it, by an edition that the file does not name. A game that is over
    stands at the phase that would have been next.
    """
    if not isinstance(saved, Mapping) or not isinstance(saved.get("phases"), list) or not saved["phases"]:
        raise SavedGameError("phases", "must be a list of phases")
    if saved.get("map", MAP) != MAP:
        raise SavedGameError("map", f"{saved.get('map')!r} is not {MAP}")
    turns: list[Turn] = []
    for number, phase in enumerate(saved["phases"]):
        try:
            game = _game(phase, turns[-1].game if turns else None, edition)
            turns.append(Turn(game, read_orders(_table(phase, "orders"))))
        except DiplomacyError as error:
            raise SavedGameError(f"phases[{number}].{error.field}", error.message) from error
    note = saved["phases"][-1]["state"].get("note", "")
    identity = str(saved.get("id", ""))
    return SavedGame(identity, turns[:-1], turns[-1].game, note if isinstance(note, str) else "")


def _game(plain: object, before: Game | None, edition: Edition) -> Game:
    state = plain.get("state") if isinstance(plain, Mapping) else None
    if not isinstance(plain, Mapping) or not isinstance(state, Mapping):
        raise SavedGameError("state", "must be an object")
    name = plain.get("name", state.get("name"))
    if name == OVER and before is not None:
        phase = before.phase.following()
    else:
        phase = Phase.parse(name) if isinstance(name, str) else _nameless()
    position = _position(state, before.position if before else None, phase)
    return Game(phase, position, edition)


def _nameless() -> Phase:
    raise SavedGameError("name", "must be the name of a phase")


def _table(state: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    found = state.get(part) or {}
    if not isinstance(found, Mapping):
        raise SavedGameError(part, "must be a table by power")
    return {power: told for power, told in found.items() if told}


def _position(state: Mapping[str, Any], before: Position | None, phase: Phase) -> Position:
    """The position of a phase; the dislodged, who have a star among the units, stand beside the board."""
    units = {
        power: [text for text in listed if not str(text).startswith("*")]
        for power, listed in _table(state, "units").items()
    }
    routed = _table(state, "retreats") if phase.kind is PhaseKind.RETREATS else {}
    centers = _table(state, "centers")
    lost = _lost(before, centers) if before and phase.kind is PhaseKind.ADJUSTMENTS else {}
    return read_position(units, centers, routed, lost=lost)


def _lost(before: Position, centers: Mapping[str, Any]) -> Mapping[str, list[Province]]:
    """The centres of each power that are somebody else's since the phase before."""
    owner = {code: power for power, codes in centers.items() for code in codes}
    lost: dict[str, list[Province]] = {}
    for code, power in sorted(before.owners.items()):
        if owner.get(code, power) != power:
            lost.setdefault(power, []).append(code)
    return lost
