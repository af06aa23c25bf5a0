"""Running a table: typed and handed-in sheets, sealed until the reveal; undoing, and events."""

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from secrets import compare_digest, token_hex, token_urlsafe
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, select
from sqlalchemy.orm import Session, undefer_group

from adjudicator import Power
from games import (
    Chapter,
    EventKind,
    GameError,
    GameEvent,
    Happened,
    OrderSheet,
    OrdinaryGame,
    happen,
    play,
    read_sheet,
)
from games.record import Moved, read_plain_sheet, write_sheet
from games.sheets import written_orders
from intimate.sealing import seal
from models import GameTable, TableChapter, TableSheet
from models.game_table import SEALED_SHEET
from services.refused import NotFound
from services.tables import clock
from services.tables.refusals import TableRefusal, TableRefused, refused_by_rules
from services.tables.tables import LINK_BYTES, LoadedTable, add

REVEALED = "revealed"
"""Marks the content of a sheet that was revealed and taken back: everybody knows it, so it stays."""


class HandedIn(NamedTuple):
    """A sheet that is in: whether it came by a link, and whether it was torn; never its content."""

    by_link: bool
    torn: bool


def handed_in(session: Session, table: LoadedTable) -> Mapping[Power, HandedIn]:
    """List the sheets that are in for the present phase; reads nothing that is sealed."""
    query = select(TableSheet.power, TableSheet.by_link, TableSheet.torn).where(_present(table.stored))
    awaited = table.game.awaited
    return {
        power: HandedIn(by_link, torn) for power, by_link, torn in session.execute(query) if power in awaited
    }


def stamp(session: Session, stored: GameTable) -> str:
    """Return a text that changes whenever a page of the table does.

    It has the number of phases and events, the version of the table, and the number of sheets that are in.
    """
    count = select(func.count()).select_from(TableSheet).where(_present(stored))
    return f"{stored.ordinal}.{stored.version}.{session.scalar(count)}"


def typed(session: Session, stored: GameTable) -> Mapping[Power, str]:
    """Return what the organiser typed for the present phase, not the sheets that came by links."""
    query = select(TableSheet).where(_present(stored), TableSheet.by_link.is_(False))
    rows = session.scalars(query.options(undefer_group(SEALED_SHEET)))
    return {row.power: row.content["text"] for row in rows}


class OwnSheet(NamedTuple):
    """A sheet that came by a link; revealed: whether it was revealed before, so that it cannot change."""

    text: str
    seal: str
    revealed: bool


def own_sheet(session: Session, stored: GameTable, power: Power) -> OwnSheet | None:
    """Return the sheet that came by the link of a power; None if none did."""
    query = select(TableSheet).where(
        _present(stored), TableSheet.power == power, TableSheet.by_link.is_(True)
    )
    row = session.scalar(query.options(undefer_group(SEALED_SHEET)))
    if row is None or row.seal is None:
        return None
    return OwnSheet(row.content["text"], row.seal, bool(row.content.get(REVEALED)))


def _present(stored: GameTable) -> ColumnElement[bool]:
    return and_(TableSheet.table_id == stored.id, TableSheet.phase == stored.phase)


class Typed(NamedTuple):
    """What the organiser typed for a power; handed_in: whether an empty sheet counts as handed in."""

    text: str
    handed_in: bool
    torn: bool


def store_typed(
    session: Session, table: LoadedTable, sheets: Mapping[Power, Typed], language: str, now: datetime
) -> Mapping[Power, str]:
    """Store what the organiser typed, in place of what they had typed before.

    What was typed for a power whose sheet came by a link is not stored, but returned: such a sheet can only
    be torn.
    """
    stored = table.stored
    rows = {row.power: row for row in session.scalars(select(TableSheet).where(_present(stored)))}
    not_stored: dict[Power, str] = {}
    for power, sheet in sheets.items():
        row = rows.get(power)
        if row is not None and row.by_link:
            row.torn = sheet.torn
            if sheet.text.strip():
                not_stored[power] = sheet.text
            continue
        if not sheet.text.strip() and not sheet.handed_in and not sheet.torn:
            if row is not None:
                session.delete(row)
            continue
        content = _content(table.game, power, sheet.text, language)
        if row is None:
            row = TableSheet(
                table_id=stored.id, phase=stored.phase, power=power, content=content, stored_at=now
            )
            session.add(row)
        row.content, row.torn, row.stored_at = content, sheet.torn, now
    session.flush()
    return not_stored


