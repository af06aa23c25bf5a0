"""Practice duels: beginning one by a click, with or without an account; hints; taking a year back."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Any

from flask import Blueprint, current_app, flash, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _l
from sqlalchemy.orm import Session
from wtforms import RadioField

from adjudicator import Phase, PhaseKind, Power, Season, standard
from intimate.entries import Entry, Orders
from intimate.errors import EntryError, EventError
from intimate.players import Player
from models import Job, StoredChapter, StoredDuel, User
from models.ids import DuelToken, UserId
from opponent.levels import LEVELS, Level
from services.accounts import sessions
from services.analysis.asking import is_over
from services.duels.access import DuelForViewer, lock_awaited_duel, lock_duel
from services.history.chapters import list_chapters, load_chapter, load_duel
from services.practice.beginning import (
    OF_BEGINNERS,
    PracticeWish,
    begin_practice,
    can_be_played_on,
    is_first_duel,
    last_wish,
    most_running,
    play_on,
)
from services.practice.guests import IDLE, open_guest
from services.practice.hints import ask_for_hint, find_hint, hint_motives, hinted_entry, take_hint_over
from services.practice.refusals import PracticeRefusal, PracticeRefused
from services.practice.taking_back import last_year, take_year_back, year_to_go_back_to
from services.refused import NotFound
from services.terms import PRESETS
from web.accounts.identity import Opened
from web.board.picture import pending_arrows
from web.core.forms import Form, choices
from web.core.i18n import remember
from web.core.limits import may_be_guest
from web.core.links import duel_url, see_other
from web.core.login import account, me, players_only, sign_in
from web.core.messages import Sentences, refusal_message
from web.core.page import rendered, respond
from web.core.session import db, now, writing
from web.core.translation import gettext, language
from web.duels.finding import duel_of
from web.duels.frame import DuelPart
from web.duels.lists import DuelList, OwnPractice, own_practice
from web.duels.messages import entry_refusal_message
from web.duels.page import RefusedPage
from web.duels.questions import SURE, YES, Question, QuestionPage
from web.duels.sent_entry import phase_of_form, phase_seen
from web.history.chapters import HistoryPart
from web.practice.words import empty_plan, motive_words, plan_lines, remark_on
from web.words.chapters import phase_name
from web.words.names import by_name, definite_name, level_name, level_summary, power_name
from web.words.settings import preset_name, preset_summary
from web.words.times import listed


def phase_to_go_back_to(chapters: Sequence[StoredChapter], stored: StoredDuel) -> Phase | None:
    """Find the phase at which a duel would continue if its last year is taken back."""
    found = year_to_go_back_to(chapters, stored) if stored.level else None
    return found[1] if found else None


def about_year(phase: Phase) -> Question:
    """Return the question before a year is taken back; phase: the one that is then awaited."""
    return Question(
        gettext("Take the year back?"),
        [
            gettext(
                "The duel goes on from here: %(phase)s. Everything after that is undone.",
                phase=phase_name(phase),
            ),
            gettext("Your opponent bids and moves again, too."),
        ],
        gettext("Yes, take it back"),
        gettext("No, play on"),
    )


WELCOMED = "welcomed"
"""The cookie that remembers a closed welcome card."""
MUTED = "muted"
"""The cookie that mutes the site's opponent, by its value YES."""
NO = "no"
"""The value of that cookie once the opponent may speak again."""


