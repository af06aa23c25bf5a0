"""PettingZoo: duels for two agents, simultaneous or in turn; Gymnasium: a duel against a named opponent."""

import string
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import index
from random import SystemRandom
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from intimate.players import Player
from intimate.view import View
from intimate_env.episode import BY_LOT, LAST_YEAR, OPPONENTS, Episode, Terms
from intimate_env.seeing import SIZE, figures, text_of
from intimate_env.vocabulary import NOTHING, numbers, words

Observation = dict[str, Any]
"""`observation` and `action_mask` are arrays; `text` is there if texts are asked for."""
LONGEST = 20000
HIGHEST = 100.0
LETTERS = string.ascii_letters + string.digits + string.punctuation + " \n"


def action_space() -> "spaces.Discrete":
    """The space of actions: one for each word of the vocabulary."""
    return spaces.Discrete(len(words()))


def observation_space(*, text: bool) -> "spaces.Dict":
    """The space of observations: numbers, the mask of legal actions and, if asked for, a text."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0.0, HIGHEST, (SIZE,), np.float32),
        "action_mask": spaces.Box(0, 1, (len(words()),), np.int8),
    }
    if text:
        parts["text"] = spaces.Text(max_length=LONGEST, charset=LETTERS)
    return spaces.Dict(parts)


def mask_of(answers: Sequence[str]) -> npt.NDArray[np.int8]:
    """Return the mask of actions: 1 for each legal answer."""
    mask = np.zeros(len(words()), np.int8)
    mask[[numbers()[word] for word in answers]] = 1
    return mask


def observe(episode: Episode, player: Player, *, text: bool) -> Observation:
    """Return what a player sees and may answer; a player without a question answers `NOTHING`."""
    dialogue = episode.ask(player)
    question = dialogue.question if dialogue else None
    view = dialogue.view if dialogue else View(episode.duel, player)
    seen: Observation = {
        "observation": np.minimum(figures(view, question), np.float32(HIGHEST)),
        "action_mask": mask_of(question.words if question else (NOTHING,)),
    }
    return seen | ({"text": text_of(view, question)} if text else {})


def act(episode: Episode, player: Player, action: int) -> bool:
    """Answer a player's question; return whether that was legal. If not, the first legal answer is used.

    Raises ValueError for a number that is not an action, TypeError for anything else.
    """
    number = index(action)
    if not 0 <= number < len(words()):
        raise ValueError(f"{action!r} is not an action: they are 0 to {len(words()) - 1}")
    dialogue = episode.ask(player)
    question = dialogue.question if dialogue else None
    word = words()[number]
    if question is None:
        return word == NOTHING
    legal = word in question.words
    episode.answer(player, word if legal else question.words[0])
    return legal


def info_of(episode: Episode, illegal: int) -> Mapping[str, Any]:
    """Return the `info`: the phase, the illegal actions so far and, at the end, why the duel ended."""
    duel = episode.duel
    info: dict[str, Any] = {"phase": str(duel.phase) if duel.phase else "", "illegal": illegal}
    return info | ({"reason": duel.result.reason.value} if duel.result else {})


Homes = tuple[str, str] | str | None
AGENTS = {player.value: player for player in Player}
METADATA: dict[str, Any] = {
    "name": "intimate_duel_v0",
    "render_modes": ["ansi"],
    "is_parallelizable": True,
    "render_fps": 1,
}


class _Duels:
    """The common part of all environments: terms, seeds, spaces, counts of illegal actions."""

    def __init__(self, terms: Terms, *, text: bool) -> None:
        self.terms, self.text = terms, text
        self.seed, self.number = SystemRandom().getrandbits(32), 0
        self.spaces = {name: (observation_space(text=text), action_space()) for name in AGENTS}
        self.illegal: Counter[Player] = Counter()
        self.episode: Episode | None = None

    def begin(self, seed: int | None) -> Episode:
        """Begin the next duel; a seed repeats this duel and those after it."""
        if seed is not None:
            self.seed, self.number = seed, 0
        self.illegal.clear()
        self.episode = Episode(self.terms, f"{self.seed}/{self.number}")
        self.number += 1
        return self.episode

    def act(self, player: Player, action: int) -> None:
        """Answer a player's question."""
        self.illegal[player] += not act(self.present, player, action)

    def see(self, player: Player) -> Observation:
        """Return what a player sees."""
        return observe(self.present, player, text=self.text)

    def info(self, player: Player) -> dict[str, Any]:
        """Return a player's `info`."""
        return dict(info_of(self.present, self.illegal[player]))

    @property
    def present(self) -> Episode:
        """The present duel; raises RuntimeError before the first one."""
        if self.episode is None:
            raise RuntimeError("call reset first")
        return self.episode


def _terms(  # the arguments of the three environments
    preset: str,
    settings: Mapping[str, Any] | None,
    edition: str,
    homes: Homes,
    opponent: str | None = None,
    seat: str = "first",
) -> Terms:
    opponents = {} if opponent is None else {Player(seat).opponent: opponent}
    return Terms(preset, dict(LAST_YEAR if settings is None else settings), edition, homes, opponents)


