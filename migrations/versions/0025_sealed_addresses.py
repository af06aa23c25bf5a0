"""Encrypted links and addresses of members, found by their hashes, with a log of changes."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

from models.schema import rewrite
from models.sealed import keyring_of

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

SOME = 500
EVENTS = (
    "login",
    "new_device",
    "login_failed",
    "code_failed",
    "code_reused",
    "password_changed",
    "address_changed",
    "address_removed",
    "key_made",
    "key_revoked",
    "session_ended",
    "sessions_ended",
    "factor_on",
    "factor_off",
    "factor_lifted",
    "codes_made",
    "recovery_used",
    "passkey_added",
    "passkey_removed",
    "passkey_refused",
)
NEW_EVENTS = ("channel_added", "channel_changed", "channel_removed", "calendar_made", "calendar_removed")
ACTS = (
    "warned",
    "closed_account",
    "opened_account",
    "answered",
    "noted",
    "ruled",
    "made_arbiter",
    "unmade_arbiter",
)
READ = "read"
SHORT, LONG = sa.String(32), sa.String(255)
events, acts = sa.table("security_events", sa.column("kind")), sa.table("keeper_acts", sa.column("act"))


def upgrade() -> None:
    """Store the hashes; old values are read as they are until `database upgrade` encrypts them."""
    _allow("security_events", "kind", (*EVENTS, *NEW_EVENTS))
    _allow("keeper_acts", "act", (*ACTS, READ))
    op.drop_index(op.f("ix_users_calendar_token"), "users")
    _retype("users", "calendar_token", sa.Column("of_new_type", LONG, nullable=True))
    op.add_column("users", sa.Column("calendar_hash", LONG, nullable=True))
    with op.batch_alter_table("challenges") as challenges:
        challenges.drop_constraint(op.f("uq_challenges_token"), type_="unique")
        challenges.alter_column("token", existing_type=SHORT, type_=LONG, existing_nullable=False)
        challenges.add_column(sa.Column("token_hash", LONG, nullable=True))
    _retype("channels", "address", sa.Column("of_new_type", sa.Text(), nullable=False, server_default="{}"))
    _hash("users", "calendar_token", "calendar_hash")
    _hash("challenges", "token", "token_hash")
    op.create_index(op.f("ix_users_calendar_hash"), "users", ["calendar_hash"], unique=True)
    with op.batch_alter_table("challenges") as challenges:
        challenges.alter_column("token_hash", existing_type=LONG, nullable=False)
        challenges.create_unique_constraint(op.f("uq_challenges_token_hash"), ["token_hash"])


def downgrade() -> None:
    """Decrypt all values, and drop the log; raises KeyMissing."""
    for table, column in (("users", "calendar_token"), ("challenges", "token"), ("channels", "address")):
        _decrypt(op.get_bind(), table, column)
    _retype("channels", "address", sa.Column("of_new_type", sa.JSON(), nullable=False, server_default="{}"))
    with op.batch_alter_table("challenges") as challenges:
        challenges.drop_constraint(op.f("uq_challenges_token_hash"), type_="unique")
        challenges.drop_column("token_hash")
        challenges.alter_column("token", existing_type=LONG, type_=SHORT, existing_nullable=False)
        challenges.create_unique_constraint(op.f("uq_challenges_token"), ["token"])
    op.drop_index(op.f("ix_users_calendar_hash"), "users")
    op.drop_column("users", "calendar_hash")
    _retype("users", "calendar_token", sa.Column("of_new_type", SHORT, nullable=True))
    op.create_index(op.f("ix_users_calendar_token"), "users", ["calendar_token"], unique=True)
    op.get_bind().execute(acts.delete().where(acts.c.act == READ))
    op.get_bind().execute(events.delete().where(events.c.kind.in_(NEW_EVENTS)))
    _allow("keeper_acts", "act", ACTS)
    _allow("security_events", "kind", EVENTS)


def _retype(table: str, name: str, column: sa.Column[str]) -> None:
    """Change the type of a column in place: other tables refer to these, so they cannot be copied."""
    op.add_column(table, column)
    rows = sa.table(table, sa.column(name), sa.column(column.name))
    stored = rows.c[name]
    if op.get_bind().dialect.name == "postgresql":  # SQLite stores text, and as JSON it would become a number
        stored = sa.cast(stored, column.type)
    op.get_bind().execute(rows.update().values({column.name: stored}))
    op.drop_column(table, name)
    op.alter_column(table, column.name, new_column_name=name)


def _allow(table: str, column: str, kinds: Sequence[str]) -> None:
    name = op.f(f"ck_{table}_{column}")
    with op.batch_alter_table(table) as changed:
        changed.drop_constraint(name, type_="check")
        changed.create_check_constraint(name, f"{column} IN ({', '.join(map(repr, kinds))})")


def _hash(table: str, column: str, hashed: str) -> None:
    rows = sa.table(table, sa.column("id"), sa.column(column), sa.column(hashed))
    for found in _some(op.get_bind(), rows, column):
        values = ((number, {hashed: sha256(text.encode()).hexdigest()}) for number, text in found)
        rewrite(op.get_bind(), rows, values)


def _decrypt(connection: Connection, table: str, column: str) -> None:
    rows = sa.table(table, sa.column("id"), sa.column(column, sa.Text))
    for found in _some(connection, rows, column):
        decrypt = keyring_of(connection.dialect).decrypt
        rewrite(connection, rows, ((number, {column: decrypt(text).rstrip()}) for number, text in found))


def _some(connection: Connection, rows: sa.TableClause, column: str) -> Iterator[Sequence[sa.Row]]:
    """Yield the rows with a value, in batches."""
    query = sa.select(rows.c.id, rows.c[column]).where(rows.c[column].is_not(None)).order_by(rows.c.id)
    last = 0
    while found := connection.execute(query.where(rows.c.id > last).limit(SOME)).all():
        yield found
        last = found[-1].id
