"""Builds the wheel of the rules and the opponent: compiled where that can be done, else in plain Python.

PURE_PYTHON=1 leaves it in plain Python, PROJECT_URL says where it is published. Everything else about the
wheel stands in pyproject.toml.
"""

import ast
import json
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
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

    extensions: list[Extension] = mypycify(
        [f"adjudicator/{name}.py" for name in COMPILED], group_name="adjudicator"
    )
    told = {name: text for module in COMPILED for name, text in _told(Path(f"adjudicator/{module}.py"))}
    for source in {Path(path) for extension in extensions for path in extension.sources}:
        source.write_text(_documented(source.read_text("utf-8"), told), "utf-8")
    return extensions


# mypyc leaves out what `help` shows. The docstrings of the sources are put into the C that it wrote, by the
# names that it gave.


def _told(path: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    """By the names that mypyc gives: how each class and function of a module is called, its docstring."""
    for one in ast.parse(path.read_text("utf-8")).body:
        if isinstance(one, ast.ClassDef):
            within = f"{path.stem}___{one.name}"
            yield within, (_call(one), ast.get_docstring(one) or "")
            for member in one.body:
                if isinstance(member, ast.FunctionDef):
                    text = (_call(member), ast.get_docstring(member) or "")
                    yield f"{within}___{member.name}", text
                    yield f"{within}_get_{member.name}", text
                    yield f"{path.stem}___{member.name}_{one.name}_obj", text
        elif isinstance(one, ast.FunctionDef):
            yield f"{path.stem}___{one.name}", (_call(one), ast.get_docstring(one) or "")


def _call(one: ast.ClassDef | ast.FunctionDef) -> str:
    """The name with what is passed; of a class its fields."""
    if isinstance(one, ast.FunctionDef):
        for part in ast.walk(one.args):
            if isinstance(part, ast.arg):
                part.annotation = None
        return f"{one.name}({ast.unparse(one.args)})"
    fields = [
        each for each in one.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    ]
    given = [
        ast.unparse(each.target) + (f"={ast.unparse(each.value)}" if each.value else "") for each in fields
    ]
    return f"{one.name}({', '.join(given)})"


DOCUMENTED = re.compile(
    r"(?P<before>\(PyCFunction\)CPyPy_(?P<function>\w+),\s+METH[^,]*, PyDoc_STR\("
    r"|PyTypeObject CPyType_(?P<type>\w+)_template_ = \{[^;]*?\.tp_doc = PyDoc_STR\()"
    r'(?P<signature>NULL|"(?:[^"\\]|\\.)*")\)'
    r"|(?P<getter>\(getter\)(?P<property>\w+),(?: \(setter\)\w+,)?\s+(?:NULL, )?)NULL, NULL\}"
)


def _documented(source: str, told: dict[str, tuple[str, str]]) -> str:
    """C that mypyc wrote, with docstrings."""

    def put(found: re.Match[str]) -> str:
        name = found["function"] or found["type"] or found["property"]
        call, text = told.get(name, ("", ""))
        if not text:
            return found[0]
        if found["property"]:
            return f"{found['getter']}PyDoc_STR({json.dumps(text, ensure_ascii=False)}), NULL}}"
        empty = f'"{call.split("(")[0]}()\\n'
        signed = found["signature"] != "NULL" and not (found["type"] and found["signature"].startswith(empty))
        whole = json.loads(found["signature"]) + text if signed else f"{call}\n\n{text}"
        if found["type"] and name.endswith("_obj"):
            whole = text
        return f"{found['before']}{json.dumps(whole, ensure_ascii=False)})"

    return DOCUMENTED.sub(put, source)


def _urls() -> dict[str, str]:
    """Where the project is found, as the administrator who publishes it says: PROJECT_URL, a repository."""
    home = os.environ.get("PROJECT_URL", "").rstrip("/")
    return {"Homepage": home, "Changelog": f"{home}/blob/main/CHANGELOG.md"} if home else {}


setup(ext_modules=_extensions(), project_urls=_urls())
