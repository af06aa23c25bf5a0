"""The panel of an arbiter: a form for each act that is possible now."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from wtforms.fields.choices import SelectChoice

from models import Report, StoredChapter, StoredDuel
from services.arbiters.calls import open_calls_to
from services.arbiters.correcting import list_corrigible
from services.duels.tables import Table
from services.history.chapters import list_chapters
from web.arbiters.forms import CloseForm, LengthForm, RulingForm, TakeBackForm
from web.frame.forms import choices
from web.frame.page import Frame
from web.frame.session import db
from web.frame.translation import gettext
from web.words.chapters import chapter_name

FORMS: Mapping[str, type[RulingForm]] = {
    "extend": LengthForm,
    "pause": LengthForm,
    "resume": RulingForm,
    "take_back": TakeBackForm,
    "grant": RulingForm,
    "close": CloseForm,
}


class Panel:
    """What an arbiter can do with a duel now; refused: the form that was sent and refused, if one was."""

    def __init__(self, table: Table, refused: RulingForm | None = None) -> None:
        self.table, self.refused = table, refused

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.table.stored

    @cached_property
    def calls(self) -> Sequence[Report]:
        """The open calls to this duel."""
        return open_calls_to(db(), self.stored)

    @cached_property
    def corrigible(self) -> Sequence[StoredChapter]:
        """The resolved phases that are in force, the latest first."""
        return list_corrigible(list_chapters(db(), self.stored))[::-1]

    @property
    def acts(self) -> Sequence[str]:
        """The acts that are possible now."""
        stored = self.stored
        possible = {
            "pause": stored.times.opens_until is None,
            "resume": stored.times.pause is not None,
            "take_back": stored.ordinal > 0,
            "grant": bool(self.table.duel.claims),
        }
        return [act for act in FORMS if possible.get(act, True)] if stored.phase else ()

    def form(self, act: str) -> RulingForm:
        """The form of an act, as it was refused or new."""
        if self.refused is not None and self.refused.act == act:
            return self.refused
        return self.new_form(act, formdata=None)

    def new_form(self, act: str, **values: object) -> RulingForm:
        """Make the form of an act; without more it is filled with what was sent."""
        form = FORMS[act](act, self.stored, **values)
        if isinstance(form, TakeBackForm):
            form.kept.choices = self._kept()
        return form

    def _kept(self) -> list[SelectChoice]:
        later = [chapter for chapter in self.corrigible if chapter.ordinal + 1 < self.stored.ordinal]
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
        """Say what an act brings."""
        words = {
            "extend": gettext("Each player whose time runs has so much more."),
            "pause": gettext("All time stands still, for 14 days at the most. The players cannot end it."),
            "resume": gettext("Time runs on."),
            "take_back": gettext(
                "Everything after it is undone and stays in the history. The phase awaited then begins anew, "
                "with its whole time and nothing entered."
            ),
            "grant": gettext("The duel ends: the home power that owns more supply centres wins."),
            "close": gettext("The duel ends at once. With a winner it counts as any other."),
        }
        return words[act]


class RulingPage(Frame):
    """The panel on a page of its own, with what was refused; made for each request."""

    template = "arbiters/ruling.html"

    def __init__(self, table: Table, refused: RulingForm | None = None, problem: str = "") -> None:
        self.table, self.panel, self.problem = table, Panel(table, refused), problem
        self.refused = refused
        self.is_refused = bool(problem or refused)

    @property
    def stored(self) -> StoredDuel:
        """The duel's row."""
        return self.table.stored
