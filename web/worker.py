"""The command of the worker, and the administrator's commands about what it does."""

import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Event, Thread
from typing import NamedTuple

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from models import Database
from models.ids import DuelToken
from services import matchmaking
from services.accounts import attempts, security
from services.api import idempotency
from services.challenges.challenges import expire_due
from services.duels import deadlines
from services.duels.time_off_everywhere import begin_planned
from services.jobs.pool import Claims, WorkerPool
from services.jobs.queue import JobContext
from services.league import pairing
from services.log_once import LogOnce
from services.moderation import sightings
from services.notifications.delivery import deliver_all, forget_old
from services.outages import Given, GivenBackAlready, give_back_by_hand, resolved_meanwhile
from services.practice import guests
from services.practice.answering import practice_state, run_jobs
from services.privacy.deletion import concede_running
from services.ratings.shown import unlist_idle
from services.refused import NotFound
from services.worker import record_sweep, worker_state
from web.archive.commands import write_files
from web.core.command_group import CommandGroup
from web.core.logs import process
from web.core.metrics import measured_task
from web.core.session import database, is_time_sure, now, site_clock
from web.ladders.commands import settle
from web.notifications.ways import NO_MAIL, senders_of, ways
from web.starting import check_keys, check_room


class Outage(NamedTuple):
    """A time during which nobody could play."""

    since: datetime
    until: datetime

    def __str__(self) -> str:
        """The outage as an administrator reads it."""
        length = self.until - self.since
        return f"{said(self.since)} to {said(self.until)} ({length - timedelta(0, 0, length.microseconds)})"


class Instant(click.ParamType["datetime"]):
    """An instant of ISO 8601; without a zone it is of UTC."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Read it, or say what is wrong."""
        try:
            given = datetime.fromisoformat(value)
        except ValueError:
            self.fail(
                f"{value} is no time; one is written 2026-11-20T18:30, of UTC, or with +01:00.", param, ctx
            )
        return given.astimezone(UTC) if given.tzinfo else given.replace(tzinfo=UTC)


