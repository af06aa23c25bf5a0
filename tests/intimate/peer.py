"""Read saved games with the package `diplomacy`, play them again, and print a line of JSON for each.

A program of its own, because that package warns when it is imported.
"""

import contextlib
import json
import sys

from diplomacy.engine.game import Game
from diplomacy.utils.export import from_saved_game_format, is_valid_saved_game
from diplomacy.utils.game_phase_data import GamePhaseData

PARTS = ("units", "retreats", "centers", "homes", "builds")


def read(saved):
    """List what the package knows of each phase of a game."""
    game = from_saved_game_format(saved)
    return [phase.to_dict() for phase in [*Game.get_phase_history(game), Game.get_phase_data(game)]]


def played(saved):
    """Play a game from its first phase on; list the result of each phase and the start of the next."""
    game = Game(map_name=saved["map"], rules=["SOLITAIRE", *saved["rules"]])
    game.set_phase_data(GamePhaseData.from_dict({**saved["phases"][0], "orders": {}}))
    for phase in saved["phases"][:-1]:
        game.clear_orders()
        for power, orders in phase["orders"].items():
            game.set_orders(power, orders)
        results = game.process().to_dict()["results"]
        state = game.get_state()
        after = {part: state[part] for part in PARTS}
        yield {"results": results, "next": game.get_current_phase(), "after": after}


def main():
    for line in sys.stdin:
        saved = json.loads(line)
        with contextlib.redirect_stdout(sys.stderr):
            answer = {
                "read": read(saved),
                "valid": is_valid_saved_game(saved),
                "played": list(played(saved)),
            }
        sys.stdout.write(f"{json.dumps(answer)}\n")


if __name__ == "__main__":
    main()
