"""The JSON-lines interface: one request about one phase in, one response out (docs/formats.md)."""

import json
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.board import standard
from adjudicator.editions import Edition, edition
from adjudicator.errors import DiplomacyError
from adjudicator.game import adjudicate, read_orders
from adjudicator.notation.writing import reason_in_codes
from adjudicator.orders import Waive
from adjudicator.phases import Phase, PhaseKind, Season
from adjudicator.position import Position, read_position
from adjudicator.results import Ordered, Outcomes, Result
from adjudicator.units import parse_unit, province_of

Json = dict[str, Any]
MAPPINGS = ("units", "orders", "centers", "dislodged", "lost", "rules")


class RequestError(DiplomacyError):
    """An invalid request."""


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


def lost_by_power(position: Position) -> Json:
    """The supply centres lost in the last autumn as {power: [province, sorted]}."""
    return {power: sorted(provinces) for power, provinces in sorted(position.lost.items())}


def _place(ordered: Ordered) -> str:
    """The sort key of an outcome: builds given up come before units."""
    return "" if isinstance(ordered, Waive) else str(ordered)


def outcomes_by_power(outcomes: Outcomes) -> Json:
    """The flags of each order as {power: {unit: [flag]}}."""
    return {
        power: {str(one): [flag.value for flag in units[one].flags] for one in sorted(units, key=_place)}
        for power, units in sorted(outcomes.items())
    }


def reasons_by_power(outcomes: Outcomes) -> Json:
    """The reason of each order that did not succeed as {power: {unit: text}}."""
    reasons = {
        power: {
            str(one): "; ".join(map(reason_in_codes, units[one].reasons))
            for one in sorted(units, key=_place)
            if units[one].reason
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


def _response(request: Mapping[str, Any], phase: Phase, result: Result) -> Json:
    response: Json = {"id": request.get("id"), "units_after": units_by_power(result.position)}
    if phase.kind is PhaseKind.MOVEMENT:
        response["dislodged"] = dislodged_by_power(result.position)
        response["contested"] = sorted(result.contested)
    response["outcomes"] = outcomes_by_power(result.outcomes)
    response["reasons"] = reasons_by_power(result.outcomes)
    if request.get("centers") is not None:
        waits = any(routed.retreats for routed in result.position.dislodged.values())
        autumn_over = phase.season is Season.AUTUMN and not waits
        after = result.position.with_ownership() if autumn_over else result.position
        response["centers_after"] = centers_by_power(after)
    return response


class Request(NamedTuple):
    """A request without its orders."""

    phase: Phase
    edition: Edition
    position: Position


def _read(checked: Mapping[str, Any], default_edition: str) -> Request:
    if checked.get("phase") is None:
        raise RequestError("phase", "is missing")
    phase = Phase.parse(checked["phase"])
    reading = edition(checked.get("edition") or default_edition, checked.get("rules"))
    dislodged = _retreats(checked) if phase.kind is PhaseKind.RETREATS else {}
    lost = _strings(checked, "lost") if phase.kind is PhaseKind.ADJUSTMENTS else {}
    if phase.kind is PhaseKind.ADJUSTMENTS and checked.get("centers") is None:
        raise RequestError("centers", "is needed for adjustments")
    centers = _strings(checked, "centers")
    position = read_position(_strings(checked, "units"), centers, dislodged, standard(), lost=lost)
    return Request(phase, reading, position)


def read_request(text: str, default_edition: str = "standard") -> Request:
    """Read a request without orders; its dislodged units may lack their retreats.

    Such a unit may retreat to any vacant place next to it. Raises DiplomacyError naming the field at fault.
    """
    try:
        checked = dict(_check_shape(_loaded(text)))
    except (ValueError, RecursionError) as error:
        raise RequestError("request", "is not JSON that can be read") from error
    listed = checked.get("dislodged") or {}
    checked["dislodged"] = {
        power: _everywhere(units, checked) if isinstance(units, list) else units
        for power, units in listed.items()
    }
    return _read(checked, default_edition)


def _everywhere(units: list[Any], request: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return dislodged units with the vacant places next to each."""
    borders = standard().borders
    taken = {parse_unit(text).province for texts in _strings(request, "units").values() for text in texts}
    found: dict[str, list[str]] = {}
    for text in units:
        unit = parse_unit(text) if isinstance(text, str) else None
        if unit is None or unit.location not in borders[unit.kind]:
            raise RequestError("dislodged", f"{text!r} cannot stand there")
        near = borders[unit.kind][unit.location]
        found[text] = [place for place in near if province_of(place) not in taken]
    return found


def answer(request: object, default_edition: str = "standard") -> Json:
    """The response to one request; raises DiplomacyError naming the field at fault."""
    checked = _check_shape(request)
    phase, reading, position = _read(checked, default_edition)
    result = adjudicate(phase, position, read_orders(_strings(checked, "orders")), reading)
    return _response(checked, phase, result)


def answer_line(line: str, default_edition: str = "standard") -> str:
    """The response to one line of text; an error for an unreadable line."""
    request: object = None
    try:
        request = _loaded(line)
        response = answer(request, default_edition)
    except DiplomacyError as error:
        response = {"id": _identity(request), "error": str(error)}
    except (ValueError, RecursionError):
        response = {"id": None, "error": "request: the line is not JSON that can be read"}
    return json.dumps(response)


def _loaded(text: str) -> object:
    found: object = json.loads(
        text, parse_constant=_number, parse_float=_number, object_pairs_hook=_each_once
    )
    return found


def _number(text: str) -> float:
    """Read a number that JSON can write again; raises ValueError for NaN and infinity."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _each_once(pairs: list[tuple[str, Any]]) -> Json:
    """Read a JSON object; raises RequestError for a repeated name."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise RequestError(next(name for name in names if names.count(name) > 1), "stands there twice")
    return found


def _identity(request: object) -> object:
    return request.get("id") if isinstance(request, dict) else None
