"""Name challenges by number in messages: a token can accept the challenge, and messages are not encrypted."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from models.schema import rewrite
from models.sealed import keyring_of

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

SOME = 1000
messages = sa.table(
    "messages", sa.column("id"), sa.column("kind"), sa.column("subject"), sa.column("facts", sa.JSON)
)
challenges = sa.table("challenges", sa.column("id"), sa.column("token"), sa.column("token_hash"))


def upgrade() -> None:
    """Replace tokens by numbers; messages about deleted challenges get none."""
    for found in _some():
        hashes = {_hash(str(each.facts["challenge"])): each.id for each in found}
        query = sa.select(challenges.c.token_hash, challenges.c.id)
        numbers = dict(_pairs(query.where(challenges.c.token_hash.in_(hashes))))
        _name(found, lambda told, numbers=numbers: numbers.get(_hash(str(told)), 0))


def downgrade() -> None:
    """Restore the tokens; raises KeyMissing."""
    for found in _some():
        keyring = keyring_of(op.get_bind().dialect)
        wanted = {each.facts["challenge"] for each in found}
        query = sa.select(challenges.c.id, challenges.c.token).where(challenges.c.id.in_(wanted))
        tokens = {number: keyring.decrypt(sealed).rstrip() for number, sealed in _pairs(query)}
        _name(found, lambda told, tokens=tokens: tokens.get(told, ""))


def _name(found: Sequence[sa.Row[Any, Any]], name_of: Any) -> None:  # noqa: ANN401  # from a name to another
    values = []
    for each in found:
        name = name_of(each.facts["challenge"])
        facts = {**each.facts, "challenge": name}
        # A message about a deleted challenge is obsolete; its own number keeps its subject unique.
        subject = f"challenge:{name or f'gone {each.id}'}:{each.facts['what']}"
        values.append((each.id, {"facts": facts, "subject": subject}))
    rewrite(op.get_bind(), messages, values)


def _pairs(query: sa.Select[Any]) -> Iterator[tuple[Any, Any]]:
    return ((one, other) for one, other in op.get_bind().execute(query))


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _some() -> Iterator[Sequence[sa.Row[Any, Any]]]:
    """Yield the messages about named challenges, in batches."""
    query = sa.select(messages.c.id, messages.c.facts).where(messages.c.kind == "challenge")
    last = 0
    while (
        found := op.get_bind()
        .execute(query.where(messages.c.id > last).order_by(messages.c.id).limit(SOME))
        .all()
    ):
        yield [each for each in found if "ladder" not in each.facts]
        last = found[-1].id
