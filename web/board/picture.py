"""A position and its orders as a picture: spaces, units, arrows, and their descriptions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from adjudicator import (
    Build,
    Disband,
    Flag,
    Kind,
    Move,
    Order,
    Outcome,
    PhaseKind,
    Position,
    Power,
    Province,
    Retreat,
    Unit,
    Unreadable,
    Waive,
    province_of,
    standard,
)
from intimate.chapter import Fate
from intimate.duel import Duel, Ending
from intimate.entries import Orders
from intimate.players import Player
from web.board.arrows import Arrow, Drawer
from web.board.points import Point, centre_points, dislodged_point, label_point, shapes, unit_point, view_box
from web.board.signs import BODIES, COIN_AT, EMBLEM_AT, EMBLEMS, Spot
from web.board.standing import is_hired, is_lawless
from web.core.translation import gettext, language
from web.words.names import definite_name, power_name
from web.words.orders import (
    is_destroyed,
    order_words,
    outcome_words,
    place_code,
    place_label,
    reasons_in_words,
    unit_aloud,
    unit_label,
)

BELOW, BELOW_ACCENT = 7.0, 9.0
"""How far the baseline of a code is below its middle, without an accent and with one."""


@dataclass(frozen=True, slots=True)
class DrawnSpace:
    """A province: terrain, owner, the player whose home centre it is, and the places of its code and mark.

    `side` is the player who commands its owner, `hired` if for a year. `shown` is the code in the viewer's
    language; `words` describe it all.
    """

    code: Province
    terrain: str
    owner: Power | None
    home: Player | None
    side: Player | None
    hired: bool
    lawless: bool
    label: Point
    centre: Point | None
    words: str
    shown: str

    @property
    def baseline(self) -> float:
        """The baseline of the code, whose letters may have accents."""
        return round(self.label.y + (BELOW if self.shown.isascii() else BELOW_ACCENT), 1)


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit: `side` commands it, `hired` if for a year; `dislodged` if it must retreat.

    In a picture after a phase, `start` is where it stood before, if elsewhere.
    """

    unit: Unit
    power: Power
    side: Player | None
    hired: bool
    lawless: bool
    at: Point
    dislodged: bool
    words: str
    start: Point | None = None

    @property
    def outline(self) -> str:
        """The path of its shape around its place."""
        return BODIES[self.unit.kind]

    @property
    def is_army(self) -> bool:
        """True for an army, False for a fleet."""
        return self.unit.kind is Kind.ARMY

    @property
    def emblem(self) -> str:
        """The path of its power's emblem."""
        return EMBLEMS[self.power]

    @property
    def emblem_at(self) -> Spot:
        """Where it carries the emblem."""
        return EMBLEM_AT[self.unit.kind]

    @property
    def coin_at(self) -> Spot:
        """Where it carries its coin, if it is hired."""
        return COIN_AT[self.unit.kind]


@dataclass(frozen=True, slots=True)
class Fallen:
    """A unit that the shown orders dislodged: its place, a word for it, and a sentence.

    `has_arrow` is true if its own order is drawn, which tells why.
    """

    unit: Unit
    at: Point
    shown: str
    words: str
    has_arrow: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn.

    If the position after the orders is shown too, `after` are its units, `changed` the provinces that look or
    read differently in it, and `routed` the units dislodged in the phase. `marked` are the places of units
    that decided the duel.
    """

    spaces: Sequence[DrawnSpace]
    pieces: Sequence[Piece]
    arrows: Sequence[Arrow] = ()
    after: Sequence[Piece] = ()
    changed: Sequence[DrawnSpace] = ()
    caption: str = ""
    routed: Sequence[Fallen] = ()
    marked: Sequence[Point] = ()

    @property
    def spaces_after(self) -> Sequence[DrawnSpace]:
        """The provinces when the orders have been carried out."""
        changed = {space.code: space for space in self.changed}
        return [changed.get(space.code, space) for space in self.spaces]

    @property
    def failed(self) -> Sequence[Arrow]:
        """The orders that failed."""
        return [arrow for arrow in self.arrows if arrow.failed]

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the drawing, in its own units."""
        return view_box()


def picture_of(duel: Duel, caption: str = "") -> Picture:
    """Draw the position of a duel; if it is over, mark what decided it."""
    return Picture(spaces(duel), pieces(duel), caption=caption, marked=_decisive(duel))


def picture_of_orders(before: Duel, after: Duel, fates: Sequence[Fate], caption: str = "") -> Picture:
    """Draw a phase: the position before it, its orders with their outcomes, and the units afterwards."""
    first = spaces(before)
    changed = [space for space, earlier in zip(spaces(after), first, strict=True) if space != earlier]
    arrows = arrows_of(before, fates)
    drawn = {arrow.unit for arrow in arrows}
    routed = [
        _fallen(fate, fate.ordered, before, has_arrow=fate.ordered in drawn)
        for fate in fates
        if Flag.DISLODGED in fate.outcome.flags and isinstance(fate.ordered, Unit)
    ]
    starts = dict(filter(None, map(_start, fates)))
    moved = [replace(piece, start=starts.get(piece.unit.province)) for piece in pieces(after)]
    return Picture(first, pieces(before), arrows, moved, changed, caption, routed, _decisive(after))


def _fallen(fate: Fate, unit: Unit, before: Duel, *, has_arrow: bool) -> Fallen:
    shown = gettext("destroyed") if is_destroyed(fate.outcome.flags) else gettext("dislodged")
    is_led = not is_lawless(before, fate.power)
    words = (
        unit_label(unit)
        + gettext(":")
        + " "
        + gettext("; ").join(reasons_in_words(fate.outcome, is_led=is_led))
    )
    return Fallen(unit, unit_point(unit.location), shown, words, has_arrow)


