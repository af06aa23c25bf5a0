"""The typed box: each fault names its line and the reason, the text stays, nothing is stored."""

import html
import re
import sqlite3

import pytest

from adjudicator.notation import read
from tests.builders import UNITS, start
from tests.fixtures_duels import FIRST
from tests.intimate.winters import winter
from tests.web.reading import box, faults
from web.duels.sent_entry import read_orders

ROUTED = {"AUSTRIA": {"A SER": ["ALB", "GRE"]}, "FRANCE": {"F POR": ["SPA/NC", "SPA/SC"]}}
FLEETS = {"AUSTRIA": ["A GAS", "F MAO", "F TRI"], "FRANCE": ["A PAR"]}
PHASES = {
    "moves": lambda: start("S1902M"),
    "coasts": lambda: start("S1902M", units=FLEETS),
    "retreats": lambda: start("S1902R", dislodged=ROUTED),
    "winter": winter,
}


def examples(answer):
    """Return the example orders in the hint of the box: from its colon to its full stop."""
    hint = html.unescape(re.search(r'id="typed-hint">(.*?)</p>', answer.text, re.DOTALL)[1])
    return re.search(r":\s(.*?)\.\s", hint)[1].split(", ")


@pytest.mark.parametrize(
    ("reader", "sheet", "stored"),
    [
        ("anna", "A Vie - Gal\nA Bud S A Vie - Gal\n\n# F Tri", ["A VIE - GAL", "A BUD S A VIE - GAL"]),
        ("anna", "Austria: Vienna to Galicia; Trieste holds", ["A VIE - GAL", "F TRI H"]),
        ("boris", "A Paris – Bourgogne\r\nBrest - la Manche", ["A PAR - BUR", "F BRE - ENG"]),
        ("boris", "", None),
        ("boris", "  \n# rien\n", None),
    ],
)
def test_a_sheet_in_the_viewer_s_language_replaces_what_is_stored(pages, reader, sheet, stored):
    duel = pages(start("S1902M"))
    duel.post(reader, "typed", orders="A Bud - Rum" if reader == "anna" else "A Mar - Esp")
    assert duel.post(reader, "typed", orders=sheet).headers["Location"] == duel.path
    home = "AUSTRIA" if reader == "anna" else "FRANCE"
    assert duel.content(reader) == {"orders": {home: stored} if stored else {}}


def test_stored_orders_are_in_the_box_in_the_viewer_s_language_and_can_be_resent(pages):
    duel = pages(start("S1902M", control={"ITALY": "first"}))
    duel.post("anna", "typed", orders="A Vie - Gal\nA Rom - Apu", ready="yes")
    stored = duel.content()
    shown = box(duel.get())
    assert shown.splitlines() == ["A Vienna - Galicia", "A Rome - Apulia"]
    duel.post("anna", "typed", orders=shown)
    assert (duel.content(), duel.contest.entry(FIRST).ready) == (stored, True)


FAULTS = [
    ("moves", "A Vie - Atlantis", "Atlantis” means nothing here", "« Atlantis » ne veut rien dire ici"),
    ("moves", "A Vie", "does not say what to do", "ne dit pas que faire"),
    ("moves", "A Vie - Par", "it cannot reach Paris", "elle ne peut pas atteindre Paris"),
    ("moves", "A Vie - Vie", "it stands there already", "elle s’y trouve déjà"),
    ("moves", "A Par - Bur", "A Paris belongs to another power", "A Paris appartient à une autre puissance"),
    ("moves", "A Rom - Apu", "A Rome belongs to another power", "A Rome appartient à une autre puissance"),
    ("moves", "A Gal - War", "A Galicia is not there", "aucune armée en Galicie"),
    (
        "moves",
        "F Tri C A Vie - Gal",
        "only fleets at sea convoy",
        "seules les flottes en mer peuvent convoyer",
    ),
    (
        "moves",
        "A Bud S A Vie - Tyr",
        "it cannot reach Tyrolia to support there",
        "elle ne peut pas atteindre le Tyrol pour y apporter son soutien",
    ),
    ("moves", "A Vie B", "does not belong to this phase", "cet ordre ne convient pas à cette phase"),
    ("moves", "waive", "does not belong to this phase", "cet ordre ne convient pas à cette phase"),
    (
        "moves",
        "A Vie - " + "Gal " * 200,
        "too long: write one order a line",
        "trop long : écrivez un ordre par ligne",
    ),
    ("coasts", "F Mao - Spa", "a coast of Spain", "l’ordre doit préciser une côte pour l’Espagne"),
    ("coasts", "F Mao - Spa/ec", "names a coast that is not there", "nomme une côte qui n’existe pas là"),
    (
        "retreats",
        "A Ser - Bul",
        "it may not retreat to Bulgaria",
        "elle ne peut pas faire retraite vers la Bulgarie",
    ),
    ("retreats", "A Ser H", "does not belong to this phase", "cet ordre ne convient pas à cette phase"),
    (
        "retreats",
        "A Vie - Gal",
        "no further order of this kind is due",
        "aucun autre ordre de cette sorte n’est attendu",
    ),
    ("winter", "A Bud B", "Budapest is occupied", "Budapest : la case est occupée"),
    (
        "winter",
        "F Vie B",
        "such a unit cannot stand in Vienna",
        "Vienne ne peut pas recevoir une telle unité",
    ),
    ("winter", "A Mar B", "no home centre", "Marseille n’est pas un centre d’origine"),
    (
        "winter",
        "A Bud D",
        "no further order of this kind is due",
        "aucun autre ordre de cette sorte n’est attendu",
    ),
    (
        "winter",
        "Italy: waive",
        "this power may not give up a build",
        "cette puissance ne peut pas renoncer à une construction",
    ),
    ("winter", "A Vie H", "is not there", "aucune armée à Vienne"),
]


