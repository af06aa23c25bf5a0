"""Notifications about duels: who gets which."""

from datetime import timedelta

import pytest

from services.notifications.channels import USUAL
from services.terms import HOUR, MINUTE, Clock
from tests.builders import lonely, start
from tests.fixtures_duels import DEADLINE, FIRST, LATER, LISTS, NOON, SECOND

LIVE = Clock(15 * MINUTE, 15 * MINUTE, 5 * MINUTE)


@pytest.fixture
def both(channel):
    """Give Anna and Boris a channel for all kinds."""
    return {name: channel(name) for name in ("anna", "boris")}


def test_the_challenger_is_notified_of_their_turn_in_a_new_duel(both, contest, notified, messages, people):
    assert notified() == [("anna", "turn")]
    message = messages(people["anna"], "turn")[0]
    assert (message.duel_id, message.facts) == (contest.id, {"player": "first", "phase": "HOMES"})


def test_a_resolved_phase_notifies_the_other_player_once(both, contest, notified, messages):
    contest.enter(FIRST, LISTS[FIRST])
    contest.enter(SECOND, LISTS[SECOND])
    assert notified() == [("anna", "turn")] * 2
    assert messages(kind="turn")[-1].facts == {
        "player": "first",
        "phase": "S1901B",
        "chapter": 0,
        "resolved": "HOMES",
        "event": None,
    }


def test_a_phase_resolved_by_the_clock_notifies_both(both, contest, notified):
    contest.sweep()
    assert notified() == [("anna", "turn"), ("anna", "turn"), ("boris", "turn")]


@pytest.mark.parametrize(
    ("kinds", "awaited", "unawaited"),
    [
        (["turn", "resolved"], "turn", "resolved"),
        (["turn"], "turn", None),
        (["resolved"], "resolved", "resolved"),
        (["offer", "ended", "challenge"], None, None),
    ],
)
def test_a_channel_gets_one_message_about_a_phase(begun, channel, notified, kinds, awaited, unawaited):
    """Anna must retreat, Boris need not."""
    channel("anna", kinds=kinds)
    channel("boris", kinds=kinds)
    duel = begun(start("S1902M", units={"AUSTRIA": ["A VIE"], "FRANCE": ["A TYR", "A BOH"]}, centers={}))
    before = len(notified())
    duel.store(SECOND, {"orders": {"FRANCE": ["A TYR - VIE", "A BOH S A TYR - VIE"]}})
    duel.sweep()
    assert duel.phase == "S1902R"
    assert [duel.awaits(player) for player in (FIRST, SECOND)] == [True, False]
    expected = [(name, kind) for name, kind in (("anna", awaited), ("boris", unawaited)) if kind]
    assert notified()[before:] == expected


def test_the_end_of_a_duel_notifies_the_other_player(both, contest, notified):
    contest.happen(SECOND, "conceded")
    assert notified() == [("anna", "turn"), ("anna", "ended")]


def test_an_end_by_absence_notifies_both(begun, both, notified):
    duel = begun(clock=Clock(misses=1))
    duel.sweep()
    assert notified()[1:] == [("anna", "ended"), ("boris", "ended")]


def test_a_channel_for_resolved_phases_gets_the_last_one_too(begun, channel, notified):
    channel("anna", kinds=["resolved"])
    duel = begun(start("F1901M", units={"AUSTRIA": ["A BUR"], "FRANCE": ["F LON"]}))
    duel.store(FIRST, {"orders": {"AUSTRIA": ["A BUR - PAR"]}})
    duel.sweep()
    assert duel.phase is None
    assert notified() == [("anna", "resolved")]


@pytest.mark.parametrize(("kind", "begin"), [("draw_offered", None), ("stalemate_claimed", lonely("S1902M"))])
def test_an_offer_notifies_the_opponent(begun, both, notified, kind, begin):
    duel = begun(begin)
    duel.happen(FIRST, kind)
    assert notified()[1:] == [("boris", "offer")]


def test_a_request_for_an_early_end_notifies_the_opponent_but_not_its_refusal(begun, both, notified):
    duel = begun(lonely("S1902M"), early_end="vote")
    duel.happen(FIRST, "end_asked")
    duel.happen(SECOND, "end_voted_down")
    assert notified()[1:] == [("boris", "offer")]


