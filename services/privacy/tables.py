"""Which rows are an account's own, which columns its owner gets, and which rows are deleted with it."""

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

    own: the columns that name a row's owners, each of whom gets it. others: columns that name other accounts.
    withheld: columns that nobody gets: secrets and internal keys. is_deleted: whether the rows are deleted
    with the account. shown_where: matches the rows that their owner may see, if not all.
    """

    own: tuple[str, ...] = ("user_id",)
    others: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    is_deleted: bool = False
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
    ApiToken: Held(withheld=("token_hash",), is_deleted=True),
    AskedOnce: Held(withheld=("key_hash", "body_hash", "answer"), is_deleted=True),
    Block: Held(others=("blocked_id",), is_deleted=True),
    Challenge: Held(("challenger_id", "opponent_id"), others=("untold_id",), withheld=("token_hash",)),
    Channel: Held(is_deleted=True),
    DiaryNote: Held(("author_id",), is_deleted=True),
    DuelComment: Held(("author_id",), is_deleted=True),
    Entrant: Held(),
    # Players do not learn who follows them.
    Follow: Held(others=("followed_id",), is_deleted=True),
    # Games at tables are exported as records (`services/privacy/export.py`).
    GameTable: Held(("organiser_id",), withheld=("links",), is_deleted=True),
    # Members learn what moderators did about them, not which moderator did it.
    ModeratorAct: Held(
        ("about_id",),
        others=("moderator_id",),
        withheld=("moderator_id", "report_id"),
        shown_where=ModeratorAct.act.in_(SHOWN_ACTS),
    ),
    LadderChallenge: Held(("challenger_id", "challenged_id")),
    LadderChampion: Held(),
    LadderMove: Held(),
    LadderPlace: Held(),
    LeagueDuel: Held(("first_id", "second_id")),
    LeagueEntrant: Held(),
    LeagueScore: Held(others=("other_id",)),
    LoginSession: Held(withheld=("token_hash",), is_deleted=True),
    Match: Held(("first_id", "second_id")),
    Message: Held(is_deleted=True),
    OrdinaryResult: Held(("by_id",)),
    Passkey: Held(withheld=("credential", "public_key", "challenged_at"), is_deleted=True),
    PlayerFigures: Held(),
    PlayerTally: Held(),
    Progress: Held(is_deleted=True),
    PuzzleAttempt: Held(is_deleted=True),
    PuzzleRating: Held(is_deleted=True),
    StoredRating: Held(),
    RatingChange: Held(others=("opponent_id",)),
    RecoveryCode: Held(withheld=("code_hash",), is_deleted=True),
    # Members do not learn who reported them, nor what the report says.
    Report: Held(("reporter_id",), others=("about_id", "handler_id"), withheld=("handler_id", "evidence")),
    Sanction: Held(("by_id",)),
    SecondFactor: Held(withheld=("secret", "last_step"), is_deleted=True),
    SecurityEvent: Held(is_deleted=True),
    Seek: Held(is_deleted=True),
    Sighting: Held(withheld=("digest", "shared_on"), is_deleted=True),
    # Duels are exported as records (`services/privacy/export.py`), without sealed content.
    StoredDuel: Held((), others=("first_id", "second_id")),
    TalkMessage: Held(("author_id",), is_deleted=True),
    TimeOff: Held(is_deleted=True),
    Tournament: Held(("organiser_id",)),
    TournamentAct: Held(("by_id",)),
    TournamentArbiter: Held(),
}
"""All tables that name accounts; a test checks that no table and no column is left out."""
OF_ACCOUNT = Held(("id",), withheld=(*SECRET, "name_key", "skeleton"))
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


def exported_columns(table: Table, held: Held) -> list[Column[object]]:
    """Return the columns of a table that an owner of its rows gets."""
    return [column for column in table.columns if column.name not in held.withheld]
