"""An instant as an account reads it: in its zone, its language and its way to write the hour."""

from datetime import datetime

from models import User
from web.words.exact import exact_in
from web.words.times import locale_of


def moment_for(user: User, instant: datetime) -> str:
    """Write an instant for the owner of an account; where no zone of theirs is known, in UTC."""
    return exact_in(instant, user.zone, user.hours, locale_of(user.language))
