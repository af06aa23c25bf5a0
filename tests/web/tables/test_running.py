"""A table run from its page alone: sheets, reveals, take-backs, players who leave and come."""

import re

import pytest

from games import EndReason
from tests.web.tables.conftest import POWERS, SEVEN
from web.core.links import qr_code

SPRING = {
    "AUSTRIA": "A Vie - Gal\nA Bud - Ser",
    "FRANCE": "A Par - Bur\nA Mar - Spa\nF Bre - MAO",
    "GERMANY": "A Mun - Bur",
    "RUSSIA": "A War - Gal",
    "TURKEY": "A Con - Bul",
}


def units(game, power):
    return list(map(str, game.position.units_of(power)))


def test_two_years_with_a_player_who_leaves_and_a_torn_sheet(table):
    """004 IV, 000 XIV.3."""
    held = table(last_year="1902", edition="anjou")
    assert held.type(**SPRING).status_code == 303
    page = held.page()
    assert "Autumn 1901, movement" in page
    assert "repelled" in page or "bounced" in page
    assert held.note("left", player="2").status_code == 303
    assert "has left: civil disorder" in held.page()
    torn = held.type(AUSTRIA="A Ser - Gre", torn_FRANCE="yes", FRANCE="A Spa H", TURKEY="A Bul H")
    assert torn.status_code == 303
    while not held.game.ending:
        assert held.type().status_code == 303
    assert held.game.ending.reason is EndReason.LAST_YEAR
    page = held.page()
    assert "The last year is over." in page
    assert "Points" in page
    autumn = held.page(held.visitor, "/phases/2")
    assert "Sheet torn away: France." in autumn
    assert [moved.after for moved in held.replayed()][-1] == held.game


def test_the_points_of_a_finished_game_are_written_as_the_language_has_it(table, visit):
    held = table()
    held.note("stopped")
    for language, points in (("en", "19.615"), ("fr", "19,615")):
        for rest in ("", "/wall"):
            assert f">{points}</td>" in visit(language).get(held.path + rest).text


def test_all_sheets_may_be_typed_at_once(table):
    """002 §8."""
    held = table()
    text = "\n".join(f"{power}\n{orders}" for power, orders in SPRING.items())
    assert held.type(all=text).status_code == 303
    assert "A SPA" in units(held.game, "FRANCE")


def test_orders_typed_for_all_powers_together_replace_those_typed_before(table):
    held = table()
    held.type("save", FRANCE="A Par - Bur\nF Bre - MAO")
    held.type("save", all="A Par - Pic", FRANCE="A Par - Bur\nF Bre - MAO")
    assert "F Bre - MAO\nA Paris - Picardy</textarea>" in held.page()


def test_lines_for_nobody_are_shown_and_the_others_are_saved(table):
    held = table()
    answer = held.type(all="A Par - Bur\nwhatever this is")
    assert answer.status_code == 422
    assert "whatever this is" in answer.text
    assert "A Paris - Burgundy</textarea>" in answer.text
    assert str(held.game.phase) == "S1901M"


def test_each_line_that_cannot_be_read_is_named(table):
    """002 §8: wrong orders are ignored; the organiser sees which."""
    held = table()
    held.type("save", FRANCE="A Par - Xyz\nA Mun - Ruh\nA Mar - Mos")
    page = held.page()
    for line in (
        "Line 1, “A Par - Xyz”",
        "Line 2, “A Mun - Ruh”: This unit belongs to another power.",
        "Line 3, “A Mar - Mos”",
    ):
        assert line in page


