"""What is said of a duel whose time does not simply run."""

from collections.abc import Sequence

from clocks.times import Pause
from intimate.players import Player
from models import StoredDuel
from web.frame.translation import gettext, ngettext
from web.words.names import names_of
from web.words.times import exact


def said_of_time(stored: StoredDuel, reader: Player | None, *, is_out: bool) -> Sequence[str]:
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
        said += _of_coming(stored, reader)
    if times.pause:
        said.append(_of_pause(times.pause))
    said += [_of_leave(stored, reader, player) for player in times.away]
    if times.pause_offer:
        said.append(_of_offer(stored, reader, times.pause_offer))
    if reader in stored.awaited and not is_out:
        said += _of_misses(stored, reader)
    if is_out and not stored.stuck_at:
        said.append(gettext("Your time is up. What you had stored counts."))
    return said


def _of_pause(pause: Pause) -> str:
    until = exact(pause.until)
    if pause.by_arbiter:
        return gettext("The duel is paused by the arbiter, until %(moment)s at the latest.", moment=until)
    return gettext("The duel is paused, until %(moment)s at the latest.", moment=until)


def _of_coming(stored: StoredDuel, reader: Player | None) -> Sequence[str]:
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
            said.append(gettext("%(name)s is here.", name=names_of(stored)[player]))
    return said


def _of_leave(stored: StoredDuel, reader: Player | None, player: Player) -> str:
    until = exact(stored.times.away[player].until)
    if player is reader:
        return gettext("You are on leave, until %(moment)s at the latest.", moment=until)
    return gettext(
        "%(name)s is on leave, until %(moment)s at the latest.", name=names_of(stored)[player], moment=until
    )


def _of_misses(stored: StoredDuel, reader: Player | None) -> Sequence[str]:
    """Warn a player who has missed phases; nothing is said where there is nothing to warn of."""
    misses = stored.times.misses.get(reader, 0) if reader else 0
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


def _of_offer(stored: StoredDuel, reader: Player | None, player: Player) -> str:
    if player is reader:
        return gettext("You have offered a pause.")
    return gettext("%(name)s offers a pause.", name=names_of(stored)[player])
