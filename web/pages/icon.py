"""The icon of a page: that of the site, with the number of things that await the reader."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

from flask import Blueprint, Response, current_app, request
from flask.typing import ResponseReturnValue

from web.frame.page import MOST_IN_ICON

SVG = "http://www.w3.org/2000/svg"
DAY = 86400

ET.register_namespace("", SVG)


def register(blueprint: Blueprint) -> None:
    """Give the icon its address."""
    blueprint.add_url_rule("/icon.svg", "icon", icon)


def icon() -> ResponseReturnValue:
    """Answer with the icon and the number asked for, the same for everybody; no badge without a number."""
    number = request.args.get("n", 0, int)
    plain = Path(current_app.static_folder or "", "icon.svg")
    document = badged(plain, min(max(number, 0), MOST_IN_ICON))
    response = Response(document, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = f"public, max-age={DAY}"
    response.add_etag()
    return response.make_conditional(request)


@cache
def badged(plain: Path, number: int) -> str:
    """Draw a number on an icon, in the lower right corner of its 32 units."""
    root = ET.fromstring(plain.read_text("utf-8"))  # noqa: S314  # nosec B314  # our own file
    if number:
        disk = {
            "cx": "21",
            "cy": "21",
            "r": "10.25",
            "fill": "#b3261e",
            "stroke": "#fff",
            "stroke-width": "1.5",
        }
        ET.SubElement(root, f"{{{SVG}}}circle", disk)
        words = "9+" if number == MOST_IN_ICON else str(number)
        text = {"x": "21", "y": "26.2", "fill": "#fff", "font-weight": "700", "text-anchor": "middle"}
        look = {"font-family": "system-ui, sans-serif", "font-size": "12" if len(words) > 1 else "15"}
        ET.SubElement(root, f"{{{SVG}}}text", text | look).text = words
    return ET.tostring(root, "unicode")
