"""Texts of practice: plans with their motives, and the opponent's remarks."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum, auto
from typing import Any

from flask_babel import lazy_gettext as _l

from adjudicator import PhaseKind, Power, Province, standard
from intimate.auction import Auction
from intimate.causes import Setback, SetbackKind, causes_of
from intimate.duel import Duel
from intimate.entries import Entry, HomesList, Sheet
from intimate.players import Player
from opponent.explaining import Motive, MotiveKind
from opponent.levels import Level
from services.duels.access import DuelForViewer
from services.history.chapters import Past
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
    """Say that the plan is an empty entry."""
    if kind is PhaseKind.AUCTION:
        return gettext("Make no bids this year.")
    return gettext("Order nothing: what happens by default will do.")


def motive_words(motive: Motive) -> str:
    """Say the motive of an order or a bid of a plan."""
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
        "After this move, %(unit)s could enter %(place)s, a home centre of your opponent.", **said
    ),
    MotiveKind.ESCORTS: lambda **said: gettext(
        "After this move, %(unit)s could support an attack on %(place)s.", **said
    ),
    MotiveKind.RESISTS: lambda **said: gettext(
        "%(unit)s attacks %(by)s: an attacked unit can support nobody else.", **said
    ),
    MotiveKind.DISLODGES_OWN: lambda **said: gettext(
        "%(unit)s dislodges %(by)s, which you have hired: that costs you a unit of your own side.", **said
    ),
    MotiveKind.FAILS: lambda **said: gettext(
        "%(unit)s will not get into %(place)s, where %(by)s stays: the move only keeps others out.", **said
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
"""The function for the text of each motive."""


class Occasion(StrEnum):
    """What the site's opponent remarks on; if several apply in a phase, the first one."""

    GREETING = auto()
    OVERBID = auto()
    """The player is overbid."""
    BOTH_OVERBID = auto()
    INHERITED = auto()
    """The opponent is overbid."""
    HIRED_MORE = auto()
    """The player has hired more mercenaries than the opponent."""
    HIRED_LESS = auto()
    HIRED_ALIKE = auto()
    DRIVEN_OUT = auto()
    """A unit of the player was dislodged."""
    DROVE_OUT = auto()
    THREATENED = auto()
    """A unit of the opponent's home power can enter a home centre of the player."""
    THREATENS = auto()
    WON = auto()
    """The player has won."""
    LOST = auto()
    DRAWN = auto()


REMARKS: Mapping[Occasion, Mapping[Level, str]] = {
    Occasion.GREETING: {
        Level.RECRUIT: _l("Hello! I look no further than the next centre. Good luck."),
        Level.CAPTAIN: _l("Hello. I keep my units together, and I can be greedy. Good luck."),
        Level.COLONEL: _l("Good day. I shall look for your best reply before I move."),
        Level.MARSHAL: _l("Good day. I mix my plans, so do not try to read me. Enjoy the duel."),
    },
    Occasion.OVERBID: {
        Level.RECRUIT: _l("Oh! You bid more than you had, so I got mine at half price."),
        Level.CAPTAIN: _l("You were overbid. I take what I bid for, at half price."),
        Level.COLONEL: _l("Add up what you could win, not what you hope to win: you were overbid."),
        Level.MARSHAL: _l("Overbid. A costly year: count your bids against your reserve."),
    },
    Occasion.BOTH_OVERBID: {
        Level.RECRUIT: _l("We both bid too much. Now neither of us has a credit!"),
        Level.CAPTAIN: _l("Both overbid. That was greedy of me, too."),
        Level.COLONEL: _l("Both reserves are gone. We go on with our home powers alone."),
        Level.MARSHAL: _l("Both overbid: now only position counts."),
    },
    Occasion.INHERITED: {
        Level.RECRUIT: _l("Oops, I bid more than I had. They are all yours."),
        Level.CAPTAIN: _l("Greed: I was overbid. You got them at half price."),
        Level.COLONEL: _l("I was overbid. Make the most of this year."),
        Level.MARSHAL: _l("My risk, my loss: I was overbid."),
    },
    Occasion.HIRED_MORE: {
        Level.RECRUIT: _l("You have hired more than I have. Well bid!"),
        Level.CAPTAIN: _l("You have the larger army this year. I shall stay close to home."),
        Level.COLONEL: _l("You have hired more than I have. Let us see what they cost you next year."),
        Level.MARSHAL: _l("More mercenaries for you, more credits for me."),
    },
    Occasion.HIRED_LESS: {
        Level.RECRUIT: _l("I have hired more than you have! Guard your home centres."),
        Level.CAPTAIN: _l("I have hired more than you have. Guard your home centres."),
        Level.COLONEL: _l("I command more units this year. Time is on your side, if you hold."),
        Level.MARSHAL: _l("I have more units, you have more credits. I shall be quick."),
    },
    Occasion.HIRED_ALIKE: {
        Level.RECRUIT: _l("Neither of us has hired more. Now the orders decide!"),
        Level.CAPTAIN: _l("Neither of us has hired more. Now the orders decide."),
        Level.COLONEL: _l("An even auction. Now the orders decide."),
        Level.MARSHAL: _l("Even. Then we shall see who reads whom."),
    },
    Occasion.DRIVEN_OUT: {
        Level.RECRUIT: _l("I dislodged a unit of yours. Support counts!"),
        Level.CAPTAIN: _l("Two against one: your unit had to go."),
        Level.COLONEL: _l("That unit stood alone. A support would have held it."),
        Level.MARSHAL: _l("I needed that space."),
    },
    Occasion.DROVE_OUT: {
        Level.RECRUIT: _l("You dislodged me! I did not see that coming."),
        Level.CAPTAIN: _l("You dislodged my unit. Nicely done."),
        Level.COLONEL: _l("Good: I had counted your supports wrong."),
        Level.MARSHAL: _l("Well calculated. I shall be back."),
    },
    Occasion.THREATENED: {
        Level.RECRUIT: _l("I could walk into %(place)s next. Will you guard it?"),
        Level.CAPTAIN: _l("I am beside %(place)s. Look after it."),
        Level.COLONEL: _l("%(place)s is within my reach. Before you move, see who guards it."),
        Level.MARSHAL: _l("%(place)s is one move away from me."),
    },
    Occasion.THREATENS: {
        Level.RECRUIT: _l("Oh no, you can reach %(place)s!"),
        Level.CAPTAIN: _l("You are beside %(place)s. I had better guard it."),
        Level.COLONEL: _l("You are within reach of %(place)s. I have seen it."),
        Level.MARSHAL: _l("%(place)s is in your reach. Will you dare?"),
    },
    Occasion.WON: dict.fromkeys(Level, _l("Well played! The duel is yours.")),
    Occasion.LOST: dict.fromkeys(Level, _l("This one is mine. Well fought: shall we try again?")),
    Occasion.DRAWN: dict.fromkeys(Level, _l("A draw. Well fought: shall we try again?")),
}
"""The remark of each level on an occasion; place: the home centre that it is about."""


