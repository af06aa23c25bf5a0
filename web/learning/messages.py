"""The texts of the lessons, by key: title, task, hint, and the rule to remember."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask_babel import lazy_gettext as _l

from adjudicator import Cause, Power, Unit
from learning.goals import Goal, GoalKind
from learning.lesson import Verdict
from web.core.translation import gettext
from web.words.failures import Failing, failings
from web.words.names import power_name
from web.words.orders import place_label, unit_there
from web.words.times import listed


class LessonWords(NamedTuple):
    """The texts of a lesson, at most forty words in all."""

    title: str
    task: str
    hint: str
    after: str


WORDS: Mapping[str, LessonWords] = {
    "army-moves": LessonWords(
        _l("An army moves"),
        _l("A gun is an army. Send yours from Paris to Burgundy."),
        _l("Choose Paris, then Burgundy. Or choose the move in the list."),
        _l("One order for each unit. A unit without an order holds."),
    ),
    "autumn": LessonWords(
        _l("Yours in autumn"),
        _l(
            "Each supply centre feeds one unit. A centre becomes yours only if your unit stands there when "
            "autumn ends. Make Spain yours."
        ),
        _l("Enter in spring, and stay in autumn."),
        _l(
            "More centres, more units: in winter you build or remove until they match. A centre stays yours "
            "until somebody else ends an autumn there."
        ),
    ),
    "fleet-coasts": LessonWords(
        _l("Fleets follow the coast"),
        _l(
            "A ship is a fleet. It sails on seas and along coasts. Rome and Venice meet only on land. Bring "
            "your fleet from Naples to Venice."
        ),
        _l("Go round by Apulia."),
        _l("A fleet needs a common coast. Between Rome and Venice there is only land."),
    ),
    "coasts-spain": LessonWords(
        _l("Spain has two coasts"),
        _l(
            "A fleet in Spain stands on the north or the south coast, and leaves from there. Sail "
            "from Portugal to Marseilles."
        ),
        _l("Marseilles lies beside the south coast."),
        _l("St Petersburg and Bulgaria have two coasts too. Armies can ignore the coasts."),
    ),
    "coasts-bulgaria": LessonWords(
        _l("The coasts of Bulgaria"),
        _l(
            "Bulgaria has an east and a south coast. Russia holds the Black Sea. Sail from "
            "Constantinople to Rumania."
        ),
        _l("Rumania lies beside the east coast."),
        _l("Before you enter such a province, think how you want to leave it."),
    ),
    "coasts-petersburg": LessonWords(
        _l("The coasts of St Petersburg"),
        _l(
            "Russia’s fleet begins on the south coast of St Petersburg. Norway lies beside the north coast, "
            "out of its reach. Sail to Sweden."
        ),
        _l("Go by the Gulf of Bothnia, or by Finland."),
        _l(
            "No fleet goes from one coast of a province to the other. Build one there, and you choose its "
            "coast."
        ),
    ),
    "bounce": LessonWords(
        _l("Two into one space"),
        _l(
            "Two units that try to enter the same space bounce: neither gets in. Put one army in "
            "Burgundy and one in Gascony."
        ),
        _l("Give each army its own destination."),
        _l("Equal forces bounce, even your own."),
    ),
    "keep-out": LessonWords(
        _l("A bounce can help"),
        _l("Germany’s army in Munich is about to enter Burgundy. Keep it out."),
        _l("Go there too: you both bounce."),
        _l("After a bounce both units stay where they were, and the space stays empty."),
    ),
    "no-order": LessonWords(
        _l("A unit without an order"),
        _l(
            "A unit without an order holds. Germany’s army in Munich attacks Burgundy. Keep Burgundy, and "
            "bring your other army to Spain."
        ),
        _l("Burgundy needs no order: one against one, it stays."),
        _l("Holding is an order too. Without an order a unit holds as well."),
    ),
    "no-trading": LessonWords(
        _l("No trading places"),
        _l("Two units cannot simply trade places. Bring your army to Rome and your fleet to Naples."),
        _l("Let the army step aside to Apulia first."),
        _l("Only a convoy lets two units trade places. More of that later."),
    ),
    "circle": LessonWords(
        _l("Three in a circle"),
        _l(
            "Three units can go round in a circle. Bring the fleet to Naples, and the armies to Apulia and "
            "Rome, all at once."
        ),
        _l("Each goes where the next one leaves."),
        _l("All move at the same moment, so each finds its space free."),
    ),
    "follow": LessonWords(
        _l("Leaving and following"),
        _l(
            "You can go where another unit is just leaving. Germany is marching to Munich. Bring your armies "
            "to Ruhr and Burgundy."
        ),
        _l("If the one in front bounces, the one behind bounces too."),
        _l("Follow only a unit whose way is clear."),
    ),
    "two-against-one": LessonWords(
        _l("Two against one"),
        _l("One against one bounces. Support makes a move stronger. Dislodge the army in Burgundy."),
        _l("One army moves there. The other supports that move: choose it, then the S."),
        _l("Two beat one. The unit that supports stays where it is."),
    ),
    "support-hold": LessonWords(
        _l("Support a unit that stays"),
        _l("Germany attacks Burgundy with two units. Hold Burgundy."),
        _l("Let Paris support the army in Burgundy."),
        _l("Two against two: the defender stays."),
    ),
    "failed-move": LessonWords(
        _l("Moving, or supported"),
        _l(
            "A unit ordered to move cannot be supported where it stands, even if its move fails. Munich and "
            "Ruhr attack Burgundy, Belgium goes to Picardy. Stop both."
        ),
        _l("Burgundy stays and is supported. Your fleet stops Belgium."),
        _l("Only a unit that holds, supports or convoys can be supported where it stands."),
    ),
    "cut": LessonWords(
        _l("Cut a support"),
        _l(
            "Munich attacks Burgundy with the support of Ruhr. From Holland you cannot support Burgundy. "
            "Hold it all the same."
        ),
        _l("Attack the unit that supports."),
        _l("An attack on a supporting unit cuts its support, even if it bounces."),
    ),
    "cut-from-elsewhere": LessonWords(
        _l("Which support is safe?"),
        _l(
            "Burgundy will attack Paris, and Spain will attack Gascony: one of your two supports would be "
            "cut. Dislodge the army in Burgundy."
        ),
        _l("The unit that a support is aimed at cannot cut it. Which of your armies does Burgundy attack?"),
        _l("An enemy attack cuts a support, unless it comes from the unit that the support is aimed at."),
    ),
    "dislodging-cuts": LessonWords(
        _l("Dislodged, no support"),
        _l(
            "Munich attacks Burgundy with the support of Ruhr. Dislodge the army in Ruhr, and keep Germany "
            "out of Burgundy."
        ),
        _l("Go to Ruhr yourself, with the support of Belgium. Paris can stop Munich at Burgundy."),
        _l("Dislodge a unit and its support is lost, wherever your attack comes from."),
    ),
    "not-your-own": LessonWords(
        _l("Never against your own"),
        _l(
            "A power cannot dislodge its own units. Austria is marching to Bohemia. Bring your armies to "
            "Munich, Ruhr and Silesia."
        ),
        _l("Munich must leave for a free space. Then Burgundy may follow."),
        _l("This holds for each power. In a duel you can dislodge a unit of another power that you hired."),
    ),
    "stand-off": LessonWords(
        _l("Equal forces"),
        _l(
            "Berlin supports Munich, so Munich holds with two. Two against two changes nothing. "
            "Dislodge the army in Munich."
        ),
        _l("Two supports for one move make three."),
        _l("Count before you attack: you need one more than they have."),
    ),
    "two-commands": LessonWords(
        _l("Support between powers"),
        _l(
            "You command Austria too. Units of different powers can support each other. Dislodge "
            "the army in Munich."
        ),
        _l("One of the two attacks, the other supports it."),
        _l("In a duel, all the powers you command fight together."),
    ),
    "beleaguered": LessonWords(
        _l("Two equal attacks"),
        _l(
            "Two equal attacks on one space block each other: the unit there stays. You command Austria "
            "too. Dislodge the army in Munich."
        ),
        _l("One attack, stronger than any other."),
        _l("One attack must be the strongest. Two attacks of two each would block each other."),
    ),
    "one-sea": LessonWords(
        _l("Across a sea"),
        _l("A fleet at sea can carry an army, if you order both. Take your army from London to Norway."),
        _l("Choose London, then Norway: the fleet’s order is written for you."),
        _l("The army moves, and the fleet convoys that same move: both orders are needed."),
    ),
    "two-seas": LessonWords(
        _l("Across two seas"),
        _l("Fleets in neighbouring seas make a chain. Take your army from London to Portugal."),
        _l("Both fleets must convoy the same move."),
        _l("A chain can be as long as your fleets allow."),
    ),
    "broken": LessonWords(
        _l("The broken convoy"),
        _l("France will dislodge your fleet in the Channel. Take your army from London to Belgium."),
        _l("Use the other fleet."),
        _l(
            "A dislodged fleet breaks its chain, one that is only attacked does not. "
            "The army goes only if another chain is whole."
        ),
    ),
    "swap": LessonWords(
        _l("Trading places by sea"),
        _l(
            "With a convoy two units can trade places. Bring your army to Belgium and your fleet to Picardy, "
            "both in one turn."
        ),
        _l("Choose Picardy, then Belgium, and choose to go by convoy."),
        _l("One of the two must go by convoy."),
    ),
    "uncut": LessonWords(
        _l("What a convoy does not cut"),
        _l(
            "England’s fleet in the North Sea carries an army from Yorkshire to Belgium. London attacks the "
            "Channel. Dislodge the fleet in the North Sea."
        ),
        _l("London would cut the Channel’s support. The army from the sea cannot cut that of Belgium."),
        _l("A convoyed army does not cut a support given against the fleet that carries it."),
    ),
    "where": LessonWords(
        _l("Where to retreat"),
        _l(
            "Your army in Burgundy is dislodged by the one from Munich. Retreat to an empty neighbouring "
            "space, never to where the attack came from or where units bounced. Guard Paris."
        ),
        _l("Choose your dislodged army, then Paris."),
        _l("A unit without an order to retreat is gone."),
    ),
    "clash": LessonWords(
        _l("Not to the same space"),
        _l("Two of your armies are dislodged. If both retreat to the same space, both are gone. Save both."),
        _l("Give each its own space."),
        _l("A retreat has no second try."),
    ),
    "build": LessonWords(
        _l("Building at home"),
        _l("One unit for each centre. You have three centres and two units: build a fleet in Brest."),
        _l("Choose Brest on the board or in the list."),
        _l("You build only on home centres that are yours and free."),
    ),
    "remove": LessonWords(
        _l("Removing"),
        _l(
            "Two centres, three armies: one must go. Without an order the one farthest from home "
            "goes. Keep Munich."
        ),
        _l("Remove one of the other two."),
        _l("Without a build order nothing is built. Without a removal order the rules choose."),
    ),
    "mercenary": LessonWords(
        _l("Mercenaries"),
        _l(
            "You lead a home power and hire others for a year. You have hired Germany. Bring armies to "
            "Burgundy and Tyrolia."
        ),
        _l("Order Germany’s army like your own."),
        _l("Mercenaries obey for a year. Then you bid again."),
    ),
    "auction": LessonWords(
        _l("A first auction"),
        _l(
            "The higher bid commands the power this year. Turkey bids 6 for Germany and 3 for Italy. "
            "Hire Italy, for 4 credits at most."
        ),
        _l("One more than the other is enough."),
        _l("What you do not spend is there next year."),
    ),
    "equal-bids": LessonWords(
        _l("Equal bids"),
        _l(
            "Equal bids win nothing and cost nothing: the power falls into anarchy. Turkey bids 6 for "
            "Germany. Let nobody command Germany."
        ),
        _l("Bid the same."),
        _l("In anarchy units hold, and a dislodged unit is gone."),
    ),
    "unled": LessonWords(
        _l("Against anarchy"),
        _l("Nobody commands Germany: its army holds, and nobody supports it. Take Munich."),
        _l("It still holds with the strength of one."),
        _l("A dislodged unit in anarchy does not retreat: it is gone."),
    ),
    "income": LessonWords(
        _l("Income"),
        _l(
            "After autumn you get a credit for each centre of your home power. You have hired Germany. Earn "
            "4 credits."
        ),
        _l("What a mercenary takes is the mercenary’s. France itself must take a centre."),
        _l("Credits buy next year’s mercenaries."),
    ),
    "overbid": LessonWords(
        _l("More than you have"),
        _l("You have 10 credits. Turkey bids 5 for Germany and 3 for Italy. Hire both."),
        _l("Six and four make ten."),
        _l("Win more than you can pay and you lose all your credits, and command no mercenary."),
    ),
    "heir": LessonWords(
        _l("When the other overbids"),
        _l(
            "Turkey has 10 credits and bids 6 and 5. If both win, it cannot pay: you get your own "
            "bids at half price. Hire both for 5."
        ),
        _l("Bid less than Turkey on both."),
        _l("An overbid hands everything to the other player."),
    ),
    "together": LessonWords(
        _l("Two powers together"),
        _l(
            "You have hired England. Germany is marching to Belgium. Keep it out: England’s fleet can carry "
            "your army from Brest."
        ),
        _l("The army moves to Belgium by convoy, and the Channel convoys it."),
        _l("A mercenary’s fleet carries your army like your own."),
    ),
    "must-build": LessonWords(
        _l("A mercenary must build"),
        _l(
            "A hired power builds even without your order: armies, in alphabetical order of its home "
            "centres. Have Austria build a fleet in Trieste."
        ),
        _l("Choose the fleet for Trieste."),
        _l("Without an order Austria builds an army in Budapest. England alone builds fleets."),
    ),
    "step": LessonWords(
        _l("One step wins"),
        _l(
            "End a season with a unit of your home power on a home centre of your opponent’s, and you win "
            "the duel. Win."
        ),
        _l("Munich stands open."),
        _l("Spring or autumn, one centre is enough."),
    ),
    "door": LessonWords(
        _l("Opening the door"),
        _l("Only units of your home power win. Munich is guarded, and you have hired Austria. Win."),
        _l("Austria supports, France walks in."),
        _l("Mercenaries open the door; you go through it."),
    ),
    "guard": LessonWords(
        _l("Guard your door"),
        _l("Germany’s army in Burgundy can reach Paris and Marseilles. Whatever it does, do not lose."),
        _l("One unit cannot dislodge another. Guard both centres."),
        _l("Look at your home centres before every move."),
    ),
    "square-you-leave": LessonWords(
        _l("The space you leave"),
        _l(
            "Germany’s army in Piedmont is beside Marseilles. Bring an army to Spain, and do not "
            "lose, whatever it does."
        ),
        _l("Which of your armies guards nothing?"),
        _l("Before you move a unit, ask what it was guarding."),
    ),
    "both-at-once": LessonWords(
        _l("Both at once"),
        _l(
            "Germany is about to enter Paris. With one centre each, the larger reserve wins, and Germany’s "
            "is larger. Win."
        ),
        _l("Two home centres beat one."),
        _l("If both stand on home centres, the one on more of them wins."),
    ),
    "larger-reserve": LessonWords(
        _l("The larger reserve"),
        _l(
            "Germany is about to enter Paris. With one centre each, the larger reserve wins, and yours is "
            "larger. Win."
        ),
        _l("Let it come, and go yourself."),
        _l("Credits win duels too: compare the reserves before you race."),
    ),
    "count": LessonWords(
        _l("By centres"),
        _l(
            "A stalemate, or the last year agreed on, is decided by centres. This is the last autumn, and "
            "you are level. Win."
        ),
        _l("Spain belongs to nobody."),
        _l("Only the centres of the home powers count."),
    ),
}


PARTS: Mapping[str, tuple[str, str]] = {
    "moving": (_l("Moving"), _l("Armies, fleets, and what happens when they meet.")),
    "support": (_l("Support"), _l("How two beat one, and how to stop it.")),
    "convoy": (_l("Convoys"), _l("Fleets carry armies across the sea.")),
    "retreat": (_l("Retreats and winter"), _l("Where the beaten go, and where units come from.")),
    "duel": (_l("The duel"), _l("Mercenaries, and the auction that hires them.")),
    "winning": (_l("Winning"), _l("One step, and how to guard against it.")),
}
"""The name of each part, and what it is about."""


MOST = 2
"""How many failed orders are named; nobody would read more."""


def orders_failed(verdict: Verdict) -> Sequence[Failing]:
    """Say which of the learner's orders failed, and why; the lesson's own subject first."""
    latest = failings(verdict.failed)
    return sorted(latest, key=lambda failing: verdict.lesson.wrong.why not in failing.causes)[:MOST]


def why_unsolved(verdict: Verdict) -> Sequence[Failing]:
    """Say why an attempt is no solution, in a few sentences; the lesson's own subject first."""
    overbid = [gettext("Your bids exceed your reserve: you are overbid.")] if verdict.is_overbid else []
    missed = [Failing(words) for words in (*overbid, *map(goal_missed, verdict.unmet))]
    failed = orders_failed(verdict)
    return [*failed, *missed] if verdict.lesson.wrong.why in set(Cause) else [*missed, *failed]


