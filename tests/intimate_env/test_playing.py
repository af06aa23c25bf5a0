"""Observations, legal actions and rewards of the environments."""

import pickle
from copy import deepcopy
from random import Random

import numpy as np
import pytest

from intimate.players import Player
from intimate.record import load
from intimate.replay import chapters_of, replay
from intimate_env import NOTHING, OPPONENTS, IntimateDuel, aec_env, numbers, parallel_env, word_of, words
from intimate_env.episode import Episode, Terms
from intimate_env.seeing import OF_ALL, OF_SPACE, SIZE
from tests.intimate_env.playing import legal, play_parallel

YEAR = {"year_limit": 1901}
HOMES = ("FRANCE", "GERMANY")


def test_every_word_has_a_number_of_its_own():
    assert len(set(words())) == len(words()) == len(numbers())
    assert word_of(0) == NOTHING
    assert {"A PAR - BUR", "F STP/NC B", "RANK ITALY", "BID 0", "WAIVE"} <= numbers().keys()


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_answer_of_whole_duels_is_a_word(seed):
    """A missing word would raise KeyError."""
    env = parallel_env(settings={"year_limit": 1904})
    steps = list(play_parallel(env, seed))
    assert all(legal(seen[agent]) for seen, actions, _ in steps for agent in actions)


@pytest.mark.parametrize("edition", ["1971", "ens", "parker", "anjou"])
def test_whole_duels_can_be_played_in_other_editions(edition):
    env = parallel_env(edition=edition, settings={"year_limit": 1902})
    assert list(play_parallel(env, 5))


def test_a_list_of_powers_is_asked_rank_by_rank_and_none_twice():
    env = parallel_env(settings=YEAR)
    seen, _ = env.reset(seed=1)
    assert len(legal(seen["first"])) == 7
    italy = numbers()["RANK ITALY"]
    seen, *_ = env.step({"first": italy, "second": italy})
    assert len(legal(seen["first"])) == 6
    assert italy not in legal(seen["first"])


def test_offered_bids_never_exceed_the_remaining_reserve():
    env = parallel_env(settings=YEAR, homes=HOMES)
    seen, _ = env.reset(seed=1)
    reserve = env.duels.present.duel.credits[Player.FIRST]
    assert [word_of(action) for action in legal(seen["first"])] == [
        f"BID {bid}" for bid in range(reserve + 1)
    ]
    seen, *_ = env.step({"first": numbers()["BID 5"], "second": numbers()["BID 0"]})
    assert len(legal(seen["first"])) == reserve + 1 - 5
    assert len(legal(seen["second"])) == env.duels.present.duel.credits[Player.SECOND] + 1


def test_orders_are_asked_unit_by_unit_the_home_powers_first_and_shown_afterwards():
    env = IntimateDuel("random", homes=HOMES, settings=YEAR, text=True)
    seen, _ = env.reset(seed=2)
    asked = []
    while len(asked) < 3:
        text = seen["text"]
        if "phase S1901M" in text:
            asked.append(text.splitlines()[-1])
            assert text.count("\nA MAR: ") == (len(asked) > 1)
        seen, *_ = env.step(legal(seen)[0])
    assert asked == ["asked: A MAR", "asked: A PAR", "asked: F BRE"]


def test_observations_hide_the_other_agent_s_answers_until_the_phase_is_resolved():
    """Two duels that differ only in the second player's answers look the same to the first."""
    envs = [parallel_env(settings=YEAR, homes=HOMES, text=True) for _ in range(2)]
    seen = [env.reset(seed=3)[0] for env in envs]
    compared = 0
    while all(str(env.duels.present.duel.phase) == "S1901B" for env in envs):
        assert np.array_equal(seen[0]["first"]["observation"], seen[1]["first"]["observation"])
        assert seen[0]["first"]["text"] == seen[1]["first"]["text"]
        compared += 1
        first = legal(seen[0]["first"])[0]
        choices = [legal(seen[0]["second"])[0], legal(seen[1]["second"])[-1]]
        seen = [
            env.step({"first": first, "second": second})[0] for env, second in zip(envs, choices, strict=True)
        ]
    assert compared > 1


def test_an_agent_that_is_not_asked_has_only_the_empty_action():
    env = parallel_env(settings={"year_limit": 1902}, homes=HOMES)
    waiting = [
        (seen[agent], actions[agent])
        for seen, actions, _ in play_parallel(env, 1)
        for agent in actions
        if word_of(actions[agent]) == NOTHING
    ]
    assert waiting
    assert all(legal(seen) == [0] for seen, _ in waiting)


def test_an_illegal_action_gives_the_first_legal_answer_and_is_counted():
    env = parallel_env(settings=YEAR, homes=HOMES)
    env.reset(seed=1)
    *_, infos = env.step({"first": numbers()["A PAR - BUR"], "second": numbers()["BID 1"]})
    assert (infos["first"]["illegal"], infos["second"]["illegal"]) == (1, 0)
    assert env.duels.present.ask(Player.FIRST).question.given[0][1] == "BID 0"


def test_rewards_are_1_and_minus_1_and_come_only_at_the_end():
    for seed in range(6):
        env = parallel_env(settings={"year_limit": 1902}, homes="by lot")
        steps = [stepped for *_, stepped in play_parallel(env, seed)]
        assert all(set(rewards.values()) == {0.0} for _, rewards, *_ in steps[:-1])
        _, rewards, ended, stopped, infos = steps[-1]
        winner = env.duels.present.duel.result.winner
        assert rewards == {
            player.value: 0.0 if winner is None else 1.0 if player is winner else -1.0 for player in Player
        }
        assert all(ended.values())
        assert not any(stopped.values())
        assert infos["first"]["reason"] == env.duels.present.duel.result.reason


