"""Kinds of pages, their requests, and their target costs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

SEEN = "__SEEN__"
"""A placeholder in a request for the instant of the entry in the previous answer."""


@dataclass(frozen=True)
class Step:
    """One request of a client; `body` is an encoded form."""

    path: str
    body: str = ""

    @property
    def method(self) -> str:
        """GET, or POST for a form."""
        return "POST" if self.body else "GET"


@dataclass(frozen=True)
class Visit:
    """Requests that one client repeats in this order; `cookie` is the whole header."""

    cookie: str
    steps: tuple[Step, ...]

    def step(self, number: int) -> Step:
        """Return the request of a turn, counted from 0."""
        return self.steps[number % len(self.steps)]


@dataclass(frozen=True)
class Aim:
    """The target of a request: ratio to the page of one row, milliseconds, requests per second."""

    ratio: float | None = None
    milliseconds: float | None = None
    rate: float | None = None

    def __str__(self) -> str:
        """Write the aim as the table shows it."""
        parts = (("≤", self.ratio, "×"), ("<", self.milliseconds, " ms"), ("≥", self.rate, "/s"))
        return ", ".join(f"{sign} {figure:g}{unit}" for sign, figure, unit in parts if figure is not None)


@dataclass(frozen=True)
class Kind:
    """A kind of page: the visit of each connection, and a twin, the same kind of page of another duel."""

    name: str
    visits: tuple[Visit, ...]
    aim: Aim = field(default_factory=Aim)
    twin: Visit | None = None


def page(name: str, cookie: str, path: str, aim: Aim | None = None, twin: str | None = None) -> Kind:
    """Return a page that one client requests on every connection; twin: the path of its twin."""
    other = None if twin is None else Visit(cookie, (Step(twin),))
    return Kind(name, (Visit(cookie, (Step(path),)),), aim or Aim(), other)


@dataclass(frozen=True)
class World:
    """Everything to measure: kinds of pages, the pages of one row and of a duel, pictures to render."""

    kinds: Sequence[Kind]
    row: Visit
    present: Sequence[Visit]
    pictures: Sequence[Visit]