def test_a_declined_or_withdrawn_offer_notifies_nobody(both, contest, notified):
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_declined")
    contest.happen(FIRST, "draw_offered")
    contest.happen(FIRST, "draw_withdrawn")
    assert notified()[1:] == [("boris", "offer")] * 2


def test_an_agreed_draw_notifies_the_player_who_offered_it(both, contest, notified):
    contest.happen(FIRST, "draw_offered")
    contest.happen(SECOND, "draw_agreed")
    assert notified()[1:] == [("boris", "offer"), ("anna", "ended")]


def test_a_live_duel_only_notifies_of_its_beginning_offers_and_end(begun, both, notified, messages):
    duel = begun(clock=LIVE)
    duel.resolve(LISTS[FIRST], LISTS[SECOND], NOON)
    duel.happen(SECOND, "draw_offered", NOON)
    duel.happen(FIRST, "draw_agreed", NOON)
    assert notified() == [("anna", "turn"), ("anna", "offer"), ("boris", "ended")]
    assert messages(kind="reminder") == []


def due_of_reminders(messages, user_id):
    return [(each.due_at, each.until) for each in messages(user_id, "reminder")]


def test_a_reminder_is_due_six_hours_before_the_deadline(both, contest, messages, people):
    assert due_of_reminders(messages, people["anna"]) == [(DEADLINE - timedelta(hours=6), DEADLINE)]
    assert due_of_reminders(messages, people["boris"]) == [(DEADLINE - timedelta(hours=6), DEADLINE)]


def test_a_reminder_never_comes_before_half_of_the_time_is_over(begun, both, account, messages, people):
    account("anna", lead_seconds=86400)
    begun()
    assert due_of_reminders(messages, people["anna"]) == [(NOON + timedelta(hours=12), DEADLINE)]
    begun(clock=Clock(HOUR, HOUR, HOUR))
    half, whole = NOON + timedelta(minutes=30), NOON + timedelta(hours=1)
    assert due_of_reminders(messages, people["boris"])[1:] == [(half, whole)]


def test_a_second_reminder_is_due_at_the_chosen_time_before_the_deadline(
    begun, both, account, messages, people
):
    account("anna", lead_seconds=12 * 3600, again_seconds=3600)
    begun()
    first, second = DEADLINE - timedelta(hours=12), DEADLINE - timedelta(hours=1)
    assert due_of_reminders(messages, people["anna"]) == [(first, DEADLINE), (second, DEADLINE)]


def test_a_player_who_chose_no_reminders_gets_none(both, account, begun, messages, people):
    account("anna", lead_seconds=0)
    begun()
    assert messages(people["anna"], "reminder") == []
    assert len(messages(people["boris"], "reminder")) == 1


def test_every_phase_has_a_reminder_for_each_awaited_player(both, contest, messages, people):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.happen(FIRST, "draw_offered")
    for name in ("anna", "boris"):
        reminders = messages(people[name], "reminder")
        assert [each.facts["phase"] for each in reminders] == ["HOMES", "S1901B"]
        assert reminders[1].until == LATER + timedelta(days=1)


def test_a_bank_has_a_deadline_of_its_own(begun, both, messages, people):
    begun(clock=Clock(HOUR, HOUR, HOUR, bank=4 * HOUR, cap=9 * HOUR))
    due = NOON + timedelta(hours=5)
    assert due_of_reminders(messages, people["anna"]) == [(NOON + timedelta(minutes=150), due)]


def test_a_player_without_a_channel_gets_no_messages(contest, messages):
    contest.resolve(LISTS[FIRST], LISTS[SECOND])
    contest.happen(FIRST, "conceded")
    assert messages() == []


def test_the_usual_kinds_leave_out_what_only_some_want():
    assert "resolved" not in USUAL


@pytest.mark.parametrize("entry", [None, {"bids": {"ITALY": 5}}, {"bids": {"RUSSIA": 20, "ITALY": 20}}])
def test_notifications_before_the_reveal_do_not_depend_on_the_entry(begun, both, messages, entry, people):
    def plain():
        return [
            (
                each.user_id,
                each.kind,
                each.subject.replace(duel.token, ""),
                each.facts,
                each.due_at,
                each.until,
            )
            for each in messages()
            if each.duel_id == duel.id
        ]

    duel = begun(start("S1901B"))
    bare = plain()
    if entry:
        duel.store(SECOND, entry)
        duel.hand_in(SECOND)
    assert plain() == bare
    assert {user for user, *_ in bare} == {people["anna"], people["boris"]}