class PracticePart(DuelPart):
    """The part of practice on the page of a duel."""

    name = "practice"

    def hint(self) -> str:
        """What the strongest level would do in the player's place, or the button that asks for it."""
        phase, job, entry = self.stored.phase, self._hint_job, self._hinted_entry
        if phase is None or not self._can_ask or self.shows_welcome_card:
            return ""
        return rendered(
            "practice/hint.html",
            page=self.page,
            job=job,
            entry=entry,
            lines=plan_lines(entry, winter=self.page.is_winter) if entry else (),
            motives=[motive_words(motive) for motive in hint_motives(job)] if job else (),
            empty=empty_plan(phase.kind),
        )

    @property
    def _can_ask(self) -> bool:
        """True while the phase awaits the player of a practice duel."""
        return self.stored.level is not None and self.page.is_awaited and not self.viewed.is_ready

    @cached_property
    def _hint_job(self) -> Job | None:
        return find_hint(db(), self.viewed) if self._can_ask else None

    @cached_property
    def _hinted_entry(self) -> Entry | None:
        return hinted_entry(self._hint_job) if self._hint_job else None

    def plan_arrows(self) -> str:
        """The orders of the hint as pale arrows on the board."""
        if not isinstance(self._hinted_entry, Orders):
            return ""
        drawn = pending_arrows(self.viewed.duel, self._hinted_entry)
        return rendered("practice/plan_arrows.html", arrows=drawn)

    def remark(self) -> str:
        """The opponent's remark, or the button to unmute the opponent; nothing beside the welcome card."""
        if self.shows_welcome_card:
            return ""
        last = self.page.part_of(HistoryPart).last
        remark, is_muted = (
            remark_on(self.viewed, last.past if last else None),
            request.cookies.get(MUTED) == YES,
        )
        if not remark:
            return ""
        return rendered("practice/remark.html", page=self.page, remark=remark, is_muted=is_muted)

    def welcome(self) -> str:
        """The welcome card."""
        return rendered("practice/welcome.html", page=self.page) if self.shows_welcome_card else ""

    @cached_property
    def shows_welcome_card(self) -> bool:
        """True at the start of an account's first duel, until the card is closed or a hint is requested."""
        phase, rules = self.stored.phase, self.stored.rules
        if phase is None or not self.page.is_awaited or self.viewed.is_ready or WELCOMED in request.cookies:
            return False
        first = PhaseKind.MOVEMENT if rules.sides else PhaseKind.AUCTION
        if phase != Phase(Season.SPRING, rules.first_year, first) or self._hint_job or not self.sides:
            return False
        return is_first_duel(db(), self.stored, me().id)

    @property
    def sides(self) -> Sequence[str]:
        """The player's own powers and the opponent's; nothing before they are known."""
        duel, player = self.viewed.duel, self.viewed.player
        if player is None or not duel.own(player):
            return ()
        sides = (player, player.opponent)
        return [listed(definite_name(power) for power in by_name(duel.own(side))) for side in sides]

    @cached_property
    def year_back(self) -> Phase | None:
        """The phase at which the duel would continue if a year is taken back."""
        chapters = self.page.part_of(HistoryPart).chapters
        return phase_to_go_back_to(chapters, self.stored) if self.viewed.player else None

    @cached_property
    def chapter_to_replay_from(self) -> int | None:
        """The chapter from which the player can play the last year again, if they did not win."""
        stored, player = self.stored, self.viewed.player
        if stored.phase is not None or player is None or stored.winner is player:
            return None
        found = last_year(self.page.part_of(HistoryPart).chapters)
        return found[0] if found else None

    @property
    def about_year(self) -> Question | None:
        """The question before a year is taken back."""
        return about_year(self.year_back) if self.year_back else None


blueprint = Blueprint("practice", __name__)


class PracticeList(DuelList):
    """A page with cards of practice duels; rendered each time."""

    def __init__(self, practice: OwnPractice) -> None:
        super().__init__(*([each.duel for each in duels] for duels in practice))
        self.practice = practice

    def key(self) -> Hashable:
        """None: it is rarely visited, so it is rendered each time."""
        return None


def wish_of_viewer() -> PracticeWish:
    """Return the viewer's last choices, with a random home power, or the first suggestion."""
    viewer = account()
    return last_wish(db(), viewer.id) if viewer else OF_BEGINNERS


BY_LOT = ""


class PractiseForm(Form):
    """Choose the opponent's strength and one's own power; every field has a default."""

    level = RadioField(_l("Your opponent"))
    home = RadioField(_l("Your home power"), default=BY_LOT)
    preset = RadioField(_l("Rules"))

    def __init__(self, last: PracticeWish | None = None, **values: Any) -> None:  # noqa: ANN401  # passed on to WTForms
        last = last or PracticeWish()
        super().__init__(**{"level": last.level.value, "preset": last.preset, **values})
        powers = by_name(standard().powers)
        self.level.choices = choices(*((level.value, level_name(level)) for level in LEVELS))
        self.home.choices = choices(
            (BY_LOT, gettext("By lot")), *((power, power_name(power)) for power in powers)
        )
        # The rules for beginners come first, then the moves alone.
        presets = sorted(PRESETS, key=lambda name: (name != OF_BEGINNERS.preset, PRESETS[name].sides is None))
        self.preset.choices = choices(*((name, preset_name(name)) for name in presets))

    def wish(self) -> PracticeWish:
        """Return what was chosen."""
        home = Power(self.home.data) if self.home.data else None
        return PracticeWish(Level(self.level.data), home, self.preset.data)


class PractisePage(PracticeList):
    """The choice of an opponent and a home power; at the limit, the running duels, to end one of them."""

    template = "practice/new.html"
    kept_days = IDLE.days

    def __init__(self, form: "PractiseForm | FromHereForm") -> None:
        super().__init__(own_practice())
        self.form, self.problem, self.most = form, "", 0

    @property
    def levels(self) -> Mapping[str, str]:
        """How each level plays."""
        return {level.value: level_summary(level) for level in LEVELS}

    @property
    def presets(self) -> Mapping[str, str]:
        """What is special about each preset."""
        return {name: preset_summary(name) for name in PRESETS}

    first_presets = (OF_BEGINNERS.preset, *(name for name in PRESETS if PRESETS[name].sides))
    """The presets shown at once: the one for beginners, and the one without auctions."""


