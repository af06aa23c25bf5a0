"""A second adjudicator of movement: slow, and written from the equations of DATC chapter 5 alone.

What the orders ask are decisions: does a move succeed, is a support given, does a path by sea stand.
Each has one equation, and an outcome is a set of answers that agrees with every equation. All outcomes
are looked for by guess and check; what has one value in every outcome is never guessed.

What no outcome or several of them mean is taken from DATC 4.A.2 and 4.A.7 in this reading:

- Decisions that depend on each other, whatever else is decided, make a knot; a knot is settled when all
  that it depends on is. One outcome of a knot: that one.
- Several that agree on every path by sea differ in circular movement: all moves of the circle succeed.
- Several that do not agree on a path, or none: a convoy paradox. By the rule of Szykman the armies whose
  paths are part of the knot do not move, nor have an effect where they go; the rest is settled after that.

By edition (001 is silent, so the ENS follows 1971; so does Parker):

- 1971: XII.5 is an equation, which leaves fewer paradoxes; what it leaves falls by the rule of Szykman.
- Anjou (004): one outcome: that one. Several, and in just one of them all paths of the knot stand: that one
  (example B). Otherwise the knot is decided once as if the armies were not there; supports and fights for
  the convoying fleets stay as they were decided, and the rest is decided again (examples A, C, D).
- Where a support that would dislodge an own unit counts for nothing (001), a knot without paths may have no
  outcome: then all its moves fail ("toutes les unites mises en jeu restent a leur place").
"""

from adjudicator import STANDARD
from tests.adjudicator.slow_equations import GIVEN, MOVE, PATH, Equations
from tests.adjudicator.slow_phase import Phase


class Guess:
    """Guess and check: `known` grows until it is an outcome; `knots` lists those settled by a rule."""

    def __init__(self, equations):
        self.equations = equations
        self.known = {}
        self.knots = []

    def solve(self, decisions=None):
        """Return the answer to every decision, or to some that depend on no others."""
        asked = self.equations.decisions() if decisions is None else decisions
        left = self.spread(self.known, [d for d in dict.fromkeys(asked) if d not in self.known])
        while left:
            knot = self.innermost(left)
            self.settle(knot, list(self.outcomes(knot, self.known)))
            left = self.spread(self.known, [d for d in left if d not in self.known])
        return self.known

    def bounds(self, decision, known):
        """Return the lowest and the highest possible value of an equation."""
        worst, torn = self.extreme(decision, known, best=False)
        best, torn_too = self.extreme(decision, known, best=True)
        if worst == best or not torn | torn_too:
            return worst, worst or best
        one = min(torn | torn_too)
        ends = [self.bounds(decision, {**known, one: answer}) for answer in (False, True)]
        return all(worst for worst, _ in ends), any(best for _, best in ends)

    def extreme(self, decision, known, *, best):
        """Return one end of an equation, and the open decisions that both help and hinder it."""
        asked = set()

        def says(other, *, helps):
            if other not in known:
                asked.add((other, helps))
            return known.get(other, helps == best)

        value = self.equations.value(decision, says)
        return value, {other for other, helps in asked if (other, not helps) in asked}

    def spread(self, known, decisions):
        """Add all decisions with only one possible value to what is known; return the open ones."""
        left, before = list(decisions), None
        while left != before:
            before, left = left, []
            for decision in before:
                worst, best = self.bounds(decision, known)
                if worst == best:
                    known[decision] = worst
                else:
                    left.append(decision)
        return left

    def innermost(self, left):
        """Find a knot: open decisions that depend on each other and on no other open decision."""
        reads = {decision: self.reads(decision) for decision in left}
        closures = []
        for decision in left:
            closure, waiting = {decision}, [decision]
            while waiting:
                new = reads[waiting.pop()] - closure
                closure |= new
                waiting.extend(new)
            closures.append(closure)
        return sorted(min(closures, key=len))

    def reads(self, decision):
        """Find the open decisions that an equation depends on, for any values of the others."""
        seen = set()
        self.values(decision, self.known, seen)
        return {one for one in seen if self.matters(decision, one, self.known, sorted(seen - {one}))}

    def values(self, decision, known, seen):
        """Follow every path of an equation, to see what it reads."""

        def says(other, **_):
            if other not in known:
                raise LookupError(other)
            return known[other]

        try:
            self.equations.value(decision, says)
        except LookupError as asked:
            (other,) = asked.args
            seen.add(other)
            for answer in (False, True):
                self.values(decision, {**known, other: answer}, seen)

    def matters(self, decision, other, known, free):
        """Whether, for some values of the free decisions, an equation depends on one other decision."""
        ends = [self.bounds(decision, {**known, other: answer}) for answer in (False, True)]
        if all(worst == best for worst, best in ends) or not free:
            return ends[0] != ends[1]
        ways = ({**known, free[0]: answer} for answer in (False, True))
        return any(self.matters(decision, other, way, free[1:]) for way in ways)

    def outcomes(self, knot, known):
        """Yield all answers to the decisions of a knot that agree with every equation of it."""
        known = dict(known)
        left = self.spread(known, [decision for decision in knot if decision not in known])
        if left:
            for answer in (False, True):
                yield from self.outcomes(knot, {**known, left[0]: answer})
        elif all(self.bounds(decision, known)[0] == known[decision] for decision in knot):
            yield {decision: known[decision] for decision in knot}

    def settle(self, knot, outcomes):
        """Decide a knot, by the rules above."""
        paths = [decision for decision in knot if decision[0] == PATH]
        differing = [path for path in paths if len({outcome[path] for outcome in outcomes}) != 1]
        if len(outcomes) == 1:
            self.known.update(outcomes[0])
        elif differing and self.equations.edition.convoy_paradox == "sea_first":
            self.knots.append(("sea first", len(outcomes), len(paths) - len(differing)))
            standing = [outcome for outcome in outcomes if all(outcome[path] for path in paths)]
            self.known.update(standing[0] if len(standing) == 1 else self.fought_at_sea(knot, paths))
        elif not outcomes and not paths:
            self.knots.append(("circle", 0, 0))
            self.known.update({decision: False for decision in knot if decision[0] == MOVE})
        elif differing:
            self.knots.append(("paradox", len(outcomes), len(paths) - len(differing)))
            self.known.update(dict.fromkeys(paths, False))
        else:
            self.knots.append(("circle", len(outcomes), len(paths)))
            circle = max(outcomes, key=lambda outcome: sum(outcome.values()))
            assert all(circle[d] or not outcome[d] for outcome in outcomes for d in knot if d[0] == MOVE)
            self.known.update(circle)

    def fought_at_sea(self, knot, paths):
        """Decide supports and fights for the convoying fleets as if the armies of the knot were not there."""
        fleets = {fleet for _, army in paths for fleet in self.equations.fleets[army]}
        alone = Guess(self.equations)
        alone.known = {**self.known, **dict.fromkeys(paths, False)}
        alone.solve(knot)
        fought = {
            (kind, p): alone.known[kind, p]
            for kind, p in knot
            if kind == GIVEN or (kind == MOVE and self.equations.target[p] in fleets)
        }
        known = {**self.known, **fought}
        return fought | {path: self.bounds(path, known)[0] for path in paths}


def judged(position, given, edition=STANDARD):
    """Return the position after a phase, the contested provinces, the flags of each unit, and the knots."""
    equations = Equations(position, given, edition)
    guess = Guess(equations)
    known = guess.solve()
    return Phase(position, equations, known).as_result(), guess.knots
