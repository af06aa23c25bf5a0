"""Browsers of sessions, second factors, passkeys, and a security log of accounts."""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

from models.schema import rewrite

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
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
)
TABLES = ("passkeys", "recovery_codes", "second_factors", "security_events")


def upgrade() -> None:
    """Keep running sessions; add account events to push channels."""
    op.add_column("sessions", sa.Column("agent", sa.String(64), server_default="", nullable=False))
    op.add_column("sessions", sa.Column("proved_at", TIME, nullable=True))
    _make(
        "security_events",
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("agent", sa.String(64), nullable=False),
        sa.Column("detail", sa.String(100), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.CheckConstraint(f"kind IN ({', '.join(map(repr, EVENTS))})", name=op.f("ck_security_events_kind")),
    )
    op.create_index(op.f("ix_security_events_user_id_id"), "security_events", ["user_id", "id"])
    op.create_index(op.f("ix_security_events_at"), "security_events", ["at"])
    _factors()
    _passkeys()
    _tell_browsers(lambda kinds: [*kinds, *(["account"] * ("account" not in kinds))])


def downgrade() -> None:
    """Drop the tables: a password is enough again."""
    _tell_browsers(lambda kinds: [kind for kind in kinds if kind != "account"])
    for table in TABLES:
        op.drop_table(table)
    op.drop_column("sessions", "proved_at")
    op.drop_column("sessions", "agent")


def _factors() -> None:
    _make(
        "second_factors",
        sa.Column("secret", sa.String(255), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("confirmed_at", TIME, nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.UniqueConstraint("user_id", name=op.f("uq_second_factors_user_id")),
    )
    _make(
        "recovery_codes",
        sa.Column("code_hash", sa.String(255), nullable=False),
        sa.Column("used_at", TIME, nullable=True),
    )
    op.create_index(op.f("ix_recovery_codes_user_id"), "recovery_codes", ["user_id"])


def _passkeys() -> None:
    _make(
        "passkeys",
        sa.Column("credential", sa.String(1364), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("challenged_at", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.JSON(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("seen_at", TIME, nullable=True),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
    )
    op.create_index(op.f("ix_passkeys_user_id"), "passkeys", ["user_id"])


def _make(table: str, *columns: sa.schema.SchemaItem) -> None:
    """Create a table whose rows belong to accounts."""
    op.create_table(
        table,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f(f"fk_{table}_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )


def _tell_browsers(change: Callable[[list[str]], list[str]]) -> None:
    channels = sa.table("channels", *map(sa.column, ("id", "kind")), sa.column("kinds", sa.JSON()))
    connection = op.get_bind()
    browsers = sa.select(channels.c.id, channels.c.kinds).where(channels.c.kind == "push")
    found = connection.execute(browsers).all()
    rewrite(connection, channels, ((number, {"kinds": change(kinds)}) for number, kinds in found))
