"""The administrator's commands for ladders."""

import click
from flask import Flask

from models.ids import LadderToken
from models.moderation import Act
from services.ladders import challenging, ladders, lists
from services.ladders.ladders import CLOCKS, SettingError, Terms
from services.ladders.refusals import LadderRefused
from services.moderation.acts import note_act
from services.refused import NotFound
from services.terms import RATED_PRESETS
from web.core.command_group import CommandGroup
from web.core.session import database, is_time_sure, now, site_clock

ladders_group = CommandGroup("ladders", help="Ladders: places that are won by challenges.")


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(ladders_group)


@ladders_group.command("make")
@click.argument("name")
@click.option("--preset", type=click.Choice(RATED_PRESETS), default="intimate", help="The rules.")
@click.option("--clock", type=click.Choice(list(CLOCKS)), default="day", help="The clock of its duels.")
@click.option("--season-days", type=int, help="Days of a season; without it the ladder has none.")
@click.option("--for-programs", is_flag=True, help="It is for bots alone.")
def make(name: str, preset: str, clock: str, season_days: int | None, *, for_programs: bool) -> None:
    """Make a ladder called NAME, and print its token."""
    if not 0 < len(name.strip()) <= ladders.LONGEST_NAME:
        raise click.ClickException(f"A name has 1 to {ladders.LONGEST_NAME} characters.")
    try:
        with database().writing() as session:
            terms = Terms(preset, clock=CLOCKS[clock])
            made = ladders.make(session, name.strip(), terms, season_days, now(), for_programs=for_programs)
            note_act(session, None, Act.MADE_LADDER, None, made.name, made.made_at)
            click.echo(made.token)
    except SettingError as error:
        raise click.ClickException(f"The days of a season {error.args[0]}.") from error


@ladders_group.command("list")
def list_ladders() -> None:
    """List the ladders: token, length, season, rules, name."""
    with database().reading() as session:
        for each in lists.all_ladders(session):
            state = "closed" if each.closed_at else f"season {each.season}"
            click.echo(
                f"{each.token}  {each.length:>6}  {state:<10}  {each.preset:<14}  {each.name}".rstrip()
            )


# One token of 64 begins with a hyphen, as options do.
@ladders_group.command("close", context_settings={"ignore_unknown_options": True})
@click.argument("token")
def close(token: LadderToken) -> None:
    """Close the ladder TOKEN for good."""
    try:
        with database().writing() as session:
            instant = now()
            closed = ladders.close(session, token, instant)
            note_act(session, None, Act.CLOSED_LADDER, None, closed.name or closed.token, instant)
    except NotFound as error:
        raise click.ClickException(f"There is no ladder {token}.") from error
    except LadderRefused as error:
        raise click.ClickException(f"Ladder {token} is closed already.") from error
    click.echo(f"Ladder {token} is closed.")


@ladders_group.command("sweep")
def sweep() -> None:
    """Settle challenges that nobody answered in time and end seasons that are over, once."""
    click.echo(settle())


def settle() -> int:
    """Settle and end what is due, unless the time is in doubt."""
    return challenging.sweep(database(), site_clock()) if is_time_sure() else 0
