"""World War One on the pages: a duel without auctions (§9)."""

import json
import re
from datetime import timedelta

import pytest

from intimate.record import load
from intimate.replay import replay
from services.practice.beginning import PracticeWish, begin_practice
from services.terms import RATED_PRESETS, SettingError, Terms
from tests.fixtures_duels import FIRST, NOON, SECOND

PRESET = "world-war-one"
SPRING = {
    FIRST: {"orders": {"FRANCE": ["A PAR - BUR"], "RUSSIA": ["A WAR - GAL"]}},
    SECOND: {"orders": {"TURKEY": ["A CON - BUL"]}},
}


@pytest.fixture
def war(pages):
    """Return the pages of a war in its first spring."""
    return pages(preset=PRESET)


def played_to_winter(war):
    """Play the first year up to its winter."""
    for player, content in SPRING.items():
        war.contest.store(player, content)
        war.contest.hand_in(player)
    for player in SPRING:
        war.contest.store(player, {"orders": {}})
        war.contest.hand_in(player)


def test_the_page_begins_with_orders_for_three_powers(war):
    page = war.get().text
    assert "Spring 1914, movement" in page
    assert [power for power in ("LON", "PAR", "MOS", "TRI") if f'name="order_{power}"' in page] == [
        "LON",
        "PAR",
        "MOS",
    ]
    assert "credit" not in page.split("bar-facts")[1].split("</p>")[0]
    assert "A PAR - BUR" in page
    assert "A MAR - PIE" not in page


def test_everybody_may_look_at_every_page_of_it(war):
    played_to_winter(war)
    for reader in ("anna", "boris", "visitor"):
        for page in ("", "/chapters/0", "/chapters/1", "/what-if/start", "/what-if/1"):
            assert war.get(reader, page).status_code == 200, (reader, page)


def test_the_first_chapter_shows_its_orders_on_the_board(war):
    played_to_winter(war)
    page = war.get("anna", "/chapters/0").text
    assert 'class="moments"' in page


def test_the_chapter_of_the_first_autumn_says_whom_italy_joins(war):
    played_to_winter(war)
    winner = war.contest.stored().duel.coin
    name = {FIRST: "anna", SECOND: "boris"}[winner]
    english, french = war.get("anna", "/chapters/1").text, war.get("boris", "/chapters/1").text
    assert f"Italy joins {name} from the spring of 1915" in english
    assert f"rejoint {name} à partir du printemps 1915" in french


def test_pages_go_on_once_italy_has_joined_a_side(war):
    played_to_winter(war)
    war.contest.play_on("S1915M")
    for reader in ("anna", "boris", "visitor"):
        assert war.get(reader).status_code == 200
    page = " ".join(war.get("anna").text.split())
    assert "Italy has joined a side: a stalemate can be claimed." in page
    assert re.search(r"As it stands \(anna \d+ centres · boris \d+ centres\), (anna|boris) would win", page)
    claimed = war.post("anna", "acts/stalemate_claimed")
    assert claimed.status_code == 303
    assert war.get("boris").status_code == 200


def test_the_terms_of_world_war_one_name_the_sides_and_no_auctions(war):
    page = war.get().text
    assert "One player commands England, France and Russia, the other Austria, Germany and Turkey" in page
    assert "A side with 24 units after a winter wins" in page
    rules = page.split("Rules in detail")[1]
    assert "bid" not in rules.split("</details>")[0]


def test_its_record_replays(war):
    played_to_winter(war)
    plain = json.loads(war.get(page="/record.json").text)
    assert plain["preset"] == PRESET
    assert plain["chapters"][1]["lots"]["coin"] in {"first", "second"}
    *_, last, _ = replay(load(plain))
    assert last["next"] == "W1914A"


def test_what_if_knows_the_closed_provinces(war):
    tried = war.send("anna", "what-if/start", {"orders": "A MAR - PIE"})
    page = war.readers["anna"].get(tried.headers["Location"]).text
    assert "nobody may enter Piedmont yet" in page


def test_practice_of_world_war_one_ignores_the_chosen_home_power(any_database, people):
    for home in (None, "ITALY"):
        with any_database.writing() as session:
            stored = begin_practice(session, people["anna"], PracticeWish(preset=PRESET, home=home), NOON)
            assert (str(stored.phase), stored.start) == ("S1914M", None)


def test_a_phase_ends_at_its_deadline_with_what_is_saved(war):
    """§9, §10.1: moves and winters take a day each; units without orders hold."""
    war.contest.store(FIRST, SPRING[FIRST])
    deadline = war.contest.stored().deadline_at
    assert deadline - NOON == timedelta(days=1)
    assert war.contest.sweep(deadline) == 1
    assert war.contest.phase == "F1914M"
    units = war.contest.stored().duel.position.units
    assert {"A BUR", "A GAL", "A CON"} <= {str(unit) for unit in units}
    assert war.contest.sweep(war.contest.stored().deadline_at) == 1
    assert war.contest.phase == "S1915M"  # nobody has taken a centre, so there are no builds


def test_a_rematch_is_another_war_by_the_same_rules(war):
    assert war.post("anna", "acts/conceded", sure="yes").status_code == 303
    offered = war.post("anna", "rematch").headers["Location"]
    accepted = war.readers["boris"].post(f"{offered}/accept")
    page = war.readers["boris"].get(accepted.headers["Location"]).text
    assert "Printemps 1914" in page
    assert accepted.headers["Location"] != war.path


def test_it_is_never_rated_and_takes_no_home_powers():
    assert PRESET not in RATED_PRESETS
    assert not Terms(PRESET).counts
    with pytest.raises(SettingError, match="homes"):
        Terms(PRESET, homes={FIRST: "FRANCE", SECOND: "ITALY"})


def test_a_bar_names_the_powers_of_both_sides_and_their_centres(war):
    bar = war.get().text.split('id="live-standing"')[1].split("bar-phase")[0]
    assert "10 centres" in bar


def test_the_secret_of_the_coin_stays_sealed_until_it_is_tossed(war):
    assert "lots_secret" not in war.contest.record()
    played_to_winter(war)
    assert "lots_secret" in war.contest.record()
