"""The operations of the API: each declares its requests and answers once, also for OpenAPI.

A query or a body is read into a model; faults are named field by field. A request with an `Idempotency-Key`
is done once; a repetition within a day gets the same answer.
"""

import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from re import compile as pattern
from typing import Any, TypeVar

from flask import Blueprint, Flask, Response, current_app, request, url_for
from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from sqlalchemy.exc import SQLAlchemyError

from models import Unavailable
from services.api import idempotency
from services.api.idempotency import AskedAlready, Kept, KeyedRequest, TooManyKept
from services.api.keys import Scope
from web.api.access import bearer, check_scope, let_in
from web.api.problems import Fault, Problem, answer_problem, field_problem, problem_by_status
from web.core.request_state import set_error_answer
from web.core.session import db, in_next_writing, now, writing
from web.core.translation import gettext

Model = TypeVar("Model", bound=BaseModel)
JSON = "application/json"
LINES = "text/x-ndjson"
"""Lines of JSON, sent as text, which every client can read."""
CODES = {"missing": "missing", "extra_forbidden": "unknown_field"}
"""Codes of our own for some of pydantic's faults."""
SHAPE = pattern(r"as-|\[key\]|[a-z-]+\[")
"""A step in a path that names one of several shapes rather than a field."""
EXPECTED: Mapping[str, tuple[str, str]] = {
    "string": ("string", _l("a text")),
    "int": ("integer", _l("a whole number")),
    "float": ("number", _l("a number")),
    "bool": ("boolean", _l("true or false")),
    "list": ("array", _l("a list")),
    "dict": ("object", _l("an object")),
    "model": ("object", _l("an object")),
    "none": ("null", _l("null")),
    "date": ("string", _l("an instant as RFC 3339 writes it")),
}
"""The JSON type and its words (lazy texts), by the beginning of pydantic's name of a fault."""
TYPES = ("_type", "_parsing", "none_required")


class Members(dict[str, Any]):
    """A JSON object that remembers repeated names; the last value of each counts."""

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
    """Raise Problem if a name is repeated in one object of a body, since pydantic would take the last."""
    found = json.loads(sent, object_pairs_hook=Members, parse_int=str)  # with any number of digits
    repeated = list(repeated_in(found))
    if repeated:
        raise repetition(repeated, gettext("This stands in the body more than once."))


