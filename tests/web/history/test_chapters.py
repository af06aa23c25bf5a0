"""Past chapters: both sides' entries, what came of them and why, in the viewer's language."""

import re

import pytest

from tests.builders import POWERS, lonely, start
from tests.fixtures_duels import FIRST, LISTS, SECOND
from tests.intimate.winters import winter
from tests.web.reading import plain, rows, text
from web.board.signs import BURST

BATTLE = lonely("S1902M", units={"AUSTRIA": ["A MUN"], "FRANCE": ["A PAR", "A MAR"]})


CORNERED = start(
    "S1902M",
    homes={"first": "FRANCE", "second": "GERMANY"},
    units={"FRANCE": ["A SPA", "F MAO", "A PIE", "A VEN"], "GERMANY": ["A MUN", "A POR"], "ITALY": ["A TUS"]},
)
"""Portugal's only other neighbour is its attacker's space; Italy is in anarchy."""
ATTACKS = ["A SPA - POR", "F MAO S A SPA - POR", "A PIE - TUS", "A VEN S A PIE - TUS"]


@pytest.fixture
def cornered(pages):
    """Return a duel whose last chapter has two dislodged units without a retreat."""
    duel = pages(CORNERED)
    duel.contest.resolve({"orders": {}}, {"orders": {}})
    duel.contest.resolve({"orders": {"FRANCE": ATTACKS}}, {"orders": {"GERMANY": ["A POR H"]}})
    return duel


def test_a_unit_that_could_not_retreat_is_said_to_be_destroyed_and_why(cornered):
    """1971 XI; in anarchy 1971 XIV.3."""
    told = rows(cornered.get("visitor", "/chapters/1"))
    gone = {row[0]: row[2:] for row in told if row[-1].count("destroyed")}
    assert gone == {
        "Army Portugal": ["destroyed", "dislodged by A Spain; destroyed: it had nowhere to retreat"],
        "Army Tuscany": ["destroyed", "dislodged by A Piedmont; destroyed: in anarchy no unit retreats"],
    }
    french = plain(cornered.get("boris", "/chapters/1").text)
    assert "détruite : elle n’avait nulle part où se replier" in re.sub(r"\s", " ", french)


def test_the_board_marks_dislodged_units_by_a_ring_of_spikes_and_a_word(cornered):
    """The replay reads out what no arrow says."""
    page = cornered.get("visitor", "/chapters/1").text
    rings, words = re.findall(r'<g class="routed".*?</g></g>', page, re.DOTALL)
    found = re.findall(r'data-unit="(A \w+)"( data-unsaid)?.*?<title>(.*?)</title>', rings)
    assert [(unit, bool(unsaid)) for unit, unsaid, _ in found] == [("A POR", False), ("A TUS", True)]
    assert re.findall(r"<text[^>]*>(\w+)<", words) == ["destroyed", "destroyed"]
    assert found[1][2] == "A Tuscany: dislodged by A Piedmont; destroyed: in anarchy no unit retreats"
    assert rings.count("#sign-burst") == 4
    assert cornered.get("visitor", "/chapters/1/board.svg").text.count("data-fallen") == 2


def test_the_position_marks_units_that_must_retreat_in_the_same_way(pages):
    duel = pages(start("S1902R", dislodged={"AUSTRIA": {"A SER": ["ALB", "GRE"]}}))
    board = duel.get("visitor").text
    (piece,) = re.findall(r'<g class="piece [^"]* dislodged".*?</g>', board, re.DOTALL)
    assert ">dislodged</text>" in piece
    assert piece.count("#sign-burst") == 2
    assert BURST in duel.get("visitor", "/board.svg").text


