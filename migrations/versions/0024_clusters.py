"""Groups of accounts that have played each other, and whether duels had a fought auction."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Store the groups of accounts connected by duels; earlier duels count as fought."""
    op.add_column("duels", sa.Column("fought", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("rating_pools", sa.Column("largest", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("sheltered", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("cluster", sa.Integer(), nullable=False, server_default="0"))
    _join_all()
    op.create_index("ix_ratings_sheltered", "ratings", ["sheltered"])
    op.create_index("ix_ratings_pace_preset_cluster", "ratings", ["pace", "preset", "cluster"])
    op.create_index(
        "ix_rating_changes_user_id_pace_preset_opponent_id",
        "rating_changes",
        ["user_id", "pace", "preset", "opponent_id"],
    )


def downgrade() -> None:
    """Drop the groups."""
    op.drop_index("ix_rating_changes_user_id_pace_preset_opponent_id", "rating_changes")
    op.drop_index("ix_ratings_pace_preset_cluster", "ratings")
    op.drop_index("ix_ratings_sheltered", "ratings")
    op.drop_column("ratings", "cluster")
    op.drop_column("ratings", "sheltered")
    op.drop_column("rating_pools", "largest")
    op.drop_column("duels", "fought")


def _join_all() -> None:
    """Name each group by its lowest account, and store the size of the largest group of each pool."""
    connection = op.get_bind()
    above: dict[tuple[str, str, int], int] = {}

    def group(pace: str, preset: str, account: int) -> int:
        while (pace, preset, account) in above:
            account = above[pace, preset, account]
        return account

    pairs = sa.text(
        "SELECT DISTINCT pace, preset, user_id, opponent_id FROM rating_changes WHERE user_id < opponent_id"
    )
    for pace, preset, one, other in connection.execute(pairs).all():
        first, second = sorted((group(pace, preset, one), group(pace, preset, other)))
        if first != second:
            above[pace, preset, second] = first
    sizes: dict[tuple[str, str], dict[int, int]] = {}
    rows = connection.execute(sa.text("SELECT pace, preset, user_id FROM ratings")).all()
    named = [(pace, preset, account, group(pace, preset, account)) for pace, preset, account in rows]
    for pace, preset, _, name in named:
        of_pool = sizes.setdefault((pace, preset), {})
        of_pool[name] = of_pool.get(name, 0) + 1
    write = sa.text(
        "UPDATE ratings SET cluster = :name WHERE pace = :pace AND preset = :preset AND user_id = :account"
    )
    if named:
        keys = ("pace", "preset", "account", "name")
        connection.execute(write, [dict(zip(keys, row, strict=True)) for row in named])
    largest = sa.text("UPDATE rating_pools SET largest = :largest WHERE pace = :pace AND preset = :preset")
    for (pace, preset), found in sizes.items():
        connection.execute(largest, {"largest": max(found.values()), "pace": pace, "preset": preset})
