"""The board as it is drawn of duels that are played on the pages."""

from tests.web.duels.conftest import pages

__all__ = ["pages"]
