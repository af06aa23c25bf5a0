"""Looking back on an auction: the least bid with which a player would have commanded a mercenary."""

from dataclasses import dataclass, replace

from adjudicator import Power
from intimate.auction import Sheets, hold_auction
from intimate.duel import Duel
from intimate.entries import Sheet, check
from intimate.errors import EntryError
from intimate.players import Player


@dataclass(frozen=True, slots=True)
class LeastBid:
    """The least bid that would have won a mercenary, and the reserve that would have been left."""

    bid: int
    rest: int


def least_bid(before: Duel, sheets: Sheets, player: Player, power: Power) -> LeastBid | None:
    """Find the least bid by which a player would have commanded a mercenary, all else being as it was.

    The other bids of both are those that were handed in (section 4). None: no bid would have done, since
    each that is high enough exceeds the reserve.
    """
    against = sheets[player.opponent].bids.get(power, 0)
    # Below the other bid one wins as heir of an overbid player or not at all, whatever one bids; a tie wins
    # nothing, and can only take from what makes the other one overbid.
    for bid in sorted({1, against + 1}):
        changed = {**sheets[player].bids, power: bid}
        try:
            check(before, player, Sheet(changed))
        except EntryError:
            continue
        auction = hold_auction(before, {**sheets, player: replace(sheets[player], bids=changed)})
        if auction.control.get(power) is player:
            return LeastBid(bid, before.credits[player] - auction.paid[player])
    return None
