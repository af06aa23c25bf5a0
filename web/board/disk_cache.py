"""Pictures on disk, for all processes that share a folder; the least recently used go when it is full."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

OWN_FOLDER, OWN_FILE = 0o700, 0o600
LOCK, UNFINISHED = "lock", ".part"


class DiskCache:
    """Files by name, of so many bytes together at most; readable by the owner alone."""

    def __init__(self, folder: Path, most_bytes: int) -> None:
        self._folder, self._most_bytes = folder, most_bytes

    def load(self, name: str) -> bytes | None:
        """Return what is stored under a name, None if nothing is."""
        file = self._folder / name
        try:
            stored = file.read_bytes()
            os.utime(file)
        except FileNotFoundError:
            return None
        return stored

    def __contains__(self, name: str) -> bool:
        return (self._folder / name).exists()

    def store(self, name: str, content: bytes) -> None:
        """Store all of it or nothing, then make room."""
        written = self._folder / f"{name}.{token_hex(4)}{UNFINISHED}"
        try:
            with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_FILE), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            written.replace(self._folder / name)
        finally:
            written.unlink(missing_ok=True)
        self._make_room()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Wait until no other thread of any process holds the folder, and hold it."""
        self._folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
        with os.fdopen(os.open(self._folder / LOCK, os.O_RDWR | os.O_CREAT, OWN_FILE)) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _make_room(self) -> None:
        """Remove the least recently used until the rest fits; what a crash left unfinished counts too."""
        with os.scandir(self._folder) as entries:
            files = [(entry.stat(), entry.path) for entry in entries if entry.name != LOCK]
        excess = sum(stat.st_size for stat, _ in files) - self._most_bytes
        for stat, path in sorted(files, key=lambda file: file[0].st_mtime_ns):
            if excess <= 0:
                break
            with suppress(FileNotFoundError):
                os.unlink(path)  # noqa: PTH108  # as scandir has it
            excess -= stat.st_size
