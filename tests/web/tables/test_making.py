"""A new table: three choices, and the folded ones."""

import json

import pytest

from adjudicator import OFFERED
from games import Counted, Unassigned, Variant
from tests.web.tables.conftest import SEVEN
from web.tables.forms import LONGEST_SAVED


def test_three_choices_are_enough(table):
    held = table(names="", lineup="6", edition="parker", clock="classic")
    game = held.game
    assert [seat.name for seat in game.seats][:2] == ["Austria", "England"]
    assert (game.terms.edition, game.terms.forced_builds, held.loaded().clock.first) == ("parker", True, 30)


def test_a_table_without_a_name_is_called_in_the_language_of_who_reads(table, visit):
    held = table(name=" ")
    assert "Game table · Intimate Diplomacy</title>" in held.page()
    assert "Game table</strong>" in held.organiser.get("/tables/").text
    assert "Table de jeu · Intimate Diplomacy</title>" in visit("fr").get(held.path).text
    named = table(name="Chez  Chloé")
    assert "Chez Chloé · Intimate Diplomacy</title>" in visit("fr").get(named.path).text


def test_powers_are_chosen_by_hand_or_drawn(table):
    by_hand = table().game
    assert [(seat.name, seat.powers[0], seat.beginner) for seat in by_hand.seats][1:3] == [
        ("Ben", "ENGLAND", True),
        ("Chloé", "FRANCE", False),
    ]
    drawn = table(names="A\nB\nC: Italie\nD\nE\nF\nG", drawn="yes").game
    assert {seat.powers[0] for seat in drawn.seats} == set(by_hand.played)
    assert drawn.seat(drawn.seat_of("ITALY")).name == "C"


def test_fields_in_a_closed_fold_count(table):
    held = table(
        lineup="5",
        names="",
        goal="10",
        last_year="1907",
        counted="units",
        minutes="180",
        unassigned="neutral",
        first_year="1801",
        reinforcements="lost",
        forced_builds="yes",
        clock="own",
        first="20",
        spring="10",
        autumn="12",
        writing="3",
    )
    terms = held.game.terms
    assert (terms.goal, terms.last_year, terms.counted) == (10, 1907, Counted.UNITS)
    assert (terms.minutes, terms.unassigned, str(held.game.phase)) == (180, Unassigned.NEUTRAL, "S1801M")
    assert vars(held.loaded().clock) == {"first": 20, "spring": 10, "autumn": 12, "writing": 3}


@pytest.mark.parametrize("edition", list(OFFERED))
def test_a_year_is_played_by_every_edition(table, edition):
    held = table(edition=edition)
    while held.game.phase.year == 1901:
        fleet = next(iter(held.game.position.units_of("RUSSIA")))
        assert held.type(FRANCE="A Mar - Spa\nBuild A Mar", RUSSIA=f"{fleet} H").status_code == 303
    assert (str(held.game.phase), held.game.terms.edition) == ("S1902M", edition)
    assert list(map(str, held.game.position.units_of("FRANCE"))) == ["A MAR", "A PAR", "A SPA", "F BRE"]
    assert [moved.after for moved in held.replayed()][-1] == held.game


@pytest.mark.parametrize(
    "lineup", ["7", "6", "5", "4", "3", "3b", "2", "war", "turkey", "sandad", "escalation5", "escalation4"]
)
def test_every_way_to_play_can_be_chosen(table, lineup):
    held = table(lineup=lineup, names="")
    assert held.organiser.get(held.path).status_code == 200
    assert (held.game.terms.variant is Variant.CLASSIC) == lineup[0].isdigit()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"names": SEVEN.replace("Anna", "A" * 41)}, "A name is too long: at most 40 characters."),
        ({"names": "Anna\nBen"}, "You wrote 2 names for 7 players."),
        ({"names": SEVEN.replace("England", "France")}, "Two players cannot both have France."),
        ({"names": SEVEN.replace("England", "Spain")}, "“Spain” is no power of this game."),
        ({"names": SEVEN.replace("Ben", "Anna")}, "Two players are called Anna."),
        ({"lineup": "sandad", "names": "A: Russia\nB\nC\nD\nE"}, "This power takes no part in the game."),
        ({"last_year": "1800"}, "This must be from 1901 to 2000."),
        ({"goal": "99"}, "Number must be between 1 and 34."),
        ({"saved": "{"}, "This game could not be read"),
        ({"saved": json.dumps({"format": "ordinary-game/9"})}, "This game could not be read"),
        ({"saved": "x" * (LONGEST_SAVED + 1)}, "This is too long: at most 200000 characters."),
        ({"saved": "F1901M\nFRANCE\nA Par - Bur"}, "S1901M is awaited."),
        ({"saved": "FRANCE\nA Par - Bur"}, "“FRANCE” stands under no phase."),
        ({"lineup": "12"}, "Not a valid choice"),
    ],
)
def test_faults_are_shown_at_their_field_and_nothing_typed_is_lost(table, member, fields, said):
    reader = member("Paul")
    sent = {"lineup": "7", "edition": "standard", "clock": "none", "names": SEVEN, **fields}
    answer = reader.post("/tables/new", **sent)
    assert answer.status_code == 422
    assert said in answer.text.replace("&#34;", '"')
    assert (sent["names"].splitlines()[0]) in answer.text


