"""The addresses of duels, and the duel that a request is about, as its viewer may see it."""

from flask import Blueprint, current_app

from models.ids import DuelId, DuelToken, UserId
from services.duels.access import DuelForViewer, find_duel
from services.duels.deadlines import try_to_resolve
from services.moderation.acts import About, is_noted, note_read
from services.refused import NotFound
from web.core.heartbeat import outage_checked
from web.core.login import account
from web.core.session import database, db, end_reading, now, writing

blueprint = Blueprint("duels", __name__, url_prefix="/duels")


A_PRIVATE_DUEL = "/duels/…"


def viewer_id() -> UserId | None:
    """Return the viewer's account, if any."""
    viewer = account()
    return viewer.id if viewer else None


def may_be_due(viewed: DuelForViewer) -> bool:
    """Tell whether the duel may have to be resolved before it is shown."""
    stored, player = viewed.stored, viewed.player
    if stored.stuck_at is not None or stored.deadline_at is None or not outage_checked():
        return False
    is_out = player is not None and not viewed.is_ready and stored.times.is_out(player, now())
    return is_out or stored.deadline_at <= now()


def duel_of(token: DuelToken, *, whole: bool = False) -> DuelForViewer:
    """Find a duel for the viewer; a phase whose time is up is resolved first. Raises NotFound."""
    viewed = find_duel(db(), token, viewer_id(), whole=whole)
    if may_be_due(viewed):
        duel_id = viewed.stored.id
        end_reading()
        # If another process is resolving it, the open page is updated afterwards.
        try_to_resolve(database(), duel_id, current_app.config["CLOCK"])
        viewed = find_duel(db(), token, viewer_id(), whole=whole)
    if viewed.player is None and not viewed.stored.public and note_arbiter(viewed.stored.id):
        viewed = find_duel(db(), token, viewer_id(), whole=whole)
    return viewed


def note_arbiter(duel_id: DuelId) -> bool:
    """Note that an arbiter reads a private duel to which they were called; False if noted lately."""
    viewer, about = viewer_id(), About(duel_id=duel_id)
    if viewer is None or is_noted(db(), viewer, A_PRIVATE_DUEL, now(), about):
        return False
    with writing() as session:
        note_read(session, viewer, A_PRIVATE_DUEL, now(), about=about)
    return True


def find_shown(token: DuelToken) -> DuelForViewer:
    """Find the duel of a picture, looking up the viewer only if necessary. Raises NotFound."""
    try:
        return find_duel(db(), token, None)
    except NotFound:
        return find_duel(db(), token, viewer_id())
