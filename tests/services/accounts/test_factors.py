"""The second factor of an account: set up, asked for, each code used once, removed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from pyotp import TOTP
from sqlalchemy import func, select, text, update

from models import LoginSession, RecoveryCode, SecondFactor, User
from services.accounts import accounts, factors, security, sessions
from services.accounts.refusals import AccountRefusal, AccountRefused
from services.accounts.security import UNSEEN
from services.refused import NotFound
from tests.fixtures_site import NOON, on_sqlite
from tests.refusing import refuses

STEP = timedelta(seconds=30)


class App:
    """The authenticator app of an owner who has set up a second factor at noon."""

    def __init__(self, database, user):
        self.database, self.user = database, user
        with database.writing() as session:
            self.secret = factors.begin_setup(session, user.id, NOON)
            self.recovery = factors.confirm_setup(session, user.id, self.code(), UNSEEN, NOON)

    def code(self, now=NOON):
        return TOTP(self.secret).at(now)

    def enter(self, code, now=NOON + STEP):
        with self.database.writing() as session:
            return sessions.begin(session, self.user, now, UNSEEN, code)

    def kinds(self):
        with self.database.reading() as session:
            return [event.kind for event in security.recent(session, self.user.id)]


@pytest.fixture
def anna(any_database):
    with any_database.writing() as session:
        return accounts.register(session, "Anna", "hash", "en", NOON)


@pytest.fixture
def app(any_database, anna):
    return App(any_database, anna)


def test_no_session_begins_without_a_code_and_none_is_asked_before_the_first_was_shown(any_database, anna):
    with any_database.writing() as session:
        secret = factors.begin_setup(session, anna.id, NOON)
        assert sessions.begin(session, anna, NOON)
        assert factors.begin_setup(session, anna.id, NOON) == secret
        with refuses(AccountRefusal.CODE_WRONG):
            factors.confirm_setup(session, anna.id, "000000", UNSEEN, NOON + timedelta(days=-1))
        assert not factors.is_on(session, anna.id)
    app = App(any_database, anna)
    assert app.secret == secret
    for code in ("", "  "):
        with refuses(AccountRefusal.CODE_MISSING):
            app.enter(code)
    with any_database.reading() as session:
        assert session.scalar(select(func.count()).select_from(LoginSession)) == 1


def test_a_secret_that_waits_for_too_long_is_replaced(any_database, anna):
    late = NOON + factors.SETUP
    with any_database.writing() as session:
        secret = factors.begin_setup(session, anna.id, NOON)
        with refuses(AccountRefusal.SETUP_OVER):
            factors.confirm_setup(session, anna.id, TOTP(secret).at(late), UNSEEN, late)
        assert factors.begin_setup(session, anna.id, late) != secret


def test_once_it_is_on_its_secret_is_shown_to_nobody_and_not_replaced(any_database, app):
    with any_database.writing() as session:
        assert factors.begin_setup(session, app.user.id, NOON + timedelta(days=1)) is None
        with refuses(AccountRefusal.SETUP_OVER):
            factors.confirm_setup(session, app.user.id, app.code(), UNSEEN, NOON)


def test_each_code_works_once_and_none_of_before_works_after_it(app):
    with refuses(AccountRefusal.CODE_REUSED):
        app.enter(app.code(), NOON)  # used to confirm the app
    late = NOON + 2 * STEP
    assert app.enter(app.code(late), late)
    for code in (app.code(late), app.code(late - STEP)):
        with refuses(AccountRefusal.CODE_REUSED):
            app.enter(code, late)
    for code in (app.code(late + 5 * STEP), "0" * 24):
        with refuses(AccountRefusal.CODE_WRONG):
            app.enter(code, late)
    assert app.enter(app.code(late + STEP), late)


def test_a_recovery_code_takes_the_place_of_the_app_once(any_database, app):
    assert app.enter(factors.grouped(app.recovery[3]))
    with refuses(AccountRefusal.CODE_REUSED):
        app.enter(app.recovery[3])
    with any_database.reading() as session:
        assert factors.recovery_codes_left(session, app.user.id) == 9
    assert app.kinds() == ["recovery_used", "factor_on"]


def test_new_recovery_codes_take_the_place_of_all_former_ones(any_database, app):
    with any_database.writing() as session:
        made = factors.renew_recovery_codes(session, app.user.id, UNSEEN, NOON)
    with refuses(AccountRefusal.CODE_WRONG):
        app.enter(app.recovery[0])
    assert app.enter(made[0])


def test_recovery_codes_of_another_account_open_nothing(any_database, app):
    with any_database.writing() as session:
        boris = accounts.register(session, "Boris", "hash", "en", NOON)
    other = App(any_database, boris)
    with refuses(AccountRefusal.CODE_WRONG):
        app.enter(other.recovery[0])


@pytest.mark.parametrize("way", ["app", "recovery"])
def test_of_two_log_ins_with_one_code_at_once_one_succeeds(app, way):
    late = NOON + 2 * STEP
    code = app.code(late) if way == "app" else app.recovery[0]

    def enter(_):
        try:
            return bool(app.enter(code, late))
        except AccountRefused:
            return False

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(enter, range(2))) == [False, True]


@on_sqlite
def test_neither_the_secret_nor_a_recovery_code_can_be_read_in_the_database(any_database, app):
    with any_database.reading() as session:
        secret = session.scalars(text("SELECT secret FROM second_factors")).one()
        hashes = session.scalars(text("SELECT code_hash FROM recovery_codes")).all()
    assert len(hashes) == 10
    assert all(each.startswith("gAAAA") for each in (secret, *hashes))


@pytest.mark.parametrize("kind", ["factor_off", "factor_lifted"])
def test_switched_off_or_taken_away_it_leaves_nothing_and_the_password_is_enough(any_database, app, kind):
    with any_database.writing() as session:
        user = session.get_one(User, app.user.id)
        if kind == "factor_off":
            factors.switch_off(session, user.id, UNSEEN, NOON)
        else:
            factors.lift(session, user, NOON)
    assert app.enter("")
    assert app.kinds()[0] == kind
    with any_database.writing() as session:
        for table in (SecondFactor, RecoveryCode):
            assert session.scalar(select(func.count()).select_from(table)) == 0
        with pytest.raises(NotFound):
            factors.switch_off(session, app.user.id, UNSEEN, NOON)
        with pytest.raises(NotFound):
            factors.renew_recovery_codes(session, app.user.id, UNSEEN, NOON)


def test_a_password_that_was_changed_meanwhile_is_no_first_step(any_database, app):
    with any_database.writing() as session:
        session.execute(update(User).values(password_hash="another"))
    with refuses(AccountRefusal.PASSWORD_CHANGED):
        app.enter(app.code(NOON + STEP))


SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_rfc_6238(seconds, code):
    """Appendix B has eight digits of each; apps show the last six."""
    assert factors.step_of(SECRET, code, datetime.fromtimestamp(seconds, UTC)) == seconds // 30


def test_a_clock_may_be_off_by_one_step():
    start = datetime.fromtimestamp(1234567890, UTC)
    found = [
        factors.step_of(SECRET, "005924", start + timedelta(seconds=30 * off)) for off in (-2, -1, 0, 1, 2)
    ]
    assert found == [None, *[41152263] * 3, None]


@pytest.mark.parametrize("typed", ["005 924", "005-924", " ٠٠٥٩٢٤ ", "００５９２４"])
def test_digits_are_read_however_they_are_typed(typed):
    assert factors.step_of(SECRET, typed, datetime.fromtimestamp(1234567890, UTC)) is not None


@pytest.mark.parametrize("typed", ["", "5924", "5005924", "0059240", "abcdef", "½½½½½½", "\0", "9" * 100])
def test_an_invalid_code_is_refused(typed):
    assert factors.step_of(SECRET, typed, datetime.fromtimestamp(1234567890, UTC)) is None


def test_recovery_codes_differ_and_fit_their_own_hash_alone():
    made = factors.new_recovery_codes()
    assert len(set(made)) == 10
    assert all(len(code) == 24 and code.isdecimal() for code in made)
    stored = factors.hashed(made[0])
    assert made[0] not in stored
    assert factors.hashed(made[0]) != stored
    assert [factors.fits(factors.grouped(code), stored) for code in made] == [True] + [False] * 9
    assert factors.is_recovery_code(factors.grouped(made[0]))
    assert not factors.is_recovery_code("005924")


def test_the_address_for_the_app_names_the_account():
    address = factors.setup_address(factors.new_secret(), "Anna Bell")
    assert address.startswith("otpauth://totp/Intimate%20Diplomacy:Anna%20Bell?secret=")
