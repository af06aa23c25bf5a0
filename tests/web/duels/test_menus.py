"""Menus of orders: their options, the chosen one, and how forms are read back."""

import re
from types import SimpleNamespace

import pytest
from werkzeug.datastructures import MultiDict

from adjudicator import Move, Power, Unit, parse_or_keep
from intimate.codec import read_stored_entry
from intimate.options import choices_of
from intimate.players import Player
from intimate.view import View
from tests.builders import duel_at, start
from tests.intimate.winters import winter
from web.core.translation import in_language
from web.duels.menus import chosen_values, menu_names, menus_of, read_menus

ROUTED = {"AUSTRIA": {"A SER": ["ALB", "GRE"]}, "FRANCE": {"F POR": ["SPA/NC", "SPA/SC"]}}
PHASES = {
    "moves": start("S1902M", control={"ITALY": "first"}),
    "retreats": start("S1902R", dislodged=ROUTED),
    "winter": winter(),
}
STORED = {
    "moves": {"AUSTRIA": ["A VIE - GAL", "F TRI H"], "ITALY": ["A ROM S A VEN - PIE"]},
    "retreats": {"AUSTRIA": ["A SER R GRE"]},
    "winter": {"AUSTRIA": ["A VIE B", "WAIVE"], "ITALY": ["F NAP B"]},
}
OPTION = re.compile(r'<option (?:(selected) )?value="([^"]*)">([^<]*)</option>')


@pytest.fixture
def menus(site):
    """Return a function that writes a player's menus in a language."""

    def written(begin, player=Player.FIRST, language="en"):
        with site.test_request_context(), in_language(language):
            duel = duel_at(begin)
            return menus_of(choices_of(duel, player), duel.homes[player])

    return written


@pytest.fixture
def english(site):
    """Set the language to English."""
    with site.test_request_context():
        yield


def options(html):
    """Return the options of a menu: chosen or not, values, words."""
    return [(bool(chosen), value, words) for chosen, value, words in OPTION.findall(html)]


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("player", Player)
def test_every_legal_order_is_offered_once_in_its_menu_and_no_others(menus, phase, player):
    choices = choices_of(duel_at(PHASES[phase]), player)
    found = menus(PHASES[phase], player)
    offered = {name: {value for _, value, _ in options(menu.html)} for name, menu in found.by_name.items()}
    expected = {
        f"order_{choice.unit.province}": {"", *map(str, choice.orders)} for choice in choices.units
    } | {
        f"winter_{choice.power}_{number}": {"", *map(str, choice.orders)}
        for choice in choices.winters
        for number in range(choice.number)
    }
    assert offered == expected
    assert all(len(options(menu.html)) == len(menu.values) for menu in found.by_name.values())


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("player", Player)
def test_every_menu_stands_under_its_power_the_home_power_first(menus, phase, player):
    duel = duel_at(PHASES[phase])
    found = menus(PHASES[phase], player)
    assert found.powers[0] == duel.homes[player]
    under = {power: [menu.name for menu in found.of(power)] for power in found.powers}
    assert sorted(name for names in under.values() for name in names) == sorted(found.by_name)
    assert all(menu.power == power for power in under for menu in found.of(power))
    assert set(under) <= set(duel.commands(player))


