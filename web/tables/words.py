"""Ordinary games in words: lineups, clocks, events, endings, and remarks on the lines of a sheet."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator import Build, PhaseKind, Power, Retreat, UnitChoice
from adjudicator.notation import explain, reason_in_words
from games import (
    Concern,
    EndReason,
    EventKind,
    GameEvent,
    OrdinaryGame,
    Remark,
    Seat,
    Variant,
    VoteOutcome,
)
from models import GameTable
from services.tables.tables import SeasonClock
from web.core.translation import gettext, language
from web.words.names import power_name
from web.words.numbers import collation_key
from web.words.orders import place_label, unit_in_full
from web.words.times import listed


class Lineup(NamedTuple):
    """The number of players, the variant, and the division of the powers if there are several."""

    players: int
    variant: Variant = Variant.CLASSIC
    way: int = 0


LINEUPS: Mapping[str, Lineup] = {
    "7": Lineup(7),
    "6": Lineup(6),
    "5": Lineup(5),
    "4": Lineup(4),
    "3": Lineup(3),
    "3b": Lineup(3, way=1),
    "2": Lineup(2),
    "war": Lineup(2, Variant.WORLD_WAR_ONE),
    "turkey": Lineup(6, Variant.SURVIVOR_TURKEY),
    "sandad": Lineup(5, Variant.SANDAD),
    "escalation5": Lineup(5, Variant.ESCALATION),
    "escalation4": Lineup(4, Variant.ESCALATION),
}
"""The lineups of a new table, by their values in the form."""


def lineup_names() -> Mapping[str, str]:
    """The name of each lineup."""
    return {
        "7": gettext("Seven"),
        "6": gettext("Six"),
        "5": gettext("Five"),
        "4": gettext("Four"),
        "3": gettext("Three"),
        "3b": gettext("Three, otherwise"),
        "2": gettext("Two"),
        "war": gettext("Two: World War One"),
        "turkey": gettext("Six: Survivor Turkey"),
        "sandad": gettext("Five: Sandad"),
        "escalation5": gettext("Five: Escalation"),
        "escalation4": gettext("Four: Escalation"),
    }


def lineup_summaries() -> Mapping[str, str]:
    """Say who plays what in each lineup."""
    return {
        "7": gettext("One power each."),
        "6": gettext("One power each. Nobody plays Italy: its units hold."),
        "5": gettext("One power each. Nobody plays Italy and Germany: their units hold."),
        "4": gettext("England alone; Austria and France; Germany and Turkey; Italy and Russia."),
        "3": gettext("Russia alone; England, France and Germany; Austria, Italy and Turkey."),
        "3b": gettext("England, Germany and Austria; Russia and Italy; France and Turkey."),
        "2": gettext("England, France and Russia against Germany, Austria and Turkey."),
        "war": gettext("The same sides, from 1914. A coin says whom Italy joins; 24 units win."),
        "turkey": gettext("Turkey plays by itself; someone who comes late can take it over."),
        "sandad": gettext("Russia and Turkey are closed. 14 of 27 centres win."),
        "escalation5": gettext("Each chooses five centres in turn and gives one up."),
        "escalation4": gettext("Each chooses six centres in turn and gives one up."),
    }


CLOCKS: Mapping[str, SeasonClock] = {
    "none": SeasonClock(),
    "evening": SeasonClock(15, 15, 17, 2),
    "afternoon": SeasonClock(16, 16, 18, 2),
    "classic": SeasonClock(30, 15, 15, 5),
    "short": SeasonClock(15, 15, 15, 5),
}
"""The clocks of the sources, by their values in the form (sources 000, IV and XIV.1; 002, §6; 004, VI)."""


def clock_names() -> Mapping[str, str]:
    """The name of each clock."""
    return {
        "none": gettext("No clock"),
        "evening": gettext("15 and 17 minutes"),
        "afternoon": gettext("16 and 18 minutes"),
        "classic": gettext("30, then 15 minutes"),
        "short": gettext("15 minutes"),
        "own": gettext("Other times"),
    }


def clock_summaries() -> Mapping[str, str]:
    """Say how each clock runs."""
    return {
        "none": gettext("You say when to write."),
        "evening": gettext("For spring and for autumn; the last 2 are for writing."),
        "afternoon": gettext("For spring and for autumn; the last 2 are for writing."),
        "classic": gettext("The first season is longer; the last 5 are for writing."),
        "short": gettext("For each season; the last 5 are for writing."),
        "own": gettext("Fill in the minutes below."),
    }


def table_name(stored: GameTable) -> str:
    """The name of a table, by default in the reader's language."""
    return stored.name or gettext("Game table")


def power_names(powers: Sequence[Power]) -> str:
    """The names of several powers in one text."""
    return listed([power_name(power) for power in powers])


def room_words(game: OrdinaryGame, power: Power) -> Sequence[str]:
    """Say where each dislodged unit of a power can go, or which home centres it can build in."""
    match game.phase.kind:
        case PhaseKind.RETREATS:
            return [_retreats(choice) for choice in game.choices(power).units]
        case PhaseKind.ADJUSTMENTS:
            builds = (order for choice in game.choices(power).winters for order in choice.orders)
            homes = dict.fromkeys(order.unit.province for order in builds if isinstance(order, Build))
            places = sorted(map(place_label, homes), key=collation_key)
            return [gettext("Free home centres: %(places)s.", places=listed(places))] if places else []
    return []