@blueprint.get("/practise")
@blueprint.post("/practise")
def practise() -> ResponseReturnValue:
    """Begin a practice duel, or ask for opponent and power."""
    if request.method == "POST":
        return begin_from_form(PractiseForm())
    last, viewer = wish_of_viewer(), account()
    asked = request.args.get("level")
    page = PractisePage(PractiseForm(last._replace(level=Level(asked)) if asked in LEVELS else last))
    most = most_running(is_guest=bool(viewer and viewer.is_guest))
    if len(page.practice.running) >= most:
        page.most = most
        page.problem = refusal_message(PracticeRefused(PracticeRefusal.TOO_MANY_RUNNING, most=most))
    return respond(page)


def begin_from_form(form: PractiseForm) -> ResponseReturnValue:
    """Begin the duel, with a new guest account for a visitor, or say why not."""
    page = PractisePage(form)
    if not form.validate():
        return refused(page)
    wish = form.wish()
    return _begin_and_redirect(page, lambda session, user_id: begin_practice(session, user_id, wish, now()))


def _begin_and_redirect(page: PractisePage, begin: "Begin") -> ResponseReturnValue:
    """Store a practice duel and redirect to it, or say why not."""
    viewer = account()
    try:
        opened, stored = store_with_guest(begin, viewer.id if viewer else None)
    except NotFound:
        return see_other(url_for("practice.practise"))
    except PracticeRefused as error:
        page.most = most_running(is_guest=viewer is None or viewer.is_guest) if error.values else 0
        is_crowded = error.code in CROWDED
        return refused(
            page,
            refusal_message(error),
            HTTPStatus.TOO_MANY_REQUESTS if is_crowded else HTTPStatus.CONFLICT,
        )
    if opened is not None:
        sign_in(*opened, remember=True)
    return see_other(duel_url(stored.token))


Begin = Callable[[Session, UserId], StoredDuel]


def store_with_guest(begin: Begin, user_id: UserId | None) -> tuple[Opened | None, StoredDuel]:
    """Store the duel, and a guest with a session if nobody is logged in; raises PracticeRefused."""
    spoken = language()
    if user_id is None and not may_be_guest():
        raise PracticeRefused(PracticeRefusal.TOO_MANY_NEARBY)
    with writing() as session:
        opened: Opened | None = None
        if user_id is None:
            guest: User = open_guest(session, spoken, now(), current_app.config["MOST_GUESTS"])
            opened = guest, sessions.begin(session, guest, now())
            user_id = guest.id
        return opened, begin(session, user_id)


class FromHereForm(Form):
    """Choose the opponent's strength, and the player to replace."""

    level = RadioField(_l("Your opponent"))
    side = RadioField(_l("Your side"))

    def __init__(self, sides: Mapping[Player, str], **values: Any) -> None:  # noqa: ANN401  # passed on to WTForms
        level = wish_of_viewer().level.value
        super().__init__(**{"level": level, "side": next(iter(sides)).value, **values})
        self.level.choices = choices(*((each.value, level_name(each)) for each in LEVELS))
        self.side.choices = choices(*((player.value, name) for player, name in sides.items()))


class FromHerePage(PractisePage):
    """The choice of an opponent before practising from a position of a finished duel."""

    template = "practice/from_here.html"

    def __init__(self, viewed: DuelForViewer, ordinal: int) -> None:
        """Raises NotFound if one cannot practise from there."""
        if not is_over(viewed.stored):
            raise NotFound
        self.viewed, self.ordinal = viewed, ordinal
        past = load_chapter(db(), viewed.stored, ordinal)
        self.before = past.before or load_duel(db(), viewed.stored, ordinal)
        sides = [player for player in Player if viewed.player in {None, player}]
        self.sides = {
            player: listed(map(power_name, self.before.own(player)))
            for player in sides
            if can_be_played_on(self.before, player)
        }
        if not self.sides:
            raise NotFound
        super().__init__(FromHereForm(self.sides))

    @property
    def phase(self) -> str:
        """The phase with which practice begins."""
        return phase_name(self.before.phase) if self.before.phase else ""