def test_the_chapter_of_homes_shows_the_lists_and_the_home_powers(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    answer = duel.get("visitor", "/chapters/0")
    assert ["1", "Austria", "France"] in rows(answer)
    assert "anna: Austria · boris: France" in text(answer).replace(" :", ":")


def test_random_draws_are_explained(pages):
    """§2"""
    duel = pages()
    duel.contest.resolve({"homes": POWERS}, {"homes": POWERS})
    assert "The lists were the same. Chance chose:" in text(duel.get("visitor", "/chapters/0"))
    other = pages()
    other.contest.sweep()
    assert text(other.get("visitor", "/chapters/0")).count("this one was drawn at random") == 2


def test_the_chapter_of_an_auction_shows_all_bids_and_the_arithmetic(pages):
    """§4: both whole sheets are public, with the arithmetic."""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve(
        {"bids": {"ITALY": 5, "TURKEY": 2}}, {"bids": {"ITALY": 3, "TURKEY": 2, "RUSSIA": 6}}
    )
    told = rows(duel.get("visitor", "/chapters/1"))
    assert ["Italy", "5 5", "3", "anna for 5"] in told
    assert ["Russia", "0", "6 6", "boris for 6"] in told
    assert ["Turkey anarchy", "2", "2", ""] in told
    assert ["Mercenary", "Austria anna 24", "France boris 20", "Commanded by"] in told
    assert ["Paid", "5", "6"] in told
    assert ["Reserve after", "19", "14"] in told


def test_in_an_auction_the_own_sheet_is_headed_you_and_for_others_by_the_name(pages):
    duel = pages(start("S1902B"))
    duel.contest.resolve({"bids": {"ITALY": 2}}, {"bids": {"TURKEY": 1}})
    heads = {
        reader: [plain(head) for head in re.findall(r'class="head \w+">(.*?)</th>', page, re.DOTALL)]
        for reader in ("anna", "boris", "visitor")
        for page in [duel.get(reader, "/chapters/0").text]
    }
    assert [head.split()[1] for head in heads["anna"]] == ["You", "boris"]
    assert [head.split()[1] for head in heads["boris"]] == ["anna", "Vous"]
    assert [head.split()[1] for head in heads["visitor"]] == ["anna", "boris"]


def test_an_auction_begins_with_its_result_from_the_viewer_s_side(pages):
    duel = pages(start("S1902B"))
    duel.contest.resolve({"bids": {"ITALY": 21}}, {"bids": {"TURKEY": 15, "RUSSIA": 3}})
    told = {reader: text(duel.get(reader, "/chapters/0")) for reader in ("anna", "boris", "visitor")}
    assert "You bid more than 20 and lose it all. boris hires Russia and Turkey at" in told["anna"]
    assert "anna a misé plus de 20 et perd tout. Vous engagez la Russie" in told["boris"]
    assert "anna bid more than 20 and loses it all. boris hires Russia and Turkey" in told["visitor"]


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ({"ITALY": 5}, {"ITALY": 3}, "anna hires Italy. boris hires nobody."),
        ({"ITALY": 3}, {"ITALY": 3}, "anna hires nobody. boris hires nobody."),
        ({"ITALY": 21}, {"TURKEY": 21}, "Both bid more than they had, and lose it all."),
    ],
)
def test_an_auction_without_an_heir_names_the_powers_each_player_hires(pages, first, second, verdict):
    duel = pages(start("S1902B"))
    duel.contest.resolve({"bids": first}, {"bids": second})
    assert verdict in text(duel.get("visitor", "/chapters/0"))


HALVES_ALL = "gets everything they bid for at half of each bid, rounded up"
HALVES_CONTESTED = "gets everything they bid for, because the opponent is overbid: at half of the bid"
OVERBIDS = {
    "a single price": ({}, {"ITALY": 21}, {"TURKEY": 5}, 5, "3", HALVES_ALL),
    "a sum": ({}, {"ITALY": 21}, {"TURKEY": 6, "GERMANY": 5, "RUSSIA": 4}, 15, "8 3 + 2 + 3", HALVES_ALL),
    "contested only": (
        {"overbid_price": "contested_only"},
        {"ITALY": 21},
        {"TURKEY": 6, "ITALY": 5, "RUSSIA": 4},
        10,
        "13 3 + 4 + 6",
        HALVES_CONTESTED,
    ),
    "capped": (
        {"unaffordable": "capped"},
        {"ITALY": 21, "GERMANY": 20},
        {"ITALY": 20, "GERMANY": 19, "TURKEY": 20},
        20,
        "20",
        HALVES_ALL,
    ),
}


@pytest.mark.parametrize("case", OVERBIDS)
def test_an_overbid_shows_the_prices_that_the_heir_pays(pages, case):
    """§4.4"""
    settings, first, second, won, paid, rule = OVERBIDS[case]
    duel = pages(start("S1902B"), **settings)
    duel.contest.resolve({"bids": first}, {"bids": second})
    answer = duel.get("visitor", "/chapters/0")
    assert "anna : overbid, loses the whole reserve and commands no mercenary." in text(answer)
    assert f"boris : {rule}" in text(answer)
    told = rows(answer)
    assert ["Paid", "20", paid] in told
    assert ["Sum of winning bids", f"{sum(first.values())} overbid", str(won)] in told
    hired = [row[0] for row in told if len(row) == 4 and row[-1].startswith("boris")]
    assert hired == [power.title() for power in sorted(second)]


def test_if_both_are_overbid_nobody_inherits_and_no_sum_is_shown(pages):
    """§4.5"""
    duel = pages(start("S1902B"))
    duel.contest.resolve({"bids": {"ITALY": 21}}, {"bids": {"TURKEY": 15, "RUSSIA": 15}})
    answer = duel.get("visitor", "/chapters/0")
    assert text(answer).count("overbid, loses the whole reserve") == 2
    assert "gets everything" not in text(answer)
    assert ["Paid", "20", "20"] in rows(answer)


