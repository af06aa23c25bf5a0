"""docs/api.md states the limits for bots as the code applies them."""

import importlib
import re
from datetime import timedelta

from services.api import idempotency, keys
from services.challenges import challenges
from services.duels import beginning, events
from tests.quality.project import ROOT
from web.api import access, refusals
from web.api.problems import KINDS
from web.core import configuration

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]+) \| (\d+(?: per minute)?) \| ([^|]*)\| `([\w.]+)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)
LIMITING = (access, challenges, events, beginning, refusals, idempotency, keys)
OF_SIZE = {"MOST_SENT", "MOST_HEAD", "MOST_HEADERS"}
NAMES = re.compile(r"MOST_\w+|WRONG_KEYS|LONGEST_DAYS|KEPT|A_DAY")
WITHIN = {
    "services.api.keys.LONGEST_NAME",
    "services.challenges.challenges.MOST_AT_ONCE",  # of a sweep
    "services.challenges.challenges.MOST_DUELS",  # that of services.duels.beginning
}


def applied(name, site):
    """Return the value of a constant, or the default of a setting."""
    module, _, constant = name.rpartition(".")
    if module == "web.core.configuration" and constant in site.config:
        return site.config[constant]
    found = getattr(importlib.import_module(module), constant)
    return int(found / timedelta(hours=1)) if isinstance(found, timedelta) else found


def test_each_figure_is_the_one_that_is_applied(site):
    section = PAGE.partition("## Limits")[2].partition("## For administrators")[0]
    assert len(ROWS) == section.count("\n| ") - 1 > 15
    for what, figure, _, name in ROWS:
        assert str(applied(name, site)) == figure, what


def test_each_code_is_one_of_the_api():
    named = {code for _, _, codes, _ in ROWS for code in re.findall(r"`(\w+)`", codes)}
    assert named - {"before"} <= set(KINDS)
    assert {"limit_reached", "too_many_requests", "too_many_streams", "too_many_acts", "too_large"} <= named


def test_every_limit_of_the_api_is_in_the_table():
    told = {name for *_, name in ROWS}
    constants = {
        f"{module.__name__}.{name}" for module in LIMITING for name in vars(module) if NAMES.fullmatch(name)
    } | {f"{configuration.__name__}.{name}" for name in OF_SIZE}
    assert constants - told - WITHIN == set()
