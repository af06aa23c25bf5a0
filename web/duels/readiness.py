"""Things that a player should know before they say that they are ready."""

from collections.abc import Sequence

from adjudicator import PhaseKind
from intimate.entries import Entry, Orders, Sheet
from intimate.view import View
from services.duels.tables import Table
from web.board.words import order_words
from web.duels.defaults import Default
from web.frame.translation import gettext, ngettext


def orders_as_text(orders: Orders | None, *, winter: bool = False) -> str:
    """Write orders for the typed box, one a line, in the reader's words. `winter` is true of adjustments."""
    return "\n".join(order_words(order, winter=winter) for order in orders.all) if orders else ""


def contradictory_orders(view: View, orders: Orders | None) -> Sequence[str]:
    """Say which orders help a unit of the player's own that does something else."""
    return [order_words(order) for order in view.contradictions(orders)] if orders else []


def ready_line(table: Table, left_out: Sequence[Default], contradictions: int) -> str:
    """Say in one line what is handed in, or what would be."""
    if table.is_ready:
        return gettext("You are ready. Any change takes that back.")
    kind = table.duel.kind
    if kind is PhaseKind.HOMES:
        return _of_list(table.entry)
    if kind is PhaseKind.AUCTION:
        return _of_sheet(table)
    words = [_of_orders(kind, left_out)]
    if contradictions:
        words.append(
            ngettext("%(num)d order will do nothing.", "%(num)d orders will do nothing.", contradictions)
        )
    return " ".join(words)


def _of_list(entry: Entry | None) -> str:
    return gettext("Your list is stored.") if entry else gettext("Rank all seven powers first.")


def _of_sheet(table: Table) -> str:
    if not isinstance(table.entry, Sheet):
        return gettext("No sheet is stored: you would bid nothing.")
    reserve = table.duel.credits[table.player] if table.player else 0
    total = table.entry.total
    if table.view.may_be_overbid(table.entry.bids):
        return gettext("%(total)d bid of %(reserve)d: you may be overbid.", total=total, reserve=reserve)
    return gettext("%(total)d bid of %(reserve)d.", total=total, reserve=reserve)


def _of_orders(kind: PhaseKind | None, left_out: Sequence[Default]) -> str:
    if kind is PhaseKind.ADJUSTMENTS:
        left = sum(len(each.builds) + each.unmade + each.removed for each in left_out)
        if not left:
            return gettext("All builds and removals are ordered.")
        return ngettext(
            "%(num)d build or removal is not ordered.", "%(num)d builds or removals are not ordered.", left
        )
    idle = sum(len(each.units) for each in left_out)
    if not idle:
        return gettext("Everything has its order.")
    if kind is PhaseKind.RETREATS:
        return ngettext("%(num)d unit will disband.", "%(num)d units will disband.", idle)
    return ngettext("%(num)d unit will hold.", "%(num)d units will hold.", idle)
