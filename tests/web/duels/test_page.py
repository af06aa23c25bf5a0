"""The page of a duel: task, position, past, and nothing outdated."""

import json
import re
from datetime import timedelta

import pytest

from intimate.events import EventKind
from intimate.record import load
from intimate.replay import replay
from services.duels import resolving
from tests.builders import POWERS, lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LISTS, SECOND
from tests.intimate.winters import winter
from tests.web.reading import rows, text, without_tokens

ROUTED = {"AUSTRIA": {"A SER": ["GRE"]}}
TASKS = [
    (None, "Rank the seven powers", "Classez les sept puissances"),
    (start("S1902B"), "Bid for the mercenaries", "Enchérissez pour les mercenaires"),
    (start("S1902M"), "Order your units", "Donnez vos ordres"),
    (winter(), "Build and remove", "Construire et retirer"),
]


@pytest.mark.parametrize(("begin", "english", "french"), TASKS)
def test_each_phase_asks_one_clear_thing_of_each_player_and_nothing_of_others(pages, begin, english, french):
    duel = pages(begin)
    assert english in text(duel.get("anna"))
    assert french in text(duel.get("boris"))
    watched = duel.get("visitor")
    assert english not in text(watched)
    assert "/entry" not in watched.text
    assert "/acts/" not in watched.text


def test_credits_lead_to_their_rule_in_the_bar_and_beside_the_bids(pages):
    duel = pages(start("S1902B"))
    for reader, asked in (("anna", "What are credits?"), ("boris", "À quoi servent les crédits ?")):
        page = re.sub(r"[\u00a0\u202f]", " ", duel.get(reader).text)
        assert f'<a class="in-full" href="/rules#credits" title="{asked}">' in page
        assert f'<a href="/rules#credits">{asked}</a>' in page
    assert '<h2 id="credits">' in duel.readers["anna"].get("/rules").text


def test_in_winter_the_counts_of_all_powers_stand_above_the_list(pages):
    """1971 XIII.2: as many units as centres."""
    duel = pages(winter())
    task = duel.get("anna").text.partition('class="entry"')[2].partition("</form>")[0]
    counts, _, lists = task.partition("</ul>")
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", counts))
    assert re.search(r"Austria: \d+ centres?, \d+ units?\. \d+ builds? (is|are) possible\.", said)
    assert "<select" not in counts
    assert "<select" in lists


@pytest.mark.parametrize(
    ("reader", "named"),
    [
        ("boris", ["Retirer l’armée de Marseille", "Retirer l’armée de Paris", "Retirer la flotte de Brest"]),
        ("anna", ["Build an army in Trieste", "Build a fleet in Trieste", "Build an army in Vienna"]),
    ],
)
def test_a_build_or_removal_that_can_be_chosen_names_its_unit(pages, reader, named):
    page = pages(winter()).get(reader).text
    assert [words for words in named if f">{words}</option>" in page] == named


def test_a_player_who_is_not_awaited_sees_that_there_is_nothing_to_do(pages):
    duel = pages(start("S1902R", dislodged=ROUTED))
    assert "Retreats: move or disband your units" in text(duel.get("anna"))
    assert "Rien à faire dans cette phase" in text(duel.get("boris"))


@pytest.mark.parametrize("page", ["", "/record.json", "/chapters/0"])
@pytest.mark.parametrize("reader", ["anna", "visitor"])
def test_when_the_deadline_has_passed_a_look_shows_the_resolved_phase(pages, page, reader):
    """The first viewer resolves it and sees the result at once."""
    duel = pages()
    duel.contest.store(FIRST, LISTS[FIRST])
    duel.clock(DEADLINE)
    answer = duel.get(reader, page)
    assert answer.status_code == 200
    assert [str(chapter.phase) for chapter in duel.contest.chapters()] == ["HOMES"]
    if page == "":
        assert "Auction of 1901" in text(answer)
        assert "Choice of home powers" in text(answer)
    elif page == "/record.json":
        assert answer.json["chapters"][0]["entries"]["first"]["homes"] == POWERS
    else:
        assert "this one was drawn at random" in text(answer)


def test_the_second_look_resolves_nothing_more(pages):
    duel = pages()
    duel.clock(DEADLINE)
    for _ in range(3):
        duel.get()
    assert (duel.contest.phase, len(duel.contest.chapters())) == ("S1901B", 1)


def test_a_phase_that_cannot_be_resolved_is_logged_and_its_page_is_there_and_says_so(
    pages, monkeypatch, caplog
):
    duel = pages()
    duel.clock(DEADLINE)
    monkeypatch.setattr(resolving, "resolve_if_due", lambda *_: 1 / 0)
    answer = duel.get()
    assert answer.status_code == 200
    assert "This duel is paused by an error" in text(answer)
    assert f"duel {duel.contest.id} could not be resolved" in caplog.text


def test_the_next_phase_has_its_whole_time_from_when_the_lock_was_had(pages):
    """Other requests may have held the lock for a while after this one began."""
    duel = pages()
    times = iter([DEADLINE, DEADLINE + timedelta(minutes=1)])
    duel.site.config["CLOCK"] = lambda: next(times)
    duel.get("visitor")
    assert duel.contest.stored().deadline_at == DEADLINE + timedelta(days=1, minutes=1)


