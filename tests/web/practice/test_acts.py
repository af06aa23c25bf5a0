"""Hints and take-backs in practice."""

import re

import pytest

from intimate.entries import Sheet
from models import Job
from opponent.choosing import Answer
from services.practice import answering, hints
from tests.builders import UNITS, start
from tests.fixtures_duels import FIRST, LISTS
from tests.fixtures_site import NOON
from tests.web.practice.test_practise import FLASH
from tests.web.reading import plain

BEGIN = {"phase": "S1901B"}
DECIDED = "See the analysis"
TAKEN_BACK = "Years that were taken back are not analysed."


@pytest.fixture
def practising(practise):
    return practise()


def test_the_first_practice_duel_begins_with_a_card_that_is_closed_for_good(practise):
    first = practise()
    page = first.get().text
    assert "Your first duel" in page
    assert "You are France, your opponent is" in page
    assert "I keep my units together" not in page
    assert "A stalemate can be claimed" not in page
    assert 'href="/learn/"' in page or 'href="/learn"' in page
    assert "Show me a bid" in page
    assert first.send("welcome").status_code == 303
    closed = first.get().text
    assert "Your first duel" not in closed
    assert "Show me a hint" in closed
    assert "I keep my units together" in closed
    assert "Nobody sees your bids" in closed
    assert first.get("/welcome").status_code == 303


def test_the_first_practice_of_world_war_one_begins_with_a_card_of_its_own(practise):
    first = practise(home="", preset="world-war-one")
    page = plain(first.get().text)
    assert (
        "You command England, France and Russia, your opponent commands Austria, Germany and Turkey." in page
    )
    assert "A side with 24 units after a winter wins" in page
    assert "Show me orders" in page
    assert "A bid is" not in page
    assert first.send("hint", phase="S1914M").status_code == 303
    first.think()
    assert "What the Marshal would do" in first.get().text


def test_the_first_duel_with_a_friend_begins_with_the_card_too_once_the_home_powers_are_known(pages):
    duel = pages()
    assert "Your first duel" not in duel.get("anna").text
    duel.contest.resolve(*LISTS.values())
    page = duel.get("anna").text
    assert "Your first duel" in page
    assert "Show me a bid" not in page
    assert "Your first duel" not in duel.get("visitor").text
    assert duel.post("anna", "welcome").status_code == 303
    assert "Your first duel" not in duel.get("anna").text
    assert "Votre premier duel" in duel.get("boris").text


def test_only_the_first_duel_of_its_own_player_has_a_welcome_card(practise, visit):
    first = practise()
    assert "Your first duel" not in practise(first.who).get().text
    first.send("hint", **BEGIN)
    assert "Your first duel" not in first.get().text
    assert "Your first duel" in practise(visit()).get().text


def test_newcomers_are_offered_the_beginners_rules_first(practise, visit):
    page = visit().get("/practise").text
    presets = re.findall(
        r'name="preset"[^>]* value="([a-z0-9-]+)"|value="([a-z0-9-]+)"[^>]*name="preset"', page
    )
    assert "".join(presets[0]) == "beginner"
    chosen = [
        each for each in re.findall(r"<input[^>]*>", page) if 'name="preset"' in each and "checked" in each
    ]
    assert len(chosen) == 1
    assert "beginner" in chosen[0]
    in_sight = page[: page.index("<details")]
    assert 'value="world-war-one"' in in_sight
    assert 'value="njudge"' not in in_sight
    asked = practise().who.get("/practise").text
    chosen = [
        each for each in re.findall(r"<input[^>]*>", asked) if 'name="preset"' in each and "checked" in each
    ]
    assert 'value="intimate"' in chosen[0]


def test_a_hint_comes_to_the_open_page_and_is_taken_over(practising):
    assert "Show me a bid" in practising.get().text
    before = practising.get("/stamp").json["stamp"]
    assert practising.send("hint", **BEGIN).status_code == 303
    assert "The Marshal is thinking" in practising.get().text
    assert practising.think() == 2
    assert practising.get("/stamp").json["stamp"] != before
    page = practising.get().text
    assert "What the Marshal would do" in page
    assert "Use this plan" in page
    practising.send("hint/taken", **BEGIN)
    assert FLASH.search(practising.get().text)[1].startswith("The hint is entered")
    practising.send("ready", **BEGIN)
    assert "Show me a hint" in practising.get().text


