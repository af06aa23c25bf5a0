"""What programs read: addresses that no cookie opens, that take no forms, and whose errors are no pages."""

from collections.abc import Callable

from flask import Flask, Response, current_app, has_request_context, request

PREFIX = "/api/"

Told = Callable[[int, str], Response]


def is_for_programs() -> bool:
    """Tell whether the present request is one to the API."""
    return has_request_context() and request.path.startswith(PREFIX)


def takes_no_page() -> bool:
    """Tell whether whoever asks reads JSON: a program, or a script of a page."""
    return is_for_programs() or request.accept_mimetypes.best == "application/json"


def tell_errors(app: Flask, told: Told) -> None:
    """Say how errors of the API are told; told: makes the answer to one by its status and its kind."""
    app.extensions["errors told to programs"] = told


def error_for_programs(code: int, kind: str = "") -> Response:
    """Answer a program with an error; kind: where the status alone does not say it."""
    told: Told = current_app.extensions["errors told to programs"]
    return told(code, kind)
