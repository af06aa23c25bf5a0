"""The pages of challenges."""

from http import HTTPStatus

from flask import Blueprint, flash, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import Challenge, User
from services.accounts import accounts
from services.challenges import challenges
from services.challenges.terms import PRESETS, SettingError, Terms
from web.challenges.forms import ChallengeForm, why_not_setting
from web.challenges.lists import ChallengeList
from web.frame.errors import page as error_page
from web.frame.links import duel_url, page_number, see_other
from web.frame.login import me, member, members_only
from web.frame.page import respond
from web.frame.session import db, now, writing
from web.frame.translation import gettext
from web.words.presets import preset_summary
from web.words.settings import settings_in_words

blueprint = Blueprint("challenges", __name__)


@blueprint.errorhandler(challenges.UnknownChallenge)
def unknown(_: challenges.UnknownChallenge) -> ResponseReturnValue:
    """Answer alike for a challenge between two others and for one that does not exist."""
    return error_page(HTTPStatus.NOT_FOUND)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """List the challenges that wait for me, mine that wait, and those open to anybody."""
    reader = member()
    number = page_number()
    to_me, mine = challenges.own(db(), reader.id) if reader else ([], [])
    found = challenges.open_to(db(), reader.id if reader else None, number)
    return respond(ChallengeList(to_me, mine, found, number))


@blueprint.route("/new", methods=["GET", "POST"])
@members_only
def create() -> ResponseReturnValue:
    """Write a challenge."""
    form = ChallengeForm(kind=request.args.get("kind", "link"), opponent=request.args.get("to", ""))
    if form.validate_on_submit():
        challenge = created(form)
        if challenge:
            return see_other(url_for("challenges.show", token=challenge.token))
    summaries = {name: preset_summary(name) for name in PRESETS}
    words = {name: settings_in_words(rules) for name, rules in PRESETS.items()}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else 200
    return render_template("challenges/new.html", form=form, summaries=summaries, words=words), status


def created(form: ChallengeForm) -> Challenge | None:
    """Return the new challenge, or None with the reason in the form."""
    opponent = opponent_of(form)
    terms = terms_of(form)
    if terms is None or form.errors:
        return None
    try:
        with writing() as session:
            return challenges.create(session, me().id, form.kind.data, opponent, terms, now())
    except challenges.OwnChallenge:
        form.refuse("opponent", gettext("You cannot challenge yourself."))
    except challenges.TooManyWaiting:
        most = challenges.MOST_WAITING
        form.refuse("kind", gettext("You have %(most)d challenges waiting: withdraw one first.", most=most))
    return None


def opponent_of(form: ChallengeForm) -> User | None:
    """Find the account that is challenged by name; refuse a name that nobody has beside its field."""
    if form.kind.data != "named":
        return None
    opponent = accounts.named(db(), form.opponent.data)
    if opponent is None:
        form.refuse("opponent", gettext("Nobody here has this name. Check its spelling, or send a link."))
    return opponent


def terms_of(form: ChallengeForm) -> Terms | None:
    """Return the terms in the form, or None with the reason in the form."""
    try:
        return Terms(
            preset=form.preset.data,
            settings=form.settings(form.preset.data),
            edition=form.edition.data,
            public=form.public.data == "yes",
            phase_seconds=form.phase_seconds.data,
        )
    except SettingError as error:
        form.refuse(form.field_of(error.setting), why_not_setting(error.value))
    return None


@blueprint.get("/<token>")
def show(token: str) -> ResponseReturnValue:
    """Show one challenge and what the reader can do about it."""
    return challenge_page(token)


@blueprint.post("/<token>/accept")
@members_only
def accept(token: str) -> ResponseReturnValue:
    """Begin the duel."""
    try:
        with writing() as session:
            duel = challenges.accept(session, token, me().id, now())
    except challenges.OwnChallenge:
        return challenge_page(token, gettext("This challenge is your own."), HTTPStatus.FORBIDDEN)
    except challenges.NotWaiting:
        return too_late(token)
    flash(gettext("The duel begins."))
    return see_other(duel_url(duel.token))


@blueprint.post("/<token>/decline")
@members_only
def decline(token: str) -> ResponseReturnValue:
    """Say no."""
    try:
        with writing() as session:
            challenges.decline(session, token, me().id)
    except challenges.NotTheOpponent:
        return error_page(HTTPStatus.FORBIDDEN)
    except challenges.NotWaiting:
        return too_late(token)
    flash(gettext("You have declined the challenge."))
    return see_other(url_for("challenges.index"))


@blueprint.post("/<token>/withdraw")
@members_only
def withdraw(token: str) -> ResponseReturnValue:
    """Take one's own challenge back."""
    try:
        with writing() as session:
            challenges.withdraw(session, token, me().id)
    except challenges.NotTheChallenger:
        return error_page(HTTPStatus.FORBIDDEN)
    except challenges.NotWaiting:
        return too_late(token)
    flash(gettext("Your challenge is withdrawn."))
    return see_other(url_for("challenges.index"))


def too_late(token: str) -> ResponseReturnValue:
    """Say that somebody was faster."""
    return challenge_page(
        token, gettext("Somebody was faster: this challenge is settled."), HTTPStatus.CONFLICT
    )


def challenge_page(token: str, problem: str | None = None, status: int = 200) -> ResponseReturnValue:
    """Render one challenge, with what went wrong, if anything did."""
    reader = member()
    challenge = challenges.visible(db(), token, reader.id if reader else None)
    rules = challenges.terms(challenge).rules()
    words = settings_in_words(rules, challenge.preset)
    values = {"challenge": challenge, "words": words, "problem": problem}
    return render_template("challenges/show.html", **values), status
