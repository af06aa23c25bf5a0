"""Log a passkey whose counter went backwards."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

BEFORE = (
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
KIND = "ck_security_events_kind"
events = sa.table("security_events", sa.column("kind"))


def upgrade() -> None:
    """Allow the log entry."""
    _allow((*BEFORE, "passkey_refused"))


def downgrade() -> None:
    """Delete these log entries."""
    op.get_bind().execute(events.delete().where(events.c.kind == "passkey_refused"))
    _allow(BEFORE)


def _allow(kinds: tuple[str, ...]) -> None:
    with op.batch_alter_table("security_events") as changed:
        changed.drop_constraint(op.f(KIND), type_="check")
        changed.create_check_constraint(op.f(KIND), f"kind IN ({', '.join(map(repr, kinds))})")
