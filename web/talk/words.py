"""The phrasebook in the language of the page, and the texts of notifications and refusals."""

from collections.abc import Mapping

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from intimate.players import Player
from models import Message
from models.talk import TalkMode
from services.talk.phrases import Phrase, Topic
from services.talk.refusals import TalkRefusal
from web.core.links import talk_url
from web.core.messages import MessageText, Sentences, duel_of
from web.core.translation import gettext
from web.words.names import names_of

TOPICS: Mapping[Topic, LazyString] = {
    Topic.GREETINGS: _l("Greetings"),
    Topic.PROPOSALS: _l("Proposals"),
    Topic.ANSWERS: _l("Answers"),
    Topic.REMARKS: _l("Remarks"),
}
PHRASES: Mapping[Phrase, LazyString] = {
    Phrase.HELLO: _l("Hello! Have a good duel."),
    Phrase.GOOD_LUCK: _l("Good luck!"),
    Phrase.NEW_HERE: _l("I am new here."),
    Phrase.THANKS: _l("Thank you."),
    Phrase.YOU_TOO: _l("You too."),
    Phrase.BACK_SOON: _l("I will be back soon."),
    Phrase.GOOD_NIGHT: _l("Good night, see you tomorrow."),
    Phrase.GOODBYE: _l("Goodbye!"),
    Phrase.DRAW: _l("Shall we agree to a draw?"),
    Phrase.STALEMATE: _l("Is this a stalemate?"),
    Phrase.PAUSE: _l("Shall we pause?"),
    Phrase.MORE_TIME: _l("Could you give me more time?"),
    Phrase.SLOWER: _l("Shall we play more slowly next time?"),
    Phrase.FASTER: _l("Shall we play faster next time?"),
    Phrase.LIVE: _l("Shall we play a live duel?"),
    Phrase.REMATCH: _l("Shall we play again?"),
    Phrase.EXCHANGED: _l("Again, with the home powers exchanged?"),
    Phrase.OTHER_RULES: _l("Shall we try other rules next time?"),
    Phrase.REVIEW: _l("Shall we look at the analysis together?"),
    Phrase.PHRASES_PLEASE: _l("Please use phrases: I do not speak your language."),
    Phrase.YES: _l("Yes."),
    Phrase.NO: _l("No, thank you."),
    Phrase.WITH_PLEASURE: _l("With pleasure."),
    Phrase.MAYBE_LATER: _l("Maybe later."),
    Phrase.NOT_YET: _l("Not yet."),
    Phrase.AGREED: _l("Agreed."),
    Phrase.TAKE_YOUR_TIME: _l("Take your time."),
    Phrase.SORRY: _l("Sorry!"),
    Phrase.NO_MATTER: _l("No problem."),
    Phrase.WELL_PLAYED: _l("Well played!"),
    Phrase.WELL_BID: _l("Well bid!"),
    Phrase.NICE_MOVE: _l("Nice move!"),
    Phrase.BOLD: _l("That was bold."),
    Phrase.SURPRISED: _l("I did not see that coming."),
    Phrase.OVERBID: _l("I bid too much."),
    Phrase.MISTAKE: _l("That was a mistake of mine."),
    Phrase.CLOSE: _l("That was close!"),
    Phrase.LUCKY: _l("I was lucky."),
    Phrase.UNLUCKY: _l("That was bad luck."),
    Phrase.LEARNED: _l("I have learned something."),
    Phrase.GOOD_DUEL: _l("That was a good duel!"),
    Phrase.DESERVED: _l("You deserved it."),
}
MODES: Mapping[TalkMode, LazyString] = {
    TalkMode.OPEN: _l("Texts and phrases"),
    TalkMode.PHRASES: _l("Phrases only"),
    TalkMode.MUTED: _l("Nothing"),
}


def phrase_words(phrase: str | None) -> str:
    """Return a phrase in words; nothing for an unknown code."""
    return str(PHRASES[Phrase(phrase)]) if phrase else ""


def _muted(*, theirs: bool) -> str:
    if theirs:
        return gettext("Your opponent has muted the talk, so nothing was sent.")
    return gettext("You have muted the talk, so nothing was sent.")


REFUSALS: Sentences = {
    TalkRefusal.NOT_A_PLAYER: lambda: gettext("Only the two players of a duel can talk in it."),
    TalkRefusal.NO_TALK: lambda: gettext("There is no talk in practice."),
    TalkRefusal.MUTED: _muted,
    TalkRefusal.PHRASES_ONLY: lambda: gettext(
        "One of you takes phrases only, so this text was not sent. Choose a phrase."
    ),
    TalkRefusal.EMPTY: lambda: gettext("Write something, or choose a phrase."),
    TalkRefusal.TOO_LONG: lambda most: gettext("Write at most %(most)d characters.", most=most),
    TalkRefusal.TOO_MANY: lambda: gettext("You have written a lot. Wait some minutes, then send this again."),
    TalkRefusal.ACCOUNT_CLOSED: lambda: gettext("Your opponent’s account is closed."),
    TalkRefusal.OVER: lambda: gettext("The duel is over: your diary stays as it is."),
    TalkRefusal.STILL_RUNNING: lambda: gettext("You can comment once the duel is over."),
    TalkRefusal.BLOCKED: lambda: gettext("One of the players has blocked you."),
}


def say_talk(message: Message) -> MessageText:
    """Write that somebody has sent a message; its text stays on the site."""
    stored = duel_of(message)
    name = names_of(stored)[Player(message.facts["player"]).opponent]
    return MessageText(
        gettext("%(name)s has written to you", name=name),
        (gettext("There is something to read in your duel."),),
        talk_url(stored.token, whole=True),
        gettext("Read it"),
        duel=stored.token,
    )


WORDS = {"talk": say_talk}
"""The function for the text of each notification about talk."""
