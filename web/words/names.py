"""Names in the viewer's language: of powers, places on a ladder, levels, and players."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Protocol

from flask_babel import lazy_gettext as _l

from adjudicator import Power, notation
from intimate.players import Player
from models import StoredDuel, User
from models.account import AccountKind
from models.ladder import MoveReason
from opponent.levels import Level
from services.api.keys import Scope
from services.ladders.ladders import PROGRAMS
from services.ladders.lists import ListedMove
from web.core.translation import gettext, language, pgettext
from web.words.numbers import collation_key


def level_name(level: Level) -> str:
    """The name of a level, which is also the opponent's name."""
    names = {
        Level.RECRUIT: gettext("Recruit"),
        Level.CAPTAIN: gettext("Captain"),
        Level.COLONEL: gettext("Colonel"),
        Level.MARSHAL: gettext("Marshal"),
    }
    return names[level]


def level_summary(level: Level) -> str:
    """Say how a level plays."""
    summaries = {
        Level.RECRUIT: gettext(
            "Sees no further than the next centre and forgets supports. Good for learning the game."
        ),
        Level.CAPTAIN: gettext("Keeps its units together, bids with care, and is greedy at times."),
        Level.COLONEL: gettext("Weighs your best replies before it moves. Few beginners beat it."),
        Level.MARSHAL: gettext("Plays as well as the site knows how. It cannot be read: it mixes its plans."),
    }
    return summaries[level]


TEENS = range(11, 14)
HUNDRED, TEN = 100, 10


def ladder_name(name: str) -> str:
    """The name of a ladder: as a moderator gave it, or translated for the ladders of a new site."""
    usual = {"": gettext("Standing ladder"), PROGRAMS: gettext("Ladder of bots")}
    return usual.get(name, name)


def ordinal(place: int) -> str:
    """A place as it is counted: 1st, 2nd, 3rd, 4th."""
    if place == 1:
        return pgettext("place", "1st")
    last = 0 if place % HUNDRED in TEENS else place % TEN
    forms = {
        1: pgettext("place", "%(num)dst", num=place),
        2: pgettext("place", "%(num)dnd", num=place),
        3: pgettext("place", "%(num)drd", num=place),
    }
    return forms.get(last, pgettext("place", "%(num)dth", num=place))


def move_words(move: ListedMove) -> str:
    """Say in a sentence who moved on a ladder and why."""
    before, after = (ordinal(place or 0) for place in (move.before, move.after))
    words = {
        MoveReason.JOINED: gettext("%(name)s joins in %(after)s place"),
        MoveReason.WON: gettext("%(name)s takes %(after)s place from %(other)s"),
        MoveReason.REFUSED: gettext("%(name)s takes %(after)s place from %(other)s, who refused to play"),
        MoveReason.UNANSWERED: gettext("%(name)s takes %(after)s place from %(other)s, who did not answer"),
        MoveReason.TIMEOUT: gettext("%(name)s falls from %(before)s to %(after)s place by a timeout"),
        MoveReason.SHIFTED: gettext("%(name)s goes down from %(before)s to %(after)s place"),
        MoveReason.LEFT: gettext("%(name)s leaves the ladder from %(before)s place"),
    }
    return words[move.why] % {"name": move.name, "other": move.other, "before": before, "after": after}


NAMES: Mapping[str, str] = {
    "AUSTRIA": _l("Austria"),
    "ENGLAND": _l("England"),
    "FRANCE": _l("France"),
    "GERMANY": _l("Germany"),
    "ITALY": _l("Italy"),
    "RUSSIA": _l("Russia"),
    "TURKEY": _l("Turkey"),
}


def power_name(power: str) -> str:
    """The name of a power."""
    return _name(power, language())


def definite_name(power: Power) -> str:
    """The name of a power with its article, where the language has one: la France."""
    return notation.power_name(power, language(), definite=True)


def by_name(powers: Iterable[Power], first: Power | None = None) -> list[Power]:
    """Sort powers by their names in the language of the page; one may be put first."""
    return sorted(powers, key=lambda power: (power != first, collation_key(power_name(power))))


@cache
def _name(power: str, _: str) -> str:
    return str(NAMES[power])


def player_name(user: User) -> str:
    """The name of an account: the level of the site's opponent, "guest" for a nameless guest."""
    if user.level is not None:
        return level_name(user.level)
    return guest_name() if user.is_nameless else user.name


def account_name(name: str, kind: str) -> str:
    """The name of an account as lists read it; that of a level is stored behind a colon."""
    is_level = kind == AccountKind.OPPONENT and name.startswith(":")
    return level_name(Level(name.removeprefix(":"))) if is_level else name


def guest_name() -> str:
    """The name of a nameless guest."""
    return gettext("Guest")


class WithPlayers(Protocol):
    """What the names of a duel's players need."""

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players, as they are stored."""


def names_of(duel: WithPlayers) -> Mapping[Player, str]:
    """The names of both players."""
    if isinstance(duel, StoredDuel):
        return {player: player_name(user) for player, user in duel.players.items()}
    return duel.names


def is_named(user: User) -> bool:
    """Tell whether an account has a name and a page of its own."""
    return user.level is None and user.kind != AccountKind.GUEST


def group_names() -> Mapping[str, str]:
    """The headings of groups of operations."""
    return {
        "account": gettext("Account"),
        "challenges": gettext("Challenges"),
        "duels": gettext("Duels"),
        "entries": gettext("Entries"),
        "acts": gettext("Offers, claims, time"),
        "chapters": gettext("Chapters and records"),
        "changes": gettext("What has changed"),
        "ladders": gettext("Ladders"),
        "league": gettext("League of bots"),
        "practice": gettext("Practice"),
        "players": gettext("Players"),
        "puzzles": gettext("Puzzles"),
        "board": gettext("Map and terms"),
    }


def scope_names() -> Mapping[Scope, str]:
    """What each right of a key allows."""
    return {
        Scope.READ: gettext("See what the account sees"),
        Scope.PLAY: gettext("Enter, finish and act in its duels"),
        Scope.CHALLENGE: gettext("Challenge, and answer challenges"),
    }
