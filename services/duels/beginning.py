"""Beginning a duel on terms that both players agreed to."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from secrets import choice, token_hex

from sqlalchemy.orm import Session

from clocks.running import open_doors
from intimate.duel import begin
from intimate.hashing import digest
from intimate.players import Player
from intimate.start import set_up, start_with_homes
from models import StoredDuel, User
from opponent.levels import Level
from services.access.kinds import are_alike
from services.challenges.terms import Terms
from services.telling.duels import tell_of_new_duel

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
TOKEN_LENGTH = 8


@dataclass(frozen=True)
class Telling:
    """Who is told that a duel has begun; begun_by: what began it, other than a challenge ("match", "seek").

    Of a challenge the first player, who made it: the second is just accepting.
    """

    told: Collection[Player] = (Player.FIRST,)
    begun_by: str = ""


OF_CHALLENGE = Telling()


def store_new_duel(  # all that a duel begins with
    session: Session,
    first: User,
    second: User,
    terms: Terms,
    now: datetime,
    telling: Telling = OF_CHALLENGE,
    level: Level | None = None,
) -> StoredDuel:
    """Begin a duel, which counts between two of a kind only; the secret that lots come from is sealed now.

    level: how strong the site's own opponent plays, whose account is the second one.
    """
    secret = token_hex()
    stored = StoredDuel(
        token="".join(choice(ALPHABET) for _ in range(TOKEN_LENGTH)),
        first_id=first.id,
        second_id=second.id,
        preset=terms.preset,
        settings=dict(terms.settings),
        edition=terms.edition,
        public=terms.public,
        clock=terms.clock,
        pace=terms.clock.pace,
        rated=terms.counts and are_alike(first, second),
        running=open_doors(terms.clock, now),
        ordinal=0,
        lots_secret=secret,
        lots_seal=digest(secret),
        created_at=now,
        level=level,
    )
    rules = terms.rules()
    if terms.homes:
        stored.start = dict(start_with_homes(rules, terms.homes))
    stored.write(begin(rules) if stored.start is None else set_up(rules, stored.start), now)
    session.add(stored)
    session.flush()
    tell_of_new_duel(session, stored, now, telling.told, telling.begun_by)
    return stored
