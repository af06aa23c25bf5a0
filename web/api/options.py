"""What can be entered: legal orders of one's own, bids, the powers to rank."""

from typing import cast

from flask_babel import lazy_gettext as _l

from adjudicator import Phase, PhaseKind, standard
from intimate.options import Choices
from intimate.view import View
from services.access.tokens import Scope
from services.duels.beforehand import desk_beforehand
from services.duels.tables import Table
from web.api.entries import check_awaited
from web.api.operations import operation
from web.api.shapes import entries as shapes
from web.api.shapes.common import Power
from web.api.tables import own_table_of, phase_named, refused_phase, taken_in


@operation(
    "GET",
    "/duels/<duel>/options/<phase>",
    Scope.READ,
    group="entries",
    summary=_l("What can be entered for a phase"),
    answer=shapes.Options,
    problems=("not_found", "not_a_player", "phase_over", "phase_to_come", "not_awaited", "on_leave"),
)
def show_options(duel: str, phase: str) -> shapes.Options:
    """All that the account can enter for the awaited phase or one ahead, for the powers that it commands.

    Of a winter ahead these are builds; the removal of any unit may be left too.
    """
    table, wanted = own_table_of(duel), phase_named(phase)
    if wanted == table.stored.phase:
        check_awaited(table)
        return options_of(wanted, table.view, table.view.choices)
    if wanted not in table.view.phases_ahead:
        raise refused_phase(table, wanted)
    return ahead(table, wanted)


def ahead(table: Table, phase: Phase) -> shapes.Options:
    """Describe what can be left for a phase ahead."""
    if phase.kind is PhaseKind.AUCTION:
        return options_of(phase, table.view.at_next_auction, Choices())
    return options_of(phase, table.view, desk_beforehand(table, phase).choices)


def options_of(phase: Phase, view: View, choices: Choices) -> shapes.Options:
    """Describe what can be entered."""
    duel, takes = view.duel, taken_in(phase)
    return shapes.Options(
        phase=str(phase),
        takes=takes,
        powers=[cast("Power", power) for power in standard().powers] if takes == "homes" else [],
        mercenaries=[
            shapes.Mercenary(power=cast("Power", power), discount=view.discount(power))
            for power in (duel.for_hire if takes == "bids" else ())
        ],
        reserve=duel.credits.get(view.player, 0) if view.player else 0,
        units=[
            shapes.UnitOptions(
                power=cast("Power", each.power), unit=str(each.unit), orders=list(map(str, each.orders))
            )
            for each in choices.units
        ],
        winters=[
            shapes.WinterOptions(
                power=cast("Power", each.power),
                number=each.number,
                removes=each.removes,
                orders=list(map(str, each.orders)),
                by_default=[f"{unit} B" for unit in each.by_default],
            )
            for each in choices.winters
        ],
    )
