"""Stalemates (rules of the duel, section 8), and when a claim of one would be granted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator import Power, Province, Season, Unit
from intimate.duel import Duel, Ending
from intimate.players import Player
from intimate.rules import StalemateTie
from intimate.victory import leader


@dataclass(frozen=True, slots=True)
class Remnant:
    """What a mercenary still has, so that no stalemate can be claimed."""

    power: Power
    units: tuple[Unit, ...]
    centres: tuple[Province, ...]


@dataclass(frozen=True, slots=True)
class Countdown:
    """When a claim of a stalemate would be granted.

    quiet: autumns in a row in which no mercenary was left and no centre changed owner. needed: how many of
    these grant a claim. until: the year of the autumn after which a standing claim is granted; None if a
    claim is granted at once. year_limit: the last year of the duel, if it ends before that autumn. counts:
    the centres of the home powers. winner: who would win now, None for a draw. by_credits: centres
    are equal and reserves decide.
    """

    quiet: int
    needed: int
    until: int | None
    year_limit: int | None
    counts: Mapping[Player, int]
    winner: Player | None
    by_credits: bool
    claims: frozenset[Player]

    @property
    def runs(self) -> bool:
        """True while a claim stands."""
        return bool(self.claims)


def can_be_claimed(duel: Duel) -> bool:
    """Tell whether no mercenary owns a centre or has a unit."""
    return bool(duel.own(Player.FIRST)) and not duel.mercenaries


def in_the_way(duel: Duel) -> Sequence[Remnant]:
    """List the mercenaries that prevent the claim of a stalemate."""
    position = duel.position
    return [
        Remnant(
            power,
            (*position.units_of(power), *position.dislodged_of(power)),
            tuple(position.centres_of(power)),
        )
        for power in duel.mercenaries
    ]


def favoured(duel: Duel) -> Player | None:
    """Find the player who would win a stalemate now; None for a draw."""
    winner = leader({player: duel.centres(player) for player in Player})
    if winner is None and duel.rules.stalemate_tie is StalemateTie.CREDITS:
        winner = leader(duel.credits)
    return winner


def grant(duel: Duel) -> Duel:
    """End the duel: the player whose home power owns more centres wins."""
    return duel.ended(favoured(duel), Ending.STALEMATE)


def grant_if_due(duel: Duel) -> Duel:
    """Grant a standing claim when enough quiet autumns have passed."""
    return grant(duel) if duel.claims and duel.quiet_autumns >= duel.rules.stalemate_years else duel


def after_ownership(duel: Duel, *, changed: bool) -> Duel:
    """Count the autumn as quiet, or let the claims lapse if a supply centre changed owner."""
    if changed:
        return replace(duel, claims=frozenset(), quiet_autumns=0)
    return replace(duel, quiet_autumns=duel.quiet_autumns + 1 if can_be_claimed(duel) else 0)


def countdown(duel: Duel) -> Countdown | None:
    """Return when a claim would be granted; None if no stalemate can be claimed, or after the end."""
    if duel.phase is None or not can_be_claimed(duel):
        return None
    missing = duel.rules.stalemate_years - duel.quiet_autumns
    # The autumn of a year counts once its retreats are over.
    next_autumn = duel.phase.year + (duel.phase.season is Season.WINTER)
    until = next_autumn + missing - 1 if missing > 0 else None
    limit = duel.rules.year_limit
    counts = {player: duel.centres(player) for player in Player}
    winner = favoured(duel)
    return Countdown(
        duel.quiet_autumns,
        duel.rules.stalemate_years,
        until,
        limit if limit and until and until > limit else None,
        counts,
        winner,
        winner is not None and leader(counts) is None,
        duel.claims,
    )