def repeated_in(value: object, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Return the paths of all repeated fields in a JSON value."""
    if isinstance(value, Members):
        yield from (".".join((*path, name)) for name in value.repeated)
    if isinstance(value, dict | list):
        for step, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from repeated_in(part, (*path, str(step)))


def repetition(names: Sequence[str], message: str) -> Problem:
    """Make the problem of repeated fields."""
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
    faulty = [
        Fault(field=field_of(each), code=code_of(each), message=message_of(each), expected=expected_by(each))
        for each in faults
    ]
    return Problem("invalid", faulty[0].message, faulty)


def field_of(fault: ErrorDetails) -> str:
    """Return the path of a fault, without the steps that only name a shape."""
    return ".".join(str(step) for step in fault["loc"] if not SHAPE.match(str(step)))


def code_of(fault: ErrorDetails) -> str:
    """Return the code of a fault."""
    kind = fault["type"]
    if kind in CODES:
        return CODES[kind]
    return "wrong_type" if kind.endswith(TYPES) else "wrong_value"


def expected_by(fault: ErrorDetails) -> str | None:
    """Return the type of JSON that a field of the wrong type should have."""
    if code_of(fault) != "wrong_type":
        return None
    kind = fault["type"]
    return next((name for begun, (name, _) in EXPECTED.items() if kind.startswith(begun)), None)


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
        "wrong_type": wrong_type(fault["type"]),
        "wrong_value": gettext("This value is none that can be taken."),
    }[code_of(fault)]


def wrong_type(kind: str) -> str:
    """Say which type is expected."""
    expected = next((str(words) for begun, (_, words) in EXPECTED.items() if kind.startswith(begun)), "")
    if not expected:
        return gettext("This is of the wrong type.")
    return gettext("This is of the wrong type: %(expected)s is expected.", expected=expected)


def limits(*, of_text: bool) -> Mapping[str, str]:
    """Name a limit in words, by pydantic's name for it."""
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


log = logging.getLogger(__name__)
HEADER = "Idempotency-Key"
REPEATED = "Idempotency-Replayed"
PATTERN = "^[!-~]{1,255}$"


def once(operation: str, do: Callable[[], Response]) -> Response:
    """Do a request; if it has an idempotency key and was done before, repeat the answer instead."""
    asked = _asked(operation)
    if asked is None:
        return do()
    found = idempotency.kept(db(), asked, now())
    if found is not None:
        return _again(found)
    try:
        with in_next_writing(lambda session: idempotency.note(session, asked, now())):
            answer = do()
    except AskedAlready:
        found = idempotency.kept(db(), asked, now())
        if found is None:
            raise Problem("idempotency_key_busy") from None
        return _again(found)
    except TooManyKept as error:
        words = gettext(
            "The limit of stored idempotency keys is reached. Send this request without one, or tomorrow."
        )
        raise Problem("limit_reached", words) from error
    _keep(asked, answer)
    return answer


def _asked(operation: str) -> KeyedRequest | None:
    """Return the keyed request, if it has an idempotency key; raises Problem for an invalid key."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not re.fullmatch(PATTERN, key):
        words = gettext("A key has 1 to 255 letters, digits and signs of ASCII, without blanks.")
        raise field_problem(HEADER, "wrong_value", words)
    return KeyedRequest.of(bearer().user_id, key, operation, request.full_path, request.get_data())


def _again(found: Kept) -> Response:
    """Repeat an answer; raises Problem if the key is another request's, or there is no answer yet."""
    if not found.is_same:
        raise Problem("idempotency_key_reused")
    if found.answer is None:
        is_under_way = now() - found.asked_at < idempotency.UNDER_WAY
        raise Problem("idempotency_key_busy" if is_under_way else "in_doubt")
    response = current_app.response_class(found.answer["text"], found.answer["status"], mimetype=JSON)
    response.headers.update({**found.answer["headers"], REPEATED: "true"})
    response.vary.update(("Authorization", "Accept-Language"))
    return response


def _keep(asked: KeyedRequest, answer: Response) -> None:
    headers = {name: answer.headers[name] for name in ("Location", "Cache-Control") if name in answer.headers}
    kept = {"status": answer.status_code, "text": answer.get_data(as_text=True), "headers": headers}
    try:
        with writing() as session:
            idempotency.keep(session, asked, kept)
    except (Unavailable, SQLAlchemyError):
        log.warning("the answer to a request with a key was not kept")


VERSION = "1.0.0"
PATH = "/api/v1"
blueprint = Blueprint("api", __name__, url_prefix=PATH)


@dataclass(frozen=True)
class Operation:
    """An operation of the API: one method at one address.

    summary: a lazy text. problems: the codes besides those of every operation. links: of the answer, {name:
    (operation, {parameter: where its value is})}. located: the operation that shows the new object, and the
    field of the answer with its name, which is also the name of the parameter. streams: the answer is a
    stream of events. lines: it is lines of JSON. example: a body.
    """

    name: str
    method: str
    path: str
    group: str
    summary: str
    scope: Scope
    answer: type[BaseModel]
    description: str = ""
    status: HTTPStatus = HTTPStatus.OK
    query: type[BaseModel] | None = None
    body: type[BaseModel] | None = None
    example: Mapping[str, Any] | None = None
    problems: Sequence[str] = ()
    links: Mapping[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    located: tuple[str, str] | None = None
    streams: bool = False
    lines: bool = False

    @property
    def all_problems(self) -> Sequence[str]:
        """All codes that it can answer with."""
        return (
            *("no_key", "key_unknown", "key_revoked", "key_expired", "account_closed", "scope_missing"),
            *(("malformed", "too_large", "not_json") if self.body else ()),
            *(("invalid",) if self.body or self.query or self.method == "POST" else ()),
            *(
                ("idempotency_key_reused", "idempotency_key_busy", "limit_reached")
                if self.method == "POST"
                else ()
            ),
            *self.problems,
            *("too_many_requests", "our_fault", "busy", "unavailable", "in_doubt", "read_only", "disk_full"),
        )


OPERATIONS: list[Operation] = []
View = TypeVar("View", bound=Callable[..., BaseModel | Response])


def operation(method: str, path: str, scope: Scope, **details: Any) -> Callable[[View], View]:  # noqa: ANN401  # see Operation
    """Declare a view as an operation of the API."""

    def register(view: View) -> View:
        made = Operation(view.__name__, method, path, scope=scope, description=view.__doc__ or "", **details)
        OPERATIONS.append(made)
        blueprint.add_url_rule(
            path, made.name, answering(made, view), methods=[method], provide_automatic_options=False
        )
        return view

    return register


def answering(made: Operation, view: Callable[..., BaseModel | Response]) -> Callable[..., Response]:
    """Return a view that reads the request, calls the operation, and writes its answer."""

    def answered(**values: Any) -> Response:  # noqa: ANN401  # parts of the address
        check_scope(made.scope)
        if made.query:
            values["query"] = read_query(made.query)
        if made.body:
            values["body"] = read_body(made.body)
        said = view(**values)
        return said if isinstance(said, Response) else written(said, made)

    if made.method != "POST":
        return answered
    return lambda **values: once(made.name, lambda: answered(**values))


def written(said: BaseModel, made: Operation) -> Response:
    """Write an answer, or 304 if the tag says that the client has it already."""
    text = said.model_dump_json(by_alias=True)
    response = current_app.response_class(text, made.status, mimetype=JSON)
    response.vary.update(("Authorization", "Accept-Language"))
    if made.located:
        endpoint, name = made.located
        response.headers["Location"] = url_for(f"api.{endpoint}", **{name: getattr(said, name)})
    if made.method != "GET":
        response.headers["Cache-Control"] = "no-store"
        return response
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


blueprint.before_request(let_in)
blueprint.register_error_handler(Problem, answer_problem)


def init_app(app: Flask) -> None:
    """Let an application answer errors of the API; no CSRF token is needed, since no cookie counts."""
    set_error_answer(app, problem_by_status)
    app.extensions["csrf"].exempt(blueprint)
