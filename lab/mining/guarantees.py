"""Guarantees: goals that some orders reach whatever the enemy units in reach do."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from adjudicator import Convoy, Move, Order, Province, Support, Unit, province_of, standard
from intimate.duel import Duel
from intimate.entries import NO_ORDERS, Orders
from intimate.players import Player
from lab.mining.candidate import Candidate, Position, candidate
from learning.guarantee import MOST_REPLIES, MOST_UNITS, Guarantee
from learning.puzzle import Aim, PuzzleKind
from opponent.chance import shuffled
from opponent.choosing import orders_of
from opponent.evaluation import Weights
from opponent.field import Field, Row
from opponent.movement import Repertoire
from opponent.sides import OTHER, OWN, OpposingSides

SAMPLED, TRIED = 240, 220
"""The number of own order sets sampled, and of replies sampled against which they are tried first."""
MOST_RIGHT = 0.06
"""The largest part of sampled order sets that may be right."""
MOVES, HOLDS = 0.7, 0.5
"""In samples, the probability of a unit to move on its own, and of one that could support to hold."""
LOOKED_AT = 24
"""How many of the promising order sets are tried against all replies."""
FEWEST_REPLIES, FEWEST_ORDERS = 40, 2
"""With fewer replies there is no threat; with fewer orders in the answer it is no puzzle."""


class Question(NamedTuple):
    """A possible question about a position."""

    aim: Aim
    place: str
    goals: frozenset[Province]


def guarantees(position: Position, player: Player, chance: Random) -> Iterator[Candidate]:
    """Yield the guarantees in a position for a player."""
    duel = position.duel
    field = Field(OpposingSides.of(duel, player), Weights.load())
    reaches = [_reach(field, index) for index in range(len(field.slate.units))]
    for question in _questions(duel, player):
        units = _within_reach(field, reaches, question.goals)
        if not 1 <= len(units) <= MOST_UNITS:
            continue
        names = tuple(field.slate.units[index] for index in units)
        asked = Guarantee(duel, player, question.aim, question.place, names)
        if not FEWEST_REPLIES <= asked.count <= MOST_REPLIES:
            continue
        found = _checked(position, player, field, asked, reaches, chance)
        if found:
            yield found


def _questions(duel: Duel, player: Player) -> Iterator[Question]:
    homes, position = standard().homes, duel.position
    own, theirs = (frozenset(homes[duel.homes[who]]) for who in (player, player.opponent))
    yield Question(Aim.REACH, "", theirs | own)
    yield Question(Aim.GUARD, "", own)
    mine = {unit.province for power in duel.commands(player) for unit in position.units_of(power)}
    for centre in sorted(standard().centres):
        aim = Aim.HOLD if centre in mine else Aim.TAKE
        yield Question(aim, centre, frozenset({centre}))


def _reach(field: Field, index: int) -> frozenset[Province]:
    """The provinces that a unit can enter or support into."""
    found = {field.slate.units[index].province}
    for number in field.slate.ranges[index]:
        found |= set(_aims(field.slate.orders[number]))
    return frozenset(found)


def _aims(order: Order) -> Iterator[Province]:
    match order:
        case Move(to=to) | Convoy(to=to):
            yield province_of(to)
        case Support(supported=supported, to=to):
            yield province_of(to) if to else supported.province


def _within_reach(
    field: Field, reaches: Sequence[frozenset[Province]], goals: frozenset[Province]
) -> list[int]:
    """The enemy units that matter: they reach the goal, own units that act for it, or such enemy units."""
    units = field.slate.units
    own = [index for index in field.units[OWN] if reaches[index] & goals]
    near = goals | {units[index].province for index in own}
    first = [index for index in field.units[OTHER] if reaches[index] & near]
    wide = near | {units[index].province for index in first}
    return [index for index in field.units[OTHER] if reaches[index] & wide]


def _checked(
    position: Position,
    player: Player,
    field: Field,
    asked: Guarantee,
    reaches: Sequence[frozenset[Province]],
    chance: Random,
) -> Candidate | None:
    """Return the puzzle if it has a few answers, and neither holding nor the orders played are one."""
    own = Repertoire(field, OWN)
    played = position.entries.get(player, NO_ORDERS)
    usual = tuple(asked.numbers(played.all)) if isinstance(played, Orders) else ()
    if not (asked.breaking(own.holding) and asked.breaking(usual)):
        return None
    near = frozenset().union(
        *(reaches[field.slate.units.index(unit)] for unit in asked.units),
        *({Province(place)} for place in [asked.place] if place),
    )
    rows = _sampled(field, own, near, reaches, chance)
    replies = [asked.reply(int(chance.random() * asked.count)) for _ in range(TRIED)]
    seeming = _seeming(asked, rows, replies)
    right = [row for row in seeming[:LOOKED_AT] if not asked.breaking(row)]
    share = len(right) / max(1, len(seeming[:LOOKED_AT])) * len(seeming) / len(rows)
    if not 0 < share <= MOST_RIGHT:
        return None
    best = min(
        right, key=lambda row: sum(number != held for number, held in zip(row, own.holding, strict=True))
    )
    best = _plain(asked, own, best)
    orders = sum(number != held for number, held in zip(best, own.holding, strict=True))
    if orders < FEWEST_ORDERS or not _stands(asked, field, best, chance):
        return None
    units = sorted(map(str, asked.units))
    return candidate(
        PuzzleKind.GUARANTEE,
        position,
        player,
        orders_of(field, best),
        played,
        [
            asked.aim,
            asked.place,
            *units,
            *sorted(str(field.slate.units[index]) for index in field.units[OWN] if reaches[index] & near),
        ],
        aim=asked.aim,
        place=asked.place,
        units=list(map(str, asked.units)),
    )


def _plain(asked: Guarantee, own: Repertoire, row: Row) -> Row:
    """Let every unit hold whose order is not needed."""
    for place, held in enumerate(own.holding):
        plainer = (*row[:place], held, *row[place + 1 :])
        if plainer != row and not asked.breaking(plainer):
            row = plainer
    return row


def _stands(asked: Guarantee, field: Field, row: Row, chance: Random) -> bool:
    """Tell whether an answer also works if all enemy units may move, by samples."""
    enemy = Repertoire(field, OTHER)
    replies = [_by_lot(field, enemy, range(len(enemy.units)), chance) for _ in range(2000)]
    return not _failing(asked, [row], replies)[0]


def _seeming(asked: Guarantee, rows: Sequence[Row], replies: Sequence[Row]) -> list[Row]:
    """The order sets that no sampled reply refutes."""
    failing = _failing(asked, rows, replies)
    return [row for row, fails in zip(rows, failing, strict=True) if not fails]


def _failing(asked: Guarantee, rows: Sequence[Row], columns: Sequence[Row]) -> list[bool]:
    width, count = len(columns), len(rows) * len(columns)
    masks: dict[int, int] = {}
    block = (1 << width) - 1
    for place, row in enumerate(rows):
        for number in row:
            masks[number] = masks.get(number, 0) | block << place * width
    each = ((1 << count) - 1) // block
    small: dict[int, int] = {}
    for place, column in enumerate(columns):
        for number in column:
            small[number] = small.get(number, 0) | 1 << place
    masks |= {number: mask * each for number, mask in small.items()}
    reached = asked.reached(masks, count)
    return [(reached >> place * width) & block != block for place in range(len(rows))]


def _sampled(
    field: Field,
    own: Repertoire,
    near: frozenset[Province],
    reaches: Sequence[frozenset[Province]],
    chance: Random,
) -> list[Row]:
    """Random order sets: moves, and plans of moves with their supports; distant units hold."""
    close = [place for place, unit in enumerate(own.units) if reaches[unit] & near]
    found = dict.fromkeys(_by_lot(field, own, close, chance) for _ in range(SAMPLED))
    return list(found)


def _by_lot(field: Field, side: Repertoire, places: Sequence[int] | range, chance: Random) -> Row:
    row = list(side.holding)
    unit_of = field.slate.unit_of
    for place in places:
        steps = side.steps[place]
        if chance.random() < MOVES:
            row[place] = steps[int(chance.random() * len(steps))]
    busy: set[int] = set()
    plans = side.plans
    for _ in range(int(chance.random() * 4) if plans else 0):
        plan = plans[int(chance.random() * len(plans))]
        units = {unit_of[number] for number in plan}
        if not units & busy and all(side.place[unit] in places for unit in units):
            busy |= units
            for number in plan:
                row[side.place[unit_of[number]]] = number
    for index in shuffled(len(side.units), chance):
        if index not in places or side.units[index] in busy or chance.random() < HOLDS:
            continue
        supports = [
            number
            for (unit, supported, to), number in side.supports.items()
            if unit == side.units[index] and to is None and _stays(field, side, row, supported)
        ]
        if supports:
            row[index] = supports[int(chance.random() * len(supports))]
    return tuple(row)


def _stays(field: Field, side: Repertoire, row: Sequence[int], supported: Unit) -> bool:
    index = field.slate.units.index(supported)
    return index in side.place and not isinstance(field.slate.orders[row[side.place[index]]], Move)
