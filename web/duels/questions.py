"""What is asked once more before it is done: in a dialogue where scripts run, else on a page of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from intimate.events import EventKind
from intimate.rules import Payment
from services.duels.tables import Table
from web.duels.early_end import what_it_comes_to
from web.frame.links import duel_url
from web.frame.page import Frame
from web.frame.translation import gettext
from web.words.names import names_of
from web.words.stalemates import outcome

SURE = "sure"
"""The field that says that a question was answered with yes; its value is the answer to one question only."""
OVERBID = "overbid"
YES = "yes"
ASKED = frozenset(
    {
        EventKind.CONCEDED,
        EventKind.DRAW_AGREED,
        EventKind.STALEMATE_AGREED,
        EventKind.STALEMATE_CLAIMED,
        EventKind.END_ASKED,
        EventKind.END_AGREED,
    }
)
"""The acts that end the duel, or may."""


@dataclass(frozen=True)
class Question:
    """A question, what the act brings, and the two answers; `sure` is the value that answers yes."""

    title: str
    sentences: Sequence[str]
    yes: str
    no: str
    sure: str = YES


def about(act: str, table: Table) -> Question | None:
    """Return the question before an act of a player; None where nothing is asked."""
    if act == OVERBID:
        return _about_overbid(table)
    if act == EventKind.CONCEDED:
        return _about_concession(table)
    if act == EventKind.DRAW_AGREED:
        return _about_draw()
    if act in {EventKind.END_ASKED, EventKind.END_AGREED}:
        return _about_early_end(table, EventKind(act))
    if act == EventKind.STALEMATE_CLAIMED:
        return _about_claim(table)
    return _about_stalemate(table) if act == EventKind.STALEMATE_AGREED else None


def cost_of_overbid(table: Table) -> str:
    """Say what an overbid costs."""
    if table.duel.rules.payment is Payment.EVERYONE:
        loss = gettext(
            "You bid more than you have, so you are overbid: you lose your whole reserve and command nobody."
        )
    else:
        loss = gettext(
            "If what you win costs more than your reserve, you are overbid: you lose all of it and command "
            "nobody."
        )
    if table.duel.rules.halves_all:
        gain = gettext("Your opponent then gets all that they bid for at half price.")
    else:
        gain = gettext("Your opponent then gets all that they bid for, at half price where you had bid too.")
    return f"{loss} {gain}"


def _about_overbid(table: Table) -> Question:
    reserve = table.duel.credits[table.player] if table.player else 0
    return Question(
        gettext("Hand in this sheet?"),
        [
            gettext("Your bids add up to more than your reserve of %(reserve)d.", reserve=reserve),
            cost_of_overbid(table),
        ],
        gettext("Yes, hand in this sheet"),
        gettext("No, change it"),
        OVERBID,
    )


def about_overbid_ahead(table: Table) -> Question:
    """Return the question before a sheet that may be overbid is left for the next auction."""
    reserve = table.view.at_next_auction.duel.credits[table.player] if table.player else 0
    return Question(
        gettext("Hand in this sheet when the auction comes?"),
        [
            gettext(
                "Your bids add up to more than the reserve of %(reserve)d that you can expect.",
                reserve=reserve,
            ),
            cost_of_overbid(table),
            gettext(
                "The sheet is left beforehand. Unless you say yes, it waits until you hand it in yourself."
            ),
        ],
        gettext("Yes, hand it in when the auction comes"),
        gettext("No, look through it again"),
        OVERBID,
    )


def _about_concession(table: Table) -> Question:
    winner = names_of(table.stored)[table.player.opponent] if table.player else ""
    return Question(
        gettext("Concede the duel?"),
        [gettext("You give up this duel, and %(winner)s wins. This cannot be taken back.", winner=winner)],
        gettext("Yes, concede the duel"),
        gettext("No, play on"),
    )


def _about_draw() -> Question:
    return Question(
        gettext("Agree to a draw?"),
        [gettext("The duel ends at once, and nobody wins. This cannot be taken back.")],
        gettext("Yes, agree to a draw"),
        gettext("No, play on"),
    )


def _about_stalemate(table: Table) -> Question:
    duel, player, countdown = table.duel, table.player, table.view.countdown
    own, other = (duel.centres(player), duel.centres(player.opponent)) if player else (0, 0)
    sentences = [
        gettext("The duel ends at once: the home power that owns more supply centres wins."),
        gettext("Yours owns %(own)d, your opponent’s %(other)d.", own=own, other=other),
    ]
    if countdown and countdown.by_credits and countdown.winner:
        winner = names_of(table.stored)[countdown.winner]
        sentences.append(gettext("%(name)s would win by the larger reserve.", name=winner))
    return Question(
        gettext("Agree to the stalemate?"),
        sentences,
        gettext("Yes, agree to the stalemate"),
        gettext("No, play on"),
    )


def _about_early_end(table: Table, act: EventKind) -> Question | None:
    """Ask whether the duel is to end; a request ends it only where the other one has no vote."""
    sentences = what_it_comes_to(table, act)
    if not sentences:
        return None
    return Question(gettext("End the duel?"), sentences, gettext("Yes, end the duel"), gettext("No, play on"))


def _about_claim(table: Table) -> Question | None:
    """Ask only where so many autumns have passed that the claim is granted as soon as it is made."""
    countdown = table.view.countdown
    if countdown is None or countdown.until is not None:
        return None
    return Question(
        gettext("Claim a stalemate?"),
        [
            gettext("Enough autumns have passed: this ends the duel at once. It cannot be taken back."),
            outcome(names_of(table.stored), table.duel, countdown),
        ],
        gettext("Yes, claim the stalemate"),
        gettext("No, play on"),
    )


class QuestionPage(Frame):
    """The page that asks once more; `action` takes the answer, with the fields that were sent.

    `back` is where *no* leads, the duel unless it is said.
    """

    template = "duels/question.html"

    def __init__(
        self, table: Table, question: Question, action: str, fields: Mapping[str, str], back: str = ""
    ) -> None:
        self.stored, self.question, self.action, self.fields = table.stored, question, action, fields
        self.back = back or duel_url(table.stored.token)
