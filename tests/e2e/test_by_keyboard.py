"""Two people play a year without a pointer, by keys and screen reader."""

import pytest
from playwright.sync_api import expect

from tests.e2e.by_keyboard import KeyboardPlayer
from tests.e2e.playing import begin_duel

pytestmark = pytest.mark.e2e
FIRST = ("England", "France", "Germany", "Italy", "Austria", "Russia", "Turkey")
SECOND = ("Germany", "Turkey", "Russia", "Austria", "Italy", "France", "England")


@pytest.fixture
def players(people, served_database):
    """Return both players at the page of a new duel."""
    anna, boris = people.member("anna"), people.member("boris")
    path = begin_duel(served_database, anna.number, boris.number)
    return [KeyboardPlayer(person, path).open() for person in (anna, boris)]


def test_a_year_is_played_from_the_lists_of_powers_on_by_keys_and_ears_alone(players):
    anna, boris = players
    for player, powers in ((anna, FIRST), (boris, SECOND)):
        player.rank(powers)
        player.hand_in()
    for player, bids in ((anna, {"France": 4}), (boris, {"Austria": 3})):
        player.comes_to("Auction of 1901")
        player.bid(bids)
        player.hand_in()
    spring(anna, boris)
    autumn(anna, boris)


@pytest.mark.soak
def test_a_year_of_world_war_one_is_played_by_keys_and_ears_alone(people, served_database):
    """§9: no lists, no auction; Italy is closed until a coin toss assigns it."""
    anna, boris = people.member("anna"), people.member("boris")
    path = begin_duel(served_database, anna.number, boris.number, preset="world-war-one")
    anna, boris = (KeyboardPlayer(person, path).open() for person in (anna, boris))
    anna.is_in("Spring 1914, movement")
    anna.move("army, Paris", "Burgundy")
    anna.unit_is("army, Paris (France), moves to Burgundy")
    anna.move("army, Warsaw", "Galicia")
    anna.hold("fleet, London")
    boris.is_in("Spring 1914, movement")
    boris.move("army, Constantinople", "Bulgaria")
    boris.move("army, Vienna", "Tyrolia")
    for player in (boris, anna):
        player.say_ready()
    anna.comes_to("Autumn 1914, movement")
    anna.move("army, Burgundy", "Belgium")
    anna.say_ready()
    boris.comes_to("Autumn 1914, movement")
    boris.hold("army, Bulgaria")
    boris.say_ready()
    for player in (anna, boris):
        player.comes_to("Winter 1914, adjustments")
        expect(player.page.get_by_text("A coin was tossed: Italy joins")).to_have_count(1)


def spring(anna, boris):
    """Order moves, a support that also enters its move, and a hold."""
    anna.comes_to("Spring 1901, movement")
    anna.move("fleet, London", "North Sea")
    anna.hears("fleet, London (England), moves to the North Sea")
    anna.move("army, Liverpool", "Yorkshire")
    anna.support("army, Marseilles", "Support the unit in Paris", "Burgundy")
    anna.hold("fleet, Brest")
    anna.unit_is("army, Marseilles (France), supports the unit in Paris on its way to Burgundy")
    anna.unit_is("army, Paris (France), moves to Burgundy")
    anna.unit_is("fleet, Brest (France), holds")
    boris.comes_to("Spring 1901, movement")
    boris.move("army, Berlin", "Silesia")
    boris.press("u")
    boris.hears("Taken back.")
    boris.unit_is("army, Berlin (Germany), no order")
    for player in (boris, anna):
        player.say_ready()


def autumn(anna, boris):
    """Convoy an army."""
    anna.comes_to("Autumn 1901, movement")
    anna.move("army, Yorkshire", "Norway")
    anna.unit_is("army, Yorkshire (England), moves to Norway by convoy")
    anna.unit_is("fleet, North Sea (England), convoys the army in Yorkshire on its way to Norway")
    anna.hears("Saved")
    anna.say_ready()
    boris.comes_to("Autumn 1901, movement")
    boris.move("army, Munich", "Ruhr")
    boris.hears("army, Munich (Germany), moves to the Ruhr")
    boris.say_ready()
    boris.comes_to("Winter 1901")
    anna.comes_to("Winter 1901")
    expect(anna.page.get_by_role("img", name="army, Norway (England)", exact=True)).to_have_count(1)
