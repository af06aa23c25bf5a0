"""The phrasebook: phrases with codes, shown to each player in their own language."""

from collections.abc import Mapping, Sequence
from enum import StrEnum


class Topic(StrEnum):
    """What a phrase is for."""

    GREETINGS = "greetings"
    PROPOSALS = "proposals"
    ANSWERS = "answers"
    REMARKS = "remarks"


class Phrase(StrEnum):
    """A phrase; its code is stored and never changed."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    NEW_HERE = "new_here"
    THANKS = "thanks"
    YOU_TOO = "you_too"
    BACK_SOON = "back_soon"
    GOOD_NIGHT = "good_night"
    GOODBYE = "goodbye"

    DRAW = "draw"
    STALEMATE = "stalemate"
    PAUSE = "pause"
    MORE_TIME = "more_time"
    SLOWER = "slower"
    FASTER = "faster"
    LIVE = "live"
    REMATCH = "rematch"
    EXCHANGED = "exchanged"
    OTHER_RULES = "other_rules"
    REVIEW = "review"
    PHRASES_PLEASE = "phrases_please"

    YES = "yes"
    NO = "no"
    WITH_PLEASURE = "with_pleasure"
    MAYBE_LATER = "maybe_later"
    NOT_YET = "not_yet"
    AGREED = "agreed"
    TAKE_YOUR_TIME = "take_your_time"
    SORRY = "sorry"
    NO_MATTER = "no_matter"

    WELL_PLAYED = "well_played"
    WELL_BID = "well_bid"
    NICE_MOVE = "nice_move"
    BOLD = "bold"
    SURPRISED = "surprised"
    OVERBID = "overbid"
    MISTAKE = "mistake"
    CLOSE = "close"
    LUCKY = "lucky"
    UNLUCKY = "unlucky"
    LEARNED = "learned"
    GOOD_DUEL = "good_duel"
    DESERVED = "deserved"


PHRASES: Mapping[Topic, Sequence[Phrase]] = {
    Topic.GREETINGS: (
        Phrase.HELLO,
        Phrase.GOOD_LUCK,
        Phrase.NEW_HERE,
        Phrase.THANKS,
        Phrase.YOU_TOO,
        Phrase.BACK_SOON,
        Phrase.GOOD_NIGHT,
        Phrase.GOODBYE,
    ),
    Topic.PROPOSALS: (
        Phrase.DRAW,
        Phrase.STALEMATE,
        Phrase.PAUSE,
        Phrase.MORE_TIME,
        Phrase.SLOWER,
        Phrase.FASTER,
        Phrase.LIVE,
        Phrase.REMATCH,
        Phrase.EXCHANGED,
        Phrase.OTHER_RULES,
        Phrase.REVIEW,
        Phrase.PHRASES_PLEASE,
    ),
    Topic.ANSWERS: (
        Phrase.YES,
        Phrase.NO,
        Phrase.WITH_PLEASURE,
        Phrase.MAYBE_LATER,
        Phrase.NOT_YET,
        Phrase.AGREED,
        Phrase.TAKE_YOUR_TIME,
        Phrase.SORRY,
        Phrase.NO_MATTER,
    ),
    Topic.REMARKS: (
        Phrase.WELL_PLAYED,
        Phrase.WELL_BID,
        Phrase.NICE_MOVE,
        Phrase.BOLD,
        Phrase.SURPRISED,
        Phrase.OVERBID,
        Phrase.MISTAKE,
        Phrase.CLOSE,
        Phrase.LUCKY,
        Phrase.UNLUCKY,
        Phrase.LEARNED,
        Phrase.GOOD_DUEL,
        Phrase.DESERVED,
    ),
}
"""The phrases of each topic."""