def test_powers_without_a_sheet_are_asked_about_before_the_reveal(table):
    """000 XIV.3: they would be in civil disorder; nothing typed is lost."""
    held = table()
    answer = held.organiser.post(
        f"{held.path}/sheets", act="reveal", ordinal=0, sheet_FRANCE="A Par - Bur", in_FRANCE="yes"
    )
    assert answer.status_code == 422
    assert "No sheet from England, Austria, Germany, Italy, Russia and Turkey." in answer.text
    assert "A Par - Bur</textarea>" in answer.text
    done = held.organiser.post(
        f"{held.path}/sheets", act="reveal_anyway", ordinal=0, sheet_FRANCE="A Par - Bur", in_FRANCE="yes"
    )
    assert done.status_code == 303
    assert "A BUR" in units(held.game, "FRANCE")


def test_lines_that_cannot_be_read_are_asked_about_before_the_reveal(table):
    """A typing slip is no order; what a player wrote wrongly is (002 §8), and needs no question."""
    held = table()
    answer = held.type(FRANCE="A Par - Brgndy", GERMANY="A Mun - Lon")
    assert answer.status_code == 422
    assert "Some lines cannot be read: France." in answer.text
    assert "No sheet from" not in answer.text
    assert held.ordinal == 0
    assert held.type("reveal_anyway", FRANCE="A Par - Brgndy", GERMANY="A Mun - Lon").status_code == 303


def test_the_sheets_of_beginners_come_first(table):
    """004 IV."""
    legends = re.findall(r'<fieldset class="power-orders (\w+)"', table().page())
    assert legends[0] == "england"


def test_of_two_reveals_the_second_does_nothing_and_gives_back_what_was_typed(table):
    """Two organisers at once, or a form sent twice over a bad line."""
    held = table()
    assert held.type(**SPRING).status_code == 303
    again = held.type(ordinal=0, FRANCE="A Par - Pic")
    assert again.status_code == 409
    assert "Another window has moved the game on." in again.text
    assert "A Par - Pic" in again.text
    assert len(held.loaded().moves) == 1


def test_the_last_phase_is_taken_back_with_its_sheets(table):
    """004 IV: an error of resolution is corrected while the next phase has not begun."""
    held = table()
    held.type(**SPRING)
    assert held.organiser.post(f"{held.path}/undo", ordinal=1).status_code == 303
    page = held.page()
    assert "Spring 1901, movement" in page
    assert "The sheets are here again" in page
    assert "A Paris - Burgundy" in page
    assert held.type(**{**SPRING, "GERMANY": "A Mun H"}).status_code == 303
    assert "A BUR" in units(held.game, "FRANCE")


def test_once_a_sheet_of_the_next_phase_is_in_the_result_stands(table):
    """004 IV: it can no longer be corrected."""
    held = table()
    held.type(**SPRING)
    held.hand_in("FRANCE", "A Spa H")
    answer = held.organiser.post(f"{held.path}/undo", ordinal=1)
    assert answer.status_code == 409
    assert "The next phase has begun" in answer.text


@pytest.mark.parametrize("act", ["sheets", "undo", "event", "clock", "links", "delete"])
def test_the_answer_to_a_form_that_is_loaded_again_leads_back_to_the_table(table, act):
    held = table()
    for reader in (held.organiser, held.visitor):
        answer = reader.get(f"{held.path}/{act}")
        assert (answer.status_code, answer.location) == (303, held.path)


def test_a_refused_reveal_follows_the_table_at_its_own_address(table):
    held = table()
    refused = held.organiser.post(f"{held.path}/sheets", act="reveal", ordinal=0)
    assert refused.status_code == 422
    assert f'data-page="{held.path}"' in refused.text
    for path in (held.link("FRANCE"), f"{held.path}/wall"):
        assert f'data-page="{path}"' in held.visitor.get(path).text


def test_an_event_is_taken_back_too(table):
    held = table()
    held.note("left", player="3")
    assert "FRANCE" not in held.game.awaited
    assert "Take back: Chloé leaves." in held.page()
    held.organiser.post(f"{held.path}/undo", ordinal=1)
    assert "FRANCE" in held.game.awaited
    assert "Taken back: Chloé leaves." in held.page()


def sheets_in(held):
    return held.page(held.visitor).count("sheet in</span>")


