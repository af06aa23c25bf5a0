"""What the equations leave open: circular movement and convoy paradoxes (DATC 4.A.2, 5.E)."""

from collections.abc import Iterator

from adjudicator.battle import NOWHERE, Battle
from adjudicator.decisions import decide, reads

Answer = dict[int, bool]


def propagate(battle: Battle, decisions: list[int]) -> list[int]:
    """Decide what can be decided, until nothing new comes; the rest is returned."""
    left = decisions
    while left:
        still = []
        for decision in left:
            answer = decide(battle, decision)
            if answer is None:
                still.append(decision)
            else:
                battle.verdict[decision] = answer
        if len(still) == len(left):
            return still
        left = still
    return left


def resolve(battle: Battle) -> None:
    """Decide everything; `battle.paradox` lists the convoys that fell by their own paradox."""
    left = propagate(battle, battle.open)
    while left:
        _break(battle, _innermost_loop(battle, left))
        left = propagate(battle, [decision for decision in left if battle.verdict[decision] is None])


def _innermost_loop(battle: Battle, left: list[int]) -> list[int]:
    """Open decisions that depend on one another and on no other open decision."""
    best: set[int] = set(left)
    for decision in left:
        closure = _closure(battle, decision)
        if len(closure) < len(best):
            best = closure
    return [decision for decision in left if decision in best]


def _closure(battle: Battle, decision: int) -> set[int]:
    reached, queue = {decision}, [decision]
    while queue:
        new = reads(battle, queue.pop()) - reached
        reached |= new
        queue.extend(new)
    return reached


def _break(battle: Battle, loop: list[int]) -> None:
    """Convoys on which the consistent outcomes differ fall (Szykman); else moves in a circle go."""
    answers = sorted(_consistent(battle, loop, loop), key=lambda answer: _moves_made(battle, answer))
    convoys = [decision for decision in loop if decision >= battle.size]
    if not answers or any(len({answer[convoy] for answer in answers}) > 1 for convoy in convoys):
        for decision in convoys or loop:
            battle.verdict[decision] = False
        battle.paradox.extend(convoy - battle.size for convoy in convoys)
        return
    for decision, answer in answers[-1].items():
        battle.verdict[decision] = answer


def _moves_made(battle: Battle, answer: Answer) -> int:
    return sum(
        made
        for decision, made in answer.items()
        if decision < battle.size and battle.target[decision] != NOWHERE
    )


def _consistent(battle: Battle, loop: list[int], undecided: list[int]) -> Iterator[Answer]:
    """All ways to decide the loop that agree with every equation (guess and check, DATC 5.E)."""
    before = [battle.verdict[decision] for decision in loop]
    left = propagate(battle, undecided)
    if left:
        for guess in (False, True):
            battle.verdict[left[0]] = guess
            yield from _consistent(battle, loop, left[1:])
    elif all(decide(battle, decision) is battle.verdict[decision] for decision in loop):
        yield {decision: bool(battle.verdict[decision]) for decision in loop}
    for decision, verdict in zip(loop, before, strict=True):
        battle.verdict[decision] = verdict
