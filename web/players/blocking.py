"""The button on the page of a player by which its reader blocks them."""

from markupsafe import Markup

from services.finding.blocks import blocks
from web.frame.login import member
from web.frame.page import rendered
from web.frame.session import db


def block_button(user_id: int, name: str) -> str:
    """Offer on the page of a player to block them, or to take the block back; not to visitors."""
    reader = member()
    if reader is None or reader.id == user_id:
        return Markup()
    is_blocked = blocks(db(), reader.id, user_id)
    return rendered("players/block_button.html", name=name, is_blocked=is_blocked)
