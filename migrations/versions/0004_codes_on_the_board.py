"""Let an account choose the language of the codes on its boards."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Use the codes of the account's language; on SQLite a constraint can only be added with its column."""
    op.execute(
        "ALTER TABLE users ADD COLUMN codes VARCHAR(32) DEFAULT 'language' NOT NULL "
        "CONSTRAINT ck_users_codes CHECK (codes IN ('language', 'english', 'french'))"
    )


def downgrade() -> None:
    """Forget the choice."""
    op.drop_column("users", "codes")
