"""Commands that report a database fault in one line, since a trace would say no more."""

from typing import Any

import click
from flask import Flask
from flask.cli import AppGroup, ScriptInfo
from sqlalchemy.exc import DBAPIError

from models import Unavailable
from models.schema import newest_revision, revision


class CommandGroup(AppGroup):
    """Commands under one name."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  # as click has it
        """Run the command."""
        try:
            return super().invoke(ctx)
        except Unavailable as error:
            raise click.ClickException(f"The database did not do this: {error}") from error
        except DBAPIError as error:
            if are_up_to_date(ctx.ensure_object(ScriptInfo).load_app()):
                raise
            raise click.ClickException(
                "The tables are not those of this version. Use `database upgrade`, then try again."
            ) from error


def are_up_to_date(app: Flask) -> bool:
    """Tell whether the tables are those of this version of the site."""
    return revision(app.extensions["database"]) == newest_revision()
