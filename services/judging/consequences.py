"""What a phase brought either player, told from the duel before it and after it."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator import Flag, PhaseKind, Power, Province, Season, Unit, Waive
from intimate.chapter import Chapter
from intimate.duel import Duel
from intimate.players import Player


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a phase brought one player.

    commands: the mercenaries that they hired, None in any other phase than an auction. left: their credits
    after it. entered: home centres of the enemy on which a unit of their home power stands now, and did not
    before. driven_out: dislodged units of their home power. won, lost: centres of their home power; those on
    which units stand after the movement of autumn, of which its retreats may still take some away.
    has_won: True if the phase won them the duel, False if it lost it, else None.
    """

    commands: tuple[Power, ...] | None
    left: int
    entered: tuple[Province, ...]
    driven_out: tuple[Unit, ...]
    won: tuple[Province, ...]
    lost: tuple[Province, ...]
    has_won: bool | None = None


def consequences(before: Duel, chapter: Chapter) -> Mapping[Player, Consequence]:
    """Say what a chapter brought both players; none where home powers are not known."""
    if not before.homes:
        return {}
    return {player: _of(player, before, chapter) for player in Player}


def _of(player: Player, before: Duel, chapter: Chapter) -> Consequence:
    after, home, enemy = chapter.after, before.homes[player], before.homes[player.opponent]
    hired = tuple(power for power, commander in after.control.items() if commander == player)
    now, then = _centres(after, home), _centres(before, home)
    winner = after.result.winner if after.result else None
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
        None if winner is None else winner is player,
    )


def _centres(duel: Duel, power: Power) -> set[Province]:
    """The centres of a power; in the retreats of autumn as if nobody got away."""
    retreats = duel.phase is not None and duel.phase.kind is PhaseKind.RETREATS
    autumn = duel.phase is not None and duel.phase.season is Season.AUTUMN
    position = duel.position.with_ownership() if retreats and autumn else duel.position
    return set(position.centres_of(power))


def _held(duel: Duel, power: Power) -> set[Province]:
    return {unit.province for unit in duel.position.units_of(power)}
