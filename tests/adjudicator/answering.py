"""Answer questions with whichever build of the adjudicator comes first on the path, one line of JSON each.

A question is [kind, content, edition]: a `line` of the interchange format, a `record` to replay and to write
as a game, a `position` to list choices, verdicts and contradictions for, or a `text` to read.
"""

import json
import sys

from adjudicator import (
    Game,
    Phase,
    contradictions,
    edition,
    examine,
    legal_choices,
    orders,
    read_orders,
    read_position,
)
from adjudicator.__main__ import line_reader
from adjudicator.interchange import answer_line
from intimate.record import loads
from intimate.replay import replay
from intimate.saved_game import saved_game_of


def of_line(content, name):
    return answer_line(content, name)


def of_record(content, _):
    """Return the lines before the first error, if any."""
    told = []
    try:
        record = loads(content)
        told.extend(replay(record))
        told.append(saved_game_of(record))
    except ValueError as error:
        told.append(f"{type(error).__name__}: {error}")
    return told


def of_position(content, name):
    request = json.loads(content)
    position, reading = read_position(request["units"]), edition(name)
    given, phase = read_orders(request["orders"]), Phase.parse(request["phase"])
    choices = Game(phase, position, reading).choices()
    return {
        "choices": {power: list(map(str, listed)) for power, listed in choices.by_power.items()},
        "verdicts": [
            str(examine(position, power, order, reading)) for power in given for order in given[power]
        ],
        "contradictions": list(map(str, contradictions(position, given, reading))),
        "winter": repr(legal_choices(position, Phase.parse("W1901A").kind, None, reading)),
    }


def of_text(content, name):
    return line_reader("en", name)(content)


def main():
    answers = {"line": of_line, "record": of_record, "position": of_position, "text": of_text}
    print(orders.__file__)  # noqa: T201 -- which build it is
    for question in sys.stdin:
        kind, content, name = json.loads(question)
        print(json.dumps(answers[kind](content, name)))  # noqa: T201 -- the answers


if __name__ == "__main__":
    main()
