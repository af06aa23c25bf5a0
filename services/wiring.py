"""The hooks of the site: what follows from a chapter, in order, and when messages are due.

What follows from a chapter takes locks in this order: the duel (held already), the pool of ratings, the
ladder, the match, the tournament, the figures of finished duels, the entrants of the league. Asking for a
judgement takes none. Practice counts for nothing: it says nothing about people.
"""

from services.analysis.asking import judge_practice
from services.archive.tallies import count_duel
from services.challenges.notifications import challenge_waits
from services.duels.notifications import offer_stands, reminder_due, turn_lasts
from services.hooks import Hooks
from services.ladders.challenging import settle_duel
from services.ladders.notifications import ladder_challenge_waits
from services.league.scoring import count_league_duel
from services.matches import go_on_with_match
from services.ratings.pools import count_for_ratings
from services.talk.notifications import talk_unread
from services.tournaments.rounds import follow_duel

HOOKS = Hooks(
    after_chapter=(
        count_for_ratings,
        settle_duel,
        go_on_with_match,
        follow_duel,
        count_duel,
        count_league_duel,
    ),
    after_practice_chapter=(judge_practice,),
    due_checks={
        "turn": (turn_lasts,),
        "reminder": (reminder_due,),
        "offer": (offer_stands,),
        "talk": (talk_unread,),
        "challenge": (challenge_waits, ladder_challenge_waits),
    },
)
