"""What messages say about duels and challenges: short, and exact."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from threading import Lock
from typing import Any

from flask import url_for

from adjudicator import Phase
from intimate.players import Player
from models import Challenge, Message, StoredDuel
from services.challenges.challenges import terms, with_players
from services.duels.tables import with_players as duels_with_players
from services.telling.duels import ANSWERED, CALLED, RULED, STUCK
from services.telling.sending import Picture
from web.board import still
from web.frame.session import db, now
from web.frame.translation import gettext
from web.history.pictures import painted_chapter, still_url
from web.telling.arbiters import say_answer, say_call, say_ruling
from web.telling.kinds import kind_names
from web.telling.ladders import say_ladder
from web.telling.moments import moment_for
from web.telling.said import Said
from web.words.chapters import ending
from web.words.clocks import clock_summary
from web.words.names import names_of
from web.words.phases import phase_name
from web.words.presets import preset_name
from web.words.times import duration, listed

log = logging.getLogger(__name__)
DONE = frozenset({"pause_begun", "pause_over", "time_given"})
"""What a player has done about the time and the other one need not answer."""
PAINTING = Lock()
"""One message waits for the painter, and others for that one: the painter turns away who comes with many."""


def say_duel(message: Message) -> Said:
    """Say what happened in a duel, or what is to be done in it."""
    stored = db().scalars(duels_with_players().where(StoredDuel.id == message.duel_id)).one()
    unasked = UNASKED.get(message.facts.get("event") or "")
    if unasked:
        return unasked(message, stored)
    player = Player(message.facts["player"])
    opponent = names_of(stored)[player.opponent]
    phase = Phase.parse(message.facts["phase"]) if message.facts["phase"] else None
    due = stored.times.due.get(player) if phase == stored.phase else None
    return Said(
        subject_of(message, opponent, phase, due, stored.times.opens_until),
        lines_of(message, stored, opponent, due),
        url_for("duels.show", token=stored.token, _external=True),
        gettext("Open the duel"),
        stored.token,
        str(phase) if phase else None,
        due if player in stored.awaited else None,
        picture_of_chapter(message, stored),
    )


def say_stuck(_: Message, stored: StoredDuel) -> Said:
    """Say that a duel could not be resolved."""
    names = {player.value: name for player, name in names_of(stored).items()}
    return Said(
        gettext("A duel is stuck: %(first)s – %(second)s", **names),
        (gettext("The site failed to resolve the phase. What was stored is kept, and nobody loses time."),),
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
    """Name what happened in one line; opens_until: of a live duel that has not begun."""
    match message.kind:
        case "turn" if opens_until:
            return gettext("Come: a live duel against %(name)s", name=opponent)
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
    return gettext("The duel against %(name)s is over", name=opponent)


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
    """Say what happened, and until when something is to be done."""
    facts = message.facts
    if facts["phase"] is None:
        return (ending(stored),)
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
            gettext("%(resolved)s is resolved. Next: %(awaited)s.", resolved=resolved, awaited=awaited)
        )
    if message.kind == "offer" and facts["event"] not in DONE:
        lines.append(gettext("Answer on the page of the duel."))
    if message.kind == "reminder":
        lines.append(gettext("You have not handed in yet. What is stored at the deadline counts."))
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


def picture_of_chapter(message: Message, stored: StoredDuel) -> Picture | None:
    """Paint what was resolved; None where it is no orders, not to be shown, or cannot be painted now.

    A private duel is shown in mail to its players alone.
    """
    kind = message.channel.kind if message.channel else ""
    resolved = message.facts.get("resolved")
    if not resolved or not (kind == "mail" or (kind == "discord" and stored.public)):
        return None
    phase, ordinal = Phase.parse(resolved), message.facts["chapter"]
    if not phase.kind.takes_orders:
        return None
    try:
        with PAINTING:
            png = painted_chapter(stored, ordinal)
    except (still.Busy, still.PaintingFailed):
        log.warning("message %d goes without its picture", message.id)
        return None
    words = gettext("The board: %(phase)s with all orders", phase=phase_name(phase))
    return Picture(png, words, still_url(stored, ordinal) if stored.public else None)


def say_challenge(message: Message) -> Said:
    """Say who challenges whom, and what became of it."""
    if "ladder" in message.facts:
        return say_ladder(message)
    query = with_players().where(Challenge.token == message.facts["challenge"])
    challenge = db().scalars(query).one()
    opponent = challenge.opponent.name if challenge.opponent else ""
    subjects = {
        "made": gettext("%(name)s challenges you to a duel", name=challenge.challenger.name),
        "declined": gettext("%(name)s has declined your challenge", name=opponent),
        "expired": gettext("%(name)s has not answered your challenge", name=opponent),
    }
    subject = subjects[message.facts["what"]]
    agreed = terms(challenge)
    lines = (
        gettext(
            "Rules: %(rules)s. Time: %(clock)s.",
            rules=preset_name(agreed.preset),
            clock=clock_summary(agreed.clock),
        ),
    )
    address = url_for("challenges.show", token=challenge.token, _external=True)
    return Said(subject, lines, address, gettext("See the challenge"))


def say_test(message: Message) -> Said:
    """Say that a channel works, and what goes by it."""
    names = kind_names()
    wanted = [names[kind] for kind in message.channel.kinds] if message.channel else []
    lines = [gettext("This is the message that you asked for: it works.")]
    if wanted:
        lines.append(gettext("You will be told here: %(kinds)s.", kinds=listed(wanted, "unit")))
    address = url_for("telling.index", _external=True)
    return Said(gettext("A test of Intimate Diplomacy"), lines, address, gettext("How you are told"))


UNASKED = {STUCK: say_stuck, RULED: say_ruling, CALLED: say_call, ANSWERED: say_answer}
"""What is said on each channel that wants anything, by the event."""
