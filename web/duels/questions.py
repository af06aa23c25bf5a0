"""Questions before an act: in a dialogue if scripts run, else on a separate page."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from flask import request
from werkzeug.wrappers import Response

from adjudicator import PhaseKind, Season
from intimate.duel import Ending
from intimate.entries import Entry
from intimate.events import EventKind
from intimate.players import Player
from intimate.rules import Payment
from intimate.slips import ADVICE, Slip, SlipKind, slips
from services.duels.access import DuelForViewer
from services.duels.lists import is_newcomer
from web.core.i18n import remember
from web.core.links import duel_url
from web.core.page import Frame
from web.core.session import db
from web.core.translation import gettext
from web.duels.stalemates import outcome
from web.words.names import names_of, power_name
from web.words.orders import place_label, unit_label, unit_there


def why_no_end() -> dict[str, str]:
    """Say why an early end cannot be asked for or answered now, by the code of the refusal."""
    return {
        "no_early_end": gettext("This duel is played to its end: its settings know no early end."),
        "not_the_moment": gettext(
            "An end can be asked for after the retreats of spring and of autumn, and after the adjustments."
        ),
        "no_centre": gettext(
            "Your home power holds no supply centre any more, so you cannot ask for an end."
        ),
        "asked_already": gettext("The end has been asked for already. Ask again after the next retreats."),
        "asked_in_winter": gettext(
            "You asked after the autumn or the winter before: you can ask again after this autumn’s retreats."
        ),
        "voted_in_autumn": gettext(
            "There was a vote after the autumn: the end can be asked for again after the spring’s retreats."
        ),
        "no_request": gettext("Nobody asks for an end any more."),
        "no_veto": gettext(
            "Only who has a home centre, or a centre and a unit, can veto the end. You can vote against it."
        ),
    }


def end_preview(viewed: DuelForViewer, act: EventKind) -> Sequence[str]:
    """Say how the duel would end if the viewer asks for an end or agrees to it; nothing if it goes on."""
    result, player = viewed.view.end_by(act), viewed.player
    if result is None or player is None:
        return ()
    own, other = result.counts[player], result.counts[player.opponent]
    if (result.phase.season, result.phase.kind) == (Season.AUTUMN, PhaseKind.MOVEMENT):
        ends = gettext(
            "Nobody moves this autumn: all units hold, supply centres change owner, and the duel ends. "
            "The home power that owns more supply centres wins."
        )
        owned = gettext("Yours then owns %(own)d, your opponent’s %(other)d.", own=own, other=other)
    else:
        ends = gettext("The duel ends at once: the home power that owns more supply centres wins.")
        owned = gettext("Yours owns %(own)d, your opponent’s %(other)d.", own=own, other=other)
    if result.reason is Ending.ENDED_EARLY:
        return ends, owned
    if result.winner is None:
        return (ends,)
    winner = names_of(viewed.stored)[result.winner]
    return ends, gettext("Victory is tested before that, and %(winner)s wins.", winner=winner)


SURE = "sure"
"""The field that answers a question with yes; its value says which question it answers."""
OVERBID = "overbid"
SLIPS = "slips"
MUTED_QUESTIONS = "unasked"
YES = "yes"
CONFIRMED_ACTS = frozenset(
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
    """A question, the effects of the act, and the two answers; `sure` is the value that means yes.

    `ticks` are the kinds of questions that can be switched off with the answer, with their labels.
    """

    title: str
    sentences: Sequence[str]
    yes: str
    no: str
    sure: str = YES
    ticks: Mapping[str, str] = field(default_factory=dict)


def about_slips(viewed: DuelForViewer, entry: Entry | None, muted: Collection[str]) -> Question | None:
    """Return the question before an entry that its player would probably regret; None if all is well.

    muted: the kinds of slips that the player does not want to be asked about.
    """
    found = [slip for slip in slips(viewed.view, entry) if slip.kind not in muted]
    if any(slip.kind in ADVICE for slip in found) and not takes_advice(viewed):
        found = [slip for slip in found if slip.kind not in ADVICE]
    if not found:
        return None
    names = slip_names()
    return Question(
        gettext("Done anyway?"),
        list(dict.fromkeys(map(slip_words, found))),
        gettext("Yes, I am done"),
        gettext("No, change it"),
        SLIPS,
        {slip.kind.value: names[slip.kind] for slip in found},
    )


def takes_advice(viewed: DuelForViewer) -> bool:
    """Tell whether a player gets advice: in practice, and in unrated duels while they are new."""
    stored, player = viewed.stored, viewed.player
    if player is None or stored.level is not None or stored.rated:
        return stored.level is not None
    return is_newcomer(db(), stored.first_id if player is Player.FIRST else stored.second_id)


def slip_words(slip: Slip) -> str:
    """Describe what the player would probably regret."""
    match slip.kind:
        case SlipKind.NO_BIDS:
            return gettext("You have not bid for any power: no mercenary will fight for you this year.")
        case SlipKind.BUILDS_GIVEN_UP:
            return gettext(
                "%(power)s can build, and you have not ordered all of it: what you leave out is given up.",
                power=power_name(slip.power or ""),
            )
        case SlipKind.NO_FLEET:
            return gettext(
                "%(unit)s has to cross the sea, but no fleet of yours has the order to carry it.",
                unit=unit_label(slip.unit) if slip.unit else "",
            )
        case SlipKind.ALL_HOLD:
            return gettext("All your units hold.")
        case SlipKind.OPEN_HOME:
            return gettext(
                "%(place)s would stand empty beside %(unit)s: a unit of your opponent’s home power that gets "
                "in there wins the duel.",
                place=place_label(slip.place or ""),
                unit=unit_there(slip.unit) if slip.unit else "",
            )
        case SlipKind.IDLE_SUPPORT:
            return gettext(
                "%(unit)s supports something that your other unit is not ordered to do.",
                unit=unit_label(slip.unit) if slip.unit else "",
            )


def slip_names() -> Mapping[SlipKind, str]:
    """The labels that switch off each kind of question."""
    return {
        SlipKind.NO_BIDS: gettext("Do not ask again about bidding nothing"),
        SlipKind.BUILDS_GIVEN_UP: gettext("Do not ask again about builds given up"),
        SlipKind.NO_FLEET: gettext("Do not ask again about armies without a fleet"),
        SlipKind.ALL_HOLD: gettext("Do not ask again when all units hold"),
        SlipKind.OPEN_HOME: gettext("Do not warn me again of open home centres"),
        SlipKind.IDLE_SUPPORT: gettext("Do not warn me again of supports without use"),
    }


def muted_kinds() -> Collection[str]:
    """The kinds of slips that this browser is not to be asked about."""
    return set(request.cookies.get(MUTED_QUESTIONS, "").split(".")) & set(SlipKind)


def switched_off(response: Response, kinds: Collection[str]) -> Response:
    """Switch off questions about some kinds of slips in a browser."""
    if kinds:
        remember(response, MUTED_QUESTIONS, ".".join(sorted({*muted_kinds(), *kinds} & set(SlipKind))))
    return response


def about(act: str, viewed: DuelForViewer) -> Question | None:
    """Return the question before an act of a player; None if there is none."""
    if act == OVERBID:
        return _about_overbid(viewed)
    if act == EventKind.CONCEDED:
        return _about_concession(viewed)
    if act == EventKind.DRAW_AGREED:
        return _about_draw()
    if act in {EventKind.END_ASKED, EventKind.END_AGREED}:
        return _about_early_end(viewed, EventKind(act))
    if act == EventKind.STALEMATE_CLAIMED:
        return _about_claim(viewed)
    return _about_stalemate(viewed) if act == EventKind.STALEMATE_AGREED else None


def cost_of_overbid(viewed: DuelForViewer) -> str:
    """Say what an overbid costs."""
    if viewed.duel.rules.payment is Payment.EVERYONE:
        loss = gettext(
            "You bid more than you have, so you are overbid: you lose your whole reserve and "
            "command no mercenary."
        )
    else:
        loss = gettext(
            "If what you win costs more than your reserve, you are overbid: you lose all of it "
            "and command no mercenary."
        )
    if viewed.duel.rules.halves_all:
        gain = gettext("Your opponent then gets all that they bid for at half price.")
    else:
        gain = gettext("Your opponent then gets all that they bid for, at half price where you had bid too.")
    return f"{loss} {gain}"


def _about_overbid(viewed: DuelForViewer) -> Question:
    reserve = viewed.duel.credits[viewed.player] if viewed.player else 0
    return Question(
        gettext("Confirm these bids?"),
        [
            gettext("Your bids add up to more than your reserve of %(reserve)d.", reserve=reserve),
            cost_of_overbid(viewed),
        ],
        gettext("Yes, confirm these bids"),
        gettext("No, change it"),
        OVERBID,
    )


def about_overbid_ahead(viewed: DuelForViewer) -> Question:
    """Return the question before a sheet that may be an overbid is stored for the next auction."""
    reserve = viewed.view.at_next_auction.duel.credits[viewed.player] if viewed.player else 0
    return Question(
        gettext("Confirm these bids in advance?"),
        [
            gettext(
                "Your bids add up to more than the reserve of %(reserve)d that you can expect.",
                reserve=reserve,
            ),
            cost_of_overbid(viewed),
            gettext("Your bids are prepared. Unless you say yes, they wait until you confirm them."),
        ],
        gettext("Yes, use them when the auction comes"),
        gettext("No, look through it again"),
        OVERBID,
    )


def _about_concession(viewed: DuelForViewer) -> Question:
    winner = names_of(viewed.stored)[viewed.player.opponent] if viewed.player else ""
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


def _about_stalemate(viewed: DuelForViewer) -> Question:
    duel, player, countdown = viewed.duel, viewed.player, viewed.view.countdown
    own, other = (duel.centres(player), duel.centres(player.opponent)) if player else (0, 0)
    sentences = [
        gettext("The duel ends at once: the home power that owns more supply centres wins."),
        gettext("Yours owns %(own)d, your opponent’s %(other)d.", own=own, other=other),
    ]
    if countdown and countdown.by_credits and countdown.winner:
        winner = names_of(viewed.stored)[countdown.winner]
        sentences.append(gettext("%(name)s would win by the larger reserve.", name=winner))
    return Question(
        gettext("Agree to the stalemate?"),
        sentences,
        gettext("Yes, agree to the stalemate"),
        gettext("No, play on"),
    )


def _about_early_end(viewed: DuelForViewer, act: EventKind) -> Question | None:
    """Ask whether the duel is to end; a request ends it only if the other player has no vote."""
    sentences = end_preview(viewed, act)
    if not sentences:
        return None
    return Question(gettext("End the duel?"), sentences, gettext("Yes, end the duel"), gettext("No, play on"))


def _about_claim(viewed: DuelForViewer) -> Question | None:
    """Ask only if enough autumns have passed, so that the claim would be granted at once."""
    countdown = viewed.view.countdown
    if countdown is None or countdown.until is not None:
        return None
    return Question(
        gettext("Claim a stalemate?"),
        [
            gettext("Enough autumns have passed: this ends the duel at once. It cannot be taken back."),
            outcome(names_of(viewed.stored), viewed.duel, countdown),
        ],
        gettext("Yes, claim the stalemate"),
        gettext("No, play on"),
    )


class QuestionPage(Frame):
    """The page that asks for confirmation; `action` takes the answer, with the sent fields.

    `back` is the page after *no*, by default the duel.
    """

    template = "duels/question.html"

    def __init__(
        self,
        viewed: DuelForViewer,
        question: Question,
        action: str,
        fields: Mapping[str, str],
        back: str = "",
    ) -> None:
        self.stored, self.question, self.action, self.fields = viewed.stored, question, action, fields
        self.back = back or duel_url(viewed.stored.token)
