"""What the desk and reports refuse, by code."""

from enum import StrEnum

from services.refused import Refused


class ModerationRefusal(StrEnum):
    """Why something cannot be reported, decided or answered."""

    REASON_MISSING = "reason_missing"
    REASON_TOO_LONG = "reason_too_long"
    PARTIAL = "partial"
    """They decide about themselves, or about their opponent in a running duel."""
    TEXT_MISSING = "text_missing"
    TEXT_TOO_LONG = "text_too_long"
    OWN_REPORT = "own_report"
    TOO_MANY_OPEN = "too_many_open"
    TOO_MANY_TODAY = "too_many_today"
    ANSWERED = "answered"
    MODERATOR = "moderator"
    """Only a command closes the account of a moderator."""
    CLOSED_ALREADY = "closed_already"
    NOT_CLOSED = "not_closed"


class ModerationRefused(Refused):
    """Something cannot be reported, decided or answered."""
