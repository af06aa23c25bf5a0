"""What would have won the auctions of the past."""

from collections.abc import Mapping

from adjudicator import Power
from intimate.entries import sheets_of
from intimate.hindsight import LeastBid, least_bid
from intimate.players import Player
from services.history.chapters import Past

LeastBids = Mapping[Power, Mapping[Player, LeastBid | None]]


def least_bids(past: Past) -> LeastBids:
    """Return by mercenary for hire what each player would have had to bid at least; of auctions alone."""
    before, chapter = past.before, past.chapter
    if before is None or chapter.auction is None:
        return {}
    sheets = sheets_of(chapter.entries)
    return {
        power: {player: least_bid(before, sheets, player, power) for player in Player}
        for power in before.for_hire
    }
