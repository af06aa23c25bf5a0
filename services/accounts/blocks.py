"""Blocks: an account refuses duels with another one."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Integer, bindparam, delete, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from models import Block, User
from models.ids import UserId
from services.accounts.refusals import AccountRefusal, AccountRefused

MOST_BLOCKED = 200


def add_block(session: Session, user_id: UserId, blocked_id: UserId, now: datetime) -> None:
    """Block an account for another one; repeating it changes nothing. Raises AccountRefused."""
    if user_id == blocked_id:
        raise AccountRefused(AccountRefusal.BLOCKS_THEMSELVES, "blocked")
    # Two blocks added at the same moment come one after the other.
    session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))
    if session.get(Block, (user_id, blocked_id)) is not None:
        return
    count = select(func.count()).select_from(Block).where(Block.user_id == user_id)
    if (session.scalar(count) or 0) >= MOST_BLOCKED:
        raise AccountRefused(AccountRefusal.TOO_MANY_BLOCKED, "blocked")
    session.add(Block(user_id=user_id, blocked_id=blocked_id, made_at=now))
    session.flush()


def remove_block(session: Session, user_id: UserId, blocked_id: UserId) -> None:
    """Remove the block of one account by another."""
    session.execute(delete(Block).where(Block.user_id == user_id, Block.blocked_id == blocked_id))


def blocked_names(session: Session, user_id: UserId) -> Sequence[str]:
    """List the names of the accounts that an account blocks, in alphabetical order."""
    query = select(User.name).join(Block, Block.blocked_id == User.id).where(Block.user_id == user_id)
    return session.scalars(query.order_by(User.name_key)).all()


def blocks(session: Session, user_id: UserId, blocked_id: UserId) -> bool:
    """Tell whether an account blocks another."""
    return session.get(Block, (user_id, blocked_id)) is not None


def apart(session: Session, user_ids: Collection[UserId]) -> set[frozenset[UserId]]:
    """Return the pairs among some accounts in which one blocks the other."""
    query = select(Block.user_id, Block.blocked_id).where(
        Block.user_id.in_(user_ids), Block.blocked_id.in_(user_ids)
    )
    return {frozenset(couple) for couple in session.execute(query)}


def is_blocked_by_viewer(user_id: InstrumentedAttribute[UserId]) -> ColumnElement[bool]:
    """Match the accounts that the viewer (the parameter `user_id`) blocks; user_id: a column of accounts."""
    block = aliased(Block)
    viewer = bindparam("user_id", type_=Integer)
    return select(block.user_id).where(block.user_id == viewer, block.blocked_id == user_id).exists()


def blocks_viewer(user_id: InstrumentedAttribute[UserId]) -> ColumnElement[bool]:
    """Match the accounts that block the viewer (the parameter `user_id`); user_id: a column of accounts."""
    block = aliased(Block)
    viewer = bindparam("user_id", type_=Integer)
    return select(block.user_id).where(block.user_id == user_id, block.blocked_id == viewer).exists()
