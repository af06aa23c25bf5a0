"""*Done* asks about probable slips; advice comes only in practice and among newcomers."""

from datetime import timedelta

import pytest

from intimate.slips import ADVICE, SlipKind
from models import StoredDuel
from services.duels.lists import NEW
from tests.builders import UNITS, lonely, start
from tests.fixtures_duels import FIRST, NOON, SECOND
from tests.fixtures_site import TOKEN

HOLDS = {"orders": {"AUSTRIA": ["A BUD H"]}}
OPEN = lonely("S1902M", units={"AUSTRIA": ["A TRI", "A VIE"], "FRANCE": ["A VEN"]})
LEAVES = {"orders": {"AUSTRIA": ["A TRI - SER"]}}


@pytest.fixture
def asked(pages):
    """Return a function that begins a duel whose players are asked about every slip."""

    def begin(*args, **options):
        duel = pages(*args, **options)
        for visitor in duel.readers.values():
            visitor.client.delete_cookie("unasked")
        return duel

    return begin


def unrated(duel):
    """Make a duel unrated."""
    with duel.contest.database.writing() as session:
        session.get(StoredDuel, duel.contest.id).rated = False
    return duel


def is_ready(duel):
    return bool(duel.contest.entry(FIRST) and duel.contest.entry(FIRST).ready)


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        (start("S1902B"), "You have not bid for any power"),
        (start("S1902M"), "All your units hold."),
        (lonely("W1902A", units={"AUSTRIA": ["A BUD"], "FRANCE": UNITS["FRANCE"]}), "Austria can build"),
    ],
)
def test_a_slip_is_asked_about_and_yes_is_done(asked, begin, words):
    duel = asked(begin)
    answer = duel.post("anna", "ready")
    assert answer.status_code == 422
    assert words in answer.text
    phase = duel.contest.phase
    assert not is_ready(duel)
    assert duel.post("anna", "ready", sure="slips").status_code == 303
    assert is_ready(duel) or duel.contest.phase != phase


def test_storing_with_done_stores_and_asks_about_slips(asked):
    """Without scripts one button saves and hands in."""
    duel = asked(start("S1902M"))
    answer = duel.post("anna", "entry", ready="yes")
    assert answer.status_code == 422
    assert "All your units hold." in answer.text
    assert duel.content() == {"orders": {}}
    assert not is_ready(duel)


def test_a_kind_is_never_asked_about_again_once_it_is_ticked(asked):
    duel = asked(start("S1902M"))
    duel.post("anna", "ready", sure="slips", unasked="all_hold")
    duel.post("anna", "unready")
    assert duel.post("anna", "ready").status_code == 303
    assert is_ready(duel)


def test_a_cookie_of_nonsense_switches_nothing_off(asked):
    duel = asked(start("S1902M"))
    duel.readers["anna"].client.set_cookie("unasked", "all_hold;<b>.x")
    assert duel.post("anna", "ready").status_code == 422
    duel.post("anna", "ready", sure="slips", unasked="everything")
    duel.post("anna", "unready")
    assert duel.post("anna", "ready").status_code == 422


def test_the_dialogue_on_the_page_asks_the_same(asked):
    duel = asked(start("S1902M"))
    page = duel.get().text
    assert 'data-asks="ask-slips"' in page
    assert "All your units hold." in page.split('id="ask-slips"')[1].split("</dialog>")[0]
    duel.contest.store(FIRST, {"orders": {"AUSTRIA": ["A BUD - SER"]}})
    assert "ask-slips" not in duel.get().text


def test_a_rated_duel_is_no_place_for_advice(asked):
    """Here only the players' own skill counts."""
    duel = asked(OPEN)
    duel.contest.store(FIRST, LEAVES)
    assert duel.contest.stored().rated
    assert "ask-slips" not in duel.get().text
    assert duel.post("anna", "ready", seen="").status_code != 422


def test_a_newcomer_is_advised_in_an_unrated_duel(asked):
    duel = unrated(asked(OPEN))
    duel.contest.store(FIRST, LEAVES)
    answer = duel.get().text
    assert "Trieste would stand empty beside the army in Venice" in answer
    assert {SlipKind.OPEN_HOME} <= ADVICE


def test_experienced_players_get_no_advice(asked):
    duel = unrated(asked(OPEN))
    duel.contest.store(FIRST, LEAVES)
    with duel.contest.database.writing() as session:
        for number in range(NEW):
            played = StoredDuel(
                token=f"played{number}",
                first_id=duel.contest.users[FIRST],
                second_id=duel.contest.users[SECOND],
                preset="intimate",
                settings={},
                edition="standard",
                public=True,
                clock=duel.contest.stored().clock,
                pace=duel.contest.stored().pace,
                rated=False,
                running=duel.contest.stored().running,
                ordinal=0,
                lots_secret="secret",
                lots_seal="seal",
                created_at=NOON,
            )
            played.write(duel.contest.stored().duel, NOON)
            played.ended_at = NOON + timedelta(hours=number)
            session.add(played)
    assert "ask-slips" not in duel.get().text


def test_questions_about_slips_do_not_depend_on_the_opponent_s_entry(asked):
    """Secrets stay sealed."""
    duel = unrated(asked(OPEN))
    duel.contest.store(FIRST, LEAVES)
    before = asked_in(duel)
    duel.contest.store(SECOND, {"orders": {"FRANCE": ["A VEN - TRI"]}})
    assert asked_in(duel) == before


def asked_in(duel):
    """Return the dialogue of the page, without its token."""
    dialogue = duel.get().text.split('id="ask-slips"')[1].split("</dialog>")[0]
    return TOKEN.sub("", dialogue)
