"""Finished public duels as lines of JSON (docs/formats.md), and as a file for each month.

The worker writes a file under a new name and then lists it in place of the old one, so that a download gets
one of the two whole.
"""

import fcntl
import gzip
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Integer, Select, bindparam, select
from sqlalchemy.orm import Session, joinedload, undefer

from intimate.duel import Ending
from models import Database, StoredDuel, User
from models.ids import DuelId
from services.history.chapters import load_record

SCHEMA = Path(__file__).with_name("line.schema.json")
"""What a line is, as JSON Schema (draft 2020-12)."""
IS_PUBLISHED = (
    StoredDuel.public.expression,
    StoredDuel.ended_at.is_not(None),
    StoredDuel.reason != Ending.LAPSED,
)
"""Match the duels to publish: public, finished, and not lapsed."""


@cache
def schema_text() -> str:
    """Return the schema of a line."""
    return SCHEMA.read_text("utf-8")


def line_of(session: Session, stored: StoredDuel) -> dict[str, Any]:
    """Return a finished duel as a line holds it."""
    assert stored.ended_at is not None  # noqa: S101  # only finished duels are published
    homes = {"first": stored.home_first, "second": stored.home_second}
    return {
        **load_record(session, stored),
        "pace": stored.pace,
        "rated": stored.rated,
        "began_at": _instant(stored.created_at),
        "ended_at": _instant(stored.ended_at),
        "homes": {player: home for player, home in homes.items() if home},
        "result": {
            "winner": stored.winner.value if stored.winner else None,
            "reason": stored.reason.value if stored.reason else None,
            "year": stored.last_year,
        },
    }


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def write_line(line: dict[str, Any]) -> bytes:
    """Write a line, with its end."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@cache
def _published_query() -> Select[StoredDuel]:
    players = joinedload(StoredDuel.first), joinedload(StoredDuel.second)
    is_it = StoredDuel.id == bindparam("number", type_=Integer)
    return select(StoredDuel).where(is_it, *IS_PUBLISHED).options(*players, undefer(StoredDuel.start))


def lines_of(session: Session, numbers: Sequence[DuelId]) -> Iterator[bytes]:
    """Yield the lines of those of some duels that are published, in the given order."""
    for number in numbers:
        stored = session.scalar(_published_query(), {"number": number})
        if stored is not None:
            yield write_line(line_of(session, stored))
            session.expunge_all()  # so that a long file takes no more memory than a short one


LIST = "files.json"
AT_ONCE = 50
SETTLED = timedelta(hours=1)
"""The time after which an ended duel is surely stored."""
NAME = re.compile(r"duels-\d{4}-\d{2}\.jsonl\.gz")


@dataclass(frozen=True)
class DumpFile:
    """A file of the dump: its name, the name on the disk, its bytes, their SHA-256, the duels in it.

    is_final: the month is over, and the file is complete. written_at: an instant in RFC 3339. through: the
    file holds all duels of the month that ended before this instant; None in lists of 0.1.
    """

    name: str
    stored_as: str
    size: int
    sha256: str
    duels: int
    is_final: bool
    written_at: str
    through: str | None = None


@dataclass(frozen=True, order=True)
class Month:
    """A month of the calendar, in UTC."""

    year: int
    number: int

    @property
    def begins(self) -> datetime:
        """The first instant."""
        return datetime(self.year, self.number, 1, tzinfo=UTC)

    @property
    def following(self) -> "Month":
        """The next month."""
        return Month(self.year + self.number // 12, self.number % 12 + 1)

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return f"duels-{self.year:04}-{self.number:02}.jsonl.gz"


def month_of(moment: datetime) -> Month:
    """Return the month of an instant."""
    in_utc = moment.astimezone(UTC)
    return Month(in_utc.year, in_utc.month)


def list_files(folder: Path) -> Sequence[DumpFile]:
    """List the files, the latest month first."""
    try:
        listed = json.loads((folder / LIST).read_bytes())
    except FileNotFoundError:
        return ()
    return sorted((DumpFile(**each) for each in listed), key=lambda file: file.name, reverse=True)


def find_file(folder: Path, name: str) -> tuple[DumpFile, Path] | None:
    """Find a file by its name, with its path; None if there is none."""
    if not NAME.fullmatch(name):
        return None
    found = next((file for file in list_files(folder) if file.name == name), None)
    return (found, folder / found.stored_as) if found else None


def write_dump(
    database: Database, folder: Path, now: datetime, may_go_on: Callable[[], bool] = lambda: True
) -> Sequence[str]:
    """Update the files that are due, and return their names; ends early when told to stop.

    Duels that have ended since are added to a file; a file with the name of a deleted account is written
    again.
    """
    written: list[str] = []
    with _alone(folder) as is_alone:
        if not is_alone:
            return written
        _tidy(folder)
        with suppress(_Stopped):
            for month, before in _due_months(database, folder, now):
                _write_month(database, folder, month, before, now, may_go_on)
                written.append(month.file_name)
    return written


class _Stopped(Exception):
    """The worker has been told to stop."""


def _tidy(folder: Path) -> None:
    """Remove what a killed process has left: half a file, or one that no list names."""
    listed = {file.stored_as for file in list_files(folder)}
    for path in folder.iterdir():
        if path.suffix == ".new" or (path.suffix == ".gz" and path.name not in listed):
            path.unlink()


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Lock the folder against other writing processes; yield False if one has it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _due_months(database: Database, folder: Path, now: datetime) -> Iterator[tuple[Month, DumpFile | None]]:
    """Find the months whose file is out of date, each with the file to extend; None for a new one."""
    known = {file.name: file for file in list_files(folder)}
    with database.reading() as session:
        first = session.scalar(_first_end())
        forgotten = _forgotten(session, known.values())
    if first is None:
        return
    month, last = month_of(first), month_of(now)
    while month <= last:
        file = known.get(month.file_name)
        if file and (file.through is None or _may_name(file, forgotten.get(month))):
            yield month, None
        elif file is None or not (file.is_final or _is_recent(file, month, now)):
            yield month, file
        month = month.following


def _first_end() -> Select[datetime | None]:
    ends = select(StoredDuel.ended_at).where(StoredDuel.public, StoredDuel.ended_at.is_not(None))
    return ends.order_by(StoredDuel.ended_at).limit(1)


def _forgotten(session: Session, files: Collection[DumpFile]) -> dict[Month, datetime]:
    """Find the months of duels of accounts that were deleted since the oldest file was written, and when."""
    found: dict[Month, datetime] = {}
    if not files:
        return found
    since = min(datetime.fromisoformat(file.written_at) for file in files) - SETTLED
    for own in (StoredDuel.first_id, StoredDuel.second_id):
        query = select(StoredDuel.ended_at, User.deleted_at).join(User, User.id == own)
        for row in session.execute(query.where(User.deleted_at >= since, *IS_PUBLISHED)):
            month, deleted_at = month_of(row.ended_at), row.deleted_at
            found[month] = max(deleted_at, found.get(month, deleted_at))
    return found


def _may_name(file: DumpFile, forgotten_at: datetime | None) -> bool:
    """Tell whether a file may name somebody who deleted their account after it was written."""
    return forgotten_at is not None and datetime.fromisoformat(file.written_at) < forgotten_at + SETTLED


def _is_recent(file: DumpFile, month: Month, now: datetime) -> bool:
    """Tell whether the file of a month can wait: it is of today, or the month has just ended."""
    end = month.following.begins
    if now >= end:
        return now < end + SETTLED
    return datetime.fromisoformat(file.written_at).date() == now.astimezone(UTC).date()


def _write_month(
    database: Database,
    folder: Path,
    month: Month,
    before: DumpFile | None,
    now: datetime,
    may_go_on: Callable[[], bool],
) -> None:
    """Write the duels of a month that ended up to an hour ago: all, or those missing in the former file."""
    unfinished = folder / f"{month.file_name}.{os.getpid()}.new"
    until = min(now - SETTLED, month.following.begins)
    try:
        since, duels = month.begins, 0
        if before is not None and before.through is not None:
            shutil.copyfile(folder / before.stored_as, unfinished)
            since, duels = datetime.fromisoformat(before.through), before.duels
        duels += _add_lines(database, (since, max(since, until)), unfinished, may_go_on)
        digest = _digest(unfinished)
        stored_as = f"{month.file_name.partition('.')[0]}-{digest[:16]}.jsonl.gz"
        unfinished.replace(folder / stored_as)
    finally:
        unfinished.unlink(missing_ok=True)
    written_at, through = (_exact(moment) for moment in (now, max(since, until)))
    file = DumpFile(
        month.file_name,
        stored_as,
        (folder / stored_as).stat().st_size,
        digest,
        duels,
        until == month.following.begins,
        written_at,
        through,
    )
    _put_on_list(folder, file)


def _exact(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _put_on_list(folder: Path, file: DumpFile) -> None:
    """List a file in place of the former one of that name, and delete that."""
    before = list_files(folder)
    others = [each for each in before if each.name != file.name]
    new = folder / f"{LIST}.{os.getpid()}.new"
    new.write_text(json.dumps([asdict(each) for each in (*others, file)], indent=1), "utf-8")
    new.replace(folder / LIST)
    for each in before:
        if each.name == file.name and each.stored_as != file.stored_as:
            with suppress(FileNotFoundError):
                (folder / each.stored_as).unlink()


def _add_lines(
    database: Database, span: tuple[datetime, datetime], file: Path, may_go_on: Callable[[], bool]
) -> int:
    """Add the duels that ended in a span of time to a file, in that order, and return how many there are.

    Raises _Stopped. The addition is a gzip member of its own; the file still unpacks to one text.
    """
    count = 0
    with file.open("ab") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        os.fchmod(raw.fileno(), 0o600)
        for numbers in _numbers(database, *span):
            if not may_go_on():
                raise _Stopped
            with database.reading() as session:
                for line in lines_of(session, numbers):
                    packed.write(line)
                    count += 1
    return count


def _numbers(database: Database, since: datetime, until: datetime) -> Iterator[Sequence[DuelId]]:
    """Yield the numbers of the duels of a span in batches, each in a session of its own."""
    place: tuple[datetime, DuelId] = (since, DuelId(0))
    while True:
        with database.reading() as session:
            found = _some_after(session, place, until)
        if not found:
            return
        yield [number for _, number in found]
        place = (found[-1].ended_at, found[-1].id)


def _some_after(session: Session, place: tuple[datetime, DuelId], end: datetime) -> Sequence[Any]:
    at, number = place
    query = (
        select(StoredDuel.ended_at, StoredDuel.id)
        .where(*IS_PUBLISHED)
        .where(StoredDuel.ended_at >= at, StoredDuel.ended_at < end)
        .where((StoredDuel.ended_at > at) | (StoredDuel.id > number))
        .order_by(StoredDuel.ended_at, StoredDuel.id)
        .limit(AT_ONCE)
    )
    return session.execute(query).all()


def _digest(file: Path) -> str:
    with file.open("rb") as raw:
        return hashlib.file_digest(raw, "sha256").hexdigest()
