"""What accounts are called in what is the same for readers of every language: records, files."""

from models import User

GUEST = "Guest"


def neutral_name(user: User) -> str:
    """The name of a member; the opponent's is its level, and a guest's that they are one."""
    if user.level is not None:
        return user.level.title()
    return GUEST if user.kind == "guest" else user.name
