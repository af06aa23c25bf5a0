"""Make the board: `python -m tools.map countries-10m.json` writes static/board/."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from adjudicator import standard
from adjudicator.notation import LANGUAGES
from tools.map.atlas import Atlas
from tools.map.drawing import draw
from tools.map.faces import faces
from tools.map.furnishing import furniture
from tools.map.lines import table
from tools.map.names import names
from tools.map.neighbours import read, region_of
from tools.map.svg import coast_document, document
from tools.map.warp import Warp
from tools.map.ways import Ways

BOARD = Path(__file__).parents[2] / "static" / "board"


def main(source: Path, folder: Path) -> None:
    """Draw the board of 1901 from the coasts of the world, and write it as SVG and as JSON."""
    board = standard()
    pieces = faces(Atlas(source))
    warp = Warp(pieces, {row["space"]: float(row["area"]) for row in table("areas.csv")})
    drawing = draw(pieces, warp)
    points = furniture(drawing, board, warp)
    ways = Ways(drawing, board, points["spaces"]).table()
    folder.mkdir(parents=True, exist_ok=True)
    kinds = {str(code): space.terrain.value for code, space in board.spaces.items()}
    (folder / "standard.svg").write_text(document(drawing, kinds), "utf-8")
    (folder / "coast.svg").write_text(coast_document(drawing.coast), "utf-8")
    (folder / "standard.json").write_text(written(points), "utf-8")
    (folder / "ways.json").write_text(_short(ways) + "\n", "utf-8")
    write_names(folder)
    print(f"Wrote {len(drawing.spaces)} spaces to {folder}.")


def write_names(folder: Path) -> None:
    """Find room for the names of the spaces on the written board."""
    shapes = read((folder / "standard.svg").read_text("utf-8"))
    regions = {code: region_of(shape.rings) for code, shape in shapes.items()}
    points = json.loads((folder / "standard.json").read_text("utf-8"))["spaces"]
    for language in LANGUAGES:
        lines = map(_short, names(standard(), regions, {code: points[code] for code in shapes}, language))
        (folder / f"names-{language}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


def written(points: dict[str, Any]) -> str:
    """Write JSON with a line for each space."""
    spaces: dict[str, Any] = points.pop("spaces")
    head = _short(points)[:-1]
    lines = [f'"{code}":{_short(what)}' for code, what in spaces.items()]
    return head + ',"spaces":{\n' + ",\n".join(lines) + "\n}}\n"


def _short(value: object) -> str:
    """Write JSON without blanks and without `.0`."""
    return re.sub(r"\.0\b", "", json.dumps(value, separators=(",", ":")))


if __name__ == "__main__":
    main(Path(sys.argv[1]), BOARD)
