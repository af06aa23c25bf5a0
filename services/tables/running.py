"""Running a table: sheets typed and handed in, sealed until the reveal; undoing, and what happens beside."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from secrets import compare_digest, token_hex, token_urlsafe
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, select
from sqlalchemy.orm import Session, undefer_group

from adjudicator import Power
from games import EventKind, GameError, GameEvent, OrderSheet, happen, play, read_sheet
from games.play import Chapter
from games.record import write_sheet
from intimate.sealing import seal
from models import GameTable, TableChapter, TableSheet
from models.game_table import SEALED_SHEET
from services.refused import NotFound
from services.tables import clock
from services.tables.refusals import TableRefusal, TableRefused, refused_by_rules
from services.tables.tables import LINK_BYTES, LoadedTable, add


class HandedIn(NamedTuple):
    """That a power has handed in, without what: by its link, and whether its sheet was torn."""

    by_link: bool
    torn: bool


def handed_in(session: Session, stored: GameTable) -> Mapping[Power, HandedIn]:
    """List who has handed in for the present phase; reads nothing that is sealed."""
    if stored.phase is None:
        return {}
    query = select(TableSheet.power, TableSheet.by_link, TableSheet.torn).where(_present(stored))
    return {power: HandedIn(by_link, torn) for power, by_link, torn in session.execute(query)}


def stamp(session: Session, stored: GameTable) -> str:
    """Return what changes whenever a page of the table does: its version, and how many have handed in."""
    count = select(func.count()).select_from(TableSheet).where(TableSheet.table_id == stored.id)
    return f"{stored.version}.{session.scalar(count)}"


def typed(session: Session, stored: GameTable) -> Mapping[Power, str]:
    """Return what the organiser typed for the present phase; not what came by links."""
    query = select(TableSheet).where(_present(stored), TableSheet.by_link.is_(False))
    rows = session.scalars(query.options(undefer_group(SEALED_SHEET)))
    return {row.power: row.content["text"] for row in rows}


def own_text(session: Session, stored: GameTable, power: Power) -> str | None:
    """Return what a power has handed in by its link; None when it has not."""
    query = select(TableSheet).where(
        _present(stored), TableSheet.power == power, TableSheet.by_link.is_(True)
    )
    row = session.scalar(query.options(undefer_group(SEALED_SHEET)))
    return row.content["text"] if row else None


def _present(stored: GameTable) -> ColumnElement[bool]:
    return and_(TableSheet.table_id == stored.id, TableSheet.phase == stored.phase)


class Typed(NamedTuple):
    """What the organiser typed for a power; handed_in: also where nothing is written on the sheet."""

    text: str
    handed_in: bool
    torn: bool


def store_typed(
    session: Session, table: LoadedTable, sheets: Mapping[Power, Typed], language: str, now: datetime
) -> None:
    """Store what the organiser typed in place of what they had typed before; links' sheets are only torn."""
    stored = table.stored
    rows = {row.power: row for row in session.scalars(select(TableSheet).where(_present(stored)))}
    for power, sheet in sheets.items():
        row = rows.get(power)
        if row is not None and row.by_link:
            row.torn = sheet.torn
            continue
        if not sheet.text.strip() and not sheet.handed_in and not sheet.torn:
            if row is not None:
                session.delete(row)
            continue
        content = {"text": sheet.text, "language": language}
        if row is None:
            row = TableSheet(
                table_id=stored.id, phase=stored.phase, power=power, content=content, stored_at=now
            )
            session.add(row)
        row.content, row.torn, row.stored_at = content, sheet.torn, now
    session.flush()


def hand_in(
    session: Session, table: LoadedTable, power: Power, text: str, language: str, now: datetime
) -> str:
    """Store the sheet of a player, sealed, in place of one before; return its seal. Raises TableRefused."""
    stored, game = table.stored, table.game
    if stored.phase is None:
        raise TableRefused(TableRefusal.ENDED)
    if power not in game.awaited:
        raise TableRefused(TableRefusal.NOT_AWAITED)
    row = session.scalar(select(TableSheet).where(_present(stored), TableSheet.power == power))
    if row is not None and not row.by_link:
        raise TableRefused(TableRefusal.TYPED)
    if row is None:
        row = TableSheet(table_id=stored.id, phase=stored.phase, power=power, stored_at=now, torn=False)
        session.add(row)
    sheet = read_sheet(game, power, text, language).sheet
    row.content = {"text": text, "language": language}
    row.by_link, row.stored_at, row.salt = True, now, token_hex(16)
    row.seal = seal(stored.token, str(stored.phase), power, write_sheet(sheet), row.salt)
    session.flush()
    return row.seal


