"""The headers of every response."""

from flask import Flask, Response, current_app, request
from flask_compress import Compress

from web.core.login import account
from web.core.request_state import is_api_request
from web.core.static_files import is_of_this_version

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of the pages that other sites show in a frame; they contain only links."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
JSON = frozenset({"application/json", "application/problem+json"})
"""Makes browsers save an answer of the API instead of showing it."""
YEAR = 365 * 86400


def init_app(app: Flask) -> None:
    """Add the headers to every response of an application."""
    app.after_request(protect)
    app.after_request(cache_control)
    compress(app)


def protect(response: Response) -> Response:
    """Forbid what our pages never do; the server adds the date."""
    response.headers.pop("Date", None)
    is_framed = response.headers.get("Content-Security-Policy") == FRAMED
    for name, value in HEADERS.items():
        if not (is_framed and name == "X-Frame-Options"):
            response.headers.setdefault(name, value)
    if current_app.config["SESSION_COOKIE_SECURE"]:
        response.headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}; includeSubDomains")
    if is_api_request() and response.mimetype in JSON:
        response.headers.setdefault("Content-Disposition", 'attachment; filename="answer.json"')
    return response


def cache_control(response: Response) -> Response:
    """Let browsers cache static files for long, pages for visitors if they revalidate, others never."""
    if request.endpoint == "static":
        if is_of_this_version():
            response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    elif "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store" if account() else "private, no-cache"
    return response


COMPRESSED = ["text/css", "text/javascript", "application/javascript", "image/svg+xml"]


def compress(app: Flask) -> None:
    """Compress style sheets, scripts and shapes, which are constant and public, for browsers that accept it.

    Pages are not compressed: their length would reveal content to somebody who can put words into them.
    """
    app.config.setdefault("COMPRESS_MIMETYPES", COMPRESSED)
    app.config.setdefault("COMPRESS_ALGORITHM_STREAMING", ["br", "deflate"])  # files are streams
    Compress(app)
    app.after_request(close_file)


def close_file(response: Response) -> Response:
    """Close the file of a response at its end, since the compressed body has replaced it."""
    close = getattr(response.response, "close", None)
    if close is not None:
        response.call_on_close(close)
    return response
