"""Acts of players and of the arbiter beside the entries (rules of the duel, section 8)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from intimate import early_end
from intimate.duel import Duel, Ending
from intimate.errors import EventError
from intimate.players import Player
from intimate.stalemate import can_be_claimed, grant, grant_if_due


class EventKind(StrEnum):
    """The kinds of event: by players, by the arbiter (`BY_THE_ARBITER`), by the clock (`BY_THE_CLOCK`)."""

    CONCEDED = "conceded"
    DRAW_OFFERED = "draw_offered"
    DRAW_AGREED = "draw_agreed"
    DRAW_DECLINED = "draw_declined"
    DRAW_WITHDRAWN = "draw_withdrawn"
    STALEMATE_CLAIMED = "stalemate_claimed"
    STALEMATE_WITHDRAWN = "stalemate_withdrawn"
    STALEMATE_AGREED = "stalemate_agreed"
    STALEMATE_GRANTED = "stalemate_granted"
    END_ASKED = "end_asked"
    END_VETOED = "end_vetoed"
    END_VOTED_DOWN = "end_voted_down"
    END_AGREED = "end_agreed"
    ABSENT = "absent"
    LAPSED = "lapsed"
    EXTENDED = "extended"
    PAUSED = "paused"
    RESUMED = "resumed"
    TAKEN_BACK = "taken_back"
    CORRECTED = "corrected"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the arbiter says with an event: the reason, and what the event needs.

    seconds: added to the time of each player (`extended`). until: the end of a pause at the latest, RFC 3339
    in UTC (`paused`). to: the number of chapters after which the duel goes on (`taken_back`, `corrected`).
    winner: of a duel that is `closed`; None where nobody wins.
    """

    reason: str
    seconds: int | None = None
    until: str | None = None
    to: int | None = None
    winner: Player | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """An act beside the entries, by a player or, without one, by the arbiter or the clock.

    The event `absent` is of the player who was away too long, of neither where both were. `lapsed` is
    of nobody: not both had come when a live duel was to begin. In records `end_voted_down` is of nobody too.
    `corrected` is by the arbiter, of the player whose entry the site took wrongly. ruling: what the arbiter
    says.
    """

    kind: EventKind
    player: Player | None = None
    ruling: Ruling | None = None


def _concede(duel: Duel, player: Player) -> Duel:
    return duel.ended(player.opponent, Ending.CONCEDED)


def _offer_draw(duel: Duel, player: Player) -> Duel:
    return replace(duel, draw_offers=duel.draw_offers | {player})


def _agree_draw(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.draw_offers:
        raise EventError("no_offer", "event", "there is no offer of a draw to agree to")
    return duel.ended(None, Ending.DRAW)


def _decline_draw(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.draw_offers:
        raise EventError("no_offer", "event", "there is no offer of a draw to decline")
    return replace(duel, draw_offers=duel.draw_offers - {player.opponent})


def _withdraw_draw(duel: Duel, player: Player) -> Duel:
    if player not in duel.draw_offers:
        raise EventError("no_offer", "event", "there is no offer of a draw to withdraw")
    return replace(duel, draw_offers=duel.draw_offers - {player})


def _claim_stalemate(duel: Duel, player: Player) -> Duel:
    if not can_be_claimed(duel):
        raise EventError(
            "claim_too_early", "event", "a stalemate can be claimed once no mercenary has a centre or a unit"
        )
    return grant_if_due(replace(duel, claims=duel.claims | {player}))


def _withdraw_stalemate(duel: Duel, player: Player) -> Duel:
    if player not in duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to withdraw")
    return replace(duel, claims=duel.claims - {player})


def _agree_stalemate(duel: Duel, player: Player) -> Duel:
    if player.opponent not in duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to agree to")
    return grant(duel)


def _grant_stalemate(duel: Duel) -> Duel:
    if not duel.claims:
        raise EventError("no_claim", "event", "there is no claim of a stalemate to grant")
    return grant(duel)


BY_PLAYERS: Mapping[EventKind, Callable[[Duel, Player], Duel]] = {
    EventKind.CONCEDED: _concede,
    EventKind.DRAW_OFFERED: _offer_draw,
    EventKind.DRAW_AGREED: _agree_draw,
    EventKind.DRAW_DECLINED: _decline_draw,
    EventKind.DRAW_WITHDRAWN: _withdraw_draw,
    EventKind.STALEMATE_CLAIMED: _claim_stalemate,
    EventKind.STALEMATE_WITHDRAWN: _withdraw_stalemate,
    EventKind.STALEMATE_AGREED: _agree_stalemate,
    EventKind.END_ASKED: early_end.ask,
    EventKind.END_VETOED: early_end.veto,
    EventKind.END_VOTED_DOWN: early_end.vote_down,
    EventKind.END_AGREED: early_end.agree,
}
BY_VOTE = frozenset(
    {EventKind.END_ASKED, EventKind.END_VETOED, EventKind.END_VOTED_DOWN, EventKind.END_AGREED}
)
"""What is done about an early end."""
SECRET = frozenset({EventKind.END_VOTED_DOWN})
"""What players do, and no record says who did."""

UNDOING = frozenset({EventKind.TAKEN_BACK, EventKind.CORRECTED})
"""The rulings that undo chapters: they need the past of the duel (`intimate/undoing.py`)."""
OF_TIME = frozenset({EventKind.EXTENDED, EventKind.PAUSED, EventKind.RESUMED})
"""The rulings on time, which the duel itself knows nothing of."""
BY_THE_ARBITER = frozenset({EventKind.STALEMATE_GRANTED, EventKind.CLOSED, *OF_TIME, *UNDOING})
"""The acts of the arbiter."""

BY_THE_CLOCK: Mapping[EventKind, Ending] = {
    EventKind.ABSENT: Ending.ABSENT,
    EventKind.LAPSED: Ending.LAPSED,
}


def happen(duel: Duel, event: Event) -> Duel:
    """Return the duel after an event that undoes nothing; raises EventError when it is not possible now."""
    if duel.phase is None:
        raise EventError("ended", "event", "the duel is over")
    if event.kind in BY_THE_ARBITER:
        return _ruled(duel, event)
    if event.kind in BY_THE_CLOCK:
        return duel.ended(event.player.opponent if event.player else None, BY_THE_CLOCK[event.kind])
    if event.kind in SECRET:
        return early_end.vote_down(duel, event.player)
    if event.player is None:
        raise EventError("no_player", "player", "the event needs a player")
    return BY_PLAYERS[event.kind](duel, event.player)


def _ruled(duel: Duel, event: Event) -> Duel:
    if event.kind in UNDOING:
        raise EventError("needs_past", "event", "what is undone is found in the past of the duel")
    if event.player is not None:
        raise EventError("arbiter_only", "player", "only the arbiter of the duel does this")
    if event.kind is EventKind.STALEMATE_GRANTED:
        return _grant_stalemate(duel)
    if event.kind is EventKind.CLOSED:
        return duel.ended(event.ruling.winner if event.ruling else None, Ending.CLOSED)
    return duel


def as_recorded(event: Event) -> Event:
    """Return the event as the record holds it: without its player where votes are secret."""
    return Event(event.kind) if event.kind in SECRET else event


def possible(duel: Duel, event: Event) -> bool:
    """Tell whether an event could happen now."""
    try:
        happen(duel, event)
    except EventError:
        return False
    return True