def _content(game: OrdinaryGame, power: Power, text: str, language: str) -> dict[str, Any]:
    """The stored content of a sheet: its text as it was typed, and its orders as they are read now."""
    sheet = read_sheet(game, power, text, language).sheet
    return {"text": text, **write_sheet(sheet)}


def hand_in(
    session: Session, table: LoadedTable, power: Power, text: str, language: str, now: datetime
) -> str:
    """Seal and store a player's sheet, in place of an earlier one; return its seal. Raises TableRefused."""
    stored, game = table.stored, table.game
    if stored.phase is None:
        raise TableRefused(TableRefusal.ENDED)
    if power not in game.awaited:
        raise TableRefused(TableRefusal.NOT_AWAITED)
    query = select(TableSheet).where(_present(stored), TableSheet.power == power)
    row = session.scalar(query.options(undefer_group(SEALED_SHEET)))
    if row is not None and not row.by_link:
        raise TableRefused(TableRefusal.TYPED)
    if row is not None and row.content.get(REVEALED):
        raise TableRefused(TableRefusal.REVEALED)
    if row is None:
        row = TableSheet(table_id=stored.id, phase=stored.phase, power=power, stored_at=now, torn=False)
        session.add(row)
    row.content = _content(game, power, text, language)
    row.by_link, row.stored_at, row.salt = True, now, token_hex(16)
    orders = {"orders": row.content["orders"]}
    row.seal = seal(stored.token, str(stored.phase), power, orders, row.salt)
    session.flush()
    return row.seal


def power_of(table: LoadedTable, secret: str) -> Power:
    """Return the power whose link has this secret; raises NotFound."""
    found = [
        power
        for power, link in table.stored.links.items()
        if compare_digest(link.encode(), secret.encode("utf-8", "replace"))
    ]
    if not found:
        raise NotFound
    return Power(found[0])


def check_ordinal(table: LoadedTable, ordinal: int | None) -> None:
    """Raise TableRefused if the game has gone on since the page was made."""
    if ordinal != table.stored.ordinal:
        raise TableRefused(TableRefusal.CHANGED)


def reveal(session: Session, table: LoadedTable, now: datetime) -> Chapter:
    """Resolve the phase with the sheets that are in; a power without one is in civil disorder.

    Raises TableRefused.
    """
    stored, game = table.stored, table.game
    rows = session.scalars(
        select(TableSheet).where(_present(stored)).options(undefer_group(SEALED_SHEET))
    ).all()
    sheets = {row.power: _sheet(row) for row in rows if row.power in game.present}
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
    _link_new_powers(table, chapter.after)
    clock.begin_season(stored, game, chapter.after, now)
    session.flush()
    return chapter


def _sheet(row: TableSheet) -> OrderSheet:
    return read_plain_sheet("sheet", {"orders": row.content["orders"], "torn": row.torn})


def _forget(session: Session, table: LoadedTable) -> None:
    session.execute(delete(TableSheet).where(TableSheet.table_id == table.stored.id))


def has_moved_on(moved: Moved) -> bool:
    """Tell whether this step ended a phase: it was a reveal, or an event that ended the phase or the game."""
    return isinstance(moved, Chapter) or moved.before.phase != moved.after.phase or bool(moved.after.ending)


