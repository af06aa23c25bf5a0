"""Votes for the prizes of a tournament: a member's own, and those from paper."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import NamedTuple

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue

from models import Entrant
from models.ids import EntrantId, TournamentToken
from services.tournaments.entering import entrant_of
from services.tournaments.prizes import Ballot, GameToVoteOn, games_to_vote_on, own_votes, vote
from services.tournaments.refusals import NOT_ALLOWED, TournamentRefused
from web.core.links import see_other
from web.core.login import me, members_only
from web.core.messages import refusal_message
from web.core.page import respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.tournaments.page import TournamentFrame, blueprint


class VotesForGame(NamedTuple):
    """A game to vote on. chosen: the member's votes so far, by prize; always empty for votes from paper."""

    game: GameToVoteOn
    chosen: Mapping[str, int]


class VotesPage(TournamentFrame):
    """The votes of one player: the member's own, or those of a player without an account, from paper."""

    template = "tournaments/votes.html"

    @property
    def may_enter_others(self) -> bool:
        """True for members who enter votes from paper."""
        return self.organises or self.arbitrates

    @cached_property
    def entrant(self) -> Entrant | None:
        """The player whose votes these are."""
        asked = request.values.get("entrant", 0, int)
        if asked and self.may_enter_others:
            found = self.sheet.entrants.get(asked)
            return found if found and found.user_id is None else None
        return entrant_of(db(), self.tournament, me().id)

    @property
    def without_account(self) -> Sequence[Entrant]:
        """The players without an account, who vote on paper."""
        return [each for each in self.sheet.entrants.values() if each.user_id is None]

    @cached_property
    def games(self) -> Sequence[VotesForGame]:
        """The games that are over for this player."""
        if self.entrant is None:
            return []
        is_own = self.entrant.user_id == me().id
        known = own_votes(db(), self.sheet, me().id) if is_own else {}
        return [
            VotesForGame(game, known.get((game.round, game.board), {}))
            for game in games_to_vote_on(db(), self.sheet, EntrantId(self.entrant.id))
        ]

    def ballot(self) -> Ballot | None:
        """The sent votes; None if there is no such player."""
        if self.entrant is None:
            return None
        votes = {}
        for number, prize in enumerate(self.sheet.plan.prizes):
            chosen = request.form.get(f"vote_{number}", 0, int)
            if chosen:
                votes[prize] = EntrantId(chosen)
        number, board = request.form.get("round", 0, int), request.form.get("table", 0, int)
        return Ballot(number, board, EntrantId(self.entrant.id), votes)


@blueprint.get("/<token>/votes")
@members_only
def votes(token: TournamentToken) -> ResponseReturnValue:
    """Show the games that a player can vote on."""
    return respond(VotesPage(token))


@blueprint.post("/<token>/votes", endpoint="cast_votes")
@members_only
def cast(token: TournamentToken) -> ResponseReturnValue:
    """Store the votes after one game."""
    page = VotesPage(token)
    ballot = page.ballot()
    if ballot is None:
        return see_other(url_for("tournaments.votes", token=token))
    try:
        with writing() as session:
            vote(session, token, me().id, ballot, now())
    except TournamentRefused as error:
        if error.code in NOT_ALLOWED:
            raise
        page = VotesPage(token, refusal_message(error))
        return respond(page, HTTPStatus.CONFLICT)
    flash(gettext("The votes are stored. They are counted when the tournament is over."))
    entrant = None if page.entrant is None or page.entrant.user_id else page.entrant.id
    return see_other(url_for("tournaments.votes", token=token, entrant=entrant))