def test_the_page_says_where_units_can_retreat_and_where_can_be_built(table):
    """It says so to players who overlook the board; the printed sheets do as well."""
    held = table()
    held.type(AUSTRIA="A Bud - Ser\nF Tri - Alb", ITALY="A Ven - Tri", FRANCE="A Mar - Spa")
    held.type(AUSTRIA="A Ser - Tri\nA Vie S A Ser - Tri\nF Alb S A Ser - Tri")
    assert str(held.game.phase) == "F1901R"
    for rest in ("", "/print"):
        assert "Army Trieste can retreat to Budapest, Tyrolia or Venice." in held.page(rest=rest)
    held.type(ITALY="A Tri - Ven")
    for rest in ("", "/print"):
        assert "1 build is possible. Free home centres: Marseilles." in held.page(rest=rest)


def test_an_event_is_confirmed_on_the_page(table):
    held = table()
    held.note("left", player="3")
    assert 'role="status">Chloé leaves.' in held.page()


@pytest.mark.parametrize("event", ["left", "stopped", "shared"])
def test_an_event_noted_by_mistake_costs_no_sheet_and_is_taken_back_at_any_time(table, event):
    """004 IV lets a result stand once sheets are in; a wrong note of who left is no result."""
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    held.type("save", AUSTRIA="A Vie - Gal")
    seal = re.search("<code>([0-9a-f]{64})", held.visitor.get(held.link("FRANCE")).text)[1]
    before = sheets_in(held)
    assert held.note(event, player="3", players=[str(n) for n in range(1, 8)]).status_code == 303
    assert held.organiser.post(f"{held.path}/undo", ordinal=1).status_code == 303
    assert sheets_in(held) == before == len(POWERS)
    assert "A Vie - Gal</textarea>" in held.page()
    assert seal in held.visitor.get(held.link("FRANCE")).text


def test_the_orders_of_a_player_who_left_and_returned_count(table):
    """000 XIV.3: they may return, and their sheet is theirs."""
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    held.note("left", player="3")
    held.note("returned", player="3")
    assert held.type().status_code == 303
    assert "A BUR" in units(held.game, "FRANCE")


def test_a_replacement_cannot_read_the_sealed_orders_and_hands_in_their_own(table):
    held = table()
    held.hand_in("FRANCE", "A Par - Bur")
    held.type("save", AUSTRIA="A Vie - Gal")
    held.note("replaced", player="3", name="Hugo")
    held.note("replaced", player="1", name="Ida")
    assert "Seal of this sheet" not in held.visitor.get(held.link("FRANCE")).text
    assert "A Vie - Gal</textarea>" in held.page()
    held.hand_in("FRANCE", "A Par - Pic")
    assert held.type(AUSTRIA="A Vie - Gal").status_code == 303
    assert "A PIC" in units(held.game, "FRANCE")


def test_a_sheet_with_lines_that_do_not_count_is_confirmed_with_a_warning(table):
    held = table()
    held.type("save", FRANCE="A Par - Xyz\nA Mar - Spa")
    page = held.page()
    assert 'notice warn flash" role="status">Saved, but not every line counts. Look at France.' in page
    held.type("save", FRANCE="A Par - Bur")
    assert "Saved. Nobody else can read it before the reveal." in held.page()


def test_a_player_who_left_returns_or_is_replaced(table):
    """000 XIV.3; the season is noted."""
    held = table(last_year="1901")
    held.type(**SPRING)
    held.note("left", player="3")
    assert held.note("returned", player="3").status_code == 303
    assert held.note("replaced", player="3", name="Hugo").status_code == 303
    assert held.game.seats[2].name == "Hugo"
    assert "Hugo goes on for Chloé." in held.page()
    while not held.game.ending:
        held.type()
    assert "for Chloé since autumn 1901" in held.page()


