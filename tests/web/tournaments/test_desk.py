"""The desk of organisers and arbiters, results by hand, and downloads."""

import csv
import re
from datetime import UTC, datetime
from io import StringIO

import pytest

from adjudicator import standard
from competition.tournament.values import Decision, RoundPlan, System, TournamentPlan
from intimate.players import Player
from services.terms import Terms
from tests.fixtures_duels import DAILY
from tests.services.tournaments.conftest import ARBITER, EIGHT, ORGANISER, plan_of
from tests.web.reading import text

GAMES = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False),))


def rows(answer):
    """Parse a download."""
    return list(csv.reader(StringIO(answer.text, newline="")))


def test_a_ruling_is_asked_about_and_then_stands_in_the_log_with_its_reason(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.start()
    fields = {"rule-pairing": "1-1", "rule-outcome": "second_lost", "rule-reason": "Did not come."}
    asked = pages.post(ORGANISER, "/desk/rule", **fields)
    assert "Decide this pairing?" in asked.text
    assert 'name="rule-reason" value="Did not come."' in asked.text
    assert pages.cup.sheet().pairings[0].decision is None
    assert pages.post(ORGANISER, "/desk/rule", sure="rule", **fields).status_code == 303
    page = pages.get().text
    assert "Lost by forfeit: 1 – 0" in page
    assert "Did not come." in page


def test_a_refused_ruling_keeps_the_form_and_says_why(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.start()
    entry = pages.cup.sheet().standings[0].entry
    answer = pages.act(ORGANISER, "sanction", entrant=entry, number="0", factor="half", reason="Insults.")
    assert answer.status_code == 422
    assert "Type a fraction from 0 to 1, like 1/2." in answer.text
    assert 'value="Insults."' in answer.text
    named = pages.act(ORGANISER, "arbiter", arbiter="nobody")
    assert (named.status_code, "Nobody here has this name." in named.text) == (409, True)


@pytest.mark.parametrize("reader", ["anna", "visitor", "arno"])
def test_nobody_else_reaches_the_desk(cup_pages, reader):
    pages = cup_pages(*EIGHT[:2])
    assert pages.get(reader, "/desk").status_code in {303, 403}
    assert pages.act(reader, "start").status_code in {401, 403}
    assert pages.cup.tournament.state == "open"


def test_an_organiser_who_plays_organises_and_does_not_rule(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.name_arbiter()
    pages.cup.join(ORGANISER)
    pages.cup.start()
    assert "only another arbiter rules" in pages.get(ORGANISER, "/desk").text
    fields = {"pairing": "1-1", "outcome": "first", "reason": "Mine."}
    assert pages.act(ORGANISER, "rule", **fields).status_code == 403
    assert pages.act(ARBITER, "rule", **fields).status_code == 303


def test_results_of_a_game_are_typed_power_by_power(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    for power, name, centres in zip(standard().powers, ("anna", "boris", "Kim", "Léo"), "9754", strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": centres}
    refused = pages.post(ORGANISER, "/results", **{**typed, f"name_{standard().powers[1]}": "Anna"})
    assert refused.status_code == 422
    assert "This player has another power already." in refused.text
    assert 'value="Kim"' in refused.text
    assert pages.post(ORGANISER, "/results", **typed).status_code == 303
    page = pages.get().text
    assert "52.143" in page
    assert "Kim" in page
    assert pages.get("anna", "/results").status_code == 403


def test_the_downloads_are_tables_that_spreadsheets_take_for_text(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    for power, name in zip(standard().powers, ("anna", "=2+3", '"Kim"', "Léo, le"), strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": "5"}
    pages.post(ORGANISER, "/results", **typed)
    answer = pages.get(page="/standings.csv")
    assert answer.mimetype == "text/csv"
    assert answer.data.decode("utf-8").endswith("\r\n")
    names = {row[1] for row in rows(answer)[1:]}
    assert names == {"anna", "boris", "'=2+3", '"Kim"', "Léo, le"}
    # An ordinary game has no winner and no loser, and no tie-break applies.
    assert rows(answer)[0] == ["place", "name", "score", "score_exact", "round_1"]
    assert rows(pages.get(page="/crosstable.csv"))[0] == ["place", "name"]


def test_the_ranking_of_duels_says_how_many_were_won_drawn_and_lost(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.start()
    pages.cup.play(1)
    head, best, _ = rows(pages.get(page="/standings.csv"))
    assert head[5:] == ["encounter", "buchholz", "berger", "wins", "won", "drawn", "lost"]
    assert best[-3:] == ["1", "0", "0"]


def test_a_correction_of_nothing_but_seasons_missed_is_seen_in_the_log(cup_pages):
    """It changes the score; the log shows before and after."""
    pages = cup_pages(*EIGHT[:4], plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    for power, name in zip(standard().powers, EIGHT[:4], strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": "5"}
    assert pages.post(ORGANISER, "/results", **typed).status_code == 303
    austria = f"missed_{standard().powers[0]}"
    assert pages.post(ORGANISER, "/results", **typed, **{austria: "3"}, reason="Late.").status_code == 303
    log = text(pages.get())
    assert "corrected: Austria anna 5 (3 seasons missed), England boris 5," in log
    assert "before: Austria anna 5, England boris 5," in log


def test_the_centres_that_win_at_one_table_are_typed_and_stand_in_the_log(cup_pages):
    """Source 004, II: in Sandad 14."""
    pages = cup_pages(*EIGHT[:4], plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    for power, name, centres in zip(standard().powers, EIGHT, ("14", "5", "4", "4", "0"), strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": centres}
    assert pages.post(ORGANISER, "/results", **typed).status_code == 303
    assert pages.post(ORGANISER, "/results", **typed, solo="19", reason="Sandad.").status_code == 422
    assert pages.post(ORGANISER, "/results", **typed, solo="14", reason="Sandad.").status_code == 303
    log = text(pages.get())
    assert "Italy emma eliminated, 14 centres win; before: Austria anna 14" in log
    assert re.search(r'name="solo"[^>]*value="14"', pages.get(ORGANISER, "/results?round=1&table=1").text)


def test_a_ruling_that_changes_who_goes_on_says_so_in_the_log(cup_pages):
    pages = cup_pages(*EIGHT[:4], plan=plan_of(System.KNOCKOUT, 1))
    pages.cup.start()
    first, second = pages.cup.pairs(1)[0]
    pages.cup.draw(1, 1)
    for through, name in ((Player.FIRST, first), (Player.SECOND, second)):
        pages.cup.rule(1, 1, Decision.RULED, (1, 1), through=through)
        assert f"; {name} goes on" in text(pages.get())


def test_a_crosstable_has_each_opponent_with_the_points(cup_pages):
    pages = cup_pages(*EIGHT[:3], plan=plan_of(System.ALL, 1), by_itself=True)
    pages.cup.start()
    for number in (1, 2, 3):
        pages.cup.play(number)
    assert rows(pages.get(page="/crosstable.csv")) == [
        ["place", "name", "anna", "boris", "clara"],
        ["1", "anna", "", "1", "1"],
        ["2", "boris", "0", "", "1"],
        ["3", "clara", "0", "0", ""],
    ]


def test_the_duel_and_the_player_lead_to_the_tournament(cup_pages):
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1), by_itself=True)
    pages.cup.start()
    duel = pages.readers["visitor"].get(f"/duels/{pages.cup.duel(1, 1).token}").text
    assert f'href="{pages.path}">Spring Cup</a>, round 1' in duel
    pages.cup.play(1)
    assert "place 1 of 2" in pages.readers["visitor"].get("/players/anna").text


def test_lists_are_paged_by_number(cup_pages, monkeypatch):
    monkeypatch.setattr("services.tournaments.tournaments.PAGE", 1)
    monkeypatch.setattr("web.tournaments.views.PAGE", 1)
    pages = cup_pages("anna")
    first = pages.readers["visitor"].get("/tournaments/").text
    assert "Spring Cup" in first
    assert "before=" not in first
    assert "Spring Cup" not in pages.readers["visitor"].get("/tournaments/?before=1").text


def test_an_unknown_tournament_is_not_found(visit):
    for path in ("nothing", "nothing/desk", "nothing/standings.csv", "%00"):
        assert visit().get(f"/tournaments/{path}").status_code in {303, 404}


def test_results_and_downloads_of_a_tournament_hold_names_of_two_words(cup_pages):
    pages = cup_pages("Anna Bell", "boris", plan=GAMES)
    pages.cup.start()
    typed = {"number": "1", "board": "1"}
    players = ("anna \u00a0bell", "boris", "Kim van  Dam", "Léo")
    for power, name, centres in zip(standard().powers, players, "9754", strict=False):
        typed |= {f"name_{power}": name, f"centres_{power}": centres}
    assert pages.post(ORGANISER, "/results", **typed).status_code == 303
    assert len(pages.cup.sheet().entrants) == 4
    standings = pages.get("visitor", "/standings.csv")
    assert {row[1] for row in rows(standings)} == {"name", "Anna Bell", "boris", "Kim van Dam", "Léo"}
    named = pages.act(ORGANISER, "arbiter", arbiter="Anna Bell")
    assert named.status_code == 409  # players cannot rule here, so the name was found
    assert "nobody" not in text(named).lower()


def test_the_organiser_of_rated_duels_rules_on_none_and_calls_an_arbiter_of_the_site(cup_pages):
    """Every address for rulings refuses them."""
    pages = cup_pages(*EIGHT[:2], plan=plan_of(rounds=1))
    pages.cup.start(now=datetime.now(UTC))
    duel = pages.cup.duel(1, 1)
    olga, sent = pages.readers[ORGANISER], {"seen": duel.ordinal, "reason": "I say so."}
    rules = [rule for rule in pages.site.url_map.iter_rules() if "/ruling" in rule.rule]
    acts = ("extend", "pause", "resume", "take_back", "grant", "close")
    tried = 0
    for rule in rules:
        for act in acts if "act" in rule.arguments else ("",):
            if "_ruling" in rule.arguments:
                continue
            path = f"/duels/{duel.token}" + rule.rule.split("<token>")[1].split("<")[0] + act
            if "GET" in rule.methods:
                assert olga.get(path + "?chapter=0&player=first").status_code in {403, 404}, path
                tried += 1
            if "POST" in rule.methods:
                fields = {f"{act}-{name}": value for name, value in sent.items()} | sent
                given = {"close-winner": "second", "sure": "yes", "chapter": "0", "player": "first"}
                assert olga.post(path, **fields, **given).status_code in {403, 404}, path
                tried += 1
    assert tried >= len(acts) + 3
    assert pages.cup.duel(1, 1).ordinal == duel.ordinal
    shown = olga.get(f"/duels/{duel.token}").text
    assert "You are the arbiter" not in shown
    assert "Call the arbiter" in shown
    assert olga.post(f"/duels/{duel.token}/arbiter", text="They have agreed on it.").status_code == 303
    assert "They have agreed on it." in olga.get(f"/duels/{duel.token}").text
    assert olga.post(f"/duels/{duel.token}/arbiter", text="Again").status_code == 422
    assert "Call the arbiter" not in pages.readers["visitor"].get(f"/duels/{duel.token}").text


def test_form_and_page_of_a_tournament_say_who_rules_on_its_duels(cup_pages):
    rated = cup_pages(*EIGHT[:2])
    assert "only arbiters appointed by the site rule" in rated.readers[ORGANISER].get("/tournaments/new").text
    said = "so only arbiters appointed by the site rule on them"
    assert rated.get().text.count(said) == 1  # the terms
    assert rated.get("arno").text.count(said) == 2  # and beside the button that signs up
    assert "Call one from the page of a duel." in rated.get(ORGANISER, "/desk").text


def test_an_unrated_tournament_says_that_its_organiser_rules(cup_pages):
    pages = cup_pages(*EIGHT[:2], terms=Terms(clock=DAILY, rated=False))
    assert "The duels do not count for ratings." in pages.get().text
    assert pages.get("arno").text.count("can close, correct and take back duels") == 2
    assert "Call one from" not in pages.get(ORGANISER, "/desk").text


def test_the_organiser_who_begins_swiss_rounds_with_too_few_players_reads_that_some_meet_twice(cup_pages):
    pages = cup_pages(*EIGHT[:6], plan=plan_of(rounds=6))
    asked = text(pages.post(ORGANISER, "/desk/start"))
    assert "With 6 players, some pairs meet twice after round 5." in asked
    pages.cup.enrol("ida")
    assert "meet twice" not in text(pages.post(ORGANISER, "/desk/start"))


def test_the_form_of_swiss_rounds_for_too_few_players_is_taken_with_a_warning(member):
    olga = member(ORGANISER)
    assert "unless there are more players than rounds" in olga.get("/tournaments/new").text
    for most, is_warned in (("6", True), ("8", False)):
        given = {
            "name": f"Cup {most}",
            "system": "swiss",
            "rounds": "6",
            "most_players": most,
            "clock": "day",
        }
        ties = {"tie_1": "wins", "tie_2": "", "tie_3": "", "tie_4": ""}
        more = {"preset": "intimate", "edition": "standard", "closes": "0"}
        made = olga.post("/tournaments/new", **given, **ties, **more)
        assert made.status_code == 303, text(made)
        said = "With 6 players, some pairs meet twice after round 5." in text(
            olga.get(made.headers["Location"])
        )
        assert said is is_warned
