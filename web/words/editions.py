"""The editions of the base rules in the reader's language."""

from services.challenges.terms import edition_changes
from web.frame.translation import gettext


def edition_name(edition: str) -> str:
    """The name of an edition."""
    names = {
        "standard": gettext("Standard rules of today"),
        "1971": gettext("Rulebook of 1971"),
        "ens": gettext("École normale supérieure"),
        "parker": gettext("French edition by Parker"),
        "parker-0.1": gettext("French edition by Parker, as read before 22 November 2026"),
        "anjou": gettext("Tournaments of Anjou"),
    }
    return names.get(edition, edition)


def edition_in_words(edition: str) -> list[str]:
    """Say each difference of an edition from the rules of today in a sentence."""
    changes = edition_changes(edition)
    said = convoys_said() | supports_said() | orders_said()
    return [said[switch, value] for switch, value in changes.items()]


def convoys_said() -> dict[tuple[str, str], str]:
    """Sentences about convoys and their attackers."""
    return {
        ("convoy_routes", "all"): gettext(
            "When fleets are ordered to convoy an army by several routes, one dislodged fleet stops the army."
        ),
        ("convoy_paradox", "rule_1971"): gettext(
            "An army at sea does not cut the support of an attack on the fleets that carry it."
        ),
        ("convoy_paradox", "sea_first"): gettext(
            "When a convoy would decide about itself, the fight at sea comes first, without the army."
        ),
        ("adjacent_convoy", "chain"): gettext(
            "An army goes to a neighbouring province by sea when all fleets of its power on the way "
            "convoy it, or when its order says so."
        ),
        ("dislodged_effect", "always"): gettext(
            "A dislodged unit never has any effect on the province that its attacker came from."
        ),
        ("convoy_origin_retreat", "forbidden"): gettext(
            "A unit may not retreat to where its attacker came from, even if that one came by sea."
        ),
    }


def supports_said() -> dict[tuple[str, str], str]:
    """Sentences about supports and trading places."""
    return {
        ("trading_places", "kin"): gettext(
            "Two units of one power may trade places, and so may two fleets by different coasts."
        ),
        ("aimed_attack", "cuts"): gettext(
            "A support is cut by any attack, also by one from the province that it is aimed at."
        ),
        ("self_dislodging_support", "nothing"): gettext(
            "A support that would dislodge a unit of its own power counts for nothing at all."
        ),
        ("support_coast", "must"): gettext(
            "A support of a foreign fleet that could reach two coasts must name the coast."
        ),
    }


def orders_said() -> dict[tuple[str, str], str]:
    """Sentences about writing orders, removals and the start."""
    return {
        ("missing_coast", "void"): gettext(
            "An order to move to a province with two coasts must name the coast, even if only one "
            "is possible."
        ),
        ("several_orders", "void"): gettext("Of several different orders for one unit none counts."),
        ("missing_order", "taken"): gettext(
            "A unit without order does what a support or convoy of its own power says of it."
        ),
        ("removals", "home"): gettext(
            "Removed by default is the unit farthest from the home centres, whoever owns them."
        ),
        ("removals", "home_off_centre"): gettext(
            "Removed by default is the unit farthest from the home centres; among equals fleets go "
            "first, then units that stand on no centre."
        ),
        ("removals", "lost_centre"): gettext(
            "Removed by default is the unit nearest to a centre that its power lost in the autumn."
        ),
        ("northern_fleet", "north"): gettext(
            "Russia’s northern fleet starts on the north coast of St Petersburg."
        ),
    }
