"""Finished public duels to take away: the files of all months, and the schema of their lines."""

from collections.abc import Hashable, Sequence

from flask import Blueprint, Response, abort, current_app, send_file
from flask.typing import ResponseReturnValue

from services.history.dump import DumpFile, find_file, list_files
from services.history.lines import schema_text
from web.frame.limits import limiter
from web.frame.page import Frame, respond
from web.words.numbers import figure, megabytes

NOT_FOUND = 404
HOUR, YEAR = 3600, 365 * 86400


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/dump", "dump", dump)
    blueprint.add_url_rule("/dump/<name>", "dump_file", dump_file)
    blueprint.add_url_rule("/schema.json", "schema", schema)


class DumpPage(Frame):
    """The files that there are."""

    template = "archive/dump.html"
    figure, megabytes = staticmethod(figure), staticmethod(megabytes)

    def __init__(self, files: Sequence[DumpFile]) -> None:
        self.files = files

    def key(self) -> Hashable:
        """The files."""
        return tuple((file.name, file.sha256) for file in self.files)


def dump() -> ResponseReturnValue:
    """Answer with the list of files."""
    return respond(DumpPage(list_files(current_app.config["INSTANCE"])))


@limiter.limit("60 per minute")
def dump_file(name: str) -> Response:
    """Answer with a file, or with the part of it that is asked for."""
    found = find_file(current_app.config["INSTANCE"], name)
    if found is None:
        abort(NOT_FOUND)
    file, path = found
    try:
        response = send_file(
            path,
            "application/gzip",
            as_attachment=True,
            download_name=file.name,
            etag=file.sha256,
            max_age=YEAR if file.is_final else HOUR,
        )
    except FileNotFoundError:  # a newer one has just taken its place
        abort(NOT_FOUND)
    response.headers["Cache-Control"] = f"public, max-age={YEAR if file.is_final else HOUR}"
    return response


def schema() -> Response:
    """Answer with the schema of a line."""
    response = Response(schema_text(), mimetype="application/schema+json")
    response.headers["Cache-Control"] = f"public, max-age={HOUR}"
    return response
