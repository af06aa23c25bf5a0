"""Operations: each says once what it takes, what it answers and what can go wrong; OpenAPI says the same."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeVar

from flask import Blueprint, Flask, Response, current_app, request, url_for
from pydantic import BaseModel

from services.access.tokens import Scope
from web.api.access import check_scope, let_in
from web.api.problems import Problem, tell, told_by_status
from web.api.reading import JSON, read_body, read_query
from web.frame.programs import tell_errors

VERSION = "1.0.0"
PATH = "/api/v1"
blueprint = Blueprint("api", __name__, url_prefix=PATH)


@dataclass(frozen=True)
class Operation:
    """What can be asked of the API at one address with one method.

    summary: a lazy text. problems: the codes beside those that any operation has. links: of the answer,
    {name: (operation, {parameter: where its value stands})}. located: the operation that shows what was
    made, and the field of the answer that names it, which is the parameter's name too. streams: the answer
    is a stream of events.
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
    problems: Sequence[str] = ()
    links: Mapping[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    located: tuple[str, str] | None = None
    streams: bool = False

    @property
    def all_problems(self) -> Sequence[str]:
        """All codes that it can answer with."""
        return (
            *("no_key", "key_unknown", "key_revoked", "key_expired", "account_closed", "scope_missing"),
            *(("malformed", "too_large", "not_json") if self.body else ()),
            *(("invalid",) if self.body or self.query else ()),
            *self.problems,
            *("too_many_requests", "our_fault", "busy", "unavailable", "in_doubt", "read_only", "disk_full"),
        )


OPERATIONS: list[Operation] = []
View = TypeVar("View", bound=Callable[..., BaseModel | Response])


def operation(method: str, path: str, scope: Scope, **told: Any) -> Callable[[View], View]:  # noqa: ANN401  # see Operation
    """Let a view answer at an address of the API."""

    def register(view: View) -> View:
        made = Operation(view.__name__, method, path, scope=scope, description=view.__doc__ or "", **told)
        OPERATIONS.append(made)
        blueprint.add_url_rule(
            path, made.name, answering(made, view), methods=[method], provide_automatic_options=False
        )
        return view

    return register


def answering(made: Operation, view: Callable[..., BaseModel | Response]) -> Callable[..., Response]:
    """Return a view that reads what is sent, asks the operation, and writes its answer."""

    def answered(**values: Any) -> Response:  # noqa: ANN401  # parts of the address
        check_scope(made.scope)
        if made.query:
            values["query"] = read_query(made.query)
        if made.body:
            values["body"] = read_body(made.body)
        said = view(**values)
        return said if isinstance(said, Response) else written(said, made)

    return answered


def written(said: BaseModel, made: Operation) -> Response:
    """Write an answer; who has it already, by its tag, is told so."""
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
blueprint.register_error_handler(Problem, tell)


def init_app(app: Flask) -> None:
    """Let an application tell programs of errors; no token of a form is asked for, as no cookie counts."""
    tell_errors(app, told_by_status)
    app.extensions["csrf"].exempt(blueprint)