@pytest.mark.parametrize(
    ("language", "label", "without", "move", "support"),
    [
        (
            "en",
            "Army Vienna",
            ["— no order (holds)", "holds"],
            ("Move", "Galicia"),
            "supports Army Budapest - Galicia",
        ),
        (
            "fr",
            "Armée Vienne",
            ["— sans ordre (tient)", "tient"],
            ("Mouvement", "Galicie"),
            "soutient Armée Budapest – Galicie",
        ),
    ],
)
def test_orders_stand_under_headings_in_the_language_of_the_page(
    menus, language, label, without, move, support
):
    menu = menus(PHASES["moves"], language=language).by_name["order_VIE"]
    groups = dict(re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', menu.html))
    assert menu.label == label
    first = options(menu.html)[:2]
    assert first == [(False, value, words) for value, words in zip(("", "A VIE H"), without, strict=True)]
    assert (False, "A VIE - GAL", move[1]) in options(groups[move[0]])
    assert any(words == support for group in groups.values() for _, _, words in options(group))
    assert not any(value.startswith("A VIE S") for _, value, _ in options(groups[move[0]]))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_places_are_listed_as_a_dictionary_has_them(menus, language):
    menu = menus(PHASES["moves"], language=language).by_name["order_VIE"]
    moves = re.search(r'<optgroup label="(?:Move|Mouvement)">(.*?)</optgroup>', menu.html)[1]
    words = [said for _, _, said in options(moves)]
    assert len(words) == 5
    assert words == sorted(words)
    assert menu.label == {"en": "Army Vienna", "fr": "Armée Vienne"}[language]


@pytest.mark.parametrize("phase", PHASES)
def test_one_option_is_chosen_and_nothing_else_of_the_menu_changes(menus, english, phase):
    for menu in menus(PHASES[phase]).by_name.values():
        for value in sorted(menu.values):
            written = str(menu.chosen(value))
            assert [chosen for selected, chosen, _ in options(written) if selected] == [value]
            assert written.replace("<option selected ", "<option ") == menu.html
    assert menu.chosen() == menu.chosen("")


@pytest.mark.parametrize(
    "value", ["A VIE S F MAO - SPA/NC", '"><script>x</script>', "<b>", "A&B", "x" * 5000]
)
def test_a_value_that_is_no_option_is_added_escaped_and_selected(menus, english, value):
    menu = menus(PHASES["moves"]).by_name["order_VIE"]
    written = str(menu.chosen(value))
    assert written.count("<option ") == menu.html.count("<option ") + 1
    assert re.findall("<option selected ", written) == ["<option selected "]
    assert written.startswith(menu.html.removesuffix("</select>"))
    assert "<script" not in written
    assert written.endswith("</option></select>")


def test_winter_has_a_menu_for_each_build_or_removal_due(menus):
    first, second = (menus(PHASES["winter"], player).by_name for player in Player)
    assert {name: menu.label for name, menu in first.items()} == {
        "winter_AUSTRIA_0": "Build 1",
        "winter_AUSTRIA_1": "Build 2",
        "winter_ITALY_0": "Build 1",
        "winter_ITALY_1": "Build 2",
    }
    assert {name: menu.label for name, menu in second.items()} == {"winter_FRANCE_0": "Removal 1"}
    usual = [options(menu.html)[0] for menu in (first["winter_AUSTRIA_0"], first["winter_ITALY_0"])]
    assert usual == [(False, "", "nothing"), (False, "", "what is built by default")]
    assert options(second["winter_FRANCE_0"].html)[0] == (False, "", "by the rules of default removals")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("player", Player)
def test_menus_are_named_without_listing_what_they_offer(menus, phase, player):
    view = View(duel_at(PHASES[phase]), player)
    names = menu_names(view)
    found = menus(PHASES[phase], player)
    assert names == {menu.name: menu.power for menu in found.by_name.values()}


@pytest.mark.parametrize("phase", PHASES)
def test_stored_orders_are_selected_and_selected_orders_are_read_back(site, phase):
    view = View(duel_at(PHASES[phase]), Player.FIRST)
    names = menu_names(view)
    stored = read_stored_entry({"orders": STORED[phase]})
    values = chosen_values(stored, list(names))
    assert sorted(values.values()) == sorted(order for orders in STORED[phase].values() for order in orders)
    with site.test_request_context(method="POST", data={**dict.fromkeys(names, ""), **values}):
        sent = read_menus(view)
    assert sent.orders == stored
    assert sent.values == {**dict.fromkeys(names, ""), **values}
    assert chosen_values(None, list(names)) == {}


def test_forged_form_values_are_read_and_left_to_the_rules(site):
    vienna = SimpleNamespace(units=[(Power("AUSTRIA"), Unit.parse("A VIE"))], winters=[])
    form = MultiDict(
        [
            ("order_VIE", "A VIE - GAL"),
            ("order_VIE", "A VIE - TYR"),
            ("order_PAR", "A PAR - BUR"),
            ("winter_X_0", " "),
        ]
    )
    with site.test_request_context(method="POST", data=form):
        sent = read_menus(vienna).orders
    assert {power: list(map(str, orders)) for power, orders in sent.by_power.items()} == {
        "AUSTRIA": ["A VIE - GAL", "A VIE - TYR"],
        "": ["A PAR - BUR"],
    }


def test_a_menu_is_named_in_full(menus):
    """A screen reader would read A Vienna as "à Vienne" in French, and newcomers do not know A."""
    for language, label in (("en", "Army Vienna"), ("fr", "Armée Vienne")):
        assert menus(PHASES["moves"], language=language).by_name["order_VIE"].label == label


@pytest.mark.parametrize(
    ("language", "powers", "units", "moves"),
    [
        (
            "en",
            ["RUSSIA", "AUSTRIA", "GERMANY"],
            ["Army Berlin", "Army Munich", "Fleet Kiel"],
            ["Baltic Sea", "Berlin", "Denmark", "Heligoland Bight", "Holland"],
        ),
        (
            "fr",
            ["RUSSIA", "GERMANY", "AUSTRIA"],
            ["Armée Berlin", "Armée Munich", "Flotte Kiel"],
            ["Baie d’Héligoland", "Berlin", "Danemark", "Hollande", "Mer Baltique"],
        ),
    ],
)
def test_menus_and_what_they_offer_are_in_the_order_of_the_names_the_home_power_first(
    site, language, powers, units, moves
):
    hired = dict.fromkeys(("AUSTRIA", "GERMANY"), "first")
    view = View(
        duel_at(start("S1902M", homes={"first": "RUSSIA", "second": "FRANCE"}, control=hired)), Player.FIRST
    )
    with site.test_request_context(), in_language(language):
        found = menus_of(view.choices, view.home)
    assert found.powers == powers
    assert [menu.label for menu in found.of(Power("GERMANY"))] == units
    kiel = options(found.by_name["order_KIE"].html)
    assert [words for _, value, words in kiel if isinstance(parse_or_keep(value), Move)] == moves
