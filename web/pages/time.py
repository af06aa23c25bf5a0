"""The page about time: clocks, absence, messages. Every number on it is one that the code goes by."""

from collections.abc import Hashable, Mapping
from datetime import timedelta
from functools import cached_property

from flask import Blueprint
from flask.typing import ResponseReturnValue

from clocks.running import LONGEST_LIVE_PAUSE, LONGEST_PAUSE, MOST_LEAVE, OPEN_FOR
from clocks.terms import (
    DEFAULT_MISSES,
    HOUR,
    LARGEST_LIVE_BANK,
    LEAVE,
    MOST_MISSES,
    PRESETS,
    SHORTEST_BY_HOUR,
    Clock,
)
from models.account import USUAL_LEAD
from services.outages import LONGEST_SILENCE
from services.telling.channels import LEADS, MOST
from services.telling.delivery import PATIENCE
from web.challenges.clock_fields import TIMES
from web.frame.page import Frame, respond
from web.frame.translation import ngettext
from web.telling.kinds import kind_names
from web.words.clocks import clock_names
from web.words.times import duration, listed


def register(blueprint: Blueprint) -> None:
    """Give the page its address."""
    blueprint.add_url_rule("/help/time", "time", time)


class TimePage(Frame):
    """How time runs, what happens while somebody is away, and what is told."""

    template = "pages/time.html"
    misses, most_misses, most_channels = DEFAULT_MISSES, MOST_MISSES, MOST

    def key(self) -> Hashable:
        """Nothing but the language."""
        return ()

    @property
    def clocks(self) -> Mapping[str, Clock]:
        """The clocks to choose from, by their names."""
        names = clock_names()
        return {names[name]: clock for name, clock in PRESETS.items()}

    @property
    def kinds(self) -> Mapping[str, str]:
        """The names of what is told."""
        return kind_names()

    @property
    def leads(self) -> str:
        """The times before a deadline at which an account can be reminded."""
        return listed((duration(lead) for lead in LEADS if lead), "or")

    @cached_property
    def lengths(self) -> Mapping[str, str]:
        """All lengths of time that the page names."""
        lengths = {
            "opens": OPEN_FOR,
            "most_leave": MOST_LEAVE,
            "pause": LONGEST_PAUSE,
            "live_pause": LONGEST_LIVE_PAUSE,
            "patience": PATIENCE,
        }
        seconds = {
            "shortest": min(TIMES),
            "longest": max(TIMES),
            "live": HOUR,
            "live_bank": LARGEST_LIVE_BANK,
            "by_hour": SHORTEST_BY_HOUR,
            "leave": LEAVE,
            "lead": USUAL_LEAD,
        }
        seconds |= {name: int(length.total_seconds()) for name, length in lengths.items()}
        silence = LONGEST_SILENCE // timedelta(seconds=1)
        words = {name: duration(number) for name, number in seconds.items()}
        return words | {"silence": ngettext("%(num)d second", "%(num)d seconds", silence)}


def time() -> ResponseReturnValue:
    """Answer with the page."""
    return respond(TimePage())
