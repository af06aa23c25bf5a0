"""The JSON-lines interface: one request about one phase in, one response out (docs/formats.md)."""

import json
import math
from collections.abc import Mapping
from typing import Any

from adjudicator.adjudication import adjudicate, read_orders
from adjudicator.board import Board, standard
from adjudicator.edition import edition
from adjudicator.errors import DiplomacyError
from adjudicator.position import Position, read_position
from adjudicator.results import Outcomes, Result
from adjudicator.turns import Turn
from adjudicator.units import Power

Json = dict[str, Any]
MAPPINGS = ("units", "orders", "centers", "dislodged", "rules")


class RequestError(DiplomacyError):
    """A line that is no valid request."""


def units_by_power(position: Position) -> Json:
    """The units on the board as {power: [unit, sorted]}."""
    by_power: Json = {}
    for unit, power in position.units.items():
        by_power.setdefault(power, []).append(str(unit))
    return {power: sorted(units) for power, units in sorted(by_power.items())}


def dislodged_by_power(position: Position) -> Json:
    """The dislodged units as {power: {unit: [where it may go, sorted]}}."""
    by_power: Json = {}
    for unit, (power, retreats) in sorted(position.dislodged.items()):
        by_power.setdefault(power, {})[str(unit)] = sorted(retreats)
    return dict(sorted(by_power.items()))


def centers_by_power(position: Position) -> Json:
    """The owners of supply centres as {power: [province, sorted]}."""
    by_power: Json = {}
    for province, power in position.owners.items():
        by_power.setdefault(power, []).append(province)
    return {power: sorted(provinces) for power, provinces in sorted(by_power.items())}


def outcomes_by_power(outcomes: Outcomes) -> Json:
    """The flags of each order as {power: {unit: [flag]}}."""
    return {
        power: {str(unit): [flag.value for flag in outcome.flags] for unit, outcome in sorted(units.items())}
        for power, units in sorted(outcomes.items())
    }


def reasons_by_power(outcomes: Outcomes) -> Json:
    """The reason of each order that did not succeed as {power: {unit: text}}."""
    reasons = {
        power: {
            str(unit): "; ".join(map(str, outcome.reasons))
            for unit, outcome in sorted(units.items())
            if outcome.reason
        }
        for power, units in sorted(outcomes.items())
    }
    return {power: texts for power, texts in reasons.items() if texts}


def _strings(request: Mapping[str, Any], field: str) -> dict[str, list[str]]:
    table = request.get(field) or {}
    for power, items in table.items():
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise RequestError(f"{field}.{power}", "must be a list of strings")
    return dict(table)


def _retreats(request: Mapping[str, Any]) -> dict[str, dict[str, list[str]]]:
    table = request.get("dislodged") or {}
    for power, units in table.items():
        if not isinstance(units, dict):
            raise RequestError(f"dislodged.{power}", "must be an object")
        _strings({f"dislodged.{power}": units}, f"dislodged.{power}")
    return dict(table)


def _check_shape(request: object) -> Mapping[str, Any]:
    if not isinstance(request, dict):
        raise RequestError("request", "must be a JSON object")
    for field in MAPPINGS:
        if not isinstance(request.get(field, {}), dict | None):
            raise RequestError(field, "must be an object")
    for field in ("phase", "edition"):
        if not isinstance(request.get(field, ""), str | None):
            raise RequestError(field, "must be a string")
    return request


def _orders(request: Mapping[str, Any], board: Board) -> dict[Power, list[str]]:
    texts = _strings(request, "orders")
    for power in texts:
        if power not in board.powers:
            raise RequestError("orders", f"{power!r} is no power")
    return {Power(power): issued for power, issued in texts.items()}


def _response(request: Mapping[str, Any], turn: Turn, result: Result) -> Json:
    response: Json = {"id": request.get("id"), "units_after": units_by_power(result.position)}
    if turn.kind == "M":
        response["dislodged"] = dislodged_by_power(result.position)
        response["contested"] = sorted(result.contested)
    response["outcomes"] = outcomes_by_power(result.outcomes)
    response["reasons"] = reasons_by_power(result.outcomes)
    if request.get("centers") is not None:
        board = standard()
        autumn_over = turn.season == "F" and not result.position.dislodged
        after = result.position.with_ownership(board) if autumn_over else result.position
        response["centers_after"] = centers_by_power(after)
    return response


def answer(request: object, default_edition: str = "standard") -> Json:
    """The response to one request; raises DiplomacyError naming the field at fault."""
    checked = _check_shape(request)
    if checked.get("phase") is None:
        raise RequestError("phase", "is missing")
    turn = Turn.parse(checked["phase"])
    reading = edition(checked.get("edition") or default_edition, checked.get("rules"))
    board = standard()
    dislodged = _retreats(checked) if turn.kind == "R" else {}
    if turn.kind == "A" and checked.get("centers") is None:
        raise RequestError("centers", "is needed for adjustments")
    position = read_position(_strings(checked, "units"), _strings(checked, "centers"), dislodged, board)
    result = adjudicate(turn, position, read_orders(_orders(checked, board)), board, reading)
    return _response(checked, turn, result)


def answer_line(line: str, default_edition: str = "standard") -> str:
    """The response to one line of text; whatever the line holds, it is answered."""
    request: object = None
    try:
        request = json.loads(line, parse_constant=_number, parse_float=_number)
        response = answer(request, default_edition)
    except DiplomacyError as error:
        response = {"id": _identity(request), "error": str(error)}
    except (ValueError, RecursionError):
        response = {"id": None, "error": "request: the line is not JSON that can be read"}
    return json.dumps(response)


def _number(text: str) -> float:
    """A number that JSON can write again: not NaN, nor greater than can be held."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _identity(request: object) -> object:
    return request.get("id") if isinstance(request, dict) else None
