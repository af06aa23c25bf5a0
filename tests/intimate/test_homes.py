"""Home powers (rules of the duel, section 2) and the first reserves (section 3)."""

from itertools import permutations

import pytest

from intimate.duel import begin
from intimate.errors import DrawMissing, EntryError
from intimate.players import Player
from intimate.rules import Rules
from tests.builders import POWERS, chapter, last, lines, record
from tests.intimate.entering import check_plain


def homes(first=None, second=None, **lots):
    given = {"first": first, "second": second}
    entries = {player: {"homes": ranks} for player, ranks in given.items() if ranks is not None}
    return record(chapter("HOMES", entries, lots=lots))


def ranked(*first_choices):
    return [*first_choices, *(power for power in POWERS if power not in first_choices)]


def test_the_first_rank_that_differs_gives_each_their_own_choice_there():
    """§2"""
    line = last(homes(ranked("ENGLAND", "ITALY", "RUSSIA"), ranked("ENGLAND", "ITALY", "TURKEY")))
    assert line["homes"] == {"first": "RUSSIA", "second": "TURKEY"}


def test_both_may_lose_their_first_choice():
    """§2"""
    line = last(homes(ranked("AUSTRIA", "FRANCE"), ranked("AUSTRIA", "ITALY")))
    assert line["homes"] == {"first": "FRANCE", "second": "ITALY"}


def test_later_ranks_do_not_count():
    """§2: crossed choices do not matter."""
    line = last(homes(ranked("AUSTRIA", "ITALY"), ranked("ITALY", "AUSTRIA")))
    assert line["homes"] == {"first": "AUSTRIA", "second": "ITALY"}


@pytest.mark.parametrize(("winner", "loser"), [("first", "second"), ("second", "first")])
def test_identical_lists_give_the_winner_of_the_lot_rank_one_and_the_loser_rank_two(winner, loser):
    """§2."""
    same = ranked("TURKEY", "GERMANY")
    line = last(homes(same, same, homes_winner=winner))
    assert line["homes"] == {winner: "TURKEY", loser: "GERMANY"}


def test_homes_stand_first_player_first():
    """Formats §2: lines do not depend on the draw."""
    same = ranked("TURKEY", "GERMANY")
    assert list(last(homes(same, same, homes_winner="second"))["homes"]) == ["first", "second"]


@pytest.mark.parametrize(
    "ranks",
    [[], POWERS[:6], [*POWERS, "ITALY"], [*POWERS[:6], "AUSTRIA"], [*POWERS[:6], "SPAIN"], "AUSTRIA", 7],
    ids=["empty", "six", "eight", "twice", "unknown", "text", "number"],
)
def test_a_list_that_is_no_permutation_is_refused(ranks):
    """§2"""
    with pytest.raises(EntryError, match="homes") as refused:
        check_plain(begin(Rules()), Player.FIRST, {"homes": ranks})
    assert refused.value.code == "not_a_permutation"


def test_a_player_without_a_list_gets_the_drawn_one():
    """§2"""
    drawn = homes(ranked("ITALY"), homes_list={"second": ranked("TURKEY")})
    assert last(drawn)["homes"] == {"first": "ITALY", "second": "TURKEY"}


def test_an_entry_without_a_list_is_none():
    """§2"""
    plain = record(
        chapter(
            "HOMES",
            {"first": {}, "second": {"homes": ranked("ITALY")}},
            lots={"homes_list": {"first": ranked("RUSSIA")}},
        )
    )
    assert last(plain)["homes"] == {"first": "RUSSIA", "second": "ITALY"}


def test_identical_random_lists_need_the_deciding_draw_too():
    """§2"""
    lists = {"first": ranked("TURKEY", "ITALY"), "second": ranked("TURKEY", "ITALY")}
    line = last(homes(homes_list=lists, homes_winner="second"))
    assert line["homes"] == {"first": "ITALY", "second": "TURKEY"}


@pytest.mark.parametrize(
    ("given", "lots", "missing"),
    [
        ((ranked("ITALY"), ranked("ITALY")), {}, "homes_winner"),
        ((ranked("ITALY"), ranked("ITALY")), {"homes_winner": "third"}, "homes_winner"),
        ((ranked("ITALY"), None), {}, "homes_list.second"),
        ((None, ranked("ITALY")), {"homes_list": {"second": ranked("ITALY")}}, "homes_list.first"),
        ((None, None), {"homes_list": {"first": ranked("ITALY")}}, "homes_list.second"),
        ((ranked("ITALY"), None), {"homes_list": {"second": ranked("ITALY")}}, "homes_winner"),
    ],
)
def test_a_missing_draw_is_named_if_it_is_needed(given, lots, missing):
    """§2 and formats §2: a replay draws nothing."""
    with pytest.raises(ValueError, match=missing) as refused:
        lines(homes(*given, **lots))
    assert isinstance(refused.value.__cause__, DrawMissing)


def test_draws_that_are_not_needed_are_ignored():
    """Formats §2"""
    lots = {"homes_winner": "second", "homes_list": {"first": ["nonsense"]}, "coin": 7}
    line = last(homes(ranked("ITALY"), ranked("TURKEY"), **lots))
    assert line["homes"] == {"first": "ITALY", "second": "TURKEY"}


def test_a_drawn_list_must_name_all_seven_powers_too():
    """§2"""
    with pytest.raises(ValueError, match=r"homes_list\.second"):
        lines(homes(ranked("ITALY"), homes_list={"second": ["FRANCE"]}))


STARTING = {
    "AUSTRIA": 24,
    "ENGLAND": 20,
    "FRANCE": 20,
    "GERMANY": 22,
    "ITALY": 24,
    "RUSSIA": 20,
    "TURKEY": 20,
}


@pytest.mark.parametrize(("first", "second"), list(permutations(POWERS, 2)))
def test_each_pair_of_homes_has_its_reserves_and_five_mercenaries(first, second):
    """§§1, 3: no income comes before the first auction."""
    line = last(homes(ranked(first), ranked(second)))
    assert line["credits"] == {"first": STARTING[first], "second": STARTING[second]}
    assert line["control"] == dict.fromkeys(sorted(set(POWERS) - {first, second}))
    assert line["next"] == "S1901B"
