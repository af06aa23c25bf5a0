"""Talk on the page of a duel, and on a page of its own: sending, reading, muting, deleting."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models import TalkMessage
from models.ids import DuelToken, TalkMessageId
from models.talk import TalkMode
from services.duels.access import DuelForViewer
from services.refused import NotFound
from services.talk import talk
from services.talk.diary import are_open
from services.talk.phrases import PHRASES, Phrase
from services.talk.refusals import TalkRefusal, TalkRefused
from services.talk.talk import LONGEST, Words
from web.core.errors import page as error_page
from web.core.limits import limited
from web.core.links import LARGEST, diary_url, see_other, talk_url
from web.core.login import me, players_only
from web.core.messages import refusal_message
from web.core.page import rendered, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.finding import duel_of
from web.duels.frame import DuelFrame, DuelPart
from web.talk import words

blueprint = Blueprint("talk", __name__, url_prefix="/duels")


class TalkPart(DuelPart):
    """The messages of both players, and the forms to send one."""

    name = "talk"
    typed, problem = "", ""

    @property
    def is_there(self) -> bool:
        """True for the players of a duel between people or bots."""
        return self.viewed.player is not None and not self.stored.is_against_level

    def mark(self) -> str:
        """The number of unread messages, for the tab."""
        player = self.viewed.player
        unread = self.stored.unread(player) if player else 0
        return rendered("talk/mark.html", unread=unread) if unread else ""

    def said(self) -> str:
        """The messages."""
        return rendered("talk/said.html", talk=self, page=self.page, stored=self.stored)

    def forms(self) -> str:
        """The forms to send a message."""
        return rendered("talk/forms.html", talk=self, stored=self.stored)

    def diary_link(self) -> str:
        """The link to the diaries, for the players, and for all once both are open."""
        if not (self.viewed.player or are_open(self.stored)):
            return ""
        words = gettext("Diary") if self.viewed.player else gettext("Diaries")
        return Markup('<a class="button quiet small" href="{}">{}</a>').format(
            diary_url(self.stored.token), words
        )

    @property
    def unread(self) -> int:
        """How many of the other player's messages are new."""
        return self.stored.unread(self.viewed.player) if self.viewed.player else 0

    @property
    def messages(self) -> Sequence[TalkMessage]:
        """The latest messages, the oldest first."""
        return talk.list_talk(db(), self.stored, self.viewed.player)

    def words_of(self, message: TalkMessage) -> str:
        """The text of a message, in the language of the page."""
        return words.phrase_words(message.phrase) or message.text or ""

    @property
    def phrases(self) -> Mapping[str, Mapping[str, str]]:
        """The phrasebook, by topic."""
        return {
            str(words.TOPICS[topic]): {phrase.value: str(words.PHRASES[phrase]) for phrase in phrases}
            for topic, phrases in PHRASES.items()
        }

    @property
    def modes(self) -> Mapping[str, str]:
        """The settings of talk that a player can choose."""
        return {mode.value: str(said) for mode, said in words.MODES.items()}

    @property
    def own_mode(self) -> TalkMode:
        """The viewer's setting."""
        return self.stored.talk_mode(self.viewed.player) if self.viewed.player else TalkMode.MUTED

    @property
    def mode(self) -> TalkMode:
        """Which messages both players accept."""
        return talk.mode_of(self.stored)

    @property
    def longest(self) -> int:
        """The most characters of a text."""
        return LONGEST


class TalkPage(DuelFrame):
    """The talk on a page of its own; rendered each time."""

    template = "talk/show.html"

    def __init__(self, viewed: DuelForViewer, typed: str = "", problem: str = "") -> None:
        """Raises NotFound if there is no talk."""
        super().__init__(viewed)
        self.part_of(TalkPart).typed = typed
        self.part_of(TalkPart).problem = problem
        self.is_refused = bool(problem)
        if not self.part_of(TalkPart).is_there:
            raise NotFound

    def key(self) -> None:
        """None: every viewer's page differs."""


OF_OTHERS = frozenset({TalkRefusal.NOT_A_PLAYER, TalkRefusal.NO_TALK})
"""The refusals in duels without talk for the viewer."""


@blueprint.errorhandler(TalkRefused)
def refused(_: TalkRefused) -> ResponseReturnValue:
    """Answer that this is not for the viewer."""
    return error_page(HTTPStatus.FORBIDDEN)


def to_talk(token: DuelToken) -> ResponseReturnValue:
    """Redirect to the talk on the page of its duel."""
    return see_other(talk_url(token))


@blueprint.get("/<token>/talk")
@players_only
def show(token: DuelToken) -> ResponseReturnValue:
    """Show the talk of a duel to its players."""
    return respond(TalkPage(duel_of(token)))


@blueprint.post("/<token>/talk")
@limited("60 per minute")
@players_only
def say(token: DuelToken) -> ResponseReturnValue:
    """Send a message; a refused one is shown again."""
    typed, chosen = request.form.get("text", ""), request.form.get("phrase", "")
    phrase = Phrase(chosen) if chosen in set(Phrase) else None
    try:
        with writing() as session:
            talk.say(session, token, me().id, Words(phrase, typed), now())
    except TalkRefused as refused:
        if refused.code in OF_OTHERS:
            raise
        viewed = duel_of(token)
        return respond(TalkPage(viewed, typed, refusal_message(refused)), HTTPStatus.UNPROCESSABLE_ENTITY)
    return to_talk(token)


@blueprint.post("/<token>/talk/read")
@players_only
def mark_read(token: DuelToken) -> ResponseReturnValue:
    """Note that the player has read the messages."""
    with writing() as session:
        talk.mark_read(session, token, me().id)
    return to_talk(token)


@blueprint.post("/<token>/talk/mode")
@players_only
def take(token: DuelToken) -> ResponseReturnValue:
    """Set whether the player accepts everything, phrases only, or nothing."""
    chosen = request.form.get("mode", "")
    if chosen not in set(TalkMode):
        raise NotFound
    with writing() as session:
        talk.take(session, token, me().id, TalkMode(chosen))
    return to_talk(token)


@blueprint.post(f"/<token>/talk/<int(max={LARGEST}):number>/delete")
@players_only
def delete(token: DuelToken, number: TalkMessageId) -> ResponseReturnValue:
    """Delete a message of the player."""
    with writing() as session:
        talk.unsay(session, token, me().id, number)
    return to_talk(token)


@blueprint.get("/<token>/talk/read")
@blueprint.get("/<token>/talk/mode")
@blueprint.get(f"/<token>/talk/<int(max={LARGEST}):number>/delete")
def back(token: DuelToken, number: TalkMessageId | None = None) -> ResponseReturnValue:  # noqa: ARG001  # of the address
    """Redirect when the answer to a form is reloaded."""
    return to_talk(token)
