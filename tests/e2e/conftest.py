"""A served site, a browser, and people who use both."""

from contextlib import ExitStack
from functools import cache

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.e2e.board import MOVES, Board, set_up
from tests.e2e.contexts import PATIENCE, Contexts
from tests.e2e.entering import Entering
from tests.e2e.people import DESK, People
from tests.e2e.playing import begun, enter
from tests.e2e.serving import serving_soon
from tests.fixtures_site import open_database

LEFT_OUT = (
    # Two pages below the line of the address: two processes more for each window, which nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "PreloadTopChromeWebUI",
    # What Playwright leaves out: a browser heeds the last list alone.
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
    f"--disable-features={','.join(LEFT_OUT)}",
)


@pytest.fixture(scope="session")
def served(tmp_path_factory, migrated_file, shared_folder):
    templates = shared_folder / "templates"
    templates.mkdir(exist_ok=True)
    with serving_soon(tmp_path_factory.mktemp("served"), migrated_file, templates) as served:
        yield served


@pytest.fixture(scope="session")
def served_database(served):
    """Yield the database of the served site, to prepare duels in it."""
    database = open_database(served.database_url)
    yield database
    database.close()


@pytest.fixture
def clock(served):
    """Let deadlines be swept, and the site's own opponent think, beside the server for as long as a test."""
    with served.running("flask", "--app", "app", "worker"):
        yield


@pytest.fixture(scope="session")
def contexts_of():
    """Yield a function that returns the windows of a browser, which is started once it is asked for."""
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
    """Return the windows of the browser that people have where a test is marked so, else of its shell."""
    whole, shell = chromium_paths
    return contexts_of(whole if request.node.get_closest_marker("whole_browser") else shell)


@pytest.fixture
def people(contexts, served, served_database):
    """Let people come with browsers of their own; no page of theirs may complain in its console."""
    with ExitStack() as stack:
        people = People(contexts, served, served_database, stack)
        yield people
        assert people.complaints == []


@pytest.fixture
def at(people, served_database):
    """Return a function that opens the board of a duel that stands at a position."""

    def begin(position, device=DESK, language="en"):
        anna = people.member("anna", language, device=device)
        path = set_up(served_database, anna.number, people.account("boris")[0], position)
        return Board(anna, path, served_database).open()

    return begin


@pytest.fixture
def chapter(at, people, served_database):
    """Return the page of a chapter in which a move failed."""
    board = at(MOVES)
    boris = people.account("boris")[0]
    path = set_up(served_database, board.reader.number, boris, MOVES)
    both = (board.reader.number, boris)
    for phase, orders in (("S1902M", {}), ("F1902M", {"FRANCE": ["A BUR - MUN", "A PAR - PIC"]})):
        for user, content in zip(both, (orders, {}), strict=True):
            enter(served_database, path, user, phase, {"orders": content})
    board.page.goto(f"{path}/chapters/1")
    return board


@pytest.fixture
def entering(people, served_database):
    """Return a function that opens a duel at a position, or at its beginning, for its first player."""

    def begin(position=None, device=DESK, language="en", *, scripts=True):
        reader = people.member("anna", language, device, java_script_enabled=scripts)
        rival = people.member("boris")
        both = (served_database, reader.number, rival.number)
        path = set_up(*both, position) if position else begun(*both)
        duel = Entering(reader, path, served_database, rival).open()
        return duel.alive() if scripts else duel

    return begin


@pytest.fixture
def cut_off(people):
    """Let the browser complain that there is no network."""
    yield
    people.complaints[:] = [said for said in people.complaints if "net::ERR_" not in said]
