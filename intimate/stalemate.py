"""Stalemates (rules of the duel, section 8)."""

from dataclasses import replace

from intimate.duel import Duel, Ending
from intimate.players import Player
from intimate.rules import StalemateTie
from intimate.victory import leader


def can_be_claimed(duel: Duel) -> bool:
    """Tell whether no mercenary owns a centre or has a unit."""
    return bool(duel.homes) and not duel.mercenaries


def grant(duel: Duel) -> Duel:
    """End the duel: the player whose home power owns more centres wins."""
    winner = leader({player: duel.centres(player) for player in Player})
    if winner is None and duel.rules.stalemate_tie is StalemateTie.CREDITS:
        winner = leader(duel.credits)
    return duel.ended(winner, Ending.STALEMATE)


def grant_if_due(duel: Duel) -> Duel:
    """Grant a standing claim when enough quiet autumns have passed."""
    return grant(duel) if duel.claims and duel.quiet_autumns >= duel.rules.stalemate_years else duel


def after_ownership(duel: Duel, *, changed: bool) -> Duel:
    """Count the autumn as quiet, or lapse the claims when a supply centre changed owner."""
    if changed:
        return replace(duel, claims=frozenset(), quiet_autumns=0)
    return replace(duel, quiet_autumns=duel.quiet_autumns + 1 if can_be_claimed(duel) else 0)
