"""What an agent sees, as an array or a text, without the other one's entry."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from adjudicator import Kind, PhaseKind, Season, province_of, standard
from intimate.view import View
from intimate_env.questions import Question
from intimate_env.vocabulary import HIGHEST_BID

Floats = npt.NDArray[np.float32]
_WHOSE = ("mine", "theirs", "nobodys")
_POWERS = standard().powers
OF_SPACE: Sequence[str] = (
    "army",
    "fleet",
    "coast NC",
    "coast SC",
    "coast EC",
    *(f"unit {whose}" for whose in _WHOSE),
    *(f"unit of {power}" for power in _POWERS),
    "dislodged",
    *(f"dislodged {whose}" for whose in _WHOSE),
    "centre",
    *(f"centre of {power}" for power in _POWERS),
    "my home",
    "their home",
    "asked",
    "ordered",
    "moved to",
    "helped",
)
"""The numbers of each of the 75 spaces: 0 or 1, except `moved to` and `helped`, which count in tenths."""
OF_ALL: Sequence[str] = (
    *(f"phase {kind.name.lower()}" for kind in PhaseKind),
    "autumn",
    "year",
    "my credits",
    "their credits",
    *(f"{power} {whose}" for power in _POWERS for whose in _WHOSE),
    *(f"bid for {power}" for power in _POWERS),
    *(f"asked about {power}" for power in _POWERS),
    *(f"rank of {power}" for power in _POWERS),
)
"""The numbers after the spaces: credits and bids divided by 60, years after 1901 by 10, ranks by 7."""
SIZE = len(standard().codes) * len(OF_SPACE) + len(OF_ALL)
"""The length of an observation."""
_SPACE = {name: number for number, name in enumerate(OF_SPACE)}
_ALL = {name: number for number, name in enumerate(OF_ALL)}
_TENTH, _SEVENTH, _FIRST_YEAR = 0.1, 1 / 7, 1901


def figures(view: View, question: Question | None) -> Floats:
    """Return the view and the question as numbers: a row of `OF_SPACE` for each space, then `OF_ALL`."""
    board = view.duel.position.board
    spaces = np.zeros((len(board.codes), len(OF_SPACE)), np.float32)
    rest = np.zeros(len(OF_ALL), np.float32)
    _see_position(view, spaces)
    _see_duel(view, rest)
    if question:
        _see_question(question, spaces, rest)
    return np.concatenate([spaces.ravel(), rest])


def _whose(view: View, power: str) -> str:
    """Who commands a power, from the player's point of view."""
    commander = view.duel.commander(power)  # type: ignore[arg-type]  # the board's own powers
    return "nobodys" if commander is None else "mine" if commander is view.player else "theirs"


def _see_position(view: View, spaces: Floats) -> None:
    position, index = view.duel.position, view.duel.position.board.index
    for unit, power in position.units.items():
        row = spaces[index[unit.province]]
        row[_SPACE["army" if unit.kind is Kind.ARMY else "fleet"]] = 1
        row[_SPACE[f"unit {_whose(view, power)}"]] = 1
        row[_SPACE[f"unit of {power}"]] = 1
        if "/" in unit.location:
            row[_SPACE[f"coast {unit.location[4:]}"]] = 1
    for unit, routed in position.dislodged.items():
        row = spaces[index[unit.province]]
        row[_SPACE["dislodged"]] = row[_SPACE[f"dislodged {_whose(view, routed.power)}"]] = 1
    for centre in position.board.centres:
        spaces[index[centre], _SPACE["centre"]] = 1
    for centre, power in position.owners.items():
        spaces[index[centre], _SPACE[f"centre of {power}"]] = 1
    for player, home in view.duel.homes.items():
        column = _SPACE["my home" if player is view.player else "their home"]
        for centre in position.board.homes[home]:
            spaces[index[centre], column] = 1


def _see_duel(view: View, rest: Floats) -> None:
    duel = view.duel
    if duel.phase:
        rest[_ALL[f"phase {duel.phase.kind.name.lower()}"]] = 1
        rest[_ALL["autumn"]] = duel.phase.season is Season.AUTUMN
        rest[_ALL["year"]] = (duel.phase.year - _FIRST_YEAR) * _TENTH
    for player, credits_left in duel.credits.items():
        name = "my credits" if player is view.player else "their credits"
        rest[_ALL[name]] = credits_left / HIGHEST_BID
    for power in _POWERS:
        rest[_ALL[f"{power} {_whose(view, power)}"]] = 1


def _see_question(question: Question, spaces: Floats, rest: Floats) -> None:
    index = standard().index
    for about, word in question.given:
        parts = word.split(" ")
        if parts[0] == "BID":
            rest[_ALL[f"bid for {about}"]] = int(parts[1]) / HIGHEST_BID
        elif parts[0] == "RANK":
            rest[_ALL[f"rank of {parts[1]}"]] = int(about.removeprefix("rank ")) * _SEVENTH
        elif len(parts) > 1:
            _see_order(parts, spaces)
    if question.about in _POWERS:
        rest[_ALL[f"asked about {question.about}"]] = 1
    elif question.about[:2] in ("A ", "F "):
        spaces[index[province_of(question.about[2:])], _SPACE["asked"]] = 1


def _see_order(parts: Sequence[str], spaces: Floats) -> None:
    """Note an order: its unit, where it goes, whom it helps."""
    index = standard().index
    spaces[index[province_of(parts[1])], _SPACE["ordered"]] = 1
    verb = parts[2]
    if verb in {"-", "R"}:
        spaces[index[province_of(parts[3])], _SPACE["moved to"]] += _TENTH
    elif verb in {"S", "C"}:
        spaces[index[province_of(parts[4])], _SPACE["helped"]] += _TENTH


def text_of(view: View, question: Question | None) -> str:
    """Return the observation as a text: phase, homes, credits, commands, units, centres, question."""
    duel, position = view.duel, view.duel.position
    lines = [f"phase {duel.phase or 'over'}"]
    for player, home in duel.homes.items():
        whose = "my" if player is view.player else "their"
        lines.append(f"{whose} home {home}, {whose} credits {duel.credits[player]}")
    for power in _POWERS:
        units = ", ".join(map(str, position.units_of(power)))
        centres = " ".join(position.centres_of(power))
        if units or centres:
            lines.append(
                f"{power} ({_whose(view, power)}): {units or 'no units'}; centres {centres or 'none'}"
            )
    for unit, routed in sorted(position.dislodged.items()):
        lines.append(f"dislodged {routed.power} {unit}: {' '.join(routed.retreats) or 'nowhere to go'}")
    if question:
        lines += [f"{about}: {word}" for about, word in question.given]
        lines.append(f"asked: {question.about}")
    return "\n".join(lines)
