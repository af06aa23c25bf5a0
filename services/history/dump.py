"""All finished public duels as files, one for each month in which they ended, written by the worker.

A file is written under a name of its own and takes its place when the list of files names it: whoever
fetches one meanwhile gets the whole of the old one or the whole of the new one.
"""

import fcntl
import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from models import Database, StoredDuel, User
from services.history.lines import IS_PUBLISHED, lines_of

FOLDER, LIST = "dump", "files.json"
AT_ONCE = 50
SETTLED = timedelta(hours=1)
"""The time after a month's end in which what ended in it is surely stored."""
NAME = re.compile(r"duels-\d{4}-\d{2}\.jsonl\.gz")


@dataclass(frozen=True)
class DumpFile:
    """A file of the dump: its name, the name on the disk, its bytes, their SHA-256, the duels in it.

    is_final: the month is over, and the file is never written again. written_at: an instant in RFC 3339.
    """

    name: str
    stored_as: str
    size: int
    sha256: str
    duels: int
    is_final: bool
    written_at: str


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


def list_files(instance: Path) -> Sequence[DumpFile]:
    """List the files that there are, the latest month first."""
    try:
        listed = json.loads((instance / FOLDER / LIST).read_bytes())
    except FileNotFoundError:
        return ()
    return sorted((DumpFile(**each) for each in listed), key=lambda file: file.name, reverse=True)


def find_file(instance: Path, name: str) -> tuple[DumpFile, Path] | None:
    """Find a file by its name, and where it is; None where there is none."""
    if not NAME.fullmatch(name):
        return None
    found = next((file for file in list_files(instance) if file.name == name), None)
    return (found, instance / FOLDER / found.stored_as) if found else None


def write_dump(database: Database, instance: Path, now: datetime) -> Sequence[str]:
    """Write the files of months that have none, and that of this month once a day; return their names."""
    written: list[str] = []
    with _alone(instance / FOLDER) as is_alone:
        if not is_alone:
            return written
        for month in _due_months(database, instance, now):
            _write_month(database, instance, month, now)
            written.append(month.file_name)
    return written


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Hold the folder against other processes that would write there; yield False where one does."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _due_months(database: Database, instance: Path, now: datetime) -> Iterator[Month]:
    """Find the months whose file is missing, or not final and not of today."""
    with database.reading() as session:
        first = session.scalar(select(func.min(StoredDuel.ended_at)).where(StoredDuel.public))
        forgotten = _forgotten(session)
    if first is None:
        return
    known = {file.name: file for file in list_files(instance)}
    month, last = month_of(first), month_of(now)
    while month <= last:
        file = known.get(month.file_name)
        is_written = file and (file.is_final or _is_recent(file, month, now))
        if file is None or not is_written or _may_name(file, forgotten.get(month)):
            yield month
        month = month.following


def _forgotten(session: Session) -> dict[Month, datetime]:
    """Find the months in which duels of accounts ended that were deleted, and when the last of them was."""
    found: dict[Month, datetime] = {}
    for own in (StoredDuel.first_id, StoredDuel.second_id):
        query = select(StoredDuel.ended_at, User.deleted_at).join(User, User.id == own)
        theirs = query.where(User.deleted_at.is_not(None), *IS_PUBLISHED)
        for row in session.execute(theirs):
            month, deleted_at = month_of(row.ended_at), row.deleted_at
            found[month] = max(deleted_at, found.get(month, deleted_at))
    return found


def _may_name(file: DumpFile, forgotten_at: datetime | None) -> bool:
    """Tell whether a file may name somebody who has deleted their account since it was written."""
    return forgotten_at is not None and datetime.fromisoformat(file.written_at) < forgotten_at + SETTLED


def _is_recent(file: DumpFile, month: Month, now: datetime) -> bool:
    """Tell whether the file of a month need not be written yet: it is of today, or the month just ended."""
    end = month.following.begins
    if now >= end:
        return now < end + SETTLED
    return datetime.fromisoformat(file.written_at).date() == now.astimezone(UTC).date()


def _write_month(database: Database, instance: Path, month: Month, now: datetime) -> None:
    folder = instance / FOLDER
    unfinished = folder / f"{month.file_name}.{os.getpid()}.new"
    try:
        duels = _write_lines(database, month, unfinished)
        digest = _digest(unfinished)
        stored_as = f"{month.file_name.partition('.')[0]}-{digest[:16]}.jsonl.gz"
        unfinished.replace(folder / stored_as)
    finally:
        unfinished.unlink(missing_ok=True)
    size = (folder / stored_as).stat().st_size
    is_final = now >= month.following.begins + SETTLED
    written_at = now.astimezone(UTC).isoformat(timespec="seconds")
    file = DumpFile(month.file_name, stored_as, size, digest, duels, is_final, written_at)
    _put_on_list(instance, file)


def _put_on_list(instance: Path, file: DumpFile) -> None:
    """Let a file take the place of what had its name before; that is deleted afterwards."""
    folder, before = instance / FOLDER, list_files(instance)
    others = [each for each in before if each.name != file.name]
    new = folder / f"{LIST}.{os.getpid()}.new"
    new.write_text(json.dumps([asdict(each) for each in (*others, file)], indent=1), "utf-8")
    new.replace(folder / LIST)
    for each in before:
        if each.name == file.name and each.stored_as != file.stored_as:
            with suppress(FileNotFoundError):
                (folder / each.stored_as).unlink()


def _write_lines(database: Database, month: Month, file: Path) -> int:
    """Write the duels that ended in a month, in that order, and return how many there are."""
    count = 0
    with file.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        os.fchmod(raw.fileno(), 0o600)
        for numbers in _numbers(database, month):
            with database.reading() as session:
                for line in lines_of(session, numbers):
                    packed.write(line)
                    count += 1
    return count


def _numbers(database: Database, month: Month) -> Iterator[Sequence[int]]:
    """Yield the numbers of the duels of a month, some at a time, each time in a session of its own."""
    place: tuple[datetime, int] = (month.begins, 0)
    while True:
        with database.reading() as session:
            found = _some_after(session, place, month.following.begins)
        if not found:
            return
        yield [number for _, number in found]
        place = (found[-1].ended_at, found[-1].id)


def _some_after(session: Session, place: tuple[datetime, int], end: datetime) -> Sequence[Any]:
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
