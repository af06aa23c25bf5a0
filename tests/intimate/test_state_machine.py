"""A duel with entries, offers, claims and concessions in any order, compared with a model."""

import json
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from intimate.codec import event_line, phase_line, read_duel, result_line, write_duel
from intimate.duel import Ending
from intimate.errors import EventError
from intimate.events import BY_PLAYERS, Event, EventKind, happen, possible
from intimate.play import awaits, play
from intimate.players import Player
from intimate.record import load
from tests.builders import event, lines, record
from tests.intimate.lottery import Lottery, plain_chapter, position

PLAYERS = st.sampled_from(Player)
SEEDS = st.integers(0, 2**16)


class DuelMachine(RuleBasedStateMachine):
    """The model knows only the offers and the claims; the rules must agree with it."""

    @initialize(seed=SEEDS, opening=st.booleans(), years=st.sampled_from([0, 1, 2]))
    def begin(self, seed, opening, years):
        start = None if opening else position(Random(seed))  # noqa: S311
        changed = {"stalemate_years": years, "home_eliminated": "plays_on"}
        self.record = record(begin=start, **changed)
        self.duel = load(self.record).start
        self.printed, self.offers, self.claims = [], set(), set()

    def goes_on(self):
        return self.duel.result is None

    def went_on(self, chapter, line, after):
        self.record["chapters"].append(json.loads(json.dumps(chapter)))
        self.printed.append(json.loads(json.dumps(line)))
        self.duel = after

    @precondition(goes_on)
    @rule(seed=SEEDS)
    def resolve(self, seed):
        lottery = Lottery(Random(seed))  # noqa: S311
        chapter = play(self.duel, lottery.entries(self.duel), lottery.lots())
        if chapter.after.position.owners != self.duel.position.owners:
            self.claims.clear()
        self.offers.clear()
        self.went_on(plain_chapter(chapter), phase_line(chapter), chapter.after)

    def try_event(self, kind, player, *, allowed):
        """Try an event: it must happen if the model allows it, and be refused otherwise."""
        given = Event(kind, player)
        assert possible(self.duel, given) == allowed
        if allowed:
            after = happen(self.duel, given)
            self.went_on(event(kind.value, player and player.value), event_line(given, after), after)
            return
        with pytest.raises(EventError):
            happen(self.duel, given)

    @rule(player=PLAYERS)
    def offer_a_draw(self, player):
        goes_on = self.goes_on()
        self.try_event(EventKind.DRAW_OFFERED, player, allowed=goes_on)
        if goes_on:
            self.offers.add(player)

    @rule(player=PLAYERS)
    def agree_to_a_draw(self, player):
        agreed = self.goes_on() and player.opponent in self.offers
        self.try_event(EventKind.DRAW_AGREED, player, allowed=agreed)
        assert not agreed or (self.duel.result.winner, self.duel.result.reason) == (None, Ending.DRAW)

    @rule(player=PLAYERS)
    def decline_a_draw(self, player):
        declined = self.goes_on() and player.opponent in self.offers
        self.try_event(EventKind.DRAW_DECLINED, player, allowed=declined)
        if declined:
            self.offers.remove(player.opponent)

    @rule(player=PLAYERS)
    def withdraw_the_offer_of_a_draw(self, player):
        withdrawn = self.goes_on() and player in self.offers
        self.try_event(EventKind.DRAW_WITHDRAWN, player, allowed=withdrawn)
        if withdrawn:
            self.offers.remove(player)

    @rule(player=PLAYERS)
    def withdraw_the_claim_of_a_stalemate(self, player):
        withdrawn = self.goes_on() and player in self.claims
        self.try_event(EventKind.STALEMATE_WITHDRAWN, player, allowed=withdrawn)
        if withdrawn:
            self.claims.remove(player)

    @rule(player=PLAYERS)
    def claim_a_stalemate(self, player):
        allowed = self.goes_on() and bool(self.duel.homes) and not self.duel.mercenaries
        quiet = self.duel.quiet_autumns
        self.try_event(EventKind.STALEMATE_CLAIMED, player, allowed=allowed)
        if allowed:
            self.claims.add(player)
            assert self.goes_on() == (quiet < self.duel.rules.stalemate_years)

    @rule(player=PLAYERS)
    def agree_to_a_stalemate(self, player):
        agreed = self.goes_on() and player.opponent in self.claims
        self.try_event(EventKind.STALEMATE_AGREED, player, allowed=agreed)
        assert not agreed or self.duel.result.reason is Ending.STALEMATE

    @rule()
    def grant_a_stalemate(self):
        self.try_event(EventKind.STALEMATE_GRANTED, None, allowed=self.goes_on() and bool(self.claims))

    @rule(player=PLAYERS, chance=st.integers(0, 5))
    def concede(self, player, chance):
        if chance:
            return
        goes_on = self.goes_on()
        self.try_event(EventKind.CONCEDED, player, allowed=goes_on)
        if goes_on:
            assert (self.duel.result.winner, self.duel.result.reason) == (player.opponent, Ending.CONCEDED)

    @invariant()
    def somebody_is_awaited_while_it_goes_on(self):
        assert bool(awaits(self.duel)) == self.goes_on() == (self.duel.phase is not None)

    @invariant()
    def offers_and_claims_are_those_of_the_model(self):
        if self.goes_on():
            assert (self.duel.draw_offers, self.duel.claims) == (self.offers, self.claims)

    @invariant()
    def nothing_is_owed(self):
        assert all(amount >= 0 for amount in self.duel.credits.values())
        provinces = [unit.province for unit in self.duel.position.units]
        assert len(set(provinces)) == len(provinces)
        assert not set(self.duel.homes.values()) & {*self.duel.control, *self.duel.mercenaries}

    @invariant()
    def it_can_be_stored(self):
        assert read_duel(json.loads(json.dumps(write_duel(self.duel))), self.duel.rules) == self.duel

    @invariant()
    def nothing_happens_after_the_end(self):
        if not self.goes_on():
            assert not any(
                possible(self.duel, Event(kind, player)) for kind in BY_PLAYERS for player in Player
            )

    def teardown(self):
        if hasattr(self, "record"):
            assert lines(self.record) == [*self.printed, json.loads(json.dumps(result_line(self.duel)))]


TestDuelMachine = DuelMachine.TestCase
TestDuelMachine.settings = settings(stateful_step_count=20)
