"""Every page is accessible in both languages, light and dark, on a phone and on a desktop."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import abort
from pyotp import TOTP
from sqlalchemy import select

from adjudicator import standard
from app import create_app
from competition.tournament.values import RoundPlan, System, TournamentPlan
from models import SecondFactor, User
from services.accounts import account_emails
from services.terms import Terms
from services.tournaments import entering, making, rounds
from services.tournaments.ordinary import GameResult, PowerResult, enter_results
from services.tournaments.seating import RoundTables, seat
from services.tournaments.sheet import load_sheet
from services.tournaments.tournaments import find as find_tournament
from tests.e2e.duel_page import DuelPage
from tests.e2e.inspection import DARK, ROOM, barriers, barriers_in, in_both_languages
from tests.e2e.playing import begin_duel, play_until, store_player_event
from tests.e2e.variants import soak_all_but
from tests.fixtures_site import ENTRY_KEYS, PASSWORD
from tests.season import end_duel

pytestmark = [pytest.mark.e2e, in_both_languages]
POWERS = standard().powers
CODES = (400, 403, 404, 405, 409, 413, 429, 500)
# The open menu covers the page; its links are in the header of every other page.
OPEN_ALL = """() => {
  for (const closed of document.querySelectorAll("details:not(.site-menu)")) closed.open = true;
}"""


def look(person, *paths):
    """Open pages and list their accessibility problems."""
    found = []
    for path in paths:
        assert person.go(path).ok
        found += barriers(person.page)
    return found


def test_pages_of_visitors_have_no_barriers(people, served_database, language):
    (first, _), (second, _) = people.account("anna"), people.account("boris")
    play_until(served_database, first, second)
    begin_duel(served_database, first, second)
    duels = ("/duels/watch", "/duels/watch?ended=yes")
    rules = (
        "/rules",
        "/learn/rules",
        "/learn/rules/moves",
        "/learn/rules/examples",
        "/learn/rules/provinces",
    )
    texts = ("/", "/learn", "/help/time", "/help/fair-play", "/ratings/days/intimate")
    paths = (
        *rules,
        *texts,
        "/register",
        "/login",
        "/forgotten",
        "/forgotten/asked",
        "/challenges/",
        "/play",
        *duels,
    )
    assert look(people.visitor(language), *paths) == []


def test_pages_of_members_have_no_barriers(people, served_database, language):
    person, (other, _) = people.member("anna", language), people.account("boris")
    play_until(served_database, person.number, other)
    begin_duel(served_database, person.number, other)
    found = look(person, "/account", "/duels/")
    person.go("/challenges/new")
    person.page.evaluate(OPEN_ALL)
    found += barriers(person.page)
    link = person.challenge_by_link()
    found += barriers(person.page)
    assert found + look(people.visitor(language), link) + look(people.member("clara", language), link) == []


def test_pages_of_ratings_have_no_barriers(people, served_database, language):
    person, (other, _) = people.member("anna", language), people.account("boris")
    now = datetime.now(UTC)
    with served_database.writing() as session:
        users = [session.get(User, number) for number in (person.number, other)]
        for days in (3, 2, 1):
            token = end_duel(session, *users, users[0], now - timedelta(days=days), Terms()).token
        name = users[0].name
    running = begin_duel(served_database, person.number, other)
    paths = (f"/players/{name}", "/ratings/days/intimate", f"/duels/{token}", f"{running}/rating")
    assert look(person, *paths) == []


@pytest.mark.soak
def test_pages_linked_from_e_mails_are_accessible(people, served, served_database, language):
    number, _ = people.account("anna")
    with served_database.reading() as session:
        state = account_emails.state_of(session.get(User, number))
    claim = account_emails.Claim(number, "anna@example.org", state, datetime.now(UTC) + timedelta(hours=1))
    key = served.environment["SECRET_KEY"]
    verify, reset = (account_emails.sign(key, purpose, claim) for purpose in account_emails.Purpose)
    person = people.visitor(language)
    found = look(person, f"/account/verify/{verify}", f"/reset/{reset}")
    person.press("main form button:not([data-show])")
    found += barriers(person.page)
    person.go("/reset/x")
    assert found + barriers(person.page) == []


@pytest.mark.soak
def test_pages_of_the_ways_to_log_in_have_no_barriers(people, served, served_database, language):
    person, named = people.visitor(language), served.named
    number, name = people.account("anna", language)
    found = look(person, f"{named}/login?next=/account/security")
    person.fill_in(name=name, password=PASSWORD)
    person.press("main form[action='/login'] button[type=submit]")
    person.press("form[action='/account/passkeys/new'] button")
    found += barriers(person.page)
    person.go(f"{named}/account/security")
    person.press("form[action='/account/factor'] button")
    found += barriers(person.page)
    with served_database.reading() as session:
        secret = session.scalars(select(SecondFactor.secret).where(SecondFactor.user_id == number)).one()
    person.fill_in(second_code=TOTP(secret).now())
    person.press("main form[action='/account/factor'] button:not([data-show])")
    found += barriers(person.page) + look(person, f"{named}/account/security")
    person.press("form[action='/account/factor/off'] button")
    found += barriers(person.page) + look(person, f"{named}/account")
    other = people.visitor(language)
    other.log_in(name)
    found += barriers(other.page)
    other.fill_in(second_code="000000")
    other.press("main form[action='/login'] button:not([data-show])")
    assert found + barriers(other.page) == []


@pytest.mark.soak
def test_forms_with_faults_have_no_barriers(people, served_database, language):
    person, (other, _) = people.member("anna", language), people.account("boris")
    sheet = DuelPage(person, play_until(served_database, person.number, other, "S1901B")).open()
    sheet.enter({"bids": {"ITALY": -3}})
    person.page.locator("#bid_ITALY[aria-invalid]").wait_for()
    found = barriers(person.page)
    orders = DuelPage(person, play_until(served_database, person.number, other, "S1901M")).open()
    orders.type("nonsense")
    orders.store_typed()
    found += barriers(person.page)
    visitor = people.visitor(language)
    visitor.go("/register")
    visitor.press("main form[action='/register'] button:not([data-show])")
    assert found + barriers(visitor.page) == []


def test_a_list_being_ranked_and_confirmations_have_no_barriers(people, served_database, language):
    person, (other, _) = people.member("anna", language), people.account("boris")
    path = begin_duel(served_database, person.number, other)
    duel = DuelPage(person, path).open()
    duel.rank(("FRANCE", "TURKEY", "ITALY"))
    found = barriers(person.page)
    duel.begin("conceded")
    found += barriers(person.page)
    with person.page.expect_navigation():
        person.page.evaluate("document.querySelector('form[data-asks]').submit()")
    person.page.locator("#question").wait_for()
    assert found + barriers(person.page) == []


@pytest.mark.parametrize("phase", soak_all_but(["HOMES", "S1902B", "S1902M", "F1901R", "W1901A"], 1, 4))
def test_each_kind_of_phase_has_no_barriers(people, served_database, language, phase):
    person, (other, _) = people.member("benoit", language), people.account("anna")
    path = play_until(served_database, other, person.number, phase)
    page = DuelPage(person, path).open()
    person.page.evaluate(OPEN_ALL)
    found = barriers(person.page)
    if phase in {"S1902B", "S1902M"}:
        # After handing in, the other phases add no colours and no words to these.
        found += barriers_in(person.page, *DARK)
        page.open().say_ready()
        found += barriers(person.page) + look(people.visitor(language), path)
    assert found == []


@pytest.mark.soak
def test_chapters_of_each_kind_and_the_end_have_no_barriers(people, served_database, language):
    (first, _), (second, _) = people.account("anna"), people.account("boris")
    path = play_until(served_database, first, second)
    kinds = {"homes": 0, "bids": 1, "moves": 3, "retreats": 4, "winter": 5, "overbid": 6}
    chapters = [f"{path}/chapters/{ordinal}" for ordinal in kinds.values()]
    offered = begin_duel(served_database, first, second)
    store_player_event(served_database, offered, first, "draw_offered", "HOMES")
    chapters.append(f"{offered}/chapters/0")
    assert look(people.visitor(language), path, *chapters) == []


@pytest.fixture
def failing(served, tmp_path):
    """Return the answers of a site whose pages fail as they should."""
    settings = {"DATABASE_URL": served.database_url, "INSTANCE": tmp_path, "ENTRY_KEYS": ENTRY_KEYS[0]}
    site = create_app({**settings, "PROPAGATE_EXCEPTIONS": False})
    site.add_url_rule("/fails/<int:code>", "fails", view_func=fail)
    yield site.test_client()
    site.extensions["database"].close()


def fail(code):
    abort(code)


def show(page, answer):
    """Put an answer made elsewhere into the page, with the styles of the served site."""
    page.unroute_all()
    page.route(
        "**/fails/*", lambda route: route.fulfill(body=answer.get_data(), headers=dict(answer.headers))
    )


def test_pages_of_errors_have_no_barriers(people, failing, language):
    visitor = people.visitor(language)
    found = []
    for code in CODES:
        show(visitor.page, failing.get(f"/fails/{code}", headers={"Accept-Language": language}))
        visitor.go(f"/fails/{code}")
        assert visitor.says("main .mono") == [str(code)]
        # They differ only in their words.
        found += barriers(visitor.page) if code == CODES[0] else barriers_in(visitor.page, "light", 360, ROOM)
    assert found == []


def test_refused_typed_orders_are_shown_without_barriers(people, served_database, language):
    person, (other, _) = people.member("anna", language), people.account("boris")
    page = DuelPage(person, play_until(served_database, person.number, other, "S1901M")).open()
    page.type("A Vie - Gal\nA Bud - Ser")
    person.page.context.clear_cookies()
    page.store_typed()
    found = barriers(person.page)
    person.press("main form button:not([data-show])")
    assert found + barriers(person.page) == []


def test_the_tables_of_a_round_have_no_barriers(people, served_database, language):
    person, now = people.member("anna", language), datetime.now(UTC)
    (other, _), games = people.account("boris"), (RoundPlan(duels=False, last_year=1907),)
    with served_database.writing() as session:
        plan = TournamentPlan(System.ORDINARY, games)
        proposal = making.Proposal("Cup", "", Terms(), plan)
        token = making.make(session, person.number, proposal, now).token
        entering.sign_up(session, token, session.get_one(User, other), now)
        rounds.start(session, token, person.number, now)
    path = f"/tournaments/{token}/tables"
    found = look(person, path)
    person.fill_in(others="\n".join(f"Player {number}" for number in range(6)))
    for act in ("draw", "accept"):
        person.press(f"button[value={act}]")
        person.page.evaluate(OPEN_ALL)
        found += barriers(person.page)
    assert found + look(person, path) == []


@pytest.mark.soak
def test_prizes_votes_and_printed_pages_have_no_barriers(people, served_database, language):
    person, now = people.member("anna", language), datetime.now(UTC)
    seats = {power: f"Player with a long name, number {number}" for number, power in enumerate(POWERS)}
    powers = {power: PowerResult(name, 4, farthest=3) for power, name in seats.items()}
    first = POWERS[0]
    powers[first] = PowerResult(seats[first], 9, replaced="Somebody who began", relief=3)
    with served_database.writing() as session:
        plan = TournamentPlan(System.ORDINARY, (RoundPlan(duels=False),) * 2, prizes=("The traitor",))
        token = making.make(session, person.number, making.Proposal("Cup", "", Terms(), plan), now).token
        rounds.start(session, token, person.number, now)
        enter_results(session, token, person.number, GameResult(1, 1, powers), "", now)
        seen = find_tournament(session, token)
        entrant = min(load_sheet(session, seen).entrants)
        rounds.draw_next(session, token, person.number, 1, now)
        seat(session, token, person.number, RoundTables(2, {1: seats}), now)
    pages = (
        "",
        "/desk",
        f"/votes?entrant={entrant}",
        "/results?round=1&table=1",
        "/diplomas",
        "/paper",
    )
    assert look(person, *(f"/tournaments/{token}{page}" for page in pages)) == []
