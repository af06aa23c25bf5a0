"""Two people play a whole duel in two browsers, from registration to the end, only through pages."""

import json
import subprocess
import sys

import pytest

from tests.builders import lines
from tests.e2e.campaign import campaign, entered, plain_record
from tests.e2e.duel_page import DuelPage
from tests.e2e.pages import DUEL
from tests.e2e.people import DESK, PHONE
from tests.e2e.playing import fill, hand_in, play
from tests.e2e.words import translated
from tests.fixtures_site import PASSWORD
from tests.quality.project import ROOT

pytestmark = pytest.mark.e2e
TOO_EARLY = "A stalemate can be claimed once no mercenary has a unit or a supply centre."


def meet(anna, benoit):
    """Register both; the second opens the challenge before registering."""
    anna.go("/register")
    anna.register("Anna")
    link = anna.challenge_by_link()
    benoit.go(link)
    assert benoit.page.locator("html").get_attribute("lang") == "fr"
    benoit.page.locator(".invitation details summary").click()
    benoit.fill_in(name="Benoît", password=PASSWORD)
    benoit.press("button[value='newcomer']")
    assert DUEL.search(benoit.page.url)
    return benoit.path


def find_duel(anna, path):
    """Arrive in the duel, leave it, and return by the list of duels to play."""
    anna.page.wait_for_url(f"**{path}")
    anna.go("/duels/")
    anna.page.locator(f".awaits-me a[href='{path}']").click()
    anna.page.wait_for_url(f"**{path}")


def overbid(phase, anna, benoit):
    """See the warning while typing and again once saved; bid anyway."""
    benoit.open()
    assert not benoit.warned("total")
    fill(phase, "second", benoit)
    assert benoit.warned("total")
    assert not benoit.warned("inheriting")
    benoit.store()
    assert benoit.warned("total")
    benoit.page.locator("#ready-section button").click()
    assert benoit.answer_yes().ok
    fill(phase, "first", anna.open())
    assert not anna.warned("total")
    hand_in(phase, "first", anna)
    for page in (anna.open(), benoit.open()):
        page.person.go(page.chapters()[-1])
        assert page.person.says(".sheets .purse") == ["19", "18"]
        assert page.person.says(".sheets tfoot b") == ["9", "21", "10", "18", "9", "0"]


def talk(phase, anna, benoit):
    """Read why no stalemate can be claimed yet; offer a draw that the other ignores."""
    assert not benoit.open().can("stalemate_claimed")
    assert translated(benoit.person, TOO_EARLY) in " ".join(benoit.person.says("#live-offers"))
    anna.open().act("draw_offered")
    assert not anna.can("draw_offered")
    assert benoit.open().can("draw_agreed")
    play(phase, {"first": anna, "second": benoit})
    assert not benoit.open().can("draw_agreed")
    assert anna.open().can("draw_offered")


def change_mind(phase, anna, benoit):
    """Hand in, take it back, change something while ready, and hand in again."""
    benoit.open().say_ready()
    assert benoit.is_ready()
    benoit.take_ready_back()
    assert not benoit.is_ready()
    benoit.say_ready()
    benoit.enter(entered(phase, "second"))
    benoit.store()
    assert not benoit.is_ready()
    assert benoit.chosen("order_ENG") == "F ENG - LON"
    benoit.say_ready()
    play({"name": phase["name"], "first": phase["first"]}, {"first": anna})


def leave_builds_to_the_rules(phase, anna, benoit):
    """See in advance what would be built by default, and then that it was."""
    default = translated(anna.person, "built by default: %(units)s", units="A Moscow and A Sevastopol")
    assert default in " ".join(anna.open().person.says(".holding li"))
    play(phase, {"first": anna, "second": benoit})
    anna.person.go(anna.open().chapters()[-1])
    rows = [row for row in anna.person.says("tbody tr") if translated(anna.person, "by default") in row]
    assert [row.split()[1] for row in rows] == ["Edinburgh", "Moscow", "Sevastopol"]


SPECIAL = {
    "W1901A": leave_builds_to_the_rules,
    "S1902B": overbid,
    "S1902M": talk,
    "F1902M": change_mind,
}


def downloaded(page):
    """Download the record as the player does; return it as text."""
    page.page.locator("#tab-terms").click()
    with page.page.expect_download() as download:
        page.page.locator("a[download][href$='record.json']").click()
    return download.value.path().read_text("utf-8")


def command(name, record, *options):
    asked = [sys.executable, "-m", "intimate", name, *options]
    return subprocess.run(
        asked, cwd=ROOT, input=record, capture_output=True, text=True, check=False, timeout=60
    )


def check_record(record):
    """Check that the record replays to the same duel, and every seal in it."""
    replayed = command("replay", record)
    assert replayed.returncode == 0, replayed.stderr
    found = [line for line in map(json.loads, replayed.stdout.splitlines()) if "event" not in line]
    assert found == json.loads(json.dumps(lines(plain_record())))
    verified = command("verify", record, "--all")
    assert (verified.returncode, verified.stdout) == (0, "")


def look_back(page):
    """Request every past chapter, and open two; test_barriers.py opens one of each kind."""
    chapters = page.open().chapters()
    assert len(chapters) == len(campaign()) + 1  # and the offer of a draw
    for chapter in chapters:
        answer = page.page.request.get(chapter)
        assert answer.ok
        assert "<h1" in answer.text()
    for chapter in (chapters[0], chapters[-1]):
        assert page.person.go(chapter).ok
        assert page.person.says("main h1") != []


def test_two_people_play_a_duel_from_registration_to_its_end(people):
    anna, benoit = people.visitor("en", DESK), people.visitor("fr", PHONE)
    path = meet(anna, benoit)
    find_duel(anna, path)
    sides = {"first": DuelPage(anna, path), "second": DuelPage(benoit, path)}
    for phase in campaign():
        if phase["name"] in SPECIAL:
            SPECIAL[phase["name"]](phase, *sides.values())
        else:
            play(phase, sides)
    ends = {
        "first": ("You won.", "Your unit stands on a home centre of your opponent."),
        "second": ("You lost.", "Your opponent’s unit stands on a home centre of yours."),
    }
    for side, page in sides.items():
        words = " ".join(translated(page.person, sentence) for sentence in ends[side])
        assert words in page.open().person.says("#live-standing .bar-awaited")
        assert page.phase is None
        look_back(page)
    check_record(downloaded(sides["second"].open()))
