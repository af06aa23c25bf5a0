"""The hidden fields of the forms of a duel: the phase that they were made for, the entry that was shown."""

from datetime import UTC, datetime

from flask import request

from adjudicator import Phase, PhaseError
from services.duels.entering import Seen
from services.duels.events import ChangedMeanwhile
from services.duels.tables import PhaseOver


def phase_of_form() -> Phase:
    """Read the phase that the form was made for; raises PhaseOver."""
    try:
        return Phase.parse(request.form.get("phase", ""))
    except PhaseError as error:
        raise PhaseOver from error


def phase_seen() -> Phase:
    """Read the phase that a player saw awaited as they decided; raises ChangedMeanwhile."""
    try:
        return phase_of_form()
    except PhaseOver as error:
        raise ChangedMeanwhile from error


def seen_in_form() -> Seen | None:
    """Read which entry the page showed; None where the form does not say."""
    seen = request.form.get("seen")
    if not seen:
        return None if seen is None else Seen(None)
    try:
        return Seen(datetime.fromisoformat(seen))
    except ValueError:
        return Seen(datetime.min.replace(tzinfo=UTC))  # no entry was ever stored then
