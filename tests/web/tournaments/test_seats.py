"""The page that draws the tables of a round, for changes and acceptance."""

import re

import pytest

from adjudicator import standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from tests.services.tournaments.conftest import EIGHT, ORGANISER, plan_of

POWERS = standard().powers
ROUND = RoundPlan(duels=False)
GAMES = TournamentPlan(System.ORDINARY, (ROUND, ROUND))


def sent(answer):
    """Return the fields of a page's form as a browser sends them."""
    form = answer.text[answer.text.index('action="') :]
    fields = {
        name: value
        for tag in re.findall(r"<input[^>]*>", form)
        if 'type="checkbox"' not in tag
        for name, value in re.findall(r'name="([^"]+)"[^>]*value="([^"]*)"', tag)
    }
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        fields[name] = re.search(r'selected value="([^"]*)"', options)[1]
    fields.pop("csrf_token", None)
    return fields


def seats_in(fields):
    return {name: value for name, value in fields.items() if name.startswith("seat_") and value}


def test_tables_are_drawn_shown_changed_by_hand_and_accepted(cup_pages):
    pages = cup_pages(*EIGHT[:7], plan=GAMES)
    pages.cup.start()
    assert "Tables of the round" in pages.get(ORGANISER).text
    first = pages.get(ORGANISER, "/tables")
    drawn = pages.post(ORGANISER, "/tables", **sent(first), act="draw")
    assert "Drawn, not accepted yet" in drawn.text
    assert pages.cup.sheet().tables == []
    fields = sent(drawn)
    assert sorted(seats_in(fields).values()) == sorted(EIGHT[:7])
    austria, turkey = f"seat_1_{POWERS[0]}", f"seat_1_{POWERS[-1]}"
    fields[austria], fields[turkey] = fields[turkey], fields[austria]
    assert pages.post(ORGANISER, "/tables", **fields, act="accept").status_code == 303
    (table,) = pages.cup.sheet().tables
    names = {number: each.name for number, each in pages.cup.sheet().entrants.items()}
    assert names[table.seats[POWERS[0]]] == fields[austria]
    assert seats_in(sent(pages.get(ORGANISER, "/tables"))) == seats_in(fields)


def test_everybody_sees_the_tables_and_a_player_their_own(cup_pages):
    pages = cup_pages(*EIGHT[:7], plan=GAMES)
    pages.cup.start()
    fields = sent(pages.post(ORGANISER, "/tables", **sent(pages.get(ORGANISER, "/tables")), act="draw"))
    pages.post(ORGANISER, "/tables", **fields, act="accept")
    page = pages.get().text
    assert "Table 1" in page
    assert "Round 1, table 1: Austria" in page
    assert "you sit at table 1" not in page
    assert "Round 1: you sit at table 1." in pages.get("anna").text
    filled = pages.get(ORGANISER, "/results").text
    for name in EIGHT[:7]:
        assert f'value="{name}"' in filled


def test_repetitions_of_earlier_rounds_are_shown_before_accepting_tables(cup_pages):
    """Source 004, III: the organiser sees unavoidable repetitions first."""
    pages = cup_pages(*EIGHT[:7], plan=GAMES)
    pages.cup.start()
    results = {"number": "1", "board": "1"}
    for power, name, centres in zip(POWERS, EIGHT, "9764332", strict=False):
        results |= {f"name_{power}": name, f"centres_{power}": centres}
    assert pages.post(ORGANISER, "/results", **results).status_code == 303
    pages.cup.next()
    drawn = pages.post(ORGANISER, "/tables", **sent(pages.get(ORGANISER, "/tables")), act="draw")
    assert "21 pairs meet again." in drawn.text
    assert "The same power again" not in drawn.text
    fields = sent(drawn) | {f"seat_1_{power}": name for power, name in zip(POWERS, EIGHT, strict=False)}
    pages.post(ORGANISER, "/tables", **fields, act="accept")
    assert "anna (Austria)" in pages.get(ORGANISER, "/tables").text


def test_tables_are_set_by_hand_without_a_draw(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=GAMES)
    pages.cup.start()
    first = pages.get(ORGANISER, "/tables")
    shown = pages.post(ORGANISER, "/tables", **{**sent(first), "boards": "2"}, act="shape")
    names = ("anna", "boris", "Kim", "Léo")
    typed = {f"seat_2_{power}": name for power, name in zip(POWERS, names, strict=False)}
    assert pages.post(ORGANISER, "/tables", **{**sent(shown), **typed}, act="accept").status_code == 303
    (table,) = pages.cup.sheet().tables
    assert (table.board, len(table.players)) == (2, 4)


