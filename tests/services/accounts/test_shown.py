"""What accounts are called where no reader's language is known."""

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
def test_whoever_has_no_name_of_their_own_is_called_what_they_are(account, name):
    assert neutral_name(account) == name
