"""Circular movements and convoy paradoxes, which the equations leave open (DATC 4.A.2, 5.E)."""

from collections.abc import Iterator

from adjudicator.battle import Battle
from adjudicator.board import NOWHERE
from adjudicator.decisions import convoy_holds, decide, depends_on

Answer = dict[int, bool]


def propagate(battle: Battle, decisions: list[int]) -> list[int]:
    """Decide as much as the equations allow; return the decisions that stay open."""
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
    """Decide everything; `battle.paradox` lists the convoys that failed in a paradox that they caused."""
    left = propagate(battle, battle.open)
    while left:
        _decide_loop(battle, _innermost_loop(battle, left))
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
        new = depends_on(battle, queue.pop()) - reached
        reached |= new
        queue.extend(new)
    return reached


def _decide_loop(battle: Battle, loop: list[int]) -> None:
    """Decide a loop: by its only outcome, as a circle of moves, or by the edition's rule for paradoxes."""
    answers = sorted(_consistent(battle, loop, loop), key=lambda answer: _moves_made(battle, answer))
    convoys = [decision for decision in loop if decision >= battle.size]
    disputed = not answers or any(len({answer[convoy] for answer in answers}) > 1 for convoy in convoys)
    if disputed and not convoys:
        _fail(battle, [decision for decision in loop if battle.target[decision] != NOWHERE])
        return
    if disputed and battle.edition.convoy_paradox == "sea_first":
        answers = _with_all_convoys(answers, convoys)
        if not answers:
            _fight_at_sea_first(battle, loop, convoys)
            return
    elif disputed:
        _fail(battle, convoys)
        return
    _accept(battle, answers[-1])


def _fail(battle: Battle, decisions: list[int]) -> None:
    """Fail the convoys of a paradox: Szykman's rule.

    Without convoys, moves fail: a circle may have no outcome when a support counts only once a unit of its
    own power has left (switch `self_dislodging_support`).
    """
    _accept(battle, dict.fromkeys(decisions, False))
    battle.paradox.extend(decision - battle.size for decision in decisions if decision >= battle.size)


def _accept(battle: Battle, answer: Answer) -> None:
    for decision, verdict in answer.items():
        battle.verdict[decision] = verdict


def _with_all_convoys(answers: list[Answer], convoys: list[int]) -> list[Answer]:
    """The outcome in which all convoys of the loop stand, if there is just one (`sea_first`, example B)."""
    standing = [answer for answer in answers if all(answer[convoy] for convoy in convoys)]
    return standing if len(standing) == 1 else []


def _fight_at_sea_first(battle: Battle, loop: list[int], convoys: list[int]) -> None:
    """Resolve attacks on the convoying fleets without the convoyed attacks (examples A, C, D).

    The results of these fights stand, whatever the convoyed attacks do afterwards.
    """
    _accept(battle, dict.fromkeys(convoys, False))
    rest = propagate(battle, [decision for decision in loop if decision not in convoys])
    while rest:
        _decide_loop(battle, _innermost_loop(battle, rest))
        rest = propagate(battle, [decision for decision in rest if battle.verdict[decision] is None])
    fleets = {fleet for convoy in convoys for fleet in battle.fleets[convoy - battle.size]}
    fought = [
        decision
        for decision in loop
        if decision < battle.size
        and (battle.target[decision] == NOWHERE or battle.target[decision] in fleets)
    ]
    verdicts = {decision: bool(battle.verdict[decision]) for decision in fought}
    verdicts |= {convoy: bool(convoy_holds(battle, convoy - battle.size)) for convoy in convoys}
    for decision in loop:
        battle.verdict[decision] = verdicts.get(decision)


def _moves_made(battle: Battle, answer: Answer) -> int:
    return sum(
        made
        for decision, made in answer.items()
        if decision < battle.size and battle.target[decision] != NOWHERE
    )


def _consistent(battle: Battle, loop: list[int], undecided: list[int]) -> Iterator[Answer]:
    """Yield all ways to decide the loop that satisfy every equation (guess and check, DATC 5.E)."""
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
