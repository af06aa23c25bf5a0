"""Sheets from phones: only by the link of a power, sealed until the reveal like the entries of a duel."""

import re
from functools import partial

import pytest

from games.record import faults, load
from tests.web.counting import Meter
from tests.web.tables.test_running import SPRING
from tests.web.test_sealed_work import work_of

TOKEN = re.compile(r'name="csrf_token"[^>]* value="[^"]+"')


def test_a_sheet_is_handed_in_by_the_link_of_its_power(table):
    held = table()
    page = held.visitor.get(held.link("FRANCE")).text
    assert "Hand in" in page
    answer = held.visitor.post(
        held.link("FRANCE"),
        phase="S1901M",
        order_PAR="A PAR - BUR",
        order_MAR="A MAR - SPA",
        orders="Bre - MAO",
    )
    assert answer.status_code == 303
    again = held.visitor.get(held.link("FRANCE")).text
    assert "Your sheet is in, sealed." in again
    assert '<option selected value="A PAR - BUR">' in again
    held.type(**{power: orders for power, orders in SPRING.items() if power not in ("FRANCE", "GERMANY")})
    assert list(map(str, held.game.position.units_of("FRANCE"))) == ["A BUR", "A SPA", "F MAO"]


def test_typed_orders_override_chosen_ones(table):
    held = table()
    held.visitor.post(held.link("FRANCE"), phase="S1901M", order_PAR="A PAR - BUR", orders="A Par - Pic")
    held.type()
    assert "A PIC" in map(str, held.game.position.units_of("FRANCE"))


