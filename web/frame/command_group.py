"""Commands of the keeper, which say in a line that the database is away, busy or full."""

from typing import Any

import click
from flask.cli import AppGroup

from models import Unavailable


class CommandGroup(AppGroup):
    """Commands under one name."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401  # as click has it
        """Do the command; its trace would say no more about such a fault than its words."""
        try:
            return super().invoke(ctx)
        except Unavailable as error:
            raise click.ClickException(f"The database did not do this: {error}") from error
