"""Addresses of static files, which change with the content, so that browsers need not ask again.

Scripts import one another by relative addresses, so their version is in the name of a folder, and a change of
one script changes the addresses of all. Other files have their version in the query.
"""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, current_app, request

SCRIPTS = "js"
FONTS = "fonts/"
"""Style sheets name the fonts, and a font never changes under its name."""


def init_app(app: Flask) -> None:
    """Give the static files of an application their addresses."""
    app.url_defaults(add_version)


def add_version(endpoint: str, values: dict[str, object]) -> None:
    """Add its version to the address of a static file."""
    folder = current_app.static_folder
    if endpoint != "static" or "v" in values or not folder:
        return
    name = str(values["filename"])
    if name.startswith(f"{SCRIPTS}/"):
        values["filename"] = name.replace(SCRIPTS, versioned_folder(), 1)
    elif version := _version(Path(folder, name)):
        values["v"] = version


def versioned_folder() -> str:
    """The present folder of the scripts."""
    folder = Path(str(current_app.static_folder), SCRIPTS)
    changed = max(file.stat().st_mtime_ns for file in folder.rglob("*.js")) if current_app.debug else 0
    return f"{SCRIPTS}-{_version_of_all(folder, changed)}"


def on_disk(name: str) -> str:
    """The name of a static file on disk, for any requested version."""
    first, slash, rest = name.partition("/")
    return f"{SCRIPTS}/{rest}" if slash and first.startswith(f"{SCRIPTS}-") else name


def is_of_this_version() -> bool:
    """Tell whether the address of a static file is one whose content never changes."""
    name = str((request.view_args or {}).get("filename", ""))
    return "v" in request.args or name.startswith((FONTS, f"{versioned_folder()}/"))


def _version(file: Path) -> str | None:
    """Return the version of a file, which a process reads once, except where it has to be fresh."""
    if current_app.debug:
        _known_version.cache_clear()
    return _known_version(file)


@cache
def _known_version(file: Path) -> str | None:
    return format(file.stat().st_mtime_ns // 1_000_000, "x") if file.is_file() else None


@cache
def _version_of_all(folder: Path, _changed: int) -> str:
    contents = (file.read_bytes() for file in sorted(folder.rglob("*.js")))
    return hashlib.sha256(b"".join(contents)).hexdigest()[:12]
