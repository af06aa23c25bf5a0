"""A served site, a browser, and players who use both."""

from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.e2e.board import MOVES, Board, set_up
from tests.e2e.contexts import PATIENCE, Contexts
from tests.e2e.entering import Entering
from tests.e2e.people import DESK, People
from tests.e2e.playing import begin_duel, enter
from tests.e2e.serving import serving_fast
from tests.fixtures_site import open_database

DISABLED_FEATURES = (
    # Two pages below the address bar, each with a process for every window; nobody sees them.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "PreloadTopChromeWebUI",
    # Playwright's own list: the browser heeds only the last list.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-lcd-text",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
)


@pytest.fixture(scope="session")
def served(tmp_path_factory, migrated_file, shared_folder):
    templates = shared_folder / "templates"
    templates.mkdir(exist_ok=True)
    with serving_fast(tmp_path_factory.mktemp("served"), migrated_file, templates) as served:
        yield served


@pytest.fixture(scope="session")
def served_database(served):
    """Yield the database of the served site, to prepare duels in it."""
    database = open_database(served.database_url)
    yield database
    database.close()


@pytest.fixture
def clock(served):
    """Run the worker beside the server: it sweeps deadlines and plays the site's opponent."""
    with served.running("flask", "--app", "app", "worker"):
        yield


@pytest.fixture(scope="session")
def contexts_of():
    """Yield a function that returns the contexts of a browser and starts it on first use."""
    with ExitStack() as stack:
        driver = stack.enter_context(sync_playwright())
        expect.set_options(timeout=PATIENCE)

        @cache
        def contexts_of(path):
            browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
            stack.callback(browser.close)
            return Contexts(browser)

        yield contexts_of


@pytest.fixture
def contexts(request, chromium_paths, contexts_of):
    """Return contexts of the whole browser for tests marked so, else of its headless shell."""
    whole, shell = chromium_paths
    return contexts_of(whole if request.node.get_closest_marker("whole_browser") else shell)


@pytest.fixture
def people(contexts, served, served_database):
    """Yield players with browsers of their own; fail if a page logs an error in its console."""
    with ExitStack() as stack:
        people = People(contexts, served, served_database, stack)
        yield people
        assert people.complaints == []


@pytest.fixture
def at(people, served_database):
    """Return a function that opens the board of a duel at a position."""

    def begin(position, device=DESK, language="en"):
        anna = people.member("anna", language, device=device)
        path = set_up(served_database, anna.number, people.account("boris")[0], position)
        return Board(anna, path, served_database).open()

    return begin


@pytest.fixture
def chapter(at, people, served_database):
    """Return the page of a chapter with a failed move."""
    board = at(MOVES)
    boris = people.account("boris")[0]
    path = set_up(served_database, board.person.number, boris, MOVES)
    both = (board.person.number, boris)
    for phase, orders in (("S1902M", {}), ("F1902M", {"FRANCE": ["A BUR - MUN", "A PAR - PIC"]})):
        for user, content in zip(both, (orders, {}), strict=True):
            enter(served_database, path, user, phase, {"orders": content})
    board.page.goto(f"{path}/chapters/1")
    return board


@pytest.fixture
def entering(people, served_database):
    """Return a function that opens a duel for its first player, at a position or at its beginning."""

    def begin(position=None, device=DESK, language="en", *, scripts=True):
        person = people.member("anna", language, device, java_script_enabled=scripts)
        rival = people.member("boris")
        both = (served_database, person.number, rival.number)
        path = set_up(*both, position) if position else begin_duel(*both)
        duel = Entering(person, path, served_database, rival).open()
        return duel.wait_for_scripts() if scripts else duel

    return begin


@pytest.fixture
def cut_off(people):
    """Ignore the browser's complaints about a missing network."""
    yield
    people.complaints[:] = [said for said in people.complaints if "net::ERR_" not in said]
