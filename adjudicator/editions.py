"""The switches on which rulebooks differ, and the named editions."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args, get_type_hints

from adjudicator.errors import EditionError


@dataclass(frozen=True, slots=True, repr=False)
class Edition:
    """A reading of the rules: a value for every switch. Algorithms ask the switches, never the name.

    convoy_routes: of several routes ordered, any that holds serves, or all must hold: one fleet that was
        ordered to convoy and is dislodged ends it, whether a whole route needs it or not (1971 XII.3, 4).
    convoy_paradox: convoys in a paradox fall (Szykman); or the support that a convoyed army may not
        cut is left alone (1971 XII.5), other paradoxes by Szykman; or fights at sea come first.
    adjacent_convoy: a move to a neighbour goes by sea when one fleet of its power is ordered to
        convoy it (DATC 4.A.3), or only when all fleets of its power on a chain are (`chain`); where
        fleets could not carry it at all, a VIA is then passed over.
    trading_places: two units trade places only by convoy; `kin` lets two of one power do so, those of two
        powers whose orders both say so, and two fleets that leave and enter by different coasts.
    aimed_attack: an attack from where a support is aimed spares it, or cuts it.
    self_dislodging_support: a support that would dislodge a unit of its own power still counts
        against others (1971 IX.3), or counts for nothing.
    missing_coast: a coast left out is the only one possible, or the move is void.
    support_coast: a support may leave the coast of a fleet's move out, or must name it for a
        foreign fleet that has the choice.
    dislodged_effect: a dislodged unit still has effect on where its attacker came from if one of
        the two was convoyed, or never.
    convoy_origin_retreat: a retreat to where a convoyed attacker came from is allowed or forbidden.
    several_orders: of several legal orders for a unit the last counts, or none does.
    missing_order: a unit without order holds, or its order is taken from a support or convoy of its
        own power.
    removals: by default the unit farthest from the centres `owned` goes, or from its `home` centres;
        `lost_centre` takes the one nearest to a centre lost in the last autumn; `home_off_centre`
        puts units that stand on no centre before the alphabet, which is then the order of a list
        that counts St Petersburg as Saint and puts Trieste after Tuscany.
    northern_fleet: where Russia's northern fleet starts.
    """

    name: str = "standard"
    convoy_routes: Literal["any", "all"] = "any"
    convoy_paradox: Literal["szykman", "rule_1971", "sea_first"] = "szykman"
    adjacent_convoy: Literal["intent", "chain"] = "intent"
    trading_places: Literal["convoyed", "kin"] = "convoyed"
    aimed_attack: Literal["spares", "cuts"] = "spares"
    self_dislodging_support: Literal["counts", "nothing"] = "counts"
    missing_coast: Literal["only_one", "void"] = "only_one"
    support_coast: Literal["may", "must"] = "may"
    dislodged_effect: Literal["unless_convoyed", "always"] = "unless_convoyed"
    convoy_origin_retreat: Literal["allowed", "forbidden"] = "allowed"
    several_orders: Literal["last", "void"] = "last"
    missing_order: Literal["hold", "taken"] = "hold"
    removals: Literal["owned", "home", "home_off_centre", "lost_centre"] = "owned"
    northern_fleet: Literal["south", "north"] = "south"

    def __repr__(self) -> str:
        """The name, and what differs from the standard edition."""
        switched = [
            f", {one.name}={value}"
            for one in fields(self)
            if one.name != "name" and (value := getattr(self, one.name)) != one.default
        ]
        return f"<Edition {self.name}{''.join(switched)}>"


SWITCHES: Mapping[str, tuple[str, ...]] = {
    switch.name: get_args(get_type_hints(Edition)[switch.name])
    for switch in fields(Edition)
    if switch.name != "name"
}
"""Every switch with its values, the standard one first."""

STANDARD = Edition()
"""The rulebooks of 2000 to 2023, read with the preferences of the DATC, v3."""

RULEBOOK_1971 = Edition(
    "1971",
    convoy_routes="all",
    convoy_paradox="rule_1971",
    dislodged_effect="always",
    convoy_origin_retreat="forbidden",
    several_orders="void",
    removals="home",
)
"""The rulebook of 1971, in Michel Feron's translation.

IX.7: a dislodged unit never has effect on where its attacker came from. XI: no retreat there.
XII.3 and 4: one dislodged fleet ends a convoy, though another route holds. XII.5: see `convoy_paradox`.
XIV.4: removals by default. VII.4: an order with several meanings is not followed, and so are several
orders. Silent, and read as the DATC does: intent to be convoyed to a neighbour, a coast left out where
only one is possible.
"""

ENS = replace(RULEBOOK_1971, name="ens", trading_places="kin", self_dislodging_support="nothing")
"""The rules of the Ecole normale superieure: 1971 but for its local exceptions.

Two powers that want to trade places both say so in their orders (`Move.trade`). A support counts for
nothing while it would dislodge a unit of its own power that stays.
"""

PARKER = replace(
    RULEBOOK_1971,
    name="parker",
    aimed_attack="cuts",
    missing_coast="void",
    removals="lost_centre",
    northern_fleet="north",
)
"""The French edition by Parker: any attack cuts a support (9.3, 10.3), orders name coasts (12.2).

12.2 speaks of orders to move, so retreats may leave the only possible coast out. By 5 a power whose player
has left loses the unit nearest to the centre that it lost, and fleets before armies: so is removed whatever
was not removed by order. Silent, and a choice of ours: of several lost centres the one nearest to each unit
counts, over land and sea alike; fleets go first among units equally near, then the alphabet decides as in
1971, XIV.4, which also decides where it is not known what was lost.
"""

ANJOU = Edition(
    "anjou",
    convoy_paradox="sea_first",
    adjacent_convoy="chain",
    support_coast="must",
    convoy_origin_retreat="forbidden",
    several_orders="void",
    missing_order="taken",
    removals="home_off_centre",
)
"""The arbitration of the tournaments of Anjou, on the French rules of 2006 and 1994."""

PARKER_0_1 = replace(PARKER, name="parker-0.1", removals="home")
"""The edition by Parker as version 0.1 of the site read it: removals by default as in 1971 (XIV.4)."""

OFFERED: Mapping[str, Edition] = {
    edition.name: edition for edition in (STANDARD, RULEBOOK_1971, ENS, PARKER, ANJOU)
}
"""The editions by which something new may be begun, by name."""

EDITIONS: Mapping[str, Edition] = {**OFFERED, PARKER_0_1.name: PARKER_0_1}
"""All editions by name, those included that only older duels are judged by."""


def edition(name: str, switches: Mapping[str, object] | None = None) -> Edition:
    """Look up an edition by name, and set some switches otherwise; raises EditionError naming the field."""
    if name not in EDITIONS:
        raise EditionError("edition", f"{name!r} is none of {', '.join(EDITIONS)}")
    for switch, value in (switches or {}).items():
        if switch not in SWITCHES:
            raise EditionError(f"rules.{switch}", f"there is no such switch; there are {', '.join(SWITCHES)}")
        if value not in SWITCHES[switch]:
            raise EditionError(f"rules.{switch}", f"{value!r} is none of {', '.join(SWITCHES[switch])}")
    return replace(EDITIONS[name], **(switches or {}))  # type: ignore[arg-type]  # the values were checked
