"""The parameters of a search. The values were chosen in the arena; docs/bots.md lists what was tried."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

LEAST = {
    "exploration": 0, "sharpness": 0, "breadth": 1, "widening": 0, "contest": 1, "cut": -1, "keenness": 0,
    "network_prior": 0, "learned_prior": 0, "margin_scale": 0.001, "most": 0, "ways": 1, "patience": 0,
    "memory": 1,
}  # fmt: skip
"""The minimum of each parameter."""
SHARES = ("evenness", "margin", "network_value")
"""Parameters from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """The parameters of a search."""

    exploration: float = 1.5
    """How much choices with few visits are preferred."""
    sharpness: float = 1.0
    """How much the priors favour choices that look good."""
    evenness: float = 0.3
    """The share of the prior that is the same for every choice."""
    breadth: int = 64
    """How many choices a node keeps at most: those with the highest priors."""
    widening: float = 0.0
    """If not 0, a node considers only 2 + widening * sqrt(visits) choices."""
    contest: int = 1
    """Playouts draw that many choices and play the one with the highest prior; 1 is random play."""
    cut: int = -1
    """Decisions after which a playout is evaluated by the heuristics; -1 plays to the end."""
    keenness: float = 0.0
    """If not 0, a solo result counts as exp(keenness * payoff): a few great results beat many good ones."""
    margin: float = 0.1
    """How much the size of a win counts in addition to the win."""
    margin_scale: float = 10.0
    """The lead in points at which half of that is reached."""
    network_value: float = 0.0
    """The part of a leaf's value that is the network's; the rest is that of a playout. At 1, nothing is played out
    beyond `cut`."""
    network_prior: float = 0.0
    """How much the network's opinion of a choice counts beside that of the heuristics."""
    own_points: bool = False
    """Whether learned points count as they are, instead of the chances to win that follow from them."""
    learned_prior: float = 0.0
    """If not 0, a choice looks as good as the learned values of what follows, times this: for points, per point."""
    halving: bool = False
    """Whether choices at the root share simulations evenly and the worse half is dropped again and again."""
    most: int = 0
    """If not 0, a decision ends after so many simulations even if time is left: it sets the strength of a level."""
    mixed: bool = False
    """Whether simultaneous decisions are drawn with their share of visits as probability: for secret bids."""
    reuse: bool = True
    """Whether the next decision of a turn continues with the tree of the last."""
    plans: bool = True
    """Whether the best line of play found so far is followed in a solo game without randomness."""
    ways: int = 16
    """How many ways a planner plays a turn from a position it has chosen."""
    playouts: int = 1
    """How many of these a planner plays on to the end."""
    patience: float = 1.0
    """How much less a position promises to a planner each time it has been played from."""
    memory: int = 200
    """Megabytes the tree may use."""

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            if not getattr(self, name) >= least:
                raise ZooboxError(f"{name} of a search is at least {least}, not {getattr(self, name)!r}.")
        for name in SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise ZooboxError(f"{name} of a search is a share from 0 to 1, not {getattr(self, name)!r}.")


def tuning_of(game: Game, level: str, **changes: Any) -> Tuning:
    """The setup of a level in a game: the common one, with what the game's heuristics change for that level."""
    own = getattr(game.heuristics_class(), "TUNING", {})
    alone = own.get(f"{level} alone", {}) if game.players == 1 else {}
    return replace(Tuning(), **{**own.get("all", {}), **own.get(level, {}), **alone, **changes})
