"""Which rows are an account's own, which columns its owner is given, and which rows are deleted with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import Column, ColumnElement, Table

from models import (
    ApiToken,
    AskedOnce,
    Block,
    Challenge,
    Channel,
    DiaryNote,
    DuelComment,
    Entrant,
    Follow,
    GameTable,
    LadderChallenge,
    LadderChampion,
    LadderMove,
    LadderPlace,
    LeagueDuel,
    LeagueEntrant,
    LeagueScore,
    LoginSession,
    Match,
    Message,
    ModeratorAct,
    OrdinaryResult,
    Passkey,
    PlayerFigures,
    PlayerTally,
    Progress,
    PuzzleAttempt,
    PuzzleRating,
    RatingChange,
    RecoveryCode,
    Report,
    Sanction,
    SecondFactor,
    SecurityEvent,
    Seek,
    Sighting,
    StoredDuel,
    StoredRating,
    TalkMessage,
    TimeOff,
    Tournament,
    TournamentAct,
    TournamentArbiter,
    User,
)
from models.moderation import Act


@dataclass(frozen=True)
class Held:
    """What a table stores about accounts.

    own: the columns that name a row's owners, all of whom are given it. others: columns that name other
    accounts. unsaid: columns that nobody is given: secrets and internal keys. goes: whether the rows are
    deleted with the account. shown_where: matches the rows that their owner may see, if not all.
    """

    own: tuple[str, ...] = ("user_id",)
    others: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    goes: bool = False
    shown_where: ColumnElement[bool] | None = None


SHOWN_ACTS = (
    Act.WARNED,
    Act.CLOSED_ACCOUNT,
    Act.OPENED_ACCOUNT,
    Act.MADE_ARBITER,
    Act.UNMADE_ARBITER,
    Act.DELETED_COMMENT,
)
"""The acts of moderators that are shown to the account they concern."""
SECRET = ("password_hash", "calendar_token", "calendar_hash")
HELD: Mapping[type, Held] = {
    ApiToken: Held(unsaid=("token_hash",), goes=True),
    AskedOnce: Held(unsaid=("key_hash", "body_hash", "answer"), goes=True),
    Block: Held(others=("blocked_id",), goes=True),
    Challenge: Held(("challenger_id", "opponent_id"), others=("untold_id",), unsaid=("token_hash",)),
    Channel: Held(goes=True),
    DiaryNote: Held(("author_id",), goes=True),
    DuelComment: Held(("author_id",), goes=True),
    Entrant: Held(),
    # A player who is followed does not learn by whom.
    Follow: Held(others=("followed_id",), goes=True),
    # What is played at a table is given as records (`services/privacy/export.py`).
    GameTable: Held(("organiser_id",), unsaid=("links",), goes=True),
    # Members learn what moderators did about them, not which moderator did it.
    ModeratorAct: Held(
        ("about_id",),
        others=("moderator_id",),
        unsaid=("moderator_id", "report_id"),
        shown_where=ModeratorAct.act.in_(SHOWN_ACTS),
    ),
    LadderChallenge: Held(("challenger_id", "challenged_id")),
    LadderChampion: Held(),
    LadderMove: Held(),
    LadderPlace: Held(),
    LeagueDuel: Held(("first_id", "second_id")),
    LeagueEntrant: Held(),
    LeagueScore: Held(others=("other_id",)),
    LoginSession: Held(unsaid=("token_hash",), goes=True),
    Match: Held(("first_id", "second_id")),
    Message: Held(goes=True),
    OrdinaryResult: Held(("by_id",)),
    Passkey: Held(unsaid=("credential", "public_key", "challenged_at"), goes=True),
    PlayerFigures: Held(),
    PlayerTally: Held(),
    Progress: Held(goes=True),
    PuzzleAttempt: Held(goes=True),
    PuzzleRating: Held(goes=True),
    StoredRating: Held(),
    RatingChange: Held(others=("opponent_id",)),
    RecoveryCode: Held(unsaid=("code_hash",), goes=True),
    # Who reported somebody stays unknown to them, as does what was written.
    Report: Held(("reporter_id",), others=("about_id", "handler_id"), unsaid=("handler_id", "evidence")),
    Sanction: Held(("by_id",)),
    SecondFactor: Held(unsaid=("secret", "last_step"), goes=True),
    SecurityEvent: Held(goes=True),
    Seek: Held(goes=True),
    Sighting: Held(unsaid=("digest", "shared_on"), goes=True),
    # Duels are given as records (`services/privacy/export.py`), without what is sealed.
    StoredDuel: Held((), others=("first_id", "second_id")),
    TalkMessage: Held(("author_id",), goes=True),
    TimeOff: Held(goes=True),
    Tournament: Held(("organiser_id",)),
    TournamentAct: Held(("by_id",)),
    TournamentArbiter: Held(),
}
"""All tables that name accounts; a test checks that no table and no column is left out."""
OF_ACCOUNT = Held(("id",), unsaid=(*SECRET, "name_key", "skeleton"))
"""The account itself."""


def tables() -> Iterator[tuple[Table, Held]]:
    """Yield all tables that store something about accounts, the account itself first."""
    yield table_of(User), OF_ACCOUNT
    for model, held in HELD.items():
        yield table_of(model), held


def table_of(model: type) -> Table:
    """Return the table of a model."""
    found: Table = model.__table__  # type: ignore[attr-defined]  # declared by its base
    return found


def said(table: Table, held: Held) -> list[Column[object]]:
    """Return the columns of a table that its owner is given."""
    return [column for column in table.columns if column.name not in held.unsaid]
