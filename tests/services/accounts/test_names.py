"""Names: what they may be made of, and which are one name."""

import pytest

from services.accounts.names import (
    LONGEST_NAME,
    NameCharacters,
    NameInvisible,
    NameLength,
    NameMarks,
    NameMixed,
    NameTurned,
    checked_name,
    name_key,
)
from services.accounts.skeletons import IGNORABLE


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
def test_whatever_stands_between_two_words_is_one_space(typed):
    assert checked_name(typed) == "Anna Bell"
    assert name_key(typed) == "anna bell"


@pytest.mark.parametrize("name", ["", "a", " a ", "a" * (LONGEST_NAME + 1), "a b" * 9])
def test_a_name_too_short_or_too_long_is_refused(name):
    with pytest.raises(NameLength):
        checked_name(name)


@pytest.mark.parametrize(
    "name", ["<b>", "a/b", "--", "- _", "a\x00b", "🙂🙂", "a\u0378b", "a\ue000b", "O’Neil", "a:b"]
)
def test_a_name_with_anything_but_letters_digits_spaces_and_a_few_signs_is_refused(name):
    with pytest.raises(NameCharacters):
        checked_name(name)


def test_a_name_with_anything_that_shows_nothing_is_refused():
    """Or there could be two who read the same."""
    passed = [number for number in IGNORABLE if not refused(f"an{chr(number)}na")]
    assert passed == []


def refused(name):
    try:
        checked_name(name)
    except NameInvisible:
        return True
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
    with pytest.raises(NameMarks):
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
    with pytest.raises(NameMixed):
        checked_name(name)


@pytest.mark.parametrize("name", ["1אב", "7 דוד", "-علی"])
def test_a_name_from_right_to_left_begins_with_a_letter(name):
    """A reader sees `1אב` and `אב1` alike."""
    with pytest.raises(NameTurned):
        checked_name(name)


def test_a_name_that_is_let_through_stays_as_it_is_and_has_one_key():
    names = {name: shown for number in range(0x3000) if (shown := let_through(name := f"an{chr(number)}na"))}
    assert len(names) > 1000
    assert {shown: let_through(shown) for shown in names.values()} == {
        shown: shown for shown in names.values()
    }
    assert [name for name, shown in names.items() if name_key(shown) != name_key(name_key(name))] == []


def let_through(name):
    try:
        return checked_name(name)
    except NameCharacters:
        return None
