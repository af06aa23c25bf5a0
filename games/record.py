"""The record of an ordinary game, one JSON document: `ordinary-game/1` (docs/formats.md)."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from adjudicator import (
    DiplomacyError,
    Phase,
    Position,
    Power,
    Province,
    centers_by_power,
    dislodged_by_power,
    outcomes_by_power,
    parse_or_keep,
    read_position,
    reasons_by_power,
    units_by_power,
)
from games.endings import standings
from games.errors import GameError, GameFault
from games.events import EventKind, GameEvent, Happened, happen
from games.game import GameStage, OrdinaryGame, Seat, begin
from games.play import Chapter, Passed, play
from games.sheets import OrderSheet
from games.terms import Counted, Reinforcements, Terms, Unassigned, Variant, usual_terms
from games.votes import VoteOutcome
from intimate.sealing import seal

FORMAT = "ordinary-game/1"
Plain = dict[str, Any]
Moved = Chapter | Happened
"""A step of a game: a phase that was played, or an event."""
E = TypeVar("E", bound=StrEnum)
_ENUMS: Mapping[str, type[StrEnum]] = {
    "unassigned": Unassigned,
    "reinforcements": Reinforcements,
    "counted": Counted,
}
_CHANGED = (
    "unassigned",
    "reinforcements",
    "forced_builds",
    "goal",
    "last_year",
    "counted",
    "minutes",
    "first_year",
)
"""The terms that a record names if they differ from the usual ones."""


class GameRecordError(DiplomacyError):
    """A record that cannot be read; `chapter` names the phase or event at fault, if there is one."""

    def __init__(self, field: str, message: str, chapter: str | None = None) -> None:
        super().__init__(f"{chapter}: {field}" if chapter else field, message)
        self.chapter = chapter


def write_terms(terms: Terms) -> Plain:
    """Write the terms that differ from the usual ones of the variant and edition."""
    usual = usual_terms(terms.variant, terms.edition)
    return {name: getattr(terms, name) for name in _CHANGED if getattr(terms, name) != getattr(usual, name)}


def read_terms(variant: object, edition: object, changed: object) -> Terms:
    """Read terms; raises DiplomacyError with the field at fault."""
    usual = usual_terms(_one_of(Variant, "variant", variant), _text("edition", edition))
    if not isinstance(changed, Mapping):
        raise GameRecordError("terms", "must be an object")
    values: Plain = {}
    for name, value in changed.items():
        if name not in _CHANGED:
            raise GameRecordError(f"terms.{name}", "is not a term of a game")
        values[name] = _value(name, value)
    merged = {field.name: getattr(usual, field.name) for field in fields(Terms)} | values
    return Terms(**merged)


def _value(name: str, value: object) -> object:
    where = f"terms.{name}"
    if name in _ENUMS:
        return _one_of(_ENUMS[name], where, value)
    if name == "forced_builds":
        if not isinstance(value, bool):
            raise GameRecordError(where, "must be true or false")
        return value
    if value is None and name in ("last_year", "minutes"):
        return None
    return _number(where, value)


def _one_of(kind: type[E], where: str, value: object) -> E:
    found = next((one for one in kind if one == value), None)
    if found is None:
        raise GameRecordError(where, f"{value!r} is not one of {', '.join(kind)}")
    return found


def _text(where: str, value: object) -> str:
    if not isinstance(value, str):
        raise GameRecordError(where, "must be a text")
    return value


def _number(where: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise GameRecordError(where, "must be a whole number")
    return value


def _list(where: str, value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        raise GameRecordError(where, "must be a list")
    return value


def _object(where: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise GameRecordError(where, "must be an object")
    return value


def write_seats(seats: Iterable[Seat]) -> list[Plain]:
    """Write the players as they were at the beginning."""
    return [
        {"name": seat.name, "powers": list(seat.powers), **({"beginner": True} if seat.beginner else {})}
        for seat in seats
    ]


def read_seats(plain: object) -> list[Seat]:
    """Read the players; raises GameRecordError."""
    found = []
    for number, one in enumerate(_list("players", plain), 1):
        where = f"players[{number}]"
        seat = _object(where, one)
        powers = tuple(Power(_text(where, power)) for power in _list(f"{where}.powers", seat.get("powers")))
        found.append(
            Seat(_text(f"{where}.name", seat.get("name")), powers, beginner=bool(seat.get("beginner")))
        )
    return found


def write_start(game: OrdinaryGame) -> Plain:
    """Write the position at which a game begins; for games begun elsewhere."""
    return {
        "phase": str(game.phase),
        "seasons": game.seasons,
        "units": units_by_power(game.position),
        "centers": centers_by_power(game.position),
        "dislodged": dislodged_by_power(game.position),
    }


def read_start(game: OrdinaryGame, plain: Mapping[str, Any]) -> OrdinaryGame:
    """Move a game to a stored position; raises DiplomacyError."""
    phase = Phase.parse(_text("start.phase", plain.get("phase")))
    position = read_position(
        _object("start.units", plain.get("units", {})),
        _object("start.centers", plain.get("centers", {})),
        _object("start.dislodged", plain.get("dislodged", {})),
    )
    return set_up(game, phase, position, _number("start.seasons", plain.get("seasons", 0)))


def set_up(game: OrdinaryGame, phase: Phase, position: Position, seasons: int) -> OrdinaryGame:
    """Move a game to a position; raises GameRecordError for a phase that is not in the calendar.

    Raises GameError for Escalation, whose players choose all centres (source 004, II), and for World War One,
    where a coin is tossed (source 000, XIV.2).
    """
    if game.terms.variant is Variant.WORLD_WAR_ONE:
        raise GameError(GameFault.FROM_START, "start", "World War One is played from its beginning")
    if game.terms.variant is Variant.ESCALATION:
        raise GameError(GameFault.CHOSEN_FIRST, "start", "in Escalation all centres are chosen")
    fields_of = {field.name: getattr(game, field.name) for field in fields(OrdinaryGame)}
    placed = OrdinaryGame(**fields_of | {"phase": phase, "position": position, "seasons": seasons})
    if placed.game.phase != phase:
        raise GameRecordError("start.phase", f"no game can begin in {phase}")
    return placed


def write_sheet(sheet: OrderSheet) -> Plain:
    """Write a sheet in the canonical notation."""
    return {"orders": list(map(str, sheet.orders)), **({"torn": True} if sheet.torn else {})}


def read_plain_sheet(where: str, plain: object) -> OrderSheet:
    """Read a sheet in the canonical notation; unreadable orders are kept. Raises GameRecordError."""
    sheet = _object(where, plain)
    orders = _list(f"{where}.orders", sheet.get("orders", []))
    return OrderSheet(
        tuple(parse_or_keep(_text(f"{where}.orders", order)) for order in orders),
        torn=bool(sheet.get("torn")),
    )


_NUMBERS_OF_EVENT = ("player", "vetoed_by", "minutes", "year")


def write_event(event: GameEvent) -> Plain:
    """Write an event: its kind, and the fields that it has."""
    written: Plain = {"event": event.kind.value}
    for name in _NUMBERS_OF_EVENT:
        if getattr(event, name) is not None:
            written[name] = getattr(event, name)
    if event.name:
        written["name"] = event.name
    if event.power:
        written["power"] = event.power
    if event.places:
        written["places"] = list(event.places)
    if event.outcome:
        written["outcome"] = event.outcome.value
    if event.players:
        written["players"] = list(event.players)
    return written


def read_event(plain: Mapping[str, Any]) -> GameEvent:
    """Read an event; raises GameRecordError."""
    kind = _one_of(EventKind, "event", plain.get("event"))
    numbers = {name: _number(name, plain[name]) for name in _NUMBERS_OF_EVENT if plain.get(name) is not None}
    outcome = plain.get("outcome")
    return GameEvent(
        kind,
        name=_text("name", plain.get("name", "")),
        power=Power(_text("power", plain["power"])) if plain.get("power") is not None else None,
        places=tuple(Province(_text("places", code)) for code in _list("places", plain.get("places", []))),
        outcome=None if outcome is None else _one_of(VoteOutcome, "outcome", outcome),
        players=tuple(_number("players", one) for one in _list("players", plain.get("players", []))),
        **numbers,
    )


def write_moved(moved: Moved) -> Plain:
    """Write the sheets of a phase, or an event, so that it can be played again."""
    if isinstance(moved, Happened):
        return write_event(moved.event)
    return {
        "phase": str(moved.phase),
        "sheets": {power: write_sheet(sheet) for power, sheet in moved.sheets.items()},
    }


def play_again(game: OrdinaryGame, plain: Mapping[str, Any]) -> Moved:
    """Play a chapter of a record; raises DiplomacyError."""
    if "phase" not in plain:
        return happen(game, read_event(plain))
    name = _text("phase", plain["phase"])
    if game.stage is GameStage.SHEETS and name != str(game.phase):
        raise GameRecordError("phase", f"out of order, the game awaits {game.phase}")
    sheets = {
        Power(power): read_plain_sheet(f"sheets.{power}", sheet)
        for power, sheet in _object("sheets", plain.get("sheets", {})).items()
    }
    return play(game, sheets)


@dataclass(frozen=True)
class Record:
    """A record: the game at its beginning, and its chapters, which are not checked yet."""

    plain: Mapping[str, Any]
    start: OrdinaryGame
    chapters: Sequence[Any]


def write(first: OrdinaryGame, moves: Iterable[Moved], *, name: str = "", start: bool = False) -> Plain:
    """Write the record of a game; start: whether it began at another position than the usual one."""
    terms = first.terms
    return {
        "format": FORMAT,
        **({"game": name} if name else {}),
        "variant": terms.variant.value,
        "edition": terms.edition,
        "terms": write_terms(terms),
        "players": write_seats(first.seats),
        **({"start": write_start(first)} if start else {}),
        "chapters": [write_moved(moved) for moved in moves],
    }


def load(plain: object) -> Record:
    """Read a record; raises DiplomacyError. Chapters are checked only when they are played again."""
    record = _object("record", plain)
    if record.get("format") != FORMAT:
        raise GameRecordError("format", f"{record.get('format')!r} is not {FORMAT}")
    terms = read_terms(
        record.get("variant", Variant.CLASSIC.value),
        record.get("edition", "standard"),
        record.get("terms", {}),
    )
    game = begin(terms, read_seats(record.get("players")))
    if record.get("start") is not None:
        game = read_start(game, _object("start", record["start"]))
    return Record(record, game, _list("chapters", record.get("chapters", [])))


def parsed(text: str | bytes) -> object:
    """Read JSON text; raises GameRecordError if it is not JSON, or contains a lone surrogate.

    Neither files nor pages nor databases can store lone surrogates.
    """
    try:
        plain: object = json.loads(text)
        json.dumps(plain, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise GameRecordError("record", "is not JSON that can be read") from error
    return plain


def loads(text: str | bytes) -> Record:
    """Read a record from JSON text; raises DiplomacyError."""
    return load(parsed(text))


def moves_of(record: Record) -> Iterator[Moved]:
    """Play the chapters of a record one by one; raises GameRecordError naming the chapter."""
    game = record.start
    for number, plain in enumerate(record.chapters, 1):
        chapter = _object(f"chapters[{number}]", plain)
        name = chapter.get("phase", chapter.get("event"))
        if not isinstance(name, str):
            raise GameRecordError(f"chapters[{number}]", "must be an object with a phase or an event")
        try:
            moved = play_again(game, chapter)
        except DiplomacyError as error:
            raise GameRecordError(error.field, error.message, name) from error
        game = moved.after
        yield moved


def line_of(moved: Moved) -> Plain:
    """The line that a replay prints for a chapter or an event."""
    after = moved.after
    if isinstance(moved, Chapter):
        line: Plain = {
            "phase": str(moved.phase),
            "outcomes": outcomes_by_power(moved.outcomes),
            "reasons": reasons_by_power(moved.outcomes),
        }
    else:
        line = write_event(moved.event)
    return line | {
        "next": None if after.ending else str(after.phase),
        "units": units_by_power(after.position),
        "centers": centers_by_power(after.position),
        "dislodged": dislodged_by_power(after.position),
        "passed": [_passed(one) for one in moved.passed],
    }


def _passed(passed: Passed) -> Plain:
    outcomes, reasons = outcomes_by_power(passed.outcomes), reasons_by_power(passed.outcomes)
    line = {"phase": str(passed.phase), "outcomes": outcomes, "reasons": reasons}
    return {name: value for name, value in line.items() if value}


def result_line(game: OrdinaryGame) -> Plain:
    """The last line of a replay: null while the game goes on, else the winners and the standings."""
    if game.ending is None:
        return {"result": None}
    return {
        "result": {
            "reason": game.ending.reason.value,
            "winners": list(game.ending.winners),
            "phase": str(game.ending.phase),
            "standings": [
                {
                    "player": one.player,
                    "name": game.seat(one.player).name,
                    "power": one.power,
                    "centers": one.centres,
                    "units": one.units,
                    "eliminated": one.eliminated,
                    "place": one.place,
                }
                for one in standings(game)
            ],
        }
    }


def replay(record: Record) -> Iterator[Plain]:
    """Yield the lines of `python -m adjudicator game`: one per chapter, then the result."""
    game = record.start
    for moved in moves_of(record):
        game = moved.after
        yield line_of(moved)
    yield result_line(game)


def faults(record: Record) -> Iterator[str]:
    """Yield the phase and power of each sheet that does not match its seal; seals do not cover `torn`."""
    for chapter in record.chapters:
        sheets = chapter.get("sheets") if isinstance(chapter, Mapping) else None
        for power, sheet in sheets.items() if isinstance(sheets, Mapping) else ():
            if not isinstance(sheet, Mapping) or "seal" not in sheet:
                continue
            phase, salt = str(chapter.get("phase")), sheet.get("salt")
            name = str(record.plain.get("game", ""))
            handed_in = {key: value for key, value in sheet.items() if key != "torn"}
            if not isinstance(salt, str) or sheet["seal"] != seal(name, phase, power, handed_in, salt):
                yield f"{phase}: {power}: wrong"
