"""Encodings for networks: what they tell is what the raw observation says, in every environment."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import zoobox
import zoobox.envs.gymnasium
import zoobox.envs.openspiel
import zoobox.envs.pettingzoo as pettingzoo_envs
from zoobox.envs.vector import VectorGames
from zoobox.envs.vector_env import ZooboxVectorEnv
from zoobox.games.new_york_zoo import layout as nyz
from zoobox.games.night_at_the_zoo import layout as night
from zoobox.games.o_zoo_le_mio import layout as o_zoo
from zoobox.games.o_zoo_le_mio.zoo import pieces
from zoobox.kernel.encoding import ENCODINGS
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

NAMES = zoobox.names()
WITH_BOARDS = [name for name in NAMES if zoobox.game(name).observation_board() is not None]
CASES = [(name, encoding) for name in NAMES for encoding in ENCODINGS if encoding != "planes" or name in WITH_BOARDS]
every_encoding = pytest.mark.parametrize(("name", "encoding"), CASES)


def positions(name: str, players: int | None = None, count: int = 6) -> list[State]:
    """States from a random game."""
    game = zoobox.game(name, players)
    luck = Luck(5)
    state = game.start(5)
    found = []
    for number in range(40 * count):
        if state.over:
            break
        if number % 40 == 0:
            found.append(state.copy())
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
    return [*found, state]


def test_three_games_have_boards() -> None:
    assert WITH_BOARDS == ["new-york-zoo", "night-at-the-zoo", "o-zoo-le-mio"]
    with pytest.raises(zoobox.ZooboxError, match="no board to draw planes of"):
        zoobox.game("zooloretto-dice").encoding("planes")
    with pytest.raises(zoobox.ZooboxError, match="raw, onehot, planes"):
        zoobox.game("zooloretto-dice").encoding("best")


@every_encoding
def test_the_table_tells_how_to_read_it(name: str, encoding: str) -> None:
    """Reading the zeros and ones by the table gives the classes of the raw numbers."""
    for players in {2, 3} & set(zoobox.game_class(name).variants):
        for state in positions(name, players):
            made = state.game.encoding(encoding)
            table = made.table()
            assert sum(field["width"] for field in table) == made.size
            raw = {field["name"]: field for field in state.game.observation_table()}
            for seat in range(players):
                numbers = state.game.observation_spec().observe(state, seat)
                told = bytes(state.encode(seat, encoding)["observation"]) if encoding != "raw" else numbers
                assert encoding == "raw" or set(told) <= {0, 1}
                for field in table:
                    first = raw[field["name"]]["first"]
                    at = field["first"]
                    for index in range(field["numbers"]):
                        scale = field["scales"][index % len(field["scales"])]
                        number = numbers[first + index]
                        assert scale["low"] <= number <= scale["high"], field["name"]
                        seen = list(told[at : at + scale["width"]])
                        if encoding == "raw":
                            assert seen == [number]
                        else:
                            value = scale["classes"][number - scale["low"]]
                            steps = scale["told"] == "steps" or scale["width"] == 1
                            expected = [
                                int(place < value if steps else place == value) for place in range(scale["width"])
                            ]
                            assert seen == expected, (field["name"], number)
                        at += scale["width"]


def planes_of(state: State, seat: int) -> dict[tuple[int, str], np.ndarray]:
    made = state.game.encoding("planes")
    planes = np.asarray(state.encode(seat, "planes")["planes"])
    return {(row["seat"], row["name"]): planes[index] for index, row in enumerate(made.plane_table())}


def test_planes_of_new_york_zoo() -> None:
    for state in positions("new-york-zoo"):
        box = state.game.contents
        for seat in range(2):
            planes = planes_of(state, seat)
            for relative in range(2):
                home = state.home((seat + relative) % 2)
                for cell in range(box.cells):
                    row, column = divmod(cell, box.width)
                    covered = state.data[home + nyz.GRID + cell]
                    free = state.data[home + 8 * nyz.FREE + cell // 8] >> cell % 8 & 1
                    assert planes[relative, "free"][row, column] == free
                    assert planes[relative, "attraction"][row, column] == (covered >= nyz.ATTRACTION_MARK)
                    species = pair = None
                    if 0 < covered < nyz.ATTRACTION_MARK:
                        record = home + nyz.ENCLOSURES + (covered - 1) * nyz.ENCLOSURE
                        species = ("empty", *nyz.SPECIES)[state.data[record + nyz.INHABITANT]]
                        pair = state.data[record + nyz.ANIMALS] >= 2
                    for name in ("empty", *nyz.SPECIES):
                        assert planes[relative, name][row, column] == (name == species)
                    assert planes[relative, "pair"][row, column] == bool(pair)
                    if column + 1 < box.width:
                        other = state.data[home + nyz.GRID + cell + 1]
                        assert planes[relative, "east border"][row, column] == (other != covered)


def test_planes_of_night_at_the_zoo() -> None:
    for state in positions("night-at-the-zoo"):
        for seat in state.waiting[:1]:
            planes = planes_of(state, seat)
            block = night.BLOCKS + seat * night.BLOCK
            for space in range(night.SPACES):
                row, column = divmod(space, 5)
                tile = state.data[block + space]
                terrain = state.box.numbers[night.TILE_TERRAIN + tile]
                for number, name in enumerate(night.TERRAINS):
                    assert planes[0, name][row, column] == (tile > 0 and number == terrain)
                here = [f for f in range(night.FIGURES) if state.data[block + night.PLACE + f] == space]
                assert planes[0, "figure"][row, column] == bool(here)
                kinds = {night.ANIMAL_NAMES[state.data[block + night.KIND + figure]] for figure in here}
                for animal in night.ANIMAL_NAMES:
                    assert planes[0, f"own {animal}"][row, column] == (animal in kinds)


def test_planes_of_o_zoo_le_mio() -> None:
    drawn = 0
    for state in positions("o-zoo-le-mio", count=12):
        for seat in range(2):
            planes = planes_of(state, seat)
            middle = planes[0, "tile"].shape[0] // 2
            for relative in range(2):
                expected: dict[str, set[tuple[int, int]]] = {name: set() for of, name in planes if of == relative}
                for laid in pieces(state, (seat + relative) % 2)[1:]:
                    for half, (x, y) in enumerate(laid.squares):
                        shown = {"tile", laid.tile.animals[half]}
                        shown |= {"stars"} if laid.tile.stars[half] > 1 else set()
                        shown |= {"bush"} if laid.tile.bushes else set()
                        for side in range(4):
                            edge = laid.edge_at((x, y), side)
                            if edge is not None and laid.tile.path_at(edge) is not None:
                                shown.add(f"path {o_zoo.SIDES[side]}")
                        for name in shown - {None}:
                            if abs(x) <= middle and abs(y) <= middle:
                                expected[str(name)].add((y + middle, x + middle))
                                drawn += 1
                for name, squares in expected.items():
                    found = {(int(row), int(column)) for row, column in np.argwhere(planes[relative, name])}
                    assert found == squares, name
    assert drawn > 50


@every_encoding
def test_it_tells_nothing_that_is_hidden(name: str, encoding: str) -> None:
    for state in positions(name):
        for seat in range(state.players):
            redealt = state.redeal(seat, Luck(9))
            for key, value in state.encode(seat, encoding).items():
                assert bytes(redealt.encode(seat, encoding)[key]) == bytes(value)


@every_encoding
def test_every_environment_encodes_alike(name: str, encoding: str) -> None:
    shapes = zoobox.game(name).encoding(encoding).shapes()
    short = name.replace("-", "_")

    def check(state: State, seat: int, observed: Any) -> None:
        for key, value in state.encode(seat, encoding).items():
            assert observed[key].shape == shapes[key]
            assert (np.asarray(value).reshape(shapes[key]) == observed[key]).all()

    env: Any = gymnasium.make(f"zoobox/{name.title().replace('-', '')}-v0", encoding=encoding)
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    check(env.unwrapped.state_now, info["seat"], observation)
    turns: Any = getattr(pettingzoo_envs, f"{short}_v0").env(encoding=encoding)
    turns.reset(seed=3)
    observation = turns.last()[0]
    assert turns.observation_space("seat_0").contains(observation)
    check(turns.unwrapped.state_now, turns.unwrapped.seat_of[turns.agent_selection], observation)
    envs = ZooboxVectorEnv(name, num_envs=4, threads=2, encoding=encoding)
    envs.reset(seed=3)
    for _ in range(30):
        observations, _, _, _, infos = envs.step(envs.sample())
    assert envs.observation_space.contains({key: value.copy() for key, value in observations.items()})
    for index in range(4):
        check(envs.state_of(index), int(infos["seat"][index]), {key: observations[key][index] for key in shapes})
    game = pyspiel.load_game(f"zoobox_{short}(encoding={encoding})")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer = game.make_py_observer()
    observer.set_from(state, state.current_player())
    flat = np.concatenate(
        [np.asarray(value).ravel() for value in state.state.encode(state.current_player(), encoding).values()]
    )
    assert (observer.tensor == flat).all()
    assert state.observation_tensor(state.current_player()) == flat.tolist()


@every_encoding
def test_last_observations_are_encoded_too(name: str, encoding: str) -> None:
    envs = ZooboxVectorEnv(name, num_envs=4, encoding=encoding, max_decisions=50)
    envs.reset(seed=3)
    ended = 0
    for _ in range(120):
        _, _, over, truncated, infos = envs.step(envs.sample())
        for index in np.flatnonzero(over | truncated):
            ended += 1
            assert envs.single_observation_space.contains(infos["final_obs"][index])
    assert ended


@every_encoding
def test_versions_and_pickles(name: str, encoding: str) -> None:
    made = zoobox.game(name).encoding(encoding)
    again = pickle.loads(pickle.dumps(made))
    assert again.version() == made.version()
    assert encoding in made.version()
    for players in set(zoobox.game_class(name).variants) - {zoobox.game(name).players}:
        assert made.version() != zoobox.game(name, players).encoding(encoding).version()
    state = zoobox.game(name).start(1)
    assert all(bytes(again.encode(state, 0)[key]) == bytes(part) for key, part in made.encode(state, 0).items())


@every_encoding
def test_bad_buffers_are_refused(name: str, encoding: str) -> None:
    made: Any = zoobox.game(name).encoding(encoding)
    small = np.zeros(1, np.uint8)
    with pytest.raises((ValueError, zoobox.ZooboxError)):
        made.write(np.zeros(1, np.int16), small, small)
    with pytest.raises(IndexError):
        made.encode(zoobox.game(name).start(1), 99)


@every_encoding
def test_many_games_change_what_changed(name: str, encoding: str) -> None:
    """A step changes only what differs; the result is what encoding the whole observation gives."""
    for players in {2, 3, 4} & set(zoobox.game_class(name).variants):
        games = VectorGames(name, count=5, players=players, seed=players, encoding=encoding)
        made = games.encoding
        ended = 0
        for step in range(400):
            index = step % 5
            expected = made.encode(games.state_of(index), int(games.seats[index]))
            for key, value in games.network_input().items():
                assert bytes(np.asarray(expected[key])) == value[index].tobytes(), (step, key)
            games.step(games.sample())
            ended += int(games.finished.sum())
        assert ended or name == "new-york-zoo"


def test_vectorised_games_keep_their_encoding_when_copied() -> None:
    games = VectorGames("o-zoo-le-mio", count=3, seed=1, encoding="planes")
    again = pickle.loads(pickle.dumps(games))
    for _ in range(20):
        chosen = games.sample().copy()
        games.step(chosen)
        again.step(chosen)
    assert (games.network_input()["planes"] == again.network_input()["planes"]).all()
    envs = ZooboxVectorEnv("zooloretto-dice", num_envs=4, threads=2, encoding="onehot", opponents="visitor")
    envs.reset(seed=1)
    other = pickle.loads(pickle.dumps(envs))
    for _ in range(20):
        chosen = envs.sample().copy()
        assert (other.step(chosen)[0]["observation"] == envs.step(chosen)[0]["observation"]).all()
    assert np.shares_memory(other.arrays["rows"], other.parts[1].rows)
