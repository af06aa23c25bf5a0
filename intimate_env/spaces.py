"""The spaces of all environments, and how a player's question becomes an observation."""

import string
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from intimate.players import Player
from intimate.view import View
from intimate_env.episode import Episode
from intimate_env.seeing import SIZE, figures, text_of
from intimate_env.vocabulary import NOTHING, numbers, words

Observation = dict[str, Any]
"""`observation` and `action_mask` are arrays, `text` is a text where texts are wanted."""
LONGEST = 20000
HIGHEST = 100.0
LETTERS = string.ascii_letters + string.digits + string.punctuation + " \n"


def action_space() -> "spaces.Discrete":
    """One action for each word of the vocabulary."""
    return spaces.Discrete(len(words()))


def observation_space(*, text: bool) -> "spaces.Dict":
    """Figures, the mask of legal actions and, if wanted, a text."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0.0, HIGHEST, (SIZE,), np.float32),
        "action_mask": spaces.Box(0, 1, (len(words()),), np.int8),
    }
    if text:
        parts["text"] = spaces.Text(max_length=LONGEST, charset=LETTERS)
    return spaces.Dict(parts)


def mask_of(answers: Sequence[str]) -> npt.NDArray[np.int8]:
    """1 for each action that is an answer."""
    mask = np.zeros(len(words()), np.int8)
    mask[[numbers()[word] for word in answers]] = 1
    return mask


def observe(episode: Episode, player: Player, *, text: bool) -> Observation:
    """Return what a player sees and may answer; who is asked nothing answers `NOTHING`."""
    dialogue = episode.ask(player)
    question = dialogue.question if dialogue else None
    view = dialogue.view if dialogue else View(episode.duel, player)
    seen: Observation = {
        "observation": np.minimum(figures(view, question), np.float32(HIGHEST)),
        "action_mask": mask_of(question.words if question else (NOTHING,)),
    }
    return seen | ({"text": text_of(view, question)} if text else {})


def act(episode: Episode, player: Player, action: int) -> bool:
    """Answer a player's question; tell whether that was legal. If not, the first legal answer is given."""
    dialogue = episode.ask(player)
    question = dialogue.question if dialogue else None
    word = words()[int(action)]
    if question is None:
        return word == NOTHING
    legal = word in question.words
    episode.answer(player, word if legal else question.words[0])
    return legal


def info_of(episode: Episode, illegal: int) -> Mapping[str, Any]:
    """What stands in `info`: the phase, the illegal actions so far and, at the end, how the duel ended."""
    duel = episode.duel
    info: dict[str, Any] = {"phase": str(duel.phase) if duel.phase else "", "illegal": illegal}
    return info | ({"reason": duel.result.reason.value} if duel.result else {})
