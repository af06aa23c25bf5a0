"""Joining accepts the challenge and hands in the list together, or does neither."""

import pytest
from sqlalchemy import select

from adjudicator import Power
from intimate.entries import HomesList
from intimate.errors import EntryError
from models import StoredEntry
from services.challenges import challenges
from services.challenges.challenges import begins_with_ranking, check_ranking, join
from services.challenges.refusals import ChallengeRefusal
from services.terms import PRESETS, Terms
from tests.builders import POWERS
from tests.fixtures_duels import NOON
from tests.refusing import refuses

RANKING = HomesList(tuple(map(Power, POWERS)))


@pytest.fixture
def token(any_database, people):
    with any_database.writing() as session:
        return challenges.create(session, people["anna"], "link", None, Terms(), NOON).token


@pytest.mark.parametrize("ranking", [RANKING, None])
def test_the_list_is_handed_in_if_there_is_one(any_database, people, token, ranking):
    with any_database.writing() as session:
        duel = join(session, token, people["boris"], ranking, NOON)
        assert str(duel.phase) == "HOMES"
        number = duel.id
    with any_database.reading() as session:
        found = session.scalars(select(StoredEntry).where(StoredEntry.duel_id == number)).all()
        assert [(entry.content, entry.ready, bool(entry.seal)) for entry in found] == (
            [(RANKING, True, True)] if ranking else []
        )


def test_joining_too_late_stores_nothing(any_database, people, token):
    with any_database.writing() as session:
        join(session, token, people["boris"], None, NOON)
    with refuses(ChallengeRefusal.SETTLED), any_database.writing() as session:
        join(session, token, people["clara"], RANKING, NOON)
    with any_database.reading() as session:
        assert session.scalars(select(StoredEntry)).all() == []


def test_a_list_that_names_a_power_twice_is_refused():
    check_ranking(RANKING)
    with pytest.raises(EntryError):
        check_ranking(HomesList((*RANKING.powers[:6], RANKING.powers[0])))


def test_every_preset_with_home_powers_begins_with_ranking():
    ranked = {name for name in PRESETS if begins_with_ranking(Terms(name))}
    assert ranked == {name for name, preset in PRESETS.items() if preset.sides is None}
