"""How often the same visitor may try the same thing."""

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from services.accounts import name_key

UNPROCESSABLE = 422

limiter = Limiter(get_remote_address, headers_enabled=False, strategy="moving-window")


def init_app(app: Flask) -> None:
    """Let an application count tries."""
    limiter.init_app(app)


def typed_name() -> str:
    """The account that somebody tries to open, whoever he is."""
    return f"name:{name_key(request.form.get('name', ''))[:100]}"


def failed(response: Response) -> bool:
    """Whether a try was a wrong one."""
    return response.status_code == UNPROCESSABLE


def succeeded(response: Response) -> bool:
    """Whether a try did what it asked."""
    return response.status_code < UNPROCESSABLE
