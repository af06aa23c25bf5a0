"""The command of the worker, and those of keepers about what it does."""

import logging
import signal
from collections.abc import Callable
from threading import Event, Thread
from typing import NamedTuple

import click
from flask import Flask, current_app

from services.accounts import security
from services.challenges.expiry import expire_due
from services.duels import deadlines
from services.duels.tables import UnknownDuel
from services.finding import pairing
from services.keepers import sightings
from services.practice import guests
from services.practice.thinking import Thinkers
from services.privacy.deletion import concede_running
from services.ratings.lists import unlist_idle
from services.telling.delivery import deliver_due, forget_old
from services.trouble import Trouble
from web.archive.commands import write_files
from web.frame.command_group import CommandGroup
from web.frame.metrics import counted_duty
from web.frame.session import database, now, site_clock
from web.frame.starting import check_room
from web.frame.timing import is_time_sure
from web.ladders.commands import settle
from web.telling.commands import NO_MAIL
from web.telling.ways import senders_of, ways
from web.worker.giving_back import give_back
from web.worker.practice import practice_group, thinkers_of, thinking_duties

log = logging.getLogger(__name__)
deadlines_group = CommandGroup("deadlines", help="Phases whose time is up, and duels that were set aside.")


class Duty(NamedTuple):
    """Something that is done again and again: what, and the seconds from one time to the next."""

    name: str
    do: Callable[[], object]
    every: float


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(deadlines_group)
    deadlines_group.add_command(give_back)
    app.cli.add_command(practice_group)
    app.cli.add_command(work)


def duties(app: Flask, thinkers: Thinkers) -> list[Duty]:
    """Return all that the worker does; each goes on by itself, so that none holds up another."""
    senders = senders_of(app)
    return [
        Duty("deadlines", sweep, 1.0),
        Duty("messages", lambda: deliver_due(database(), site_clock(), senders), 1.0),
        Duty("ladders", settle, 30.0),
        Duty("idle ratings", lambda: unlist_idle(database(), now()), 3600.0),
        Duty("challenges", lambda: expire_due(database(), now()), 5.0),
        Duty("seeks", lambda: pairing.sweep(database(), site_clock(), app.config["MOST_DUELS"]), 1.0),
        Duty("old messages", lambda: forget_old(database(), now()), 3600.0),
        Duty("old sightings", lambda: sightings.forget_old(database(), now()), 6 * 3600.0),
        Duty("files of finished duels", write_files, 3600.0),
        Duty("old events", lambda: security.forget_old(database(), now()), 6 * 3600.0),
        Duty("idle guests", lambda: guests.forget_idle(database(), site_clock()), 3600.0),
        Duty("duels of deleted accounts", lambda: concede_running(database(), site_clock()), 3600.0),
        *(Duty(*each) for each in thinking_duties(app, thinkers)),
    ]


def sweep() -> int:
    """Resolve every phase whose time is up, and return how many; none while the time is in doubt."""
    return deadlines.sweep(database(), site_clock()) if is_time_sure() else 0


@click.command("worker")
def work() -> None:
    """Do what is due, until stopped: resolve phases as their time runs out, and send messages."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001  # threads need the application itself
    check_room(app.config, database())
    stopped, thinkers = Event(), thinkers_of(app)

    def stop(*_: object) -> None:
        stopped.set()
        thinkers.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    if ways().mail is None:
        log.warning(NO_MAIL)
    keep_working(app, duties(app, thinkers), stopped)


def keep_working(app: Flask, to_do: list[Duty], stopped: Event) -> None:
    """Do each duty in a thread of its own until stopped, and return when all have ended."""
    threads = [Thread(target=_keep_doing, args=(app, duty, stopped), name=duty.name) for duty in to_do]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _keep_doing(app: Flask, duty: Duty, stopped: Event) -> None:
    """Do one duty again and again, whatever happens: a database that is away comes back."""
    trouble = Trouble(log)
    while not stopped.is_set():
        try:
            with app.app_context(), counted_duty(duty.name) as tell_done:
                tell_done(duty.do())
            trouble.is_over()
        except Exception as error:  # noqa: BLE001  # it is logged
            trouble.note("%s failed and will be tried again", duty.name, error=error)
        stopped.wait(duty.every)


@deadlines_group.command("sweep")
def sweep_once() -> None:
    """Resolve every phase whose time is up, once."""
    click.echo(sweep())


@deadlines_group.command("stuck")
def list_stuck() -> None:
    """List the duels that were set aside because they could not be resolved."""
    with database().reading() as session:
        for duel in deadlines.stuck(session):
            click.echo(f"{duel.token}  since {duel.stuck_at:%Y-%m-%d %H:%M} UTC  {duel.stuck_by}")


@deadlines_group.command("retry")
@click.argument("token")
def retry(token: str) -> None:
    """Let the duel TOKEN go on that was set aside; its players get the time back."""
    with database().writing() as session:
        try:
            deadlines.set_going(session, token, now())
        except UnknownDuel as error:
            raise click.ClickException(f"There is no duel {token}.") from error
        except deadlines.NotStuck as error:
            raise click.ClickException(f"Duel {token} is not set aside.") from error
    click.echo(f"Duel {token} goes on.")
