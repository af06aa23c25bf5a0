"""A position as tables: who has what, and who commands whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from adjudicator.notation import read, unit_name
from intimate.view import Player, View
from models import StoredChapter
from services.telling import state
from web.duels.tasks import place_label
from web.i18n import language
from web.words import POWERS

HOME, HIRED, FOR_HIRE, ANARCHY, UNOWNED = "home", "hired", "for-hire", "anarchy", "unowned"


@dataclass(frozen=True)
class Row:
    """One power: its standing, the player who commands it, its units and centres in words."""

    power: str
    standing: str
    player: Player | None
    units: Sequence[str]
    centres: Sequence[str]
    dislodged: Sequence[str] = ()


@dataclass
class Year:
    """The chapters of one year."""

    name: str
    chapters: list[StoredChapter] = field(default_factory=list)


def position(view: View) -> list[Row]:
    """The present position."""
    return rows(state(view.duel))


def rows(line: Mapping[str, Any]) -> list[Row]:
    """The position that a line tells of: home powers first, then mercenaries, those gone left out."""
    homes = {power: Player(player) for player, power in line["homes"].items()}
    found = [_row(line, power, homes) for power in POWERS]
    alive = [row for row in found if row.units or row.centres or row.dislodged or row.power in homes]
    return sorted(alive, key=lambda row: (row.standing != HOME, row.player != Player.FIRST, row.power))


def commanders(line: Mapping[str, Any]) -> dict[str, str]:
    """Which player commands each power after a line."""
    return {power: player for power, player in line["control"].items() if player} | {
        power: player for player, power in line["homes"].items()
    }


def _row(line: Mapping[str, Any], power: str, homes: Mapping[str, Player]) -> Row:
    commander = line["control"].get(power)
    player = homes.get(power) or (Player(commander) if commander else None)
    return Row(
        power,
        _standing(line, power, homes, hired=player is not None),
        player,
        [_unit(text) for text in line["units"].get(power, ())],
        [place_label(code) for code in line["centers"].get(power, ())],
        [_unit(text) for text in line["dislodged"].get(power, ())],
    )


def _standing(line: Mapping[str, Any], power: str, homes: Mapping[str, Player], *, hired: bool) -> str:
    if not homes:
        return UNOWNED
    if power in homes:
        return HOME
    if hired:
        return HIRED
    return FOR_HIRE if str(line["next"]).endswith("B") else ANARCHY


def _unit(text: str) -> str:
    return _unit_name(text, language())


@lru_cache(maxsize=2048)
def _unit_name(text: str, written_in: str) -> str:
    order = read(f"{text} H", "en")
    return unit_name(order.unit, written_in)  # type: ignore[union-attr]  # a hold has its unit


def by_year(chapters: Sequence[StoredChapter]) -> list[Year]:
    """Chapters in order, under the years in which they fell; events stand with the phase before."""
    years: list[Year] = []
    for chapter in chapters:
        named = chapter.phase and chapter.phase[1:5] if chapter.phase != "HOMES" else "1901"
        if named and (not years or years[-1].name != named):
            years.append(Year(named))
        if not years:
            years.append(Year("1901"))
        years[-1].chapters.append(chapter)
    return years
