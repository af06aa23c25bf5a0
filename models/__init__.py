"""The stored things as typed tables; depends on the rules, never the reverse."""

from models.account import LoginSession, User
from models.base import Base
from models.challenge import Challenge
from models.connections import Busy, Limits
from models.database import Database
from models.duel import StoredChapter, StoredDuel, StoredEntry
from models.heartbeat import Heartbeat
from models.telling import Channel, Message

__all__ = [
    "Base",
    "Busy",
    "Challenge",
    "Channel",
    "Database",
    "Heartbeat",
    "Limits",
    "LoginSession",
    "Message",
    "StoredChapter",
    "StoredDuel",
    "StoredEntry",
    "User",
]
