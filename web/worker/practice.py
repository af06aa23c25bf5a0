"""The opponent's part of the worker: threads that ask, processes that think."""

from collections.abc import Iterator
from functools import partial

import click
from flask import Flask

from models import Database
from services.practice.thinking import Claims, Thinkers
from services.practice.thoughts import Bench
from services.practice.working import state_of_practice, think_on
from web.frame.command_group import CommandGroup
from web.frame.session import database

LOOKS_EVERY = 0.5
"""Seconds from one look for what waits to the next, of each thread."""
practice_group = CommandGroup("practice", help="Duels against the site's own opponent.")


def thinkers_of(app: Flask) -> Thinkers:
    """Return the processes that think, as the settings want them; none is started yet."""
    return Thinkers(app.config["THINKING_PROCESSES"], app.config["THINKING_SECONDS"])


def bench_of(app: Flask, thinkers: Thinkers) -> Bench:
    """Return what those who answer share."""
    found: Database = app.extensions["database"]
    return Bench(found, app.config["CLOCK"], thinkers.think, Claims(), app.config["SECRET_KEY"])


def thinking_duties(app: Flask, thinkers: Thinkers) -> Iterator[tuple[str, partial[int], float]]:
    """Yield a duty for each process that thinks, so that none has to wait for another."""
    bench = bench_of(app, thinkers)
    for number in range(1, app.config["THINKING_PROCESSES"] + 1):
        yield f"opponent {number}", partial(think_on, bench), LOOKS_EVERY


@practice_group.command("state")
def say_state() -> None:
    """Say how many guests and practice duels there are, and what waits for the opponent."""
    with database().reading() as session:
        for name, number in state_of_practice(session)._asdict().items():
            click.echo(f"{name:10} {number}")
