"""Errors of the API: a problem (RFC 9457) with a code to act on, and the fields at fault."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import NamedTuple

from flask import Response, current_app, url_for
from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, Field

from web.core.errors import explained
from web.core.translation import gettext

MIMETYPE = "application/problem+json"


class ProblemKind(NamedTuple):
    """A kind of problem: its status, and what it means in a sentence (a lazy text)."""

    status: HTTPStatus
    meaning: str


KINDS: Mapping[str, ProblemKind] = {
    "malformed": ProblemKind(HTTPStatus.BAD_REQUEST, _l("The body is no JSON, or the request is broken.")),
    "no_key": ProblemKind(
        HTTPStatus.UNAUTHORIZED, _l("The request has no key. Send it as Authorization: Bearer.")
    ),
    "key_unknown": ProblemKind(HTTPStatus.UNAUTHORIZED, _l("No account has made this key.")),
    "key_revoked": ProblemKind(HTTPStatus.UNAUTHORIZED, _l("The owner of the key has revoked it.")),
    "key_expired": ProblemKind(HTTPStatus.UNAUTHORIZED, _l("The key has expired.")),
    "account_closed": ProblemKind(HTTPStatus.FORBIDDEN, _l("The account of the key is closed.")),
    "scope_missing": ProblemKind(HTTPStatus.FORBIDDEN, _l("The key does not open this.")),
    "not_a_player": ProblemKind(HTTPStatus.FORBIDDEN, _l("Only the two players of a duel can do this.")),
    "challenge_refused": ProblemKind(HTTPStatus.FORBIDDEN, _l("These two cannot play each other so.")),
    "not_found": ProblemKind(
        HTTPStatus.NOT_FOUND, _l("There is nothing here, or nothing that the key may see.")
    ),
    "method_not_allowed": ProblemKind(HTTPStatus.METHOD_NOT_ALLOWED, _l("This address takes other methods.")),
    "phase_over": ProblemKind(
        HTTPStatus.CONFLICT, _l("The phase is not awaited any more: the duel has moved on.")
    ),
    "phase_to_come": ProblemKind(
        HTTPStatus.CONFLICT, _l("The phase is still to come, and does not take this yet.")
    ),
    "not_awaited": ProblemKind(HTTPStatus.CONFLICT, _l("The phase asks nothing of this player.")),
    "on_leave": ProblemKind(
        HTTPStatus.CONFLICT, _l("The player has time off, and enters nothing until they are back.")
    ),
    "nothing_to_hand_in": ProblemKind(
        HTTPStatus.CONFLICT, _l("No list of powers is saved, so there is nothing to finish.")
    ),
    "may_be_overbid": ProblemKind(
        HTTPStatus.CONFLICT, _l("These bids may overbid: send them with accept_overbid, or change them.")
    ),
    "not_possible": ProblemKind(HTTPStatus.CONFLICT, _l("This cannot be done as the duel stands.")),
    "too_many_acts": ProblemKind(
        HTTPStatus.CONFLICT, _l("The player has changed their mind often enough in this phase.")
    ),
    "challenge_settled": ProblemKind(HTTPStatus.CONFLICT, _l("The challenge does not wait any more.")),
    "limit_reached": ProblemKind(HTTPStatus.CONFLICT, _l("The limit of duels or challenges is reached.")),
    "idempotency_key_busy": ProblemKind(
        HTTPStatus.CONFLICT, _l("A request with this Idempotency-Key is under way. Try again in a moment.")
    ),
    "too_large": ProblemKind(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _l("A body holds 256 KB at most.")),
    "not_json": ProblemKind(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, _l("A body is sent as application/json.")),
    "invalid": ProblemKind(
        HTTPStatus.UNPROCESSABLE_ENTITY, _l("Some fields are wrong; errors names each of them.")
    ),
    "idempotency_key_reused": ProblemKind(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _l("Another request was sent with this Idempotency-Key: each has a key of its own."),
    ),
    "too_many_requests": ProblemKind(
        HTTPStatus.TOO_MANY_REQUESTS, _l("Rate limit exceeded. Try again after the seconds in Retry-After.")
    ),
    "too_many_streams": ProblemKind(
        HTTPStatus.TOO_MANY_REQUESTS, _l("The account has reached its limit of open streams.")
    ),
    "our_fault": ProblemKind(
        HTTPStatus.INTERNAL_SERVER_ERROR, _l("Something went wrong here. It has been noted.")
    ),
    "busy": ProblemKind(
        HTTPStatus.SERVICE_UNAVAILABLE, _l("The site is busy, and nothing was stored. Try again.")
    ),
    "unavailable": ProblemKind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        _l("The site cannot reach its database, and nothing was stored. Try again later."),
    ),
    "in_doubt": ProblemKind(
        HTTPStatus.SERVICE_UNAVAILABLE,
        _l("The site lost its database while it stored: look whether it did, before you try again."),
    ),
    "read_only": ProblemKind(
        HTTPStatus.SERVICE_UNAVAILABLE, _l("The site can store nothing for now, but it can be read.")
    ),
    "disk_full": ProblemKind(
        HTTPStatus.INSUFFICIENT_STORAGE, _l("The disk of the site is full: nothing was stored.")
    ),
    "no_room": ProblemKind(
        HTTPStatus.SERVICE_UNAVAILABLE, _l("No stream is free. Ask for the changes instead.")
    ),
}
BY_STATUS = {
    HTTPStatus.BAD_REQUEST: "malformed",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "not_json",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many_requests",
    HTTPStatus.SERVICE_UNAVAILABLE: "busy",
}
"""The kind of problem for an HTTP error that no view raised, by its status."""


class Fault(BaseModel):
    """What is wrong with one field."""

    field: str = Field(
        description="The path of the field, with points between the steps; empty for the whole body."
    )
    code: str = Field(description="What is wrong, for programs: a code from a stable list.")
    message: str = Field(description="What is wrong, for people, in the requested language.")
    expected: str | None = Field(
        default=None, description="For `wrong_type`: the expected JSON type; otherwise null."
    )
    reason: str | None = Field(
        default=None,
        description="For `illegal_order`: the reason, for programs, from a stable list; null if the order "
        "is only written in another way than the stored form, and for other codes.",
    )
    alternatives: list[str] = Field(
        default_factory=list,
        description="For `illegal_order`: the possible orders for the unit or, in winter, for the power; "
        "for the first 34 faults.",
    )
    rule: str | None = Field(
        default=None,
        description="The address of the broken rule; null if only the form is wrong.",
    )


class ProblemSaid(BaseModel):
    """A problem after RFC 9457, with its code and the fields at fault."""

    type: str = Field(description="The address of a page that explains the code.")
    title: str = Field(description="What the code means.")
    status: int = Field(ge=400, le=599)
    detail: str = Field(description="What happened this time.")
    code: str = Field(description="The kind of problem, for programs.")
    errors: list[Fault] = Field(description="The fields at fault, if any.")


class Problem(Exception):
    """Something cannot be done, and the API answers so.

    detail: what happened this time; by default the meaning of the kind. headers: of the answer.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        errors: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code)
        self.code, self.detail, self.errors, self.headers = code, detail, errors, headers or {}


