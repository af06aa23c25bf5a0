"""Lists of duels: mine, and those that anybody may watch."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from services import listings
from web.links import duel_url, my_duels_url
from web.login import me, members_only
from web.session import db

LAST_PAGE = 1000


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/", "index", index)
    blueprint.add_url_rule("/next", "following", following)
    blueprint.add_url_rule("/watch", "watch", watch)


def page_number() -> int:
    """The page of a long list that is asked for."""
    return min(max(request.args.get("page", 1, int), 1), LAST_PAGE)


@members_only
def index() -> ResponseReturnValue:
    """My duels: those that await me, those that await others, those that are over."""
    number = page_number()
    over = listings.finished(db(), me().id, number)
    return render_template(
        "duels/index.html",
        awaiting=listings.awaiting(db(), me().id),
        running=listings.running(db(), me().id),
        over=over[: listings.PAGE],
        number=number,
        more=len(over) > listings.PAGE,
    )


@members_only
def following() -> ResponseReturnValue:
    """The next duel that awaits me, or all of mine when none does."""
    waiting = listings.awaiting(db(), me().id)
    others = [duel for duel in waiting if duel.token != request.args.get("after")]
    chosen = next(iter(others or waiting), None)
    return redirect(duel_url(chosen.token) if chosen else my_duels_url(), 303)


def watch() -> ResponseReturnValue:
    """Public duels, running and finished."""
    number = page_number()
    ended = request.args.get("ended") == "yes"
    found = listings.public(db(), ended=ended, page=number)
    return render_template(
        "duels/watch.html",
        duels=found[: listings.PAGE],
        ended=ended,
        number=number,
        more=len(found) > listings.PAGE,
    )