def test_the_record_of_a_duel_leads_to_the_same_end():
    env = aec_env(settings=YEAR)
    env.reset(seed=4)
    chance = Random(4)  # noqa: S311  # repeatable randomness
    while not any(env.terminations.values()):
        env.step(chance.choice(legal(env.observe(env.agent_selection))))
    record = env.record()
    *_, last = chapters_of(load(record))
    assert last.after == env.duels.present.duel
    assert list(replay(load(record)))[-1]["result"]["reason"] == env.infos["first"]["reason"]


def test_an_agent_is_asked_all_its_questions_before_the_other_one():
    env = aec_env(settings=YEAR, homes=HOMES)
    env.reset(seed=1)
    order = []
    while str(env.duels.present.duel.phase) == "S1901B":
        order.append(env.agent_selection)
        env.step(numbers()["BID 0"])
    assert order == ["first"] * 5 + ["second"] * 5


def test_a_seed_gives_the_same_duels_one_after_the_other():
    def homes(seed):
        env = parallel_env(homes="by lot", settings=YEAR)
        env.reset(seed=seed)
        found = [dict(env.duels.present.duel.homes)]
        for _ in range(5):
            env.reset()
            found.append(dict(env.duels.present.duel.homes))
        return found

    assert homes(7) == homes(7) != homes(8)
    assert len({tuple(drawn.values()) for drawn in homes(7)}) > 1


@pytest.mark.parametrize("name", OPPONENTS[:3])
def test_every_name_plays(name):
    """The stronger levels are called in the same way."""
    env = parallel_env(settings=YEAR, homes=HOMES, opponent=name)
    assert env.possible_agents == ["first"]
    *_, (_, _, (_, rewards, *_)) = play_parallel(env, 1)
    assert rewards.keys() == {"first"}


@pytest.mark.parametrize(
    "terms",
    [{"homes": "FRANCE"}, {"opponents": {Player.SECOND: "nobody"}}, {"preset": "none"}, {"edition": "1823"}],
    ids=["homes", "opponent", "preset", "edition"],
)
def test_impossible_terms_are_refused_at_once(terms):
    with pytest.raises(ValueError, match=r"\w"):
        Terms(**terms)


def test_an_invalid_answer_is_refused_by_the_episode():
    episode = Episode(Terms(settings=YEAR, homes=HOMES), "1")
    with pytest.raises(ValueError, match="is no answer"):
        episode.answer(Player.FIRST, "BID 1000")


def test_the_figures_are_named_in_their_order():
    env = parallel_env(settings=YEAR, homes=HOMES)
    seen, _ = env.reset(seed=1)
    figures = seen["first"]["observation"]
    board = env.duels.present.duel.position.board
    assert len(figures) == SIZE == 75 * len(OF_SPACE) + len(OF_ALL)
    paris = figures[: 75 * len(OF_SPACE)].reshape(75, -1)[board.index["PAR"]]
    assert {name for name, figure in zip(OF_SPACE, paris, strict=True) if figure} == {
        "army",
        "unit mine",
        "unit of FRANCE",
        "centre",
        "centre of FRANCE",
        "my home",
    }
    rest = dict(zip(OF_ALL, figures[75 * len(OF_SPACE) :], strict=True))
    assert (rest["phase auction"], rest["asked about AUSTRIA"]) == (1, 1)


def test_a_duel_for_one_agent_needs_an_opponent():
    with pytest.raises(ValueError, match="opponent must be one of random, recruit"):
        IntimateDuel(opponent=None)


def test_where_sides_play_no_homes_are_drawn():
    env = IntimateDuel(preset="world-war-one", settings={})
    _, info = env.reset(seed=1)
    assert info["phase"] == "S1914M"
    with pytest.raises(ValueError, match="homes cannot be given"):
        IntimateDuel(preset="world-war-one", settings={}, homes=("FRANCE", "ITALY"))


@pytest.mark.parametrize("homes", [("FRANCE",), ("FRANCE", "ITALY", "TURKEY"), "by luck"])
def test_homes_that_are_not_two_powers_are_refused(homes):
    with pytest.raises(ValueError, match="homes are two powers"):
        IntimateDuel(homes=homes)


def copied_by_pickle(env):
    return pickle.loads(pickle.dumps(env))  # noqa: S301  # our own bytes


@pytest.mark.parametrize("copied", [deepcopy, copied_by_pickle])
def test_a_copy_in_mid_phase_goes_on_as_the_original_would_and_leaves_it_alone(copied):
    env = IntimateDuel("random", homes=HOMES, settings=YEAR)
    seen, info = env.reset(seed=4)
    while info["phase"] != "S1901M":
        seen, *_, info = env.step(legal(seen)[0])
    seen, *_ = env.step(legal(seen)[-1])
    copy = copied(env)
    np.testing.assert_array_equal(copy.action_masks(), env.action_masks())

    def played_to_the_end(env, seen):
        over = False
        while not over:
            seen, _, over, _, _ = env.step(legal(seen)[-1])
        return env.record()

    record = played_to_the_end(copy, seen)
    assert env.record() != record
    assert played_to_the_end(env, seen) == record


@pytest.mark.parametrize("env", [IntimateDuel(settings=YEAR), parallel_env(settings=YEAR)])
def test_what_is_not_an_action_is_refused_and_not_counted(env):
    env.reset(seed=1)
    for wrong, error in ((-1, ValueError), (len(words()), ValueError), (1.5, TypeError), (None, TypeError)):
        with pytest.raises(error):
            env.step(wrong if isinstance(env, IntimateDuel) else {"first": wrong, "second": wrong})
    assert not env.duels.illegal


def test_a_missing_agent_s_action_is_named():
    env = parallel_env(settings=YEAR)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no action of second"):
        env.step({"first": 1})