def test_reserves_commands_and_who_has_handed_in_are_public(pages):
    """§3: balances are public."""
    duel = pages(start("S1902M", control={"ITALY": "second"}, credits={"first": 13, "second": 1}))
    duel.contest.hand_in(FIRST)
    page = text(duel.get("visitor"))
    seal = duel.contest.entry(FIRST).seal
    assert re.search("Austria anna 13 13 credits done .* France boris 1 1 credit to play", page)
    assert f"Sealed entries anna Verify anna {seal} " in page
    hired = [row[:2] for row in rows(duel.get("visitor")) if row[0] == "Italy"]
    assert hired == [["Italy", "boris"]]
    assert duel.get("visitor").text.count('<tr class="hired italy">') == 1


def test_the_answer_to_the_opponent_is_the_same_whether_or_not_something_is_stored(pages):
    duel = pages(start("S1902M"))
    duel.get("boris")  # show one-time messages now

    def views():
        looks = [(reader, page) for reader in ("boris", "visitor") for page in ("", "/record.json")]
        return [without_tokens(duel.get(*look)) for look in looks]

    before = views()
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    assert views() == before


def test_the_record_is_a_file_to_keep_that_replays(pages):
    """Formats §2"""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    duel.contest.store(FIRST, {"bids": {"ITALY": 7}})
    answer = duel.get("visitor", "/record.json")
    assert f'filename="duel-{duel.contest.token}.json"' in answer.headers["Content-Disposition"]
    assert "bids" not in answer.text
    (line, _) = replay(load(json.loads(answer.text)))
    assert line["homes"] == {"first": "AUSTRIA", "second": "FRANCE"}


def test_a_finished_duel_offers_a_saved_game_to_download(pages):
    """Formats §4"""
    duel = pages()
    duel.contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert "/saved-game.json" not in duel.get().text
    duel.contest.happen(FIRST, EventKind.CONCEDED)
    assert "saved game for other programs" in text(duel.get("visitor"))
    answer = duel.get("visitor", "/saved-game.json")
    assert f'filename="game-{duel.contest.token}.json"' in answer.headers["Content-Disposition"]
    (phase,) = answer.json["phases"]
    assert (answer.json["id"], phase["name"]) == (duel.contest.token, "S1901M")
    assert phase["state"]["note"] == "Victory by: FRANCE (conceded)"


def test_the_saved_game_of_a_duel_reveals_nothing_sealed(pages):
    duel = pages(start("S1902M"))
    before = duel.get("boris", "/saved-game.json").json
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A VIE - GAL"]}})
    assert duel.get("boris", "/saved-game.json").json == before
    assert set(before["phases"][-1]["orders"].values()) == {None}


def test_the_settings_are_said_in_words(pages):
    duel = pages(None, "beginner", loyalty=3)
    assert duel.get("visitor").text.count('<li class="changed">') == 1
    page = text(duel.get("visitor"))
    assert "Rules Beginners" in page
    assert "has just commanded it, at most 3. changed" in page
    assert f"Seal of the secret behind the random draws: {duel.contest.stored().lots_seal}" in page


def test_an_ended_duel_says_how_and_asks_nothing(pages):
    duel = pages(lonely("S1902M"))
    duel.contest.happen(FIRST, "conceded")
    page = duel.get("anna")
    assert "boris won: anna conceded." in text(page)
    assert "/entry" not in page.text
    assert "/acts/" not in page.text


def test_the_end_is_worded_for_each_player_with_centres_only_if_they_decided(pages):
    duel = pages(lonely("S1902M"))
    duel.contest.happen(FIRST, "conceded")
    own, other, visitor = (text(duel.get(name)) for name in ("anna", "boris", "visitor"))
    assert "You lost. You conceded." in own
    assert "Vous avez gagné. Votre adversaire a abandonné." in other
    assert "You conceded" not in visitor
    assert "Centres of the home powers:" not in own + visitor


def test_the_end_after_a_last_year_says_that_units_counted(pages):
    """Source 000, III"""
    held = {"units": {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR", "A MAR"]}}
    duel = pages(lonely("W1905A", **held), year_limit=1905, limit_counts="units")
    nothing = {"orders": {}}
    duel.contest.resolve(nothing, nothing)
    own, visitor = text(duel.get("anna")), text(duel.get("visitor"))
    assert "You lost. The last year is over. Your opponent has more units." in own
    assert "boris won after the last year." in visitor
    assert "Units of the home powers: anna 1 · boris 2" in visitor


def test_last_moves_show_the_own_outcomes_even_after_a_phase_of_the_opponent_alone(pages):
    units = {"AUSTRIA": ["A MUN", "A RUH", "A VIE", "A BUD"], "FRANCE": ["A BUR"]}
    duel = pages(start("S1902M", units=units))
    own = ["A MUN - BUR", "A RUH S A MUN - BUR", "A VIE - TRI", "A BUD - TRI"]
    duel.contest.resolve({"orders": {"AUSTRIA": own}}, {"orders": {}})
    duel.contest.store(SECOND, {"orders": {"FRANCE": ["A BUR R PAR"]}})
    duel.contest.hand_in(SECOND)
    assert duel.contest.phase == "F1902M"
    said = (
        "Your orders: 2 succeeded. Army Budapest: bounced with the army in Vienna. "
        "Army Vienna: bounced with the army in Budapest."
    )
    page = text(duel.get("anna"))
    assert page.count(said) == 2  # among the news of an open page, and in Last moves
    assert re.search("Spring 1902, movement .* What happened last: Spring 1902, retreats", page)
    assert "Your orders" not in text(duel.get("visitor"))
    assert "Spring 1902, movement Your" not in text(duel.get("boris"))