def test_a_refusal_is_shown_at_its_field_and_keeps_the_form(cup_pages):
    pages = cup_pages(*EIGHT[:7], plan=GAMES)
    pages.cup.start()
    drawn = pages.post(ORGANISER, "/tables", **sent(pages.get(ORGANISER, "/tables")), act="draw")
    fields = sent(drawn) | {f"seat_1_{POWERS[0]}": "anna", f"seat_1_{POWERS[1]}": "Anna"}
    refused = pages.post(ORGANISER, "/tables", **fields, act="accept")
    assert refused.status_code == 422
    assert "This player has another power already." in refused.text
    assert seats_in(sent(refused)) == seats_in(fields)
    parts = {name: "away" for name in fields if name.startswith("part_")}
    nobody = pages.post(ORGANISER, "/tables", **{**fields, **parts}, act="draw")
    assert (nobody.status_code, "A table needs 4 players" in nobody.text) == (422, True)
    alone = pages.post(ORGANISER, "/tables", **{**fields, "others": "Mia"}, act="draw")
    assert "1 player has to step back" in alone.text


def test_players_who_step_back_are_named_and_noted(cup_pages):
    pages = cup_pages(*EIGHT, plan=GAMES)
    pages.cup.start()
    hugo = next(each.id for each in pages.cup.sheet().entrants.values() if each.name == "hugo")
    fields = sent(pages.get(ORGANISER, "/tables")) | {f"part_{hugo}": "volunteers"}
    drawn = pages.post(ORGANISER, "/tables", **fields, act="draw")
    assert "These players step back: hugo." in drawn.text
    assert re.search(rf'<input checked[^>]*name="rested"[^>]*value="{hugo}"', drawn.text)
    pages.post(ORGANISER, "/tables", **sent(drawn), rested=str(hugo), act="accept")
    assert "hugo stood down in round 1 when asked to" in pages.get().text


def test_a_form_of_another_round_and_another_reader_change_nothing(cup_pages):
    pages = cup_pages(*EIGHT[:7], plan=GAMES)
    assert pages.get(ORGANISER, "/tables").status_code == 303
    pages.cup.start()
    assert pages.get("anna", "/tables").status_code == 403
    assert pages.post("anna", "/tables", act="accept").status_code == 403
    fields = sent(pages.get(ORGANISER, "/tables")) | {"round": "2"}
    assert pages.post(ORGANISER, "/tables", **fields, act="accept").status_code == 303
    assert pages.cup.sheet().tables == []


def test_rounds_of_duels_have_no_tables(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.start()
    assert pages.get(ORGANISER, "/tables").status_code == 303
    assert "Tables of the round" not in pages.get(ORGANISER).text


def seated_pages(cup_pages, *, last_year=1901):
    """Return the pages of a tournament whose first table is set."""
    plan = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False, last_year=last_year), ROUND))
    pages = cup_pages(*EIGHT[:7], plan=plan)
    pages.cup.start()
    drawn = pages.post(ORGANISER, "/tables", **sent(pages.get(ORGANISER, "/tables")), act="draw")
    pages.post(ORGANISER, "/tables", **sent(drawn), act="accept")
    return pages


def played_out(pages, path):
    """Reveal empty sheets until the game is over."""
    reader = pages.readers[ORGANISER]
    for ordinal in range(9):
        fields = {f"in_{power}": "yes" for power in POWERS}
        if reader.post(f"{path}/sheets", act="reveal", ordinal=ordinal, **fields).status_code != 303:
            return
    pytest.fail("the game goes on")


