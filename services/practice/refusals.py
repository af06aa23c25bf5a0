"""What practice refuses, by code."""

from enum import StrEnum

from services.refused import Refused


class PracticeRefusal(StrEnum):
    """Why no practice duel begins."""

    TOO_MANY_RUNNING = "too_many_running"
    """The value `most` is how many the account may have."""
    TOO_MANY_TODAY = "too_many_today"
    TOO_MANY_GUESTS = "too_many_guests"
    TOO_MANY_NEARBY = "too_many_nearby"
    """Too many guests have begun from one address within an hour."""


class PracticeRefused(Refused):
    """No practice duel begins."""
