"""Practice duels on pages: on the front page, among one's own duels, and where one too many is begun."""

from collections.abc import Sequence
from typing import NamedTuple

from opponent.levels import Level
from services.duels.lists import ListedDuel
from services.practice.beginning import Wish, last_wish
from services.practice.lists import Practice, PracticeDuel, practice_of
from web.frame.login import account
from web.frame.session import db
from web.words.levels import level_name
from web.words.names import guest_name


class SeenDuel(NamedTuple):
    """A practice duel with the names that its player reads."""

    duel: ListedDuel
    level: Level
    was_judged: bool


class PracticeSeen(NamedTuple):
    """The practice duels of whoever reads."""

    running: Sequence[SeenDuel] = ()
    finished: Sequence[SeenDuel] = ()


def practice_seen() -> PracticeSeen:
    """List the practice duels of whoever reads; none of a visitor."""
    reader = account()
    found = practice_of(db(), reader.id) if reader else Practice()
    name = guest_name() if reader is None or reader.is_guest else reader.name
    return PracticeSeen(*([_seen(each, name) for each in duels] for duels in found))


def wish_of_reader() -> Wish:
    """Return what whoever reads has practised last, with a home power by lot; else what one begins with."""
    reader = account()
    return last_wish(db(), reader.id) if reader else Wish()


def _seen(practice: PracticeDuel, name: str) -> SeenDuel:
    duel = practice.duel._replace(first_name=name, second_name=level_name(practice.level))
    return SeenDuel(duel, practice.level, practice.was_judged)
