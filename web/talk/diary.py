"""The diary of a player, and the comments on a finished duel, on pages of their own."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Blueprint, flash, request
from flask.typing import ResponseReturnValue

from intimate.players import Player
from models import DiaryNote, DuelComment
from models.ids import DuelCommentId, DuelToken
from services.duels.access import DuelForViewer
from services.moderation import acts
from services.moderation.acts import LONGEST_REASON
from services.moderation.refusals import ModerationRefused
from services.refused import NotFound
from services.talk import comments, diary
from services.talk.refusals import TalkRefusal, TalkRefused
from services.talk.talk import LONGEST
from web.accounts.proving import ask_moderator
from web.core.limits import limited
from web.core.links import LARGEST, comments_url, diary_url, see_other
from web.core.login import me, members_only, players_only
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.finding import duel_of
from web.duels.frame import DuelFrame
from web.talk.views import refused
from web.words.names import names_of

blueprint = Blueprint("diary", __name__, url_prefix="/duels")


class DiaryPage(DuelFrame):
    """The viewer's notes; after the end both players' notes, if both open their diaries."""

    template = "talk/diary.html"
    longest = diary.LONGEST_NOTE

    def __init__(self, viewed: DuelForViewer, typed: str | None = None, problem: str = "") -> None:
        """Raises NotFound if there is nothing for the viewer."""
        super().__init__(viewed)
        self.typed, self.problem, self.is_refused = typed, problem, bool(problem)
        self.is_open = diary.are_open(viewed.stored)
        if self.stored.level is not None or not (self.viewed.player or self.is_open):
            raise NotFound

    def key(self) -> None:
        """None: every viewer's page differs."""

    @property
    def notes(self) -> Sequence[DiaryNote]:
        """The notes that the viewer may read."""
        return diary.list_notes(db(), self.stored, self.viewed.player)

    @property
    def names(self) -> Mapping[Player, str]:
        """The names of both players."""
        return names_of(self.stored)

    @property
    def note_of_phase(self) -> str:
        """The viewer's note on the awaited phase, stored or just typed."""
        if self.typed is not None:
            return self.typed
        phase = self.stored.phase
        return next((each.text for each in self.notes if each.phase == phase), "")


blueprint.register_error_handler(TalkRefused, refused)


@blueprint.get("/<token>/diary")
def show(token: DuelToken) -> ResponseReturnValue:
    """Show the diary to its player, or both to everybody."""
    return respond(DiaryPage(duel_of(token)))


@blueprint.post("/<token>/diary")
@limited("60 per minute")
@players_only
def write(token: DuelToken) -> ResponseReturnValue:
    """Write the note on the awaited phase; a refused text is shown again."""
    typed = request.form.get("text", "")
    try:
        with writing() as session:
            diary.write_note(session, token, me().id, typed, now())
    except TalkRefused as error:
        if error.code is TalkRefusal.NOT_A_PLAYER:
            raise
        page = DiaryPage(duel_of(token), typed, refusal_message(error))
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    flash(gettext("Saved."))
    return see_other(diary_url(token))


@blueprint.post("/<token>/diary/open")
@players_only
def open_or_shut(token: DuelToken) -> ResponseReturnValue:
    """Open the player's diary after the end, if the other player opens theirs too; or keep it closed."""
    with writing() as session:
        diary.open_diary(session, token, me().id, opens=request.form.get("opens") == "yes")
    return see_other(diary_url(token))


class CommentsPage(DuelFrame):
    """The comments on a finished duel."""

    template = "talk/comments.html"
    longest = LONGEST

    def __init__(self, viewed: DuelForViewer, typed: str = "", problem: str = "") -> None:
        """Raises NotFound if nobody may comment."""
        super().__init__(viewed)
        self.typed, self.problem, self.is_refused = typed, problem, bool(problem)
        if self.stored.level is not None:
            raise NotFound

    def key(self) -> None:
        """None: it changes with each comment."""

    @property
    def comments(self) -> Sequence[DuelComment]:
        """The latest comments, the oldest first; none while the duel runs."""
        return comments.list_comments(db(), self.stored) if self.stored.phase is None else ()

    @property
    def longest_reason(self) -> int:
        """The most characters of a moderator's reason."""
        return LONGEST_REASON


@blueprint.get("/<token>/comments", endpoint="comments")
def show_comments(token: DuelToken) -> ResponseReturnValue:
    """Show the comments on a duel."""
    return respond(CommentsPage(duel_of(token)))


@blueprint.post("/<token>/comments", endpoint="comment")
@limited("20 per minute")
@members_only
def say(token: DuelToken) -> ResponseReturnValue:
    """Comment on a finished duel; a refused text is shown again."""
    viewed, typed = duel_of(token), request.form.get("text", "")
    page = CommentsPage(viewed, typed)
    try:
        with writing() as session:
            comments.comment(session, viewed.stored, me().id, typed, now())
    except TalkRefused as error:
        page = CommentsPage(duel_of(token), typed, refusal_message(error))
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    return see_other(comments_url(page.stored.token))


@blueprint.post(f"/<token>/comments/<int(max={LARGEST}):number>/delete")
@members_only
def delete(token: DuelToken, number: DuelCommentId) -> ResponseReturnValue:
    """Delete a comment of one's own; moderators delete any, with a reason."""
    viewed = duel_of(token)
    if me().is_moderator and not comments.is_own(db(), viewed.stored, me().id, number):
        return delete_as_moderator(viewed, number)
    with writing() as session:
        comments.delete_own_comment(session, viewed.stored, me().id, number)
    return see_other(comments_url(token))


def delete_as_moderator(viewed: DuelForViewer, number: DuelCommentId) -> ResponseReturnValue:
    """Delete somebody else's comment, once the moderator has proved their identity, or say why not."""
    lacking, token = ask_moderator(), viewed.stored.token
    if lacking is not None:
        return lacking
    try:
        with writing() as session:
            acts.delete_comment(
                session, me().id, viewed.stored, number, request.form.get("reason", ""), now()
            )
    except ModerationRefused as error:
        page = CommentsPage(duel_of(token), problem=refusal_message(error))
        return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    return see_other(comments_url(token))


@blueprint.get("/<token>/diary/open")
def back_to_diary(token: DuelToken) -> ResponseReturnValue:
    """Lead back when the answer to a form is reloaded."""
    return see_other(diary_url(token))


@blueprint.get(f"/<token>/comments/<int(max={LARGEST}):number>/delete")
def back_to_comments(token: DuelToken, number: DuelCommentId) -> ResponseReturnValue:  # noqa: ARG001  # of the address
    """Lead back when the answer to a form is reloaded."""
    return see_other(comments_url(token))
