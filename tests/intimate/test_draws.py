"""Random draws from a sealed secret (rules of the duel, section 2)."""

import hashlib
from collections import Counter
from dataclasses import replace

import pytest

from intimate.codec import write_draws
from intimate.draws import NO_DRAWS, Draws, draw_list, draw_player, source_of_draws
from intimate.duel import Ending, begin
from intimate.entries import HomesList
from intimate.errors import DrawMissing
from intimate.play import choose_homes, make_draws
from intimate.players import Player
from tests.builders import POWERS, chapter, duel_at, last, lonely, record, rules_with, start

FIRST, SECOND = Player
DUEL = begin(rules_with())
LISTED = HomesList(tuple(POWERS))
OTHER = HomesList(tuple(reversed(POWERS)))


def drawn_for(player):
    return HomesList(draw_list("secret", f"homes_list.{player.value}"))


ENTRIES = {
    "nobody handed in a list": {},
    "the first did not": {SECOND: LISTED},
    "the second did not": {FIRST: LISTED},
    "the lists differ": {FIRST: LISTED, SECOND: OTHER},
    "the lists are identical": {FIRST: LISTED, SECOND: LISTED},
    "the first has what the second will draw": {FIRST: drawn_for(SECOND)},
    "the second has what the first will draw": {SECOND: drawn_for(FIRST)},
}


def lots_less(lots):
    """Leave out each of the draws in turn."""
    for player in lots.homes_lists:
        yield replace(
            lots, homes_lists={p: powers for p, powers in lots.homes_lists.items() if p is not player}
        )
    if lots.homes_winner:
        yield replace(lots, homes_winner=None)


@pytest.mark.parametrize("case", ENTRIES)
def test_exactly_the_draws_that_the_choice_of_homes_needs_are_made(case):
    """§2, formats §2"""
    entries = ENTRIES[case]
    lots = make_draws(DUEL, entries, "secret")
    assert set(choose_homes(entries, lots)) == set(Player)
    fewer = list(lots_less(lots))
    assert len(fewer) == len(lots.homes_lists) + bool(lots.homes_winner)
    for missing in fewer:
        with pytest.raises(DrawMissing):
            choose_homes(entries, missing)


def test_each_case_needs_the_draws_it_claims():
    """§2: otherwise the cases above would prove nothing."""
    drawn = {case: make_draws(DUEL, entries, "secret") for case, entries in ENTRIES.items()}
    summary = [(list(lots.homes_lists), bool(lots.homes_winner)) for lots in drawn.values()]
    assert summary == [
        ([FIRST, SECOND], False),
        ([FIRST], False),
        ([SECOND], False),
        ([], False),
        ([], True),
        ([SECOND], True),
        ([FIRST], True),
    ]


@pytest.mark.parametrize(
    "duel",
    [duel_at(start("S1902B")), duel_at(start("S1902M")), duel_at(lonely("S1902M")).ended(None, Ending.DRAW)],
)
def test_no_other_phase_needs_draws(duel):
    """§2"""
    assert make_draws(duel, {}, "secret") == NO_DRAWS == Draws()


DRAWN_BY_0_1_0 = {
    "first": ["ITALY", "GERMANY", "AUSTRIA", "ENGLAND", "RUSSIA", "TURKEY", "FRANCE"],
    "second": ["RUSSIA", "ENGLAND", "GERMANY", "ITALY", "FRANCE", "AUSTRIA", "TURKEY"],
}
"""From the secret `secret`: later versions must draw the same, or nobody could check old records."""


def test_a_secret_gives_the_same_draws_every_time():
    """§2: so that a replay gives the same duel, on any machine and in any later version."""
    assert make_draws(DUEL, {}, "secret") == make_draws(DUEL, {}, "secret")
    assert write_draws(make_draws(DUEL, {}, "secret")) == {"homes_list": DRAWN_BY_0_1_0}
    assert draw_player("secret", "homes_winner") is SECOND


@pytest.mark.parametrize("shares", [("a" * 16, ""), ("", "a" * 16), ("a" * 16, "b" * 64)])
def test_the_share_of_a_player_changes_the_draws(shares):
    """§2: the site fixed its secret before, so it cannot choose the draws (decision 06)."""
    entries = {player: HomesList(tuple(POWERS), share) for player, share in zip(Player, shares, strict=True)}
    source = source_of_draws("secret", entries)
    assert source == hashlib.sha256(":".join(("secret", *shares)).encode()).hexdigest()
    winners = {make_draws(DUEL, entries, f"secret {n}").homes_winner for n in range(20)}
    assert winners == set(Player)
    assert make_draws(DUEL, entries, "secret").homes_winner is draw_player(source, "homes_winner")


def test_the_shares_of_both_players_are_not_interchangeable():
    """Decision 06."""
    first, second = (source_of_draws("secret", {player: HomesList((), "a" * 16)}) for player in Player)
    assert first != second


def test_the_lists_of_both_are_drawn_apart():
    """§2"""
    drawn = [make_draws(DUEL, {}, f"{n}").homes_lists for n in range(20)]
    assert any(lists[FIRST] != lists[SECOND] for lists in drawn)


def test_a_drawn_list_is_a_permutation_under_its_player():
    """§2."""
    lots = make_draws(DUEL, {FIRST: LISTED}, "secret")
    assert list(lots.homes_lists) == [SECOND]
    assert sorted(lots.homes_lists[SECOND]) == POWERS


def test_the_draws_are_all_that_a_record_needs():
    """§2, formats §2"""
    line = last(record(chapter("HOMES", lots=write_draws(make_draws(DUEL, {}, "s")))))
    assert set(line["homes"]) == {"first", "second"}


def test_both_players_win_about_as_often():
    """§2: each with the same chance."""
    same = {FIRST: LISTED, SECOND: LISTED}
    won = Counter(make_draws(DUEL, same, f"secret {n}").homes_winner for n in range(1000))
    assert set(won) == set(Player)
    assert min(won.values()) > 400


def test_every_power_comes_first_about_as_often():
    """§2"""
    lists = (make_draws(DUEL, {SECOND: LISTED}, f"secret {n}").homes_lists[FIRST] for n in range(2100))
    ranks = Counter(powers[0] for powers in lists)
    assert set(ranks) == set(POWERS)
    assert all(200 < number < 400 for number in ranks.values())
