"""The application: what it logs, and how it meets a fault on the way to an answer."""

from typing import Any

from flask import Flask, Response, request

from models import Unavailable


class Site(Flask):
    """Flask, whose log holds no address of a page: an address may let its bearer in."""

    def log_exception(self, exc_info: Any) -> None:  # noqa: ANN401 -- as Flask has it
        """Log a failure with the pattern of the page that failed."""
        self.logger.error("Exception on %s [%s]", request.url_rule, request.method, exc_info=exc_info)

    def handle_exception(self, e: Exception) -> Response:
        """Answer a fault of the database as such, even if it comes up while another error is answered."""
        if isinstance(e, Unavailable):
            return self.finalize_request(self.handle_user_exception(e), from_error_handler=True)
        return super().handle_exception(e)
