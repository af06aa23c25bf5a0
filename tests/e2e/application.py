"""The site for browser tests: it looks for changes often, and keeps compiled templates."""

import os

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from app import create_app

LOOK_INTERVAL = 0.1
"""Seconds between two looks for a change."""


def create() -> Flask:
    """Make an application from the settings in the environment."""
    site = create_app({"WATCH_EVERY": LOOK_INTERVAL})
    site.jinja_env.bytecode_cache = FileSystemBytecodeCache(os.environ["COMPILED_TEMPLATES"])
    return site
