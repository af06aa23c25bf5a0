"""Making a challenge: by a member, or by a visitor who logs in or registers in the same form."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue

from models import User
from models.challenge import ChallengeKind
from models.ids import UserId
from services.accounts import accounts
from services.accounts.accounts import are_alike
from services.challenges import challenges
from services.challenges.refusals import ChallengeRefusal, ChallengeRefused
from services.duels.lists import is_newcomer
from services.duels.refusals import DuelRefused
from services.players import near_names
from services.refused import Refused
from services.terms import PRESETS, RATED_PRESETS, SettingError, Terms
from web.accounts.forms import RegisterForm
from web.accounts.identity import Explaining, Opened, Opening, flash_email_sent, identified
from web.challenges.forms import FIRST_PRESETS, ChallengeForm, setting_refused
from web.challenges.views import blueprint
from web.core.configuration import most_duels
from web.core.forms import Form, Together
from web.core.links import see_other
from web.core.login import me, member, sign_in
from web.core.messages import refusal_message
from web.core.session import db, now, writing
from web.core.translation import gettext
from web.words.settings import preset_summary, settings_in_words
from web.words.times import listed


@blueprint.get("/new")
@blueprint.post("/new")
def create() -> ResponseReturnValue:
    """Write a challenge."""
    asked = {
        "kind": request.args.get("kind", "link"),
        "opponent": request.args.get("to", ""),
        "preset": usual_preset(),
        "clock_rests": usual_rest_days(),
    }
    form = ChallengeForm(**{**asked, **last_terms()})
    identity = None if member() else RegisterForm.for_viewer()
    if form.is_submitted():
        token = created(form, identity)
        if token:
            return see_other(url_for("challenges.show", token=token))
    faults = Together(form, identity)
    summaries = {name: preset_summary(name) for name in PRESETS}
    words = {name: settings_in_words(rules) for name, rules in PRESETS.items()}
    values = {
        "form": form,
        "identity": identity,
        "faults": faults,
        "summaries": summaries,
        "words": words,
        "first_presets": FIRST_PRESETS,
        "rated_presets": RATED_PRESETS,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if faults.errors else 200
    return render_template("challenges/new.html", **values), status


def usual_preset() -> str:
    """Return the preset suggested to the viewer: the one for beginners before their first duels."""
    viewer = member()
    return "intimate" if viewer and not is_newcomer(db(), viewer.id) else "beginner"


def usual_rest_days() -> Sequence[int]:
    """Return the days of rest that the viewer's account proposes."""
    reader = member()
    return reader.rest_days if reader else ()


def last_terms() -> Mapping[str, Any]:
    """Return the terms of the viewer's last challenge, without altered settings, for one by name."""
    viewer = member()
    if viewer is None or "to" not in request.args or request.method == "POST":
        return {}
    last = challenges.last_made(db(), viewer.id)
    if last is None:
        return may_count(viewer.id)
    usual = {"preset": last.preset, "edition": last.edition, "rated": last.rated, "match": last.match}
    clock = {"clock": last.clock_name} if last.clock_name else {}
    return {**usual, **clock, "public": "yes" if last.public else "no", **may_count(viewer.id)}


def may_count(viewer_id: UserId) -> Mapping[str, Any]:
    """Preselect an unrated duel if one of the two is a bot and the other is not."""
    opponent = accounts.named(db(), request.args["to"])
    if opponent is None or are_alike(opponent, db().get_one(User, viewer_id)):
        return {}
    return {"rated": False}


def created(form: ChallengeForm, identity: RegisterForm | None) -> str | None:
    """Return the token of the new challenge, or None with all that is wrong in the forms."""
    opponent = opponent_of(form) if form.validate() else None
    terms = None if form.errors else terms_of(form)
    opening = identified(identity)
    if terms is None or form.errors or opening is None:
        return None
    try:
        made = stored(form, identity or form, opening, opponent, terms)
    except (ChallengeRefused, DuelRefused) as error:
        refuse(form, error, opponent)
    else:
        return entered(made, identity)
    return None


def refuse(form: ChallengeForm, error: Refused, opponent: User | None) -> None:
    """Say beside a field why a challenge cannot be made."""
    words = refusal_message(error, name=opponent.name if opponent else "")
    if error.code is ChallengeRefusal.OTHER_KIND:
        form.refuse("rated", gettext("%(words)s Choose an unrated duel.", words=words))
    elif error.code is ChallengeRefusal.OWN:
        form.refuse("opponent", gettext("You cannot challenge yourself."))
    else:
        form.refuse("opponent" if opponent else "kind", words)


def entered(made: tuple[Opened | None, str] | None, identity: RegisterForm | None) -> str | None:
    """Log a new account in; return the token of the challenge, if it was made."""
    opened, token = made or (None, None)
    if opened and identity:
        sign_in(*opened, remember=False)
        flash_email_sent(identity)
    return token


def stored(
    form: ChallengeForm, identity: Form, opening: Opening, opponent: User | None, terms: Terms
) -> tuple[Opened | None, str] | None:
    """Store the challenge, with the account of a visitor; None if the account's form says why not."""
    with Explaining(identity), writing() as session:
        opened = opening(session)
        challenger_id = opened[0].id if opened else me().id
        challenge = challenges.create(
            session,
            challenger_id,
            ChallengeKind(form.kind.data),
            opponent,
            terms,
            now(),
            within=form.within.data or None,
            most_duels=most_duels(),
        )
        return opened, challenge.token
    return None


def opponent_of(form: ChallengeForm) -> User | None:
    """Find the account that is challenged by name; if there is none, refuse the field."""
    if form.kind.data != "named":
        return None
    opponent = accounts.named(db(), form.opponent.data)
    if opponent is None:
        form.refuse("opponent", nobody_named(form.opponent.data))
    return opponent


def nobody_named(name: str) -> str:
    """Say that nobody has a name, and suggest similar publicly visible ones."""
    near = near_names(db(), name)
    if near:
        names = listed(near, "or")
        return gettext("Nobody here has this name. Do you mean %(names)s?", names=names)
    return gettext("Nobody here has this name. Check its spelling, or send a link.")


def terms_of(form: ChallengeForm) -> Terms | None:
    """Return the terms in the form, or None with the reason in the form."""
    try:
        clock = form.agreed_clock()
    except SettingError as error:
        form.refuse_clock(error)
        return None
    try:
        return Terms(
            preset=form.preset.data,
            settings=form.settings(form.preset.data),
            edition=form.edition.data,
            public=form.public.data == "yes",
            clock=clock,
            rated=form.rated.data,
            match=form.match.data,
        )
    except SettingError as error:
        form.refuse(form.field_of(error.setting), setting_refused(error.value))
    return None
