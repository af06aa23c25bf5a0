"""Commands about duels."""

from secrets import token_urlsafe

import click
from flask import Flask, current_app

from services import demo
from web.core.session import database, now


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(demo_duel)


@click.command("demo")
def demo_duel() -> None:
    """Add two accounts and a duel in progress to look at."""
    with database().writing() as session:
        made = demo.make(session, token_urlsafe(9), now())
    first, second = made.names
    click.echo(f"A duel of {first} and {second}: {current_app.config['SITE_URL']}/duels/{made.token}")
    click.echo(f"Log in as {first} or {second} with the password {made.password}")