def test_from_a_practice_duel_that_awaits_its_player_the_next_duel_is_at_hand(pages, practise):
    """Nobody waits for a practice move, so it is not counted."""
    duel = pages(start("S1902M"))
    practising = practise(duel.readers["anna"])
    assert "My next duel to play" in practising.get().text
    duel.contest.hand_in(FIRST)
    assert "My next duel to play" not in practising.get().text


def test_a_phase_that_comes_again_with_other_units_has_menus_of_these(practising, monkeypatch):
    """The player took the year back and hired another mercenary."""
    nothing = Answer(Sheet(), 0.5, 1)
    monkeypatch.setattr(answering, "choose", lambda *_, **__: nothing)
    practising.think()
    one, other = re.findall(r'name="bid_([A-Z]+)"', practising.get().text)[:2]

    def ordered_after_hiring(power):
        practising.send("entry", phase="S1901B", ready="yes", **{f"bid_{power}": "1"})
        return set(re.findall(r'name="order_(\w+)"', practising.get().text))

    own = {unit[2:5] for unit in UNITS["FRANCE"]}
    assert ordered_after_hiring(one) == own | {unit[2:5] for unit in UNITS[one]}
    practising.send("year", phase="S1901M", sure="yes")
    practising.think()
    assert ordered_after_hiring(other) == own | {unit[2:5] for unit in UNITS[other]}


def test_the_opponent_s_sealed_entry_is_nowhere_before_both_are_in(practising, monkeypatch):
    def bid(view, *_, **__):
        return Answer(Sheet({view.duel.for_hire[0]: 98765}), 0.5, 1)

    monkeypatch.setattr(answering, "choose", bid)
    practising.send("hint", **BEGIN)
    assert practising.think() == 2
    looks = ("", "/record.json", "/stamp", "/what-if", "/beforehand", "/hint", "/year")
    assert not [look for look in looks if "98765" in practising.get(look).text]
    assert "98765" not in practising.who.get("/duels/").text
    practising.send("ready", **BEGIN)
    assert "98765" in practising.get("/record.json").text


def test_a_hint_for_orders_says_them_and_fills_them_in(practising):
    practising.think()
    practising.send("ready", **BEGIN)
    practising.send("hint", phase="S1901M")
    practising.think()
    page = practising.get().text
    hint = page[page.index('id="hint-heading"') :]
    assert " · " in hint[: hint.index("</section>")]
    assert '<ul class="hint-motives"><li>' in hint
    [plan] = re.findall(r'<g class="plan".*?</g>\s*<g class="arrows">', page, re.DOTALL)
    assert plan.count('class="arrow ') > 2
    practising.send("hint/taken", phase="S1901M")
    assert "selected" in practising.get().text


def test_a_hint_that_failed_is_said_to_have(practising, monkeypatch):
    def fail(*_):
        raise ValueError

    monkeypatch.setattr(hints, "choose", fail)
    practising.send("hint", **BEGIN)
    practising.think()
    page = practising.get().text
    assert "found no answer" in page
    assert "Show me a hint" in page


def test_requests_from_an_outdated_page_change_nothing(practising):
    assert practising.send("hint", phase="S1902B").status_code == 409
    assert practising.send("hint/taken", phase="S1902B").status_code == 409
    assert practising.send("year", phase="S1902B", sure="yes").status_code == 409
    assert practising.send("year", **BEGIN).status_code == 409
    assert practising.get("/hint").headers["Location"] == practising.path


def test_a_year_is_taken_back_once_that_is_sure(practising):
    practising.think()
    practising.send("ready", **BEGIN)
    assert "Take back the year 1901" in practising.get().text
    asked = practising.send("year", phase="S1901M")
    assert asked.status_code == 422
    assert "Yes, take it back" in asked.text
    assert practising.send("year", phase="S1901M", sure="yes").status_code == 303
    page = practising.get().text
    assert "Take back the year" not in page
    assert "The arbiter" not in page
    chapter = practising.get("/chapters/1").text
    assert "The year was taken back" in chapter
    assert "This year was taken back" in practising.get("/chapters/0").text
    assert practising.think() == 1


