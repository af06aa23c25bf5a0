"""Talk: the messages between the players of a duel, and their diaries."""

from datetime import datetime
from typing import Annotated, Literal

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, ConfigDict, Field

from models import TalkMessage
from models.ids import DuelToken, TalkMessageId
from models.talk import TalkMode
from services.api.keys import Scope
from services.talk import diary, talk
from services.talk.diary import LONGEST_NOTE
from services.talk.phrases import Phrase
from services.talk.talk import LONGEST, Words
from web.api.access import bearer, own_duel_of, side
from web.api.operations import operation
from web.api.shapes import OneOf, Side
from web.core.links import LARGEST
from web.core.session import db, now, writing
from web.talk.words import phrase_words

ADDRESS = "/duels/<duel>/talk"


class SaidSeen(BaseModel):
    """Something that was said."""

    id: int
    by: Side
    at: datetime
    phrase: Annotated[str, OneOf(Phrase)] | None = Field(description="The code of a phrase; null for a text.")
    text: str = Field(description="The text, or the phrase in the language of the request.")


class TalkSeen(BaseModel):
    """What was said in a duel."""

    mode: Annotated[str, OneOf(TalkMode)] = Field(
        description="Which messages are possible: everything, phrases only, or nothing; the stricter of "
        "both settings."
    )
    unread: int
    messages: list[SaidSeen] = Field(description=f"The latest {talk.SHOWN}, the oldest first.")


class SaidSent(BaseModel):
    """Something to say: a phrase or a text."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["phrase"]}, {"required": ["text"]}]})

    phrase: Annotated[str, OneOf(Phrase)] = ""
    text: str = Field(default="", max_length=LONGEST, pattern=r"[^\s\x00]")


class TalkChange(BaseModel):
    """What to change; omitted fields stay as they are."""

    mode: Annotated[str, OneOf(TalkMode)] | None = Field(
        default=None, description="Which messages the account accepts: everything, phrases only, or nothing."
    )
    read: Literal[True] | None = Field(
        default=None, description="Marks the other player's messages so far as read."
    )


class NoteSeen(BaseModel):
    """A note on a phase in a diary."""

    by: Side
    phase: str
    at: datetime
    text: str


class DiarySeen(BaseModel):
    """The notes that the account may read."""

    are_open: bool = Field(
        description="Whether both diaries are open: the duel is over, and both players agree."
    )
    notes: list[NoteSeen]


class NoteSent(BaseModel):
    """A note on the awaited phase; an empty text deletes it."""

    text: str = Field(max_length=LONGEST_NOTE, pattern=r"^[^\x00]*$")


def said(message: TalkMessage) -> SaidSeen:
    """Show something that was said."""
    words = phrase_words(message.phrase) or message.text or ""
    return SaidSeen(
        id=message.id, by=side(message.player), at=message.said_at, phrase=message.phrase, text=words
    )


@operation(
    "GET",
    ADDRESS,
    Scope.READ,
    group="talk",
    summary=_l("What was said in a duel"),
    answer=TalkSeen,
    problems=("not_found", "not_a_player"),
)
def show_talk(duel: DuelToken) -> TalkSeen:
    """The messages in a duel of the account, for its players alone. This does not mark them as read."""
    viewed = own_duel_of(duel)
    unread = viewed.stored.unread(viewed.player) if viewed.player else 0
    messages = [said(each) for each in talk.list_talk(db(), viewed.stored, viewed.player)]
    return TalkSeen(mode=talk.mode_of(viewed.stored), unread=unread, messages=messages)


@operation(
    "POST",
    ADDRESS,
    Scope.PLAY,
    group="talk",
    summary=_l("Say something in a duel"),
    body=SaidSent,
    example={"text": "Good luck!"},
    answer=SaidSeen,
    problems=("not_found", "not_a_player", "invalid", "not_possible", "limit_reached"),
)
def say(duel: DuelToken, body: SaidSent) -> SaidSeen:
    """Say something to the other player. What they said before counts as read."""
    phrase = Phrase(body.phrase) if body.phrase else None
    with writing() as session:
        return said(talk.say(session, duel, bearer().user_id, Words(phrase, body.text), now()))


@operation(
    "PUT",
    ADDRESS,
    Scope.PLAY,
    group="talk",
    summary=_l("Mark talk as read, or set what you take"),
    body=TalkChange,
    example={"mode": "phrases", "read": True},
    answer=TalkSeen,
    problems=("not_found", "not_a_player", "invalid", "not_possible"),
)
def change_talk(duel: DuelToken, body: TalkChange) -> TalkSeen:
    """Mark messages as read, or set which ones the account accepts; the stricter setting holds for both."""
    with writing() as session:
        if body.mode is not None:
            talk.take(session, duel, bearer().user_id, TalkMode(body.mode))
        if body.read:
            talk.mark_read(session, duel, bearer().user_id)
    return show_talk(duel)


@operation(
    "DELETE",
    f"{ADDRESS}/<int(max={LARGEST}):message>",
    Scope.PLAY,
    group="talk",
    summary=_l("Delete something that you said"),
    answer=TalkSeen,
    problems=("not_found", "not_a_player", "not_possible"),
)
def delete_message(duel: DuelToken, message: TalkMessageId) -> TalkSeen:
    """Delete a message of the account, for both players."""
    with writing() as session:
        talk.unsay(session, duel, bearer().user_id, message)
    return show_talk(duel)


DIARY = "/duels/<duel>/diary"


@operation(
    "GET",
    DIARY,
    Scope.READ,
    group="talk",
    summary=_l("The diary of a duel"),
    answer=DiarySeen,
    problems=("not_found", "not_a_player"),
)
def show_diary(duel: DuelToken) -> DiarySeen:
    """The account's notes on a duel of its own; those of both players once both diaries are open."""
    viewed = own_duel_of(duel)
    notes = [
        NoteSeen(by=side(each.player), phase=str(each.phase), at=each.written_at, text=each.text)
        for each in diary.list_notes(db(), viewed.stored, viewed.player)
    ]
    return DiarySeen(are_open=diary.are_open(viewed.stored), notes=notes)


@operation(
    "PUT",
    DIARY,
    Scope.PLAY,
    group="talk",
    summary=_l("Write a note in the diary"),
    body=NoteSent,
    example={"text": "Italy is worth four credits to them."},
    answer=DiarySeen,
    problems=("not_found", "not_a_player", "invalid", "not_possible"),
)
def put_note(duel: DuelToken, body: NoteSent) -> DiarySeen:
    """Write the note on the awaited phase, in place of the last one; nobody else reads it."""
    with writing() as session:
        diary.write_note(session, duel, bearer().user_id, body.text, now())
    return show_diary(duel)