@click.command("give-back")
@click.argument("seconds", type=click.IntRange(min=1), required=False)
@click.option("--since", type=Instant(), help="When the outage began, as 2026-11-20T18:30 (UTC).")
@click.option("--until", type=Instant(), help="When it ended; now, unless it is said.")
@click.option("--again", is_flag=True, help="Also what was given back already, but did not reach the duels.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_appcontext
def give_back(
    seconds: int | None, since: datetime | None, until: datetime | None, *, again: bool, yes: bool
) -> None:
    """Give everybody the last SECONDS back, or the time since an instant, in which nobody could play.

    What the site noticed by itself is already given back, and nothing is given back twice unless you ask for
    it.
    """
    outage = outage_meant(seconds, since, until)
    if not yes:
        click.confirm(f"Give the time from {outage} back to every running deadline?", abort=True)
    try:
        with database().writing() as session:
            given = give_back_by_hand(session, *outage, again=again)
            ended = resolved_meanwhile(session, *outage)
    except GivenBackAlready as error:
        raise click.ClickException(
            f"Time was given back already until {said(error.until)}. Nothing was changed; "
            f"what came after it is given back with --since {error.until:%Y-%m-%dT%H:%M:%S}. If that did not "
            "reach the duels, --again gives all of it."
        ) from error
    for line in report_of(outage, given, ended):
        click.echo(line)


def outage_meant(seconds: int | None, since: datetime | None, until: datetime | None) -> Outage:
    """Return the outage in the options; raises UsageError for impossible ones."""
    is_time_sure()  # by the database's clock, where there is one
    present = now()
    if (seconds is None) == (since is None):
        raise click.UsageError("Say either how many SECONDS, or --since when.")
    end = until or present
    begin = since or end - timedelta(seconds=seconds or 0)
    if begin >= end or end > present:
        raise click.UsageError("An outage begins before it ends, and both are past.")
    return Outage(begin, end)


def report_of(outage: Outage, given: Given, ended: Sequence[str]) -> list[str]:
    """Say what giving time back has done, and what it has not."""
    whom = f"{given.duels} duels and {given.answers} challenges on ladders"
    lines = [f"The time from {outage} was given back to {whom}."]
    if ended:
        lines.append(f"Phases ended meanwhile, which only an arbiter can undo, in: {', '.join(ended)}")
    return lines


def said(instant: datetime) -> str:
    """Write an instant for an administrator."""
    return f"{instant:%Y-%m-%d %H:%M:%S} UTC"


LOOKS_EVERY = 0.5
"""Seconds between checks for waiting jobs, in each thread."""
practice_group = CommandGroup("practice", help="Duels against the site's own opponent.")


def worker_pool_of(app: Flask) -> WorkerPool:
    """Return the pool of computing processes by the settings; none is started yet."""
    return WorkerPool(app.config["THINKING_PROCESSES"], app.config["THINKING_SECONDS"])


def job_context(app: Flask, pool: WorkerPool) -> JobContext:
    """Return the context of all jobs."""
    found: Database = app.extensions["database"]
    return JobContext(found, app.config["CLOCK"], pool.run, Claims(), app.config["SECRET_KEY"])


def job_tasks(app: Flask, pool: WorkerPool) -> Iterator[tuple[str, partial[int], float]]:
    """Yield a task for each computing process, so that no process has to wait for another."""
    context = job_context(app, pool)
    for number in range(1, app.config["THINKING_PROCESSES"] + 1):
        yield f"opponent {number}", partial(run_jobs, context), LOOKS_EVERY


@practice_group.command("state")
def say_state() -> None:
    """Say how many guests and practice duels there are, and what waits for the opponent."""
    with database().reading() as session:
        for name, number in practice_state(session)._asdict().items():
            click.echo(f"{name:10} {number}")


log = logging.getLogger(__name__)
deadlines_group = CommandGroup("deadlines", help="Phases whose time is up, and duels that were set aside.")


class PeriodicTask(NamedTuple):
    """A task that is repeated: the function, and the seconds between runs."""

    name: str
    do: Callable[[], object]
    every: float


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(deadlines_group)
    deadlines_group.add_command(give_back)
    app.cli.add_command(practice_group)
    app.cli.add_command(work)


def periodic_tasks(app: Flask, pool: WorkerPool, stopped: Event) -> list[PeriodicTask]:
    """Return all tasks of the worker, which run independently and do not hold up one another.

    stopped: ends long tasks between two of their steps.
    """
    senders = senders_of(app)

    def goes_on() -> bool:
        return not stopped.is_set()

    return [
        PeriodicTask("deadlines", sweep, 1.0),
        PeriodicTask("messages", lambda: deliver_all(database(), site_clock(), senders, goes_on), 1.0),
        PeriodicTask("ladders", settle, 30.0),
        PeriodicTask("time off", lambda: begin_planned(database(), site_clock()), 30.0),
        PeriodicTask("idle ratings", lambda: unlist_idle(database(), now()), 3600.0),
        PeriodicTask("challenges", lambda: expire_due(database(), now()), 5.0),
        PeriodicTask(
            "seeks", lambda: matchmaking.sweep(database(), site_clock(), app.config["MOST_DUELS"]), 1.0
        ),
        PeriodicTask(
            "league", lambda: pairing.sweep(database(), site_clock(), app.config["MOST_DUELS"]), 10.0
        ),
        PeriodicTask("old messages", lambda: forget_old(database(), now()), 3600.0),
        PeriodicTask("old sightings", lambda: sightings.forget_old(database(), now()), 6 * 3600.0),
        PeriodicTask("files of finished duels", lambda: write_files(goes_on), 3600.0),
        PeriodicTask("answers kept for programs", lambda: idempotency.forget_old(database(), now()), 3600.0),
        PeriodicTask("old attempts", lambda: attempts.forget_old(database(), now()), 3600.0),
        PeriodicTask("old events", lambda: security.forget_old(database(), now()), 6 * 3600.0),
        PeriodicTask("idle guests", lambda: guests.forget_idle(database(), site_clock()), 3600.0),
        PeriodicTask("duels of deleted accounts", lambda: concede_running(database(), site_clock()), 3600.0),
        *(PeriodicTask(*each) for each in job_tasks(app, pool)),
    ]


def sweep() -> int:
    """Resolve every phase whose time is up, and return how many; none while the clock is in doubt."""
    if not is_time_sure():
        return 0
    resolved = deadlines.sweep(database(), site_clock())
    record_sweep(database(), now())
    return resolved


YIELDS = 5
"""The `nice` value of the worker, which has less priority than pages, for which people wait."""


@click.command("worker")
def work() -> None:
    """Run until stopped: resolve phases as their time runs out, and send messages."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001  # threads need the application itself
    check_room(app.config, database())
    check_keys(database())
    stopped, pool = Event(), worker_pool_of(app)

    def stop(*_: object) -> None:
        stopped.set()
        pool.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    if ways().mail is None:
        log.warning(NO_MAIL)
    os.nice(YIELDS)
    process.info("the worker starts")
    keep_working(app, periodic_tasks(app, pool, stopped), stopped)
    process.info("the worker has stopped")


def keep_working(app: Flask, to_do: list[PeriodicTask], stopped: Event) -> None:
    """Run each task in a thread of its own until stopped, and return when all have ended."""
    threads = [Thread(target=_repeat, args=(app, task, stopped), name=task.name) for task in to_do]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _repeat(app: Flask, task: PeriodicTask, stopped: Event) -> None:
    """Repeat one task in spite of errors, since an unreachable database comes back."""
    log_once = LogOnce(log)
    while not stopped.is_set():
        try:
            with app.app_context(), measured_task(task.name) as count_done:
                count_done(task.do())
            log_once.is_over()
        except Exception as error:  # noqa: BLE001  # it is logged
            log_once.note("%s failed and will be tried again", task.name, error=error)
        stopped.wait(task.every)


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


@deadlines_group.command("check")
def check() -> None:
    """Show the state of the worker; fails if a deadline passed over a minute ago, or if it is silent."""
    is_time_sure()  # by the database's clock, where there is one
    with database().reading() as session:
        state = worker_state(session, now())
    silence = "never" if state.silent_for is None else f"{state.silent_for.total_seconds():.0f} s ago"
    click.echo(f"last sweep       {silence}")
    for name in ("overdue", "stuck", "messages", "late_messages"):
        click.echo(f"{name.replace('_', ' '):16} {getattr(state, name)}")
    if not state.is_keeping_up:
        raise click.ClickException("The worker does not keep up. Is it running? Its log says more.")


@deadlines_group.command("retry")
@click.argument("token")
def retry(token: DuelToken) -> None:
    """Resume the duel TOKEN, which was set aside; its players get the time back."""
    with database().writing() as session:
        try:
            was_paused = deadlines.set_going(session, token, now())
        except NotFound as error:
            raise click.ClickException(f"There is no duel {token}.") from error
    if not was_paused:
        raise click.ClickException(f"Duel {token} is not set aside.")
    click.echo(f"Duel {token} goes on.")
