"""The pages of the rules explain every reason, setting and edition."""

import re

import pytest

from adjudicator import SWITCHES, Cause, standard
from intimate.settings import READERS
from learning.examples import examples
from tests.builders import start
from tests.quality.project import ROOT
from web.challenges.forms import SIMPLE
from web.words.rules import ANCHORS, OF_ENTRIES, OF_ORDERS, OF_SETBACKS

PAGES = ("", "/moves", "/examples", "/provinces")


@pytest.fixture
def readers(visit):
    return {"en": visit(), "fr": visit("fr")}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_is_there_in_both_languages(readers, language, page):
    answer = readers[language].get(f"/learn/rules{page}")
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text


def test_every_cause_leads_to_a_rule_that_is_on_the_page(readers):
    anchors = set(
        re.findall(r'<section class="rule" id="([\w-]+)"', readers["en"].get("/learn/rules/moves").text)
    )
    assert set(ANCHORS) == set(Cause)
    assert {*ANCHORS.values(), *OF_ORDERS.values(), *OF_SETBACKS.values()} <= anchors
    of_duel = readers["en"].get("/rules").text
    assert [anchor for anchor in {*OF_ENTRIES.values(), "victory"} if f'id="{anchor}"' not in of_duel] == []


def test_every_example_stands_beside_a_rule_once(readers):
    shown = [
        key
        for page in ("/moves", "/examples")
        for key in re.findall(r'id="board-([\w-]+)"', readers["en"].get(f"/learn/rules{page}").text)
    ]
    assert sorted(shown) == sorted(examples())


def test_an_outcome_that_its_cause_says_too_is_said_once(readers):
    page = readers["en"].get("/learn/rules/moves").text
    assert "A Paris - Burgundy: bounced with A Munich<" in page
    assert "bounced (bounced" not in page


def test_every_switch_of_an_edition_is_said_beside_the_rule_that_it_alters():
    template = (ROOT / "templates" / "learning" / "rules_moves.html").read_text("utf-8")
    assert [switch for switch in SWITCHES if f'"{switch}"' not in template] == []


def test_every_setting_has_its_anchor_on_the_page_of_the_duel(readers):
    page = readers["en"].get("/rules").text
    assert [setting for setting in READERS if f'id="setting-{setting}"' not in page] == []


def test_every_field_of_a_setting_leads_to_its_rule(member):
    page = member("anna").get("/challenges/new").text
    led_to = set(re.findall(r'href="/rules#setting-(\w+)" target="_blank">The rule', page))
    assert {"starting_credits", "income", "victory", *SIMPLE} <= led_to <= set(READERS)


@pytest.mark.parametrize(
    ("fields", "rule"),
    [({"order_VIE": "A VIE - PAR"}, "army"), ({"order_VIE": ["A VIE - GAL", "A VIE - TYR"]}, "secret")],
)
def test_an_order_of_a_menu_that_is_refused_leads_to_its_rule(pages, fields, rule):
    answer = pages(start("S1902M")).post("anna", "entry", **fields)
    assert answer.status_code == 422
    assert f'<a class="why" href="/learn/rules/moves#{rule}" title="The rule">' in answer.text


def test_bids_that_are_refused_lead_to_their_rule(pages):
    duel = pages(start("S1902B", credits={"first": 3, "second": 9}), overbid="forbidden")
    answer = duel.post("anna", "entry", bid_ITALY="9")
    assert answer.status_code == 422
    assert (
        '<a class="why" href="/rules#setting-overbid" title="The rule">Your bids add up to 9' in answer.text
    )


def test_all_spaces_are_listed_with_their_names_in_both_languages(readers):
    page = readers["fr"].get("/learn/rules/provinces").text
    assert [code for code in standard().codes if f'<tr id="{code}"' not in page] == []
    assert "Bourgogne" in page
    assert "Burgundy" in page


def test_an_unknown_page_of_the_rules_is_not_found(readers):
    assert readers["en"].get("/learn/rules/chess").status_code == 404


def test_a_reason_on_a_result_leads_to_its_rule(pages):
    duel = pages({"phase": "S1901M", "homes": {"first": "FRANCE", "second": "GERMANY"},
                  "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, "centers": {}})  # fmt: skip
    contest = duel.contest
    contest.resolve({"orders": {"FRANCE": ["A PAR - BUR"]}}, {"orders": {"GERMANY": ["A MUN - BUR"]}})
    assert "/learn/rules/moves#bounce" in duel.get().text
