"""Finished public duels in bulk: the lines of the archive's files, page after page, nothing private."""

import json

from services.archive.dump import line_of
from services.duels.access import find_duel
from tests.builders import start
from tests.fixtures_duels import FIRST, SECOND
from web.api import export


def lines(answer):
    assert (answer.status_code, answer.mimetype) == (200, "text/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def test_each_line_is_that_of_the_archive_the_latest_duel_first(pages, member, program, sqlite_database):
    member("clara")
    tokens = []
    for _ in range(2):
        duel = pages(start("F1901M"))
        duel.contest.happen(SECOND, "conceded")
        tokens.append(duel.contest.token)
    pages(start("S1902M"))  # still running
    pages(start("S1902M"), public=False).contest.happen(FIRST, "conceded")
    clara = program("clara")
    answer = clara.get("/public-duels/export")
    found = lines(answer)
    assert [each["duel"] for each in found] == tokens[::-1]
    with sqlite_database.reading() as session:
        assert found[0] == line_of(session, find_duel(session, tokens[1], None, whole=True).stored)
    assert "Link" not in answer.headers
    assert clara.get("/public-duels/export", **{"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert lines(clara.get("/public-duels/export?preset=beginner")) == []
    homes = found[0]["homes"]
    named = f"home={homes['first']}&against={homes['second']}"
    assert len(lines(clara.get(f"/public-duels/export?{named}"))) == 2


def test_the_next_lines_are_where_the_header_says(pages, member, program, monkeypatch):
    member("clara")
    monkeypatch.setattr(export, "PAGE", 1)
    monkeypatch.setattr(export, "MOST_LINES", 1)
    monkeypatch.setattr("services.archive.search.PAGE", 1)
    for _ in range(2):
        pages(start("F1901M")).contest.happen(SECOND, "conceded")
    clara = program("clara")
    first = clara.get("/public-duels/export?preset=intimate")
    address = first.headers["Link"].partition(">")[0].removeprefix("</api/v1")
    second = clara.get(address)
    assert "Link" not in second.headers
    assert len({lines(first)[0]["duel"], lines(second)[0]["duel"]}) == 2
    assert clara.code("GET", "/public-duels/export?before=nothing") == "invalid"
