"""Sheets from phones: by the link of a power alone, sealed until the reveal like a duel's entries."""

import re

from games.record import faults, load
from tests.web.tables.test_running import SPRING

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


def test_what_is_typed_counts_before_what_is_chosen(table):
    held = table()
    held.visitor.post(held.link("FRANCE"), phase="S1901M", order_PAR="A PAR - BUR", orders="A Par - Pic")
    held.type()
    assert "A PIC" in map(str, held.game.position.units_of("FRANCE"))


def test_lines_that_cannot_be_read_stay_on_the_sheet_and_are_shown_to_its_player(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur\nvive la France")
    page = held.visitor.get(held.link("FRANCE")).text
    assert "Line 1, “vive la France”" in page or "Line 2, “vive la France”" in page
    assert "vive la France</textarea>" in page


def test_a_sheet_may_be_changed_until_the_reveal(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    held.hand_in("FRANCE", "A Par - Pic")
    held.type()
    assert "A PIC" in map(str, held.game.position.units_of("FRANCE"))


def everything(held, member):
    """Return all that anybody but its player can see, and the work behind it in bytes."""
    readers = {"organiser": held.organiser, "visitor": held.visitor, "other": member}
    rests = ("", "/wall", "/print", "/live", "/record.json", "/saved-game.json", "/game.txt", "/phases/0")
    links = [link for power in ("AUSTRIA", "GERMANY") for link in [held.link(power).removeprefix(held.path)]]
    found = {}
    for name, reader in readers.items():
        for rest in (*rests, *links, "/../"):
            answer = reader.get(held.path + rest)
            found[name, rest] = (answer.status_code, TOKEN.sub("", answer.text))
    return found


def test_nobody_else_sees_what_is_on_a_sheet_before_the_reveal(table, member):
    """The organiser included: of two different sheets everybody else sees the same."""
    held, other = table(), member("Paul")
    held.type(**SPRING)
    held.hand_in("FRANCE", "A Spa - Por")
    one = everything(held, other)
    held.hand_in("FRANCE", "A Spa H\nF MAO - Eng\nBurgundy stays where it is, whatever they say")
    two = everything(held, other)
    assert one == two
    assert not any("Por" in text and "A Spa - Por" in text for _, text in one.values())


def test_what_is_handed_in_is_encrypted_where_it_is_stored(table):
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


def test_a_link_that_is_none_opens_nothing(table):
    held = table()
    for secret in ("0" * 16, "é", "x" * 300):
        assert held.visitor.get(f"{held.path}/sheet/{secret}").status_code == 404
        assert held.visitor.post(f"{held.path}/sheet/{secret}", orders="A Par - Bur").status_code == 404
    assert held.link("FRANCE").rpartition("/")[2] not in held.page(held.visitor)


def test_a_new_link_closes_the_old_one(table):
    held = table()
    old = held.link("FRANCE")
    assert held.organiser.post(f"{held.path}/links", power="FRANCE").status_code == 303
    assert held.visitor.get(old).status_code == 404
    assert held.visitor.get(held.link("FRANCE")).status_code == 200


def test_who_leaves_hands_nothing_in_any_more(table):
    held = table()
    old = held.link("FRANCE")
    held.hand_in("FRANCE", "A Par - Bur")
    held.note("left", player="3")
    assert held.visitor.get(old).status_code == 404
    assert "You have nothing to order in this phase." in held.visitor.get(held.link("FRANCE")).text
    held.type()
    assert "A PAR" in map(str, held.game.position.units_of("FRANCE"))


def test_a_sheet_for_a_phase_that_is_over_is_refused_and_shown_again(table):
    """A sheet for the wrong phase."""
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


def test_what_the_organiser_types_over_a_sealed_sheet_does_not_replace_it(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Pic")
    held.type(FRANCE="A Par - Bur")
    assert "A PIC" in map(str, held.game.position.units_of("FRANCE"))


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
