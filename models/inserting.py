"""Rows that several may make at once, of whom one does."""

from sqlalchemy import Insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from models.base import Base


def unless_there(session: Session, model: type[Base]) -> Insert:
    """An insert that leaves alone what is there already; a second one waits for the first to end."""
    is_postgres = session.get_bind().dialect.name == "postgresql"
    insert = postgresql.insert(model) if is_postgres else sqlite.insert(model)
    return insert.on_conflict_do_nothing()
