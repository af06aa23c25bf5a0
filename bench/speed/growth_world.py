"""Many accounts and finished duels, inserted in bulk: a large and a small world of the same structure."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import insert, select, text, true

from adjudicator import Phase, standard
from bench.speed.played import played
from clocks.terms import PRESETS as CLOCKS
from clocks.times import Times
from intimate.codec import write_duel
from intimate.duel import Ending, begin
from intimate.players import Player
from intimate.settings import rules
from models import (
    BidTally,
    Challenge,
    Database,
    PairingTally,
    PlayerFigures,
    PlayerTally,
    RatingPool,
    StoredChapter,
    StoredDuel,
    StoredRating,
    User,
)
from models.base import Base
from models.connections import ENDLESS
from models.schema import upgrade
from models.sealed import token_hash
from services.accounts import passwords
from services.archive.tallies import batched

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
APART = timedelta(minutes=5)
PASSWORD = "correct horse battery"  # noqa: S105  # only for accounts of the bench
AT_ONCE = 2000
OPEN = 20
OF_BUSY = 6
"""The running duels of the busy player."""
BUSY, QUIET = "p000001", "p000002"
"""A player of many duels, and one of three."""
RARE = Ending.YEAR_LIMIT
"""The end of one duel in 500."""
REASONS = (Ending.HOME_CENTRE,) * 4 + (Ending.CONCEDED,) * 3 + (Ending.DRAW, Ending.ABSENT, Ending.STALEMATE)
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class Size:
    """The numbers of accounts, finished duels, those of the busy player, and running duels."""

    accounts: int
    duels: int
    of_busy: int
    running: int


SMALL, LARGE = Size(1000, 1000, 200, 60), Size(50_000, 200_000, 5000, 10_000)
CHAPTERS = 20
"""The chapters of each finished duel."""
OVER: dict[str, Any] = {
    "settings": {},
    "edition": "standard",
    "clock": CLOCKS["day"],
    "start": None,
    "phase": None,
    "ordinal": CHAPTERS,
    "awaits_first": False,
    "awaits_second": False,
    "deadline_at": None,
    "running": Times(),
    "version": 41,
    "lots_secret": "s",
    "lots_seal": "s",
    "lots_opened": True,
    "rated": True,
    "counts": True,
}
"""The columns of all finished duels."""
UNDERWAY: dict[str, Any] = {
    "state": write_duel(begin(rules("intimate", {}))),
    "phase": Phase.parse("HOMES"),
    "ordinal": 0,
    "awaits_first": True,
    "awaits_second": True,
    "deadline_at": NOW + timedelta(days=900),
    "lots_opened": False,
    "ended_at": None,
    "winner": None,
    "reason": None,
    "counts": False,
    "home_first": None,
    "home_second": None,
    "last_year": None,
}
"""The columns that differ in a duel that has just begun."""


Row = dict[str, Any]


def token_of(number: int) -> str:
    """Return the token of a duel by its number."""
    letters = []
    for _ in range(8):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)


def fill(database: Database, size: Size) -> None:
    """Make the tables of a database, and insert a world."""
    upgrade(database)
    over, chapters = played(CHAPTERS, NOW - timedelta(days=1))
    duels = list(duels_of(size, write_duel(over)))
    tables: list[tuple[type[Base], list[Row]]] = [
        (User, list(users_of(size))),
        (StoredDuel, duels),
        (Challenge, list(_challenges())),
        *_figures(duels),
        (RatingPool, [{"pace": "days", "preset": "intimate", "counted": size.duels}]),
        (StoredRating, list(_ratings(size))),
    ]
    with database.writing() as session:
        for table, rows in tables:
            for some in batched(rows, AT_ONCE):
                session.execute(insert(table), some)
    _write_chapters(database, size, chapters)


def _write_chapters(database: Database, size: Size, chapters: list[Row]) -> None:
    """Give every finished duel the same chapters: the database copies those of one duel."""
    first = size.running + 1
    table = StoredChapter.__table__
    names = [column.name for column in table.columns if column.name not in {"id", "duel_id"}]
    copied = (
        select(StoredDuel.id, *(table.c[name] for name in names))
        .join_from(StoredDuel, table, true())
        .where(StoredDuel.ended_at.is_not(None), StoredDuel.id != first, table.c.duel_id == first)
    )
    with database.writing(ENDLESS) as session:
        session.execute(insert(StoredChapter), [{**row, "duel_id": first} for row in chapters])
        session.execute(insert(table).from_select(["duel_id", *names], copied))
    if database.url.get_backend_name() == "postgresql":
        with database.writing(ENDLESS) as session:
            session.execute(text("ANALYZE"))


def users_of(size: Size) -> Iterator[Row]:
    """Yield accounts, all with the same password."""
    password = passwords.hashed(PASSWORD, "nobody")
    for number in range(1, size.accounts + 1):
        name = f"p{number:06}"
        yield {
            "id": number,
            "name": name,
            "name_key": name,
            "password_hash": password,
            "language": "en",
            "created_at": NOW - timedelta(days=1000) + timedelta(minutes=number),
        }


def duels_of(size: Size, state: Row) -> Iterator[Row]:
    """Yield running duels, then finished ones, the oldest first; state: of finished ones."""
    chance = Random(size.duels)  # noqa: S311  # must be repeatable
    powers = [str(power) for power in standard().powers]
    for number in range(1, size.running + size.duels + 1):
        first, second = _players(number, size, chance)
        made_at = NOW - APART * (size.duels + size.running - number + 300)
        reason = RARE if number % 500 == 0 else chance.choice(REASONS)
        one, other = chance.sample(powers, 2)
        yield {
            **OVER,
            "state": state,
            "id": number,
            "token": token_of(number),
            "first_id": first,
            "second_id": second,
            "preset": "njudge" if number % 10 == 0 else "intimate",
            "public": number % 20 != 0,
            "created_at": made_at,
            "ended_at": made_at + APART * 200,
            "winner": None if reason is Ending.DRAW else chance.choice(list(Player)),
            "reason": reason,
            "pace": "live" if number % 4 == 0 else "days",
            "home_first": one,
            "home_second": other,
            "last_year": 1901 + min(chance.randrange(12), chance.randrange(12)),
            **(UNDERWAY if number <= size.running else {}),
        }


def _players(number: int, size: Size, chance: Random) -> tuple[int, int]:
    """Choose two players; the busy and the quiet one get their numbers of duels."""
    others = range(3, size.accounts + 1)
    second = chance.choice(others)
    if number > size.running and (number - size.running) % (size.duels // 3) == 0:
        return 2, second
    if number <= OF_BUSY or (number > size.running and number % (size.duels // size.of_busy) == 0):
        return (1, 3) if number % 50 == 0 else (second, 1) if number % 2 else (1, second)
    first = chance.choice(others)
    return first, second if second != first else 3 + (first - 2) % (size.accounts - 2)


def _challenges() -> Iterator[Row]:
    for number in range(1, OPEN + 1):
        yield {
            "token": f"challenge{number}",
            "token_hash": token_hash(f"challenge{number}"),
            "challenger_id": 10 + number,
            "kind": "open",
            "preset": "intimate",
            "settings": {},
            "edition": "standard",
            "public": True,
            "clock": CLOCKS["day"],
            "homes": {},
            "created_at": NOW - APART * number,
            "state": "waiting",
            "version": 1,
        }


def _figures(duels: list[Row]) -> Iterator[tuple[type[Base], list[Row]]]:
    """Yield the tallies that the end of the duels would have counted; bids are invented."""
    pairs: dict[tuple[Any, ...], Counter[str]] = {}
    players: dict[tuple[Any, ...], Counter[str]] = {}
    totals: dict[tuple[Any, ...], Counter[str]] = {}
    bids: dict[tuple[Any, ...], Counter[str]] = {}
    for duel in duels:
        if duel["ended_at"] is None:
            continue
        sides = ((duel["first_id"], duel["home_first"]), (duel["second_id"], duel["home_second"]))
        for player, (user, own), (_, others) in zip(Player, sides, sides[::-1], strict=True):
            result = "drawn" if duel["winner"] is None else "won" if duel["winner"] is player else "lost"
            players.setdefault((user, own, others), Counter())[result] += 1
            totals.setdefault((user,), Counter()).update({result: 1, "phases": 40, "missed": duel["id"] % 2})
        one, other = sorted(home for _, home in sides)
        key = "drawn" if duel["winner"] is None else "won_by_one" if duel["id"] % 2 else "won_by_other"
        pairs.setdefault((duel["preset"], one, other), Counter())[key] += 1
        for year in range(1901, duel["last_year"] + 1):
            amount = duel["id"] * 7 % 23
            counted = {"bids": 1, "won": amount > duel["id"] * 3 % 19}
            bids.setdefault((duel["preset"], one, year, amount), Counter()).update(counted)
    yield PairingTally, _rows(pairs, ("preset", "one", "other"), ("won_by_one", "won_by_other", "drawn"))
    yield PlayerTally, _rows(players, ("user_id", "own", "opponents"), ("won", "lost", "drawn"))
    names = ("phases", "missed", "absent", "won", "lost", "drawn")
    yield PlayerFigures, _rows(totals, ("user_id",), names)
    yield BidTally, _rows(bids, ("preset", "power", "year", "amount"), ("bids", "won"))


def _rows(
    found: dict[tuple[Any, ...], Counter[str]], keys: tuple[str, ...], names: tuple[str, ...]
) -> list[Row]:
    return [
        {**dict(zip(keys, key, strict=True)), **{name: int(counts[name]) for name in names}}
        for key, counts in found.items()
    ]


def _ratings(size: Size) -> Iterator[Row]:
    chance = Random(size.accounts)  # noqa: S311  # must be repeatable
    for number in range(1, size.accounts + 1):
        yield {
            "user_id": number,
            "pace": "days",
            "preset": "intimate",
            "rating": chance.gauss(1500, 200),
            "deviation": 80.0,
            "volatility": 0.06,
            "duels": 10,
            "rated_at": NOW - APART * number,
            "listed_until": NOW - APART * number + timedelta(days=365),
            "one_opponent_id": None,
            "fed": 0,
        }
