"""The API described in OpenAPI 3.1, made from the same declarations that answer requests."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, request
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from services.api.idempotency import KEPT
from web.api import problems
from web.api.changes import WaitingChallenges
from web.api.operations import HEADER, JSON, LINES, OPERATIONS, PATH, PATTERN, REPEATED, VERSION, Operation
from web.api.problems import KINDS, ProblemSaid
from web.api.shapes import PHASE
from web.core.session import without_database
from web.core.translation import in_language

Plain = dict[str, Any]
REFERENCE = "#/components/schemas/{model}"
TOKEN = {"type": "string", "pattern": "^[0-9A-Za-z_-]+$", "maxLength": 32}
PARAMETERS: Mapping[str, tuple[str, Plain]] = {
    "duel": ("The name of a duel.", {"type": "string", "pattern": "^[0-9A-Za-z]+$", "maxLength": 32}),
    "challenge": ("The name of a challenge.", TOKEN),
    "ladder": ("The name of a ladder in addresses.", TOKEN),
    "number": (
        "The number of a challenge for a place.",
        {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    ),
    "message": (
        "The id of a message.",
        {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    ),
    "puzzle": ("The key of a puzzle.", {"type": "string", "pattern": "^[a-z0-9]+$", "maxLength": 32}),
    "phase": (
        "A phase that awaits the player, or one for which they may store an entry in advance.",
        {"type": "string", "pattern": f"^({PHASE})$"},
    ),
    "player": ("The name of a player.", {"type": "string", "pattern": "^[^/]+$", "maxLength": 100}),
    "ordinal": ("The number of a chapter, from 0.", {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}),
}
"""The parameters in addresses."""
EXAMPLES: Mapping[str, object] = {
    "duel": "k3v9",
    "challenge": "o7X_0qZ1c-Yd",
    "ladder": "open",
    "number": 1,
    "message": 1,
    "puzzle": "s1903m",
    "phase": "S1901M",
    "player": "anna",
    "ordinal": 0,
}
DESCRIPTION = """Everything between two players, for bots: challenges, duels, places on ladders,
the league of bots, puzzles, practice against the site's opponent, ratings, and finished public duels in bulk.

The rest is left to pages: *Play now*, tournaments, rematches, hints, the arbiter, the analysis, what-if,
the search of the archive, blocking and reports. A key shows nothing that its account does not see on pages.

