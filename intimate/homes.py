"""Home powers (rules of the duel, section 2)."""

from collections.abc import Mapping

from adjudicator import Power
from intimate.entries import homes_list
from intimate.errors import EntryError, LotMissing
from intimate.players import Player

Lots = Mapping[str, object]
"""What was drawn: `homes_winner`, `homes_list` {player: list}."""


def _drawn_list(lots: Lots, player: Player) -> tuple[Power, ...]:
    drawn, lot = lots.get("homes_list"), f"homes_list.{player.value}"
    try:
        listed = homes_list({"homes": drawn.get(player.value)}) if isinstance(drawn, Mapping) else None
    except EntryError as error:
        raise LotMissing(lot, f"what was drawn {error.message}") from error
    if listed is None:
        raise LotMissing(lot, "no list was handed in, and none was drawn")
    return listed


def _drawn_winner(lots: Lots) -> Player:
    if lots.get("homes_winner") not in list(Player):
        raise LotMissing("homes_winner", "the lists are identical, and no lot was drawn")
    return Player(str(lots["homes_winner"]))


def choose_homes(lists: Mapping[Player, tuple[Power, ...] | None], lots: Lots) -> Mapping[Player, Power]:
    """Each player's home power: his own choice at the first rank at which the lists differ.

    Raises LotMissing when a lot is needed that was not drawn.
    """
    final = {player: lists.get(player) or _drawn_list(lots, player) for player in Player}
    for choices in zip(*(final[player] for player in Player), strict=True):
        if len(set(choices)) == len(choices):
            return dict(zip(Player, choices, strict=True))
    winner = _drawn_winner(lots)
    return {winner: final[winner][0], winner.opponent: final[winner][1]}
