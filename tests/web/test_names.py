"""Names on the pages: messages for refused ones, and names of two words wherever names appear."""

import re

import pytest
from icalendar import Calendar

from intimate.record import load
from intimate.replay import replay
from models import User
from services.accounts import accounts
from tests.builders import start
from tests.fixtures_duels import FIRST
from tests.fixtures_site import PASSWORD
from tests.web.accounts.steps import App
from tests.web.api.asking import Program, key_of
from tests.web.reading import links, text

BELL, BRUN = "Anna Bell", "Zoë le Brun"


def message_about(reader, name):
    """Register under a name; return the message at its field, if any."""
    answer = reader.post("/register", name=name, password=PASSWORD)
    if answer.status_code == 303:
        return None
    assert answer.status_code == 422
    return re.search(r'id="name-errors">(.*?)</p>', answer.text)[1]


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("А\u200bdrien", "that nobody can see", "que personne ne voit"),
        ("Аdrien", "mixes several scripts", "mêle plusieurs écritures"),
        ("Adrien\u0301\u0301\u0301", "that no language uses there", "qu’aucune langue n’écrit ainsi"),
        ("Adr/en", "Leave out all else", "Retirez tout le reste"),
        ("7 דוד", "Begin with a letter", "Commencez par une lettre"),
        ("ΑΝΝΑ", "looks so much like", "ressemble tant"),
        ("anna", "is taken", "est déjà pris"),
        ("Marshal", "is reserved for the site’s bot", "Ce nom est réservé au bot du site"),
    ],
)
def test_a_refused_name_gets_a_reason_and_a_hint(member, visit, name, english, french):
    member("Anna")
    assert english in message_about(visit(), name)
    assert french in message_about(visit("fr"), name)


def test_a_name_that_looks_like_another_counts_as_one_that_is_taken(visit):
    assert visit().post("/register", name="Anna", password=PASSWORD).status_code == 303
    answers = [visit().post("/register", name="ΑΝΝΑ", password=PASSWORD).status_code for _ in range(20)]
    assert answers == [422] * 19 + [429]


def test_the_registration_form_says_that_names_may_have_spaces(visit):
    assert "Letters, digits and spaces" in text(visit().get("/register"))


def test_a_name_of_two_words_logs_in_however_it_is_typed(member, visit):
    member("  Anna \u00a0 Bell ")
    for typed in ("Anna Bell", "anna  bell", " ANNA\tBELL "):
        reader = visit()
        assert reader.post("/login", name=typed, password=PASSWORD).status_code == 303
        assert BELL in reader.get("/account").text


@pytest.fixture
def duel(pages, sqlite_database):
    """Return a duel between two players whose names have several words."""
    duel = pages(start("S1902M"))
    with sqlite_database.writing() as session:
        for former, name in (("anna", BELL), ("boris", BRUN)):
            accounts.give_name(session, accounts.named(session, former), name)
    return duel


def test_the_page_of_a_player_is_reached_from_wherever_their_name_stands(duel):
    duel.contest.happen(FIRST, "conceded")
    seen = set()
    for page in (duel.path, "/archive/", "/players/anna%20bell", "/players/Anna%20%20Bell"):
        answer = duel.readers["visitor"].get(page)
        assert BELL in text(answer), page
        seen.update(link for link in links(answer) if "Anna" in link or "Bell" in link)
    assert {"/players/Anna%20Bell", "/players/Anna%20Bell/duels.jsonl.gz"} <= seen
    for link in seen:
        assert duel.readers["visitor"].get(link).status_code in {200, 303}, link


def test_searches_and_challenges_find_a_name_of_two_words_and_propose_it(duel, visit, site):
    duel.contest.happen(FIRST, "conceded")
    reader = visit()
    found = reader.get("/archive/?player=anna++bell&other=Zo%C3%AB+le+brun")
    assert duel.path in links(found)
    assert f"Did you mean {BELL}?" in text(reader.get("/archive/?player=Anna+Bel"))
    asked = {"kind": "named", "preset": "intimate", "public": "yes", "clock": "live"}
    brun = duel.readers["boris"]
    assert brun.post("/challenges/new", **asked, opponent="ANNA  BELL").status_code == 303
    assert f'value="{BELL}"' in brun.get("/challenges/new?kind=named&to=Anna+Bell").text
    program = Program(site, key_of(site.extensions["database"], BRUN))
    made = program.post("/challenges", {"kind": "named", "opponent": " anna bell "})
    assert made.status_code == 201
    assert BELL in made.text
    assert brun.post("/account/blocks", blocked="anna bell").status_code == 303


def test_feeds_calendars_and_records_hold_a_name_of_two_words(duel, sqlite_database):
    atom = duel.get("visitor", "/feed.atom").text
    assert f"<title>{BELL} – {BRUN}</title>" in atom
    bell = duel.readers["anna"]
    bell.post("/account/calendar")
    address = re.search(r'value="http://localhost(/calendar/\w+\.ics)"', bell.get("/account").text)[1]
    (event,) = Calendar.from_ical(bell.get(address).data).walk("VEVENT")
    assert str(event["summary"]).startswith(f"Your turn: against {BRUN} (")
    duel.contest.happen(FIRST, "conceded")
    record = duel.get("visitor", "/record.json").json
    assert record["players"] == {"first": BELL, "second": BRUN}
    assert [*replay(load(record))]


def test_moderators_find_an_account_of_two_words_at_the_desk_and_by_commands(member, site, sqlite_database):
    bell = member("Anna Bell")
    run = site.test_cli_runner().invoke
    assert run(args=("moderator", "add", "anna  bell")).output == "Anna Bell is a moderator now.\n"
    assert "/reset/" in run(args=("moderator", "reset", "Anna Bell")).output
    member("Zoë le Brun")
    App(site, "Anna Bell")
    found = bell.get("/desk/accounts?name=zo%C3%AB++le+brun")
    assert found.headers["Location"] == "/desk/accounts/Zo%C3%AB%20le%20Brun"
    assert bell.get(found.headers["Location"]).status_code == 200
    assert run(args=("accounts", "warn", "Zoë le Brun", "--reason", "Be polite.")).exit_code == 0
    with sqlite_database.reading() as session:
        assert session.query(User).count() == 2


def test_the_name_of_a_bot_looks_like_no_other(member, visit):
    """A bot keeps its name, and nobody can take a similar one."""
    robot = member("Rob0t")
    assert robot.post("/account/kind", kind="program").status_code == 303
    assert "looks so much like" in message_about(visit(), "Robot")
