"""Names of accounts where the viewer's language is unknown."""

import pytest

from models import User
from opponent.levels import Level
from services.history.chapters import neutral_name


@pytest.mark.parametrize(
    ("account", "name"),
    [
        (User(name="anna", kind="person"), "anna"),
        (User(name=":guest:27e8a918232db5fa", kind="guest"), "Guest"),
        (User(name=":marshal", kind="opponent", level=Level.MARSHAL), "Marshal"),
    ],
)
def test_accounts_without_a_name_are_called_by_their_kind(account, name):
    assert neutral_name(account) == name
