"""The environments pass the tests of their libraries."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from intimate_env import IntimateDuel, aec_env, parallel_env

YEAR = {"year_limit": 1901}
KINDS = {
    "asked everything": {},
    "homes given": {"homes": ("FRANCE", "TURKEY")},
    "homes by lot, with texts": {"homes": "by lot", "text": True},
    "one agent": {"opponent": "random"},
    "another preset": {"preset": "world-war-one", "settings": {"year_limit": 1914}},
}


def terms(kind):
    return {"settings": YEAR, **KINDS[kind]}


@pytest.mark.parametrize("kind", KINDS)
def test_both_at_once(kind):
    parallel_api_test(parallel_env(**terms(kind)), num_cycles=300)


# It warns of observations that are dictionaries, needed for masks, and of agents without numbers.
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent",
    "ignore:We recommend agents to be named",
)
@pytest.mark.parametrize("kind", KINDS)
def test_one_after_the_other(kind):
    api_test(aec_env(**terms(kind)), num_cycles=300)


def test_seeds_reproduce():
    parallel_seed_test(lambda: parallel_env(settings=YEAR), num_cycles=60)
    seed_test(lambda: aec_env(settings=YEAR), num_cycles=60)


@pytest.mark.parametrize("seat", ["first", "second"])
def test_one_agent_of_gymnasium(seat):
    check_env(IntimateDuel("random", seat=seat, settings=YEAR, text=True), skip_render_check=True)


def test_it_is_registered():
    env = gymnasium.make("IntimateDuel-v0", opponent="recruit", settings=YEAR)
    seen, _ = env.reset(seed=1)
    assert np.array_equal(env.unwrapped.action_masks(), seen["action_mask"])
    assert seen["action_mask"].any()
