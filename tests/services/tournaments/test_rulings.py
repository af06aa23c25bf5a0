"""The decisions of arbiters, and what nobody can do to a result."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from fractions import Fraction

import pytest
from sqlalchemy import select

from clocks.terms import PRESETS
from competition.tournament.values import Decision, System
from intimate.players import Player
from models import Message
from services.accounts import accounts
from services.arbiters.calls import answer_call, call_arbiter
from services.arbiters.refusals import ArbiterRefusal
from services.arbiters.rulings import close_duel, lock_for_ruling
from services.duels.authority import appoint, arbiter_ids
from services.duels.deadlines import sweep
from services.duels.refusals import DuelRefusal
from services.refused import NotFound
from services.terms import Terms
from services.tournaments import rounds, rulings
from services.tournaments.refusals import TournamentRefusal, TournamentRefused
from tests.fixtures_duels import DAILY, NOON
from tests.refusing import refuses
from tests.services.tournaments.conftest import ARBITER, EIGHT, ORGANISER, Cup, plan_of

UNRATED = Terms(clock=DAILY, rated=False)


def score(played, name):
    return next(score for _, who, score in played.ranking() if who == name)


def test_a_ruling_stays_after_any_end_of_the_duel(cup):
    """A result counts once: the end of a duel before or after a ruling adds nothing to it."""
    played = cup(*EIGHT[:4]).start()
    first, second = played.pairs(1)[0]
    played.rule(1, 1, Decision.RULED, (0, 2))
    played.concede(1, 1)
    assert (score(played, first), score(played, second)) == (0, 1)
    first, second = played.pairs(1)[1]
    played.concede(1, 2)
    played.rule(1, 2, Decision.RULED, (1, 1))
    assert (score(played, first), score(played, second)) == (Fraction(1, 2), Fraction(1, 2))


def test_an_arranged_result_is_annulled_and_both_are_sanctioned(cup):
    played = cup(*EIGHT[:4]).start()
    first, second = played.pairs(1)[0]
    played.concede(1, 1)
    played.rule(1, 1, Decision.ANNULLED, None, reason="Both have said that they had agreed on it.")
    played.concede(1, 2)
    assert (score(played, first), score(played, second)) == (0, 0)
    played.next()
    played.play(2)
    before = score(played, played.ranking()[0][1])
    best = played.sheet().standings[0].entry
    measure = rulings.Measure(best, Fraction(1, 2), None, "Arranged results.")
    played.do(rulings.sanction, played.ids[ORGANISER], measure)
    assert {entry.entry: entry.score for entry in played.sheet().standings}[best] == before / 2


def test_a_sanction_of_one_round_leaves_the_others_alone_and_can_be_lifted(cup):
    played = cup(*EIGHT[:2], plan=plan_of(rounds=2)).start()
    played.play(1)
    played.next()
    played.play(2)
    best = played.sheet().standings[0].entry
    made = played.do(
        rulings.sanction, played.ids[ORGANISER], rulings.Measure(best, Fraction(0), 1, "Insults.")
    )
    assert score(played, "anna") == 1
    played.do(rulings.lift_sanction, played.ids[ORGANISER], made.id, "It was somebody else.")
    assert score(played, "anna") == 2
    assert [act.reason for act in played.acts("sanction", "sanction_lifted")] == [
        "Insults.",
        "It was somebody else.",
    ]


@pytest.mark.parametrize("who", ["anna", ORGANISER, "stranger"])
def test_an_arbiter_who_plays_cannot_rule_in_the_tournament(cup, who):
    """They may rule on no pairing of the tournament, and sanction no rival."""
    played = cup(*EIGHT[:3])
    played.enrol("stranger", plays=False)
    played.name_arbiter()
    played.join(ORGANISER)
    played.start()
    measure = rulings.Measure(played.sheet().standings[0].entry, Fraction(0), None, "A rival.")
    with refuses(TournamentRefusal.NOT_ARBITER):
        played.rule(1, 1, Decision.RULED, (2, 0), by=who)
    with refuses(TournamentRefusal.NOT_ARBITER):
        played.do(rulings.sanction, played.ids[who], measure)
    played.rule(1, 1, Decision.RULED, (2, 0), by=ARBITER)


@pytest.mark.parametrize(
    ("code", "ruling"),
    [
        ("reason", rulings.PairingRuling(1, 1, Decision.RULED, (2, 0), "  ")),
        ("points", rulings.PairingRuling(1, 1, Decision.RULED, (2, 2), "Both.")),
        ("no_pairing", rulings.PairingRuling(1, 9, Decision.RULED, (2, 0), "Nobody.")),
    ],
)
def test_a_ruling_needs_a_reason_valid_points_and_an_existing_pairing(cup, code, ruling):
    played = cup(*EIGHT[:2]).start()
    with pytest.raises(TournamentRefused) as error:
        played.do(rulings.rule, played.ids[ORGANISER], ruling)
    assert error.value.code == code


def test_of_a_drawn_knock_out_the_arbiter_says_who_goes_on(cup):
    played = cup(*EIGHT[:4], plan=plan_of(System.KNOCKOUT, 1)).start()
    (_, lower), _ = played.pairs(1)
    played.draw(1, 1)
    played.rule(1, 1, Decision.RULED, (1, 1), through=Player.SECOND, reason="Draws were drawn at the table.")
    played.concede(1, 2)
    played.next()
    assert lower in played.pairs(2)[0]
    with refuses(TournamentRefusal.DRAWN_ALREADY):
        played.rule(1, 1, Decision.RULED, (2, 0))


def test_a_player_absent_in_two_rounds_is_notified_and_drawn_no_more(cup):
    played = cup(*EIGHT[:4], plan=plan_of(rounds=3))
    played.listen("anna")
    played.start()
    for number in (1, 2):
        board = next(board for board, pair in enumerate(played.pairs(number), 1) if "anna" in pair)
        absent = Player.FIRST if played.pairs(number)[board - 1][0] == "anna" else Player.SECOND
        played.miss(number, board, {absent})
        for other in range(1, 3):
            if other != board:
                played.concede(number, other)
        played.next()
    assert "anna" not in [name for pair in played.pairs(3) for name in pair]
    with played.database.reading() as session:
        told = [message.facts["what"] for message in session.scalars(select(Message))]
    assert [what for what in told if what != "round"] == ["begun", "absent", "taken_out"]


def test_the_player_who_came_gets_the_point_of_a_live_duel_that_lapsed(cup):
    live = Terms(clock=PRESETS["live"])
    played = cup(*EIGHT[:2], terms=live, plan=plan_of(rounds=1)).start()
    played.arrive(1, 1, Player.SECOND)
    sweep(played.database, lambda: NOON + timedelta(hours=2))
    second = played.pairs(1)[0][1]
    assert score(played, second) == 1
    assert [act.facts["name"] for act in played.acts("absent")] == [played.pairs(1)[0][0]]


@pytest.mark.parametrize(("winner", "points"), [(None, (None, None)), (Player.SECOND, (0, 2))])
def test_the_arbiter_of_a_tournament_closes_its_duels_without_being_called(cup, winner, points):
    """A duel closed without a winner counts for nothing, and its round still ends."""
    played = cup(*EIGHT[:2], plan=plan_of(rounds=1), terms=UNRATED).start()
    duel = played.duel(1, 1)
    with played.database.writing() as session:
        lock = lock_for_ruling(
            session, duel.token, played.ids[ORGANISER], duel.ordinal, "Both are ill.", NOON
        )
        close_duel(lock, winner, NOON)
    pairing = played.sheet().of_round(1)[0]
    assert (pairing.points_first, pairing.points_second) == points
    assert pairing.decision == ("played" if winner else "annulled")
    played.finish()
    assert played.tournament.state == "ended"


def test_nobody_who_plays_in_a_tournament_rules_on_a_duel_of_it(cup):
    played = cup(*EIGHT[:4]).start()
    duel = played.duel(1, 1)
    others = {played.ids[name] for name in EIGHT[:4]} - {duel.first_id, duel.second_id}
    with played.database.writing() as session:
        for user_id in (*others, duel.first_id):
            with refuses(ArbiterRefusal.NOT_ARBITER):
                lock_for_ruling(session, duel.token, user_id, duel.ordinal, "I say so.", NOON)


def test_two_presses_at_once_draw_one_round(cup):
    played = cup(*EIGHT[:4]).start()
    played.play(1)

    def press(_):
        try:
            played.do(rounds.draw_next, played.ids[ORGANISER], 1)
        except TournamentRefused as error:
            return error.code
        return "drawn"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(press, range(2))) == ["changed", "drawn"]
    assert len(played.pairs(2)) == 2


def test_no_round_follows_before_all_results_of_the_one_before(cup):
    played = cup(*EIGHT[:4]).start()
    played.concede(1, 1)
    with refuses(TournamentRefusal.UNDECIDED):
        played.next()
    with refuses(TournamentRefusal.UNDECIDED):
        played.finish()


def test_duels_of_a_tournament_that_is_called_off_go_on_and_count_for_nobody_here(cup):
    played = cup(*EIGHT[:2]).start()
    played.cancel("The hall is closed.")
    played.concede(1, 1)
    assert played.duel(1, 1).ended_at == NOON
    assert played.sheet().pairings[0].decision is None
    assert played.acts("cancelled")[0].reason == "The hall is closed."


@pytest.mark.parametrize("reason", ["", "   ", "\0", "x" * 501])
def test_nothing_is_called_off_without_a_reason_that_the_log_can_hold(cup, reason):
    played = cup(*EIGHT[:2]).start()
    with refuses(TournamentRefusal.REASON):
        played.cancel(reason)
    assert played.tournament.state == "running"
    played.cancel("no\0 hall")
    assert played.acts("cancelled")[0].reason == "no hall"


def test_an_arbiter_whose_account_is_closed_rules_no_more(cup):
    played = cup(*EIGHT[:2])
    played.name_arbiter()
    with played.database.writing() as session:
        arbiter = accounts.named(session, ARBITER)
        assert arbiter.id in arbiter_ids(session, played.tournament)
        arbiter.closed_at = NOON
        session.flush()
        assert arbiter.id not in arbiter_ids(session, played.tournament)


def test_nothing_is_ruled_after_the_end(cup):
    played = cup(*EIGHT[:2], plan=plan_of(rounds=1)).start()
    played.play(1)
    played.finish()
    with refuses(TournamentRefusal.NOT_RUNNING):
        played.rule(1, 1, Decision.RULED, (0, 2))


def test_the_last_two_duels_that_end_at_once_bring_one_next_round(any_database):
    played = Cup(any_database, EIGHT[:4], plan=plan_of(rounds=2), by_itself=True).start()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda board: played.concede(1, board), (1, 2)))
    assert played.tournament.round == 2
    assert len(played.pairs(2)) == 2


@pytest.mark.parametrize("who", [ORGANISER, ARBITER])
def test_on_rated_duels_an_arbiter_of_a_tournament_rules_only_if_the_site_has_appointed_them(cup, who):
    """Otherwise any member could end, correct and take back rated duels by organising a tournament."""
    played = cup(*EIGHT[:2], plan=plan_of(rounds=1))
    played.name_arbiter()
    played.start()
    duel = played.duel(1, 1)
    assert duel.rated

    def close():
        with played.database.writing() as session:
            lock = lock_for_ruling(session, duel.token, played.ids[who], duel.ordinal, "I say so.", NOON)
            close_duel(lock, Player.SECOND, NOON)

    with refuses(ArbiterRefusal.NOT_ARBITER):
        close()
    with played.database.writing() as session:
        call = call_arbiter(session, duel.token, played.ids[who], "They have agreed on the result.", NOON).id
    with refuses(ArbiterRefusal.NOT_ARBITER):
        close()
    with played.database.writing() as session, pytest.raises(NotFound):
        answer_call(session, call, played.ids[who], "I answer myself.", NOON)
    assert played.duel(1, 1).ordinal == duel.ordinal
    with played.database.writing() as session:
        appoint(session, who, NOON)
    close()
    assert played.duel(1, 1).winner is Player.SECOND


def test_nobody_calls_the_arbiter_to_a_duel_that_they_neither_play_nor_arbitrate(cup):
    played = cup(*EIGHT[:4], plan=plan_of(rounds=1)).start()
    duel = played.duel(1, 1)
    others = {played.ids[name] for name in EIGHT[:4]} - {duel.first_id, duel.second_id}
    for user_id in others:
        with played.database.writing() as session, refuses(DuelRefusal.NOT_A_PLAYER):
            call_arbiter(session, duel.token, user_id, "I watch.", NOON)
