"""The worker: the process beside the pages that does what is due."""

from web.worker.commands import init_app

__all__ = ["init_app"]
