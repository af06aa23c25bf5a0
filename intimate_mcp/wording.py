"""A duel, its options and the rules in words that a language model reads."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from intimate_client import Duel, Options

SECTION = re.compile(r"^## (?P<number>\d+)\. (?P<title>.+)$", re.MULTILINE)
NOTATION = """Orders are written so, with three letters for each space:

A PAR H                 hold
A PAR - BUR             move; F MAO - SPA/NC names the coast; A LON - BEL VIA goes by convoy
A MAR S A PAR - BUR     support a move
A MAR S A PAR           support a unit where it stands
F NTH C A LON - BEL     convoy
A PAR R PIC, A PAR D    retreat, or disband (after a dislodgement)
A PAR B, F STP/NC B     build in winter; A PAR D removes; WAIVE gives up a build

An entry has one of: homes, all seven powers, the most wanted first; bids, credits by mercenary; orders, a
list by power, for every power that you command."""


def duel_in_words(duel: Duel, last: Mapping[str, Any] | None) -> str:
    """Describe a duel and its last chapter; all of it is public."""
    return "\n".join(_lines(duel, last))


def _lines(duel: Duel, last: Mapping[str, Any] | None) -> Iterator[str]:
    you = duel["you"]
    yield f"duel {duel['duel']}, phase {duel['phase'] or 'none: it has ended'}"
    for side, player in duel["players"].items():
        yours = " (you)" if side == you else ""
        yield (
            f"{side}{yours}: {player['name']}, home power {duel['homes'].get(side, 'not known yet')}, "
            f"credits {duel['credits'].get(side, '-')}"
        )
    for power, commander in duel["control"].items():
        idle = "in anarchy, or to be hired" if duel["phase"] else "in anarchy"
        now = f"commanded by {commander}" if commander else idle
        yield f"mercenary {power}: {now}"
    position = duel["position"]
    for power, units in position["units"].items():
        yield f"{power} units: {', '.join(units) or 'none'}"
    for power, centres in position["centers"].items():
        yield f"{power} centres: {', '.join(centres)}"
    for power, routed in position["dislodged"].items():
        for unit, places in routed.items():
            yield f"{power} dislodged: {unit}, may retreat to {', '.join(places) or 'nowhere'}"
    if last:
        yield from _chapter(last)
    if duel["result"]:
        yield f"result: {json.dumps(duel['result'])}"
    elif duel["awaits_you"]:
        yield f"Submit an entry for {duel['phase']}."
    else:
        yield "Waiting for your opponent."


def _chapter(last: Mapping[str, Any]) -> Iterator[str]:
    """Describe both entries of the last chapter, and what failed."""
    chapter, line = last["chapter"], last["line"]
    yield f"last chapter: {chapter.get('phase') or chapter.get('event')}"
    for side, entry in chapter.get("entries", {}).items():
        plain = {name: value for name, value in entry.items() if name in {"homes", "bids", "orders"}}
        yield f"  {side}: {json.dumps(plain)}"
    if "auction" in line:
        yield f"  auction: {json.dumps(line['auction'])}"
    for power, reasons in line.get("reasons", {}).items():
        for unit, reason in reasons.items():
            yield f"  {power} {unit}: {reason}"


def options_in_words(options: Options) -> str:
    """Say what an entry for a phase must contain."""
    if options["takes"] == "homes":
        return f"Submit homes: all of {', '.join(options['powers'])}, the most wanted first."
    if options["takes"] == "bids":
        powers = ", ".join(each["power"] for each in options["mercenaries"])
        return f"Submit bids for any of {powers}; your reserve is {options['reserve']}."
    units = ", ".join(f"{each['unit']} of {each['power']}" for each in options["units"])
    winters = ", ".join(
        f"{each['power']} {'removes' if each['removes'] else 'may build'} {each['number']}"
        for each in options["winters"]
    )
    return f"Submit orders for {units or winters}."


def legal_orders(options: Options, unit: str) -> str:
    """List the legal orders of a unit, or in winter those of a power."""
    for each in options["units"]:
        if each["unit"] == unit:
            return "\n".join(each["orders"])
    for winter in options["winters"]:
        if winter["power"] == unit:
            return "\n".join(winter["orders"])
    return f"{unit} takes no orders now. {options_in_words(options)}"


@cache
def sections() -> Mapping[str, str]:
    """The sections of the rules, by their titles."""
    whole = files("intimate_mcp").joinpath("rules.md").read_text(encoding="utf-8")
    found = list(SECTION.finditer(whole))
    ends = [each.start() for each in found[1:]] + [len(whole)]
    return {each["title"]: whole[each.start() : end] for each, end in zip(found, ends, strict=True)}


def rules(topic: str) -> str:
    """The sections with a word in their title, or the two that have it most often; else a list of titles."""
    if topic.strip().lower() in {"notation", "orders"}:
        return NOTATION
    word = topic.strip().lower().removeprefix("§").strip()
    titles = [title for title in sections() if word and word in title.lower()]
    if word and not titles:
        counts = Counter({title: text.lower().count(word) for title, text in sections().items()})
        titles = [title for title, count in counts.most_common(2) if count]
    if titles:
        return "\n\n".join(sections()[title] for title in titles)
    return "Topics: notation, " + ", ".join(sections())