def _start(fate: Fate) -> tuple[Province, Point] | None:
    """The new and the old place of a unit that moved."""
    order = fate.order
    if fate.outcome.flags or not isinstance(order, Move | Retreat):
        return None
    stood = dislodged_point if isinstance(order, Retreat) else unit_point
    return province_of(order.to), stood(order.unit.location)


def _decisive(duel: Duel) -> Sequence[Point]:
    """The places of the units that won or drew a duel on home centres; nothing while it goes on."""
    if duel.result is None or duel.result.reason is not Ending.HOME_CENTRE:
        return ()
    return [unit_point(unit.location) for units in duel.invaders.values() for unit in units]


def arrows_of(duel: Duel, fates: Iterable[Fate]) -> Sequence[Arrow]:
    """Draw the orders of a phase as arrows, failed ones marked, each with its words."""
    position, winter = duel.position, duel.kind is PhaseKind.ADJUSTMENTS
    orders = ((fate, fate.order or _done_by_default(fate, position.units)) for fate in fates)
    ordered = [(fate, order) for fate, order in orders if order and not isinstance(order, Unreadable)]
    drawer = Drawer((order for _, order in ordered), (unit.province for unit in position.units))
    drawn = ((fate, drawer.drawn(order, fate.power)) for fate, order in ordered)
    return [
        replace(
            arrow,
            failed=bool(set(fate.outcome.flags) - {Flag.DEFAULT}),
            words=_fate_words(fate, winter, is_led=not is_lawless(duel, fate.power)),
            side=duel.commander(fate.power),
        )
        for fate, arrow in drawn
        if arrow
    ]


def pending_arrows(duel: Duel, orders: Orders) -> Sequence[Arrow]:
    """Draw orders that are stored and not resolved yet."""
    fates = [
        Fate(power, order.unit, order, Outcome())
        for power, given in orders.by_power.items()
        for order in given
        if not isinstance(order, Waive | Unreadable)
    ]
    return arrows_of(duel, fates)


def _done_by_default(fate: Fate, standing: Collection[Unit]) -> Order | None:
    """Find the builds or removals by default of a power."""
    unit = fate.ordered
    if Flag.DEFAULT not in fate.outcome.flags or not isinstance(unit, Unit):
        return None
    return Disband(unit) if unit in standing else Build(unit)


def home_centres(duel: Duel) -> Mapping[Province, Player]:
    """Map the home centres of both home powers to their players."""
    return {code: player for player, power in duel.homes.items() for code in standard().homes[power]}


def spaces(duel: Duel) -> list[DrawnSpace]:
    """List every province."""
    owners = duel.position.owners
    occupants = duel.position.occupants()
    homes = home_centres(duel)
    lawless = {power for power in duel.mercenaries if is_lawless(duel, power)}
    return [
        DrawnSpace(
            code,
            shape.kind,
            owners.get(code),
            homes.get(code),
            duel.commander(owner) if (owner := owners.get(code)) else None,
            owner is not None and is_hired(duel, owner),
            owners.get(code) in lawless,
            label_point(code),
            centre_points().get(code),
            _space_words(duel.position, code, occupants.get(code)),
            place_code(code),
        )
        for code, shape in shapes().items()
    ]


def pieces(duel: Duel) -> list[Piece]:
    """List every unit, with dislodged ones beside those that dislodged them."""
    position = duel.position
    standing = [(unit, power, False) for unit, power in position.units.items()]
    standing += [(unit, routed.power, True) for unit, routed in position.dislodged.items()]
    lawless = {power for power in duel.mercenaries if is_lawless(duel, power)}
    return [
        Piece(
            unit,
            power,
            duel.commander(power),
            is_hired(duel, power),
            power in lawless,
            (dislodged_point if dislodged else unit_point)(unit.location),
            dislodged,
            _piece_words(unit, power, dislodged=dislodged),
        )
        for unit, power, dislodged in sorted(standing, key=lambda piece: (piece[2], piece[1], piece[0]))
    ]


def _piece_words(unit: Unit, power: Power, *, dislodged: bool) -> str:
    words = f"{unit_aloud(unit)} ({power_name(power)})"
    return gettext("%(unit)s, dislodged", unit=words) if dislodged else words


def _space_words(position: Position, code: Province, unit: Unit | None) -> str:
    words = _owned_place(code, position.owners.get(code), place_code(code), language())
    if unit is None:
        return words
    return words + gettext("; ") + _piece_words(unit, position.units[unit], dislodged=False)


@lru_cache(maxsize=4096)
def _owned_place(code: Province, owner: Power | None, shown: str, _: str) -> str:
    words = [f"{place_label(code)} ({shown})"]
    if owner:
        words.append(gettext("centre of %(power)s", power=definite_name(owner)))
    elif code in centre_points():
        words.append(gettext("centre of nobody"))
    return ", ".join(words)


def _fate_words(fate: Fate, winter: bool, *, is_led: bool) -> str:  # noqa: FBT001  # of the phase
    """Say an order, its outcome and why: A Paris - Bourgogne: repoussée par A Munich."""
    flags = fate.outcome.flags
    if fate.order is None:
        unit = fate.ordered
        return unit_label(unit) + gettext(":") + " " + outcome_words(flags) if isinstance(unit, Unit) else ""
    words = order_words(fate.order, winter=winter)
    if not flags:
        return words
    why = reasons_in_words(fate.outcome, is_led=is_led) or [outcome_words(flags)]
    return words + gettext(":") + " " + gettext("; ").join(why)
