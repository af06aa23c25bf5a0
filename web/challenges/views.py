"""The page of a challenge: seen, accepted, declined, withdrawn; a visitor with its link joins there."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from http import HTTPStatus

from flask import Blueprint, flash, request, url_for
from flask.typing import ResponseReturnValue

from clocks.running import OPEN_FOR
from intimate.entries import HomesList
from intimate.errors import EntryError
from models import Challenge
from models.account import AccountKind
from models.challenge import ChallengeKind, ChallengeState
from models.ids import ChallengeToken, DuelToken
from services.challenges import challenges
from services.challenges.challenges import begins_with_ranking, check_ranking, join
from services.challenges.lists import open_to, own
from services.challenges.refusals import ChallengeRefusal, ChallengeRefused
from services.duels.refusals import DuelRefused
from services.ladders.lists import own_challenges
from services.practice.refusals import PracticeRefused
from services.ratings.shown import ratings_of
from services.refused import Refused
from services.terms import Terms
from web.accounts.forms import GuestForm
from web.accounts.identity import Explaining, Opened, Opening, identified
from web.challenges.lists import ChallengeList, FilterForm
from web.core.configuration import most_duels
from web.core.errors import page as error_page
from web.core.forms import Together
from web.core.links import back, duel_url, see_other
from web.core.login import account, me, member, players_only, sign_in
from web.core.messages import refusal_message
from web.core.page import LIVE, Frame, respond
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.duels.forms import RankForm, rank_form
from web.duels.messages import entry_refusal_message
from web.duels.script_words import entry_words
from web.matchmaking.messages import has_accepted, what_begins, when_second_begins
from web.ratings.words import rating_shown
from web.words.settings import SettingSentence, settings_in_words
from web.words.times import duration

blueprint = Blueprint("challenges", __name__, url_prefix="/challenges")


class ChallengePage(Frame):
    """One challenge as its viewer may see it, with the faults of a sent form."""

    template = "challenges/show.html"
    is_list = True

    def __init__(self, token: ChallengeToken, problem: str = "") -> None:
        self.token, self.problem = token, problem
        self.is_refused = bool(problem)

    @cached_property
    def challenge(self) -> Challenge:
        """The challenge; raises NotFound."""
        viewer = account()
        return challenges.visible(db(), self.token, viewer.id if viewer else None)

    @cached_property
    def terms(self) -> Terms:
        """The terms of the duel."""
        return challenges.terms(self.challenge)

    def refuse(self, error: Refused) -> None:
        """Say why the viewer cannot accept."""
        self.problem, self.is_refused = refusal_message(error, name=self.challenge.challenger.name), True

    @property
    def rating(self) -> str:
        """The rating of the challenger in the pool of the duel."""
        challenge = self.challenge
        pool = challenge.pace, challenge.preset
        seen = ratings_of(db(), (challenge.challenger_id,), *pool, now())
        return rating_shown(seen[challenge.challenger_id].value)

    @property
    def words(self) -> Sequence[SettingSentence]:
        """The settings as sentences."""
        return settings_in_words(self.terms.rules(), self.challenge.preset)

    @property
    def what_happens_next(self) -> str:
        """The consequences of accepting."""
        if not self.challenge.match:
            return self._how_it_begins
        return f"{self._how_it_begins} {when_second_begins(self.challenge.clock)}"

    @property
    def _how_it_begins(self) -> str:
        if self.challenge.clock.is_live:
            return gettext(
                "Accepting means you are here. The duel begins once %(name)s is here too; if not "
                "within %(time)s, it lapses.",
                name=self.challenge.challenger.name,
                time=duration(int(OPEN_FOR.total_seconds())),
            )
        if self.challenge.homes:
            return gettext("The duel begins at once, with the first auction.")
        return gettext("The duel begins at once: both choose their home powers first.")

    @property
    def faults(self) -> Together:
        """All that is wrong with what was sent."""
        return Together(self.ranking, self.identity)

    @property
    def entry_words(self) -> Mapping[str, str]:
        """The texts for scripts while powers are ranked."""
        return entry_words()

    # A visitor's ranking and name, set when their form is refused

    @cached_property
    def ranking(self) -> RankForm | None:
        """The form of the powers that a visitor ranks before they say who they are."""
        return rank_form() if begins_with_ranking(self.terms) else None

    @cached_property
    def identity(self) -> GuestForm:
        """The fields for name and password; a guest's name is filled in."""
        known = account()
        return GuestForm(name=known.name if known else "")

    @property
    def takes_guests(self) -> bool:
        """True where a friend may play without an account."""
        return self.challenge.kind == ChallengeKind.LINK


@blueprint.post("/<token>/join", endpoint="join")
def take(token: ChallengeToken) -> ResponseReturnValue:
    """Open an account or log in, accept, and hand in the ranking: all of that or nothing."""
    page = ChallengePage(token)
    if page.challenge.state != ChallengeState.WAITING:
        return cannot_accept(page, ChallengeRefused(ChallengeRefusal.SETTLED))
    ranking = ranked(page)
    opening = identified(None if member() else page.identity, takes_guests=page.takes_guests)
    if opening is None or page.faults.errors or page.problem:
        return refused(page)
    try:
        begun = entered(page, opening, ranking)
    except (ChallengeRefused, DuelRefused, PracticeRefused) as error:
        return cannot_accept(page, error)
    if begun is None:
        return refused(page)
    opened, duel_token = begun
    if opened:
        sign_in(*opened, remember=False)
    handed_in = gettext("Your list is done; you can change it until your opponent is done too.")
    flash(" ".join((what_begins(page.terms.clock), *([handed_in] if ranking else []))))
    return see_other(duel_url(duel_token))