def answer_problem(problem: Problem) -> Response:
    """Answer with a problem."""
    kind = KINDS[problem.code]
    meaning = str(kind.meaning)
    said = ProblemSaid(
        type=address_of(problem.code),
        title=meaning,
        status=kind.status,
        detail=problem.detail or meaning,
        code=problem.code,
        errors=list(problem.errors),
    )
    answer = current_app.response_class(said.model_dump_json(), kind.status, mimetype=MIMETYPE)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers.update(problem.headers)
    return answer


def address_of(code: str) -> str:
    """Return the address of the explanation of a kind of problem."""
    return f"{current_app.config['SITE_URL']}{url_for('pages.api')}#{code}"


def problem_by_status(status: int, kind: str = "") -> Response:
    """Answer an HTTP error that no view raised: a wrong address, a lock, a bug."""
    known = HTTPStatus(status)
    if kind in KINDS or known in BY_STATUS:
        return answer_problem(Problem(kind or BY_STATUS[known]))
    if known >= HTTPStatus.INTERNAL_SERVER_ERROR:
        answer = answer_problem(Problem("our_fault"))
    else:
        answer = answer_problem(Problem("malformed", explained(status)[0]))
    return answer


def field_problem(field: str, code: str, message: str) -> Problem:
    """Make the problem of one wrong field."""
    return Problem("invalid", message, [Fault(field=field, code=code, message=message)])


def no_such_page() -> Problem:
    """Make the problem of a page that should begin after something that is not in the list."""
    return field_problem("before", "wrong_value", gettext("There is nothing of this name in the list."))


def not_found() -> Problem:
    """Make the problem of something that does not exist, or is not visible."""
    return Problem("not_found", gettext("There is nothing of this name that the account of the key may see."))
