"""Commands about telling people: one round of delivery."""

import click
from flask import Flask, current_app

from services.telling.delivery import deliver_due
from web.frame.command_group import CommandGroup
from web.frame.session import database
from web.telling.ways import senders_of, ways

telling_group = CommandGroup("telling", help="What people are told outside the pages.")


def init_app(app: Flask) -> None:
    """Give an application these commands."""
    app.cli.add_command(telling_group)


@telling_group.command("deliver")
def deliver() -> None:
    """Send what is due, once, and say how many messages were sent."""
    if ways().mail is None:
        click.echo(NO_MAIL, err=True)
    app = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001  # threads need the application itself
    click.echo(deliver_due(database(), app.config["CLOCK"], senders_of(app)))


NO_MAIL = "The site sends no mail: set SMTP_URL and MAIL_FROM (docs/running.md)."
