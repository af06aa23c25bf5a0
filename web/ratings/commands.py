"""Commands of keepers about ratings."""

import click
from flask import Flask

from services.ratings.fed import list_fed
from services.ratings.recomputing import differences, recompute
from web.frame.command_group import CommandGroup
from web.frame.session import database

ratings_group = CommandGroup("ratings", help="Ratings: written anew from the duels, and who feeds whom.")


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(ratings_group)


@ratings_group.command("recompute")
@click.option("--check", is_flag=True, help="Change nothing; name what differs, and fail if anything does.")
def recompute_all(*, check: bool) -> None:
    """Write all ratings anew from the duels alone."""
    if check:
        check_all()
        return
    with database().writing() as session:
        number = recompute(session)
    click.echo(f"Duels counted: {number}")


def check_all() -> None:
    """Compare what is stored with what the duels give."""
    number = 0
    with database().reading() as session:
        for number, found in enumerate(differences(session), 1):  # noqa: B007 -- how many there were
            pool = f"{found.pool.pace}/{found.pool.preset}"
            click.echo(f"{pool}  {found.what}: stored {found.stored!r}, found {found.found!r}")
    if number:
        raise click.ClickException(f"Differences: {number}")
    click.echo("What is stored is what the duels give.")


@ratings_group.command("fed")
def fed() -> None:
    """List those whose wins weighed less because their opponents only lose to them, the most first."""
    with database().reading() as session:
        found = list_fed(session)
    for player in found:
        click.echo(f"{player.name}  {player.pool.pace}/{player.pool.preset}  such wins: {player.fed}")
        for win in player.wins:
            still = "  still loses to nobody else" if win.still_only_loses else ""
            click.echo(f"  {win.name}  duel {win.token}  weight {win.weight}/8{still}")
    if not found:
        click.echo("Nobody.")
