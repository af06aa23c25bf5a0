"""Compression of things that do not change and hold no secret: style sheets, scripts, pictures of shapes.

Pages do not: their length would tell whoever can put words into one what else stands in it.
"""

from flask import Flask, Response
from flask_compress import Compress

COMPRESSED = ["text/css", "text/javascript", "application/javascript", "image/svg+xml"]


def init_app(app: Flask) -> None:
    """Let an application compress them when the browser asks."""
    app.config.setdefault("COMPRESS_MIMETYPES", COMPRESSED)
    app.config.setdefault("COMPRESS_ALGORITHM_STREAMING", ["br", "deflate"])  # files are streams
    Compress(app)
    app.after_request(close_file)


def close_file(response: Response) -> Response:
    """Close the file of a response at its end: what is put in its place compressed forgets it."""
    close = getattr(response.response, "close", None)
    if close is not None:
        response.call_on_close(close)
    return response
