"""The switches on which rulebooks differ, and the named editions."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args, get_type_hints

from adjudicator.errors import EditionError


@dataclass(frozen=True, slots=True, repr=False)
class Edition:
    """A version of the rules: a value for every switch. Algorithms use the switches, never the name.

    convoy_routes: if several routes are ordered, one that holds is enough (`any`), or `all` must hold:
        dislodging any fleet ordered to convoy ends the convoy, needed or not (1971 XII.3, 4).
    convoy_paradox: convoys in a paradox fail (Szykman); or a convoyed army cannot cut certain supports
        (1971 XII.5), and other paradoxes are solved by Szykman's rule; or fights at sea come first.
    adjacent_convoy: a move to a neighbour goes by sea if a fleet of its power is ordered to convoy it
        (`intent`, DATC 4.A.3), or only if, on some chain of fleets, all fleets of its own power are so
        ordered (`chain`); then a VIA is ignored if no fleets could carry it out.
    trading_places: two units trade places only by convoy; `kin` also allows it to two units of one power,
        to two powers whose orders both have TRADE, and to fleets that leave and enter by different coasts.
    aimed_attack: an attack from the province at which a support is aimed does not cut it, or cuts it.
    self_dislodging_support: a support that would dislodge a unit of its own power still counts against
        other moves (1971 IX.3), or does not count.
    missing_coast: a missing coast means the only possible one, or makes the move void.
    support_coast: a support may omit the coast of a fleet's move, or must name it if a foreign fleet has
        the choice.
    dislodged_effect: a dislodged unit has no effect on its attacker's province, unless one of the two was
        convoyed (`unless_convoyed`), or without exception (`always`).
    convoy_origin_retreat: a retreat to the province of a convoyed attacker is allowed or forbidden.
    several_orders: if a unit has several legal orders, the last counts, or none.
    missing_order: a unit without an order holds, or its order is taken from a support or convoy of its own
        power.
    removals: by default the unit farthest from the `owned` centres is removed, or from its `home` centres;
        `lost_centre` removes the unit nearest to a centre lost in the last autumn; `home_off_centre` is like
        `home`, but breaks ties by first removing units on no centre, then by a numbered list in which
        St Petersburg is filed under Saint and Trieste comes after Tuscany.
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
"""The rulebooks of 2000 to 2023, with the preferences of the DATC, v3."""

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

IX.7: a dislodged unit never has an effect on its attacker's province. XI: it cannot retreat there. XII.3 and
4: one dislodged fleet ends a convoy even if another route holds. XII.5: see `convoy_paradox`. XIV.4: removals
by default. VII.4: ambiguous orders are void, and so are several orders for one unit. Where the rulebook is
silent, the DATC decides: intent to be convoyed to a neighbour, a missing coast where only one is possible.
"""

ENS = replace(RULEBOOK_1971, name="ens", trading_places="kin", self_dislodging_support="nothing")
"""The rules of the Ecole normale superieure: 1971 with local exceptions.

Two powers trade places if both orders say so (`Move.trade`). A support does not count while it would dislodge
a unit of its own power that stays.
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

12.2 is about orders to move, so retreats may omit the only possible coast. Section 5: a power whose player
has left loses the unit nearest to the lost centre, fleets before armies. All default removals follow it.
Where the rulebook is silent, we chose: of several lost centres the one nearest to each unit counts, over land
and sea alike; of units equally near fleets go first, then the alphabet decides as in 1971, XIV.4, whose rule
also applies if it is not known what was lost.
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
"""The edition by Parker as in version 0.1 of the site: removals by default as in 1971 (XIV.4)."""

OFFERED: Mapping[str, Edition] = {
    edition.name: edition for edition in (STANDARD, RULEBOOK_1971, ENS, PARKER, ANJOU)
}
"""The editions for new games and duels, by name."""

EDITIONS: Mapping[str, Edition] = {**OFFERED, PARKER_0_1.name: PARKER_0_1}
"""All editions by name, with those that only older duels use."""


def edition(name: str, switches: Mapping[str, object] | None = None) -> Edition:
    """Return an edition by name, with some switches changed; raises EditionError naming the field."""
    if name not in EDITIONS:
        raise EditionError("edition", f"{name!r} is not one of {', '.join(EDITIONS)}")
    for switch, value in (switches or {}).items():
        if switch not in SWITCHES:
            raise EditionError(f"rules.{switch}", f"unknown switch; known are {', '.join(SWITCHES)}")
        if value not in SWITCHES[switch]:
            raise EditionError(f"rules.{switch}", f"{value!r} is not one of {', '.join(SWITCHES[switch])}")
    return replace(EDITIONS[name], **(switches or {}))  # type: ignore[arg-type]  # the values were checked
