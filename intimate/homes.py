"""Home powers (rules of the duel, section 2)."""

from collections.abc import Mapping

from adjudicator import Power
from intimate.entries import HomesList
from intimate.errors import LotMissing
from intimate.lots import Lots
from intimate.players import Player


def _final_list(entries: Mapping[Player, HomesList], lots: Lots, player: Player) -> tuple[Power, ...]:
    if player in entries:
        return entries[player].powers
    if player not in lots.homes_lists:
        raise LotMissing(f"homes_list.{player.value}", "no list was handed in, and none was drawn")
    return lots.homes_lists[player]


def choose_homes(entries: Mapping[Player, HomesList], lots: Lots) -> Mapping[Player, Power]:
    """Give each player their own choice at the first rank at which the two lists differ.

    Raises LotMissing when a lot is needed that was not drawn.
    """
    lists = {player: _final_list(entries, lots, player) for player in Player}
    for first, second in zip(lists[Player.FIRST], lists[Player.SECOND], strict=True):
        if first != second:
            return {Player.FIRST: first, Player.SECOND: second}
    winner = lots.homes_winner
    if winner is None:
        raise LotMissing("homes_winner", "the lists are identical, and no lot was drawn")
    return {winner: lists[winner][0], winner.opponent: lists[winner][1]}
