"""What is said about an account that its owner takes away or deletes."""

from services.privacy.deletion import CannotDelete, IsKeeper, Organises
from web.frame.translation import gettext


def why_not_deleted(error: CannotDelete) -> str:
    """Say what stands in the way of a deletion, and what to do about it."""
    if isinstance(error, IsKeeper):
        return gettext("You keep the site. Whoever runs the server first has to take that from you.")
    if isinstance(error, Organises):
        names = ", ".join(error.names)
        return gettext(
            "You organise tournaments that are not over: %(names)s. Cancel them, or wait for their end.",
            names=names,
        )
    return gettext("The account is deleted already.")
