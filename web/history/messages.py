"""Messages about duels: short and exact."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from threading import Lock
from typing import Any

from flask import url_for

from adjudicator import Phase, PhaseKind
from intimate.chapter import fates_of
from intimate.duel import WITHOUT_RESULT
from intimate.players import Player
from models import Message, StoredDuel
from models.notifications import ChannelKind
from services.history.chapters import Past, load_chapter
from services.notifications.outbox import STUCK
from services.notifications.senders import AttachedPicture
from services.refused import NotFound
from web.board import still
from web.board.standing import lawless_powers
from web.core.messages import MessageText, duel_of
from web.core.session import db, now
from web.core.translation import gettext, ngettext
from web.history.chapters import UnitRow, rows_by_power
from web.history.stills import WIDTH, painted_chapter, still_url
from web.history.summaries import summary_of
from web.words.chapters import ending_seen_by, phase_name
from web.words.names import names_of, power_name
from web.words.times import duration, moment_for

log = logging.getLogger(__name__)
DONE = frozenset({"pause_begun", "pause_over", "time_given"})
"""Acts about the clocks to which the other player need not respond."""
MAIL_WIDTH = 720
"""Pixels of a picture in a mail, which is shown 600 wide; it has less than 100 KB."""
PAINTING = Lock()
"""Lets one message at a time wait for the painter, which refuses too many at once."""


def say_duel(message: Message) -> MessageText:
    """Write a message about what happened in a duel, or what the player has to do."""
    stored = duel_of(message)
    player = Player(message.facts["player"])
    opponent = names_of(stored)[player.opponent]
    phase = Phase.parse(message.facts["phase"]) if message.facts["phase"] else None
    due = stored.times.due.get(player) if phase == stored.phase else None
    past = resolved_chapter(message, stored)
    return MessageText(
        subject_of(message, opponent, phase, due, stored.times.opens_until),
        lines_of(message, stored, opponent, due),
        url_for("duels.show", token=stored.token, _external=True),
        gettext("Open the duel"),
        stored.token,
        str(phase) if phase else None,
        due if player in stored.awaited else None,
        picture_of_chapter(message, stored, past, player),
        result_lines(past, names_of(stored), player) if past else (),
    )


def resolved_chapter(message: Message, stored: StoredDuel) -> Past | None:
    """Load the chapter that an e-mail describes; other channels only say that the phase is resolved."""
    is_mail = message.channel is not None and message.channel.kind == ChannelKind.MAIL
    if not (is_mail and message.facts.get("resolved")):
        return None
    with suppress(NotFound):
        return load_chapter(db(), stored, message.facts["chapter"])
    return None


def result_lines(past: Past, names: Mapping[Player, str], viewer: Player | None = None) -> Sequence[str]:
    """Say the result of a chapter: orders with their outcomes, power by power.

    viewer: the player who reads it in a mail, in which units that only stayed are counted.
    """
    kind = past.chapter.kind
    if not (kind and kind.takes_orders and past.before):
        return [summary_of(past, names, viewer)]
    rows = rows_by_power(
        fates_of(past.chapter, past.before),
        winter=kind is PhaseKind.ADJUSTMENTS,
        lawless=lawless_powers(past.before),
    )
    said = {
        power: words_of_power(of_power) if viewer else map(row_words, of_power)
        for power, of_power in rows.items()
    }
    colon, semicolon = gettext(":"), gettext("; ")
    return [f"{power_name(power)}{colon} {semicolon.join(words)}" for power, words in said.items()]


def words_of_power(rows: Sequence[UnitRow]) -> Iterator[str]:
    """Say the orders of a power with their outcomes, and how many of its units only stayed."""
    done = [row for row in rows if not is_idle(row)]
    yield from map(row_words, done)
    if len(done) < len(rows):
        yield ngettext("%(num)d unit had no order", "%(num)d units had no order", len(rows) - len(done))


def is_idle(row: UnitRow) -> bool:
    """Tell whether a unit had no order and stayed."""
    return row.outcome == gettext("stayed")


def row_words(row: UnitRow) -> str:
    """Write a unit's order and its outcome in a few words."""
    what = f"{row.unit} {row.order}" if row.unit != "–" else row.order
    became = row.reason or ("" if is_idle(row) else row.outcome)
    return f"{what} ({became})" if became else what


def say_stuck(message: Message) -> MessageText:
    """Say that a duel could not be resolved."""
    stored = duel_of(message)
    names = {player.value: name for player, name in names_of(stored).items()}
    return MessageText(
        gettext("A duel is stuck: %(first)s – %(second)s", **names),
        (gettext("The site could not resolve the phase. What was saved is kept, and nobody loses time."),),
        url_for("duels.show", token=stored.token, _external=True),
        gettext("Open the duel"),
        stored.token,
    )


