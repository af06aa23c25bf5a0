"""Commands about duels: the sweep of deadlines."""

import logging
import os
import time
from collections.abc import Callable
from secrets import token_urlsafe

import click
from flask import Flask
from flask.cli import AppGroup

from services import demo
from services.duels import deadlines
from web.frame.session import database, system_clock

log = logging.getLogger(__name__)
deadlines_group = AppGroup("deadlines", help="Phases whose time is up.")
EVERY = 5.0


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(deadlines_group)
    app.cli.add_command(demo_duel)


@click.command("demo")
def demo_duel() -> None:
    """Add two accounts and a duel in progress to look at."""
    with database().writing() as session:
        made = demo.make(session, token_urlsafe(9), system_clock())
    first, second = made.names
    port = os.environ.get("PORT", "8000")
    click.echo(f"A duel of {first} and {second}: http://localhost:{port}/duels/{made.token}")
    click.echo(f"Log in as {first} or {second} with the password {made.password}")


@deadlines_group.command("sweep")
def sweep_once() -> None:
    """Resolve every phase whose time is up, once."""
    click.echo(deadlines.sweep(database(), system_clock))


@deadlines_group.command("watch")
@click.option("--every", default=EVERY, show_default=True, help="Seconds between two sweeps.")
def watch(every: float) -> None:
    """Resolve phases as their time runs out, until stopped."""
    keep_sweeping(lambda: time.sleep(every))


def keep_sweeping(pause: Callable[[], object]) -> None:
    """Sweep, pause, and go on whatever happens: a database that is away comes back."""
    while True:
        try:
            deadlines.sweep(database(), system_clock)
        except Exception:
            log.exception("the sweep failed and will be tried again")
        pause()
