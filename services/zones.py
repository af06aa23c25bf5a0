"""Time zones, by their names in the IANA database."""

from collections.abc import Mapping
from datetime import UTC, tzinfo
from functools import cache

from clocks.terms import zone_of as named_zone
from clocks.terms import zones

__all__ = ["places", "zone_of", "zone_typed", "zones"]


@cache
def _zones_by_key() -> Mapping[str, str]:
    return {_key(name): name for name in zones()}


def _key(text: str) -> str:
    return "_".join(text.split()).casefold()


def zone_typed(text: str) -> str | None:
    """Find a zone by its name as people type it (`america/new york`); None if there is none."""
    return _zones_by_key().get(_key(text))


def zone_of(name: str) -> tzinfo:
    """Return the zone with a name, UTC for an unknown name."""
    return named_zone(name) if name in zones() else UTC


@cache
def places() -> tuple[str, ...]:
    """List the zones to choose from: those named after places, and UTC."""
    return (*sorted(name for name in zones() if "/" in name and not name.startswith("Etc/")), "UTC")