def subject_of(
    message: Message,
    opponent: str,
    phase: Phase | None,
    due: datetime | None,
    opens_until: datetime | None = None,
) -> str:
    """Name the event in one line; opens_until: for a live duel that has not begun."""
    match message.kind:
        case "turn" if opens_until:
            return gettext("Your live duel against %(name)s is starting", name=opponent)
        case "turn" if phase:
            return gettext(
                "Your turn: duel against %(name)s (%(phase)s)", name=opponent, phase=phase_name(phase)
            )
        case "reminder" if phase and due:
            return gettext(
                "%(time)s left: duel against %(name)s (%(phase)s)",
                time=time_left(due),
                name=opponent,
                phase=phase_name(phase),
            )
        case "offer":
            return offer_words(message.facts["event"], opponent)
        case "resolved" if phase:
            resolved = phase_name(Phase.parse(message.facts["resolved"]))
            return gettext("Resolved: %(phase)s in the duel against %(name)s", phase=resolved, name=opponent)
    return end_subject(duel_of(message), Player(message.facts["player"]), opponent)


def end_subject(stored: StoredDuel, player: Player, opponent: str) -> str:
    """Say who won a duel, in one line for one of its players."""
    if stored.winner is not None:
        if stored.winner is player:
            return gettext("You won the duel against %(name)s", name=opponent)
        return gettext("You lost the duel against %(name)s", name=opponent)
    if stored.reason in WITHOUT_RESULT:
        return gettext("The duel against %(name)s is over", name=opponent)
    return gettext("The duel against %(name)s is a draw", name=opponent)


def offer_words(event: str, opponent: str) -> str:
    """Say what the opponent offers, claims or gives."""
    words = {
        "draw_offered": gettext("%(name)s offers you a draw", name=opponent),
        "stalemate_claimed": gettext("%(name)s claims a stalemate", name=opponent),
        "end_asked": gettext("%(name)s asks to end the duel early", name=opponent),
        "pause_offered": gettext("%(name)s offers a pause", name=opponent),
        "pause_begun": gettext("%(name)s agrees: the duel is paused", name=opponent),
        "pause_over": gettext("%(name)s has ended the pause", name=opponent),
        "time_given": gettext("%(name)s gives you more time", name=opponent),
    }
    return words[event]


def lines_of(message: Message, stored: StoredDuel, opponent: str, due: datetime | None) -> Sequence[str]:
    """Say what happened, and the deadline of the next step."""
    facts = message.facts
    if facts["phase"] is None:
        return (ending_seen_by(stored, Player(facts["player"])),)
    lines = []
    if message.kind == "turn" and stored.times.opens_until:
        moment = moment_for(message.user, stored.times.opens_until)
        come = gettext(
            "Say on the page of the duel that you are here, by %(moment)s at the latest.", moment=moment
        )
        return (*([begun_words(facts, opponent)] if "begun_by" in facts else []), come)
    if message.kind == "turn" and "chapter" not in facts:
        lines.append(begun_words(facts, opponent))
    if message.kind in {"turn", "resolved"} and facts.get("resolved"):
        resolved, awaited = (phase_name(Phase.parse(facts[name])) for name in ("resolved", "phase"))
        lines.append(
            gettext("%(resolved)s: phase over. Next: %(awaited)s.", resolved=resolved, awaited=awaited)
        )
    if message.kind == "offer" and facts["event"] not in DONE:
        lines.append(gettext("Answer on the page of the duel."))
    if message.kind == "reminder":
        lines.append(gettext("You are not done yet. What is saved at the deadline counts."))
    if due and not stored.times.pause and (message.kind != "offer" or facts["event"] in DONE):
        moment = moment_for(message.user, due)
        lines.append(
            gettext("You have until %(moment)s (%(time)s left).", moment=moment, time=time_left(due))
        )
    return lines


def begun_words(facts: Mapping[str, Any], opponent: str) -> str:
    """Say that a duel has begun, and by what."""
    words = {
        "match": gettext("The second duel of your match against %(name)s has begun.", name=opponent),
        "seek": gettext("Your search has found an opponent: %(name)s.", name=opponent),
    }
    usual = gettext("Your duel against %(name)s has begun.", name=opponent)
    return words.get(facts.get("begun_by", ""), usual)


def time_left(due: datetime) -> str:
    """Write the time until a deadline."""
    return duration(int((due - now()).total_seconds()))


def picture_of_chapter(
    message: Message, stored: StoredDuel, past: Past | None, viewer: Player
) -> AttachedPicture | None:
    """Paint a resolved chapter; None without orders, if it may not be shown, or without time to paint.

    A private duel is shown only in e-mails to its players. past: the chapter, for an e-mail, which gets a
    smaller picture with a description.
    """
    kind = message.channel.kind if message.channel else ""
    resolved = message.facts.get("resolved")
    if not resolved or not (past or (kind == "discord" and stored.public)):
        return None
    phase, ordinal = Phase.parse(resolved), message.facts["chapter"]
    if not phase.kind.takes_orders or message.in_rush:
        return None
    try:
        with PAINTING:
            png = painted_chapter(stored, ordinal, MAIL_WIDTH if past else WIDTH)
    except (still.PainterBusy, still.PaintingFailed):
        log.warning("message %d goes without its picture", message.id)
        return None
    words = gettext("The board: %(phase)s with all orders", phase=phase_name(phase))
    if past:
        words = f"{words}. {summary_of(past, names_of(stored), viewer)}"
    return AttachedPicture(png, words, still_url(stored, ordinal) if stored.public else None)


WORDS = {**dict.fromkeys(("turn", "reminder", "resolved", "ended", "offer"), say_duel), STUCK: say_stuck}
"""The function for the text of each message about a duel."""
