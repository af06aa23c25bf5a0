"""The application: what it logs, how it meets a fault on the way to an answer, how it reads forms."""

from io import BytesIO
from typing import IO, Any

from flask import Flask, Request, Response, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from models import Unavailable

URLENCODED = "application/x-www-form-urlencoded"


class FormParser(FormDataParser):
    """Werkzeug's, with the same limit on fields for both kinds of forms: its own is for one of them."""

    def parse(
        self,
        stream: IO[bytes],
        mimetype: str,
        content_length: int | None,
        options: dict[str, str] | None = None,
    ) -> tuple[IO[bytes], MultiDict[str, Any], MultiDict[str, Any]]:
        """Read a form; raises RequestEntityTooLarge before fields are made of one that has too many."""
        if mimetype == URLENCODED and self.max_form_parts is not None:
            body = stream.read()
            if body.count(b"&") >= self.max_form_parts:
                raise RequestEntityTooLarge
            stream = BytesIO(body)
        return super().parse(stream, mimetype, content_length, options)


class SiteRequest(Request):
    """Flask's, whose forms are read by our parser."""

    form_data_parser_class = FormParser


class Site(Flask):
    """Flask, whose log holds no address of a page: an address may let its bearer in."""

    request_class = SiteRequest

    def log_exception(self, exc_info: Any) -> None:  # noqa: ANN401 -- as Flask has it
        """Log a failure with the pattern of the page that failed."""
        self.logger.error("Exception on %s [%s]", request.url_rule, request.method, exc_info=exc_info)

    def handle_exception(self, e: Exception) -> Response:
        """Answer a fault of the database as such, even if it comes up while another error is answered."""
        if isinstance(e, Unavailable):
            return self.finalize_request(self.handle_user_exception(e), from_error_handler=True)
        return super().handle_exception(e)
