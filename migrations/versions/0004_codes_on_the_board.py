"""Let an account choose whose codes stand on its boards."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let all accounts have the codes of their language; SQLite adds no rule but with its column."""
    op.execute(
        "ALTER TABLE users ADD COLUMN codes VARCHAR(32) DEFAULT 'language' NOT NULL "
        "CONSTRAINT ck_users_codes CHECK (codes IN ('language', 'english', 'french'))"
    )


def downgrade() -> None:
    """Forget the choice."""
    op.drop_column("users", "codes")
