"""Skeletons: names of which one could be taken for the other look the same."""

import sys
from unicodedata import category, normalize, unidata_version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.accounts.names import NameRefused, checked_name
from services.accounts.skeletons import IGNORABLE, LOOKS, scripts_of, skeleton

LETTERS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"}
names = st.text(st.characters(codec="utf-8", categories=["L", "M", "Nd", "Zs", "Pd", "Po"]), max_size=24)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0410drien", "Adrien"),
        ("сор", "cop"),
        ("СОР", "Cop"),
        ("раура", "paypa"),
        ("ΑΝΝΑ", "Anna"),
        ("m0", "mO"),
        ("m0", "mo"),
        ("Arno", "Amo"),
        ("МО", "rno"),
        ("Carl", "CarI"),
        ("Carl", "Car1"),
        ("Adr\u0131en", "Adrien"),
        ("Ꭺnnа", "anna"),
        ("an\u200bna", "anna"),
        ("カ", "力"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Adrien", "Adrién"), ("Cari", "Carl"), ("Anna Bell", "AnnaBell"), ("Anna", "Ana"), ("Zoë", "Zoé")],
)
def test_names_that_nobody_would_confuse_have_two(one, other):
    assert skeleton(one) != skeleton(other)


@given(names)
def test_the_skeleton_of_a_skeleton_is_itself(name):
    assert skeleton(skeleton(name)) == skeleton(name)


@given(names)
def test_how_a_name_is_composed_does_not_matter(name):
    assert skeleton(normalize("NFD", name)) == skeleton(normalize("NFC", name)) == skeleton(name)


@given(names, st.data())
def test_a_letter_that_looks_like_another_can_stand_for_it(name, data):
    letters = [letter for letter in normalize("NFD", name) if ord(letter) in LOOKS]
    if letters:
        letter = data.draw(st.sampled_from(letters))
        assert skeleton(name.replace(letter, LOOKS[ord(letter)])) == skeleton(name)


def test_the_skeleton_of_any_letter_is_its_own_and_there_is_room_for_a_name_of_them():
    every = [chr(number) for number in range(sys.maxunicode + 1) if scripts_of(chr(number))]
    assert [letter for letter in every if skeleton(skeleton(letter)) != skeleton(letter)] == []
    assert 24 * max(len(skeleton(letter)) for letter in every) <= 192


@pytest.mark.skipif(unidata_version > "16.0.0", reason="what this Python knows beyond the table is refused")
def test_the_table_has_a_script_for_every_letter_that_this_python_knows():
    lacking = [
        hex(number)
        for number in range(sys.maxunicode + 1)
        if category(chr(number)) in LETTERS
        and normalize("NFKC", chr(number)) == chr(number)
        and number not in IGNORABLE
        and not scripts_of(chr(number))
    ]
    assert lacking == []


@given(names)
def test_a_name_that_is_let_through_shows_all_that_it_holds(name):
    try:
        shown = checked_name(name)
    except NameRefused:
        return
    assert not IGNORABLE.intersection(map(ord, shown))
    assert skeleton(shown)
