"""Names: the characters they allow, and which names count as the same."""

import sys
from unicodedata import category, normalize, unidata_version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.accounts.names import (
    IGNORABLE,
    LONGEST_NAME,
    LOOKS,
    checked_name,
    name_key,
    scripts_of,
    skeleton,
)
from services.accounts.refusals import AccountRefusal, AccountRefused
from tests.refusing import refuses


@pytest.mark.parametrize(
    "name",
    [
        "Anna Bell",
        "user_1",
        "a.b-c",
        "Zoë-1",
        "Nguyễn Thị Hằng",
        "Ọlá",
        "Владимир Ёлкин",
        "Ὀδυσσεύς",
        "हिन्दी",
        "ज़िंदगी",
        "שִׁמְעוֹן",
        "דוד 7",
        "عَبْدُ الرَّحْمٰن",
        "สมหญิง",
        "သန္တာကြွေး",
        "ស្រីមុំ",
        "李雷",
        "山田 タロウ",
        "김철수",
        "ㄅ注音",
    ],
)
def test_a_name_may_be_written_in_any_script_with_spaces(name):
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "typed", ["  Anna   Bell ", "Anna\u00a0Bell", "Anna\u3000Bell", "Anna\t\r\nBell", "Ａｎｎａ Ｂｅｌｌ"]
)
def test_any_white_space_in_a_name_becomes_one_space(typed):
    assert checked_name(typed) == "Anna Bell"
    assert name_key(typed) == "anna bell"


@pytest.mark.parametrize("name", ["", "a", " a ", "a" * (LONGEST_NAME + 1), "a b" * 9])
def test_a_name_too_short_or_too_long_is_refused(name):
    with refuses(AccountRefusal.NAME_LENGTH):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["<b>", "a/b", "--", "- _", "a\x00b", "🙂🙂", "a\u0378b", "a\ue000b", "O’Neil", "a:b"]
)
def test_a_name_with_anything_but_letters_digits_spaces_and_a_few_signs_is_refused(name):
    with refuses(AccountRefusal.NAME_CHARACTERS):
        checked_name(name)


def test_a_name_with_anything_that_shows_nothing_is_refused():
    """Otherwise two names could look the same."""
    passed = [number for number in IGNORABLE if not refused(f"an{chr(number)}na")]
    assert passed == []


def refused(name):
    try:
        checked_name(name)
    except AccountRefused as error:
        return error.code is AccountRefusal.NAME_INVISIBLE
    return False


@pytest.mark.parametrize(
    "name",
    [
        "Adrien\u0301\u0301\u0301",
        "a\u0301\u0302\u0303",
        "ก\u0e47\u0e47\u0e47",
        "กิ่้็",
        "अ\u0902\u0902",
        "a1\u0301",
        "\u0301anna",
        "anna \u0301",
        "an-\u0308na",
        "A\u0336nna",  # struck out
        "A\u0332nna",
        "Anna\u0352",  # a fermata
        "a\u20ddb",
        "i\u0307ris",  # a dot on a letter that has one
        "\u0131\u0307ris",
        "\u0456\u0307ван",
    ],
)
def test_marks_that_no_language_writes_so_are_refused(name):
    with refuses(AccountRefusal.NAME_MARKS):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u0410drien",
        "\u0410nna",
        "ann\u0430",
        "Bor\u03b9s",
        "\u13aanna",
        "ab漢",
        "Kim 김",
        "ㄅ한",
        "abcש",
        "١2علی",
        "۱١علی",
    ],
)
def test_a_name_that_mixes_scripts_or_digits_is_refused(name):
    with refuses(AccountRefusal.NAME_MIXED):
        checked_name(name)


@pytest.mark.parametrize("name", ["1אב", "7 דוד", "-علی"])
def test_a_name_from_right_to_left_begins_with_a_letter(name):
    """`1אב` and `אב1` look the same."""
    with refuses(AccountRefusal.NAME_TURNED):
        checked_name(name)


def test_an_accepted_name_stays_as_it_is_and_has_one_key():
    names = {name: shown for number in range(0x3000) if (shown := let_through(name := f"an{chr(number)}na"))}
    assert len(names) > 1000
    assert {shown: let_through(shown) for shown in names.values()} == {
        shown: shown for shown in names.values()
    }
    assert [name for name, shown in names.items() if name_key(shown) != name_key(name_key(name))] == []


def let_through(name):
    try:
        return checked_name(name)
    except AccountRefused as refused:
        if refused.code in {AccountRefusal.NAME_LENGTH, AccountRefusal.NAME_RESERVED}:
            raise
        return None


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
def test_clearly_different_names_have_different_skeletons(one, other):
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


@pytest.mark.skipif(unidata_version > "16.0.0", reason="later characters than the table are refused")
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
def test_an_accepted_name_has_no_invisible_characters(name):
    try:
        shown = checked_name(name)
    except AccountRefused:
        return
    assert not IGNORABLE.intersection(map(ord, shown))
    assert skeleton(shown)