def goal_missed(goal: Goal) -> str:
    """Say that a goal was not reached."""
    names = goal.names
    if goal.kind in {GoalKind.ARRIVES, GoalKind.HOLDS, GoalKind.DISLODGES}:
        named = listed(unit_there(Unit.parse(name)) for name in names)
    elif goal.kind in {GoalKind.COMMANDS, GoalKind.ANARCHY}:
        named = listed(power_name(Power(name)) for name in names)
    else:
        named = listed(place_label(name) for name in names)
    words = {
        GoalKind.ARRIVES: gettext("Wanted at the end: %(named)s."),
        GoalKind.HOLDS: gettext("No longer in place: %(named)s."),
        GoalKind.DISLODGES: gettext("Not dislodged: %(named)s."),
        GoalKind.KEEPS_OUT: gettext("The other player stands in: %(named)s."),
        GoalKind.KEEPS_UNITS: gettext("You have lost a unit."),
        GoalKind.OWNS: gettext("Not yours: %(named)s."),
        GoalKind.COMMANDS: gettext("You do not command: %(named)s."),
        GoalKind.ANARCHY: gettext("Somebody commands: %(named)s."),
        GoalKind.PAYS_AT_MOST: gettext("You paid more than %(number)d."),
        GoalKind.HAS_CREDITS: gettext("You have fewer than %(number)d credits."),
        GoalKind.WINS: gettext("You have not won."),
        GoalKind.SURVIVES: gettext("The other player stands on your home centre: you have lost."),
    }
    return words[goal.kind] % {"named": named, "number": goal.number}
