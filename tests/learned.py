"""What every game keeps whose champion plays with learned values: `TestValues = learned_values("my-game", HERE)`.

`python tests/learned.py my-game` writes the answers that the tests compare with, after new values were installed.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zoobox
from zoobox.bots import player
from zoobox.bots.champion import is_solved
from zoobox.bots.levels import strongest_level
from zoobox.bots.values import has_values, load_values, pack_values, values_path
from zoobox.kernel.luck import Luck

STORED = "values.json"
CLOSE = 2e-4
DIGITS = 5
EVERY = 12
MOST_BYTES = 2_000_000
FEW = 20


def positions_of_a_game(game: Any, every: int, seed: int = 11, level: str | None = None) -> Iterator[tuple[Any, int]]:
    """Positions of one random game, or of one that bots play, with a seat that decides."""
    state = game.start(seed)
    bot = player(level, game, seed=seed) if level else None
    walk = Luck(5)
    decisions = 0
    while not state.over:
        seat = state.waiting[walk.below(len(state.waiting))]
        if decisions % every == 0:
            yield state.copy(), seat
        legal = state.legal(seat)
        state.apply(seat, bot.choose(state, seat) if bot else legal[walk.below(len(legal))])
        decisions += 1


def first_decision(game: Any, seed: int) -> tuple[Any, int]:
    """The first decision with more than one answer."""
    state = game.start(seed)
    while len(state.legal(state.waiting[0])) == 1:
        state.apply(state.waiting[0], state.legal(state.waiting[0])[0])
    return state, state.waiting[0]


def answers(game: Any) -> list[list[float]]:
    """What the installed values say of positions of one random game."""
    values = load_values(game, values_path(game))
    return [[round(share, DIGITS) for share in values.estimate(state)] for state, _ in positions_of_a_game(game, EVERY)]


def games_with_values(name: str) -> list[Any]:
    """For each number of players with learned values, the game."""
    kind = zoobox.game_class(name)
    found = [zoobox.game(name, players=players) for players in kind.variants]
    return [game for game in found if has_values(game, values_path(game)) and not is_solved(game)]


def learned_values(name: str, folder: Path) -> type:
    """The test class for one game; the answers lie in the folder."""
    games = games_with_values(name)
    every_number = pytest.mark.parametrize("game", games, ids=lambda game: f"{game.players}")

    class LearnedValues:
        @every_number
        def test_values_answer_as_stored(self, game: Any) -> None:
            found = answers(game)
            stored = json.loads((folder / STORED).read_text())[str(game.players)]
            assert len(found) == len(stored) > 3
            for mine, theirs in zip(found, stored, strict=True):
                assert mine == pytest.approx(theirs, abs=CLOSE)
                assert game.players == 1 or sum(mine) == pytest.approx(1, abs=CLOSE)

        def test_the_file_is_small(self) -> None:
            assert values_path(games[0]).stat().st_size < MOST_BYTES

        @every_number
        def test_features_are_in_range_and_hide_what_is_hidden(self, game: Any) -> None:
            values = load_values(game, values_path(game))
            for state, seat in positions_of_a_game(game, 7):
                features = values.features_of(state, seat)
                assert 0 <= features.min() <= features.max() < values.features
                assert len(set(features.tolist())) > 20
                assert features.tolist() == values.features_of(state.redeal(seat, Luck(3)), seat).tolist()

        @every_number
        def test_an_ended_game_is_worth_its_result(self, game: Any) -> None:
            *_, (state, seat) = positions_of_a_game(game, 1)
            while not state.over:
                seat = state.waiting[0]
                state.apply(seat, state.legal(seat)[0])
            values = load_values(game, values_path(game))
            found = values.estimate(state)
            assert found == pytest.approx([state.payoff_of(seat) for seat in range(game.players)])

        @every_number
        def test_the_champion_plays(self, game: Any) -> None:
            assert strongest_level(game) == "champion"
            bots = [player("champion", game, simulations=FEW, seed=seat) for seat in range(game.players)]
            assert all(bot.learned is not None for bot in bots)
            state = game.start(seed=4)
            for _ in range(12):
                seat = state.waiting[0]
                thoughts = bots[seat].think(state, seat)
                assert all(0 <= thought.value <= 1 for thought in thoughts)
                state.apply(seat, thoughts[0].choice)

        @every_number
        def test_the_champion_repeats_itself_and_survives_pickling(self, game: Any) -> None:
            state, seat = first_decision(game, 6)
            bot = player("champion", game, simulations=FEW, seed=3)
            again = pickle.loads(pickle.dumps(bot))
            assert again.choose(state, seat) == bot.choose(state, seat)

        @every_number
        def test_the_champion_does_not_look_at_hidden_things(self, game: Any) -> None:
            state, seat = first_decision(game, 5)
            decisions = {
                player("champion", game, simulations=FEW, seed=9).choose(other, seat)
                for other in (state, state.redeal(seat, Luck(1)), state.redeal(seat, Luck(2)))
            }
            assert len(decisions) == 1

        @every_number
        def test_values_survive_packing(self, game: Any, tmp_path: Path) -> None:
            values = load_values(game, values_path(game))
            pack_values(values, [f"{game.players}-{game.variant}"], tmp_path / "again.npz")
            state = game.start(seed=2)
            again = load_values(game, tmp_path / "again.npz")
            assert again.estimate(state) == pytest.approx(values.estimate(state), abs=CLOSE)
            other = zoobox.game(name, players=2 if game.players == 3 else 3)
            assert not has_values(other, tmp_path / "again.npz")

    return LearnedValues


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        written = {str(game.players): answers(game) for game in games_with_values(argument)}
        path = Path(__file__).parent / argument.replace("-", "_") / STORED
        path.write_text(json.dumps(written) + "\n")
        print(path)
