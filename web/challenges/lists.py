"""Lists of challenges."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from flask import request
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext
from wtforms import BooleanField, SelectField

from clocks.terms import PRESETS as CLOCKS
from models.ids import ChallengeToken, UserId
from services.challenges.lists import PAGE, Filters, ListedChallenge
from services.ladders import lists as ladders
from services.terms import PRESETS
from services.viewers import Lists
from web.core.forms import Form, choices
from web.core.login import member
from web.core.page import Frame
from web.core.session import now
from web.ratings.words import rating_shown
from web.words.clocks import clock_names
from web.words.settings import preset_name
from web.words.times import deadline, instant

NO_MATTER = ("", lazy_pgettext("filter", "any"))
YES_OR_NO = {"yes": True, "no": False}


class FilterForm(Form):
    """Filter open challenges; an empty filter matches all."""

    class Meta:
        """No CSRF token, since the form changes nothing."""

        csrf = False

    pace = SelectField(
        _l("Pace"), choices=choices(NO_MATTER, ("live", _l("Live")), ("days", _l("By days"))), default=""
    )
    preset = SelectField(_l("Rules"), default="")
    clock = SelectField(_l("Clock"), default="")
    rated = SelectField(
        lazy_pgettext("duel", "Rated"),
        choices=choices(NO_MATTER, ("yes", _l("yes")), ("no", _l("no"))),
        default="",
    )
    acceptable = BooleanField(_l("Only those I can accept"))

    def __init__(self) -> None:
        super().__init__(formdata=request.args)
        self.preset.choices = choices(NO_MATTER, *((name, preset_name(name)) for name in PRESETS))
        names = clock_names()
        self.clock.choices = choices(NO_MATTER, *((name, names[name]) for name in CLOCKS))

    def filters(self) -> Filters:
        """Return what was chosen."""
        chosen = self.chosen()
        return Filters(
            pace=chosen.get("pace"),
            preset=chosen.get("preset"),
            clock_name=chosen.get("clock"),
            rated=YES_OR_NO.get(chosen.get("rated", "")),
            acceptable="acceptable" in chosen,
        )

    def chosen(self) -> Mapping[str, Any]:
        """Return the chosen filters as the query of an address."""
        menus = (self.pace, self.preset, self.clock, self.rated)
        known = {field.name: field.data for field in menus if field.data and field.data in dict_of(field)}
        return {**known, **({"acceptable": "yes"} if self.acceptable.data else {})}


def dict_of(field: SelectField) -> Mapping[str, str]:
    """Return the choices of a menu by their values."""
    return {choice.value: choice.label for choice in field.choices}


class ChallengeSlots(Frame):
    """The slots in cards of challenges, for every page that has some."""

    shown: Sequence[Sequence[ListedChallenge]] = ()

    @cached_property
    def _challenges(self) -> Mapping[ChallengeToken, ListedChallenge]:
        return {challenge.token: challenge for each in self.shown for challenge in each}

    def made(self, token: ChallengeToken) -> str:
        """The time since a challenge was made."""
        return instant(self._challenges[token].created_at)

    def rating(self, token: ChallengeToken) -> str:
        """The rating of a challenger."""
        return rating_shown(self._challenges[token].rating_at(now()).value)


class ChallengeList(ChallengeSlots):
    """Challenges that wait for me, mine that wait, and open ones; cached except for the times."""

    template = "challenges/index.html"
    follows = Lists.OPEN
    is_list = True

    def __init__(
        self,
        to_me: Sequence[ListedChallenge],
        mine: Sequence[ListedChallenge],
        found: Sequence[ListedChallenge],
        form: FilterForm,
        before: ChallengeToken | None,
        on_ladders: Sequence[ladders.ListedLadderChallenge] = (),
    ) -> None:
        self.to_me, self.mine, self.open, self.form = to_me, mine, found[:PAGE], form
        self.more, self.is_first = len(found) > PAGE, before is None
        self.on_ladders = on_ladders
        self.shown = (self.to_me, self.mine, self.open)

    @cached_property
    def chosen(self) -> Mapping[str, Any]:
        """The chosen filters, for the links of the page."""
        return self.form.chosen()

    def key(self) -> Hashable:
        """The challenges under their headings, the chosen filters, and whether there are more."""
        listed = tuple(tuple(challenge.id for challenge in each) for each in self.shown)
        chosen = tuple(sorted(self.chosen.items()))
        on_ladders = (self.viewer_id, *self.on_ladders) if self.on_ladders else ()
        return listed, chosen, self.is_first, self.more, member() is None, on_ladders

    @property
    def viewer_id(self) -> UserId | None:
        """The id of the viewer's account."""
        viewer = member()
        return viewer.id if viewer else None

    def answer_by(self, number: str) -> str:
        """The time left to answer a challenge on a ladder."""
        return next(deadline(each.answer_by) for each in self.on_ladders if str(each.id) == number)
