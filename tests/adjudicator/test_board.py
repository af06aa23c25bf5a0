"""The map of 1901, and tables that contradict themselves."""

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from adjudicator import BoardError, Kind, Unit, province_of, standard
from adjudicator.board import Terrain, load

BOARD = standard()
TABLES = files("adjudicator") / "boards" / "standard"
CODES = """
ADR AEG ALB ANK APU ARM BAL BAR BEL BER BLA BOH BOT BRE BUD BUL BUR CLY CON DEN EAS EDI ENG FIN GAL
GAS GRE HEL HOL ION IRI KIE LON LVN LVP LYO MAO MAR MOS MUN NAF NAO NAP NTH NWG NWY PAR PIC PIE POR
PRU ROM RUH RUM SER SEV SIL SKA SMY SPA STP SWE SYR TRI TUN TUS TYR TYS UKR VEN VIE WAL WAR WES YOR
"""
SEAS = "ADR AEG BAL BAR BLA BOT EAS ENG HEL ION IRI LYO MAO NAO NTH NWG SKA TYS WES"
INLAND = "BOH BUD BUR GAL MOS MUN PAR RUH SER SIL TYR UKR VIE WAR"
CENTRES = """
ANK BEL BER BRE BUD BUL CON DEN EDI GRE HOL KIE LON LVP MAR MOS MUN NAP NWY PAR POR ROM RUM SER SEV
SMY SPA STP SWE TRI TUN VEN VIE WAR
"""


def of(terrain):
    return " ".join(sorted(code for code, space in BOARD.spaces.items() if space.terrain is terrain))


def test_there_are_75_spaces():
    assert sorted(BOARD.spaces) == CODES.split()
    assert [BOARD.codes[BOARD.index[code]] for code in BOARD.spaces] == list(BOARD.spaces)


def test_19_are_seas_14_inland_and_42_coastal():
    assert of(Terrain.SEA) == SEAS
    assert of(Terrain.INLAND) == INLAND
    assert len(of(Terrain.COAST).split()) == 42


def test_34_are_supply_centres():
    """1971 V."""
    assert sorted(BOARD.centres) == CENTRES.split()


def test_every_power_has_its_home_centres_in_the_order_of_their_names():
    """1971 VI.3; Kiel before Munich, Liverpool before London, St Petersburg after Sevastopol."""
    assert {power: " ".join(homes) for power, homes in BOARD.homes.items()} == {
        "AUSTRIA": "BUD TRI VIE",
        "ENGLAND": "EDI LVP LON",
        "FRANCE": "BRE MAR PAR",
        "GERMANY": "BER KIE MUN",
        "ITALY": "NAP ROM VEN",
        "RUSSIA": "MOS SEV STP WAR",
        "TURKEY": "ANK CON SMY",
    }


def test_the_powers_are_in_alphabetical_order():
    assert BOARD.powers == ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def test_three_provinces_have_two_coasts():
    """1971 VII.3b; Bulgaria's are called east and south."""
    coasts = {code: space.coasts for code, space in BOARD.spaces.items() if space.coasts}
    assert coasts == {"BUL": ("EC", "SC"), "SPA": ("NC", "SC"), "STP": ("NC", "SC")}


@pytest.mark.parametrize("kind", Kind)
def test_borders_are_the_same_from_both_sides_and_no_space_borders_on_itself(kind):
    for here, there in BOARD.borders[kind].items():
        assert list(there) == sorted(set(there))
        for other in there:
            assert here in BOARD.borders[kind][other]
            assert province_of(other) != province_of(here)


@pytest.mark.parametrize(("kind", "places", "borders"), [(Kind.ARMY, 56, 111), (Kind.FLEET, 64, 141)])
def test_units_stand_where_they_may_and_the_borders_are_all_there(kind, places, borders):
    """1971 VII.1: 56 provinces of land; 19 seas, 39 coastal provinces and 6 coasts."""
    table = BOARD.borders[kind]
    assert len(table) == places
    assert sum(map(len, table.values())) == 2 * borders


