"""Accounts that share a device or an address, those of them that play each other, and fed ratings."""

from collections.abc import Sequence
from datetime import date

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from services.keepers import sharing
from services.keepers.digests import Kind
from services.keepers.sightings import KEPT
from services.ratings.fed import Fed, list_fed
from web.frame.page import respond
from web.frame.session import db
from web.keepers.desk import DeskPage

KINDS: dict[str, Kind] = {"device": "device", "address": "address"}


def register(blueprint: Blueprint) -> None:
    """Give these pages their addresses."""
    blueprint.add_url_rule("/shared/<kind>", "shared", shared)
    blueprint.add_url_rule("/playing", "playing", playing)
    blueprint.add_url_rule("/farming", "farming", farming)


class SharedPage(DeskPage):
    """Groups of accounts; which: "device", "address", or "playing" for those who play each other."""

    template = "keepers/shared.html"
    kept_days = KEPT.days

    def __init__(self, which: str, groups: sharing.Groups) -> None:
        self.which, self.groups = which, groups.found
        self.after = f"{groups.after.shared_on.isoformat()}_{groups.after.digest}" if groups.after else ""


class FarmingPage(DeskPage):
    """Players whose wins weighed less because those who lost had only lost to them."""

    template = "keepers/farming.html"

    def __init__(self, fed: Sequence[Fed], watchable: frozenset[str]) -> None:
        self.fed, self.watchable = fed, watchable

    def weight(self, eighths: int) -> str:
        """Write a weight as a share of a whole win."""
        return f"{eighths}/8" if eighths % 8 else "1"


def place_asked() -> sharing.Place | None:
    """Read where a page of groups begins; what is no place is the beginning."""
    shared_on, _, digest = request.args.get("after", "").replace("\0", "").partition("_")
    try:
        return sharing.Place(date.fromisoformat(shared_on), digest)
    except ValueError:
        return None


def shared(kind: str) -> ResponseReturnValue:
    """List groups, those that grew last first."""
    if kind not in KINDS:
        abort(404)
    return respond(SharedPage(kind, sharing.list_groups(db(), KINDS[kind], place_asked())))


def playing() -> ResponseReturnValue:
    """List the groups on one device of whom two play each other for their ratings."""
    return respond(SharedPage("playing", sharing.list_playing(db(), place_asked())))


def farming() -> ResponseReturnValue:
    """List whose wins came from accounts that only lost to them."""
    found = list_fed(db())
    tokens = [win.token for each in found for win in each.wins]
    return respond(FarmingPage(found, sharing.watchable(db(), tokens)))
