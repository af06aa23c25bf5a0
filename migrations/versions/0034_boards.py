"""Let an account choose how its boards look."""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Boards look like the page; on SQLite a constraint can only be added with its column."""
    op.execute(
        "ALTER TABLE users ADD COLUMN board VARCHAR(32) DEFAULT 'page' NOT NULL "
        "CONSTRAINT ck_users_board CHECK (board IN ('page', 'paper', 'plain', 'dark', 'contrast'))"
    )


def downgrade() -> None:
    """Forget the choice."""
    op.drop_column("users", "board")
