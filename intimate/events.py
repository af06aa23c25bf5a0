"""What players and the arbiter may do beside their entries (rules of the duel, section 8)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from intimate.duel import Duel
from intimate.errors import EventError
from intimate.players import Player
from intimate.stalemate import can_be_claimed, grant, grant_if_due


@dataclass(frozen=True, slots=True)
class Event:
    """Something beside the entries, by a player or, without one, by the arbiter.

    Kinds: `conceded`, `draw_offered`, `draw_agreed`, `stalemate_claimed`, `stalemate_agreed` by a
    player; `stalemate_granted` by the arbiter.
    """

    kind: str
    player: Player | None = None


def _concede(duel: Duel, player: Player) -> Duel:
    return duel.ended(player.opponent, "conceded")


def _offer_draw(duel: Duel, player: Player) -> Duel:
    return replace(duel, draw_offers=duel.draw_offers | {player})


def _agree_draw(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.draw_offers:
        raise EventError("no_offer", "event", "there is no offer of a draw to agree to")
    return duel.ended(None, "draw")


def _claim_stalemate(duel: Duel, player: Player) -> Duel:
    if not can_be_claimed(duel):
        raise EventError(
            "claim_too_early", "event", "a stalemate can be claimed once no mercenary has a centre or a unit"
        )
    return grant_if_due(replace(duel, claims=duel.claims | {player}))


def _agree_stalemate(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to agree to")
    return grant(duel)


def _grant_stalemate(duel: Duel) -> Duel:
    if not duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to grant")
    return grant(duel)


BY_PLAYERS: Mapping[str, Callable[[Duel, Player], Duel]] = {
    "conceded": _concede,
    "draw_offered": _offer_draw,
    "draw_agreed": _agree_draw,
    "stalemate_claimed": _claim_stalemate,
    "stalemate_agreed": _agree_stalemate,
}


def happen(duel: Duel, event: Event) -> Duel:
    """The duel after an event; raises EventError when it is not possible now."""
    if duel.phase is None:
        raise EventError("ended", "event", "the duel is over")
    if event.kind == "stalemate_granted":
        if event.player is not None:
            raise EventError("arbiter_only", "player", "only the arbiter of the duel grants a stalemate")
        return _grant_stalemate(duel)
    if event.kind not in BY_PLAYERS:
        raise EventError("unknown_event", "event", f"there is no event {event.kind!r}")
    if event.player is None:
        raise EventError("no_player", "player", "the event needs a player")
    return BY_PLAYERS[event.kind](duel, event.player)


def possible(duel: Duel, event: Event) -> bool:
    """Whether an event could happen now."""
    try:
        happen(duel, event)
    except EventError:
        return False
    return True
