"""Find puzzles in finished duels: python -m lab.puzzles --kind guarantee --duels 40.

It plays duels between fast players, or reads finished duels (--records FILE, a month of the archive), and
adds puzzles to learning/puzzles/. docs/puzzles.md says how it checks them. After a change of opponent/,
--anew measures the existing puzzles again, and removes those that are no longer valid.
"""

import json
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from adjudicator import PhaseKind
from intimate.codec import write_entry
from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of
from intimate.schedule import fixture
from lab.matches.lines import opened
from lab.matches.playing import Playing, Terms
from lab.mining.auctions import GAIN, auction_puzzles, best_sheet
from lab.mining.candidate import Candidate, Position, written
from lab.mining.guarantees import guarantees
from lab.mining.orders import MIX, NEEDLE, order_puzzles
from lab.mining.proving import faults
from learning.puzzle import PuzzleKind, read_puzzle
from services.puzzles.judging import judge

PLAYERS = (
    ("captain", "greedy"),
    ("colonel:300", "captain"),
    ("captain", "dumbbot"),
    ("marshal:300", "colonel:300"),
)
"""Pairs of fast players who make mistakes as people do."""
MOST_OF_DUEL = 2
"""The most puzzles of one theme from a duel."""
GAINS = {PuzzleKind.NEEDLE: NEEDLE, PuzzleKind.MIX: MIX, PuzzleKind.AUCTION: GAIN}
"""The least gain of the best answer over the usual one."""
OUT = Path(__file__).parent.parent / "learning" / "puzzles"


def arena(first: int, duels: int, seed: int) -> Iterator[Iterator[Position]]:
    """Play duels; yield the phases of each."""
    for number in range(first, first + duels):
        names = PLAYERS[number % len(PLAYERS)]
        playing = Playing(names, fixture(number), seed, Terms(settings={"year_limit": 1908}))
        yield _phases(playing, {"players": list(names), "seed": seed, "number": number})


def _phases(playing: Playing, source: Mapping[str, Any]) -> Iterator[Position]:
    while playing.duel.phase:
        before = playing.duel
        yield Position(before, playing.step().entries, source)


def recorded(path: Path) -> Iterator[Iterator[Position]]:
    """Read finished duels with the usual rules from a file of lines; yield the phases of each."""
    with opened(path, "r") as lines:
        for plain in map(json.loads, lines):
            if (plain["preset"], plain["edition"]) == ("intimate", "standard"):
                positions = _replayed(plain)
                if positions:
                    yield iter(positions)


def _replayed(plain: Mapping[str, Any]) -> list[Position]:
    """Return the phases of a recorded duel; none if it is not over."""
    record = load(plain)
    before, found = record.start, []
    for ordinal, chapter in enumerate(chapters_of(record)):
        if chapter.phase and before.homes:
            source = {"duel": plain["duel"], "chapter": ordinal}
            found.append(Position(before, chapter.entries, source, plain["settings"]))
        before = chapter.after
    return [] if before.phase else found


def main() -> None:
    """Find puzzles."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "--kind", action="append", choices=list(PuzzleKind), help="those of all when left out"
    )
    parser.add_argument("--duels", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first duel")
    parser.add_argument("--seed", type=int, default=33)
    parser.add_argument("--work", type=int, default=4000, help="positions to look at in a movement")
    parser.add_argument("--most", type=int, default=10**6, help="how many of each kind to find")
    parser.add_argument("--minutes", type=float, default=10**6)
    parser.add_argument("--records", type=Path, help="a file of finished duels, read in place of the arena")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--anew", action="store_true", help="measure the known puzzles again; find none")
    given = parser.parse_args()
    if given.anew:
        measure_anew(given.out)
        return
    duels = recorded(given.records) if given.records else arena(given.first, given.duels, given.seed)
    kinds = [PuzzleKind(kind) for kind in given.kind or PuzzleKind]
    until, kept = time.monotonic() + 60 * given.minutes, Kept(given.out, given.most)
    for number, phases in enumerate(duels):
        kept.of_duel.clear()
        for place, position in enumerate(phases):
            chance = Random(f"{given.seed} {number} {place}")  # noqa: S311  # to be repeated
            for found in candidates(position, kinds, chance, given.work):
                kept.take(found)
        sys.stderr.write(f"{given.first + number}: {dict(kept.counts)}\n")
        if time.monotonic() > until:
            break


class Kept:
    """The puzzles to keep: proved, and different from all known ones."""

    def __init__(self, out: Path, most: int) -> None:
        self.out, self.most = out, most
        files = [file for kind in PuzzleKind if (file := out / f"{kind}.jsonl").exists()]
        self.known = {
            json.loads(line)["key"] for file in files for line in file.read_text("utf-8").splitlines()
        }
        self.counts, self.of_duel = Counter[str](), Counter[str]()

    def take(self, found: Candidate) -> None:
        """Add a puzzle to its file, unless it is known, not proved, or one too many."""
        kind, theme = found.plain["kind"], found.puzzle.theme
        enough = self.of_duel[theme] >= MOST_OF_DUEL or self.counts[kind] >= self.most
        if enough or {found.alike, found.plain["key"]} & self.known or any(faults(found.puzzle)):
            return
        self.known |= {found.alike, found.plain["key"]}
        self.of_duel[theme] += 1
        self.counts[kind] += 1
        with (self.out / f"{kind}.jsonl").open("a", encoding="utf-8") as file:
            file.write(f"{found.line}\n")


def measure_anew(folder: Path) -> None:
    """Update the values of all puzzles' answers, and remove puzzles that are no longer valid."""
    for file in (file for kind in PuzzleKind if (file := folder / f"{kind}.jsonl").exists()):
        known = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        kept = [anew for plain in known if (anew := measured_anew(plain))]
        file.write_text("".join(f"{written(plain)}\n" for plain in kept), "utf-8")
        changed = sum(anew not in known for anew in kept)
        print(f"{file.stem}: {len(kept)} of {len(known)} stay, {changed} measured anew")


def measured_anew(plain: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a puzzle with updated values; None if it is no longer valid."""
    puzzle = read_puzzle(plain)
    if not any(faults(puzzle)):
        return plain
    if puzzle.kind is PuzzleKind.GUARANTEE:
        return None
    if puzzle.kind is PuzzleKind.AUCTION:
        plain = {**plain, "best": write_entry(best_sheet(puzzle))}
        puzzle = read_puzzle(plain)
    best, usual = (judge(puzzle, answer).promised for answer in (puzzle.best, puzzle.usual))
    anew = {**plain, "worth": round(best, 4), "usual_worth": round(usual, 4)}
    is_one = best - usual >= GAINS[puzzle.kind] and not any(faults(read_puzzle(anew)))
    return anew if is_one else None


def candidates(position: Position, kinds: list[PuzzleKind], chance: Random, work: int) -> Iterator[Candidate]:
    """Yield the puzzles of some kinds in a phase, for each player."""
    duel = position.duel
    for player in Player:
        if duel.kind is PhaseKind.AUCTION and PuzzleKind.AUCTION in kinds:
            yield from auction_puzzles(position, player, chance)
        if duel.kind is not PhaseKind.MOVEMENT:
            continue
        if PuzzleKind.GUARANTEE in kinds:
            yield from guarantees(position, player, chance)
    if duel.kind is PhaseKind.MOVEMENT and {PuzzleKind.NEEDLE, PuzzleKind.MIX} & set(kinds):
        found = order_puzzles(position, chance, work)
        yield from (each for each in found if each.plain["kind"] in kinds)


if __name__ == "__main__":
    main()
