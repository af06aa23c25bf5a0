"""Sightings: keyed hashes once a day, groups with the same hash, deleted in time."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from models import Sighting, StoredDuel
from services.moderation import sightings
from services.moderation.sightings import digest, is_device, network_of, new_device
from tests.fixtures_duels import FIRST, LISTS, NOON, SECOND
from tests.services.looking import selects

TODAY = NOON.date()
DAY = timedelta(days=1)


@pytest.fixture
def visit(any_database, people):
    """Return a function that records a visit."""

    def visit(name, today=TODAY, **seen):
        with any_database.writing() as session:
            sightings.note_sightings(session, people[name], seen, today)

    return visit


def members(groups):
    return [[member.user.name for member in group.members] for group in groups]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("", None),
        ("unix:", None),
    ],
)
def test_an_address_is_compared_whole_and_of_ipv6_its_network(address, network):
    assert network_of(address) == network


def test_a_digest_depends_on_the_key_the_kind_and_the_text_and_shows_none_of_them():
    made = {
        digest(key, kind, text)
        for key in ("one", "two")
        for kind in ("device", "address")
        for text in ("203.0.113.7", "203.0.113.8")
    }
    assert len(made) == 8
    assert {len(each) for each in made} == {64}
    assert digest("one", "device", "x") == digest("one", "device", "x")


def test_the_mark_of_a_device_is_random_and_nothing_else_is_taken_for_one():
    assert is_device(new_device())
    assert new_device() != new_device()
    assert not any(map(is_device, ("", "x", "a" * 23, "a" * 21 + "\n", "é" * 22)))


def test_a_visit_is_noted_once_a_day_with_the_first_day_and_the_last(any_database, people, visit):
    seen = {"device": "d", "address": "a"}
    visit("anna", **seen)
    visit("anna", TODAY + DAY, **seen)
    with any_database.reading() as session:
        rows = session.scalars(select(Sighting)).all()
        assert [(row.first_on, row.last_on) for row in rows] == [(TODAY, TODAY + DAY)] * 2
        assert sightings.is_noted(session, people["anna"], seen, TODAY + DAY)
        assert not sightings.is_noted(session, people["anna"], seen, TODAY + 2 * DAY)
        assert not sightings.is_noted(session, people["anna"], {"device": "e"}, TODAY)
        assert not sightings.is_noted(session, people["boris"], seen, TODAY)


def test_accounts_sharing_a_device_or_address_form_a_group_latest_first(any_database, people, visit):
    visit("anna", device="d", address="a")
    visit("boris", device="e", address="a")
    visit("clara", device="d", address="b")
    visit("boris", TODAY + DAY, device="f")
    visit("anna", TODAY + DAY, device="f")
    with any_database.reading() as session:
        assert members(sightings.list_groups(session, "device").found) == [
            ["anna", "boris"],
            ["anna", "clara"],
        ]
        assert members(sightings.list_groups(session, "address").found) == [["anna", "boris"]]
        assert [group.kind for group in sightings.groups_of(session, people["anna"])] == [
            "device",
            "device",
            "address",
        ]
        assert members(sightings.groups_of(session, people["clara"])) == [["anna", "clara"]]


def test_sightings_are_forgotten_after_ninety_days_and_one_account_is_no_group(any_database, visit):
    visit("anna", device="d")
    visit("boris", TODAY + 80 * DAY, device="d")
    assert sightings.forget_old(any_database, NOON + 90 * DAY) == 0
    assert sightings.forget_old(any_database, NOON + 91 * DAY) == 1
    with any_database.reading() as session:
        assert sightings.list_groups(session, "device").found == []
        (left,) = session.scalars(select(Sighting)).all()
        assert left.shared_on is None


def test_old_sightings_are_forgotten_some_at_a_time_and_others_write_in_between(
    any_database, people, visit, monkeypatch
):
    monkeypatch.setattr("models.database.PORTION", 2)
    for name in ("anna", "boris", "clara"):
        visit(name, device="d", address="a")
    visit("anna", TODAY + 91 * DAY, device="d")
    transactions = []
    writing = any_database.writing

    def counted(*args, **options):
        transactions.append(options)
        return writing(*args, **options)

    monkeypatch.setattr(any_database, "writing", counted)
    assert sightings.forget_old(any_database, NOON + 91 * DAY) == 5
    assert transactions == [{"yields": True}] * 3
    with any_database.reading() as session:
        (left,) = session.scalars(select(Sighting)).all()
    assert left.shared_on is None


def test_a_crowd_behind_one_address_is_no_group(any_database, people, visit, monkeypatch):
    monkeypatch.setattr(sightings, "MOST_TOGETHER", 2)
    for name in ("anna", "boris", "clara"):
        visit(name, address="a")
    with any_database.reading() as session:
        assert members(sightings.list_groups(session, "address").found) == [["anna", "boris", "clara"]]
        marked = [row.shared_on for row in session.scalars(select(Sighting).order_by(Sighting.user_id))]
    assert marked == [TODAY, TODAY, None]


@pytest.fixture
def feud(any_database, people, visit, begun):
    """Anna and Boris share a device, Anna and Clara another; Anna and Boris have finished two duels."""
    for name, device in (("anna", "d"), ("boris", "d"), ("anna", "e"), ("clara", "e")):
        visit(name, device=device)
    contests = [begun(), begun(public=False)]
    for contest in contests:
        contest.resolve(LISTS[FIRST], LISTS[SECOND])
        contest.happen(SECOND, "conceded")
    return contests


def test_accounts_on_one_device_that_play_each_other_for_their_ratings_are_named_by_themselves(
    any_database, feud
):
    with any_database.writing() as session:
        session.execute(update(StoredDuel).values(rated=False))
        assert sightings.list_playing(session).found == []
    public, _ = feud
    with any_database.writing() as session:
        session.execute(update(StoredDuel).values(rated=True))
        session.execute(update(StoredDuel).where(StoredDuel.id == public.id).values(rated_ordinal=1))
    with any_database.reading() as session:
        (group,) = sightings.list_playing(session).found
        (pair,) = group.between
        assert (pair.one.name, pair.other.name) == ("anna", "boris")
        assert pair[2:] == (2, 2, 1, 2, 0, public.token)
        assert sightings.watchable(session, [each.token for each in feud]) == {public.token}


def test_duels_of_a_pair_count_whichever_player_was_first(any_database, people, feud, begun):
    with any_database.writing() as session:
        first, second = people["boris"], people["anna"]
        session.execute(
            update(StoredDuel).where(StoredDuel.id == feud[1].id).values(first_id=first, second_id=second)
        )
    with any_database.reading() as session:
        pair = sightings.groups_of(session, people["boris"])[0].between[0]
        assert (pair.duels, pair.won_by_one, pair.won_by_other) == (2, 1, 1)


def test_groups_come_page_by_page_and_a_page_takes_as_many_statements_however_many_there_are(
    any_database, people, visit
):
    for n in range(7):
        for name in ("anna", "boris"):
            visit(name, TODAY + (n // 2) * DAY, device=f"d{n}")
    seen, after, asked = [], None, set()
    while True:
        with any_database.reading() as session, selects(any_database) as statements:
            groups = sightings.list_groups(session, "device", after, most=2)
        asked.add(len(statements))
        seen += [group.place.digest for group in groups.found]
        after = groups.after
        if after is None:
            break
    assert seen == ["d6", "d5", "d4", "d3", "d2", "d1", "d0"]
    assert max(asked) <= 4
