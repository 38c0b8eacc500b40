"""Thinking aloud: what a bot's decision meant, told after it, to people who may not know all that the bot knew.

A fact is told if it is the same however those things are dealt that a spectator does not know, and only once everybody
knows the decision itself: a secret bid when it is revealed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zoobox.kernel.event import Event
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase, Seat

MOST_FACTS = 2
"""Sentences about one decision, at most."""
DEALS = 3
"""Deals of what a spectator does not know in which a fact has to be the same."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a seat's decision meant."""

    seat: int
    facts: tuple[Event, ...]


@dataclass
class Thoughts:
    """Follows a game, and tells of each decision what can be told of it now."""

    game: Game
    secret: list[Thought] = field(default_factory=list)
    """Of decisions that are not revealed yet."""

    def hear(self, before: State, seat: int, choice: int, after: State) -> list[Thought]:
        """What the decision that led from one state to the next meant, and what secret ones meant that it revealed."""
        module = self.game.fact_module
        if module is None:
            return []
        events = self.game.event_module.events(before, seat, choice, after)
        told: list[Thought] = []
        if len(before.legal(seat)) > 1:
            thought = Thought(seat, public_facts(before, seat, choice))
            if any(event.only == seat for event in events):
                kind = self.game.choice_module.describe(before, seat, choice).kind
                self.secret += [thought] if kind in getattr(module, "REVEALED", ()) else []
            else:
                told.append(thought)
        if after.reveals != before.reveals:
            told, self.secret = self.secret + told, []
        return [thought for thought in told if thought.facts]


def public_facts(before: State, seat: int, choice: int) -> tuple[Event, ...]:
    """What a choice meant, as far as everybody can know it."""
    module = before.game.fact_module
    assert module is not None
    facts = module.facts(before, seat, choice)
    for number in range(DEALS):
        dealt = before.redeal(None, Luck(number))
        if seat not in dealt.waiting or not dealt.is_legal_choice(seat, choice):
            return ()
        known = module.facts(dealt, seat, choice)
        facts = [fact for fact in facts if fact in known]
    return tuple(facts)


def spoken(game: Game, thought: Thought) -> list[Phrase]:
    """The thought in sentences."""
    assert game.fact_module is not None
    said = (game.fact_module.say(fact) for fact in thought.facts[:MOST_FACTS])
    return [Phrase("hint.aloud", seat=Seat(thought.seat), fact=one) for one in said]