def test_a_latecomer_takes_turkey_over(table):
    """004 II, VII: a fourteenth for each season missed."""
    names = "\n".join(SEVEN.splitlines()[:-1])
    held = table(lineup="turkey", names=names, last_year="1901")
    assert "plays by itself" in held.page()
    held.type()
    assert held.note("joined", name="Gil", power="TURKEY").status_code == 303
    while not held.game.ending:
        held.type()
    page = held.page()
    assert "since autumn 1901" in page


def test_a_vote_is_noted_and_ends_the_game(table):
    """004 V: agreed in spring, the game ends after an autumn in civil disorder."""
    held = table()
    assert held.note("vote", player="3", outcome="agreed").status_code == 409
    held.type(**SPRING)
    assert "Say what came of the request." in held.note("vote", player="3", outcome="perhaps").text
    assert held.note("vote", player="3", outcome="vetoed", vetoed_by="4").status_code == 303
    again = held.note("vote", player="3", outcome="agreed")
    assert "They have asked already." in again.text
    assert held.note("vote", player="4", outcome="agreed").status_code == 303
    assert held.game.ending.reason is EndReason.VOTE
    assert "Dan asks for an end; all agree." in held.page()


def test_all_may_share_the_victory(table):
    """000 II."""
    held = table()
    some = held.organiser.post(f"{held.path}/event", event="shared", ordinal=0, players=["1", "2"])
    assert "Still missing: Chloé, Dan, Eve, Fred and Gil." in some.text
    everybody = [str(number) for number in range(1, 8)]
    done = held.organiser.post(f"{held.path}/event", event="shared", ordinal=0, players=everybody)
    assert done.status_code == 303
    assert "Shared by Anna, Ben, Chloé, Dan, Eve, Fred and Gil." in held.page()


def test_the_last_year_is_brought_forward(table):
    """004 VI."""
    held = table(last_year="1907")
    assert held.note("shortened", year="1901").status_code == 303
    held.type()
    held.type()
    assert held.game.ending


@pytest.mark.parametrize("path", ["/sheets", "/undo", "/event", "/clock", "/links", "/delete"])
def test_only_the_organiser_runs_a_table(table, member, path):
    held = table()
    fields = {"ordinal": 0, "event": "left", "player": 1, "act": "start", "power": "FRANCE"}
    assert held.visitor.post(held.path + path, **fields).status_code in {401, 403}
    other = member("Paul")
    answer = other.post(held.path + path, **fields)
    assert answer.status_code == 403
    assert "Only the organiser of this table can do this." in answer.text
    assert held.ordinal == 0


def test_escalation_is_chosen_in_turn_and_played(table):
    """004 II."""
    names = "Anna\nBen\nChloé\nDan"
    held = table(lineup="escalation4", names=names, drawn="")
    picks = "PAR LON BER VIE BRE EDI KIE BUD MAR LVP MUN TRI SPA NWY DEN SER POR SWE HOL GRE BEL STP WAR RUM"
    for number, code in enumerate(picks.split()):
        assert held.note("chose", player=str(number % 4 + 1), places=code).status_code == 303
    wrong = held.note("gave_up", player="2", places="BEL")
    assert "It is the turn of Anna." in wrong.text
    for number, code in enumerate(["BEL", "STP", "WAR", "RUM"]):
        assert held.note("gave_up", player=str(number + 1), places=code).status_code == 303
    assert "Winter 1900, adjustments" in held.page()
    powers = held.game.played
    answer = held.type(**{powers[0]: "A Par, F Bre, A Mar"})
    assert answer.status_code == 303
    assert units(held.game, powers[0]) == ["A MAR", "A PAR", "F BRE"]
    held.type()
    held.type()
    page = held.page()
    assert "Naming home centres" in page
    for power in held.game.unnamed:
        places = held.game.position.centres_of(power)[:3]
        answer = held.organiser.post(
            f"{held.path}/event", event="named_homes", ordinal=held.ordinal, power=power, places=list(places)
        )
        assert answer.status_code == 303
    assert "Naming home centres" not in held.page()


