"""Migrations: up and down on both databases, and always in step with the models."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from sqlalchemy import event, inspect, select, text

from clocks.terms import DAY, HOUR, Clock
from models import Base, Challenge, Database, Limits, StoredDuel, User
from models.schema import MIGRATIONS, differences, downgrade, upgrade
from services.accounts import accounts, sessions
from services.challenges import challenges
from services.feeds import make_calendar
from services.notifications.channels import add_channel
from services.terms import Terms
from tests.fixtures_duels import DAILY, FIRST, LISTS, Contest
from tests.fixtures_site import NOON
from tests.processes import forked

LATE = NOON + timedelta(minutes=40)


def tables(database):
    return set(inspect(database.engine).get_table_names()) - {"alembic_version"}


def test_the_migrations_make_what_the_models_say(any_database):
    assert differences(any_database) == []


def test_the_migrations_make_the_same_checks_and_unique_rules_as_the_models(any_database):
    inspector = inspect(any_database.engine)
    for name, table in Base.metadata.tables.items():
        rules = [*inspector.get_check_constraints(name), *inspector.get_unique_constraints(name)]
        wanted = {str(rule.name) for rule in table.constraints if str(rule.name)[:3] in {"ck_", "uq_"}}
        assert {rule["name"] for rule in rules} == wanted


def test_the_migrations_go_back_to_nothing_and_forth_again(any_database):
    downgrade(any_database)
    assert tables(any_database) == set()
    upgrade(any_database)
    assert tables(any_database) == set(Base.metadata.tables)


def fill(database, number):
    """Store rows for all that migrations take back row by row: members, channels, duels, entries."""
    with database.writing() as session:
        members = [
            accounts.register(session, f"member {each}", "x", "en", NOON) for each in range(number + 1)
        ]
        moderator, *others = members
        for one in others:
            make_calendar(session, one.id)
            add_channel(session, one.id, "webhook", {"url": f"https://example.org/{one.id}"}, NOON)
            key = f"https://push.example.org/{one.id}"
            add_channel(session, one.id, "push", {"endpoint": key, "keys": {}}, NOON)
            challenges.create(session, moderator.id, "named", one, Terms(), NOON)
    people = [{"anna": moderator.id, "boris": one.id} for one in others]
    for each in people:
        Contest(database, each, Terms(clock=DAILY)).at(None).store(FIRST, LISTS[FIRST])


@contextmanager
def statements(database):
    """Count the statements sent; a statement for many rows counts as one."""
    sent = []

    def note(_, __, statement, *___):
        sent.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield sent
    event.remove(database.engine, "before_cursor_execute", note)


def test_the_way_back_takes_no_more_statements_for_more_rows(any_database):
    """One statement for each value never finished on a site of 30,000 duels."""
    revisions = [each.revision for each in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    counts = []
    for number in (2, 9):
        fill(any_database, number)
        taken = {}
        for left, to in zip(revisions, [*revisions[1:], "base"], strict=True):
            with statements(any_database) as sent:
                downgrade(any_database, to)
            taken[left] = len(sent)
        counts.append(taken)
        upgrade(any_database)
    few, many = counts
    assert len(few) > 30
    assert {left: (few[left], many[left]) for left in few if few[left] != many[left]} == {}


def test_accounts_outlive_the_way_to_sessions_and_back(any_database):
    with any_database.writing() as session:
        session.add(User(name="anna", name_key="anna", password_hash="x", language="en", created_at=NOON))
        session.flush()
        sessions.begin(session, session.scalars(select(User)).one(), NOON)
    downgrade(any_database, "0001")
    with any_database.reading() as session:
        assert session.execute(text("SELECT name, session_stamp FROM users")).all() == [("anna", "")]
    upgrade(any_database)
    assert differences(any_database) == []
    with any_database.reading() as session:
        assert session.scalars(select(User.name)).all() == ["anna"]


def test_existing_accounts_get_the_codes_of_their_language(any_database):
    downgrade(any_database, "0003")
    row = {"name": "anna", "name_key": "anna", "password_hash": "x", "language": "fr", "is_keeper": False}
    former = sa.table("users", *map(sa.column, row), sa.column("created_at", sa.DateTime(timezone=True)))
    with any_database.writing() as session:
        session.execute(former.insert().values(**row, created_at=NOON))
    upgrade(any_database)
    with any_database.reading() as session:
        assert session.scalars(select(User.codes)).all() == ["language"]


def lengths(database):
    """Return the length of a phase in every duel and challenge, in the form of 0006."""
    both = "SELECT phase_seconds FROM duels UNION ALL SELECT phase_seconds FROM challenges"
    with database.reading() as session:
        return session.scalars(text(both)).all()


def test_duels_and_challenges_of_before_keep_the_length_of_their_phases(any_database):
    with any_database.writing() as session:
        first, second = (accounts.register(session, name, "x", "en", NOON).id for name in ("anna", "boris"))
        for _ in range(2):  # one duel awaits both, the other one its first player
            challenge = challenges.create(session, first, "open", None, Terms(), NOON)
            challenges.accept(session, challenge.token, second, NOON)
    downgrade(any_database, "0006")
    at = sa.column("deadline_at", sa.DateTime(timezone=True))
    former = sa.table("duels", at, *map(sa.column, ("id", "awaits_second", "phase_seconds")))
    with any_database.writing() as session:
        session.execute(former.update().values(deadline_at=LATE, phase_seconds=HOUR))
        latest = select(sa.func.max(former.c.id)).scalar_subquery()
        session.execute(former.update().where(former.c.id == latest).values(awaits_second=False))
        session.execute(
            sa.table("challenges", sa.column("phase_seconds")).update().values(phase_seconds=HOUR)
        )
    upgrade(any_database)
    assert differences(any_database) == []
    with any_database.reading() as session:
        duels = session.scalars(select(StoredDuel).order_by(StoredDuel.id)).all()
        clocks = [row.clock for row in (*duels, *session.scalars(select(Challenge)))]
        assert clocks == [Clock(HOUR, HOUR, HOUR, misses=2)] * 4
        dues = [(duel.deadline_at, duel.due_first, duel.due_second) for duel in duels]
        assert dues == [(LATE, LATE, LATE), (LATE, LATE, None)]
        assert [set(duel.times.misses.values()) for duel in duels] == [{0}, {0}]
        assert [duel.times.banks for duel in duels] == [{}, {}]
    downgrade(any_database, "0006")
    assert lengths(any_database) == [HOUR] * 4


def test_duels_of_before_have_their_pace_their_homes_and_the_year_of_their_end(any_database):
    homes = {"first": "FRANCE", "second": "TURKEY"}
    running = {"homes": homes, "result": None}
    ended = {"homes": homes, "result": {"phase": "F1904R"}}
    with any_database.writing() as session:
        first, second = (accounts.register(session, name, "x", "en", NOON).id for name in ("anna", "boris"))
        for clock in (Clock(), Clock(300, 300, 300), Clock(300, 300, 300, bank=DAY, cap=DAY)):
            challenge = challenges.create(session, first, "open", None, Terms(clock=clock), NOON)
            challenges.accept(session, challenge.token, second, NOON)
    downgrade(any_database, "0009")
    former = sa.table("duels", sa.column("id"), sa.column("state", sa.JSON()))
    with any_database.writing() as session:
        numbers = session.scalars(select(former.c.id).order_by(former.c.id)).all()
        for number, state in zip(numbers, ({"homes": {}}, running, ended), strict=True):
            session.execute(former.update().where(former.c.id == number).values(state=state))
    upgrade(any_database)
    assert differences(any_database) == []
    with any_database.reading() as session:
        duels = session.scalars(select(StoredDuel).order_by(StoredDuel.id)).all()
        assert [duel.pace for duel in duels] == ["days", "live", "days"]
        assert [(duel.home_first, duel.home_second, duel.last_year) for duel in duels] == [
            (None, None, None),
            ("FRANCE", "TURKEY", None),
            ("FRANCE", "TURKEY", 1904),
        ]
        assert not any(duel.rated or duel.counts for duel in duels)


def test_a_downgrade_turns_expired_challenges_into_withdrawn_ones(any_database):
    with any_database.writing() as session:
        first = accounts.register(session, "anna", "x", "en", NOON).id
        challenges.create(session, first, "open", None, Terms(), NOON).state = "expired"
    downgrade(any_database, "0009")
    with any_database.reading() as session:
        assert session.scalars(text("SELECT state FROM challenges")).all() == ["withdrawn"]
    upgrade(any_database)
    assert differences(any_database) == []


def named_as_before(database, names):
    """Store accounts from before names were compared by their look, each a minute after the last."""
    row = {"password_hash": "x", "language": "en", "is_keeper": False}
    kinds = {name: "guest" if name.startswith(":") else "person" for name in names}
    columns = (*row, "name", "name_key", "kind")
    former = sa.table("users", *map(sa.column, columns), sa.column("created_at", sa.DateTime(timezone=True)))
    with database.writing() as session:
        for number, (name, kind) in enumerate(kinds.items()):
            at = NOON - timedelta(minutes=number)
            session.execute(former.insert().values(**row, name=name, name_key=name, kind=kind, created_at=at))


def test_accounts_with_similar_names_are_kept_and_only_the_first_gets_a_skeleton(any_database):
    downgrade(any_database, "0018")
    named_as_before(any_database, ["сор", "cop", "anna", "rno", "mo", ":guest:1", "ab漢"])
    upgrade(any_database)
    assert differences(any_database) == []
    with any_database.reading() as session:
        looks = dict(session.execute(select(User.name, User.skeleton)).all())
        assert accounts.named(session, "СОР").skeleton is None
    assert looks == {
        "сор": None,  # registered after `cop`
        "cop": "cop",
        "anna": "anna",
        "rno": None,
        "mo": "rno",
        ":guest:1": None,
        "ab漢": "ab漢",
    }
    downgrade(any_database, "0018")
    upgrade(any_database)
    with any_database.reading() as session:
        assert dict(session.execute(select(User.name, User.skeleton)).all()) == looks


def test_upgrading_twice_changes_nothing(any_database):
    upgrade(any_database)
    assert differences(any_database) == []


def upgrade_elsewhere(url, together):
    """Upgrade in another process, at the same moment as others."""
    database = Database(url, Limits(wait_seconds=0.1))
    together.wait(60)
    upgrade(database)
    database.close()


@pytest.mark.slow
def test_of_many_upgrades_at_once_one_runs_and_the_others_wait(any_database):
    """For example, on two machines started together."""
    downgrade(any_database)
    processes = forked()
    url, together = any_database.url.render_as_string(hide_password=False), processes.Barrier(3)
    others = [processes.Process(target=upgrade_elsewhere, args=(url, together)) for _ in range(3)]
    for other in others:
        other.start()
    for other in others:
        other.join(90)
    assert [other.exitcode for other in others] == [0, 0, 0]
    assert differences(any_database) == []


def test_the_way_back_keeps_weekends_and_forgets_other_days_of_rest(any_database):
    clocks = {(): True, (2,): True, (5, 6): False, (0, 5, 6): False}
    with any_database.writing() as session:
        anna = accounts.register(session, "anna", "x", "en", NOON).id
        for days in clocks:
            challenges.create(session, anna, "open", None, Terms(clock=Clock(rest_days=days)), NOON)
    downgrade(any_database, "0042")
    former = sa.table("challenges", sa.column("id"), sa.column("clock", sa.JSON()))
    with any_database.reading() as session:
        found = session.scalars(select(former.c.clock).order_by(former.c.id)).all()
    assert [clock["weekends"] for clock in found] == list(clocks.values())
    assert all("rest_days" not in clock for clock in found)
    upgrade(any_database)
    with any_database.reading() as session:
        rests = [row.clock.rest_days for row in session.scalars(select(Challenge).order_by(Challenge.id))]
    assert rests == [(), (), (5, 6), (5, 6)]
