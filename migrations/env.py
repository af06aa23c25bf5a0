"""Alembic's entry: runs the revisions on a given connection or address."""

from alembic import context
from sqlalchemy import Connection

from models import Base, Database


def migrate(connection: Connection) -> None:
    """Run the revisions on one connection."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # SQLite cannot alter a table; Alembic then copies it.
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    database = Database(context.config.get_main_option("sqlalchemy.url") or "")
    with database.engine.connect() as opened:
        migrate(opened)
        opened.commit()