def power_of(table: LoadedTable, secret: str) -> Power:
    """Return the power whose link somebody has; raises NotFound."""
    found = [
        power
        for power, link in table.stored.links.items()
        if compare_digest(link.encode(), secret.encode("utf-8", "replace"))
    ]
    if not found:
        raise NotFound
    return Power(found[0])


def check_ordinal(table: LoadedTable, ordinal: int | None) -> None:
    """Raise TableRefused when the game has gone on since a page was made."""
    if ordinal != table.stored.ordinal:
        raise TableRefused(TableRefusal.CHANGED)


def reveal(session: Session, table: LoadedTable, now: datetime, *, complete: bool) -> Chapter:
    """Resolve the phase with the sheets that are there; raises TableRefused.

    complete: refuse where a power that is awaited has none; otherwise it is in civil disorder.
    """
    stored, game = table.stored, table.game
    rows = session.scalars(
        select(TableSheet).where(_present(stored)).options(undefer_group(SEALED_SHEET))
    ).all()
    missing = [power for power in game.played if power in game.awaited - {row.power for row in rows}]
    if complete and missing:
        raise TableRefused(TableRefusal.MISSING, powers=missing)
    sheets = {row.power: _sheet(table, row) for row in rows if row.power in game.present}
    try:
        chapter = play(game, sheets)
    except GameError as error:
        raise refused_by_rules(error) from error
    sealed: dict[Power, dict[str, str]] = {
        row.power: {"salt": row.salt, "seal": row.seal, "at": row.stored_at.isoformat(timespec="seconds")}
        for row in rows
        if row.by_link and row.salt and row.seal and row.power in sheets
    }
    _forget(session, table)
    add(session, table, chapter, now, sealed)
    clock.begin_season(stored, game, chapter.after, now)
    session.flush()
    return chapter


def _sheet(table: LoadedTable, row: TableSheet) -> OrderSheet:
    return read_sheet(
        table.game, row.power, row.content["text"], row.content["language"], torn=row.torn
    ).sheet


def _forget(session: Session, table: LoadedTable, powers: Collection[Power] | None = None) -> None:
    query = delete(TableSheet).where(TableSheet.table_id == table.stored.id)
    session.execute(query if powers is None else query.where(TableSheet.power.in_(powers)))


def undo(session: Session, table: LoadedTable, now: datetime) -> None:
    """Take the last phase or event back while nobody has handed in for the next; raises TableRefused.

    What was on the sheets is there again, to be corrected (004 IV).
    """
    stored = table.stored
    if not table.moves:
        raise TableRefused(TableRefusal.NOTHING_TO_UNDO)
    if handed_in(session, stored):
        raise TableRefused(TableRefusal.NEXT_BEGUN)
    last = table.moves[-1]
    session.execute(
        delete(TableChapter).where(
            TableChapter.table_id == stored.id, TableChapter.ordinal == stored.ordinal - 1
        )
    )
    stored.ordinal -= 1
    stored.phase, stored.ended_at = last.before.phase, None
    clock.stop(stored, now)
    if isinstance(last, Chapter):
        _restore(session, stored.id, last, now)
    session.flush()


def _restore(session: Session, table_id: int, chapter: Chapter, now: datetime) -> None:
    for power, sheet in chapter.sheets.items():
        text = "\n".join(map(str, sheet.orders))
        session.add(
            TableSheet(
                table_id=table_id,
                phase=chapter.phase,
                power=power,
                content={"text": text, "language": "en"},
                torn=sheet.torn,
                by_link=False,
                stored_at=now,
            )
        )


RENEWED = (EventKind.LEFT, EventKind.REPLACED, EventKind.JOINED)
"""The events after which the links of a player's powers are others."""


def let_happen(session: Session, table: LoadedTable, event: GameEvent, now: datetime) -> None:
    """Store what happened beside the sheets; raises TableRefused."""
    stored, before = table.stored, table.game
    try:
        happened = happen(before, event)
    except GameError as error:
        raise refused_by_rules(error) from error
    if happened.after.phase != before.phase or happened.after.ending:
        _forget(session, table)
    elif event.kind is EventKind.LEFT and event.player:
        _forget(session, table, before.seat(event.player).powers)
    add(session, table, happened, now, {})
    if event.kind in RENEWED:
        powers = [event.power] if event.power else before.seat(event.player or 0).powers
        renew_links(table, powers)
    clock.begin_season(stored, before, happened.after, now)
    session.flush()


def renew_links(table: LoadedTable, powers: Iterable[Power]) -> None:
    """Make new links for some powers: the old ones open nothing any more."""
    new: dict[str, str] = {power: token_urlsafe(LINK_BYTES) for power in powers}
    table.stored.links = {**table.stored.links, **new}
