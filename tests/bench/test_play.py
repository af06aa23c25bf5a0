"""The benchmark can still play duels through pages: its way to the pages that it measures."""

from contextlib import closing

import pytest

from bench.speed import server
from bench.speed.crowd import Pair, Seen
from bench.speed.kinds import SEEN
from bench.speed.load import run
from bench.speed.play import begun
from bench.speed.world import CHANGES, UNITS, Maker, orders

pytestmark = pytest.mark.soak


def test_it_plays_to_a_movement_phase_and_stores_orders_under_the_server(tmp_path):
    server.make_tables(tmp_path)
    with server.serving(tmp_path, server.free_port()) as site, closing(Maker(site.port)) as maker:
        duel = maker.ordered(begun((maker.readers["anna"], maker.readers["boris"]), 1), UNITS)
        assert duel.phase == "S1901M"
        assert [str(phase) for phase in duel.chapters(maker.readers["clara"])] == ["HOMES", "S1901B"]
        assert len(orders(duel.task(0))) == UNITS
        visit = maker.storing(duel)
        assert len(visit.steps) == CHANGES
        assert all(SEEN in step.body for step in visit.steps)
        (figures,) = run(site.port, [[visit]], 0.5)
        assert set(figures.statuses) == {200}
        assert site.cpu() > 0
        assert len(site.memory()["answering"]) == 2


def test_a_pair_of_a_crowd_sees_that_its_duel_is_over_and_is_refused_nothing(tmp_path):
    server.make_tables(tmp_path)
    with server.serving(tmp_path, server.free_port()) as site:
        seen = Seen()
        Pair(site.port, "p0", 0, seen).play(lambda: seen.duels > 0)
    assert (seen.duels, seen.refused) == (1, [])