def test_a_table_is_opened_and_its_game_becomes_the_result_once_it_is_confirmed(cup_pages):
    pages = seated_pages(cup_pages)
    assert "Open table 1" in pages.get(ORGANISER, "/tables").text
    opened = pages.post(ORGANISER, "/tables/open", edition="anjou", clock="none", number="1")
    assert opened.status_code == 303
    assert opened.location in pages.get().text
    assert "Table 1 in round 1 of a tournament:" in pages.readers["visitor"].get(opened.location).text
    assert "Open table 1" not in pages.get(ORGANISER, "/tables").text
    played_out(pages, opened.location)
    assert "the game at table 1 is over" in pages.get(ORGANISER).text
    assert "Confirm its result" not in pages.get("anna").text
    confirmed = pages.get(ORGANISER, "/results?round=1&table=1")
    assert "Confirm the results" in confirmed.text
    fields = sent(confirmed) | {"number": "1"}
    assert fields["centres_RUSSIA"] == "4"
    assert pages.post(ORGANISER, "/results", **fields).status_code == 303
    assert len(pages.cup.sheet().results) == 7
    page = pages.get(ORGANISER).text
    assert "the game at table 1 is over" not in page
    assert opened.location in page


def test_all_tables_are_opened_by_one_press(cup_pages):
    pages = seated_pages(cup_pages)
    opened = pages.post(ORGANISER, "/tables/open", edition="standard", clock="evening")
    assert opened.location == pages.path
    assert "1 table is open." in pages.get(ORGANISER).text
    again = pages.post(ORGANISER, "/tables/open", edition="standard", clock="evening")
    assert again.status_code == 409


def test_confirming_a_result_says_who_gets_the_points_of_a_replaced_player(cup_pages):
    """Source 004, VII."""
    pages = seated_pages(cup_pages)
    path = pages.post(ORGANISER, "/tables/open", edition="anjou", clock="none", number="1").location
    reader = pages.readers[ORGANISER]
    reader.post(f"{path}/sheets", act="reveal", ordinal=0, **{f"in_{power}": "yes" for power in POWERS})
    done = reader.post(f"{path}/event", event="replaced", ordinal=1, player=1, name="Kim")
    assert done.status_code == 303
    fields = {f"in_{power}": "yes" for power in POWERS}
    for ordinal in range(2, 6):
        reader.post(f"{path}/sheets", act="reveal", ordinal=ordinal, **fields)
    confirmed = pages.get(ORGANISER, "/results?round=1&table=1").text
    first = re.search(r"Kim replaced (\w+) for the last season\.", confirmed)[1]
    assert f"The points help Kim, and are theirs as the results stand; {first} has 0." in confirmed
    fields = sent(pages.get(ORGANISER, "/results?round=1&table=1")) | {"number": "1"}
    assert pages.post(ORGANISER, "/results", **fields).status_code == 303
    assert f"for {first}; the points go to Kim" in pages.get().text
    assert "Kim" in sent(pages.get(ORGANISER, "/results?round=1&table=1")).values()


def test_a_game_taken_back_after_its_result_was_confirmed_is_warned_of_until_it_is_confirmed_again(cup_pages):
    pages = seated_pages(cup_pages)
    path = pages.post(ORGANISER, "/tables/open", edition="anjou", clock="none", number="1").location
    played_out(pages, path)
    reader = pages.readers[ORGANISER]
    assert "is confirmed in the tournament" not in reader.get(path).text
    ordinal = re.search(r'name="ordinal" value="(\d+)"', reader.get(path).text)[1]
    fields = sent(pages.get(ORGANISER, "/results?round=1&table=1")) | {"number": "1"}
    assert pages.post(ORGANISER, "/results", **fields).status_code == 303
    assert "was taken back after" not in pages.get(ORGANISER).text
    assert "The result of this game is confirmed in the tournament" in reader.get(path).text
    assert reader.post(f"{path}/undo", ordinal=ordinal).status_code == 303
    shown = reader.get(path).text
    assert "The tournament still has the result that was confirmed." in shown
    assert "the tournament has a result of this game, which goes on." in shown
    assert "and goes on. The result counts until you confirm another one." in pages.get(ORGANISER).text
    assert "was taken back after" not in pages.get("anna").text
    orders = {f"in_{power}": "yes" for power in POWERS} | {"sheet_FRANCE": "A Mar - Spa"}
    while "and goes on." in pages.get(ORGANISER).text:
        ordinal = re.search(r'name="ordinal" value="(\d+)"', reader.get(path).text)[1]
        assert reader.post(f"{path}/sheets", act="reveal", ordinal=ordinal, **orders).status_code == 303
    assert "and has ended again." in pages.get(ORGANISER).text
    again = pages.get(ORGANISER, "/results?round=1&table=1")
    assert "This is how the game at the table ended." in again.text
    fields = sent(again) | {"number": "1", "reason": "A phase was corrected."}
    assert fields["centres_FRANCE"] == "4"
    assert pages.post(ORGANISER, "/results", **fields).status_code == 303
    assert "was taken back after" not in pages.get(ORGANISER).text


