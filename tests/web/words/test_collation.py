"""The order in which names are listed."""

from itertools import groupby

from adjudicator import standard
from intimate.view import View
from tests.builders import duel_at, start
from tests.fixtures_duels import SECOND
from web.board.standing import rows
from web.challenges.forms import SettingsFields
from web.duels.forms import task_form
from web.duels.readiness import defaults_of
from web.words.names import by_name, power_name
from web.words.numbers import collation_key
from web.words.settings import starting_credits

HOMES = {"first": "TURKEY", "second": "FRANCE"}


def test_neither_case_nor_accents_put_a_name_in_another_place():
    names = ["Vienne", "Édimbourg", "été", "Espagne", "Zurich", "Égée", "angleterre"]
    assert sorted(names, key=collation_key) == [
        "angleterre",
        "Édimbourg",
        "Égée",
        "Espagne",
        "été",
        "Vienne",
        "Zurich",
    ]


def test_powers_are_in_the_order_of_their_names_and_one_may_come_first(language, in_it):
    assert [power_name(power) for power in by_name(standard().powers)] == in_it(
        ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"],
        ["Allemagne", "Angleterre", "Autriche", "France", "Italie", "Russie", "Turquie"],
    )
    assert by_name(["RUSSIA", "GERMANY", "AUSTRIA"], "RUSSIA") == in_it(
        ["RUSSIA", "AUSTRIA", "GERMANY"], ["RUSSIA", "GERMANY", "AUSTRIA"]
    )


def test_forms_list_powers_by_name(language):
    names = [power_name(power) for power in by_name(standard().powers)]
    ranks = task_form(View(duel_at(None), SECOND), None)
    assert [choice.label for choice in ranks.ranks[0].choices if choice.value] == names
    bids = task_form(View(duel_at(start("S1902B", homes=HOMES)), SECOND), None)
    assert list(bids.bids) == by_name(set(standard().powers) - set(HOMES.values()))
    assert [str(field.label.text) for field in SettingsFields().credit_fields()] == names


def test_equal_credits_at_the_start_name_the_powers_in_order(language, in_it):
    assert in_it("20 England, France, Russia, Turkey", "20 Angleterre, France, Russie, Turquie") in (
        starting_credits(dict.fromkeys(standard().powers, 20) | {"AUSTRIA": 24, "GERMANY": 22, "ITALY": 24})
    )


def test_a_position_lists_homes_then_mercenaries_by_name_and_so_units_and_centres(language, in_it):
    duel = duel_at(start("S1902M", homes=HOMES, control={"AUSTRIA": "second"}))
    found = rows(duel)
    assert [row.power for row in found] == [
        *HOMES.values(),
        *by_name(set(standard().powers) - set(HOMES.values())),
    ]
    england = next(row for row in found if row.power == "ENGLAND")
    assert [str(unit) for unit in england.units] == ["A LVP", "F EDI", "F LON"]
    assert england.centres == in_it(
        ["Edinburgh", "Liverpool", "London"], ["Édimbourg", "Liverpool", "Londres"]
    )


def test_defaults_are_listed_home_power_first_then_by_name(language, in_it):
    hired = dict.fromkeys(("AUSTRIA", "GERMANY", "ENGLAND"), "second")
    duel = duel_at(start("S1902M", homes=HOMES, control=hired))
    assert [
        power for power, _ in groupby(default.power for default in defaults_of(View(duel, SECOND), None))
    ] == [
        "FRANCE",
        *in_it(["AUSTRIA", "ENGLAND", "GERMANY"], ["GERMANY", "ENGLAND", "AUSTRIA"]),
    ]
