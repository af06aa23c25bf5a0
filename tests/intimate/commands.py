"""The commands `python -m intimate …`, run as other programs run them."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from intimate.__main__ import main

ROOT = Path(__file__).parents[2]


class Done(NamedTuple):
    """The exit status of a command, and its output; the lines of a replay are parsed."""

    status: int
    lines: str | list
    error: str


def run(command, text):
    """Run a command with text, or bytes, on its standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "intimate", *command.split()],
        cwd=ROOT,
        input=as_bytes(text),
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def as_bytes(text):
    return text if isinstance(text, bytes) else text.encode()


def written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode()


def here(command, text, command_itself=main):
    """Do the same as `run` in this process, which is faster."""
    given, out, err = (
        io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (as_bytes(text), b"", b"")
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["intimate", *command.split()])
        for name, stream in (("stdin", given), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        status = command_itself()
    return Done(status, *map(written, (out, err)))


def replay(plain, how=here):
    """Replay a record, or any text; the output lines are parsed as JSON."""
    text = plain if isinstance(plain, str | bytes) else json.dumps(plain)
    status, printed, error = how("replay", text)
    return Done(status, [json.loads(line) for line in printed.splitlines()], error)