def cannot_accept(page: ChallengePage, error: Refused) -> ResponseReturnValue:
    """Show the page again, and why the viewer cannot accept."""
    if error.code in {ChallengeRefusal.SETTLED, ChallengeRefusal.EXPIRED}:
        page = ChallengePage(page.token)  # read the challenge again
        status = HTTPStatus.CONFLICT
    else:
        status = HTTPStatus.FORBIDDEN
    page.refuse(error)
    return respond(page, status)


def cannot_answer(token: ChallengeToken, error: Refused) -> ResponseReturnValue:
    """Show why the viewer cannot decline or withdraw."""
    if error.code in {ChallengeRefusal.NOT_THE_OPPONENT, ChallengeRefusal.NOT_THE_CHALLENGER}:
        return error_page(HTTPStatus.FORBIDDEN)
    return cannot_accept(ChallengePage(token), error)


def refused(page: ChallengePage, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> ResponseReturnValue:
    """Show the page again, with all that was entered except the password, and its faults."""
    page.is_refused = True
    return respond(page, status)


def ranked(page: ChallengePage) -> HomesList | None:
    """Return the ranking, None if there is none; the page shows its faults."""
    form: RankForm | None = page.ranking
    if form is None:
        return None
    form.validate()
    entry = form.entry()
    if not any(entry.powers):
        return None
    try:
        check_ranking(entry)
    except EntryError as error:
        page.problem = entry_refusal_message(error)
        return None
    return entry


def entered(
    page: ChallengePage, opening: Opening, ranking: HomesList | None
) -> tuple[Opened | None, DuelToken] | None:
    """Store everything; None if the name was taken meanwhile, as the form then says."""
    with Explaining(page.identity), writing() as session:
        opened = opening(session)
        user_id = opened[0].id if opened else me().id
        return opened, join(session, page.token, user_id, ranking, now(), most_duels()).token
    return None


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List the challenges that wait for me, mine that wait, and those open to anybody."""
    viewer = member()
    form = FilterForm()
    sent = request.args.get("before")
    before = ChallengeToken(sent) if sent is not None else None
    to_me, mine = own(db(), viewer.id) if viewer else ([], [])
    found = open_to(db(), viewer.id if viewer else None, form.filters(), before)
    on_ladders = own_challenges(db(), viewer.id) if viewer else ()
    return respond(ChallengeList(to_me, mine, found, form, before, on_ladders))


@blueprint.get("/<token>")
def show(token: ChallengeToken) -> ResponseReturnValue:
    """Show one challenge and what the viewer can do about it, and record that they have seen its end."""
    viewer = account()
    challenge = challenges.visible(db(), token, viewer.id if viewer else None)
    if viewer and challenge.untold_id == viewer.id and LIVE not in request.headers:
        with writing() as session:
            challenges.note_ending_seen(session, token, viewer.id)
    return respond(ChallengePage(token))


@blueprint.get("/<token>/duel")
def duel(token: ChallengeToken) -> ResponseReturnValue:
    """Redirect a player to the duel that began with the challenge, and say so."""
    viewer = account()
    challenge = challenges.visible(db(), token, viewer.id if viewer else None)
    if challenge.duel is None or viewer is None or challenge.duel.player(viewer.id) is None:
        return see_other(url_for("challenges.show", token=token))
    if challenge.challenger_id == viewer.id and challenge.opponent:
        flash(has_accepted(challenge.clock, challenge.opponent.name))
        if challenge.opponent.kind == AccountKind.GUEST and challenges.counts(challenge):
            flash(gettext("They play as a guest, so the duel is unrated."))
    return see_other(duel_url(challenge.duel.token))


@blueprint.post("/<token>/accept")
@players_only
def accept(token: ChallengeToken) -> ResponseReturnValue:
    """Begin the duel."""
    try:
        with writing() as session:
            begun = challenges.accept(session, token, me().id, now(), most_duels())
    except (ChallengeRefused, DuelRefused) as error:
        return cannot_accept(ChallengePage(token), error)
    flash(what_begins(begun.clock))
    return see_other(duel_url(begun.token))


@blueprint.post("/<token>/decline")
@players_only
def decline(token: ChallengeToken) -> ResponseReturnValue:
    """Decline a challenge."""
    try:
        with writing() as session:
            challenges.decline(session, token, me().id, now())
    except ChallengeRefused as error:
        return cannot_answer(token, error)
    flash(gettext("You have declined the challenge."))
    return see_other(url_for("challenges.index"))


@blueprint.post("/<token>/withdraw")
@players_only
def withdraw(token: ChallengeToken) -> ResponseReturnValue:
    """Take one's own challenge back."""
    try:
        with writing() as session:
            challenges.withdraw(session, token, me().id, now())
    except ChallengeRefused as error:
        return cannot_answer(token, error)
    flash(gettext("Your challenge is withdrawn."))
    return see_other(url_for("challenges.index"))


@blueprint.post("/<token>/seen")
@players_only
def put_away(token: ChallengeToken) -> ResponseReturnValue:
    """Dismiss the notice of how a challenge ended."""
    with writing() as session:
        challenges.note_ending_seen(session, token, me().id)
    return see_other(back(url_for("challenges.index")))


@blueprint.get("/<token>/<any(accept, decline, withdraw, seen, join):_act>")
def back_from_act(token: ChallengeToken, _act: str) -> ResponseReturnValue:
    """Redirect to the challenge, for example when the answer to a form is reloaded in another language."""
    return see_other(url_for("challenges.show", token=token))
