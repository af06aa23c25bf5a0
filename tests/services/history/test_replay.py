"""The replay of a duel: its scenes in order, and where units came from."""

from itertools import pairwise

from services.history.replay import LEAST, bundled_scenes, find_shown, load_scenes
from tests.e2e.campaign import campaign, entered
from tests.fixtures_duels import SECOND


def played(contest):
    """Play the campaign to its end."""
    for phase in campaign():
        contest.resolve(*(entered(phase, side) if side in phase else None for side in ("first", "second")))
    return contest


def test_the_bundled_duel_is_shown_while_no_other_is_worth_it(any_database, begun):
    played(begun(public=False))
    begun().happen(SECOND, "conceded")
    with any_database.reading() as session:
        assert find_shown(session) is None
        scenes = load_scenes(session, None)
    assert len(scenes) >= LEAST
    assert scenes[-1].after.result is not None


def test_the_latest_public_duel_that_has_ended_is_shown_and_moves_as_the_bundled_one(any_database, begun):
    contest = played(begun())
    with any_database.reading() as session:
        shown = find_shown(session)
        assert (shown.id, shown.first_name, shown.second_name) == (contest.id, "anna", "boris")
        scenes = load_scenes(session, shown)
    assert [(scene.phase, scene.after.position, scene.origins) for scene in scenes] == [
        (scene.phase, scene.after.position, scene.origins) for scene in bundled_scenes()
    ]


def test_units_that_have_moved_stand_where_the_scene_says_and_came_from_the_scene_before():
    scenes = bundled_scenes()
    assert any(scene.origins for scene in scenes)
    for before, scene in pairwise(scenes):
        stood = {*before.after.position.units, *before.after.position.dislodged}
        assert set(scene.origins.values()) <= stood
