"""The application, and what it logs."""

from typing import Any

from flask import Flask, request


class Site(Flask):
    """Flask, whose log holds no address of a page: an address may let its bearer in."""

    def log_exception(self, exc_info: Any) -> None:  # noqa: ANN401 -- as Flask has it
        """Log a failure with the pattern of the page that failed."""
        self.logger.error("Exception on %s [%s]", request.url_rule, request.method, exc_info=exc_info)
