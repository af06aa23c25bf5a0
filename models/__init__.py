"""What is stored, as typed tables; depends on the rules, never the reverse."""

from models.account import User
from models.base import Base
from models.challenge import Challenge
from models.database import Database
from models.duel import StoredChapter, StoredDuel, StoredEntry

__all__ = [
    "Base",
    "Challenge",
    "Database",
    "StoredChapter",
    "StoredDuel",
    "StoredEntry",
    "User",
]
