"""The keys of what is sealed: what is stored is encrypted anew by the present one."""

from collections.abc import Callable

import sqlalchemy as sa

from models import Database
from models.sealed import KeyMissing, Keyring, padded

SEALED = (
    ("entries", "content", padded),
    ("entries", "salt", str),
    ("duels", "lots_secret", str),
    ("second_factors", "secret", str),
    ("recovery_codes", "code_hash", str),
)
"""Tables, columns, and how their text is filled up."""
SOME = 200


def renew(database: Database) -> int:
    """Encrypt by the present key what is not, some rows at a time; return how much there was.

    Raises KeyMissing where something cannot be opened by any key; what came before it is renewed.
    """
    keyring = database.keyring
    if keyring is None:
        raise KeyMissing("the database was opened without a key for what is sealed")
    return sum(_renew_column(database, keyring, *column) for column in SEALED)


def _renew_column(
    database: Database, keyring: Keyring, table: str, column: str, fill: Callable[[str], str]
) -> int:
    rows = sa.table(table, sa.column("id", sa.Integer), sa.column(column, sa.Text))
    stored, renewed, last = rows.c[column], 0, 0
    query = sa.select(rows.c.id, stored).where(stored.is_not(None)).order_by(rows.c.id).limit(SOME)
    while True:
        with database.writing() as session:
            some = query.where(rows.c.id > last).with_for_update()
            found = session.execute(some).all()
            if not found:
                return renewed
            for number, text in found:
                if not keyring.is_current(text):
                    value = {column: keyring.encrypt(fill(keyring.decrypt(text)))}
                    session.execute(sa.update(rows).where(rows.c.id == number).values(value))
                    renewed += 1
            last = found[-1].id
