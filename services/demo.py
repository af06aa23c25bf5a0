"""A duel in progress to look at, played by two accounts made for it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from sqlalchemy.orm import Session

from adjudicator import Move, Order, PhaseKind, Power
from intimate.draws import random_numbers
from intimate.duel import Duel
from intimate.entries import Entry, HomesList, Orders, Sheet
from intimate.options import choices_of
from intimate.players import Player
from models import StoredDuel, User
from models.ids import DuelToken
from services.accounts import accounts, passwords
from services.accounts.refusals import AccountRefused
from services.duels.access import find_duel, lock_awaited_duel
from services.duels.beginning import store_new_duel
from services.duels.entering import check_entry, store_entry, store_readiness
from services.terms import Terms

NAMES = ("Adrien", "Steve")
LISTS = (
    ("FRANCE", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY"),
    ("TURKEY", "FRANCE", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "AUSTRIA"),
)
PHASES = 15


@dataclass(frozen=True)
class Demo:
    """The duel, and how to log in as either player."""

    token: DuelToken
    names: Sequence[str]
    password: str


def make(session: Session, password: str, now: datetime) -> Demo:
    """Register two accounts and play the first years of a duel: always the same except for the names."""
    first, second = (_account(session, name, password, now) for name in NAMES)
    stored = store_new_duel(session, first, second, Terms(), now)
    numbers = random_numbers("demo", "orders")
    for _ in range(PHASES):
        _play_phase(session, stored, {Player.FIRST: first, Player.SECOND: second}, numbers, now)
    return Demo(stored.token, (first.name, second.name), password)


def _account(session: Session, name: str, password: str, now: datetime) -> User:
    for number in count(1):
        wanted = name if number == 1 else f"{name}{number}"
        try:
            return accounts.register(session, wanted, passwords.hashed(password, wanted), "en", now)
        except AccountRefused:
            continue
    raise AssertionError("no name is free")


def _play_phase(
    session: Session, stored: StoredDuel, users: Mapping[Player, User], numbers: Iterator[int], now: datetime
) -> None:
    """Hand in entries for the awaited players."""
    phase = stored.phase
    for player in Player:
        if phase is not None and stored.phase == phase and player in stored.awaited:
            viewed = find_duel(session, stored.token, users[player].id)
            checked = check_entry(viewed, _entry(viewed.duel, player, numbers))
            locked = lock_awaited_duel(session, stored.token, users[player].id, phase, now)
            store_entry(locked, checked, now)
            store_readiness(locked, now)


def _entry(duel: Duel, player: Player, numbers: Iterator[int]) -> Entry:
    if duel.kind is PhaseKind.HOMES:
        return HomesList(tuple(map(Power, LISTS[player is Player.SECOND])))
    if duel.kind is PhaseKind.AUCTION:
        share = duel.credits[player] // 4
        bids = {power: next(numbers) % (share + 1) for power in duel.for_hire}
        return Sheet({power: bid for power, bid in bids.items() if bid})
    choices = choices_of(duel, player)
    orders: dict[Power, list[Order]] = {}
    for unit in choices.units:
        moves: list[Order] = [order for order in unit.orders if isinstance(order, Move)]
        moves = moves or list(unit.orders)
        orders.setdefault(unit.power, []).append(moves[next(numbers) % len(moves)])
    for winter in choices.winters:
        orders[winter.power] = [winter.orders[next(numbers) % len(winter.orders)]]
    return Orders(orders)
