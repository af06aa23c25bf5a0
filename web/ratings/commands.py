"""The administrator's commands for ratings."""

import click
from flask import Flask

from services.ratings.recomputing import differences, recompute
from services.ratings.win_trading import WinTrader, list_closed, list_sheltered, list_win_traders
from web.core.command_group import CommandGroup
from web.core.session import database

ratings_group = CommandGroup("ratings", help="Ratings: recomputed, and signs of win trading.")


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(ratings_group)


@ratings_group.command("recompute")
@click.option(
    "--check", is_flag=True, help="Change nothing; list the differences, and fail if there are any."
)
def recompute_all(*, check: bool) -> None:
    """Compute and store all ratings again from the duels alone."""
    if check:
        check_all()
        return
    with database().writing() as session:
        number = recompute(session)
    click.echo(f"Duels counted: {number}")


def check_all() -> None:
    """Compare the stored ratings with those computed from the duels."""
    number = 0
    with database().reading() as session:
        for number, found in enumerate(differences(session), 1):  # noqa: B007 -- how many there were
            pool = f"{found.pool.pace}/{found.pool.preset}"
            click.echo(f"{pool}  {found.what}: stored {found.stored!r}, found {found.found!r}")
    if number:
        raise click.ClickException(f"Differences: {number}")
    click.echo("The stored ratings are those of the duels.")


@ratings_group.command("fed")
def fed() -> None:
    """List players whose wins weighed less because their opponents only lose to them, the most first."""
    with database().reading() as session:
        found = list_win_traders(session)
    _echo(found, "such wins")


@ratings_group.command("clusters")
def clusters() -> None:
    """List players whose duels weighed less because their opponents only meet each other; closed clusters."""
    with database().reading() as session:
        found, closed = list_sheltered(session), list_closed(session)
    _echo(found, "such duels")
    for cluster in closed:
        members = ", ".join(cluster.names)
        click.echo(
            f"{cluster.pool.pace}/{cluster.pool.preset}  only meet each other: {cluster.size}  {members}"
        )


def _echo(found: list[WinTrader], what: str) -> None:
    for player in found:
        click.echo(f"{player.name}  {player.pool.pace}/{player.pool.preset}  {what}: {player.duels}")
        for win in player.wins:
            still = "  still loses to nobody else" if win.still_only_loses else ""
            click.echo(f"  {win.name}  duel {win.token}  weight {win.weight}/8{still}")
    if not found:
        click.echo("Nobody.")
