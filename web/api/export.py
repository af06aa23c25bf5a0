"""Finished public duels in bulk: a line of JSON each, with the record, as in the files of the archive."""

from collections.abc import Sequence
from typing import Any

from flask import Response, current_app, request, url_for
from flask_babel import lazy_gettext as _l
from pydantic import Field, RootModel

from adjudicator import Power
from models.ids import DuelId, DuelToken
from services.api.keys import Scope
from services.archive.dump import lines_of
from services.archive.search import ArchiveSearch, search_archive
from services.duels.lists import PAGE
from web.api import shapes
from web.api.duels import place_of
from web.api.operations import LINES, operation
from web.api.shapes import Pace, Page, Preset, plainly
from web.core.session import database, db, end_reading

MOST_LINES = 10 * PAGE
"""The duels of one answer."""


class ExportAsked(Page):
    """Which finished public duels are wanted."""

    preset: Preset | None = Field(None, json_schema_extra=plainly)
    pace: Pace | None = Field(None, json_schema_extra=plainly)
    home: shapes.Power | None = Field(
        None, description="The home power of either player.", json_schema_extra=plainly
    )
    against: shapes.Power | None = Field(
        None, description="The home power of the other player, if `home` is given.", json_schema_extra=plainly
    )


class ExportedLines(RootModel[str]):
    """Lines of JSON, one for each duel: its record, players, dates and result (`/archive/schema.json`)."""


@operation(
    "GET",
    "/public-duels/export",
    Scope.READ,
    group="duels",
    summary=_l("Finished public duels in bulk"),
    query=ExportAsked,
    answer=ExportedLines,
    lines=True,
)
def export_duels(query: ExportAsked) -> Response:
    """Up to 300 finished public duels as lines of JSON with their records, the latest first.

    The header `Link` leads to the next ones.
    """
    search = ArchiveSearch(
        home=_power(query.home), against=_power(query.against), pace=query.pace, preset=query.preset
    )
    numbers, before = _found(search, query.before)
    return lines_answer(numbers, "api.export_duels", before)


def lines_answer(numbers: Sequence[DuelId], endpoint: str, before: DuelToken | None) -> Response:
    """Answer with the lines of some duels; before: where the next answer begins, None for the last."""
    end_reading()
    # The text is complete before it is sent, so that no slow client holds a connection.
    with database().reading() as session:
        written = b"".join(lines_of(session, numbers))
    response = current_app.response_class(written, mimetype=LINES)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Authorization", "Accept-Language"))
    if before is not None:
        asked: dict[str, Any] = {**request.args.to_dict(), "before": before}
        response.headers["Link"] = f'<{url_for(endpoint, **asked)}>; rel="next"'
    response.add_etag()
    response.make_conditional(request)
    return response


def _power(name: str | None) -> Power | None:
    return Power(name) if name else None


def _found(search: ArchiveSearch, before: str | None) -> tuple[list[DuelId], DuelToken | None]:
    """Find the duels of an answer, and the duel after which the next one begins; raises Problem."""
    numbers: list[DuelId] = []
    while True:
        found = search_archive(db(), search, place_of(before, None))
        page = found.duels[:PAGE]
        numbers += [each.id for each in page]
        is_followed = len(found.duels) > PAGE
        last = page[-1].token if is_followed else found.edge.token if found.edge else None
        if last is None or len(numbers) >= MOST_LINES or not is_followed:
            return numbers, last
        before = last
