"""An episode: a duel played question by question."""

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from adjudicator import Power
from intimate.chapter import Chapter
from intimate.duel import Duel, begin
from intimate.entries import Entry
from intimate.play import awaits, make_draws, play
from intimate.players import Player
from intimate.record import write
from intimate.settings import rules
from intimate.start import set_up, start_with_homes
from intimate.view import View
from intimate_env.questions import Dialogue
from opponent.choosing import choose
from opponent.levels import Level

RANDOM = "random"
"""The name of an opponent that answers every question at random."""
OPPONENTS: Sequence[str] = (RANDOM, *(level.value for level in Level))
"""The names of all opponents, the weakest first."""
BY_LOT = "by lot"
"""Stands for two home powers drawn anew for each duel."""
LAST_YEAR: Mapping[str, Any] = {"year_limit": 1908}


@dataclass(frozen=True)
class Terms:
    """The terms of all duels of an environment.

    preset, settings, edition: the rules, as a record names them; the default settings are `year_limit` 1908,
    so that every duel ends. homes: the home powers of the first and the second player, `by lot` to draw them,
    or None to ask for lists of powers. opponents: the named opponents, by player.
    """

    preset: str = "intimate"
    settings: Mapping[str, Any] = field(default_factory=lambda: dict(LAST_YEAR))
    edition: str = "standard"
    homes: tuple[str, str] | str | None = None
    opponents: Mapping[Player, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chosen = rules(self.preset, self.settings, self.edition)
        if self.homes is not None and self.homes != BY_LOT:
            if isinstance(self.homes, str) or len(self.homes) != len(Player):
                raise ValueError(f"homes are two powers, {BY_LOT!r} or None, not {self.homes!r}")
            if chosen.sides:
                raise ValueError(f"in the preset {self.preset} sides play, and homes cannot be given")
        for name in self.opponents.values():
            if name not in OPPONENTS:
                raise ValueError(f"{name!r} is not one of {', '.join(OPPONENTS)}")


class Episode:
    """One duel: its open decisions and its chapters."""

    def __init__(self, terms: Terms, seed: str) -> None:
        """seed: of all random draws; the same seed and answers make the same duel."""
        self.terms, self.seed = terms, seed
        self.start = _start(terms, Random(f"{seed} homes"))  # noqa: S311  # to be played again
        chosen = rules(terms.preset, terms.settings, terms.edition)
        self.duel: Duel = begin(chosen) if self.start is None else set_up(chosen, self.start)
        self.chapters: list[Chapter] = []
        self.lots = {player: Random(f"{seed} {player}") for player in Player}  # noqa: S311  # as above
        self.dialogues: dict[Player, Dialogue] = {}
        self._go_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Episode":
        """Copy what changes; duel and chapters are values, and shared."""
        other = copy(self)
        other.chapters = list(self.chapters)
        other.lots = deepcopy(self.lots, memo)
        other.dialogues = {player: copy(dialogue) for player, dialogue in self.dialogues.items()}
        return other

    def ask(self, player: Player) -> Dialogue | None:
        """The decisions of a player in this phase; None if it does not await them."""
        return self.dialogues.get(player)

    def is_asked(self, player: Player) -> bool:
        """Tell whether a player has a question to answer."""
        dialogue = self.dialogues.get(player)
        return dialogue is not None and dialogue.question is not None

    def answer(self, player: Player, word: str) -> None:
        """Answer a player's question, without playing on; raises ValueError for an illegal answer."""
        dialogue = self.dialogues.get(player)
        if dialogue is None:
            raise ValueError(f"{player} is asked nothing")
        dialogue.answer(word)

    def go_on(self) -> bool:
        """Play on if everybody has answered; return whether a phase was played."""
        if self.duel.phase is None or any(map(self.is_asked, Player)):
            return False
        self._go_on(resolve=True)
        return True

    def reward(self, player: Player) -> float:
        """1 for the winner, -1 for the loser, 0 in a draw and while the duel goes on."""
        result = self.duel.result
        if result is None or result.winner is None:
            return 0.0
        return 1.0 if result.winner is player else -1.0

    def record(self) -> dict[str, Any]:
        """The record of the duel so far (docs/formats.md)."""
        terms = self.terms
        return write(
            self.chapters,
            duel=self.seed,
            preset=terms.preset,
            settings=terms.settings,
            edition=terms.edition,
            start=self.start,
        )

    def _go_on(self, *, resolve: bool = False) -> None:
        """Resolve phases until somebody has a question, or the duel is over."""
        while self.duel.phase:
            if resolve:
                self._resolve()
            resolve = True
            awaited = awaits(self.duel)
            asked = sorted(awaited - self.terms.opponents.keys())
            self.dialogues = {player: Dialogue(View(self.duel, player)) for player in asked}
            if any(map(self.is_asked, asked)):
                return

    def _resolve(self) -> None:
        entries: dict[Player, Entry] = {}
        for player in sorted(awaits(self.duel)):
            dialogue = self.dialogues.get(player)
            entry = dialogue.entry if dialogue else self._by_name(player)
            if entry is not None:
                entries[player] = entry
        draws = make_draws(self.duel, entries, f"{self.seed} {len(self.chapters)}")
        self.chapters.append(play(self.duel, entries, draws))
        self.duel = self.chapters[-1].after
        self.dialogues = {}

    def _by_name(self, player: Player) -> Entry | None:
        name, view, chance = self.terms.opponents[player], View(self.duel, player), self.lots[player]
        if name != RANDOM:
            return choose(view, Level(name), chance).entry
        dialogue = Dialogue(view)
        while dialogue.question:
            dialogue.answer(chance.choice(dialogue.question.words))
        return dialogue.entry


def _start(terms: Terms, chance: Random) -> Mapping[str, Any] | None:
    """The start with given home powers; None if the players choose them."""
    chosen = rules(terms.preset, terms.settings, terms.edition)
    if terms.homes is None or chosen.sides:
        return None
    powers = begin(chosen).position.board.powers
    homes = chance.sample(powers, 2) if terms.homes == BY_LOT else terms.homes
    return start_with_homes(chosen, {player: Power(home) for player, home in zip(Player, homes, strict=True)})
