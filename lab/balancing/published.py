"""The published figures and data of a measurement, and the preset that is made from it."""

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from intimate.rules import PAIRS
from intimate.variants.even import read_tables
from lab.balancing.fit import Even, fit
from lab.balancing.plan import SPREAD, shifted
from lab.balancing.results import Line, common, scores, tallies

ROOT = Path(__file__).parents[2]
SITE = ROOT / "static" / "balance"
PRESET = ROOT / "intimate" / "variants" / "even.json"
FIGURES, RAW = "pairings.json", "duels.jsonl.gz"
MOST = max(SPREAD)
RESULTS = ("won", "lost", "drawn", "stopped")


def figures(lines: Sequence[Line]) -> dict[str, Any]:
    """Return all figures of a measurement in the form that the site reads."""
    fitted = fit(scores(lines), list(PAIRS))
    counted = tallies(lines)
    days = [line["on"] for line in lines]
    measured = {
        **common(lines),
        "duels": len(lines),
        "shifts": sorted({line["shift"] for line in lines}),
        "since": min(days),
        "on": max(days),
    }
    return {
        "measured": measured,
        "pairings": {
            pairing: {
                "duels": counted[pairing].duels,
                **{result: counted[pairing].results[result] for result in RESULTS},
                "years": counted[pairing].years,
                "ends": dict(sorted(counted[pairing].ends.items())),
                **even_figures(pairing, fitted.even(pairing)),
            }
            for pairing in PAIRS
        },
    }


def even_figures(pairing: str, even: Even) -> dict[str, Any]:
    """Return the shift that makes a pairing even, its bounds, and the credits to offer."""
    tenths = (None if figure is None else round(figure, 1) for figure in even)
    return {**dict(zip(Even._fields, tenths, strict=True)), "credits": offered(pairing, even)}


def offered(pairing: str, even: Even) -> list[int]:
    """Return whole credits: nearest to the even shift, limited to the shifts tried.

    They are the usual ones unless it is certain which side needs more.
    """
    shift = round(max(-MOST, min(MOST, even.shift))) if even.shift is not None and even.is_sure else 0
    return list(shifted(PAIRS[pairing], shift).values())


def publish(lines: Sequence[Line], found: Mapping[str, Any], folder: Path = SITE) -> None:
    """Write the figures and all duels for the site; the same duels give the same bytes."""
    raw = gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode(), mtime=0)
    file = {"name": RAW, "bytes": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / RAW).write_bytes(raw)
    (folder / FIGURES).write_text(json.dumps({**found, "raw": file}, indent=1) + "\n", "utf-8")


def write_preset(found: Mapping[str, Any], path: Path = PRESET) -> bool:
    """Add a table to those of the preset `even`; return False if it is in force already."""
    tables = json.loads(path.read_text("utf-8"))
    about = {name: found["measured"][name] for name in ("on", "duels", "player", "program", "rules")}
    credits_ = {pairing: of["credits"] for pairing, of in found["pairings"].items()}
    table = {"measured": about, "credits": credits_}
    if tables[-1] == table:
        return False
    path.write_text(_written([*tables, table]), "utf-8")
    return len(read_tables(path.read_text("utf-8"))) == len(tables) + 1


def _written(tables: Sequence[Mapping[str, Any]]) -> str:
    """Write tables with a line for each pairing."""
    return "[\n" + ",\n".join(map(_table, tables)) + "\n]\n"


def _table(table: Mapping[str, Any]) -> str:
    rows = ",\n".join(
        f'   "{pairing}": {json.dumps(figures)}' for pairing, figures in table["credits"].items()
    )
    return f' {{\n  "measured": {json.dumps(table["measured"])},\n  "credits": {{\n{rows}\n  }}\n }}'
