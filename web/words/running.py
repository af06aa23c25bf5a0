"""What is said of a duel whose time does not simply run."""

from collections.abc import Callable, Mapping, Sequence

from clocks.times import Pause
from intimate.players import Player
from models import StoredDuel
from web.frame.translation import gettext, ngettext
from web.words.times import exact

Names = Callable[[], Mapping[Player, str]]
"""The names of both players, asked for only where somebody is named."""


def said_of_time(stored: StoredDuel, reader: Player | None, names: Names, *, is_out: bool) -> Sequence[str]:
    """Say why time stands still, who is away, and what has been offered; is_out: the reader's time is up."""
    if stored.phase is None:
        return ()
    times, said = stored.times, []
    if stored.stuck_at:
        said.append(
            gettext(
                "This duel is stuck: the site failed to resolve the phase. Its keeper is told. What you "
                "stored is kept, and you lose no time."
            )
        )
    if times.opens_until:
        said += _of_coming(stored, reader, names)
    if times.pause:
        said.append(_of_pause(times.pause))
    said += [_of_leave(stored, reader, player, names) for player in times.away]
    if times.pause_offer:
        said.append(_of_offer(times.pause_offer, reader, names))
    for player in sorted(stored.awaited):
        if player is not reader:
            said += _of_misses_of_another(stored, player, names)
        elif not is_out:
            said += _of_misses(stored, player)
    said += [_of_time_given(player, reader, names) for player in sorted(times.granted)]
    if is_out and not stored.stuck_at:
        said.append(gettext("Your time is up. What you had stored counts."))
    return said


def _of_pause(pause: Pause) -> str:
    until = exact(pause.until)
    if pause.by_arbiter:
        return gettext("The duel is paused by the arbiter, until %(moment)s at the latest.", moment=until)
    return gettext("The duel is paused, until %(moment)s at the latest.", moment=until)


def _of_coming(stored: StoredDuel, reader: Player | None, names: Names) -> Sequence[str]:
    opens_until = stored.times.opens_until
    assert opens_until is not None  # noqa: S101  # asked before
    said = [
        gettext(
            "A live duel begins once both players have said that they are here. If not both have by "
            "%(moment)s, it lapses.",
            moment=exact(opens_until),
        )
    ]
    for player in stored.times.here:
        if player is reader:
            said.append(gettext("You are here. Your opponent has not said so yet."))
        else:
            said.append(gettext("%(name)s is here.", name=names()[player]))
    return said


def _of_leave(stored: StoredDuel, reader: Player | None, player: Player, names: Names) -> str:
    until = exact(stored.times.away[player].until)
    if player is reader:
        return gettext("You are on leave, until %(moment)s at the latest.", moment=until)
    return gettext(
        "%(name)s is on leave, until %(moment)s at the latest.", name=names()[player], moment=until
    )


def _of_misses(stored: StoredDuel, reader: Player) -> Sequence[str]:
    """Warn a player who has missed phases; nothing is said where there is nothing to warn of."""
    misses = stored.times.misses.get(reader, 0)
    if not misses:
        return ()
    missed = ngettext(
        "You stored nothing in the last phase that awaited you.",
        "You stored nothing in the last %(num)d phases that awaited you.",
        misses,
    )
    left = stored.clock.misses - misses
    warning = ngettext(
        "If you store nothing in this one, you lose the duel.",
        "If you store nothing in %(num)d more, you lose the duel.",
        left,
    )
    return (f"{missed} {warning}",)


def _of_misses_of_another(stored: StoredDuel, player: Player, names: Names) -> Sequence[str]:
    """Say that somebody else has missed phases: it is why they may be given more time."""
    misses = stored.times.misses.get(player, 0)
    if not misses:
        return ()
    name = names()[player]
    missed = ngettext(
        "%(name)s stored nothing in the last phase that awaited them.",
        "%(name)s stored nothing in the last %(num)d phases that awaited them.",
        misses,
        name=name,
    )
    warning = ngettext(
        "If nothing comes in this one, %(name)s loses the duel.",
        "If nothing comes in %(num)d more, %(name)s loses the duel.",
        stored.clock.misses - misses,
        name=name,
    )
    return (f"{missed} {warning}",)


def _of_time_given(player: Player, reader: Player | None, names: Names) -> str:
    """Say who has given a player the time of this phase once more."""
    giver, name = names()[player.opponent], names()[player]
    if player is reader:
        return gettext("%(name)s has given you more time in this phase.", name=giver)
    if player.opponent is reader:
        return gettext("You have given %(name)s more time in this phase.", name=name)
    return gettext("%(giver)s has given %(name)s more time in this phase.", giver=giver, name=name)


def _of_offer(player: Player, reader: Player | None, names: Names) -> str:
    if player is reader:
        return gettext("You have offered a pause.")
    return gettext("%(name)s offers a pause.", name=names()[player])