@pytest.mark.parametrize(
    ("reader", "bounced", "unmoved"),
    [
        (
            "anna",
            ["Army Munich", "- Burgundy", "bounced", "bounced with A Paris"],
            ["Army Marseilles", "no order", "stayed", ""],
        ),
        (
            "boris",
            ["Armée Munich", "– Bourgogne", "repoussée", "repoussée par A Paris"],
            ["Armée Marseille", "pas d’ordre", "reste", ""],
        ),
    ],
)
def test_every_order_is_shown_with_its_outcome_and_reason(pages, reader, bounced, unmoved):
    duel = pages(BATTLE)
    duel.contest.resolve({"orders": {"AUSTRIA": ["A MUN - BUR"]}}, {"orders": {"FRANCE": ["A PAR - BUR"]}})
    told = rows(duel.get(reader, "/chapters/0"))
    assert bounced in told
    assert [row for row in told if row[0] == unmoved[0]] == [unmoved]


def test_the_chapter_of_a_winter_shows_default_builds_and_removals(pages):
    """§6"""
    duel = pages(winter())
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.resolve({"orders": {"AUSTRIA": ["A VIE B"], "ITALY": ["F NAP B"]}}, None)
    told = rows(duel.get("anna", "/chapters/1"))
    assert ["Army Vienna", "Build A Vienna", "succeeded", ""] in told
    assert ["Fleet Naples", "Build F Naples", "succeeded", ""] in told
    assert ["Army Venice", "no order", "by default", ""] in told
    french = {"Army Paris", "Army Marseilles", "Fleet Brest"}
    assert [row[1:3] for row in told if row[0] in french and len(row) == 4] == [["no order", "by default"]]


def test_the_seals_stand_beside_what_they_sealed(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    entries = duel.contest.record()["chapters"][0]["entries"]
    page = text(duel.get("visitor", "/chapters/0"))
    for name, player in (("anna", "first"), ("boris", "second")):
        assert f"{name} {entries[player]['seal']} with the salt {entries[player]['salt']}" in page


def test_an_event_is_a_chapter_with_its_position(pages):
    duel = pages(lonely("S1902M"))
    duel.contest.happen(FIRST, "draw_offered")
    duel.contest.happen(SECOND, "draw_agreed")
    offer, agreed = (duel.get("visitor", f"/chapters/{ordinal}") for ordinal in (0, 1))
    assert '<h1 class="unseen">Offer of a draw</h1>' in offer.text
    happened = [
        page.text.partition('id="parts"')[2].partition('class="notes"')[0] for page in (offer, agreed)
    ]
    assert ["A draw." in words for words in happened] == [False, True]
    for answer in (offer, agreed):
        assert [
            "France",
            "boris home",
            "3 Army Marseilles , Army Paris , Fleet Brest",
            "3 Brest, Marseilles, Paris",
        ] in rows(answer)
        assert answer.text.count('<g class="piece ') == 6


def test_orders_of_a_hired_power_are_listed_under_it_with_its_commander(pages):
    duel = pages(start("S1902M", control={"ITALY": "second"}))
    duel.contest.resolve(None, None)
    duel.contest.resolve({"orders": {"AUSTRIA": ["A VIE - GAL"]}}, {"orders": {"ITALY": ["A VEN - PIE"]}})
    answer = duel.get("visitor", "/chapters/1")
    told = rows(answer)
    assert ["Army Venice", "- Piedmont", "succeeded", ""] in told
    assert ["Army Vienna", "- Galicia", "succeeded", ""] in told
    captions = [plain(caption) for caption in re.findall("<caption>(.*?)</caption>", answer.text)]
    assert {"Austria · anna", "France · boris", "Italy · boris"} <= set(captions)


def test_chapters_lead_to_each_other(pages):
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.resolve({"bids": {}}, {"bids": {}})
    first, last = (duel.get("visitor", f"/chapters/{ordinal}").text for ordinal in (0, 1))
    assert 'rel="prev"' not in first
    assert f'rel="next" href="{duel.path}/chapters/1"' in first
    assert f'rel="prev" href="{duel.path}/chapters/0"' in last
    assert 'rel="next"' not in last
    page = duel.get("visitor").text
    assert all(f'href="{duel.path}/chapters/{ordinal}"' in page for ordinal in (0, 1))


@pytest.mark.parametrize("ordinal", ["0", "99", "2147483648", "9" * 30, "-1", "1.5", "first", "%00"])
def test_a_chapter_that_is_not_there_is_not_found(pages, ordinal):
    assert pages().get("visitor", f"/chapters/{ordinal}").status_code == 404
