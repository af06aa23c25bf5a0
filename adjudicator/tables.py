"""Tables in CSV files, read strictly."""

import csv
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

from adjudicator.errors import BoardError


def rows(folder: Traversable, name: str, columns: str) -> Iterator[Mapping[str, str]]:
    """Each row of a table by column; raises BoardError when it has not just those columns."""
    try:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise BoardError(name, "cannot be read") from error
    if lines[:1] != [columns]:
        raise BoardError(name, f"does not begin with the columns {columns}")
    names = columns.split(",")
    for cells in csv.reader(lines[1:]):
        if len(cells) != len(names):
            raise BoardError(name, f"{cells} is no row of {columns}")
        yield dict(zip(names, cells, strict=True))
