"""Documents are stored packed, and rows stored before can still be read."""

import json

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from models.packing import DICTIONARIES, is_packed, pack, unpack
from models.schema import differences, downgrade, upgrade
from tests.fixtures_duels import FIRST, LISTS, SECOND

BEFORE = "0017"
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
FIELDS = st.dictionaries(st.text(), DOCUMENTS, max_size=5)


@given(FIELDS)
def test_unpacking_restores_a_document_with_its_order(document):
    assert json.dumps(unpack(pack(document))) == json.dumps(document)


@given(FIELDS)
def test_unpacked_documents_of_before_are_read_as_they_are(document):
    assert json.dumps(unpack(json.dumps(document).encode())) == json.dumps(document)


def test_no_dictionary_is_taken_for_json():
    assert not any(is_packed(json.dumps(each).encode()) for each in ({}, [], "", 0, None, True))
    assert all(number < ord(" ") for number in DICTIONARIES)


def test_a_dictionary_in_use_is_never_altered():
    """Otherwise nobody could read what another one has packed."""
    stored = bytes.fromhex("01c3b26616b39630462eb3d12fc50036bd01")
    assert unpack(stored) == {"phase": "S1901M", "credits": {"first": 3}, "units": {"FRANCE": ["A PAR"]}}


def sizes(database):
    with database.engine.connect() as connection:
        return connection.execute(text("SELECT line, state, entries FROM chapters")).one()


def test_a_chapter_is_stored_in_a_quarter_of_its_size(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    chapter = contest.chapters()[0]
    for stored, plain in zip(sizes(contest.database), (chapter.line, chapter.state), strict=False):
        assert is_packed(bytes(stored))
        assert 4 * len(stored) < len(json.dumps(plain))


def test_chapters_survive_the_way_back_and_forth(contest):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    record, before = json.dumps(contest.record()), contest.chapters()[0]
    downgrade(contest.database, BEFORE)
    with contest.database.engine.connect() as connection:
        state = connection.execute(text("SELECT state FROM chapters")).scalar_one()
    assert (json.loads(state) if isinstance(state, str) else state) == before.state
    upgrade(contest.database)
    assert differences(contest.database) == []
    after = contest.chapters()[0]
    assert (after.line, after.state, after.entries) == (before.line, before.state, before.entries)
    assert json.dumps(contest.record()) == record
