"""Talk: what the players of a duel say to one another."""

from datetime import datetime
from typing import Annotated

from flask_babel import lazy_gettext as _l
from pydantic import BaseModel, ConfigDict, Field

from models import TalkMessage
from models.ids import DuelToken
from models.talk import TalkMode
from services.api.keys import Scope
from services.talk import talk
from services.talk.phrases import Phrase
from services.talk.talk import LONGEST, Words
from web.api.access import bearer, own_duel_of, side
from web.api.operations import operation
from web.api.shapes import OneOf, Side
from web.core.session import db, now, writing
from web.talk.words import phrase_words

ADDRESS = "/duels/<duel>/talk"


class SaidSeen(BaseModel):
    """Something that was said."""

    id: int
    by: Side
    at: datetime
    phrase: Annotated[str, OneOf(Phrase)] | None = Field(
        description="The code of a phrase; null where a text was written."
    )
    text: str = Field(description="The text, or the phrase in the language of the request.")


class TalkSeen(BaseModel):
    """What was said in a duel."""

    mode: Annotated[str, OneOf(TalkMode)] = Field(
        description="What can be said: everything, phrases only, or nothing; the stricter of what both take."
    )
    unread: int
    messages: list[SaidSeen] = Field(description=f"The latest {talk.SHOWN}, the oldest first.")


class SaidSent(BaseModel):
    """Something to say: a phrase or a text."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["phrase"]}, {"required": ["text"]}]})

    phrase: Annotated[str, OneOf(Phrase)] = ""
    text: str = Field(default="", max_length=LONGEST, pattern=r"[^\s\x00]")


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
    """What both players of a duel of the account have said; nobody else reads it, and it stays unread."""
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
