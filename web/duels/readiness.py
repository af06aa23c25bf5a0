"""What happens without further orders, and what players should know before they press Done."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator import PhaseKind, Power
from intimate.entries import NO_ORDERS, Entry, Orders, Sheet
from intimate.options import WinterChoice
from intimate.view import View
from services.duels.access import DuelForViewer
from web.core.translation import gettext, ngettext
from web.words.names import by_name
from web.words.numbers import collation_key
from web.words.orders import order_words, unit_label


@dataclass(frozen=True)
class Default:
    """The defaults of one power: units that hold or disband, units built, remaining builds and removals."""

    power: Power
    units: Sequence[str] = ()
    builds: Sequence[str] = ()
    unmade: int = 0
    removed: int = 0


def defaults_of(view: View, orders: Orders | None) -> list[Default]:
    """List what will happen to each power of the player, their home power first."""
    given = orders or NO_ORDERS
    winters = (_of_winter(choice, given) for choice in view.winters)
    found = {default.power: default for default in (*_of_units(view, given), *winters) if default}
    return [found[power] for power in by_name(found, view.home)]


def _of_units(view: View, orders: Orders) -> list[Default]:
    ordered = {order.unit.province for order in orders.all if order.unit}
    idle: dict[Power, list[str]] = {}
    for power, unit in view.units:
        if unit.province not in ordered:
            idle.setdefault(power, []).append(unit_label(unit))
    return [Default(power, sorted(units, key=collation_key)) for power, units in idle.items()]


def _of_winter(choice: WinterChoice, orders: Orders) -> Default | None:
    given = orders.by_power.get(choice.power, ())
    left = choice.number - len(given)
    if left <= 0:
        return None
    if choice.removes:
        return Default(choice.power, removed=left)
    taken = {order.unit.province for order in given if order.unit}
    builds = [unit_label(unit) for unit in choice.by_default if unit.province not in taken][:left]
    return Default(choice.power, builds=sorted(builds, key=collation_key), unmade=left - len(builds))


def orders_as_text(orders: Orders | None, *, winter: bool = False) -> str:
    """Write orders for the typed box, one a line, in the viewer's words. `winter` is true for adjustments."""
    return "\n".join(order_words(order, winter=winter) for order in orders.all) if orders else ""


def contradictory_orders(view: View, orders: Orders | None) -> Sequence[str]:
    """Say which orders support or convoy the player's own unit in something that it does not do."""
    return [order_words(order) for order in view.contradictions(orders)] if orders else []


def ready_line(viewed: DuelForViewer, left_out: Sequence[Default], contradictions: int) -> str:
    """Say in one line what is, or would be, handed in."""
    if viewed.is_ready:
        return gettext("You are done. Any change undoes that.")
    kind = viewed.duel.kind
    if kind is PhaseKind.HOMES:
        return _of_list(viewed.entry)
    if kind is PhaseKind.AUCTION:
        return _of_sheet(viewed)
    words = [_of_orders(kind, left_out)]
    if contradictions:
        words.append(
            ngettext("%(num)d order will do nothing.", "%(num)d orders will do nothing.", contradictions)
        )
    return " ".join(words)


def _of_list(entry: Entry | None) -> str:
    return gettext("Your list is saved.") if entry else gettext("Rank all seven powers first.")


def _of_sheet(viewed: DuelForViewer) -> str:
    if not isinstance(viewed.entry, Sheet):
        return gettext("You have not bid yet.")
    reserve = viewed.duel.credits[viewed.player] if viewed.player else 0
    total = viewed.entry.total
    if viewed.view.may_be_overbid(viewed.entry.bids):
        return gettext(
            "%(total)d credits bid with a reserve of %(reserve)d: more than you have.",
            total=total,
            reserve=reserve,
        )
    return gettext("%(total)d bid of %(reserve)d.", total=total, reserve=reserve)


def _of_orders(kind: PhaseKind | None, left_out: Sequence[Default]) -> str:
    if kind is PhaseKind.ADJUSTMENTS:
        left = sum(len(each.builds) + each.unmade + each.removed for each in left_out)
        if not left:
            return gettext("All builds and removals are ordered.")
        return ngettext(
            "%(num)d build or removal has no order.", "%(num)d builds or removals have no order.", left
        )
    idle = sum(len(each.units) for each in left_out)
    if not idle:
        return gettext("Everything has its order.")
    if kind is PhaseKind.RETREATS:
        return ngettext("%(num)d unit will disband.", "%(num)d units will disband.", idle)
    return ngettext("%(num)d unit will hold.", "%(num)d units will hold.", idle)
