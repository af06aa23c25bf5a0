"""A stalemate to come, in words: what prevents it, and how close it is."""

from collections.abc import Iterable, Mapping, Sequence

from intimate.chapter import Chapter
from intimate.duel import Duel, Ending
from intimate.events import EventKind
from intimate.players import Player
from intimate.rules import LimitCounts
from intimate.stalemate import Countdown, Remnant
from intimate.view import View
from web.core.translation import gettext, ngettext
from web.words.names import by_name, power_name
from web.words.numbers import collation_key
from web.words.orders import place_label, unit_label
from web.words.times import listed

Names = Mapping[Player, str]


def missing_in_words(remnants: Iterable[Remnant]) -> Sequence[str]:
    """Say which units and centres each remaining mercenary has."""
    found = {remnant.power: remnant for remnant in remnants}
    return [_missing(found[power]) for power in by_name(found)]


def _missing(remnant: Remnant) -> str:
    units = listed(sorted(map(unit_label, remnant.units), key=collation_key))
    centres = listed(sorted(map(place_label, remnant.centres), key=collation_key))
    power = power_name(remnant.power)
    if not remnant.centres:
        return gettext("%(power)s still has %(units)s.", power=power, units=units)
    if not remnant.units:
        return gettext("%(power)s still owns %(centres)s.", power=power, centres=centres)
    return gettext(
        "%(power)s still has %(units)s and owns %(centres)s.", power=power, units=units, centres=centres
    )


def countdown_words(names: Names, duel: Duel) -> Sequence[str]:
    """Say how close a stalemate by years is, and its result; nothing if none can be claimed."""
    countdown = View(duel, None).countdown
    if countdown is None:
        return ()
    said = [
        *_claims(names, duel, countdown),
        *_quiet(countdown),
        *_until(duel, countdown),
        outcome(names, duel, countdown),
    ]
    if countdown.runs:
        said.append(gettext("A claim lapses when a supply centre changes owner. It touches no deadline."))
    return said


def _claims(names: Names, duel: Duel, countdown: Countdown) -> Sequence[str]:
    if len(countdown.claims) == len(Player):
        return [gettext("Both players claim a stalemate. The duel ends as soon as one agrees.")]
    if countdown.claims:
        return [gettext("%(name)s claims a stalemate.", name=names[player]) for player in countdown.claims]
    if sides := duel.rules.sides:
        joined = power_name(sides.neutral)
        return [gettext("%(power)s has joined a side: a stalemate can be claimed.", power=joined)]
    return [gettext("All mercenaries are gone: a stalemate can be claimed.")]


def _quiet(countdown: Countdown) -> Sequence[str]:
    """Say how many autumns count; nothing if none is needed."""
    if not countdown.needed:
        return ()
    if not countdown.quiet:
        return [gettext("No autumn counts yet: one counts when no supply centre changes owner in it.")]
    words = ngettext(
        "No supply centre has changed owner for %(num)d autumn.",
        "No supply centre has changed owner for %(num)d autumns.",
        countdown.quiet,
    )
    return [words]


def _until(duel: Duel, countdown: Countdown) -> Sequence[str]:
    """Say when a claim is granted automatically, or the last year if that comes before."""
    if countdown.until is None:
        return [gettext("A claim ends the duel at once.")]
    if countdown.year_limit is not None:
        words = gettext(
            "It would take until autumn %(year)d, but the duel ends with %(limit)d.",
            year=countdown.until,
            limit=countdown.year_limit,
        )
        by_units = duel.rules.limit_counts is LimitCounts.UNITS
        return [words, gettext("More units win then.") if by_units else gettext("More centres win then.")]
    if countdown.runs:
        return [
            gettext("If that stays so through autumn %(year)d, the duel ends then.", year=countdown.until)
        ]
    return [
        gettext(
            "If that stays so through autumn %(year)d, a claim is granted then by itself.",
            year=countdown.until,
        )
    ]


def outcome(names: Names, duel: Duel, countdown: Countdown) -> str:
    """Say how many centres the home powers own, or the sides, and who would win by them."""
    owners = {player: power_name(home) for player, home in duel.homes.items()} or names
    counts = " · ".join(
        ngettext("%(power)s %(num)d centre", "%(power)s %(num)d centres", number, power=owners[player])
        for player, number in countdown.counts.items()
    )
    if countdown.winner is None:
        return gettext("As it stands (%(counts)s), it would be a draw.", counts=counts)
    name = names[countdown.winner]
    if countdown.by_credits:
        return gettext(
            "As it stands (%(counts)s), %(name)s would win by the larger reserve.", counts=counts, name=name
        )
    return gettext("As it stands (%(counts)s), %(name)s would win.", counts=counts, name=name)


def past_words(names: Names, chapter: Chapter, before: Duel | None) -> Sequence[str]:
    """Say what a past chapter meant for a stalemate: claimed, withdrawn, lapsed, or granted by years."""
    after, kind = chapter.after, chapter.event.kind if chapter.event else None
    if kind is EventKind.STALEMATE_CLAIMED:
        return countdown_words(names, after)
    if kind is EventKind.STALEMATE_WITHDRAWN:
        return [gettext("This claim stands no more.")]
    if chapter.phase is None or before is None or not before.claims:
        return ()
    if after.result and after.result.reason is Ending.STALEMATE:
        return [_come_by_years(after.quiet_autumns)]
    if after.claims or after.result:
        return ()
    return [gettext("A supply centre has changed owner: the claim of a stalemate has lapsed.")]


def _come_by_years(autumns: int) -> str:
    return ngettext(
        "No supply centre has changed owner for %(num)d autumn: the stalemate that was claimed is granted.",
        "No supply centre has changed owner for %(num)d autumns: the stalemate that was claimed is granted.",
        autumns,
    )


def countdown_mark(countdown: Countdown) -> str:
    """Say in the bar how many of the necessary autumns have passed."""
    return gettext(
        "stalemate: %(quiet)d of %(needed)d autumns",
        quiet=min(countdown.quiet, countdown.needed),
        needed=countdown.needed,
    )
