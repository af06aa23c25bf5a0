"""Lists of duels: those to play first, and the public ones."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import update

from models import StoredDuel
from services.duels import lists
from services.duels.lists import mark_of
from services.refused import NotFound
from services.viewers import Awaiting, read_own
from tests.builders import lonely, start
from tests.fixtures_duels import FIRST, HOURLY, LATER, LISTS, NOON, SECOND, Contest
from tests.services.looking import selects


def tokens(found):
    return [duel.token for duel in found]


def awaiting(session, user):
    """List the running duels that await an account."""
    return lists.running(session, user)[0]


def others(session, user):
    """List the running duels that await somebody else."""
    return lists.running(session, user)[1]


@pytest.fixture
def ask(any_database):
    """Return a function that requests a list and returns the names of its duels."""

    def listed(question, *arguments, **options):
        with any_database.reading() as session:
            return tokens(question(session, *arguments, **options))

    return listed


@pytest.fixture
def count(any_database, people):
    """Return a function that counts an account's duels to play."""

    def counted(name):
        with any_database.reading() as session:
            return read_own(session, people[name]).awaiting.duels

    return counted


def test_a_duel_awaits_me_until_i_have_handed_in(contest, ask, count, people):
    contest.store(FIRST, LISTS[FIRST])
    assert ask(awaiting, people["anna"]) == [contest.token]
    contest.hand_in(FIRST)
    assert ask(awaiting, people["anna"]) == []
    assert ask(others, people["anna"]) == [contest.token]
    assert (count("anna"), count("boris"), count("clara")) == (0, 1, 0)
    contest.take_back(FIRST)
    assert count("anna") == 1


def test_an_entry_of_the_opponent_changes_none_of_my_lists(contest, ask, people):
    boris = people["boris"]
    before = [ask(question, boris) for question in (awaiting, others)]
    contest.store(FIRST, LISTS[FIRST])
    assert [ask(question, boris) for question in (awaiting, others)] == before


def test_a_phase_that_asks_nothing_of_me_does_not_await_me(begun, ask, people):
    """§6."""
    contest = begun(start("S1902R", dislodged={"AUSTRIA": {"A SER": ["GRE"]}}))
    assert ask(awaiting, people["boris"]) == []
    assert ask(others, people["boris"]) == [contest.token]
    assert ask(awaiting, people["anna"]) == [contest.token]


def test_an_entry_for_an_earlier_phase_no_longer_counts(contest, count):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    assert (count("anna"), count("boris")) == (1, 1)


def test_the_nearest_deadline_comes_first(begun, ask, people):
    slow, quick = begun(), begun(clock=HOURLY)
    assert ask(awaiting, people["anna"]) == [quick.token, slow.token]
    for contest in (slow, quick):
        contest.enter(FIRST, LISTS[FIRST], NOON)
    assert ask(others, people["anna"]) == [quick.token, slow.token]


def test_finished_duels_are_those_of_mine_the_latest_first(begun, ask, people):
    contests = [begun(lonely("S1902M"), public=False) for _ in range(3)]
    for hour, contest in enumerate(contests[:2], 16):
        contest.happen(FIRST, "conceded", LATER.replace(hour=hour))
    assert ask(lists.finished, people["boris"]) == [contests[1].token, contests[0].token]
    assert ask(lists.finished, people["clara"]) == []
    assert ask(others, people["boris"]) + ask(awaiting, people["boris"]) == [contests[2].token]


def test_visitors_can_watch_public_duels_and_no_others(begun, ask):
    public, private, over = begun(), begun(public=False), begun()
    over.happen(FIRST, "conceded")
    assert ask(lists.public, ended=False) == [public.token]
    assert ask(lists.public, ended=True) == [over.token]
    assert private.token not in ask(lists.public, ended=False)


@pytest.fixture
def many(any_database, people, monkeypatch):
    """Return seven duels that began, and ended, at the same moment; pages hold three."""
    monkeypatch.setattr(lists, "PAGE", 3)
    contests = [Contest(any_database, people) for _ in range(7)]
    with any_database.writing() as session:
        for number in (3, 6, 0, 5, 1, 4, 2):  # so that the order on the disk is another one
            changed = {"ended_at": LATER, "winner": "first", "reason": "conceded", "version": 9}
            session.execute(update(StoredDuel).where(StoredDuel.id == contests[number].id).values(changed))
    return contests


@pytest.mark.parametrize("question", ["finished", "public"])
def test_pages_of_a_long_list_hold_every_duel_once_even_of_the_same_moment(
    any_database, many, ask, people, question
):
    def page(before):
        with any_database.reading() as session:
            mark = mark_of(session, before, people["anna"])
        if question == "public":
            return ask(lists.public, ended=True, mark=mark, most=lists.PAGE + 1)
        return ask(lists.finished, people["anna"], mark)

    pages, before = [], None
    while not pages or len(pages[-1]) > 3:
        pages.append(page(before))
        before = pages[-1][:3][-1]
    assert [len(found) for found in pages] == [4, 4, 1]
    shown = [token for found in pages for token in found[:3]]
    assert shown == [contest.token for contest in reversed(many)]
    assert page(before) == []


def test_a_page_begins_only_after_a_duel_that_the_viewer_may_see(any_database, people, begun):
    private, running = begun(lonely("S1902M"), public=False), begun()
    private.happen(FIRST, "conceded")
    with any_database.reading() as session:
        assert mark_of(session, private.token, people["anna"]).at == LATER
        for token, reader in (
            (private.token, "clara"),
            (running.token, "anna"),
            ("a\0b", "anna"),
            ("", "anna"),
        ):
            with pytest.raises(NotFound):
                mark_of(session, token, people[reader])


def test_the_latest_duel_is_watched_first(any_database, people, ask):
    contests = [Contest(any_database, people) for _ in range(3)]
    with any_database.writing() as session:
        oldest = NOON - timedelta(days=3)
        session.execute(update(StoredDuel).where(StoredDuel.id == contests[2].id).values(created_at=oldest))
    assert ask(lists.public, ended=False) == [contests[number].token for number in (1, 0, 2)]


def test_running_duels_are_listed_by_one_statement_with_names_and_without_states(begun, any_database, people):
    contests = [begun() for _ in range(3)]
    contests[0].enter(FIRST, LISTS[FIRST])
    with any_database.reading() as session, selects(any_database) as asked:
        found = lists.running(session, people["anna"])
    assert [tokens(part) for part in found] == [
        [contest.token for contest in contests[1:]],
        [contests[0].token],
    ]
    assert found[0][0].names == {FIRST: "anna", SECOND: "boris"}
    ((statement, _),) = asked
    assert not {"state", "content"} & set(re.findall(r"\w+", statement))


def test_duels_and_challenges_are_counted_by_one_statement(contest, any_database, people):
    with any_database.reading() as session, selects(any_database) as asked:
        assert read_own(session, people["anna"]).awaiting == Awaiting(1, 0)
    assert len(asked) == 1
