"""The work of a request in counts: statements, lists of legal orders, adjudications, renderings."""

from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import event

LISTINGS = ("adjudicator.choices.legal_orders",)
ADJUDICATIONS = (
    "adjudicator.game.adjudicate",
    "intimate.winter.adjudicate_adjustments",
    "intimate.desk.adjudicate_adjustments",
)
SESSION = ("BEGIN", "PRAGMA", "COMMIT", "ROLLBACK")


@dataclass
class Counts:
    """The work of one or more requests; a rendering is a miss of the page cache."""

    statements: list[str] = field(default_factory=list)
    listings: int = 0
    adjudications: int = 0
    renderings: int = 0


class Meter:
    """Counts the work of a site in requests."""

    def __init__(self, site, monkeypatch):
        self.site, self._counts = site, Counts()
        event.listen(site.extensions["database"].engine, "before_cursor_execute", self._executed)
        for names, kind in ((LISTINGS, "listings"), (ADJUDICATIONS, "adjudications")):
            for name in names:
                self._watch(monkeypatch, name, kind)

    def _executed(self, _connection, _cursor, statement, *_):
        if not statement.startswith(SESSION):
            self._counts.statements.append(statement)

    def _watch(self, monkeypatch, name, kind):
        """Count the calls of a function."""
        place, _, function = name.rpartition(".")
        original = getattr(__import__(place, fromlist=[function]), function)

        def counted(*arguments, **named):
            setattr(self._counts, kind, getattr(self._counts, kind) + 1)
            return original(*arguments, **named)

        monkeypatch.setattr(name, counted)

    @contextmanager
    def counted(self):
        """Yield the counts of a block."""
        kept = self.site.extensions["cache"].counts
        self._counts, before = Counts(), kept.misses
        yield self._counts
        self._counts.renderings = self.site.extensions["cache"].counts.misses - before
        self._counts = Counts()

    def of(self, ask, *arguments, **named):
        """Make a request; return its counts."""
        with self.counted() as counts:
            assert ask(*arguments, **named).status_code < 400
        return counts
