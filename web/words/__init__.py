"""The words of the game in the viewer's language."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context

from adjudicator import standard
from web.words import chapters, clocks, fields, names, numbers, orders, settings, times

Words = Callable[..., Any]


def for_each_page(words: Words) -> Words:
    """A filter that every page evaluates again.

    Otherwise Jinja would compute a filter on a constant only once, in the language of the first viewer.
    """

    @pass_context
    @wraps(words)
    def asked(_page: Context, *given: object, **named: object) -> object:
        return words(*given, **named)

    return asked


def init_app(app: Flask, filters: Iterable[Mapping[str, Words]]) -> None:
    """Let the templates of an application use the words of the game and of its features."""
    app.jinja_env.globals["POWERS"] = standard().powers
    app.jinja_env.tests["one_with_a_name"] = names.is_named
    for each in filters:
        app.jinja_env.filters |= {name: for_each_page(words) for name, words in each.items()}


FILTERS: dict[str, Words] = {
    "power": names.power_name,
    "by_name": names.by_name,
    "kind_and_place": orders.kind_and_place,
    "phase": chapters.phase_name,
    "phase_in_short": chapters.phase_in_short,
    "figure": numbers.figure,
    "chapter_name": chapters.chapter_name,
    "player_event_words": chapters.player_event_words,
    "chapter_mark": chapters.chapter_mark,
    "ending": chapters.ending,
    "ending_seen_by": chapters.ending_seen_by,
    "named": names.player_name,
    "named_as": names.account_name,
    "level": names.level_name,
    "level_words": names.level_summary,
    "preset": settings.preset_name,
    "ladder_name": names.ladder_name,
    "ladder_move": names.move_words,
    "ordinal": names.ordinal,
    "edition": settings.edition_name,
    "edition_words": settings.edition_in_words,
    "clock": clocks.clock_summary,
    "clock_words": clocks.clock_in_words,
    "share": numbers.share_words,
    "duration": times.duration,
    "relative": times.relative,
    "instant": times.instant,
    "deadline": times.deadline,
    "listed": times.listed,
    "day": times.day,
    "hour": times.hour,
    "typed_fields": fields.typed_fields,
    "other_fields": fields.other_fields,
}
