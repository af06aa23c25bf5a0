"""The site as an installed app: its icons, its manifest, and the page without a connection.

Without a connection the script of static/js/service-worker.js answers with the page /offline, which shows
the list of the viewer's duels as it was last seen.
"""

from functools import cache
from hashlib import sha256
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import resvg_py
from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from PIL import Image

from web.core.page import MOST_IN_ICON
from web.core.session import without_database
from web.core.stylesheets import stylesheet_url
from web.core.translation import language

blueprint = Blueprint("installed", __name__)

SVG = "http://www.w3.org/2000/svg"
DAY = 86400
ICON_SIZES = (180, 192, 512)
"""The widths of the icons in pixels: the first for iOS, the others for Android."""
SEA, PAPER = "#1f4e5f", "#f4efe4"
"""The colours of the icon's ground and of its left ring."""

ET.register_namespace("", SVG)


@blueprint.get("/icon.svg")
@without_database
def icon() -> ResponseReturnValue:
    """Answer with the icon, badged with the requested number if there is one; the same for everybody."""
    number = request.args.get("n", 0, int)
    document = badged(_plain(), min(max(number, 0), MOST_IN_ICON))
    return _cached(Response(document, mimetype="image/svg+xml"))


@blueprint.get("/icon.png")
@without_database
def picture() -> ResponseReturnValue:
    """Answer with the icon as a PNG without a shape of its own: the device cuts it."""
    width = request.args.get("width", ICON_SIZES[-1], int)
    if width not in ICON_SIZES:
        abort(HTTPStatus.NOT_FOUND)
    return _cached(Response(painted(_plain(), width), mimetype="image/png"))


@blueprint.get("/manifest.webmanifest")
@without_database
def manifest() -> ResponseReturnValue:
    """Answer with what a device needs to install the site (W3C, Web Application Manifest)."""
    whole = {"src": url_for("installed.icon"), "sizes": "any", "type": "image/svg+xml"}
    cut = [
        {
            "src": url_for("installed.picture", width=width),
            "sizes": f"{width}x{width}",
            "type": "image/png",
            "purpose": purpose,
        }
        for width in ICON_SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    described = {
        "id": "/",
        "name": "Intimate Diplomacy",
        "short_name": "Intimate",
        "start_url": url_for("duels.index"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SEA,
        "icons": [whole, *cut],
    }
    response = make_response(described)
    response.mimetype = "application/manifest+json"
    return _cached(response)


@blueprint.get("/offline")
@without_database
def offline() -> ResponseReturnValue:
    """Answer with the page that a device shows without a connection; it names nobody.

    Its header `Link` names the files to store with it.
    """
    response = make_response(render_template("pages/offline.html"))
    response.headers["Link"] = ", ".join(f"<{url}>; rel={how}" for how, url in _files())
    return response


@blueprint.get("/service-worker.js")
@without_database
def service_worker() -> ResponseReturnValue:
    """Answer with the service worker's script; at the root, so that it serves all pages.

    A browser installs it again when it changes, so its first line changes with the page /offline.
    """
    edition = sha256(f"{language()} {list(_files())}".encode()).hexdigest()[:12]
    script = Path(current_app.static_folder or "", "js/service-worker.js").read_text("utf-8")
    response = Response(f"// {edition}\n{script}", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def _files() -> tuple[tuple[str, str], ...]:
    """The files of the page /offline: the relation and the address of each."""
    return (
        ("stylesheet", stylesheet_url("site")),
        ("modulepreload", url_for("static", filename="js/offline.js")),
        ("icon", url_for("static", filename="icon.svg")),
    )


def _plain() -> Path:
    return Path(current_app.static_folder or "", "icon.svg")


def _cached(response: Response) -> ResponseReturnValue:
    response.headers["Cache-Control"] = f"public, max-age={DAY}"
    response.add_etag()
    return response.make_conditional(request)


@cache
def badged(plain: Path, number: int) -> str:
    """Draw a number on an icon, in the lower right corner of its 32 units."""
    root = ET.fromstring(plain.read_text("utf-8"))  # noqa: S314  # our own file
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


@cache
def painted(plain: Path, width: int) -> bytes:
    """Paint an icon over its whole square, as wide as asked for in pixels."""
    shape = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=plain.read_text("utf-8"), width=width)))
    ground = Image.new("RGB", shape.size, SEA)
    ground.paste(shape, mask=shape.getchannel("A"))
    file = BytesIO()
    ground.save(file, "PNG", optimize=True)
    return file.getvalue()
