"""Builds the wheel of the rules and the opponent: compiled where that can be done, else in plain Python.

PURE_PYTHON=1 leaves it in plain Python. Everything else about the wheel stands in pyproject.toml.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

COMPILED = (
    "battle",
    "bulk/equations",
    "bulk/fates",
    "bulk/field",
    "bulk/slate",
    "choices",
    "compiled_orders",
    "convoys",
    "decisions",
    "layout",
    "legality",
    "movement",
    "orders",
    "paradoxes",
    "results",
    "scene",
    "units",
)
"""The modules of the adjudicator in which the time is spent."""


def _lacking() -> str | None:
    """Say what keeps the wheel from being compiled, if anything does."""
    if os.environ.get("PURE_PYTHON") == "1":
        return "PURE_PYTHON=1"
    compiler = str(sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler})"
    headers = Path(sysconfig.get_path("include"))
    return None if (headers / "Python.h").exists() else f"no Python.h in {headers}"


def _extensions() -> list[Extension]:
    lacking = _lacking()
    if lacking is not None:
        print(f"Not compiled: {lacking}", file=sys.stderr)
        return []
    from mypyc.build import mypycify  # noqa: PLC0415  # only where it is compiled

    return mypycify([f"adjudicator/{name}.py" for name in COMPILED], group_name="adjudicator")


setup(ext_modules=_extensions())
