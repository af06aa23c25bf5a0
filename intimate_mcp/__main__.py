"""Serve the tools on standard input and output: `intimate-mcp --site URL`, with the key in INTIMATE_KEY."""

import argparse
import os

from adjudicator import __version__
from intimate_client import Refused, Site, Unreachable
from intimate_mcp.server import PATIENCE, server_of


def serve_command() -> None:
    """Serve until standard input ends."""
    parser = argparse.ArgumentParser(prog="intimate-mcp", description="Duels as tools of a language model.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("--site", required=True, help="the address of the site")
    parser.add_argument(
        "--key", default=os.environ.get("INTIMATE_KEY"), help="the API key; by default INTIMATE_KEY"
    )
    parser.add_argument("--no-legal", action="store_true", help="never list legal orders, for evaluations")
    parser.add_argument(
        "--practise", metavar="LEVEL", help="begin a duel against this level, such as recruit"
    )
    parser.add_argument("--challenge", metavar="NAME", help="challenge this player, who may be another model")
    arguments = parser.parse_args()
    if not arguments.key:
        parser.error("a key is needed: --key, or INTIMATE_KEY in the environment")
    with Site(arguments.site, arguments.key, patience=PATIENCE) as site:
        try:
            if arguments.practise:
                site.practise(arguments.practise)
            if arguments.challenge:
                site.challenge(arguments.challenge)
        except (Refused, Unreachable) as error:
            parser.error(str(error))
        server_of(site, legal=not arguments.no_legal).run()


if __name__ == "__main__":
    serve_command()