@pytest.mark.parametrize(
    ("unit", "neighbours"),
    [
        ("F ROM", "NAP TUS TYS"),
        ("F SPA/NC", "GAS MAO POR"),
        ("F SPA/SC", "LYO MAO MAR POR WES"),
        ("F BUL/EC", "BLA CON RUM"),
        ("F BUL/SC", "AEG CON GRE"),
        ("F STP/NC", "BAR NWY"),
        ("F STP/SC", "BOT FIN LVN"),
        ("F CON", "AEG ANK BLA BUL/EC BUL/SC SMY"),
        ("F KIE", "BAL BER DEN HEL HOL"),
        ("F DEN", "BAL HEL KIE NTH SKA SWE"),
        ("A DEN", "KIE SWE"),
        ("A STP", "FIN LVN MOS NWY"),
        ("F MAO", "BRE ENG GAS IRI NAF NAO POR SPA/NC SPA/SC WES"),
        ("F BAL", "BER BOT DEN KIE LVN PRU SWE"),
        ("F VEN", "ADR APU TRI"),
        ("A NAF", "TUN"),
        ("F TUN", "ION NAF TYS WES"),
    ],
)
def test_where_units_go_from_the_places_that_are_often_wrong(unit, neighbours):
    """1971 VII.1, VII.3: coasts, canals, Sweden and Denmark; Denmark does not touch Berlin."""
    unit = Unit.parse(unit)
    assert " ".join(BOARD.borders[unit.kind][unit.location]) == neighbours


def test_distance_counts_land_and_sea_alike_and_both_coasts():
    """DATC 4.D.8, 6.J.9."""
    steps = BOARD.distances(["STP"])
    assert (steps["STP"], steps["BAR"], steps["BOT"], steps["SWE"], steps["SKA"]) == (0, 1, 1, 2, 2)
    assert set(steps) == set(BOARD.spaces)
    assert BOARD.distances([]) == {}


def test_ties_are_settled_by_the_letters_of_english_names():
    """1971 XIV.4: not by codes."""
    names = [BOARD.spaces[code].alphabetical for code in ("LVN", "LVP", "LON", "STP", "LYO")]
    assert names == ["livonia", "liverpool", "london", "stpetersburg", "gulfoflyon"]


@pytest.fixture
def tables(tmp_path):
    """Return a copy of the three tables of the standard map, for tests to break."""
    for name in ("provinces.csv", "borders.csv", "powers.csv"):
        shutil.copy(Path(str(TABLES / name)), tmp_path / name)
    return tmp_path


def test_the_tables_load(tables):
    assert len(load(tables).spaces) == 75


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("provinces.csv", "ADR,Adriatic Sea,sea,,", "ADR,Adriatic Sea,ocean,,"),
        ("provinces.csv", "ADR,Adriatic Sea,sea,,", "ADR,Aegean Sea,sea,,"),
        ("provinces.csv", "ADR,Adriatic Sea,sea,,", "ADR,Adriatic Sea,sea,,\nADR,Adriatic,sea,,"),
        ("provinces.csv", "ADR,Adriatic Sea,sea,,", "Adriatic,Adriatic Sea,sea,,"),
        ("provinces.csv", "ADR,Adriatic Sea,sea,,", "ADR,Adriatic Sea,sea,,XC"),
        ("provinces.csv", "ADR,Adriatic Sea,sea,,", "ADR,Adriatic Sea,sea,,NC"),
        ("provinces.csv", "ANK,Ankara,coast,TURKEY,", "ANK,Ankara,coast,PERSIA,"),
        ("provinces.csv", "ANK,Ankara,coast,TURKEY,", "ANK,Ankara"),
        ("provinces.csv", "province,name,kind", "code,name,kind"),
        ("borders.csv", "ADR,ALB,fleet", "ADR,XYZ,fleet"),
        ("borders.csv", "ADR,ALB,fleet", "ADR,ALB,army"),
        ("borders.csv", "ADR,ALB,fleet", "ADR,ALB,zeppelin"),
        ("borders.csv", "ADR,ALB,fleet", "ADR,ADR,fleet"),
        ("borders.csv", "ADR,ALB,fleet", "ADR"),
        ("borders.csv", "NAF,TUN,both", "NAF,TUN,fleet"),
        ("borders.csv", "location,neighbour", "place,neighbour"),
        ("powers.csv", "A BUD, A VIE", "A BUD, A BUD"),
        ("powers.csv", "A BUD, A VIE", "A BUD, A MUN"),
        ("powers.csv", "A BUD, A VIE", "F BUD, A VIE"),
        ("powers.csv", "A BUD, A VIE", "Budapest"),
        ("powers.csv", "A BUD, A VIE", "A XYZ"),
        ("powers.csv", "power,units", "name,units"),
    ],
)
def test_a_broken_table_is_refused_and_named(tables, file, old, new):
    text = (tables / file).read_text("utf-8")
    assert old in text
    (tables / file).write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BoardError) as refused:
        load(tables)
    assert refused.value.field == file


@pytest.mark.parametrize("file", ["provinces.csv", "borders.csv", "powers.csv"])
def test_a_missing_or_unreadable_table_is_named(tables, file):
    (tables / file).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BoardError) as refused:
        load(tables)
    assert refused.value.field == file
    (tables / file).unlink()
    with pytest.raises(BoardError) as refused:
        load(tables)
    assert refused.value.field == file
