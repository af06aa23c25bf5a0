"""A duel in progress to look at, played by two accounts made for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from sqlalchemy.orm import Session

from intimate.lots import numbers
from intimate.options import orderable
from intimate.players import Player
from models import StoredDuel, User
from services import accounts, duels, entries, passwords, readiness
from services.terms import Terms

NAMES = ("Adrien", "Steve")
LISTS = (
    ("FRANCE", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"),
    ("TURKEY", "FRANCE", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "AUSTRIA"),
)
PHASES = 15
Content = dict[str, Any]


@dataclass(frozen=True)
class Demo:
    """The duel, and how to log in as either player."""

    token: str
    names: Sequence[str]
    password: str


def make(session: Session, password: str, now: datetime) -> Demo:
    """Register two accounts and play the first years of a duel; the same every time but for names."""
    first, second = (_account(session, name, password, now) for name in NAMES)
    stored = duels.begin(session, first, second, Terms(), now)
    drawn = numbers("demo", "orders")
    for _ in range(PHASES):
        _play_phase(session, stored, {Player.FIRST: first, Player.SECOND: second}, drawn, now)
    return Demo(stored.token, (first.name, second.name), password)


def _account(session: Session, name: str, password: str, now: datetime) -> User:
    for number in count(1):
        wanted = name if number == 1 else f"{name}{number}"
        try:
            return accounts.register(session, wanted, passwords.hashed(password, wanted), "en", now)
        except accounts.NameTaken:
            continue
    raise AssertionError("names never run out")


def _play_phase(
    session: Session, stored: StoredDuel, users: Mapping[Player, User], drawn: Iterator[int], now: datetime
) -> None:
    """Let both hand in for the awaited phase, as far as it awaits them."""
    phase = str(stored.phase)
    for player, awaited in ((Player.FIRST, stored.awaits_first), (Player.SECOND, stored.awaits_second)):
        if awaited and stored.phase == phase:
            content = _entry(stored, player, drawn)
            entries.store(session, stored.token, users[player].id, phase, content, now)
            readiness.hand_in(session, stored.token, users[player].id, phase, now)


def _entry(stored: StoredDuel, player: Player, drawn: Iterator[int]) -> Content:
    view = duels.view_of(stored, stored.first_id if player is Player.FIRST else stored.second_id)
    if view.kind == "H":
        return {"homes": list(LISTS[player is Player.SECOND])}
    if view.kind == "B":
        share = view.reserves[player] // 4
        return {"bids": {power: next(drawn) % (share + 1) for power in view.for_hire}}
    orders: dict[str, list[str]] = {}
    for power, offered in orderable(view.duel, player).items():
        orders[power] = list(_chosen([str(order) for order in offered], view.kind, drawn))
    return {"orders": orders}


def _chosen(offered: Sequence[str], kind: str, drawn: Iterator[int]) -> Iterator[str]:
    """An order for each unit, a move where it has one; in winter one build or removal at most."""
    if kind == "A":
        yield offered[next(drawn) % len(offered)]
        return
    units = dict.fromkeys(text[:5] for text in offered)
    for unit in units:
        mine = [text for text in offered if text.startswith(unit)]
        moves = [text for text in mine if " - " in text and " S " not in text and " C " not in text] or mine
        yield moves[next(drawn) % len(moves)]
