"""Pictures of a duel: each kind of phase in each size, with alternating languages and colours.

python -m tests.e2e.screens FOLDER [SIZE...]
"""

import sys
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from services.accounts import accounts
from tests.e2e.board import BUILDS, MOVES, RETREATS, set_up
from tests.e2e.conftest import FLAGS
from tests.e2e.contexts import Contexts
from tests.e2e.people import People
from tests.e2e.playing import play_until
from tests.e2e.serving import serving
from tests.fixtures_parts import chromium
from tests.fixtures_site import open_database

SIZES = ("320x640", "390x844", "844x390", "768x1024", "1280x720", "1280x800", "1920x1080", "2560x1440")
LOOKS = (("en", "light"), ("fr", "dark"), ("fr", "light"), ("en", "dark"))
SHOWN_AFTER = 700
"""Milliseconds until a page has come to rest."""


def duels(database, first, second):
    """Return the address of a page for each kind of phase, for the past, and for the end."""
    over = play_until(database, first, second)
    return {
        "homes": play_until(database, first, second, "HOMES"),
        "auction": play_until(database, first, second, "S1902B"),
        "movement": set_up(database, first, second, MOVES),
        "retreats": set_up(database, first, second, RETREATS),
        "adjustments": set_up(database, first, second, BUILDS),
        "chapter": f"{over}/chapters/8",
        "past-auction": f"{over}/chapters/6",
        "end": over,
    }


def paint(folder, sizes):
    """Write the pictures; a name says what it shows, its size, its language and its colours."""
    with (
        TemporaryDirectory() as place,
        serving(Path(place)) as served,
        sync_playwright() as playwright,
        ExitStack() as stack,
    ):
        database = open_database(served.database_url)
        stack.callback(database.close)
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        people = People(Contexts(browser), served, database, stack)
        first, name = people.account("Anna")
        pages = duels(database, first, people.account("Boris")[0])
        turns = count()
        for row, size in enumerate(sizes):
            width, height = map(int, size.split("x"))
            members = {scheme: member(people, name, scheme, width, height) for _, scheme in LOOKS[:2]}
            for kind, path in pages.items():
                language, scheme = LOOKS[(next(turns) + row) % len(LOOKS)]
                with database.writing() as session:
                    accounts.change_language(session, first, language)
                page = members[scheme].page
                page.goto(path)
                page.wait_for_timeout(SHOWN_AFTER)
                file = folder / f"{kind}-{size}-{language}-{scheme}.jpg"
                page.screenshot(path=file, type="jpeg", quality=55)


def member(people, name, scheme, width, height):
    """Return a logged-in member, with a window size and a colour scheme."""
    phone = {"is_mobile": True, "has_touch": True} if min(width, height) < 600 else {}
    device = {"viewport": {"width": width, "height": height}, **phone}
    someone = people.visitor("en", device, color_scheme=scheme)
    someone.log_in(name)
    return someone


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    paint(target, sys.argv[2:] or SIZES)
