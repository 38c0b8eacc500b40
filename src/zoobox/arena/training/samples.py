"""What a network learns from: positions of games that the search plays against itself, and what they came to.

A leaf is a position from which a simulation was played out to the end: many, each with the result of one playout. A
root is a position in which the search decided: fewer, each with the result of the game, the mean value of the search,
and how often it tried each choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zoobox.bots.network import Recorder, load_network
from zoobox.bots.searcher import Searcher
from zoobox.bots.tuning import tuning_of
from zoobox.games import game as make_game
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget
from zoobox.kernel.state import State

MOST_LISTED = 64
"""Choices of a root that are kept with their visits."""
LEAF_ROOM = 30_000
NO_CHOICE = -1
GAME_SEED_STEP = 7_919
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How the games are played that samples come from."""

    network: str = ""
    """The file of the network that guides the search; without one, simulations are played out and leaves are kept."""
    simulations: int = 32
    """For an ordinary decision."""
    deep: int = 256
    """For a decision whose visits are learned from."""
    deep_share: int = 10
    """Of 100 decisions, how many are searched deep."""
    quick_share: int = 20
    """Of 100 decisions, how many are made by the heuristics alone, without a search."""
    wander: int = 15
    """Of 100 searched decisions, how many are drawn by visits instead of taking the most visited choice."""
    leaves: int = 6000
    """Leaves kept of a game, at most, drawn from all of them."""
    contest: int = 0
    """If not 0, playouts draw that many choices instead of the director's number."""
    exploration: float = 0.0
    """If not 0, it replaces the director's."""
    network_value: float = 1.0
    """The part of a leaf's value that is the network's, where there is one; below 1 the rest is a playout's."""
    network_prior: float = 1.0
    margin: float = 0.0
    """If not 0, it replaces the director's."""
    margin_scale: float = 0.0
    """If not 0, it replaces the director's."""


def self_play(game: Game, seed: int, setup: SelfPlay) -> dict[str, np.ndarray[Any, Any]]:
    """One game, as arrays."""
    luck = Luck(GAME_SEED_STEP * seed + 1)
    changes: dict[str, Any] = {"cut": -1, "reuse": False}
    network = None
    if setup.network:
        network = load_network(game, Path(setup.network))
        changes = {"reuse": False, "network_value": setup.network_value, "network_prior": setup.network_prior}
        if setup.network_value == 1:
            changes["cut"] = 0
    for name in ("contest", "exploration", "margin", "margin_scale"):
        if getattr(setup, name):
            changes[name] = getattr(setup, name)
    tuning = tuning_of(game, "director", **changes)
    searcher = Searcher("director", game, Budget(simulations=setup.simulations), seed, tuning, network)
    leaves = Recorder(game, 1 if network else LEAF_ROOM)
    roots = Recorder(game, 4096)
    decided: list[tuple[list[int], list[float], list[float], float, int]] = []
    state: State = game.start(seed)
    if not network:
        searcher.recorder = leaves
    while not state.over:
        seat = state.waiting[0]
        legal = state.legal(seat)
        if len(legal) == 1:
            state.apply(seat, legal[0])
            continue
        known = state.redeal(seat, luck)
        searcher.heuristics.forget_secret_decisions(known, seat)
        dice = luck.below(HUNDRED)
        if dice < setup.quick_share:
            state.apply(seat, _quick(searcher, known, seat, legal, luck))
            continue
        deep = dice >= HUNDRED - setup.deep_share
        searcher.budget = Budget(simulations=setup.deep if deep else setup.simulations)
        results = sorted(
            [(each.choice, each.visits, each.value) for each in searcher.weigh(known, seat, luck)],
            key=lambda result: -result[1],
        )
        if roots.count < roots.room:
            roots.watch(known, seat, searcher.heuristics)
            decided.append(_root(searcher, known, seat, results, deep))
        state.apply(seat, _drawn(results, luck) if luck.below(HUNDRED) < setup.wander else results[0][0])
    kept = np.sort(np.random.default_rng(seed).permutation(leaves.count)[: setup.leaves])
    return _arrays(game, state, leaves, kept, roots, decided, tuning.margin, tuning.margin_scale)