A key is made by the owner of an account on its page *API keys*, and sent as
`Authorization: Bearer id_…`; nothing else opens anything here: no cookie, and no key in an address. Errors
are problems after RFC 9457: `code` says what happened, `errors` names the fields at fault. Nothing here
shows what the opponent has entered before its reveal. What is no whole request (400, 408, 411 for a body in
chunks, 414, 431) is answered by the server before it reaches the API, in HTML and without a code."""
RATE_HEADERS = {
    "RateLimit-Policy": "The limit of a key: a number of requests in a number of seconds.",
    "RateLimit": "How many requests are left, and in how many seconds there will be more.",
}

pages = Blueprint("openapi", __name__, url_prefix=PATH)


@pages.get("/openapi.json")
@without_database
def document() -> Response:
    """Answer with the description of the API, which anybody may read."""
    text = written(current_app.config["SITE_URL"])
    response = current_app.response_class(text, mimetype=JSON)
    response.headers["Cache-Control"] = "public, max-age=300"
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def written(site_url: str) -> str:
    """Write the document once for the life of a process."""
    with in_language("en"):
        return json.dumps(described(site_url), ensure_ascii=False)


def described(site_url: str) -> Plain:
    """Describe all operations."""
    schemas, references = schemas_of(OPERATIONS)
    paths: dict[str, Plain] = {}
    for each in OPERATIONS:
        paths.setdefault(templated(each.path), {})[each.method.lower()] = operation_of(each, references)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Intimate Diplomacy", "version": VERSION, "description": DESCRIPTION},
        "servers": [{"url": f"{site_url}{PATH}"}],
        "externalDocs": {"url": problems.address_of("").partition("#")[0]},
        "tags": [{"name": name} for name in dict.fromkeys(each.group for each in OPERATIONS)],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "bearerFormat": "id_…"}},
        },
    }


References = Mapping[tuple[Any, Any], Plain]


def schemas_of(operations: Iterable[Operation]) -> tuple[Plain, References]:
    """Return all schemas by name, and the reference of each model."""
    models: list[tuple[type[BaseModel], Any]] = [
        (ProblemSaid, "serialization"),
        (WaitingChallenges, "serialization"),
    ]
    for each in operations:
        models.append((each.answer, "serialization"))
        models += [(each.body, "validation")] if each.body else []
    found, schema = models_json_schema(list(dict.fromkeys(models)), ref_template=REFERENCE)
    defined = schema["$defs"]
    # A model that only wraps another one is replaced by it: a second name would confuse generators of
    # clients.
    wrapped = {
        REFERENCE.format(model=name): described["$ref"]
        for name, described in defined.items()
        if "$ref" in described
    }
    schemas = {
        name: {"title": name, **plainly(model, wrapped)}
        for name, model in defined.items()
        if "$ref" not in model
    }
    return schemas, {model: plainly(reference, wrapped) for model, reference in found.items()}


def plainly(schema: Any, wrapped: Mapping[str, str]) -> Any:  # noqa: ANN401  # any JSON
    """Leave out inner titles, from which generators of clients would make duplicate classes."""
    if isinstance(schema, list):
        return [plainly(each, wrapped) for each in schema]
    if not isinstance(schema, dict):
        return wrapped.get(schema, schema) if isinstance(schema, str) else schema
    return {
        name: plainly(each, wrapped)
        for name, each in schema.items()
        if name != "title" or isinstance(each, dict)
    }


def templated(path: str) -> str:
    """Write an address as OpenAPI does."""
    return re.sub(r"<(?:[^<>]*:)?(\w+)>", r"{\1}", path)


def operation_of(each: Operation, references: References) -> Plain:
    """Describe one operation."""
    found: Plain = {
        "operationId": each.name,
        "tags": [each.group],
        "summary": str(each.summary),
        "description": " ".join(each.description.split()),
        "security": [{"key": [each.scope.value]}],
        "parameters": [*path_parameters(each), *query_parameters(each), *header_parameters(each)],
        "responses": responses_of(each, references),
    }
    if each.body:
        schema = references[each.body, "validation"]
        content = {"schema": schema, "example": each.example}
        found["requestBody"] = {"required": True, "content": {JSON: content}}
    return found


def path_parameters(each: Operation) -> list[Plain]:
    """Describe the parameters in the path."""
    names = re.findall(r"{(\w+)}", templated(each.path))
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": words,
            "schema": schema,
            "example": EXAMPLES[name],
        }
        for name, (words, schema) in ((name, PARAMETERS[name]) for name in names)
    ]


def query_parameters(each: Operation) -> list[Plain]:
    """Describe the query: each field of the model, all of them plain."""
    if each.query is None:
        return []
    schema = each.query.model_json_schema(mode="validation")
    defined, required = schema.get("$defs", {}), schema.get("required", ())
    found = []
    for name, field in schema["properties"].items():
        plain = {key: value for key, value in field.items() if key not in {"title", "description"}}
        if "$ref" in plain:
            plain = defined[plain["$ref"].rpartition("/")[2]]
        found.append(
            {
                "name": name,
                "in": "query",
                "required": name in required,
                "description": field.get("description", ""),
                "schema": plain,
            }
        )
    return found


def header_parameters(each: Operation) -> list[Plain]:
    """Describe the headers of a request: the idempotency key."""
    if each.method != "POST":
        return []
    words = (
        "A text of the program's own, drawn anew for each thing to be done. "
        f"Within {KEPT // timedelta(hours=1)} hours the same request "
        "with the same key is not done again, but answered alike."
    )
    schema = {"type": "string", "pattern": PATTERN, "minLength": 1, "maxLength": 255}
    return [{"name": HEADER, "in": "header", "required": False, "description": words, "schema": schema}]


def responses_of(each: Operation, references: References) -> Plain:
    """Describe all answers by their status."""
    schema, mimetype = references[each.answer, "serialization"], LINES if each.lines else JSON
    if each.streams:
        waiting = references[WaitingChallenges, "serialization"]
        schema = {"oneOf": [event_schema("duel", schema), event_schema("challenges", waiting)]}
        mimetype = "text/event-stream"
    answer: Plain = {
        "description": str(each.summary),
        "headers": headers_of(each),
        "content": {mimetype: {"schema": schema, "example": answers()[each.name]}},
    }
    if each.links:
        answer["links"] = {
            name: {"operationId": target, "parameters": dict(parameters)}
            for name, (target, parameters) in each.links.items()
        }
    found: Plain = {str(int(each.status)): answer}
    if each.method == "GET" and not each.streams:
        found["304"] = {"description": "Nothing has changed since the answer with this tag."}
    return found | problems_of(each, references)


@cache
def answers() -> Mapping[str, object]:
    """An example of the answer of each operation, recorded from the site; lists are shortened."""
    found: Mapping[str, object] = json.loads(Path(__file__).with_name("answers.json").read_text("utf-8"))
    return found


def event_schema(event: str, data: Plain) -> Plain:
    """Describe one event of a stream."""
    written = {"type": "string", "contentMediaType": JSON, "contentSchema": data}
    return {
        "type": "object",
        "description": "One event; a stream has any number of them.",
        "properties": {"id": {"type": "string"}, "event": {"const": event}, "data": written},
    }


def headers_of(each: Operation) -> Plain:
    """Describe the headers of an answer."""
    described = dict(RATE_HEADERS)
    if each.method == "GET" and not each.streams:
        described["ETag"] = "The value for If-None-Match, to ask whether anything has changed."
    if each.method == "POST":
        described[REPEATED] = "`true` if this is a repeated answer."
    if each.lines:
        described["Link"] = "The address of the next page, as `rel=next`; omitted on the last page."
    if each.status is HTTPStatus.CREATED:
        described["Location"] = "The address of the new object."
    return {name: {"description": words, "schema": {"type": "string"}} for name, words in described.items()}


def problems_of(each: Operation, references: References) -> Plain:
    """Describe what can go wrong, by status."""
    schema = references[ProblemSaid, "serialization"]
    codes: dict[int, list[str]] = {}
    for code in each.all_problems:
        codes.setdefault(KINDS[code].status, []).append(code)
    return {
        str(int(status)): {
            "description": " ".join(f"`{code}`: {KINDS[code].meaning}" for code in of_status),
            "content": {problems.MIMETYPE: {"schema": schema}},
            **problem_headers(status),
        }
        for status, of_status in sorted(codes.items())
    }


def problem_headers(status: int) -> Plain:
    """Describe the headers of a problem."""
    names = {
        HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": "How to send a key (RFC 6750)."},
        HTTPStatus.TOO_MANY_REQUESTS: {"Retry-After": "The seconds to wait.", **RATE_HEADERS},
        HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": "The seconds to wait."},
    }
    described = names.get(HTTPStatus(status), {})
    headers = {
        name: {"description": words, "schema": {"type": "string"}} for name, words in described.items()
    }
    return {"headers": headers} if headers else {}
