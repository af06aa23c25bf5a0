"""An instant as an account reads it: in its zone, its language and its way to write the hour."""

from datetime import datetime

from babel.dates import format_datetime

from models import User
from services.telling.quiet import zone_of
from web.frame.translation import gettext
from web.words.times import locale

PATTERNS = {"24": "EEE d MMM, HH:mm", "12": "EEE d MMM, h:mm a"}


def moment_for(user: User, instant: datetime) -> str:
    """Write an instant for the owner of an account; where no zone of theirs is known, in UTC."""
    moment = instant.astimezone(zone_of(user))
    # English here is written as in Britain: both languages count the hours to 24.
    words = format_datetime(moment, PATTERNS.get(user.hours, PATTERNS["24"]), locale=locale())
    return words if user.zone else gettext("%(moment)s UTC", moment=words)
