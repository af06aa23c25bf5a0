"""A moderator at the desk."""

import pytest
from sqlalchemy import update

from models import User
from services.accounts import accounts
from tests.web.accounts.steps import App


@pytest.fixture
def moderator(member, sqlite_database):
    """Return a moderator who logs in in two steps."""
    karl = member("karl")
    karl.app = App(karl.site, "karl")
    with sqlite_database.writing() as session:
        session.execute(update(User).where(User.name == "karl").values(is_moderator=True))
    return karl


@pytest.fixture
def account(sqlite_database):
    """Return a function that reads an account by its name."""

    def account(name):
        with sqlite_database.reading() as session:
            return accounts.named(session, name)

    return account
