"""The stored things as typed tables; depends on the rules, never the reverse."""

from models.access import ApiToken
from models.account import LoginSession, User
from models.base import Base
from models.challenge import Challenge
from models.connections import Limits
from models.database import Database
from models.desk import KeeperAct, Report, Sighting
from models.duel import StoredChapter, StoredDuel, StoredEntry
from models.faults import PASSING, Away, Busy, Full, InDoubt, Unavailable, Unwritable
from models.finding import Block, Match, Seek
from models.heartbeat import Heartbeat
from models.ladder import Ladder, LadderChallenge, LadderChampion, LadderMove, LadderPlace
from models.practice import Thought
from models.rating import Rating, RatingChange, RatingPool
from models.security import Passkey, RecoveryCode, SecondFactor, SecurityEvent
from models.tally import BidTally, PairingTally, PlayerFigures, PlayerTally
from models.telling import Channel, Message
from models.tournament import (
    Entrant,
    OrdinaryResult,
    Pairing,
    Sanction,
    Tournament,
    TournamentAct,
    TournamentArbiter,
)

__all__ = [
    "PASSING",
    "ApiToken",
    "Away",
    "Base",
    "BidTally",
    "Block",
    "Busy",
    "Challenge",
    "Channel",
    "Database",
    "Entrant",
    "Full",
    "Heartbeat",
    "InDoubt",
    "KeeperAct",
    "Ladder",
    "LadderChallenge",
    "LadderChampion",
    "LadderMove",
    "LadderPlace",
    "Limits",
    "LoginSession",
    "Match",
    "Message",
    "OrdinaryResult",
    "Pairing",
    "PairingTally",
    "Passkey",
    "PlayerFigures",
    "PlayerTally",
    "Rating",
    "RatingChange",
    "RatingPool",
    "RecoveryCode",
    "Report",
    "Sanction",
    "SecondFactor",
    "SecurityEvent",
    "Seek",
    "Sighting",
    "StoredChapter",
    "StoredDuel",
    "StoredEntry",
    "Thought",
    "Tournament",
    "TournamentAct",
    "TournamentArbiter",
    "Unavailable",
    "Unwritable",
    "User",
]