def test_between_people_there_is_neither_hint_nor_year_to_take_back(pages):
    people = pages()
    people.clock(NOON)
    page = people.get().text
    assert "Show me a hint" not in page
    assert "Another try" not in page
    for act in ("hint", "hint/taken", "year"):
        assert people.post("anna", act, sure="yes").status_code in {303, 403}, act
    assert people.contest.stored().ordinal == 0
    with people.contest.database.reading() as session:
        assert not session.query(Job).count()


def test_in_practice_nobody_calls_an_arbiter_or_offers_a_draw(practise, member):
    practising = practise(member("anna"))
    page = practising.get().text
    for words in ("Call the arbiter", "Offer a draw", "Report something", "Offer a pause"):
        assert words not in page
    refused = practising.send("arbiter", text="Help, please.")
    assert refused.status_code == 422
    assert "Practice has no arbiter" in refused.text
    offered = practising.send("acts/draw_offered", phase="S1901B")
    assert offered.status_code == 409
    assert "answers no offers" in offered.text


def test_a_record_names_a_guest_and_the_level_as_people_read_them(practising):
    names = {"first": "Guest", "second": "Captain"}
    assert practising.get("/record.json").json["players"] == names
    practising.send("acts/conceded", **BEGIN, sure="yes")
    for download in ("/record.json", "/saved-game.json"):
        record = practising.get(download)
        assert record.status_code == 200
        assert ":guest:" not in record.text
        assert ":captain" not in record.text


def test_a_duel_without_phases_offers_no_analysis(practising):
    practising.send("acts/conceded", **BEGIN, sure="yes")
    page = practising.get().text
    assert "You concede the duel" not in page
    assert "The duel is over" in page
    assert "Analyse the duel" not in page
    assert 'id="judgement"' not in page
    assert 'id="tab-judgement"' not in page
    assert 'id="tab-judgement"' not in practising.get("/chapters/0").text
    assert DECIDED not in practising.who.get("/duels/").text


def test_lists_lead_to_where_a_duel_was_decided(practising):
    practising.think()
    practising.send("ready", **BEGIN)
    assert DECIDED not in practising.who.get("/duels/").text
    practising.send("acts/conceded", phase="S1901M", sure="yes")
    assert DECIDED in practising.who.get("/duels/").text


def test_taking_over_a_pending_hint_says_that_it_has_not_arrived(practising):
    practising.send("hint", **BEGIN)
    practising.send("hint/taken", **BEGIN)
    assert FLASH.search(practising.get().text)[1] == "The hint has not arrived yet."


def test_the_analysis_marks_phases_that_were_taken_back(practising):
    practising.think()
    practising.send("ready", **BEGIN)
    practising.send("year", phase="S1901M", sure="yes")
    practising.think()
    practising.send("ready", **BEGIN)
    practising.send("acts/conceded", phase="S1901M", sure="yes")
    assert practising.think() >= 1
    assert TAKEN_BACK in practising.get("/chapters/0").text
    assert TAKEN_BACK not in practising.get("/chapters/2").text


def test_the_opponent_greets_compares_what_was_hired_says_a_last_word_and_is_muted_until_it_may_speak(
    practising,
):
    def shown_remark():
        found = re.search(r'class="remark".*?</form>', practising.get().text, re.DOTALL)
        words = re.search(r"<p>(.*?)</p>", found[0])
        return words and words[1]

    practising.send("welcome")
    assert "Good luck." in shown_remark()
    practising.think()
    practising.send("ready", **BEGIN)
    assert "I have hired more than you have. Guard" in shown_remark()
    practising.send("acts/conceded", phase="S1901M", sure="yes")
    assert "This one is mine." in shown_remark()
    practising.send("mute")
    assert shown_remark() is None
    assert "Let the bot speak" in practising.get().text
    assert practising.get("/mute").status_code == 303
    practising.send("mute")
    assert "This one is mine." in shown_remark()


def test_the_page_of_practice_says_how_it_is_won_until_it_is_over(practising):
    goal = "You win when a unit of France stands on a home centre of"
    assert goal in practising.get().text
    practising.send("acts/conceded", **BEGIN, sure="yes")
    assert goal not in practising.get().text