@pytest.mark.parametrize("reader", ["anna", "boris"])
@pytest.mark.parametrize("phase", PHASES)
def test_each_kind_of_fault_names_its_line_gives_the_reason_and_stores_nothing(pages, phase, reader):
    """The reason is in the viewer's language, and the text stays."""
    begin = PHASES[phase]()
    if reader == "boris":
        begin["homes"] = {"first": "FRANCE", "second": "AUSTRIA"}
        begin["control"] = dict.fromkeys(begin.get("control", {}), "second")
    duel = pages(begin)
    for kind, line, english, french in FAULTS:
        if kind != phase:
            continue
        sheet = f"# a <b>sheet</b>\n\n{line}\n"
        answer = duel.post(reader, "typed", orders=sheet, ready="yes")
        assert answer.status_code == 422, line
        (fault,) = faults(answer)
        assert fault.startswith("Line 3, “" if reader == "anna" else "Ligne 3, « "), fault
        assert (english if reader == "anna" else french) in fault
        assert box(answer).splitlines() == sheet.splitlines()
        assert '<details class="typed" open>' in answer.text
        assert duel.content(reader) is None


def test_every_line_at_fault_is_named_and_the_good_ones_are_not_stored(pages):
    duel = pages(start("S1902M"))
    answer = duel.post("anna", "typed", orders="A Vie - Gal\nnonsense\nF Tri - Alb\nA Bud - Par, A Vie H")
    assert [fault[:7] for fault in faults(answer)] == ["Line 2,", "Line 4,", "Line 4,"]
    assert "this unit has an order in line 1 already" in faults(answer)[2]
    assert duel.content() is None


def test_a_line_that_breaks_a_rule_leads_to_it_and_one_that_cannot_be_read_does_not(pages):
    answer = pages(start("S1902M")).post("anna", "typed", orders="A Vie - Par\nnonsense")
    assert re.findall(r'href="(/learn/rules/moves[^"]*)"', answer.text) == ["/learn/rules/moves#army"]


def test_a_faulty_sheet_leaves_what_was_stored_and_handed_in(pages):
    duel = pages(start("S1902M"))
    duel.post("anna", "typed", orders="A Vie - Gal", ready="yes")
    assert duel.post("anna", "typed", orders="A Vie - Par").status_code == 422
    assert duel.content() == {"orders": {"AUSTRIA": ["A VIE - GAL"]}}
    assert duel.contest.entry(FIRST).ready


@pytest.mark.parametrize(
    ("reader", "sheet", "words"),
    [
        ("anna", "A Vie B\nwaive\nF Tri B", "Line 3, “F Tri B”: no further order of this kind is due"),
        ("anna", "waive\nwaive\nA Vie B\nItaly\nA Nap B", "Line 3, “A Vie B”: no further order of this kind"),
        ("anna", "A Tri B\nF Tri B", "Line 2, “F Tri B”: this unit has an order in line 1 already"),
        ("boris", "A Par retirée", None),
        ("boris", "A Par D\nF Bre D", "Ligne 2, « F Bre D » :"),
    ],
)
def test_more_winter_orders_than_are_due_are_named_by_their_lines(pages, reader, sheet, words):
    """§6."""
    duel = pages(winter())
    answer = duel.post(reader, "typed", orders=sheet)
    assert answer.status_code == (422 if words else 303), faults(answer)
    if words:
        (fault,) = faults(answer)
        assert fault.startswith(words)
        assert duel.content(reader) is None


def test_a_sheet_that_is_no_sheet_is_refused_whole(pages):
    duel = pages(start("S1902M"))
    answer = duel.post("boris", "typed", orders="A Par H\n" * 5000)
    assert answer.status_code == 422
    (fault,) = faults(answer)
    assert fault.endswith(" : C’est trop long : écrivez un ordre par ligne, et seulement ceux d’une phase")
    assert duel.content("boris") is None


