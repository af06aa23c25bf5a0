"""The tables of the database as typed models; they depend on the rules, never the reverse."""

from models.account import (
    ApiToken,
    AskedOnce,
    AttemptCount,
    Follow,
    LoginSession,
    Passkey,
    RecoveryCode,
    SecondFactor,
    SecurityEvent,
    SecurityEventKind,
    TimeOff,
    User,
)
from models.base import Base
from models.challenge import Block, Challenge, Match, Seek
from models.connections import Limits
from models.database import Database
from models.database_errors import TRANSIENT_ERRORS, Away, Busy, Full, InDoubt, Unavailable, Unwritable
from models.duel import StoredChapter, StoredDuel, StoredEntry
from models.game_table import GameTable, TableChapter, TableSheet
from models.jobs import Heartbeat, Job
from models.ladder import Ladder, LadderChallenge, LadderChampion, LadderMove, LadderPlace
from models.league import LeagueDuel, LeagueEntrant, LeagueScore
from models.learning import Progress, PuzzleAttempt, PuzzleRating
from models.moderation import ModeratorAct, Report, Sighting
from models.notifications import Channel, Message
from models.rating import (
    BidTally,
    PairingTally,
    PlayerFigures,
    PlayerTally,
    RatingChange,
    RatingPool,
    StoredRating,
)
from models.talk import DiaryNote, DuelComment, TalkMessage
from models.tournament import (
    Entrant,
    OrdinaryResult,
    Pairing,
    PrizeBallot,
    RoundGame,
    RoundSeat,
    Sanction,
    Tournament,
    TournamentAct,
    TournamentArbiter,
)

__all__ = [
    "TRANSIENT_ERRORS",
    "ApiToken",
    "AskedOnce",
    "AttemptCount",
    "Away",
    "Base",
    "BidTally",
    "Block",
    "Busy",
    "Challenge",
    "Channel",
    "Database",
    "DiaryNote",
    "DuelComment",
    "Entrant",
    "Follow",
    "Full",
    "GameTable",
    "Heartbeat",
    "InDoubt",
    "Job",
    "Ladder",
    "LadderChallenge",
    "LadderChampion",
    "LadderMove",
    "LadderPlace",
    "LeagueDuel",
    "LeagueEntrant",
    "LeagueScore",
    "Limits",
    "LoginSession",
    "Match",
    "Message",
    "ModeratorAct",
    "OrdinaryResult",
    "Pairing",
    "PairingTally",
    "Passkey",
    "PlayerFigures",
    "PlayerTally",
    "PrizeBallot",
    "Progress",
    "PuzzleAttempt",
    "PuzzleRating",
    "RatingChange",
    "RatingPool",
    "RecoveryCode",
    "Report",
    "RoundGame",
    "RoundSeat",
    "Sanction",
    "SecondFactor",
    "SecurityEvent",
    "SecurityEventKind",
    "Seek",
    "Sighting",
    "StoredChapter",
    "StoredDuel",
    "StoredEntry",
    "StoredRating",
    "TableChapter",
    "TableSheet",
    "TalkMessage",
    "TimeOff",
    "Tournament",
    "TournamentAct",
    "TournamentArbiter",
    "Unavailable",
    "Unwritable",
    "User",
]