def _quick(searcher: Searcher, known: State, seat: int, legal: list[int], luck: Luck) -> int:
    """The best-looking of a few choices that were drawn."""
    drawn = sorted({legal[luck.below(len(legal))] for _ in range(8)})
    priors = searcher.heuristics.priors(known, seat, drawn)
    return drawn[priors.index(max(priors))]


def _drawn(results: list[tuple[int, int, float]], luck: Luck) -> int:
    number = luck.below(max(1, sum(visits for _, visits, _ in results)))
    for choice, visits, _ in results:
        number -= visits
        if number < 0:
            return choice
    return results[0][0]


def _root(
    searcher: Searcher, known: State, seat: int, results: list[tuple[int, int, float]], deep: bool
) -> tuple[list[int], list[float], list[float], float, int]:
    choices = [choice for choice, _, _ in results][:MOST_LISTED]
    total = sum(visits for _, visits, _ in results)
    value = sum(visits * value for _, visits, value in results) / max(1, total)
    shares = [deep * visits / max(1, total) for _, visits, _ in results][:MOST_LISTED]
    return choices, shares, searcher.heuristics.priors(known, seat, choices), value, seat


def _arrays(
    game: Game,
    state: State,
    leaves: Recorder,
    kept: np.ndarray[Any, Any],
    roots: Recorder,
    decided: list[tuple[list[int], list[float], list[float], float, int]],
    margin: float,
    scale: float,
) -> dict[str, np.ndarray[Any, Any]]:
    count = len(decided)
    ids = np.full((count, MOST_LISTED), NO_CHOICE, np.int16)
    visits = np.zeros((count, MOST_LISTED), np.float16)
    priors = np.zeros((count, MOST_LISTED), np.float32)
    results = np.zeros((count, game.players), np.float32)
    leads = np.zeros((count, game.players), np.float32)
    means = np.zeros(count, np.float32)
    ended = [_final(game, state, seat, margin, scale) for seat in range(game.players)]
    for index, (choices, shares, looks, value, seat) in enumerate(decided):
        ids[index, : len(choices)] = choices
        visits[index, : len(choices)] = shares
        priors[index, : len(choices)] = looks
        means[index] = value
        for relative in range(game.players):
            results[index, relative], leads[index, relative] = ended[(seat + relative) % game.players]
    return {
        "leaf_seen": leaves.observations[kept], "leaf_estimates": leaves.estimates[kept],
        "leaf_results": leaves.results[kept], "leaf_leads": leaves.leads[kept],
        "root_seen": roots.observations[:count], "root_estimates": roots.estimates[:count], "root_results": results,
        "root_leads": leads, "root_means": means, "root_choices": ids, "root_visits": visits, "root_priors": priors,
    }  # fmt: skip


def _final(game: Game, state: State, seat: int, margin: float, scale: float) -> tuple[float, float]:
    """What a finished game counts for a seat in the search, and its lead."""
    if game.players == 1:
        return state.payoff_of(0), float(state.points_of(0))
    others = [state.points_of(other) for other in range(game.players) if other != seat]
    lead = float(state.points_of(seat) - max(others))
    smooth = 0.5 + 0.5 * lead / (scale + abs(lead))
    return (1 - margin) * state.payoff_of(seat) + margin * smooth, lead


def self_play_job(job: dict[str, Any]) -> dict[str, Any]:
    """Plays some games for another process and writes them as one file; what is there already is left as it is."""
    path = Path(job["path"])
    if not path.exists():
        configuration = dict(job["game"])
        game = make_game(configuration.pop("game"), **configuration)
        setup = SelfPlay(**job["self_play"])
        games = [self_play(game, seed, setup) for seed in job["seeds"]]
        arrays = {name: np.concatenate([played[name] for played in games]) for name in games[0]}
        unfinished = path.with_suffix(".unfinished.npz")
        np.savez(unfinished, **arrays)  # type: ignore[arg-type]
        unfinished.replace(path)
    return {"path": str(path)}
