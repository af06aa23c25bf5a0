"""Tables: making, finding, locking and listing them; a game is replayed from its stored chapters."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from secrets import SystemRandom, token_urlsafe
from typing import Any, NamedTuple

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session, undefer

from adjudicator import DiplomacyError, Power
from games import GameError, OrdinaryGame, Seat, Terms, begin, sides_of
from games.exchange import imported, read_text
from games.record import Moved, load, moves_of, parsed, write, write_moved
from intimate.duel import Duel
from intimate.duel import begin as begin_duel
from intimate.settings import rules
from models import GameTable, OrdinaryResult, RoundGame, TableChapter, Tournament
from models.ids import TableToken, TournamentToken, UserId
from services.refused import NotFound
from services.tables.refusals import TableRefusal, TableRefused, refused_by_rules

MOST_RUNNING = 30
"""The most unfinished tables of one organiser."""
MOST_CHAPTERS = 500
"""The most phases and events of one table; its game is replayed from all of them."""
LONGEST_NAME = 80
PAGE = 30
TOKEN_BYTES, LINK_BYTES, LONGEST_TOKEN = 9, 12, 32


@dataclass(frozen=True)
class SeasonClock:
    """The minutes of the first season, of later springs and of autumns; if `first` is 0, there is no clock.

    writing: how many of them, at the end, are for writing orders.
    """

    first: int = 0
    spring: int = 0
    autumn: int = 0
    writing: int = 2

    @property
    def runs(self) -> bool:
        """True where a clock was agreed."""
        return bool(self.first)


def agreed_clock(stored: GameTable) -> SeasonClock:
    """The clock that was agreed for a table."""
    return SeasonClock(**stored.clock)


@dataclass(frozen=True)
class Proposal:
    """A table as its organiser wants it. way: the division of the powers, if there are several.

    name: may be empty; pages then name the table in the viewer's language. names: of the players, some with a
    power. drawn: whether the other powers are drawn at random. saved: the text of a game to go on from.
    language: the language in which that text is read first. seats: the players with their powers, if known.
    """

    name: str
    terms: Terms
    players: int
    way: int
    clock: SeasonClock
    names: Sequence["NamedPlayer"] = ()
    drawn: bool = True
    saved: str = ""
    language: str = "en"
    seats: Sequence[Seat] = ()


class NamedPlayer(NamedTuple):
    """A player as the organiser typed them; power: None unless it was chosen by hand."""

    name: str
    power: Power | None = None
    beginner: bool = False


@dataclass(frozen=True)
class LoadedTable:
    """A table with its game: how it began, and the steps since."""

    stored: GameTable
    first: OrdinaryGame
    moves: tuple[Moved, ...]

    @property
    def game(self) -> OrdinaryGame:
        """The present state of the game."""
        return self.moves[-1].after if self.moves else self.first

    @property
    def clock(self) -> SeasonClock:
        """The clock that was agreed."""
        return agreed_clock(self.stored)


def make(
    session: Session, organiser: UserId, proposal: Proposal, usual: Mapping[Power, str], now: datetime
) -> GameTable:
    """Make a table; raises TableRefused. usual: names for players without one, by power."""
    running = select(func.count()).where(GameTable.organiser_id == organiser, GameTable.ended_at.is_(None))
    if (session.scalar(running) or 0) >= MOST_RUNNING:
        raise TableRefused(TableRefusal.TOO_MANY, most=MOST_RUNNING)
    name = " ".join(proposal.name.replace("\0", "").split())
    if len(name) > LONGEST_NAME:
        raise TableRefused(TableRefusal.NAME, "name", most=LONGEST_NAME)
    first, moves = _first_and_moves(proposal, usual)
    if len(moves) > MOST_CHAPTERS:
        raise TableRefused(TableRefusal.TOO_LONG, "saved", most=MOST_CHAPTERS)
    game = moves[-1].after if moves else first
    stored = GameTable(
        token=TableToken(token_urlsafe(TOKEN_BYTES)),
        organiser_id=organiser,
        name=name,
        terms=_frame(first),
        phase=None if game.ending else game.phase,
        ordinal=len(moves),
        clock=vars(proposal.clock),
        links={power: token_urlsafe(LINK_BYTES) for power in game.played},
        version=1,
        created_at=now,
        ended_at=now if game.ending else None,
    )
    session.add(stored)
    session.flush()
    for number, moved in enumerate(moves):
        session.add(TableChapter(table_id=stored.id, ordinal=number, content=_text(moved), stored_at=now))
    session.flush()
    return stored


def _frame(first: OrdinaryGame) -> dict[str, Any]:
    """The record of a game without its chapters, and with its start unless that is the opening."""
    record = write(first, [], start=first != begin(first.terms, first.seats))
    return {key: value for key, value in record.items() if key != "chapters"}


def _first_and_moves(proposal: Proposal, usual: Mapping[Power, str]) -> tuple[OrdinaryGame, Sequence[Moved]]:
    try:
        seats = seated(proposal, usual)
        if not proposal.saved.strip():
            return begin(proposal.terms, seats), ()
        return _read_saved(proposal, seats)
    except GameError as error:
        raise refused_by_rules(error) from error
    except DiplomacyError as error:
        raise TableRefused(TableRefusal.UNREADABLE, "saved", why=str(error)) from error


def _read_saved(proposal: Proposal, seats: Sequence[Seat]) -> tuple[OrdinaryGame, Sequence[Moved]]:
    """Read a record, a saved game of the package `diplomacy`, or a text of orders by phase."""
    text = proposal.saved.strip()
    if not text.startswith("{"):
        found = read_text(text, proposal.terms, seats, proposal.language)
        return found.first, found.moves
    plain = parsed(text)
    if isinstance(plain, dict) and "format" in plain:
        record = load(plain)
        return record.start, list(moves_of(record))
    found = imported(plain, proposal.terms, seats)
    return found.first, found.moves


def seated(proposal: Proposal, usual: Mapping[Power, str]) -> list[Seat]:
    """Assign each player their powers, by hand, at random, or in order; raises TableRefused, GameError."""
    if proposal.seats:
        return list(proposal.seats)
    sides = list(sides_of(proposal.terms, proposal.players, proposal.way))
    names = list(proposal.names)
    if names and len(names) != len(sides):
        raise TableRefused(TableRefusal.NAMES, "names", given=len(names), players=len(sides))
    if not names:
        return [Seat(usual[powers[0]], tuple(powers)) for powers in sides]
    given = {player.name: _side_with(sides, player.power) for player in names if player.power}
    left = [side for side in sides if side not in given.values()]
    if proposal.drawn:
        SystemRandom().shuffle(left)
    seats = list[Seat]()
    for player in names:
        powers = given.get(player.name) if player.power else None
        if powers is None and not left:
            raise TableRefused(TableRefusal.POWER, "names", word=player.name)
        seats.append(Seat(player.name, tuple(powers or left.pop(0)), beginner=player.beginner))
    return seats


def _side_with(sides: Sequence[tuple[Power, ...]], power: Power) -> tuple[Power, ...]:
    """The powers of the side that has this one; a power that is not in the variant is refused later."""
    return next((side for side in sides if power in side), (power,))


def check_token(token: str) -> None:
    """Raise NotFound for a text that cannot be a token."""
    if not token.isascii() or len(token) > LONGEST_TOKEN:
        raise NotFound


def find(session: Session, token: TableToken, *, links: bool = False) -> LoadedTable:
    """Find a table with its game; raises NotFound. links: whether to read the links of the powers, too."""
    check_token(token)
    query = select(GameTable).where(GameTable.token == token)
    stored = session.scalar(query.options(undefer(GameTable.links)) if links else query)
    if stored is None:
        raise NotFound
    return _loaded(session, stored)


def lock(session: Session, token: TableToken, organiser: UserId | None) -> LoadedTable:
    """Lock a table against every other change; raises NotFound, TableRefused.

    organiser: the member who wants to change it, refused unless they organise it; None for a player with a
    link.
    """
    check_token(token)
    query = select(GameTable).where(GameTable.token == token).with_for_update(of=GameTable)
    found = session.scalar(
        query.options(undefer(GameTable.links)), execution_options={"populate_existing": True}
    )
    if found is None:
        raise NotFound
    if organiser is not None and found.organiser_id != organiser:
        raise TableRefused(TableRefusal.NOT_ORGANISER)
    return _loaded(session, found)


def _loaded(session: Session, stored: GameTable) -> LoadedTable:
    query = (
        select(TableChapter.content).where(TableChapter.table_id == stored.id).order_by(TableChapter.ordinal)
    )
    first, moves = _played(json.dumps(stored.terms), tuple(session.scalars(query)))
    return LoadedTable(stored, first, moves)


@lru_cache(maxsize=64)
def _played(terms: str, chapters: tuple[str, ...]) -> tuple[OrdinaryGame, tuple[Moved, ...]]:
    """Replay a game; the same chapters are replayed only once."""
    record = load(json.loads(terms) | {"chapters": [json.loads(text) for text in chapters]})
    return record.start, tuple(moves_of(record))


def add(
    session: Session,
    table: LoadedTable,
    moved: Moved,
    now: datetime,
    sealed: Mapping[Power, Mapping[str, str]],
) -> None:
    """Store a phase or an event; raises TableRefused if the table has no room for more.

    sealed: the salt, seal and time of each sheet that was sealed.
    """
    stored, after = table.stored, moved.after
    if stored.ordinal >= MOST_CHAPTERS and not after.ending:
        raise TableRefused(TableRefusal.TOO_LONG, most=MOST_CHAPTERS)
    content = write_moved(moved)
    for power, seal in sealed.items():
        content["sheets"][power] |= seal
    text = json.dumps(content, ensure_ascii=False)
    session.add(TableChapter(table_id=stored.id, ordinal=stored.ordinal, content=text, stored_at=now))
    stored.ordinal += 1
    stored.phase = None if after.ending else after.phase
    stored.ended_at = now if after.ending else None
    stored.began_at = stored.began_at or now
    session.flush()


def _text(moved: Moved) -> str:
    return json.dumps(write_moved(moved), ensure_ascii=False)


def record_of(session: Session, table: LoadedTable) -> dict[str, Any]:
    """Write the record of a game, seals included."""
    query = select(TableChapter.content).where(TableChapter.table_id == table.stored.id)
    chapters = [json.loads(text) for text in session.scalars(query.order_by(TableChapter.ordinal))]
    return {**table.stored.terms, "game": table.stored.token, "chapters": chapters}


class RoundOfTable(NamedTuple):
    """The round of a tournament that a table is part of; confirmed: whether the round has its result."""

    tournament: TournamentToken
    name: str
    round: int
    board: int
    confirmed: bool


def round_of(session: Session, stored: GameTable) -> RoundOfTable | None:
    """Find the round that a table is part of, if any."""
    confirmed = exists().where(
        OrdinaryResult.tournament_id == RoundGame.tournament_id,
        OrdinaryResult.round == RoundGame.round,
        OrdinaryResult.board == RoundGame.board,
    )
    query = (
        select(Tournament.token, Tournament.name, RoundGame.round, RoundGame.board, confirmed)
        .join(RoundGame, RoundGame.tournament_id == Tournament.id)
        .where(RoundGame.table_id == stored.id)
    )
    row = session.execute(query).one_or_none()
    return RoundOfTable(*row) if row else None


def listed(session: Session, organiser: UserId, before: int | None) -> Sequence[GameTable]:
    """List a member's tables, the newest first; one more than a page if another page follows."""
    query = select(GameTable).where(GameTable.organiser_id == organiser)
    if before is not None:
        query = query.where(GameTable.id < before)
    return session.scalars(query.order_by(GameTable.id.desc()).limit(PAGE + 1)).all()


def delete(session: Session, table: LoadedTable) -> None:
    """Delete a table with all that was played at it."""
    session.delete(table.stored)
    session.flush()


def shown_as_duel(game: OrdinaryGame) -> Duel:
    """The position as a duel in which nobody commands any mercenary, so that the board can draw it."""
    return replace(
        begin_duel(rules("intimate", {}, game.terms.edition)), position=game.position, phase=game.phase
    )
