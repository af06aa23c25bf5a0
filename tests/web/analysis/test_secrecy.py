"""No page reveals the analysis of the opponent's play before the end."""

from models import Job
from services.analysis.asking import write_judgement
from tests.fixtures_duels import LATER
from tests.judged import BEST, judgement
from tests.web.scene import Scene, sight


def views(scene):
    """Let a player and a visitor open every address that names the duel, except painted pictures."""
    addresses = [each for each in scene.addresses() if scene.duel.token in each and not each.endswith(".png")]
    return {
        (name, address): sight(watcher.get(address))
        for name, watcher in (("Anna", scene.sides["first"]), ("visitor", scene.others["visitor"]))
        for address in (*addresses, f"{scene.path}/chapters/1?plan=first-first")
    }


def test_no_page_of_a_running_duel_shows_an_analysis(site, sqlite_database, member, visit):
    scene = Scene(site, sqlite_database, member, visit)
    scene.begin("S1901M")
    before = views(scene)
    content = write_judgement(judgement(0.7, BEST, {"first": 0.31, "second": 0.42}))
    with sqlite_database.writing() as session:  # as if the worker had been tricked
        for ordinal in range(scene.duel.ordinal + 1):
            row = {"duel_id": scene.contest.id, "purpose": "judgement", "ordinal": ordinal, "asked_at": LATER}
            session.add(Job(**row, made_at=LATER, content=content))
    after = views(scene)
    assert [look for look in before if before[look] != after[look]] == []
    assert (len(before) > 50, f"{scene.path}/decided" in {address for _, address in before}) == (True, True)
