"""Orders as the French sources print them, each read in the edition of its source."""

import pytest

from adjudicator.notation import Invalid, read

RULEBOOK_1971 = {
    "A Tyr-Mun": "A TYR - MUN",
    "A Bur (S) A Tyr-Mun": "A BUR S A TYR - MUN",
    "A Sil (S) RUSSIE A War-Pru": "A SIL S A WAR - PRU",
    "F Bal (S) F Ska-Den": "F BAL S F SKA - DEN",
    "A Bur (H)": "A BUR H",
    "A Kie (S) AUTRICHE A Boh-Mun": "A KIE S A BOH - MUN",
    "A Boh (S) A Mun (H)": "A BOH S A MUN",
    "A Tya (S) A Boh-Mun": "A TYR S A BOH - MUN",
    "A Lon-Bel": "A LON - BEL",
    "F Nth (C) A Lon-Bel": "F NTH C A LON - BEL",
    "F Nth (C) ANGLETERRE A Lon-Bel": "F NTH C A LON - BEL",
    "F MAO (C) A Lon-Tun": "F MAO C A LON - TUN",
    "F Wme (C) ANGLETERRE A Lon-Tun": "F WES C A LON - TUN",
    "F GLy (C) A Spa-Nap": "F LYO C A SPA - NAP",
    "F Ion-TyS": "F ION - TYS",
    "F St-Petersbourg (côte sud) - GBo": "F STP/SC - BOT",
    "F Nap (S) F Ion-TyS": "F NAP S F ION - TYS",
    "F NwS - Nwy": "F NWG - NWY",
}
ENS = {
    "- A Ank xxx": "A ANK H",
    "F Smy -> Ege": "F SMY - AEG",
    "F Ion S F Smy -> Ege": "F ION S F SMY - AEG",
    "A Con -> Seb": "A CON - SEV",
    "F Noi C A Con -> Seb": "F BLA C A CON - SEV",
    "F Bul S F Noi xxx": "F BUL S F BLA",
    "F Esp.cs-Por": "F SPA/SC - POR",
    "F Por-Esp.cn": "F POR - SPA/NC",
    "F StP (côte sud) xxx": "F STP/SC H",
}
PARKER = {
    "- A Kie XXX": "A KIE H",
    "A Ven — Tri": "A VEN - TRI",
    "F Bal — Sue": "F BAL - SWE",
    "A Bud S A Tri": "A BUD S A TRI",
    "A Ukr S F Seb XXX": "A UKR S F SEV",
    "F St-Petersbourg (CN) — Bar": "F STP/NC - BAR",
    "F Edi — Nvn": "F EDI - NWG",
    "F Bre — AtM": "F BRE - MAO",
    "F Nrd XXX et C A Yor — Hol": "F NTH C A YOR - HOL",
    "F Noi XXX et S A Bul — Rou": "F BLA S A BUL - RUM",
    "A Ukr XXX et S F Seb XXX": "A UKR S F SEV",
    "F Tun — Moc": "F TUN - WES",
    "F Rom — Mty": "F ROM - TYS",
    "F Mty — Gli": "F TYS - LYO",
    "F Atm — Naf": "F MAO - NAF",
    "A Var — Liv": "A WAR - LVN",
    "A Arm XXX et S F Noi — Seb": "A ARM S F BLA - SEV",
    "F Atn — Por": "F NAO - POR",  # an error of §15: it reads as the table says, and the order is illegal
}
ANJOU = {
    "F Ankara - Constantinople": "F ANK - CON",
    "F Constantinople S A Bulgarie xxx": "F CON S A BUL",
    "+A Smyrne": "A SMY B",
    "A Belgique - mer du Nord - Londres": "A BEL - LON",
    "A Trieste - Venise": "A TRI - VEN",
    "F mer Adriatique C A Trieste - Venise": "F ADR C A TRI - VEN",
    "A Venise S A Albanie - Trieste": "A VEN S A ALB - TRI",
    "A Rome - Venise par convoi": "A ROM - VEN VIA",
    "F mer d’Irlande S F Atlantique - Manche": "F IRI S F MAO - ENG",
    "A pays de Galles - Londres": "A WAL - LON",
    "F Londres S F mer du Nord xxx": "F LON S F NTH",
    "F Édimbourg - mer du Nord": "F EDI - NTH",
}
PRINTED = [
    (edition, text, order)
    for edition, examples in {"1971": RULEBOOK_1971, "ens": ENS, "parker": PARKER, "anjou": ANJOU}.items()
    for text, order in examples.items()
]


@pytest.mark.parametrize(("edition", "text", "order"), PRINTED)
def test_the_orders_of_the_sources_are_read_in_their_editions(edition, text, order):
    assert str(read(text, "fr", edition)) == order


@pytest.mark.parametrize("slip", ["Vic", "Nvg", "Toc"])
def test_slips_of_the_campaign_that_mean_nothing_are_refused_by_name_parker_15(slip):
    with pytest.raises(Invalid) as refusal:
        read(f"F {slip} XXX", "fr", "parker")
    assert refusal.value.word == slip