def test_a_table_for_five_may_be_opened_for_sandad(cup_pages):
    """Source 004, II."""
    pages = cup_pages(*EIGHT[:5], plan=GAMES)
    pages.cup.start()
    drawn = pages.post(
        ORGANISER, "/tables", **sent(pages.get(ORGANISER, "/tables")), everybody="y", act="draw"
    )
    pages.post(ORGANISER, "/tables", **sent(drawn), act="accept")
    shown = pages.get(ORGANISER, "/tables").text
    assert "Five: Sandad" in shown
    assert "Four: Escalation" not in shown
    fields = {"edition": "anjou", "clock": "none", "number": "1"}
    refused = pages.post(ORGANISER, "/tables/open", **fields, variant_1="of nobody")
    assert refused.location == f"{pages.path}/tables"
    path = pages.post(ORGANISER, "/tables/open", **fields, variant_1="sandad").location
    assert "Germany" in pages.readers["visitor"].get(path).text
    (table,) = pages.cup.sheet().tables
    assert set(table.seats) == set(POWERS) - {"RUSSIA", "TURKEY"}


def test_a_table_for_seven_has_no_variant_to_choose(cup_pages):
    assert 'name="variant_1"' not in seated_pages(cup_pages).get(ORGANISER, "/tables").text


def test_a_player_with_an_account_finds_their_sheet_on_the_page_of_the_tournament(cup_pages):
    """While they play at the table, and only their own."""
    pages = seated_pages(cup_pages)
    assert "/sheet/" not in pages.get("anna").text
    opened = pages.post(ORGANISER, "/tables/open", edition="anjou", clock="none", number="1").location

    def sheets(reader):
        return re.findall(rf'href="({opened}/sheet/[^"]+)"', pages.get(reader).text)

    (table,) = pages.cup.sheet().tables
    names = {number: each.name for number, each in pages.cup.sheet().entrants.items()}
    powers = {names[number]: power for power, number in table.seats.items()}
    for name in ("anna", "boris"):
        (sheet,) = sheets(name)
        assert f"<title>{powers[name].title()} · " in pages.readers[name].get(sheet).text
    assert [sheets(other) for other in (ORGANISER, "arno", "visitor")] == [[], [], []]
    organiser = pages.readers[ORGANISER]
    ordinal = re.search(r'name="ordinal" value="(\d+)"', organiser.get(opened).text)[1]
    seat = re.search(r'<option value="(\d+)">[^<]*anna', organiser.get(opened).text)[1]
    event = {"event": "replaced", "player": seat, "name": "Nina", "ordinal": ordinal}
    assert organiser.post(f"{opened}/event", **event).status_code == 303
    assert (len(sheets("anna")), len(sheets("boris"))) == (0, 1)


def test_only_organiser_and_arbiters_open_tables(cup_pages):
    pages = seated_pages(cup_pages)
    assert pages.post("anna", "/tables/open", edition="anjou", clock="none").status_code == 403
    assert pages.post(ORGANISER, "/tables/open", edition="of nobody", clock="none").status_code == 303
    assert pages.get(ORGANISER, "/tables/open").status_code == 303
    assert "Open table 1" in pages.get(ORGANISER, "/tables").text


def test_the_pages_of_tables_are_read_in_french(cup_pages):
    plan = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False, last_year=1901),))
    pages = cup_pages(*EIGHT, plan=plan)
    pages.cup.start()
    reader = pages.readers[ORGANISER]
    reader.post("/language/fr")
    drawn = pages.post(
        ORGANISER, "/tables", **sent(pages.get(ORGANISER, "/tables")), everybody="y", act="draw"
    )
    assert "Tirage à valider" in drawn.text
    assert sent(drawn)["boards"] == "2"
    assert pages.post(ORGANISER, "/tables", **sent(drawn), act="accept").status_code == 303
    assert "Ouvrir les tables" in pages.get(ORGANISER, "/tables").text
    opened = pages.post(ORGANISER, "/tables/open", edition="anjou", clock="none", number="1")
    played_out(pages, opened.location)
    assert "la partie de la table 1 est finie" in pages.get(ORGANISER).text
    assert "Confirmer les résultats" in pages.get(ORGANISER, "/results?round=1&table=1").text