def test_a_table_continues_a_saved_game(table):
    first = table()
    first.type(FRANCE="A Par - Bur")
    for name in ("record.json", "saved-game.json", "game.txt"):
        text = first.visitor.get(f"{first.path}/{name}").text
        again = table(saved=text)
        assert (again.game.phase, again.game.position) == (first.game.phase, first.game.position), name
        assert again.type(FRANCE="A Bur - Mun").status_code == 303


@pytest.mark.parametrize("where", ["name", "order", "note"])
def test_half_a_character_in_a_game_to_go_on_from_is_refused(table, member, where):
    """JSON can name a lone surrogate; no page and no database takes one."""
    held = table()
    held.type(FRANCE="A Par - Bur")
    plain = held.record()
    match where:
        case "name":
            plain["players"][0]["name"] = "\ud800"
        case "order":
            plain["chapters"][0]["sheets"]["FRANCE"]["orders"] = ["A Par \ud800"]
        case "note":
            plain = {**held.visitor.get(f"{held.path}/saved-game.json").json, "note": "\udfff"}
    sent = {"lineup": "7", "edition": "standard", "clock": "none", "saved": json.dumps(plain)}
    answer = member("Paul").post("/tables/new", **sent)
    assert answer.status_code == 422
    assert "This game could not be read" in answer.text


def test_escalation_does_not_go_on_from_a_saved_game(table, member):
    """004 II: players choose all centres; a table that begins elsewhere could never be opened again."""
    first = table()
    first.type(FRANCE="A Par - Bur")
    saved = first.visitor.get(f"{first.path}/saved-game.json").text
    reader = member("Paul")
    answer = reader.post("/tables/new", lineup="escalation4", edition="standard", clock="none", saved=saved)
    assert answer.status_code == 422
    assert "A game of Escalation begins with the choice of centres" in answer.text
    assert "You have no table yet." in reader.get("/tables/").text


def test_world_war_one_does_not_go_on_from_a_saved_game(table, member):
    saved = table().visitor.get(f"{table().path}/saved-game.json").json
    answer = member("Paul").post(
        "/tables/new", lineup="war", edition="1971", clock="none", saved=json.dumps(saved)
    )
    assert answer.status_code == 422
    assert "World War One is played from its beginning" in answer.text


def test_unfinished_tables_per_organiser_are_limited(table, monkeypatch):
    monkeypatch.setattr("services.tables.tables.MOST_RUNNING", 1)
    held = table()
    answer = held.organiser.post("/tables/new", lineup="7", edition="standard", clock="none")
    assert "You have 1 unfinished table." in answer.text


def test_the_length_of_a_game_is_limited_but_it_can_still_be_ended(table, monkeypatch):
    monkeypatch.setattr("services.tables.tables.MOST_CHAPTERS", 1)
    held = table()
    held.type(FRANCE="A Par - Bur")
    answer = held.type(FRANCE="A Bur - Mun")
    assert answer.status_code == 409
    assert "A table has room for 1 phases and events." in answer.text
    assert held.note("left", player="1").status_code == 409
    saved = held.visitor.get(f"{held.path}/record.json").text
    assert held.note("stopped").status_code == 303
    monkeypatch.setattr("services.tables.tables.MOST_CHAPTERS", 0)
    again = held.organiser.post("/tables/new", lineup="7", edition="standard", clock="none", saved=saved)
    assert "A table has room for 0 phases and events." in again.text


def test_visitors_read_what_tables_are_and_log_in_to_make_one(visit):
    reader = visit()
    assert "The players need none." in reader.get("/tables/").text
    assert reader.get("/tables/new").status_code == 303
