"""The buttons on the page of a player by which its reader challenges or blocks them."""

from markupsafe import Markup

from services.finding.blocks import blocks
from web.frame.login import member
from web.frame.page import rendered
from web.frame.session import db


def has_blocked(user_id: int) -> bool:
    """Tell whether the reader has blocked a player."""
    reader = member()
    return reader is not None and reader.id != user_id and blocks(db(), reader.id, user_id)


def challenge_button(name: str, *, is_blocked: bool) -> str:
    """Offer on the page of a player to challenge them, but to whoever has blocked them."""
    return Markup() if is_blocked else rendered("players/challenge_button.html", name=name)


def block_button(user_id: int, name: str, *, is_blocked: bool) -> str:
    """Offer on the page of a player to block them, or to take the block back; not to visitors."""
    reader = member()
    if reader is None or reader.id == user_id:
        return Markup()
    return rendered("players/block_button.html", name=name, is_blocked=is_blocked)