def _retreats(choice: UnitChoice) -> str:
    places = [place_label(order.to) for order in choice.orders if isinstance(order, Retreat)]
    unit, where = unit_in_full(choice.unit), listed(sorted(places, key=collation_key), "or")
    return gettext("%(unit)s can retreat to %(places)s.", unit=unit, places=where)


def is_wrong(remark: Remark) -> bool:
    """Tell whether a remark is about a fault; a unit without an order may hold on purpose."""
    return remark.concern is not Concern.NO_ORDER


def remark_words(remark: Remark) -> str:
    """Say what is wrong with a line of a sheet, or which unit has no order."""
    unit = unit_in_full(remark.unit) if remark.unit else ""
    why = reason_in_words(remark.reason, language()) if remark.reason else ""
    match remark.concern:
        case Concern.UNREADABLE:
            why = explain(remark.error, language()) if remark.error else ""
            return gettext("Line %(line)d, “%(text)s”: %(why)s", line=remark.line, text=remark.text, why=why)
        case Concern.FOREIGN:
            why = gettext("This unit belongs to another power.") if unit else gettext("Whose order is this?")
            return gettext("Line %(line)d, “%(text)s”: %(why)s", line=remark.line, text=remark.text, why=why)
        case Concern.IMPOSSIBLE:
            return gettext("Line %(line)d, “%(text)s”: %(why)s", line=remark.line, text=remark.text, why=why)
        case Concern.SEVERAL:
            return gettext("Line %(line)d: a second order for %(unit)s.", line=remark.line, unit=unit)
        case Concern.SURPLUS:
            return gettext(
                "Line %(line)d, “%(text)s”: too many. The first ones count.",
                line=remark.line,
                text=remark.text,
            )
        case Concern.NO_ORDER:
            return gettext("%(unit)s: no order", unit=unit)


def ending_words(game: OrdinaryGame) -> str:
    """Say how a game ended and who has won."""
    if game.ending is None:
        return ""
    names = [game.seat(number).name for number in game.ending.winners]
    winners = listed(names)
    if len(names) == 1:
        won = gettext("%(name)s has won.", name=winners)
    else:
        won = gettext("Shared by %(names)s.", names=winners)
    return f"{reason_words(game.ending.reason, game.terms.goal)} {won}"


def reason_words(reason: EndReason, goal: int) -> str:
    """Say why a game is over."""
    return {
        EndReason.CENTRES: gettext("%(num)d centres are reached.", num=goal),
        EndReason.UNITS: gettext("A side has %(num)d units on the board.", num=goal),
        EndReason.LAST_YEAR: gettext("The last year is over."),
        EndReason.TIME: gettext("The time agreed is over."),
        EndReason.CONSENT: gettext("All have agreed to end it."),
        EndReason.VOTE: gettext("The vote to end it was unanimous."),
        EndReason.STOPPED: gettext("The game master has ended it."),
    }[reason]


def event_words(event: GameEvent, game: OrdinaryGame) -> str:
    """Say what happened; game: before the event."""
    if event.kind is EventKind.VOTE:
        return _vote_words(event, game)
    words = {
        EventKind.LEFT: gettext("%(name)s leaves."),
        EventKind.RETURNED: gettext("%(name)s is back."),
        EventKind.REPLACED: gettext("%(new)s goes on for %(name)s."),
        EventKind.JOINED: gettext("%(new)s takes over %(power)s."),
        EventKind.CHOSE: gettext("%(name)s chooses %(places)s."),
        EventKind.GAVE_UP: gettext("%(name)s gives up %(places)s."),
        EventKind.NAMED_HOMES: gettext("Home centres of %(power)s: %(places)s."),
        EventKind.TOSSED: gettext("%(name)s wins the toss: Italy joins them in spring."),
        EventKind.SHARED: gettext("All agree to share the victory."),
        EventKind.TIME_UP: gettext("The time agreed is over."),
        EventKind.SHORTENED: gettext("The last year is now %(year)s."),
        EventKind.STOPPED: gettext("The game master has ended it."),
    }
    return words[event.kind] % {
        "name": game.seat(event.player).name if event.player else "",
        "new": event.name,
        "power": power_name(event.power) if event.power else "",
        "places": listed([place_label(code) for code in event.places]),
        "year": str(event.year),
    }


def _vote_words(event: GameEvent, game: OrdinaryGame) -> str:
    name = game.seat(event.player or 0).name
    match event.outcome:
        case VoteOutcome.VETOED:
            other = game.seat(event.vetoed_by).name if event.vetoed_by else ""
            return gettext("%(name)s asks for an end; %(other)s objects.", name=name, other=other)
        case VoteOutcome.AGREED:
            return gettext("%(name)s asks for an end; all agree.", name=name)
    return gettext("%(name)s asks for an end; not all agree.", name=name)


def seat_note(game: OrdinaryGame, seat: Seat) -> str:
    """Say since when somebody plays who came later, and for whom; empty for a player from the beginning."""
    if not seat.since and not seat.before:
        return ""
    years, is_autumn = divmod(seat.since, 2)
    words = gettext("since autumn %(year)s") if is_autumn else gettext("since spring %(year)s")
    since = words % {"year": game.terms.first_year + years}
    if not seat.before:
        return since
    return gettext("for %(name)s %(since)s", name=seat.before[-1].name, since=since)
