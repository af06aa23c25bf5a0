"""The recipe that writes finished duels as Parquet loses nothing."""

import json
import re
from importlib.util import find_spec

from tests.fixtures_parts import skip_or_fail
from tests.quality.project import ROOT

ANSWERS = json.loads((ROOT / "web/api/answers.json").read_text("utf-8"))
RECIPE = re.compile(r"```py\n(import json\n.*?)```", re.DOTALL)


def test_lines_come_back_from_parquet_as_they_were(tmp_path, monkeypatch):
    if not (find_spec("pandas") and find_spec("pyarrow")):
        skip_or_fail("pandas and pyarrow were not found (make peer installs them)")
    import pandas as pd  # noqa: PLC0415  # it may be missing

    monkeypatch.chdir(tmp_path)
    lines = ANSWERS["export_duels"] + ANSWERS["export_league"]
    (tmp_path / "duels.jsonl").write_text(lines, "utf-8")
    exec(RECIPE.search((ROOT / "docs/formats.md").read_text("utf-8"))[1], {})  # noqa: S102  # the recipe that readers run
    rows = pd.read_parquet("duels.parquet").to_dict("records")
    nested = {"settings", "players", "homes", "result", "chapters", "start"}
    found = [
        {
            name: json.loads(value) if name in nested else value
            for name, value in row.items()
            if not (isinstance(value, float) or value is None)
        }
        for row in rows
    ]
    assert found == list(map(json.loads, lines.splitlines()))