@blueprint.get("/duels/<token>/chapters/<int:ordinal>/play")
@blueprint.post("/duels/<token>/chapters/<int:ordinal>/play")
def from_here(token: DuelToken, ordinal: int) -> ResponseReturnValue:
    """Begin a practice duel from the position before a chapter of a finished duel, or show the choice."""
    page = FromHerePage(duel_of(token), ordinal)
    if request.method == "GET":
        return respond(page)
    if not page.form.validate():
        return refused(page)
    level, side = Level(page.form.level.data), Player(page.form.side.data)
    origin = page.viewed.stored, page.before, side
    return _begin_and_redirect(page, lambda session, user_id: play_on(session, user_id, level, origin, now()))


def refused(
    page: PractisePage, problem: str = "", status: int = HTTPStatus.UNPROCESSABLE_ENTITY
) -> ResponseReturnValue:
    """Show the page again, and say why nothing was begun."""
    page.problem, page.is_refused = problem, True
    return respond(page, status)


REFUSALS: Sentences = {
    PracticeRefusal.TOO_MANY_RUNNING: lambda most: gettext(
        "You may have %(most)d practice duels running at once. Play one of these to its end or give it "
        "up, then begin another.",
        most=most,
    ),
    PracticeRefusal.TOO_MANY_TODAY: lambda: gettext(
        "You have begun many practice duels within a day. Begin another one tomorrow."
    ),
    PracticeRefusal.TOO_MANY_GUESTS: lambda: gettext(
        "The site has no room for more guests just now. Create an account with a name and a password."
    ),
    PracticeRefusal.TOO_MANY_NEARBY: lambda: gettext(
        "Too many people have just begun to practise without an account. Create one with a "
        "name and a password, or try again in an hour."
    ),
}
CROWDED = frozenset({PracticeRefusal.TOO_MANY_GUESTS, PracticeRefusal.TOO_MANY_NEARBY})


@blueprint.get("/duels/<token>/hint")
@blueprint.get("/duels/<token>/hint/taken")
@blueprint.get("/duels/<token>/welcome")
@blueprint.get("/duels/<token>/mute")
@blueprint.get("/duels/<token>/year")
def back(token: DuelToken) -> ResponseReturnValue:
    """Redirect to the duel when somebody reloads the answer to a form."""
    return see_other(duel_url(token))


@blueprint.post("/duels/<token>/hint")
@players_only
def ask(token: DuelToken) -> ResponseReturnValue:
    """Ask what the strongest level would do here; the open page shows the answer later."""
    phase = phase_of_form()
    with writing() as session:
        ask_for_hint(lock_awaited_duel(session, token, me().id, phase, now()), now())
    return see_other(duel_url(token))


@blueprint.post("/duels/<token>/welcome")
@players_only
def close_welcome(token: DuelToken) -> ResponseReturnValue:
    """Close the welcome card in this browser."""
    answer = see_other(duel_url(token))
    remember(answer, WELCOMED, YES)
    return answer


@blueprint.post("/duels/<token>/mute")
@players_only
def mute(token: DuelToken) -> ResponseReturnValue:
    """Mute or unmute the opponent in this browser."""
    answer = see_other(duel_url(token))
    remember(answer, MUTED, NO if request.cookies.get(MUTED) == YES else YES)
    return answer


@blueprint.post("/duels/<token>/hint/taken")
@players_only
def take_over(token: DuelToken) -> ResponseReturnValue:
    """Store the hint as one's own entry."""
    phase, viewed = phase_of_form(), duel_of(token, whole=True)
    try:
        with writing() as session:
            taken = take_hint_over(lock_awaited_duel(session, token, me().id, phase, now()), viewed, now())
    except EntryError as error:
        return respond(RefusedPage(duel_of(token), entry_refusal_message(error)), HTTPStatus.CONFLICT)
    flash(
        gettext("The hint is entered. Change what you like, then press Done.")
        if taken
        else gettext("The hint has not arrived yet.")
    )
    return see_other(duel_url(token))


@blueprint.post("/duels/<token>/year")
@players_only
def take_back(token: DuelToken) -> ResponseReturnValue:
    """Continue a practice duel from the beginning of its year, after confirmation."""
    phase = phase_seen()
    if request.form.get(SURE) != YES:
        viewed = duel_of(token)
        back_to = phase_to_go_back_to(list_chapters(db(), viewed.stored), viewed.stored)
        if viewed.player and back_to and viewed.stored.phase == phase:
            action = url_for("practice.take_back", token=token)
            page = QuestionPage(viewed, about_year(back_to), action, {"phase": str(phase)})
            return respond(page, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        with writing() as session:
            locked = lock_duel(session, token, me().id)
            take_year_back(locked, phase, now())
    except EventError:
        problem = gettext("There is nothing to take back yet.")
        return respond(RefusedPage(duel_of(token), problem), HTTPStatus.CONFLICT)
    flash(gettext("The year is taken back. Play it another way."))
    return see_other(duel_url(token))
