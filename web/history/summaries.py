"""What happened in a chapter, in a few sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator import Flag, PhaseKind, Power, Province, Unit
from intimate.auction import Auction
from intimate.chapter import Chapter, Fate, fates_of
from intimate.duel import Ending
from intimate.players import Player
from services.history.chapters import Past
from web.core.translation import gettext
from web.duels.stalemates import past_words
from web.words.chapters import chapter_name, ending_seen_by, player_event_words, ruling_words
from web.words.names import by_name, definite_name, power_name
from web.words.orders import is_destroyed, order_words, place_label, unit_label
from web.words.times import listed

Names = Mapping[Player, str]


class Ended(NamedTuple):
    """A duel at its end, as `ending` takes it."""

    winner: Player | None
    reason: Ending | None
    names: Names


def title_of(past: Past, names: Names) -> str:
    """The name of a chapter; for an event with the player's name."""
    event, name = past.chapter.event, chapter_name(past)
    colon = gettext(":")
    return f"{names[event.player]}{colon} {name}" if event and event.player else name


def summary_of(past: Past, names: Names, viewer: Player | None = None) -> str:
    """Say the result of a chapter, and how the duel ended if it did; viewer: the player who reads it."""
    sentences = [*_sentences(past, names, viewer), *past_words(names, past.chapter, past.before)]
    result = past.chapter.after.result
    if result:
        sentences.append(ending_seen_by(Ended(result.winner, result.reason, names), viewer))
    event = past.chapter.event
    if not sentences and event and event.player:
        return player_event_words(event.kind, names[event.player])
    return " ".join(sentences) or title_of(past, names)


def _sentences(past: Past, names: Names, viewer: Player | None) -> Iterator[str]:
    kind, event = past.chapter.kind, past.chapter.event
    if event and event.ruling:
        yield ruling_words(event, names, past.chapter.after.phase)
        yield gettext("Reason: %(reason)s", reason=event.ruling.reason)
    if kind is PhaseKind.HOMES:
        yield from _homes(past, names, viewer)
    elif kind is PhaseKind.AUCTION:
        yield from _auction(past, names, viewer)
    elif kind is not None:
        yield from _orders(past)
    coin = coin_words(past.chapter, names)
    if coin:
        yield coin


def _homes(past: Past, names: Names, viewer: Player | None) -> Iterator[str]:
    for player, home in past.chapter.after.homes.items():
        power = definite_name(home)
        if player is viewer:
            yield gettext("You play %(power)s.", power=power)
        else:
            yield gettext("%(name)s plays %(power)s.", name=names[player], power=power)


def coin_words(chapter: Chapter, names: Names) -> str:
    """Say which player a neutral power joins by a coin tossed in a chapter; empty without a coin."""
    winner, sides = chapter.draws.coin, chapter.after.rules.sides
    if not winner or not sides:
        return ""
    return gettext(
        "A coin was tossed: %(power)s joins %(name)s from the spring of %(year)d.",
        power=definite_name(sides.neutral),
        name=names[winner],
        year=sides.year + 1,
    )


def _auction(past: Past, names: Names, viewer: Player | None) -> Iterator[str]:
    auction = past.chapter.auction
    if auction is None:
        return
    for player, name in names.items():
        if player in auction.overbid:
            is_own = player is viewer
            yield gettext("You are overbid.") if is_own else gettext("%(name)s is overbid.", name=name)
        hired = [power for power, commander in auction.control.items() if commander is player]
        powers = listed(map(definite_name, by_name(hired)))
        if hired and player is viewer:
            yield gettext("You command %(powers)s.", powers=powers)
        elif hired:
            yield gettext("%(name)s commands %(powers)s.", name=name, powers=powers)
    lawless = [power for power in past.chapter.after.mercenaries if power not in auction.control]
    if lawless:
        yield gettext("In anarchy: %(powers)s.", powers=listed(map(power_name, by_name(lawless))))