def test_a_sheet_of_nothing_but_faults_is_answered_too(pages):
    duel = pages(start("S1902M"))
    answer = duel.post("anna", "typed", orders="a," * 150)
    assert answer.status_code == 422
    assert len(faults(answer)) == 150
    assert {fault.partition(":")[0] for fault in faults(answer)} == {"Line 1, “a”"}
    too_many = duel.post("anna", "typed", orders="a," * 9999)
    assert too_many.status_code == 422
    assert [fault.partition(": ")[2] for fault in faults(too_many)] == [
        "This is too long: write one order a line, and only the orders of one phase"
    ]
    assert duel.content() is None


@pytest.mark.parametrize("begin", [None, start("S1902B")])
def test_where_no_orders_are_asked_for_the_box_takes_nothing(pages, begin):
    duel = pages(begin)
    answer = duel.post("anna", "typed", orders="A Vie - Gal")
    assert answer.status_code == 409
    assert "A Vie - Gal" in answer.text
    assert duel.content() is None


def test_no_typed_heading_gives_a_player_the_opponent_s_units(pages):
    duel = pages(start("S1902M"))
    for sheet in (
        "France: A Par - Bur",
        "Autriche\nA Par - Bur",
        "\n".join(f"{unit} H" for unit in UNITS["FRANCE"]),
    ):
        assert duel.post("anna", "typed", orders=sheet).status_code == 422
    assert duel.content() is None


@pytest.mark.parametrize("page", ["", "/what-if/now"])
@pytest.mark.parametrize(("reader", "language"), [("anna", "en"), ("boris", "fr")])
def test_every_example_of_the_hint_is_an_order_in_the_viewer_s_language(pages, reader, language, page):
    answer = pages(start("S1902M")).get(reader, page, follow_redirects=True)
    orders = [str(read(example, language)) for example in examples(answer)]
    assert orders == ["A PAR - BUR", "F NTH C A LON - BEL", "A MAR S A PAR - BUR"]


@pytest.mark.parametrize(
    ("begin", "orders"),
    [
        ("winter", {"A PAR B", "F BRE B", "WAIVE", "A PAR D"}),
        ("retreats", {"A PAR R GAS", "F BRE D"}),
    ],
)
@pytest.mark.parametrize(("reader", "language"), [("anna", "en"), ("boris", "fr")])
def test_the_hint_of_the_box_fits_the_phase(pages, reader, language, begin, orders):
    begun = PHASES[begin]()
    if begin == "retreats":
        begun["dislodged"]["FRANCE"] = {"A POR": ["SPA"]}
    hint = html.unescape(re.search(r'id="typed-hint">(.*?)</p>', pages(begun).get(reader).text, re.DOTALL)[1])
    examples = re.split(r"[,;]|to remove|pour retirer", re.search(r":\s(.*?)\.\s", hint)[1])
    assert {str(read(each.strip(), language)) for each in examples if each.strip()} == orders


@pytest.mark.parametrize(
    ("begin", "reader", "sheet", "stored"),
    [
        ("moves", "anna", "1. Vie = Gal\n2. F Tri - Adri", ["A VIE - GAL", "F TRI - ADR"]),
        ("winter", "anna", "Builds: A Vie, F Tri", ["A VIE B", "F TRI B"]),
        ("winter", "anna", "+A Vie +F Tri", ["A VIE B", "F TRI B"]),
        ("winter", "boris", "- A Par", ["A PAR D"]),
        ("winter", "boris", "Supprimer A Par", ["A PAR D"]),
    ],
)
def test_one_meaning_among_what_the_player_can_order_is_enough(pages, begin, reader, sheet, stored):
    duel = pages(PHASES[begin]())
    answer = duel.post(reader, "typed", orders=sheet)
    assert answer.status_code == 303, faults(answer)
    assert [order for orders in duel.content(reader)["orders"].values() for order in orders] == stored


@pytest.mark.parametrize(
    ("module", "page", "sent"),
    [
        ("entering", "typed", {"orders": "A Vie - Gal"}),
        ("beforehand", "beforehand", {"phase": "W1902A", "orders": "A Vie B"}),
    ],
)
def test_typed_orders_are_read_while_nobody_is_locked_out(
    pages, sqlite_database, monkeypatch, module, page, sent
):
    """Reading them under SQLite's write lock kept the opponent from handing in."""
    duel, read_in_time = pages(start("F1902M")), []

    def read_meanwhile(text, desk):
        with sqlite3.connect(sqlite_database.url.database, timeout=0, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE").execute("ROLLBACK")
        other.close()
        read_in_time.append(text)
        return read_orders(text, desk)

    monkeypatch.setattr(f"web.duels.{module}.read_orders", read_meanwhile)
    duel.post("anna", page, **sent)
    assert len(read_in_time) == 1
