"""The administrator's commands for the archive, and the worker's periodic task."""

from collections.abc import Callable

import click
from flask import Flask, current_app

from services.archive import tallies
from services.archive.dump import write_dump
from web.core.command_group import CommandGroup
from web.core.session import database, now

history_group = CommandGroup("history", help="Figures of finished duels, and the files of them.")


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(history_group)


def write_files(may_go_on: Callable[[], bool]) -> int:
    """Update the files of finished duels; return how many were written."""
    return len(write_dump(database(), current_app.config["DUMP_FOLDER"], now(), may_go_on))


@history_group.command("recount")
@click.option(
    "--check", is_flag=True, help="Change nothing, list the rows that differ, and fail if any does."
)
def recount(*, check: bool) -> None:
    """Count all figures of finished duels again, from the duels and their chapters."""
    if not check:
        click.echo(f"{tallies.recount(database())} duels are counted.")
        return
    differing = tallies.check(database())
    for line in differing:
        click.echo(line)
    if differing:
        raise click.ClickException(f"{len(differing)} rows differ. Run it without --check to set them right.")
    click.echo("All figures are right.")


@history_group.command("dump")
def dump() -> None:
    """Write the files of finished duels that are due, as the worker does by itself."""
    for name in write_dump(database(), current_app.config["DUMP_FOLDER"], now()):
        click.echo(name)
