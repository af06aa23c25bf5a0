"""What cannot be done in tournaments."""

from enum import StrEnum

from services.refused import Refused


class TournamentRefusal(StrEnum):
    """Why something cannot be done in a tournament; a wrong value is named by its field."""

    IN_ALREADY = "in_already"
    NAMED_ALREADY = "named_already"
    NOT_IN = "not_in"
    CLOSED = "closed"
    FULL = "full"
    OTHER_KIND = "other_kind"
    ARBITER_PLAYS = "arbiter_plays"
    ORGANISER_PLAYS = "organiser_plays"
    PLAYER_ARBITRATES = "player_arbitrates"
    ARBITER_ALREADY = "arbiter_already"
    ARBITERS = "arbiters"
    NO_ARBITER = "no_arbiter"
    LAST_ARBITER = "last_arbiter"
    NOT_ORGANISER = "not_organiser"
    NOT_ARBITER = "not_arbiter"
    OVER = "over"
    NOBODY = "nobody"
    TOO_MANY = "too_many"
    NAME = "name"
    DESCRIPTION = "description"
    MOST_PLAYERS = "most_players"
    CLOSED_ALREADY = "closed_already"
    ROUNDS = "rounds"
    FRACTION = "fraction"
    LAST_YEAR = "last_year"
    HOMES = "homes"
    STARTED_ALREADY = "started_already"
    TOO_FEW = "too_few"
    CHANGED = "changed"
    NO_ROUND_LEFT = "no_round_left"
    UNDECIDED = "undecided"
    NOBODY_LEFT = "nobody_left"
    NOT_RUNNING = "not_running"
    POINTS = "points"
    DRAWN_ALREADY = "drawn_already"
    ROUND = "round"
    REASON = "reason"
    NO_PAIRING = "no_pairing"
    NO_ENTRANT = "no_entrant"
    NO_SANCTION = "no_sanction"
    RESULTS = "results"
    SEATS = "seats"
    PLAYED = "played"
    FEW_HERE = "few_here"
    FEW_REST = "few_rest"
    PRIZES = "prizes"
    JOURNEY = "journey"
    NOT_OVER_FOR_YOU = "not_over_for_you"
    VOTE = "vote"
    SOLO = "solo"


class TournamentRefused(Refused):
    """Something cannot be done in a tournament, or with it.

    RESULTS and SEATS have `faults`: those in the results of a game, or in the tables of a round, by field.
    """


NOT_ALLOWED = frozenset({TournamentRefusal.NOT_ORGANISER, TournamentRefusal.NOT_ARBITER})
"""Acts for the organiser, or an arbiter, alone."""
