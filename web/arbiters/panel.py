"""The panel of an arbiter, with a form for each possible act; what players see of arbiters."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from typing import Any

from flask import Blueprint
from flask_babel import lazy_gettext as _l
from wtforms import HiddenField, RadioField, SelectField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import NumberRange

from clocks.running import LONGEST_BY_ARBITER
from intimate.codec import LONGEST_REASON
from intimate.events import EventKind
from intimate.players import Player
from models import Report, StoredChapter, StoredDuel
from services.arbiters.calls import LONGEST_TEXT, latest_call, open_calls_to
from services.arbiters.rulings import list_correctable
from services.duels.access import DuelForViewer
from services.duels.authority import may_call, may_rule
from services.history.chapters import event_of, last_ruling, list_chapters
from web.core.forms import Form, IntegerField, at_most, choices, required
from web.core.login import member
from web.core.page import Frame, rendered
from web.core.session import db
from web.core.translation import gettext
from web.duels.frame import DuelPart
from web.history.chapters import HistoryPart
from web.words.chapters import chapter_name, ruling_words
from web.words.names import names_of

blueprint = Blueprint("arbiters", __name__)


UNITS = {"minutes": 60, "hours": 3600, "days": 86400}
MOST = 10_000


class CallForm(Form):
    """The form by which a player calls the arbiter."""

    text = TextAreaField(
        _l("What is wrong, and what should be done"),
        [required(_l("Say what is wrong.")), at_most(LONGEST_TEXT)],
        render_kw={"rows": 4, "maxlength": LONGEST_TEXT},
    )


class AnswerForm(Form):
    """The form that answers a call and closes it."""

    text = TextAreaField(
        _l("Answer"),
        [required(_l("Write an answer.")), at_most(LONGEST_TEXT)],
        render_kw={"rows": 3, "maxlength": LONGEST_TEXT},
    )


class RulingForm(Form):
    """An act that needs nothing but its reason; seen: the number of chapters on the page."""

    reason = TextAreaField(
        _l("Reason"),
        [required(_l("Give the reason: both players read it.")), at_most(LONGEST_REASON)],
        description=_l("Both players read it, and it is in the record."),
        render_kw={"rows": 2, "maxlength": LONGEST_REASON},
    )
    seen = HiddenField()

    def __init__(self, act: str, stored: StoredDuel, **values: Any) -> None:  # noqa: ANN401  # passed on to WTForms
        super().__init__(prefix=f"{act}-", data={"seen": stored.ordinal}, **values)
        self.act = act

    @property
    def chapters_seen(self) -> int:
        """How many chapters the page showed when the arbiter decided."""
        text = str(self.seen.data)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1  # noqa: PLR2004  # no duel has as many chapters


class LengthForm(RulingForm):
    """An act that needs a length of time."""

    amount = IntegerField(
        _l("How much"),
        [required(_l("Say how much.")), NumberRange(1, MOST, _l("This is no such length of time."))],
    )
    unit = SelectField(
        _l("Unit"),
        choices=choices(("minutes", _l("minutes")), ("hours", _l("hours")), ("days", _l("days"))),
        default="hours",
    )

    @property
    def length(self) -> timedelta:
        """The length of time that was chosen."""
        return timedelta(seconds=(self.amount.data or 0) * UNITS[self.unit.data])


class TakeBackForm(RulingForm):
    """Choose the chapter to which a duel is taken back, by how many chapters are kept."""

    kept = SelectField(_l("Back to"), coerce=int)


class CloseForm(RulingForm):
    """Choose the winner of a duel that is closed."""

    winner = RadioField(_l("Result"), default="nobody")

    def __init__(self, act: str, stored: StoredDuel, **values: Any) -> None:  # noqa: ANN401  # as above
        super().__init__(act, stored, **values)
        names = names_of(stored)
        self.winner.choices = choices(
            ("nobody", gettext("Nobody wins: it counts for nothing")),
            *((player.value, gettext("%(name)s wins", name=names[player])) for player in Player),
        )
        self.winner.data = self.winner.data or "nobody"

    @property
    def chosen(self) -> Player | None:
        """The winner; None if nobody wins."""
        return None if self.winner.data == "nobody" else Player(self.winner.data)


FORMS: Mapping[str, type[RulingForm]] = {
    "extend": LengthForm,
    "pause": LengthForm,
    "resume": RulingForm,
    "take_back": TakeBackForm,
    "grant": RulingForm,
    "close": CloseForm,
}


class Panel:
    """What an arbiter can do with a duel now; refused: the refused form, if there is one."""

    def __init__(self, viewed: DuelForViewer, refused: RulingForm | None = None) -> None:
        self.viewed, self.refused = viewed, refused

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.viewed.stored

    @cached_property
    def calls(self) -> Sequence[Report]:
        """The open calls to this duel."""
        return open_calls_to(db(), self.stored)

    @cached_property
    def correctable(self) -> Sequence[StoredChapter]:
        """The resolved phases that are in force, the latest first."""
        return list_correctable(list_chapters(db(), self.stored))[::-1]

    @property
    def acts(self) -> Sequence[str]:
        """The acts that are possible now."""
        stored = self.stored
        possible = {
            "pause": stored.times.opens_until is None,
            "resume": stored.times.pause is not None,
            "take_back": stored.ordinal > 0,
            "grant": bool(self.viewed.duel.claims),
        }
        return [act for act in FORMS if possible.get(act, True)] if stored.phase else ()

    def form(self, act: str) -> RulingForm:
        """The form of an act, as it was refused or new."""
        if self.refused is not None and self.refused.act == act:
            return self.refused
        return self.new_form(act, formdata=None)

    def new_form(self, act: str, **values: object) -> RulingForm:
        """Make the form of an act; by default it is filled with what was sent."""
        form = FORMS[act](act, self.stored, **values)
        if isinstance(form, TakeBackForm):
            form.kept.choices = self._kept()
        return form

    def _kept(self) -> list[SelectChoice]:
        later = [chapter for chapter in self.correctable if chapter.ordinal + 1 < self.stored.ordinal]
        return choices(
            *(
                (chapter.ordinal + 1, gettext("after: %(chapter)s", chapter=chapter_name(chapter)))
                for chapter in later
            ),
            (0, gettext("the beginning of the duel")),
        )

    def title(self, act: str) -> str:
        """Name an act."""
        words = {
            "extend": gettext("Add time"),
            "pause": gettext("Pause the duel"),
            "resume": gettext("End the pause"),
            "take_back": gettext("Take the duel back"),
            "grant": gettext("Grant the stalemate"),
            "close": gettext("Close the duel"),
        }
        return words[act]

    def hint(self, act: str) -> str:
        """Say what an act does."""
        words = {
            "extend": gettext("Every player whose clock is running gets this much more."),
            "pause": gettext(
                "All time stands still, for %(num)d days at the most. The players cannot end it.",
                num=LONGEST_BY_ARBITER.days,
            ),
            "resume": gettext("Time runs on."),
            "take_back": gettext(
                "Everything after it is undone and stays in the history. The phase then begins "
                "again with its full time and nothing entered."
            ),
            "grant": gettext("The duel ends: the home power that owns more supply centres wins."),
            "close": gettext("The duel ends at once. With a winner it counts as any other."),
        }
        return words[act]


class RulingPage(Frame):
    """The panel on a page of its own, with the refused form; made for each request."""

    template = "arbiters/ruling.html"

    def __init__(self, viewed: DuelForViewer, refused: RulingForm | None = None, problem: str = "") -> None:
        self.viewed, self.panel, self.problem = viewed, Panel(viewed, refused), problem
        self.refused = refused
        self.is_refused = bool(problem or refused)

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.viewed.stored


class ArbitersPart(DuelPart):
    """Arbiters on the page of a duel: their panel, the way to call them, and their last ruling."""

    name = "arbiters"

    def panel(self) -> str:
        """The panel for an arbiter of this duel, or the call form for one of its tournament.

        None for others, and for the players.
        """
        viewer = member()
        if viewer is None:
            return ""
        if may_rule(db(), self.stored, viewer.id):
            return rendered("arbiters/panel.html", panel=Panel(self.viewed))
        if self.stored.phase and may_call(db(), self.stored, viewer.id):
            return rendered("arbiters/call.html", page=self.page, stored=self.stored)
        return ""

    @cached_property
    def call(self) -> Report | None:
        """The last call of the viewer to the arbiter."""
        viewer = member()
        return latest_call(db(), self.stored, viewer.id) if viewer else None

    @cached_property
    def call_form(self) -> CallForm:
        """The form by which a viewer calls the arbiter."""
        return CallForm(formdata=None)

    @property
    def ruling(self) -> tuple[str, str] | None:
        """The last ruling and its reason, until the next phase is resolved."""
        if self.stored.level is not None:
            return None
        found = last_ruling(self.page.part_of(HistoryPart).chapters)
        event = event_of(found) if found else None
        if event is None or event.ruling is None:
            return None
        awaited = self.stored.phase if event.kind is EventKind.TAKEN_BACK else None
        return ruling_words(event, names_of(self.stored), awaited), event.ruling.reason
