"""Serves the tools on standard input and output: `intimate-mcp --site URL`, with the key in INTIMATE_KEY."""

import argparse
import os

from adjudicator import __version__
from intimate_client import Site
from intimate_mcp.server import server_of

LEVELS = ("recruit", "captain", "colonel", "marshal")


def serve_command() -> None:
    """Serve until standard input ends."""
    told = argparse.ArgumentParser(prog="intimate-mcp", description="Duels as tools of a language model.")
    told.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    told.add_argument("--site", required=True, help="the address of the site")
    told.add_argument("--key", default=os.environ.get("INTIMATE_KEY"), help="its key; else INTIMATE_KEY")
    told.add_argument("--no-legal", action="store_true", help="never list legal orders, for evaluations")
    told.add_argument("--practise", choices=LEVELS, help="begin a duel against this level of the site")
    asked = told.parse_args()
    if not asked.key:
        told.error("a key is needed: --key, or INTIMATE_KEY in the environment")
    with Site(asked.site, asked.key) as site:
        if asked.practise:
            site.practise(asked.practise)
        server_of(site, legal=not asked.no_legal).run()


if __name__ == "__main__":
    serve_command()
