"""What cannot be done on a ladder."""

from enum import StrEnum

from services.refused import Refused


class LadderRefusal(StrEnum):
    """Why something cannot be done on a ladder."""

    CLOSED = "closed"
    FOR_BOTS = "for_bots"
    FOR_PEOPLE = "for_people"
    NOT_ON_LADDER = "not_on_ladder"
    THEY_LEFT = "they_left"
    OUT_OF_REACH = "out_of_reach"
    YOU_ARE_AWAY = "you_are_away"
    THEY_ARE_AWAY = "they_are_away"
    CHALLENGING_ALREADY = "challenging_already"
    CHALLENGED_ALREADY = "challenged_already"
    TOO_SOON = "too_soon"
    SETTLED = "settled"
    CHALLENGE_WAITS = "challenge_waits"
    TOO_MANY_DAYS = "too_many_days"


class LadderRefused(Refused):
    """Something cannot be done on a ladder. TOO_SOON has `after`, TOO_MANY_DAYS the days `left`."""