@pytest.mark.parametrize("player", ["2", None])
def test_in_world_war_one_a_coin_says_whom_italy_joins(table, player):
    """000 XIV.2; the organiser notes who won the toss, or lets the site toss."""
    held = table(lineup="war", names="Anna\nBen", drawn="", edition="1971")
    assert "neutral</span>" in held.page()
    held.type(GERMANY="A Mun - Ruh")
    held.type(GERMANY="A Ruh - Bel")
    page = held.page()
    assert "Tossing a coin for Italy" in page
    assert 'name="act" value="reveal"' not in page
    assert held.note("tossed", **({"player": player} if player else {})).status_code == 303
    winner = held.game.ally
    assert winner in ({2} if player else {1, 2})
    assert f"{('Anna', 'Ben')[winner - 1]} wins the toss: Italy joins them in spring." in held.page()
    held.type(GERMANY="Build A Ber")
    assert held.hand_in("ITALY", "A Ven - Tri").status_code == 303
    assert held.note("tossed", player="1").status_code == 409


def test_a_table_is_deleted_with_all_that_was_played(table):
    held = table()
    held.type(**SPRING)
    assert held.organiser.post(f"{held.path}/delete").status_code == 303
    assert held.visitor.get(held.path).status_code == 404
    assert "You have no table yet." in held.organiser.get("/tables/").text


def test_everybody_may_look_on_and_print(table):
    held = table()
    held.type(**SPRING)
    for rest in ("", "/wall", "/print", "/phases/0", "/live", "/game.txt", "/saved-game.json"):
        assert held.visitor.get(held.path + rest).status_code == 200, rest
    assert held.page(held.visitor, "/print").count('class="order-sheet"') == len(POWERS)
    assert held.visitor.get(f"{held.path}/phases/7").status_code == 404
    assert "Autumn 1901, movement" in held.page(held.visitor, "/wall")


def test_the_organiser_alone_is_shown_the_links_as_codes_to_scan(table, visit, member):
    held = table()
    page = held.page(held.organiser, "/codes")
    for power in POWERS:
        address = f"http://localhost{held.link(power)}"
        assert address in page
        assert str(qr_code(address)) in page
    assert held.page().count(f'href="{held.path}/codes"') == 1
    for other in (held.visitor, member("Nina")):
        assert other.get(f"{held.path}/codes").status_code == 404
        assert f'href="{held.path}/codes"' not in other.get(held.path).text
    held.organiser.post(f"{held.path}/links", power="FRANCE")
    assert held.page(held.organiser, "/codes") != page


@pytest.mark.parametrize("rest", ["", "/wall", "/print", "/phases/0"])
def test_the_pages_are_in_french_too(table, visit, rest):
    held = table()
    held.type(**SPRING)
    french = visit("fr").get(held.path + rest).text
    assert "1901" in french
    assert "Autumn" not in french


@pytest.mark.parametrize(
    "fields",
    [
        {"event": "joined", "name": "Gil", "power": "SPAIN"},
        {"event": "chose", "player": "1", "places": "XYZ"},
        {"event": "chose", "player": "1"},
        {"event": "left", "player": "9" * 400},
        {"event": "left"},
        {"event": "vote", "player": "1", "outcome": "perhaps"},
        {"event": "shortened", "year": "soon"},
        {"event": "replaced", "player": "1", "name": ""},
    ],
    ids=str,
)
def test_invalid_events_are_refused_with_a_message_and_change_nothing(table, fields):
    held = table(lineup="escalation4", names="") if fields["event"] == "chose" else table()
    answer = held.note(**fields)
    assert answer.status_code == 409
    assert "This was not done" in answer.text
    assert held.ordinal == 0


def test_a_link_for_no_power_is_refused(table):
    held = table()
    assert held.organiser.post(f"{held.path}/links", power="SPAIN").status_code == 409
    assert held.organiser.post(f"{held.path}/event", event="danced", ordinal=0).status_code == 404
