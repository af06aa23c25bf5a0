"""The page on which the tables of a round are drawn, changed by hand and accepted."""

import re

from adjudicator import standard
from competition.tournament.values import RoundPlan, System, TournamentPlan
from tests.services.tournaments.conftest import EIGHT, ORGANISER, plan_of

POWERS = standard().powers
ROUND = RoundPlan(duels=False)
GAMES = TournamentPlan(System.ORDINARY, (ROUND, ROUND))


def sent(answer):
    """Read the form of a page as a browser sends it: what is typed and chosen in it."""
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


def test_what_tables_repeat_of_earlier_rounds_is_said(cup_pages):
    """Seed 004, III: what cannot be avoided is seen before it is accepted."""
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


def test_what_is_refused_is_said_beside_its_field_and_keeps_what_was_typed(cup_pages):
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
    assert "With so many players 1 has to step back" in alone.text


def test_who_steps_back_is_named_and_noted(cup_pages):
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