def test_lines_that_cannot_be_read_stay_on_the_sheet_and_are_shown_to_its_player(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur\nvive la France")
    page = held.visitor.get(held.link("FRANCE")).text
    assert "Line 2, “vive la France”" in page
    assert "vive la France</textarea>" in page


def test_a_sheet_may_be_changed_until_the_reveal(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    held.hand_in("FRANCE", "A Par - Pic")
    held.type()
    assert "A PIC" in map(str, held.game.position.units_of("FRANCE"))


RESTS = ("", "/wall", "/print", "/live", "/record.json", "/saved-game.json", "/game.txt", "/phases/0")
PAGES = ("", "/wall", "/print", "/live", "/record.json")
SEAL = re.compile("[0-9a-f]{64}")


def everything(held, readers):
    """Return everything that anybody but its player sees, without seals: their salt differs each time."""
    links = [held.link(power).removeprefix(held.path) for power in ("AUSTRIA", "GERMANY", "FRANCE")]
    found = {}
    for name, reader in readers.items():
        for rest in (*RESTS, *links):
            answer = reader.get(held.path + rest)
            assert answer.status_code == 200, (name, rest)
            found[name, rest] = SEAL.sub("", TOKEN.sub("", answer.text))
    return found


def test_nobody_else_sees_what_is_on_a_sheet_before_the_reveal(table, member, visit):
    """This includes the organiser: two different sheets look the same to everybody else."""
    held = table()
    readers = {"organiser": held.organiser, "visitor": visit(), "member": member("Paul")}
    held.type(**SPRING)
    seen = []
    for orders in ("A Spa - Por", "A Spa H\nF MAO - Eng\nBurgundy stays where it is, whatever they say"):
        assert held.hand_in("FRANCE", orders).status_code == 303
        own = held.visitor.get(held.link("FRANCE")).text
        assert ("whatever they say" in own) == ("whatever" in orders)
        seen.append(everything(held, readers))
    assert seen[0] == seen[1]
    assert not [place for place, text in seen[1].items() if "whatever they say" in text]


def test_the_work_of_others_does_not_depend_on_what_is_on_a_sheet(table, member, visit, site, monkeypatch):
    """The time for reading and opening it would reveal something; everybody sees whether it is in."""
    seen = []
    for orders in (None, "A Par - Bur"):
        held = table()
        readers = {"organiser": held.organiser, "visitor": visit()}
        if orders:
            held.hand_in("FRANCE", orders)
        pages = {rest: held.path + rest for rest in PAGES} | {"a link": held.link("GERMANY")}
        asked = {
            (name, page): partial(reader.get, path)
            for name, reader in readers.items()
            for page, path in pages.items()
        }
        asked["organiser", "types"] = partial(held.type, "save", GERMANY="A Mun - Ruh", in_FRANCE="")
        asked["Germany", "hands in"] = partial(held.hand_in, "GERMANY", "A Mun - Bur", "S1901M")
        seen.append({place: work_of(site, monkeypatch, ask) for place, ask in asked.items()})
    assert seen[0] == seen[1]


def test_stored_orders_and_links_are_encrypted(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    with held.database.reading() as session:
        stored = session.connection().exec_driver_sql("SELECT content, salt FROM table_sheets").all()
        links = session.connection().exec_driver_sql("SELECT links FROM game_tables").scalar()
    assert all(text.startswith("gAAAA") for text in (*stored[0], links))


def test_the_seal_of_each_sheet_stands_in_the_record_and_holds(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    held.type(torn_FRANCE="yes")
    record = held.record()
    sheet = record["chapters"][0]["sheets"]["FRANCE"]
    assert sheet["seal"]
    assert sheet["torn"]
    assert list(faults(load(record))) == []
    sheet["orders"] = ["A PAR H"]
    assert list(faults(load(record))) == ["S1901M: FRANCE: wrong"]


def test_an_invalid_link_opens_nothing(table):
    held = table()
    for secret in ("0" * 16, "é", "x" * 300):
        assert held.visitor.get(f"{held.path}/sheet/{secret}").status_code == 404
        assert held.visitor.post(f"{held.path}/sheet/{secret}", orders="A Par - Bur").status_code == 404
    assert held.link("FRANCE").rpartition("/")[2] not in held.page(held.visitor)


def test_links_are_read_for_the_organiser_alone(table, member, site, monkeypatch):
    held, other = table(), member("Paul")
    meter = Meter(site, monkeypatch)
    for reader, whether in ((held.organiser, True), (other, False), (held.visitor, False)):
        read = meter.of(reader.get, held.path).statements
        assert any("game_tables.links" in statement for statement in read) == whether


def test_a_new_link_closes_the_old_one(table):
    held = table()
    old = held.link("FRANCE")
    assert held.organiser.post(f"{held.path}/links", power="FRANCE").status_code == 303
    assert held.visitor.get(old).status_code == 404
    assert held.visitor.get(held.link("FRANCE")).status_code == 200


def test_a_player_who_left_cannot_hand_in(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    held.note("left", player="3")
    assert "You have nothing to order in this phase." in held.visitor.get(held.link("FRANCE")).text
    assert held.hand_in("FRANCE", "A Par - Pic").status_code == 409
    held.type()
    assert "A PAR" in map(str, held.game.position.units_of("FRANCE"))


@pytest.mark.parametrize("taken_back", [False, True])
def test_the_former_player_s_link_stops_working_when_a_power_changes_hands(table, taken_back):
    held = table()
    old = held.link("FRANCE")
    held.note("replaced", player="3", name="Hugo")
    assert held.visitor.get(old).status_code == 404
    if taken_back:
        hugo = held.link("FRANCE")
        held.organiser.post(f"{held.path}/undo", ordinal=1)
        assert held.visitor.get(hugo).status_code == 404
    assert held.visitor.get(held.link("FRANCE")).status_code == 200


def test_a_sheet_for_a_phase_that_is_over_is_refused_and_shown_again(table):
    held = table()
    held.type(**SPRING)
    answer = held.hand_in("FRANCE", "A Mar - Spa", phase="S1901M")
    assert answer.status_code == 409
    assert "This sheet is for another phase, which is over." in answer.text
    assert "A Mar - Spa" in answer.text


def test_a_sheet_that_the_organiser_has_typed_is_not_taken_over(table):
    held = table()
    held.type("save", FRANCE="A Par - Bur")
    answer = held.hand_in("FRANCE", "A Par - Pic")
    assert answer.status_code == 409
    assert "The game master has typed your sheet already." in answer.text
    assert "A Par - Pic" in answer.text


def test_orders_the_organiser_types_over_sealed_ones_are_refused_and_shown_again(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Pic")
    for act in ("save", "reveal"):
        answer = held.type(act, FRANCE="A Par - Bur", GERMANY="A Mun - Ruh")
        assert answer.status_code == 422
        assert "France has handed in by its link, and that sheet stays." in answer.text
        assert '<pre class="as-typed">A Par - Bur</pre>' in answer.text
        assert "A Mun - Ruh</textarea>" in answer.text
    assert held.type(GERMANY="A Mun - Ruh").status_code == 303
    assert "A PIC" in map(str, held.game.position.units_of("FRANCE"))


def test_after_a_reveal_is_taken_back_a_sealed_sheet_stays_as_it_was_for_everybody(table):
    """004 IV: an error is corrected, not an order."""
    held = table()
    held.hand_in("FRANCE", "A Par - Pic")
    held.type(GERMANY="A Mun - Ruh")
    assert held.organiser.post(f"{held.path}/undo", ordinal=1).status_code == 303
    assert "those that came by links stay as they were" in held.page()
    page = held.visitor.get(held.link("FRANCE")).text
    assert "This sheet was revealed and taken back." in page
    assert "A Paris - Picardy" in page
    assert held.hand_in("FRANCE", "A Par - Bur").status_code == 409
    assert held.type(FRANCE="A Par - Bur").status_code == 422
    assert held.type(GERMANY="A Mun - Kie").status_code == 303
    assert "A PIC" in map(str, held.game.position.units_of("FRANCE"))
    assert list(faults(load(held.record()))) == []


def test_the_player_sees_their_seal_and_it_stands_in_the_record(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Pic")
    page = held.visitor.get(held.link("FRANCE")).text
    held.type()
    assert f"<code>{held.record()['chapters'][0]['sheets']['FRANCE']['seal']}</code>" in page
    assert "Nobody can change your orders without changing this seal." in page


def test_a_sheet_is_shown_only_in_the_browser_that_sent_it(table):
    """The organiser has every link, and could open them."""
    held = table()
    held.hand_in("FRANCE", "A Par - Pic\nvive la France")
    for reader in (held.organiser, held.site.test_client()):
        page = reader.get(held.link("FRANCE")).text
        assert "Only the browser that sent it shows what is on it" in page
        assert "vive la France" not in page
        assert '<option selected value="A PAR - PIC">' not in page
    assert "vive la France" in held.visitor.get(held.link("FRANCE")).text


def test_a_player_is_warned_of_lines_that_do_not_count(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Pic\nvive la France")
    page = held.visitor.get(held.link("FRANCE")).text
    assert "Handed in, but not every line counts." in page
    assert "but these lines do not count" in page
    assert "notice good" not in page
    held.hand_in("FRANCE", "A Par - Pic")
    assert "notice good" in held.visitor.get(held.link("FRANCE")).text


def test_orders_for_the_units_of_others_are_void(table):
    held = table()
    held.hand_in("FRANCE", "A Mun - Ruh")
    assert "This unit belongs to another power." in held.visitor.get(held.link("FRANCE")).text
    held.type()
    assert "A MUN" in map(str, held.game.position.units_of("GERMANY"))


def test_arrows_are_drawn_of_what_stands_in_the_form(table):
    held = table()
    answer = held.visitor.post(f"{held.link('FRANCE')}/arrows", order_PAR="A PAR - BUR")
    assert "A PAR" in answer.json["arrows"]
