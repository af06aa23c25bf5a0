"""Words that the reader accepts: the lists of the rules, full names, spelling."""

from adjudicator.board import standard
from adjudicator.notation import LANGUAGES, read
from adjudicator.notation.vocabulary import language_of
from adjudicator.units import Kind

NAMES = sorted(
    {
        (province, name)
        for language in LANGUAGES
        for province, names in language_of(language).places.items()
        for name in names
    }
)
GOING = [
    "-",
    "–",
    "—",
    "->",
    "to",
    "vers",
    "va en",
    "-->",
    "→",
    "moves to",
    "va à",
    "se rend en",
    ">",
    "à",
]
HOLDING = [
    "H",
    "hold",
    "xxx",
    "XXX",
    "tient",
    "T",
    "holds",
    "(H)",
    "se maintient",
    "s’arrête",
    "s'arrete",
]
BUILDING = [
    "A Par B",
    "build A Par",
    "A Paris construite",
    "construit A Par",
    "+A Paris",
    "build an army in Paris",
]


def in_all(text):
    """Read a text in all languages; they must agree."""
    (order,) = {str(read(text, language)) for language in LANGUAGES}
    return order


def test_a_move(subtests):
    for going in GOING:
        with subtests.test(going=going):
            assert in_all(f"A Par {going} Bur") == "A PAR - BUR"


def test_a_hold(subtests):
    for hold in HOLDING:
        with subtests.test(hold=hold):
            assert in_all(f"A Par {hold}") == "A PAR H"


def test_a_support(subtests):
    for helps in ["S", "supports", "(S)", "soutient", "soutien", "supporte", "s", "SUPPORT"]:
        with subtests.test(helps=helps):
            assert in_all(f"A Mar {helps} A Par - Bur") == "A MAR S A PAR - BUR"
            assert in_all(f"A Mar {helps} A Par") == "A MAR S A PAR"
            assert in_all(f"A Mar {helps} A Par xxx") == "A MAR S A PAR"


def test_a_convoy(subtests):
    for carries in ["C", "convoys", "(C)", "convoie", "convoi", "convoy"]:
        with subtests.test(carries=carries):
            assert in_all(f"F Nth {carries} A Lon - Bel") == "F NTH C A LON - BEL"


def test_a_move_by_convoy(subtests):
    for way in ["via", "via convoy", "par convoi", "VIA CONVOI", "(via convoy)", "by convoy"]:
        with subtests.test(way=way):
            assert in_all(f"A Lon - Bel {way}") == "A LON - BEL VIA"
            assert in_all(f"A Lon {way} - Bel") == "A LON - BEL VIA"


def test_a_trade_of_places(subtests):
    """001: both players specify it in their orders."""
    for said in ["A Ser - Bul trade", "A Ser - Bul (échange)", "A Ser - Bul par échange"]:
        with subtests.test(said=said):
            assert in_all(said) == "A SER - BUL TRADE"
    for said in ["A Ser trades places with A Bul", "A Ser échange sa place avec l'armée de Bulgarie"]:
        with subtests.test(said=said):
            assert in_all(said) == "A SER - BUL TRADE"


def test_a_coast(subtests):
    for coast, written in [
        *(
            ("NC", way)
            for way in (" nc", "/nc", "(nc)", "/NC", " cn", ".cn", "(cn)", " côte nord", " (CÔTE NORD)")
        ),
        *(("NC", way) for way in (" north coast", " (north coast)", "-nc", " nn")),
        *(
            ("SC", way)
            for way in (" sc", "/sc", "(sc)", " cs", "/cs", ".cs", " côte sud", " cote sud", " south coast")
        ),
    ]:
        with subtests.test(coast=coast, written=written):
            assert in_all(f"F Spa{written} H") == f"F SPA/{coast} H"
            assert in_all(f"F MAO - Spa{written}") == f"F MAO - SPA/{coast}"
            assert in_all(f"F Por S F MAO - Spa{written}") == f"F POR S F MAO - SPA/{coast}"


def test_the_east_coast_of_bulgaria(subtests):
    for written in ["ec", "/ec", "(ec)", "ce", "/ce", "côte est", "east coast"]:
        with subtests.test(written=written):
            assert in_all(f"F Con - Bul {written}") == "F CON - BUL/EC"


def test_a_coast_may_stand_before_its_space():
    assert in_all("F MAO - the north coast of Spain") == "F MAO - SPA/NC"
    assert in_all("F MAO - côte nord de l’Espagne") == "F MAO - SPA/NC"


def test_a_build_given_up(subtests):
    for wait in ["waive", "WAIVE", "renonce", "pas de construction", "Renonce à construire"]:
        with subtests.test(wait=wait):
            assert in_all(wait) == "WAIVE"


def test_a_build(subtests):
    for build in BUILDING:
        with subtests.test(build=build):
            assert in_all(build) == "A PAR B"


def test_a_disbandment(subtests):
    for leave in [
        "A Par D",
        "A Par disband",
        "disband A Par",
        "A Par se dissout",
        "A Par démantelée",
        "remove A Par",
        "retrait A Par",
    ]:
        with subtests.test(leave=leave):
            assert in_all(leave) == "A PAR D"


def test_a_retreat(subtests):
    for flight in [
        "A Par R Pic",
        "A Par retreats to Pic",
        "A Par R - Pic",
        "A Par se replie en Pic",
        "Retreat A Par - Pic",
    ]:
        with subtests.test(flight=flight):
            assert in_all(flight) == "A PAR R PIC"


def test_an_army(subtests):
    for unit in ["A Par", "a par", "Army Paris", "army in Paris", "l’armée de Paris", "ARMEE PARIS"]:
        with subtests.test(unit=unit):
            assert in_all(f"{unit} H") == "A PAR H"


def test_a_fleet(subtests):
    for unit in ["F Bre", "fleet Brest", "the fleet at Brest", "la flotte de Brest"]:
        with subtests.test(unit=unit):
            assert in_all(f"{unit} H") == "F BRE H"


def test_the_power_of_a_unit_is_set_aside_1971_ix_1(subtests):
    for nation in ["RUSSIE A", "A russe", "Russia A", "RUSSIA: A", "the Russian A", "l’A russe de"]:
        with subtests.test(nation=nation):
            assert in_all(f"A Sil (S) {nation} War-Pru") == "A SIL S A WAR - PRU"
            assert in_all(f"{nation} War - Pru") == "A WAR - PRU"


def test_every_name_is_read_however_it_is_spelled(subtests):
    for language in LANGUAGES:
        for province, name in NAMES:
            with subtests.test(language=language, province=province, name=name):
                kind = "A" if standard().spaces[province].admits(Kind.ARMY) else "F"
                spellings = [
                    name,
                    name.upper(),
                    name.lower(),
                    name.replace(" ", "-"),
                    name.replace("-", " "),
                    name.replace(" ", ""),
                ]
                plain = name.translate(str.maketrans("éèêëâîôûàç’", "eeeeaiouac'"))
                for written in [*spellings, plain]:
                    assert str(read(f"{kind} {written} H", language)) == f"{kind} {province} H"


def test_the_canonical_codes_are_read_in_every_language(subtests):
    for language in LANGUAGES:
        with subtests.test(language=language):
            for code in standard().spaces:
                assert str(read(f"A {code} - {code.lower()}", language)) == f"A {code} - {code}"


def test_composed_and_decomposed_accents_are_one():
    assert in_all("F E\u0301dimbourg - Mer du Nord") == "F EDI - NTH"


def test_invisible_characters_are_ignored():
    assert in_all("\ufeffA\u00a0Pa\u00adr\u200b - Bur") == "A PAR - BUR"
