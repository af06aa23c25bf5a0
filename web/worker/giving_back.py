"""The command that gives an outage back by hand, where the site could not notice it by itself."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import click
from flask.cli import with_appcontext

from services.giving_back import Given, GivenBackAlready, give_back_by_hand, resolved_meanwhile
from web.frame.session import database, now
from web.frame.timing import is_time_sure


class Outage(NamedTuple):
    """A time during which nobody could play."""

    since: datetime
    until: datetime

    def __str__(self) -> str:
        """The outage as a keeper reads it."""
        length = self.until - self.since
        return f"{said(self.since)} to {said(self.until)} ({length - timedelta(0, 0, length.microseconds)})"


class Instant(click.ParamType["datetime"]):
    """An instant of ISO 8601; without a zone it is of UTC."""

    name = "time"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Read it, or say what is wrong."""
        try:
            told = datetime.fromisoformat(value)
        except ValueError:
            self.fail(
                f"{value} is no time; one is written 2026-11-20T18:30, of UTC, or with +01:00.", param, ctx
            )
        return told.astimezone(UTC) if told.tzinfo else told.replace(tzinfo=UTC)


@click.command("give-back")
@click.argument("seconds", type=click.IntRange(min=1), required=False)
@click.option("--since", type=Instant(), help="When the outage began, as 2026-11-20T18:30 (UTC).")
@click.option("--until", type=Instant(), help="When it ended; now, unless it is said.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_appcontext
def give_back(seconds: int | None, since: datetime | None, until: datetime | None, *, yes: bool) -> None:
    """Give the last SECONDS back to everybody, or the time since an instant: nobody could play then.

    What the site noticed by itself is given back already, and nothing is given back twice.
    """
    outage = outage_told(seconds, since, until)
    if not yes:
        click.confirm(f"Give the time from {outage} back to every running deadline?", abort=True)
    try:
        with database().writing() as session:
            given = give_back_by_hand(session, *outage)
            ended = resolved_meanwhile(session, *outage)
    except GivenBackAlready as error:
        raise click.ClickException(
            f"Time was given back already until {said(error.until)}. Nothing was changed; "
            f"what came after it is given back with --since {error.until:%Y-%m-%dT%H:%M:%S}."
        ) from error
    for line in told(outage, given, ended):
        click.echo(line)


def outage_told(seconds: int | None, since: datetime | None, until: datetime | None) -> Outage:
    """Return the outage that was meant; raises UsageError for one that makes no sense."""
    is_time_sure()  # by the database's clock, where there is one
    present = now()
    if (seconds is None) == (since is None):
        raise click.UsageError("Say either how many SECONDS, or --since when.")
    end = until or present
    begin = since or end - timedelta(seconds=seconds or 0)
    if begin >= end or end > present:
        raise click.UsageError("An outage begins before it ends, and both are past.")
    return Outage(begin, end)


def told(outage: Outage, given: Given, ended: Sequence[str]) -> list[str]:
    """Say what was done, and what was not."""
    whom = f"{given.duels} duels and {given.answers} challenges on ladders"
    lines = [f"The time from {outage} was given back to {whom}."]
    if ended:
        lines.append(f"Phases ended meanwhile, which only an arbiter can undo, in: {', '.join(ended)}")
    return lines


def said(instant: datetime) -> str:
    """Write an instant for a keeper."""
    return f"{instant:%Y-%m-%d %H:%M:%S} UTC"
