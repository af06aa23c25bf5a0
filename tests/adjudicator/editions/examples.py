"""The examples of the rulebook of 1971 (IX to XII, XIV.5), orders as printed."""

EXAMPLES = {
    "1": {
        "ENGLAND": "F DEN - KIE, F NTH - DEN, F HEL S F NTH - DEN",
        "RUSSIA": "A BER - KIE, F BAL S F SKA - DEN, F SKA - DEN",
    },
    "2": {
        "FRANCE": "A BUR H",
        "GERMANY": "A MUN - BUR, A KIE S A BOH - MUN",
        "AUSTRIA": "A BOH - MUN",
    },
    "2, with Austria's own support": {
        "FRANCE": "A BUR H",
        "GERMANY": "A MUN - BUR, A KIE S A BOH - MUN",
        "AUSTRIA": "A BOH - MUN, A TYR S A BOH - MUN",
    },
    "3": {"AUSTRIA": "A SER - BUD, A VIE - BUD", "RUSSIA": "A GAL S A SER - BUD"},
    "3, with an army in Budapest": {
        "AUSTRIA": "A SER - BUD, A VIE - BUD, A BUD H",
        "RUSSIA": "A GAL S A SER - BUD",
    },
    "4": {
        "AUSTRIA": "A SER H",
        "RUSSIA": "A RUM - SER, A BUD S A RUM - SER",
        "TURKEY": "A BUL - SER, A GRE S A BUL - SER",
    },
    "4, with a support": {
        "AUSTRIA": "A SER S A ALB, A ALB H",
        "RUSSIA": "A RUM - SER, A BUD S A RUM - SER",
        "TURKEY": "A BUL - SER, A GRE S A BUL - SER",
    },
    "IX.6, valid": {"GERMANY": "A MUN H, A BOH S A MUN", "ITALY": "A TYR - MUN, A BUR S A TYR - MUN"},
    "IX.6, void": {
        "GERMANY": "A MUN - BER, A BOH S A MUN, A BER H",
        "ITALY": "A TYR - MUN, A BUR S A TYR - MUN",
    },
    "5": {"TURKEY": "A BUL - RUM", "RUSSIA": "A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM"},
    "5, without A Sev": {
        "TURKEY": "A BUL - RUM, A BUD H",
        "RUSSIA": "A RUM - BUL, A SER S A RUM - BUL, A VIE - BUD, A TRI S A VIE - BUD",
    },
    "6": {
        "TURKEY": "A BUL - RUM, F BLA S A BUL - RUM",
        "RUSSIA": "A RUM - BUL, A GRE S A RUM - BUL, A SER S A RUM - BUL, A SEV - RUM",
    },
    "7": {"GERMANY": "A PRU - WAR, A SIL S A PRU - WAR", "RUSSIA": "A WAR H, A BOH - SIL"},
    "8": {"GERMANY": "A PRU - WAR, A SIL S A PRU - WAR", "RUSSIA": "A WAR - SIL"},
    "9": {
        "GERMANY": "A BER - PRU, A SIL S A BER - PRU",
        "RUSSIA": "A PRU - SIL, A WAR S A PRU - SIL, F BAL - PRU",
    },
    "10": {
        "GERMANY": "A BER H, A MUN - SIL",
        "RUSSIA": "A PRU - BER, A SIL S A PRU - BER, A BOH - MUN, A TYR S A BOH - MUN",
    },
    "11": {
        "FRANCE": "A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
        "ITALY": "F ION - TYS, F TUN S F ION - TYS",
    },
    "12": {
        "ENGLAND": "A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL",
        "FRANCE": "F BRE - ENG, F IRI S F BRE - ENG",
    },
    "12, without dislodgement": {
        "ENGLAND": "A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL",
        "FRANCE": "F BRE - ENG, F IRI H",
    },
    "13": {
        "FRANCE": "A SPA - NAP, F LYO C A SPA - NAP, F TYS C A SPA - NAP",
        "ITALY": "F ION - TYS, F NAP S F ION - TYS",
    },
    "XIV.5, rotation": {"ENGLAND": "A HOL - BEL", "FRANCE": "F BEL - NTH", "GERMANY": "F NTH - HOL"},
    "XIV.5, trading by two convoys": {
        "ENGLAND": "A LON - BEL, F NTH C A LON - BEL",
        "FRANCE": "A BEL - LON, F ENG C A BEL - LON",
    },
    "XIV.5, trading by one convoy": {
        "ENGLAND": "A NWY - SWE, F SKA C A NWY - SWE",
        "RUSSIA": "A SWE - NWY",
    },
    "XIV.5, no trading": {"ENGLAND": "A NWY - SWE", "RUSSIA": "A SWE - NWY"},
    "XII.1, other destination": {"ENGLAND": "A LON - BEL, F NTH C A LON - HOL"},
    "XII.2": {
        "ENGLAND": "A LON - TUN, F ENG C A LON - TUN, F MAO C A LON - TUN",
        "FRANCE": "F WES C A LON - TUN",
    },
}
"""The examples by number, with the variants that the text mentions."""
