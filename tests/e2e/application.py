"""The site as tests serve it to browsers: what changes is told sooner, and templates are compiled once."""

import os

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from app import create_app

OFTEN = 0.1
"""The seconds from look to look of those who wait for a change."""


def create() -> Flask:
    """Make an application by the settings of the environment."""
    site = create_app({"WATCH_EVERY": OFTEN})
    site.jinja_env.bytecode_cache = FileSystemBytecodeCache(os.environ["COMPILED_TEMPLATES"])
    return site
