"""The database session of a request: opened when it is needed, ended with the response."""

from datetime import UTC, datetime

from flask import Flask, Response, current_app, g, request
from sqlalchemy.orm import Session

from models import Database

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FIRST_FAILURE = 400


def init_app(app: Flask, database: Database) -> None:
    """Let the requests of an application use a database."""
    app.extensions["database"] = database
    app.after_request(finish)
    app.teardown_request(let_go)


def database() -> Database:
    """The database of this application."""
    found: Database = current_app.extensions["database"]
    return found


def db() -> Session:
    """The session of this request: it writes for an unsafe method, and only reads for a safe one."""
    if "db_session" not in g:
        reads = request.method in SAFE
        g.db_session = database().reading_session() if reads else database().writing_session()
    session: Session = g.db_session
    return session


def only_read() -> None:
    """Let this request change nothing, whatever its method."""
    g.db_session = database().reading_session()


def now() -> datetime:
    """The time of this request, read once."""
    if "now" not in g:
        g.now = current_app.config["CLOCK"]()
    instant: datetime = g.now
    return instant


def system_clock() -> datetime:
    """The time by the system."""
    return datetime.now(UTC)


def finish(response: Response) -> Response:
    """Keep what a request changed when it succeeded, and only then."""
    session: Session | None = g.pop("db_session", None)
    if session is not None:
        with session:
            if request.method not in SAFE and response.status_code < FIRST_FAILURE:
                session.commit()
    return response


def let_go(_: BaseException | None) -> None:
    """Close what an unforeseen error left open, keeping nothing of it."""
    session: Session | None = g.pop("db_session", None)
    if session is not None:
        session.close()
