"""What practice says: plans in words, with what they are for, and the remarks of the opponent."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator import PhaseKind, Power, Season
from intimate.entries import Entry, HomesList, Sheet
from intimate.players import Player
from opponent.explaining import Motive, MotiveKind
from opponent.levels import Level
from services.duels.access import DuelForViewer
from web.core.translation import gettext, ngettext
from web.words.names import by_name, power_name
from web.words.orders import order_words, place_label, unit_there


def plan_lines(entry: Entry, *, winter: bool) -> Sequence[tuple[Power, Sequence[str]]]:
    """Say bids or orders in words, by power."""
    if isinstance(entry, HomesList):
        return []
    if isinstance(entry, Sheet):
        return [(power, [_bid(entry.bids[power])]) for power in by_name(entry.bids)]
    given = {power: orders for power, orders in entry.by_power.items() if orders}
    return [
        (power, [order_words(order, winter=winter) for order in given[power]]) for power in by_name(given)
    ]


def _bid(bid: int) -> str:
    return ngettext("%(num)d credit", "%(num)d credits", bid)


def empty_plan(kind: PhaseKind) -> str:
    """Say that a plan is to enter nothing."""
    if kind is PhaseKind.AUCTION:
        return gettext("Make no bids this year.")
    return gettext("Order nothing: what happens by default will do.")


def motive_words(motive: Motive) -> str:
    """Say what an order or a bid of a plan is for."""
    units = {name: getattr(motive, name) for name in ("unit", "by", "served")}
    said = {name: unit_there(unit) for name, unit in units.items() if unit}
    is_hold = motive.served is not None and motive.served.province == motive.place
    word = _helps_to_stay if motive.kind is MotiveKind.HELPS and is_hold else MOTIVES[motive.kind]
    sentence = word(
        num=motive.number,
        power=power_name(motive.power),
        place=place_label(motive.place or ""),
        **said,
    )
    return sentence[:1].upper() + sentence[1:]


def _helps_to_stay(**said: Any) -> str:  # noqa: ANN401  # as gettext takes it
    return gettext("%(by)s could attack %(served)s; %(unit)s helps it to stay.", **said)


MOTIVES: Mapping[MotiveKind, Callable[..., str]] = {
    MotiveKind.ENTERS: lambda **said: gettext(
        "%(unit)s goes for %(place)s: a home centre of your opponent wins the duel.", **said
    ),
    MotiveKind.GUARDS: lambda **said: gettext(
        "%(place)s would stand open to %(by)s; %(unit)s guards it.", **said
    ),
    MotiveKind.HELPS: lambda **said: gettext(
        "%(by)s could keep %(served)s out of %(place)s; %(unit)s helps it in.", **said
    ),
    MotiveKind.TAKES: lambda **said: gettext("%(unit)s goes for the supply centre %(place)s.", **said),
    MotiveKind.NEARS: lambda **said: gettext(
        "From there, %(unit)s could enter %(place)s next, a home centre of your opponent.", **said
    ),
    MotiveKind.ESCORTS: lambda **said: gettext(
        "From there, %(unit)s could support an attack on %(place)s next.", **said
    ),
    MotiveKind.RESISTS: lambda **said: gettext(
        "%(unit)s attacks %(by)s: an attacked unit can support nobody else.", **said
    ),
    MotiveKind.CLOSE_TO_ENEMY: lambda num, **said: ngettext(
        "%(power)s: %(unit)s is %(num)d move from %(place)s, a home centre of your opponent.",
        "%(power)s: %(unit)s is %(num)d moves from %(place)s, a home centre of your opponent.",
        num,
        **said,
    ),
    MotiveKind.CLOSE_TO_OWN: lambda num, **said: ngettext(
        "%(power)s: %(unit)s is %(num)d move from %(place)s, a home centre of yours.",
        "%(power)s: %(unit)s is %(num)d moves from %(place)s, a home centre of yours.",
        num,
        **said,
    ),
    MotiveKind.MANY: lambda num, **said: ngettext(
        "%(power)s brings %(num)d unit.", "%(power)s brings %(num)d units.", num, **said
    ),
    MotiveKind.FARTHEST: lambda **said: gettext(
        "%(unit)s stands farthest from the home centres of both.", **said
    ),
}
"""What says what an order or a bid is for."""


def remark_on(viewed: DuelForViewer) -> str:
    """Say what the opponent says to the player as a practice duel stands; mostly nothing."""
    stored, phase, player = viewed.stored, viewed.stored.phase, viewed.player
    if stored.level is None or player is None:
        return ""
    if phase is None:
        return _at_the_end(stored.winner, player)
    if not stored.ordinal:
        return _greeting(stored.level)
    if phase.kind is PhaseKind.MOVEMENT and phase.season is Season.SPRING:
        return _after_the_auction(viewed, player)
    return ""


def _greeting(level: Level) -> str:
    greetings = {
        Level.RECRUIT: gettext("Hello! I look no further than the next centre. Good luck."),
        Level.CAPTAIN: gettext("Hello. I keep my units together, and I can be greedy. Good luck."),
        Level.COLONEL: gettext("Good day. I shall look for your best reply before I move."),
        Level.MARSHAL: gettext("Good day. I mix my plans, so do not try to read me. Enjoy the duel."),
    }
    return greetings[level]


def _after_the_auction(viewed: DuelForViewer, player: Player) -> str:
    """Compare how many mercenaries each has hired; nothing where none are for hire."""
    hired = [viewed.duel.commander(power) for power in viewed.duel.mercenaries]
    own, theirs = hired.count(player), hired.count(player.opponent)
    if not hired:
        return ""
    if own > theirs:
        return gettext("You have hired more than I have. Well bid.")
    if own < theirs:
        return gettext("I have hired more than you have. Guard your home centres.")
    return gettext("Neither of us has hired more. Now the orders decide.")


def _at_the_end(winner: Player | None, player: Player) -> str:
    if winner is player:
        return gettext("Well played! The duel is yours.")
    if winner is player.opponent:
        return gettext("This one is mine. Well fought: shall we try again?")
    return gettext("A draw. Well fought: shall we try again?")
