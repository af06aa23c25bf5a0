"""Ranking and crosstable as CSV (RFC 4180), for programs and spreadsheets."""

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO
from itertools import chain

from flask import Blueprint, Response, current_app

from competition.tournament.crosstable import Row
from competition.tournament.values import System
from services.tournaments.crosstables import crossed
from services.tournaments.sheet import Sheet
from web.tournaments.page import TournamentFrame
from web.tournaments.seen import lines

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of what a spreadsheet takes for a formula."""


def register(blueprint: Blueprint) -> None:
    """Give these downloads their addresses."""
    blueprint.add_url_rule("/<token>/standings.csv", "standings_csv", standings_csv)
    blueprint.add_url_rule("/<token>/crosstable.csv", "crosstable_csv", crosstable_csv)


def standings_csv(token: str) -> Response:
    """Answer with the ranking."""
    sheet = TournamentFrame(token).sheet
    numbers = range(1, sheet.tournament.round + 1)
    ties = sheet.plan.ties
    head = ["place", "name", "score", "score_exact", *(f"round_{number}" for number in numbers), *ties]
    rows = [
        [
            line.standing.place,
            line.name,
            decimal(line.standing.score),
            str(line.standing.score),
            *map(decimal, line.rounds),
            *(decimal(line.standing.ties.get(tie)) for tie in ties),
            line.standing.won,
            line.standing.drawn,
            line.standing.lost,
        ]
        for line in lines(sheet)
    ]
    return download([[*head, "won", "drawn", "lost"], *rows], "standings")


def crosstable_csv(token: str) -> Response:
    """Answer with who had what against whom."""
    return download(_crosstable(TournamentFrame(token).sheet), "crosstable")


def _crosstable(sheet: Sheet) -> Iterable[Sequence[object]]:
    rows = crossed(sheet)
    who = {row.entry: (sheet.places[row.entry], sheet.entrants[row.entry].name) for row in rows}
    if sheet.plan.system is System.ALL:
        yield ["place", "name", *(who[row.entry][1] for row in rows)]
        for row in rows:
            yield [*who[row.entry], *(_against(row, other.entry) for other in rows)]
        return
    numbers = range(1, sheet.tournament.round + 1)
    columns = ((f"round_{number}_opponent", f"round_{number}_points") for number in numbers)
    yield ["place", "name", *chain.from_iterable(columns)]
    for row in rows:
        yield [*who[row.entry], *chain.from_iterable(_in_round(sheet, row, number) for number in numbers)]


def _against(row: Row, other: int) -> str:
    return " ".join(decimal(cell.points) for cell in row.against.get(other, ()))


def _in_round(sheet: Sheet, row: Row, number: int) -> tuple[str, str]:
    cells = row.rounds.get(number, ())
    opponents = (sheet.entrants[cell.opponent].name if cell.opponent else "bye" for cell in cells)
    return "; ".join(opponents), "; ".join(decimal(cell.points) for cell in cells)


def decimal(value: Fraction | None) -> str:
    """Write a score with a point, whatever the language: 2.667."""
    return "" if value is None else f"{float(value):.3f}".rstrip("0").rstrip(".")


def safe(cell: object) -> object:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def download(rows: Iterable[Sequence[object]], name: str) -> Response:
    """Answer with rows as a file."""
    text = StringIO(newline="")
    csv.writer(text).writerows([safe(cell) for cell in row] for row in rows)
    response: Response = current_app.response_class(text.getvalue(), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
