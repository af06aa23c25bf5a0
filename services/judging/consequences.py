"""What a phase brought either player, told from the duel before it and after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator import Flag, PhaseKind, Power, Province, Unit, Waive
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.players import Player


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a phase brought one player.

    commands: the mercenaries that they hired, None in any other phase than an auction. left: their credits
    after it. entered: home centres of the enemy on which a unit of their home power stands now, and did not
    before. driven_out: dislodged units of their home power. won, lost: centres of their home power.
    """

    commands: tuple[Power, ...] | None
    left: int
    entered: tuple[Province, ...]
    driven_out: tuple[Unit, ...]
    won: tuple[Province, ...]
    lost: tuple[Province, ...]


def consequences(before: Duel, chapter: Chapter) -> Mapping[Player, Consequence]:
    """Say what a chapter brought both players; none where home powers are not known."""
    if not before.homes:
        return {}
    return {player: _of(player, before, chapter) for player in Player}


def _of(player: Player, before: Duel, chapter: Chapter) -> Consequence:
    after, home, enemy = chapter.after, before.homes[player], before.homes[player.opponent]
    hired = tuple(power for power, commander in after.control.items() if commander == player)
    now, then = (set(duel.position.centres_of(home)) for duel in (after, before))
    goals = after.position.board.homes[enemy]
    entered = (_held(after, home) - _held(before, home)).intersection(goals)
    return Consequence(
        hired if chapter.kind is PhaseKind.AUCTION else None,
        after.credits.get(player, 0),
        tuple(sorted(entered)),
        tuple(
            unit
            for unit, outcome in chapter.outcomes.get(home, {}).items()
            if Flag.DISLODGED in outcome.flags and not isinstance(unit, Waive)
        ),
        tuple(sorted(now - then)),
        tuple(sorted(then - now)),
    )


def _held(duel: Duel, power: Power) -> set[Province]:
    return {unit.province for unit in duel.position.units_of(power)}
