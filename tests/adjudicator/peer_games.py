"""Play random games with the package `diplomacy`, and print each as that package saves it.

A program of its own, because that package warns when it is imported.
"""

import contextlib
import json
import random
import sys

from diplomacy import Game
from diplomacy.utils.export import to_saved_game_format

GAMES, PHASES = 4, 40


def played(seed):
    """Play a random game for a number of phases."""
    lot = random.Random(seed)  # noqa: S311  # repeatable randomness
    game = Game(game_id=f"lot {seed}")
    for _ in range(PHASES):
        if game.is_game_done:
            break
        possible = game.get_all_possible_orders()
        for power in sorted(game.powers):
            places = game.get_orderable_locations(power)
            game.set_orders(
                power, [lot.choice(sorted(possible[place])) for place in places if possible[place]]
            )
        game.process()
    return to_saved_game_format(game)


def main():
    for seed in range(GAMES):
        with contextlib.redirect_stdout(sys.stderr):
            saved = played(seed)
        sys.stdout.write(f"{json.dumps(saved)}\n")


if __name__ == "__main__":
    main()