def may_undo(table: LoadedTable, sheets: Collection[Power]) -> bool:
    """Tell whether the last step can be taken back; sheets: the powers whose sheets are in.

    A result stands once a sheet of the next phase is in (source 004, IV).
    """
    return bool(table.moves) and not (sheets and has_moved_on(table.moves[-1]))


def undo(session: Session, table: LoadedTable, language: str, now: datetime) -> Moved:
    """Take the last phase or event back, and return it; raises TableRefused.

    The sheets are restored, with their orders written in `language`, and the organiser can correct the typed
    ones (source 004, IV). A sheet that came by a link cannot change any more.
    """
    stored = table.stored
    if not table.moves:
        raise TableRefused(TableRefusal.NOTHING_TO_UNDO)
    if not may_undo(table, handed_in(session, table)):
        raise TableRefused(TableRefusal.NEXT_BEGUN)
    last = table.moves[-1]
    chapter = session.scalars(
        select(TableChapter).where(
            TableChapter.table_id == stored.id, TableChapter.ordinal == stored.ordinal - 1
        )
    ).one()
    if isinstance(last, Chapter):
        _restore(session, table, last, json.loads(chapter.content)["sheets"], language, now)
    elif last.event.kind in RENEWED:
        _change_hands(session, table, last)
    session.delete(chapter)
    stored.ordinal -= 1
    stored.phase, stored.ended_at = last.before.phase, None
    if has_moved_on(last):
        clock.set_back(stored, last.before)
    session.flush()
    return last


def _restore(
    session: Session,
    table: LoadedTable,
    last: Chapter,
    written: Mapping[Power, Any],
    language: str,
    now: datetime,
) -> None:
    """Store the sheets of a chapter again; written: the sheets in the stored chapter, with their seals."""
    for power, sheet in last.sheets.items():
        text = "\n".join(written_orders(last.before, sheet.orders, language))
        plain = written[power]
        by_link = "seal" in plain
        content = {"text": text, "orders": plain["orders"], **({REVEALED: True} if by_link else {})}
        session.add(
            TableSheet(
                table_id=table.stored.id,
                phase=last.phase,
                power=power,
                content=content,
                torn=sheet.torn,
                by_link=by_link,
                salt=plain.get("salt"),
                seal=plain.get("seal"),
                stored_at=datetime.fromisoformat(plain["at"]) if by_link else now,
            )
        )


RENEWED = (EventKind.REPLACED, EventKind.JOINED)
"""These events give the powers to another player, so the powers get new links."""


def let_happen(session: Session, table: LoadedTable, event: GameEvent, now: datetime) -> Happened:
    """Store an event, and return the game after it; raises TableRefused.

    Sheets of an absent player do not count. When another player takes over a power, the sheet that came by
    its link is deleted; one that the organiser typed stays.
    """
    stored, before = table.stored, table.game
    try:
        happened = happen(before, event)
    except GameError as error:
        raise refused_by_rules(error) from error
    add(session, table, happened, now, {})
    _link_new_powers(table, happened.after)
    if event.kind in RENEWED:
        _change_hands(session, table, happened)
    clock.begin_season(stored, before, happened.after, now)
    session.flush()
    return happened


def _change_hands(session: Session, table: LoadedTable, happened: Happened) -> None:
    event = happened.event
    powers = [event.power] if event.power else happened.before.seat(event.player or 0).powers
    renew_links(table, powers)
    theirs = (TableSheet.power.in_(powers), TableSheet.by_link.is_(True))
    session.execute(delete(TableSheet).where(_present(table.stored), *theirs))


def _link_new_powers(table: LoadedTable, after: OrdinaryGame) -> None:
    """Make links for powers that players get only now, such as Italy in World War One."""
    new = [power for power in after.played if power not in table.stored.links]
    if new:
        renew_links(table, new)


def renew_links(table: LoadedTable, powers: Iterable[Power]) -> None:
    """Make new links for some powers; the old ones stop working."""
    new: dict[str, str] = {power: token_urlsafe(LINK_BYTES) for power in powers}
    table.stored.links = {**table.stored.links, **new}
