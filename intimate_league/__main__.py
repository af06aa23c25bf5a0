"""Plays a league and prints its table: `python -m intimate_league ENTRANT ENTRANT … --duels 42 --seed 1`."""

import argparse
import json
import logging
import re
import sys
from contextlib import nullcontext
from itertools import combinations
from pathlib import Path

from adjudicator import __version__
from intimate_league.entrants import LONGEST_ANSWER
from intimate_league.league import Game, fingerprint, play_league, standings

NAMED = re.compile(r"(\w+)=(.+)")
"""A name and an entrant; later equals signs belong to the entrant."""
STOPPED = 130
"""The exit status after Ctrl+C."""


def named_entrant(given: str) -> tuple[str, str]:
    """Split a name from an entrant; by default the entrant itself is the name."""
    found = NAMED.fullmatch(given)
    return (found[1], found[2]) if found else (given, given)


def league_command() -> None:
    """Play a league, and print its table."""
    parser = argparse.ArgumentParser(
        prog="intimate-league",
        description="An entrant is random, a level (recruit, captain, colonel, marshal), FILE.py:NAME or "
        "exec:COMMAND; NAME=ENTRANT names it. A program reads the board from its first line, which it does "
        "not answer, then one JSON object with duel, options and seed per line; it writes an entry per line, "
        f"within {LONGEST_ANSWER:g} seconds each.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("entrants", nargs="+", metavar="ENTRANT")
    parser.add_argument(
        "--duels", type=int, default=42, help="of each two entrants; 42 are all pairings from both sides"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play; results are the same")
    parser.add_argument("--limit", type=int, default=1908, help="the year that ends a duel; 0 for none")
    parser.add_argument("--out", type=Path, help="a file that gets a line of JSON for each duel")
    asked = parser.parse_args()
    named = dict(map(named_entrant, asked.entrants))
    if len(named) < len(asked.entrants):
        parser.error("two entrants have the same name")
    settings = {"year_limit": asked.limit} if asked.limit else {}
    logging.basicConfig(format="%(message)s")
    games: list[Game] = []
    status = 0
    try:
        with asked.out.open("w", encoding="utf-8") if asked.out else nullcontext() as out:
            for game in play_league(named, asked.duels, asked.seed, jobs=asked.jobs, settings=settings):
                games.append(game)
                if out:
                    print(json.dumps(game._asdict()), file=out, flush=True)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print(f"Stopped after {len(games)} duels.", file=sys.stderr)
        status = STOPPED
    print("| entrant | duels | won | lost | drawn | score % | 95 % | illegal % |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for each in standings(games, list(named)):
        print(
            f"| {each.name} | {each.duels} | {each.won} | {each.lost} | {each.drawn} | {each.score:.1%} "
            f"| {each.low:.1%} to {each.high:.1%} | {each.illegal:.2%} |".replace("% ", " ").replace("%", "")
        )
    for one, other in combinations(named, 2):
        of_them = [game for game in games if game.names == (one, other)]
        first = standings(of_them, [one])[0]
        print(f"{one} against {other}: {first.score:.1%} ({first.low:.1%} to {first.high:.1%})")
    print(f"seed {asked.seed}, intimate-diplomacy {__version__}, fingerprint {fingerprint(games)}")
    sys.stdout.flush()
    sys.exit(status)


if __name__ == "__main__":
    league_command()