def remark_on(viewed: DuelForViewer, past: Past | None) -> str:
    """Return the opponent's remark to the player in a practice duel; often empty.

    past: the last phase in force.
    """
    stored, player = viewed.stored, viewed.player
    if stored.level is None or player is None:
        return ""
    occasion: Occasion | None
    place: Province | None = None
    if stored.phase is None:
        endings = {player: Occasion.WON, player.opponent: Occasion.LOST}
        occasion = endings[stored.winner] if stored.winner else Occasion.DRAWN
    elif not stored.ordinal:
        occasion = Occasion.GREETING
    else:
        occasion, place = occasion_of(viewed.duel, player, past) if past else (None, None)
    return str(REMARKS[occasion][stored.level]) % {"place": place_label(place or "")} if occasion else ""


def occasion_of(duel: Duel, player: Player, past: Past) -> tuple[Occasion | None, Province | None]:
    """Find the occasion for a remark after a phase, and the home centre that it is about.

    duel: its state after the phase.
    """
    if past.before is None:
        return None, None
    if past.chapter.auction:
        return _of_auction(duel, player, past.chapter.auction), None
    for cause in causes_of(past.before, past.chapter):
        if cause.kind is SetbackKind.DISLODGED and not _by_themselves(past.before, cause):
            return (Occasion.DRIVEN_OUT if cause.player is player else Occasion.DROVE_OUT), None
    for threatened, occasion in ((player, Occasion.THREATENED), (player.opponent, Occasion.THREATENS)):
        place = _within_reach(duel, threatened)
        if place:
            return occasion, place
    return None, None


def _by_themselves(before: Duel, setback: Setback) -> bool:
    """Tell whether another unit of the same player dislodged the unit."""
    return any(before.commander(before.position.power_of(unit)) is setback.player for unit in setback.by)


def _of_auction(duel: Duel, player: Player, auction: Auction) -> Occasion | None:
    """Compare what both have hired; None if nobody has hired anything."""
    if auction.overbid:
        if len(auction.overbid) > 1:
            return Occasion.BOTH_OVERBID
        return Occasion.OVERBID if player in auction.overbid else Occasion.INHERITED
    hired = [duel.commander(power) for power in duel.mercenaries]
    own, theirs = hired.count(player), hired.count(player.opponent)
    if own == theirs:
        return Occasion.HIRED_ALIKE if own else None
    return Occasion.HIRED_MORE if own > theirs else Occasion.HIRED_LESS


def _within_reach(duel: Duel, player: Player) -> Province | None:
    """Find a player's home centre that a unit of the opponent's home power can enter, if that wins."""
    if duel.rules.sides or duel.rules.victory_centres is not None or duel.kind is not PhaseKind.MOVEMENT:
        return None
    reached_by = duel.position.board.reached_by
    enemies = {*duel.position.units_of(duel.homes[player.opponent])}
    return next(
        (centre for centre in standard().homes[duel.homes[player]] if reached_by[centre] & enemies), None
    )
