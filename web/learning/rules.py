"""The pages of the base rules: every rule with a board to try it on, examples, provinces."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from flask import url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from adjudicator import (
    EDITIONS,
    OFFERED,
    SWITCHES,
    Cause,
    Flag,
    Game,
    Phase,
    PhaseKind,
    Power,
    Province,
    Unit,
    standard,
)
from adjudicator.notation import names_of_province, reason_in_words
from intimate.chapter import Fate
from intimate.duel import Duel
from intimate.entries import Orders
from intimate.rules import STARTING_CREDITS, Rules
from intimate.settings import all_settings
from intimate.variants import PRESETS
from learning.examples import Example, examples
from web.board.arrows import Arrow
from web.board.picture import Picture, pending_arrows, picture_of_orders
from web.board.points import Point, extent, shapes, view_box
from web.core.page import Frame, respond
from web.core.translation import gettext, language
from web.history.summaries import conquests
from web.learning.index import blueprint
from web.words.names import by_name, power_name
from web.words.numbers import collation_key
from web.words.orders import order_words, outcome_words, place_label, unit_label
from web.words.settings import (
    Choice,
    all_choices,
    convoy_sentences,
    edition_name,
    order_sentences,
    preset_name,
    preset_summary,
    settings_in_words,
    support_sentences,
)
from web.words.times import listed

SAID_BY: Mapping[Cause, Flag] = {
    Cause.BOUNCED: Flag.BOUNCE,
    Cause.CUT: Flag.CUT,
    Cause.DISLODGED: Flag.DISLODGED,
}
"""The outcomes that the sentence of a cause already contains."""
AROUND = 95.0
"""The margin around the outermost unit, in units of the drawing."""
NARROWEST, LOWEST = 330.0, 205.0


class SpaceRow(NamedTuple):
    """A space of the board with all its names."""

    code: Province
    name: str
    kind: str
    home: Power | None
    is_centre: bool
    english: str
    french: str


@dataclass(frozen=True)
class ShownExample:
    """An example with its picture and its texts."""

    key: str
    picture: Picture
    given: Sequence[Arrow]
    orders: Mapping[Power, Sequence[str]]
    results: Sequence[str]

    @property
    def words(self) -> str:
        """The orders, for those who cannot see the board."""
        return "; ".join(order for orders in self.orders.values() for order in orders)

    @cached_property
    def _corners(self) -> tuple[Point, Point]:
        """The top left and bottom right corners of the visible part of the board."""
        points = [piece.at for piece in (*self.picture.pieces, *self.picture.after)]
        across, down = [point.x for point in points], [point.y for point in points]
        left, right = _seen(min(across), max(across), NARROWEST, view_box()[0])
        top, bottom = _seen(min(down), max(down), LOWEST, view_box()[1])
        return Point(left, top), Point(right, bottom)

    @property
    def box(self) -> str:
        """The same in the form of a `viewBox`."""
        first, last = self._corners
        return f"{first.x:.0f} {first.y:.0f} {last.x - first.x:.0f} {last.y - first.y:.0f}"

    @cached_property
    def near(self) -> Collection[Province]:
        """The spaces that are partly visible."""
        first, last = self._corners
        return {
            code
            for code in shapes()
            if all(one < other for one, other in zip(extent(code)[0], last, strict=True))
            and all(one < other for one, other in zip(first, extent(code)[1], strict=True))
        }


def _seen(first: float, last: float, least: float, whole: float) -> tuple[float, float]:
    """Widen a stretch of the board by the margin, without leaving the board."""
    length = min(whole, max(least, last - first + 2 * AROUND))
    begin = min(max(0.0, (first + last - length) / 2), whole - length)
    return begin, begin + length


class RulesPage(Frame):
    """One of the pages of the rules."""

    def key(self) -> Hashable:
        """Nothing but the language."""
        return type(self).__name__

    @property
    def pages(self) -> Sequence[tuple[str, str, str]]:
        """All pages of the rules: name, title and address."""
        named = {
            "index": gettext("All rules"),
            "moves": gettext("How units move"),
            "examples": gettext("Examples"),
            "provinces": gettext("Provinces"),
        }
        found = [(name, title, _url(name)) for name, title in named.items()]
        return [found[0], ("duel", gettext("The duel"), url_for("pages.rules")), *found[1:]]

    def example(self, key: str) -> ShownExample:
        """An example with its picture and its texts."""
        return shown(examples()[key])

    def editions(self, switches: Sequence[str]) -> Sequence[tuple[str, str]]:
        """How other editions change a rule, in a sentence, and their names."""
        said = convoy_sentences() | support_sentences() | order_sentences()
        return [
            (said[switch, value], listed(edition_name(name) for name in names))
            for switch in switches
            for value in SWITCHES[switch][1:]
            if (names := [name for name in OFFERED if getattr(EDITIONS[name], switch) == value])
        ]


def _url(name: str) -> str:
    return url_for("learning.rules", page=None if name == "index" else name)


def shown(example: Example) -> ShownExample:
    """Draw an example and describe its result."""
    game, after = example.game, example.after
    before, then = _duel(game.phase, game), _duel(game.phase, after)
    winter = game.phase.kind is PhaseKind.ADJUSTMENTS
    return ShownExample(
        example.key,
        picture_of_orders(before, then, example.fates),
        pending_arrows(before, Orders(example.orders)),
        {
            power: [order_words(order, winter=winter) for order in orders]
            for power, orders in example.orders.items()
        },
        [
            *(_result(fate) for fate in example.fates),
            *conquests(game.position.owners, after.position.owners),
        ],
    )


def _duel(phase: Phase, game: Game) -> Duel:
    """Make a duel only to draw a position."""
    return Duel(Rules(edition=game.edition.name), phase, position=game.position)


def _result(fate: Fate) -> str:
    unit = unit_label(fate.ordered) if isinstance(fate.ordered, Unit) else ""
    said = order_words(fate.order) if fate.order else gettext("%(unit)s: no order", unit=unit)
    reasons = "; ".join(reason_in_words(reason, language()) for reason in fate.outcome.reasons)
    known = {SAID_BY.get(reason.cause) for reason in fate.outcome.reasons}
    flags = [flag for flag in fate.outcome.flags if flag not in known]
    if reasons and not flags:
        return gettext("%(order)s: %(outcome)s", order=said, outcome=reasons)
    outcome = outcome_words(flags) if fate.order or flags else gettext("stayed")
    words = gettext("%(order)s: %(outcome)s", order=said, outcome=outcome)
    return f"{words} ({reasons})" if reasons else words


class Contents(RulesPage):
    """The table of contents."""

    template = "learning/rules_index.html"

    @property
    def contents(self) -> Sequence[tuple[str, str]]:
        """The chapters of the page on moves, by their anchors."""
        return [
            ("map", gettext("The map and its units")),
            ("orders", gettext("Orders")),
            ("conflicts", gettext("Conflicts")),
            ("support", gettext("Support")),
            ("convoys", gettext("Convoys")),
            ("retreats", gettext("Retreats")),
            ("winter", gettext("Autumn and winter")),
            ("writing", gettext("Writing orders")),
        ]


class Moves(RulesPage):
    """Every rule of the base game."""

    template = "learning/rules_moves.html"

    @property
    def year(self) -> Sequence[tuple[str, str]]:
        """The phases of a year, and what happens in each."""
        return [
            (gettext("Spring moves"), gettext("orders, carried out together")),
            (gettext("Spring retreats"), gettext("of dislodged units")),
            (gettext("Autumn moves"), gettext("orders, carried out together")),
            (gettext("Autumn retreats"), gettext("then centres change owner")),
            (gettext("Winter"), gettext("builds and removals")),
        ]


class Examples(RulesPage):
    """The examples of the rulebook of 1971, and the paradoxes of Anjou."""

    template = "learning/rules_examples.html"


class Provinces(RulesPage):
    """All spaces with their names."""

    template = "learning/rules_provinces.html"

    @property
    def provinces(self) -> Sequence[SpaceRow]:
        """The spaces by their names in the language of the page."""
        board = standard()
        kinds = {"sea": gettext("sea"), "coast": gettext("coast"), "inland": gettext("inland")}
        rows = [
            SpaceRow(
                code,
                place_label(code),
                kinds[shapes()[code].kind],
                board.spaces[code].home,
                code in board.centres,
                ", ".join(names_of_province(code, "en")),
                ", ".join(names_of_province(code, "fr")),
            )
            for code in board.codes
        ]
        return sorted(rows, key=lambda row: collation_key(row.name))


class DuelRules(RulesPage):
    """The rules of the duel, with its settings and presets."""

    template = "pages/rules.html"

    @property
    def credits(self) -> Sequence[tuple[str, int]]:
        """The powers with their credits at the start, by their names."""
        return [(power_name(power), STARTING_CREDITS[power]) for power in by_name(STARTING_CREDITS)]

    @property
    def choices(self) -> Sequence[Choice]:
        """All settings with what their values mean."""
        return all_choices()

    @property
    def presets(self) -> Sequence[tuple[str, str, Sequence[str]]]:
        """The presets: name, summary and unusual settings."""
        usual = all_settings(Rules())
        return [
            (
                preset_name(name),
                preset_summary(name),
                [
                    said.text
                    for said in settings_in_words(rules)
                    if said.setting not in usual or all_settings(rules)[said.setting] != usual[said.setting]
                ],
            )
            for name, rules in PRESETS.items()
        ]


PAGES: Mapping[str, type[RulesPage]] = {"moves": Moves, "examples": Examples, "provinces": Provinces}


@blueprint.get("/rules")
@blueprint.get("/rules/<page>")
def rules(page: str | None = None) -> ResponseReturnValue:
    """Answer with a page of the rules."""
    if page is not None and page not in PAGES:
        raise NotFound
    return respond((PAGES[page] if page else Contents)())