class _ForTwo:
    """The common part of both environments for two agents."""

    metadata = METADATA
    render_mode = "ansi"

    def __init__(self, terms: Terms, *, text: bool = False) -> None:
        super().__init__()
        self.duels = _Duels(terms, text=text)
        self.possible_agents = [name for name in AGENTS if AGENTS[name] not in terms.opponents]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.duels.spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.duels.spaces[agent][1]

    def render(self) -> str:
        """The duel as the first player sees it."""
        return str(observe(self.duels.present, Player.FIRST, text=True)["text"])

    def record(self) -> dict[str, Any]:
        """The record of the duel so far."""
        return self.duels.present.record()

    def close(self) -> None:
        """Do nothing."""


class ParallelDuel(_ForTwo, ParallelEnv[str, Observation, int]):
    """In a step both agents answer one question each; an agent without a question answers `NOTHING`."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # an argument of PettingZoo
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a duel."""
        self.duels.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Answer both questions; the phase is resolved when nobody has a question left."""
        agents, episode = self.agents, self.duels.present
        if missing := [agent for agent in agents if agent not in actions]:
            raise ValueError(f"no action of {' and '.join(missing)}; without a question it is {NOTHING} (0)")
        for agent in agents:
            self.duels.act(AGENTS[agent], actions[agent])
        episode.go_on()
        over = episode.duel.phase is None
        rewards = {agent: episode.reward(AGENTS[agent]) for agent in agents}
        if over:
            self.agents = []
        ended, stopped = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return self._seen(agents), rewards, ended, stopped, self._infos(agents)

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: self.duels.see(AGENTS[agent]) for agent in agents}

    def _infos(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        return {agent: self.duels.info(AGENTS[agent]) for agent in agents}


class TurnDuel(_ForTwo, AECEnv[str, Observation, int]):
    """The agents take turns: one answers all questions of a phase, unit by unit, then the other."""

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, without the other one's answers in this phase."""
        return self.duels.see(AGENTS[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # an argument of PettingZoo
        """Begin a duel."""
        self.duels.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def step(self, action: int | None) -> None:
        """Answer for the selected agent; None once the duel is over."""
        agent, episode = self.agent_selection, self.duels.present
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None  # noqa: S101  # a running duel asks for an action
        self.duels.act(AGENTS[agent], action)
        episode.go_on()
        self.rewards = {name: episode.reward(AGENTS[name]) for name in self.agents}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, episode.duel.phase is None)
        self._select()

    def _select(self) -> None:
        episode = self.duels.present
        asked = [name for name in self.agents if episode.is_asked(AGENTS[name])]
        self.agent_selection = (asked or self.agents)[0]
        self.infos = {name: self.duels.info(AGENTS[name]) for name in self.agents}


class IntimateDuel(gymnasium.Env[Observation, int]):
    """A duel for one agent; the opponent is a level, or `random`."""

    metadata = METADATA

    def __init__(  # noqa: PLR0913  # the terms of a duel
        self,
        opponent: str = "recruit",
        *,
        seat: str = "first",
        preset: str = "intimate",
        settings: Mapping[str, Any] | None = None,
        edition: str = "standard",
        homes: Homes = BY_LOT,
        text: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.player = Player(seat)
        terms = _terms(preset, settings, edition, homes, opponent, seat)
        if not terms.opponents:
            raise ValueError(f"opponent must be one of {', '.join(OPPONENTS)}")
        self.duels = _Duels(terms, text=text)
        self.observation_space, self.action_space = self.duels.spaces[seat]  # type: ignore[assignment]  # actions are numbers
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a duel."""
        super().reset(seed=seed, options=options)
        self.duels.begin(seed)
        return self.duels.see(self.player), self.duels.info(self.player)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer one question; the opponent answers all of its own when the phase is resolved."""
        episode = self.duels.present
        self.duels.act(self.player, action)
        episode.go_on()
        over = episode.duel.phase is None
        return (
            self.duels.see(self.player),
            episode.reward(self.player),
            over,
            False,
            self.duels.info(self.player),
        )

    def render(self) -> str | None:
        """The duel as the player sees it."""
        return str(observe(self.duels.present, self.player, text=True)["text"]) if self.render_mode else None

    def action_masks(self) -> Any:  # noqa: ANN401  # an array, for sb3-contrib
        """The mask of legal actions."""
        return self.duels.see(self.player)["action_mask"]

    def record(self) -> dict[str, Any]:
        """The record of the duel so far."""
        return self.duels.present.record()


def parallel_env(  # the terms of a duel
    *,
    preset: str = "intimate",
    settings: Mapping[str, Any] | None = None,
    edition: str = "standard",
    homes: Homes = None,
    opponent: str | None = None,
    text: bool = False,
) -> ParallelDuel:
    """Return an environment in which both agents, `first` and `second`, answer simultaneously.

    preset, settings, edition: the rules; default settings are `year_limit` 1908. homes: two home powers, `by
    lot` to draw them, or None to ask for lists of powers. opponent: one of `OPPONENTS` in place of the agent
    `second`. text: whether observations have a text, too.
    """
    return ParallelDuel(_terms(preset, settings, edition, homes, opponent), text=text)


def aec_env(  # as parallel_env
    *,
    preset: str = "intimate",
    settings: Mapping[str, Any] | None = None,
    edition: str = "standard",
    homes: Homes = None,
    opponent: str | None = None,
    text: bool = False,
) -> TurnDuel:
    """Return an environment in which agents answer in turn, unit by unit; otherwise as `parallel_env`."""
    return TurnDuel(_terms(preset, settings, edition, homes, opponent), text=text)


def word_of(action: int) -> str:
    """Return the word that an action stands for."""
    return words()[action]
