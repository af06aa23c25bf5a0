"""The page for those who write programs: all that it lists is what the API goes by."""

from collections.abc import Hashable, Mapping, Sequence

from flask import Blueprint, current_app
from flask.typing import ResponseReturnValue
from limits import parse

from services.access.tokens import MOST_TOKENS, PREFIX, Scope
from web.api.openapi import templated
from web.api.operations import OPERATIONS, PATH, Operation
from web.api.problems import KINDS, Kind
from web.frame.page import Frame, respond
from web.words.programs import group_names, scope_names


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/help/api", "api", api)


class ApiPage(Frame):
    """How a program plays here: its account, its keys, its first steps, and all that it can ask."""

    template = "pages/programs.html"
    path, prefix, most_keys = PATH, PREFIX, MOST_TOKENS

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def site(self) -> str:
        """The address of the site."""
        address: str = current_app.config["SITE_URL"]
        return address

    @property
    def rate(self) -> tuple[int, int]:
        """How much a key may ask: requests, and in how many seconds."""
        rate = parse(current_app.config["API_RATE"])
        return rate.amount, rate.get_expiry()

    @property
    def streams(self) -> int:
        """The streams that an account may have open."""
        most: int = current_app.config["API_STREAMS_OF_ACCOUNT"]
        return most

    @property
    def scopes(self) -> Mapping[Scope, str]:
        """What each right of a key opens."""
        return scope_names()

    @property
    def groups(self) -> Mapping[str, Sequence[Operation]]:
        """All operations under their headings."""
        return {
            words: [each for each in OPERATIONS if each.group == name]
            for name, words in group_names().items()
        }

    @property
    def problems(self) -> Mapping[str, Kind]:
        """All kinds of problems by their codes."""
        return KINDS

    def address(self, operation: Operation) -> str:
        """Write the address of an operation as OpenAPI does."""
        return templated(operation.path)


def api() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(ApiPage())
