"""A browser in a few words, such as "Firefox, Linux", from what it says of itself: known words only."""

import re

from flask import request

BROWSERS = (
    ("Edge", "Edg(?:e|A|iOS)?/"),
    ("Opera", "OPR/|Opera"),
    ("Samsung Internet", "SamsungBrowser/"),
    ("Firefox", "Firefox/|FxiOS/"),
    ("Chrome", "Chrom(?:e|ium)/|CriOS/|HeadlessChrome/"),
    ("Safari", "Safari/"),
)
"""Browsers by what they say, each before those that it pretends to be."""
SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("ChromeOS", "CrOS"),
    ("macOS", "Macintosh|Mac OS X"),
    ("Linux", "Linux|X11"),
)


def agent_words() -> str:
    """Name the browser of this request and its system; empty where it says neither."""
    said = request.headers.get("User-Agent", "")
    found = (next((name for name, mark in of if re.search(mark, said)), "") for of in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
