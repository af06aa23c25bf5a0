"""What the opponent says in practice: at the beginning, after an auction, at the end."""

from adjudicator import PhaseKind, Season
from intimate.players import Player
from opponent.levels import Level
from services.duels.access import DuelForViewer
from web.core.translation import gettext


def remark_on(viewed: DuelForViewer) -> str:
    """Say what the opponent says to the player as a practice duel stands; mostly nothing."""
    stored, phase, player = viewed.stored, viewed.stored.phase, viewed.player
    if stored.level is None or player is None:
        return ""
    if phase is None:
        return _at_the_end(stored.winner, player)
    if not stored.ordinal:
        return _greeting(stored.level)
    if phase.kind is PhaseKind.MOVEMENT and phase.season is Season.SPRING:
        return _after_the_auction(viewed, player)
    return ""


def _greeting(level: Level) -> str:
    greetings = {
        Level.RECRUIT: gettext("Hello! I look no further than the next centre. Good luck."),
        Level.CAPTAIN: gettext("Hello. I keep my units together, and I can be greedy. Good luck."),
        Level.COLONEL: gettext("Good day. I shall look for your best reply before I move."),
        Level.MARSHAL: gettext("Good day. I mix my plans, so do not try to read me. Enjoy the duel."),
    }
    return greetings[level]


def _after_the_auction(viewed: DuelForViewer, player: Player) -> str:
    """Compare how many mercenaries each has hired; nothing where none are for hire."""
    hired = [viewed.duel.commander(power) for power in viewed.duel.mercenaries]
    own, theirs = hired.count(player), hired.count(player.opponent)
    if not hired:
        return ""
    if own > theirs:
        return gettext("You have hired more than I have. Well bid.")
    if own < theirs:
        return gettext("I have hired more than you have. Guard your home centres.")
    return gettext("Neither of us has hired more. Now the orders decide.")


def _at_the_end(winner: Player | None, player: Player) -> str:
    if winner is player:
        return gettext("Well played! The duel is yours.")
    if winner is player.opponent:
        return gettext("This one is mine. Well fought: shall we try again?")
    return gettext("A draw. Well fought: shall we try again?")