def verdict_of(auction: Auction, names: Names, viewer: Player | None, *, halves_all: bool) -> str:
    """Say the result of an auction, for its viewer; halves_all: an heir pays half of every bid."""
    if len(auction.overbid) == len(Player):
        return gettext("Both bid more than they had, and lose it all.")
    sentences = [_lost(player, auction, names, viewer) for player in auction.overbid]
    is_half = bool(auction.overbid) and halves_all
    for player in Player:
        hired = [power for power, commander in auction.control.items() if commander is player]
        if hired or not auction.overbid:
            sentences.append(_hires(player, hired, names, viewer, is_half=is_half))
    return " ".join(sentences)


def _lost(player: Player, auction: Auction, names: Names, viewer: Player | None) -> str:
    """Say that a player is overbid; what they pay is their whole reserve."""
    reserve = auction.paid[player]
    if player is viewer:
        return gettext("You bid more than %(reserve)d and lose it all.", reserve=reserve)
    return gettext(
        "%(name)s bid more than %(reserve)d and loses it all.", name=names[player], reserve=reserve
    )


def _hires(
    player: Player, hired: Sequence[Power], names: Names, viewer: Player | None, *, is_half: bool
) -> str:
    powers, name = listed(map(definite_name, by_name(hired))), names[player]
    if player is viewer:
        if is_half:
            return gettext("You hire %(powers)s at half price.", powers=powers)
        return gettext("You hire %(powers)s.", powers=powers) if hired else gettext("You hire nobody.")
    if is_half:
        return gettext("%(name)s hires %(powers)s at half price.", name=name, powers=powers)
    if hired:
        return gettext("%(name)s hires %(powers)s.", name=name, powers=powers)
    return gettext("%(name)s hires nobody.", name=name)


def _orders(past: Past) -> Iterator[str]:
    fates = fates_of(past.chapter, past.before or past.chapter.after)
    yield from _carried_out(past, fates)
    destroyed = [fate for fate in fates if is_destroyed(fate.outcome.flags)]
    yield from _named(gettext("Dislodged: %(units)s."), fates, destroyed, Flag.DISLODGED)
    yield from _named(gettext("Destroyed: %(units)s."), destroyed, (), Flag.DISLODGED)
    yield from _named(gettext("Disbanded: %(units)s."), fates, destroyed, Flag.DISBAND)
    yield from _conquests(past)


def _named(words: str, fates: Sequence[Fate], but: Sequence[Fate], flag: Flag) -> Iterator[str]:
    """Name the units of those fates that have a flag, in a sentence; nothing if there are none."""
    units = [fate.ordered for fate in fates if flag in fate.outcome.flags and fate not in but]
    if units:
        yield words % {"units": listed(unit_label(unit) for unit in units if isinstance(unit, Unit))}


def _carried_out(past: Past, fates: list[Fate]) -> Iterator[str]:
    """Say orders of winter and of retreats one by one; for moves, how many succeeded."""
    ordered = [fate for fate in fates if fate.order is not None]
    done = [fate for fate in ordered if fate.outcome.succeeded]
    if past.chapter.kind is PhaseKind.MOVEMENT:
        yield gettext("Orders carried out: %(done)d of %(all)d.", done=len(done), all=len(ordered))
    elif done:
        winter = past.chapter.kind is PhaseKind.ADJUSTMENTS
        yield f"{listed(order_words(fate.order, winter=winter) for fate in done if fate.order)}."


def _conquests(past: Past) -> Iterator[str]:
    return conquests(past.before.position.owners if past.before else {}, past.chapter.after.position.owners)


def conquests(owners: Mapping[Province, Power], after: Mapping[Province, Power]) -> Iterator[str]:
    """Say which centres each power has gained, by comparing the owners before and after."""
    taken: dict[Power, list[str]] = {}
    for province, power in after.items():
        if owners.get(province) != power:
            taken.setdefault(power, []).append(place_label(province))
    for power in by_name(taken):
        yield gettext("%(power)s gains %(centres)s.", power=power_name(power), centres=listed(taken[power]))
