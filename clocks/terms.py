"""The clock that both players agree to before a duel begins."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator import PhaseKind
from intimate.errors import SettingError

MINUTE, HOUR, DAY = 60, 3600, 86400
SHORTEST_PHASE, LONGEST_PHASE = MINUTE, 30 * DAY
LARGEST_BANK = 90 * DAY
MOST_MISSES, DEFAULT_MISSES = 9, 2


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that each player has, in seconds; raises SettingError, which names what is wrong, when made.

    moves: for a list of powers and for a movement phase. auctions: for a sheet. shorts: for retreats
    and for builds. bank: what each player's bank holds at first, 0 where there are no banks: then
    each phase has a deadline. With banks the time of a phase is added to what is in the bank, up to
    `cap`, and runs only while the player is awaited and has not handed in. misses: after so many
    phases in a row for which a player stored nothing, the duel is lost.
    """

    moves: int = DAY
    auctions: int = DAY
    shorts: int = DAY
    bank: int = 0
    cap: int = 0
    misses: int = DEFAULT_MISSES

    def __post_init__(self) -> None:
        for name in ("moves", "auctions", "shorts"):
            _check(name, getattr(self, name), SHORTEST_PHASE, LONGEST_PHASE)
        _check("bank", self.bank, 0, LARGEST_BANK)
        longest = max(self.moves, self.auctions, self.shorts)
        _check("cap", self.cap, max(self.bank, longest) if self.bank else 0, LARGEST_BANK if self.bank else 0)
        _check("misses", self.misses, 1, MOST_MISSES)

    def seconds(self, kind: PhaseKind) -> int:
        """Return the time of a kind of phase."""
        times = {
            PhaseKind.AUCTION: self.auctions,
            PhaseKind.RETREATS: self.shorts,
            PhaseKind.ADJUSTMENTS: self.shorts,
        }
        return times.get(kind, self.moves)

    @property
    def has_banks(self) -> bool:
        """True where each player has a bank, false where each phase has a deadline."""
        return self.bank > 0


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise SettingError(name, value, f"must be from {least} to {most}")


PRESETS: Mapping[str, Clock] = {
    "blitz": Clock(5 * MINUTE, 5 * MINUTE, 2 * MINUTE),
    "live": Clock(15 * MINUTE, 15 * MINUTE, 5 * MINUTE),
    "live_bank": Clock(3 * MINUTE, 3 * MINUTE, 1 * MINUTE, bank=45 * MINUTE, cap=45 * MINUTE),
    "day": Clock(DAY, DAY, DAY // 2),
    "two_days": Clock(2 * DAY, 2 * DAY, DAY),
    "week": Clock(7 * DAY, 7 * DAY, 3 * DAY),
    "days_bank": Clock(DAY, DAY, DAY // 2, bank=7 * DAY, cap=10 * DAY),
}
"""The clocks that need no thought, by name."""
