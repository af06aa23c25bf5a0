"""What a program sends: a query or a body, read into a model; what is wrong is named field by field."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from re import compile as pattern
from typing import Any, TypeVar

from flask import request
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from web.api.problems import Fault, Problem
from web.frame.translation import gettext

Model = TypeVar("Model", bound=BaseModel)
JSON = "application/json"
CODES = {"missing": "missing", "extra_forbidden": "unknown_field"}
"""What pydantic calls a fault, where that has a code of its own here."""
SHAPE = pattern(r"as-|\[key\]|[a-z-]+\[")
"""A step that says which of several shapes was tried, and names no field."""
TYPES = ("_type", "_parsing", "none_required")


class Members(dict[str, Any]):
    """An object of JSON, which knows the names that it has more than once; the last of each counts."""

    def __init__(self, pairs: Sequence[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.repeated = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]


def read_body(model: type[Model]) -> Model:
    """Read the body of the request; raises Problem."""
    if request.mimetype != JSON:
        raise Problem("not_json")
    sent = request.get_data()
    try:
        found = model.model_validate_json(sent, strict=True)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=True, include_input=False)
        if faults[0]["type"] == "json_invalid":
            raise Problem("malformed", gettext("The body is no JSON that can be read.")) from error
        check_once(sent)
        raise refused(faults) from error
    check_once(sent)
    return found


def check_once(sent: bytes) -> None:
    """Raise Problem where a name stands twice in one object of a body, of which pydantic takes the last."""
    found = json.loads(sent, object_pairs_hook=Members)
    repeated = list(repeated_in(found))
    if repeated:
        raise repetition(repeated, gettext("This stands in the body more than once."))


def repeated_in(value: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Name by their paths all fields that stand more than once in a value out of JSON."""
    if isinstance(value, Members):
        yield from (".".join((*path, name)) for name in value.repeated)
    if isinstance(value, dict | list):
        for step, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from repeated_in(part, (*path, str(step)))


def repetition(names: Sequence[str], message: str) -> Problem:
    """Make the problem of fields that stand where they are sent more than once."""
    return Problem(
        "invalid", message, [Fault(field=name, code="repeated", message=message) for name in names]
    )


def read_query(model: type[Model]) -> Model:
    """Read the query of the address; raises Problem."""
    given: Mapping[str, Any] = request.args.to_dict()
    repeated = [name for name, values in request.args.lists() if len(values) > 1]
    if repeated:
        raise repetition(repeated, gettext("This stands in the address more than once."))
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise refused(error.errors(include_url=False, include_input=False)) from error


def refused(faults: Sequence[ErrorDetails]) -> Problem:
    """Make the problem of all fields that are wrong."""
    told = [Fault(field=field_of(each), code=code_of(each), message=message_of(each)) for each in faults]
    return Problem("invalid", told[0].message, told)


def field_of(fault: ErrorDetails) -> str:
    """Return where a fault stands; what only says which of several shapes was meant is left out."""
    return ".".join(str(step) for step in fault["loc"] if not SHAPE.match(str(step)))


def code_of(fault: ErrorDetails) -> str:
    """Return what is wrong, of a short list."""
    kind = fault["type"]
    if kind in CODES:
        return CODES[kind]
    return "wrong_type" if kind.endswith(TYPES) else "wrong_value"


def message_of(fault: ErrorDetails) -> str:
    """Say what is wrong with a field."""
    context = fault.get("ctx", {})
    if fault["type"].startswith("union_tag"):
        return gettext("The body must hold one of these alone: homes, bids, orders.")
    if "expected" in context:
        return gettext("This must be one of %(values)s.", values=context["expected"])
    for name, words in limits(of_text=fault["type"].startswith("string_")).items():
        if name in context:
            return words % {"limit": context[name]}
    return {
        "missing": gettext("This field is missing."),
        "unknown_field": gettext("There is no such field."),
        "wrong_type": gettext("This is of the wrong type."),
        "wrong_value": gettext("This value is none that can be taken."),
    }[code_of(fault)]


def limits(*, of_text: bool) -> Mapping[str, str]:
    """Say what a limit is, by the name that pydantic gives it."""
    if of_text:
        return {
            "min_length": gettext("This must have %(limit)s characters at least."),
            "max_length": gettext("This must have %(limit)s characters at most."),
        }
    return {
        "ge": gettext("This must be %(limit)s or more."),
        "le": gettext("This must be %(limit)s or less."),
        "min_length": gettext("This must have %(limit)s elements at least."),
        "max_length": gettext("This must have %(limit)s elements at most."),
    }
