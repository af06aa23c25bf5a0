"""The finished public duels of a player, to take away."""

import gzip
import io

from flask import Blueprint, Response, url_for

from services.accounts.accounts import named
from services.duels.keyset import mark_of
from services.history.lines import lines_of
from services.players import UnknownPlayer, finished
from web.frame.limits import limiter
from web.frame.links import page_before
from web.frame.session import database, db, end_reading

MOST = 200
"""The duels of one file: what is older is in the next one, whose address stands in the header Link."""


def register(blueprint: Blueprint) -> None:
    """Give the download its address."""
    blueprint.add_url_rule("/<name>/duels.jsonl.gz", "download", download)


@limiter.limit("10 per minute")
def download(name: str) -> Response:
    """Answer with the latest duels of a player, or those before one of them; raises UnknownPlayer."""
    user = named(db(), name)
    if user is None:
        raise UnknownPlayer
    listed = finished(db(), user.id, None, mark_of(db(), page_before(), None), MOST + 1)
    end_reading()
    response = Response(packed([duel.id for duel in listed[:MOST]]), mimetype="application/gzip")
    response.headers["Content-Disposition"] = 'attachment; filename="duels.jsonl.gz"'
    if len(listed) > MOST:
        following = url_for("players.download", name=name, before=listed[MOST - 1].token)
        response.headers["Link"] = f'<{following}>; rel="next"'
    return response


def packed(numbers: list[int]) -> bytes:
    """Write the lines of some duels; whole before it is sent, so that no slow reader holds a connection."""
    written = io.BytesIO()
    with database().reading() as session, gzip.GzipFile("", "wb", fileobj=written, mtime=0) as file:
        for line in lines_of(session, numbers):
            file.write(line)
    return written.getvalue()
