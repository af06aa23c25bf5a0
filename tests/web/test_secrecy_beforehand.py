"""Nobody else notices an entry in advance before it is revealed."""

from itertools import pairwise

import pytest
from sqlalchemy import delete

from intimate.players import Player
from models import StoredEntry
from tests.web.scene import Scene
from tests.web.test_secrecy import assert_only_readiness_differs, changed_tags

LEFT = {
    "first": {
        "F1901R": {"orders": {"AUSTRIA": ["A TYR R BOH"], "RUSSIA": ["A UKR D"]}},
        "W1901A": {"orders": {"AUSTRIA": ["F TRI B", "A VIE B"]}},
        "S1902B": {"bids": {"RUSSIA": 987, "TURKEY": 654}},
    },
    "second": {
        "F1901R": {"orders": {"FRANCE": ["A PIE R MAR"], "ENGLAND": ["F NTH D"]}},
        "W1901A": {"orders": {"FRANCE": ["F MAR B", "F BRE B", "A PAR B"], "ENGLAND": ["F EDI B"]}},
        "S1902B": {"bids": {"ITALY": 321}},
    },
}


@pytest.fixture
def scene(site, sqlite_database, member, visit):
    scene = Scene(site, sqlite_database, member, visit)
    scene.begin("F1901M")
    scene.everywhere = False
    return scene


def store(scene, player, *phases):
    for phase in phases or LEFT[player]:
        scene.contest.store_ahead(
            Player(player), phase, LEFT[player][phase], scene.now, overbid_accepted=True
        )


def forget(scene):
    """Delete everything stored and not revealed."""
    with scene.database.writing() as session:
        phase = scene.contest.stored().phase
        later = (StoredEntry.seal.is_(None)) | (StoredEntry.phase == phase)
        session.execute(delete(StoredEntry).where(later))


def play_to_winter(scene, *, retreat):
    for player in ("first", "second"):
        scene.enter("F1901M", player, ready=True)
    if retreat:
        scene.enter("F1901R", "second", ready=True)
    assert scene.contest.phase == "W1901A"
    scene.duel.ordinal, scene.duel.phase = scene.contest.stored().ordinal, "W1901A"


@pytest.mark.parametrize(
    ("player", "rival_has_prepared"), [("first", True), pytest.param("second", False, marks=pytest.mark.soak)]
)
def test_an_entry_in_advance_changes_nothing_that_others_can_fetch(scene, player, rival_has_prepared):
    """Others are the opponent, with or without entries in advance, a moderator and a visitor."""
    scene.everywhere = True
    if rival_has_prepared:
        rival = Player(player).opponent.value
        store(scene, rival)
        scene.sides[rival].get(f"{scene.path}/beforehand")
    before = scene.views_of_others(player)
    store(scene, player)
    own = scene.sides[player].get(f"{scene.path}/beforehand").text
    assert "321" in own or "987" in own
    after = scene.views_of_others(player)
    assert [look for look in before if changed_tags(before[look], after[look])] == []
    scene.contest.take_back_entry_ahead(Player(player), "W1901A")
    assert scene.views_of_others(player) == before


def test_others_cannot_tell_an_incomplete_draft_from_none(scene):
    store(scene, "first")
    play_to_winter(scene, retreat=True)
    assert scene.contest.entry(Player.FIRST).began_incomplete
    with_draft = scene.views_of_others("first")
    forget(scene)
    assert scene.views_of_others("first") == with_draft


def test_others_see_only_that_an_entry_was_handed_in_automatically(scene):
    store(scene, "second")
    play_to_winter(scene, retreat=False)
    assert scene.contest.entry(Player.SECOND).ready
    record = scene.others["visitor"].get(f"{scene.path}/record.json").json
    assert [chapter["phase"] for chapter in record["chapters"]][-2:] == ["F1901M", "F1901R"]
    revealed = record["chapters"][-1]["entries"]
    assert {player: entry["orders"] for player, entry in revealed.items()} == {
        "second": {"FRANCE": ["A PIE R MAR"]}
    }
    handed_in = scene.views_of_others("second")
    forget(scene)
    changed = assert_only_readiness_differs(scene, scene.views_of_others("second"), handed_in)
    assert "Sealed entries" in changed


def test_storing_an_entry_ahead_changes_only_the_player_s_own_stamp(scene):
    def live_answers(client):
        answers = [client.get(f"{scene.path}/beforehand/{page}") for page in ("stamp", "events")]
        return [(answer.status_code, answer.text, answer.headers.get("ETag")) for answer in answers]

    own, rival, visitor = scene.sides["first"], scene.sides["second"], scene.others["visitor"]
    others, seen = [live_answers(rival), live_answers(visitor)], [live_answers(own)]
    assert others[1][0][0] in {302, 303, 403}
    for act in (
        lambda: store(scene, "first", "W1901A"),
        lambda: store(scene, "first", "S1902B"),
        lambda: scene.contest.take_back_entry_ahead(Player.FIRST, "W1901A"),
        lambda: scene.contest.take_back_entry_ahead(Player.FIRST, "S1902B"),
    ):
        act()
        assert [live_answers(rival), live_answers(visitor)] == others
        seen.append(live_answers(own))
    assert all(before != after for before, after in pairwise(seen))
    assert seen[-1] == seen[0]
