"""A small network that was trained by self-play: what a position is worth to each seat, and how good choices look.

It reads the numbers a seat may know (the game's observation) and what the game's heuristics estimate.
The first layer adds up one row of a table for every number that is not at its usual value, so that a position costs a
few thousand additions. Compiled, a search asks it without the interpreter's lock; interpreted, NumPy computes the same.

`<game>/champion.npz` holds the networks of a game, one for each number of players; docs/learning.md tells how they
were made.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.bots.layout import *
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the C library and the .pxd
    from math import exp, log

    from zoobox.kernel.observation import write_observation

if TYPE_CHECKING:
    from zoobox.kernel.game import Game

FILE: Final = "champion.npz"
INT_ARRAYS: Final = ("inputs",)
ARRAYS: Final = (
    "inputs", "scales", "table", "bias1", "heuristic_scales", "heuristic_rows", "matrix2", "bias2", "matrix3", "bias3",
    "heuristic_values", "choice_matrix", "choice_bias", "choice_rows", "choice_offsets",
)  # fmt: skip


class Network:
    """The network of one configuration of a game, with room for one position at a time."""

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        import numpy as np

        self.game = game
        self.spec: ObservationSpec = game.observation_spec()
        self.players = game.players
        self.arrays = {
            name: np.ascontiguousarray(arrays[name], np.int32 if name in INT_ARRAYS else np.float32) for name in ARRAYS
        }
        self.size = len(self.arrays["inputs"])
        self.width = len(self.arrays["bias1"])
        self.middle = len(self.arrays["bias2"])
        self.rank = len(self.arrays["choice_bias"])
        self.choice_count = len(self.arrays["choice_offsets"])
        if self.size != self.spec.size or self.choice_count != game.choice_count:
            raise ZooboxError(
                f"this network reads {self.size} numbers and knows {self.choice_count} choices; {game!r} has "
                f"{self.spec.size} and {game.choice_count}."
            )
        self._check_shapes()
        self.seen: Any = np.zeros(self.size, np.int16)
        self.hidden_store: Any = np.zeros(self.width, np.float32)
        self.inner_store = np.zeros(self.middle, np.float32)
        self.choice_vector_store: Any = np.zeros(self.rank, np.float32)
        if not cython.compiled:
            self.values = [0.0] * MAX_SEATS
            self.estimates = [0.0] * (PER_SEAT * MAX_SEATS)
        self.bind_arrays()

    def _check_shapes(self) -> None:
        """Compiled code trusts the arrays, so a file that does not fit together is refused here."""
        rows, estimates = len(self.arrays["table"]), PER_SEAT * self.players
        shapes = {
            "inputs": (self.size, COLUMNS), "scales": (self.size, 2), "table": (rows, self.width),
            "heuristic_scales": (estimates, 2), "heuristic_rows": (estimates, self.width),
            "matrix2": (self.width, self.middle), "matrix3": (self.middle, self.players), "bias3": (self.players,),
            "heuristic_values": (estimates, self.players), "choice_matrix": (self.width, self.rank),
            "choice_rows": (self.choice_count, self.rank),
        }  # fmt: skip
        for name, shape in shapes.items():
            if self.arrays[name].shape != shape:
                raise ZooboxError(f"{name} of this network has the shape {self.arrays[name].shape}, not {shape}.")
        used = self.arrays["inputs"][self.arrays["inputs"][:, 0] != UNUSED]
        if len(used) and not (
            used[:, 1].min() >= 0 and used[:, 3].min() >= 1 and (used[:, 1] + used[:, 3]).max() <= rows
        ):
            raise ZooboxError(f"the inputs of this network name rows that its table of {rows} does not have.")

    def bind_arrays(self) -> None:
        """Points the typed views at the arrays."""
        if cython.compiled:
            self.inputs = cython.cast(cython.p_int, _address(self.arrays["inputs"]))
            self.scales = cython.cast(cython.p_float, _address(self.arrays["scales"]))
            self.table = cython.cast(cython.p_float, _address(self.arrays["table"]))
            self.bias1 = cython.cast(cython.p_float, _address(self.arrays["bias1"]))
            self.heuristic_scales = cython.cast(cython.p_float, _address(self.arrays["heuristic_scales"]))
            self.heuristic_rows = cython.cast(cython.p_float, _address(self.arrays["heuristic_rows"]))
            self.matrix2 = cython.cast(cython.p_float, _address(self.arrays["matrix2"]))
            self.bias2 = cython.cast(cython.p_float, _address(self.arrays["bias2"]))
            self.matrix3 = cython.cast(cython.p_float, _address(self.arrays["matrix3"]))
            self.bias3 = cython.cast(cython.p_float, _address(self.arrays["bias3"]))
            self.heuristic_values = cython.cast(cython.p_float, _address(self.arrays["heuristic_values"]))
            self.choice_matrix = cython.cast(cython.p_float, _address(self.arrays["choice_matrix"]))
            self.choice_bias = cython.cast(cython.p_float, _address(self.arrays["choice_bias"]))
            self.choice_rows = cython.cast(cython.p_float, _address(self.arrays["choice_rows"]))
            self.choice_offsets = cython.cast(cython.p_float, _address(self.arrays["choice_offsets"]))
            self.hidden = cython.cast(cython.p_float, _address(self.hidden_store))
            self.inner = cython.cast(cython.p_float, _address(self.inner_store))
            self.choice_vector = cython.cast(cython.p_float, _address(self.choice_vector_store))
        else:
            self.heuristic_scales = self.arrays["heuristic_scales"].ravel().tolist()

    def observe(self, state: State, seat: int, heuristics: Heuristics) -> None:
        """Reads a position as a seat sees it; the heuristics watches that state."""
        write_observation(self.spec, state, seat, self.seen)
        write_estimates(heuristics, self.players, seat, self.estimates)
        for index in range(PER_SEAT * self.players):
            scaled = (self.estimates[index] - self.heuristic_scales[2 * index]) * self.heuristic_scales[2 * index + 1]
            self.estimates[index] = min(CLIP, max(-CLIP, scaled))
        if cython.compiled:
            self.add_rows()
        else:
            self.hidden_store = self._hidden()

    def add_rows(self) -> None:
        """The first layer, row by row."""
        width = self.width
        hidden = self.hidden
        for column in range(width):
            hidden[column] = self.bias1[column]
        for index in range(self.size):
            row = self.inputs + COLUMNS * index
            value = self.seen[index]
            if value == row[4] or row[0] == UNUSED:
                continue
            if row[0] == LISTED:
                value = min(max(value - row[2], 0), row[3] - 1)
                weights = self.table + (row[1] + value) * width
                for column in range(width):
                    hidden[column] += weights[column]
            else:
                amount = (value - self.scales[2 * index]) * self.scales[2 * index + 1]
                amount = min(cython.cast(cython.float, CLIP), max(cython.cast(cython.float, -CLIP), amount))
                weights = self.table + row[1] * width
                for column in range(width):
                    hidden[column] += amount * weights[column]
        for index in range(PER_SEAT * self.players):
            amount = self.estimates[index]
            weights = self.heuristic_rows + index * width
            for column in range(width):
                hidden[column] += amount * weights[column]
        for column in range(width):
            if hidden[column] < 0.0:
                hidden[column] = 0.0

    def _hidden(self) -> Any:
        """The first layer with NumPy."""
        import numpy as np

        inputs, seen = self.arrays["inputs"], self.seen.astype(np.int32)
        unusual = seen != inputs[:, 4]
        listed = inputs[(inputs[:, 0] == LISTED) & unusual]
        values = np.clip(seen[(inputs[:, 0] == LISTED) & unusual] - listed[:, 2], 0, listed[:, 3] - 1)
        scaled = (inputs[:, 0] == SCALED) & unusual
        scales = self.arrays["scales"][scaled]
        amounts = np.clip((seen[scaled] - scales[:, 0]) * scales[:, 1], -CLIP, CLIP)
        hidden = self.arrays["bias1"] + self.arrays["table"][listed[:, 1] + values].sum(axis=0)
        hidden += amounts @ self.arrays["table"][inputs[scaled, 1]]
        hidden += self._estimates() @ self.arrays["heuristic_rows"]
        return np.maximum(hidden, 0)

    def _estimates(self) -> Any:
        import numpy as np

        return np.array([self.estimates[index] for index in range(PER_SEAT * self.players)], np.float32)

    def judge(self) -> None:
        """Fills `values`: what the position is worth to each seat, from the one that looks on."""
        if cython.compiled:
            self.add_values()
        else:
            import numpy as np

            inner = np.maximum(self.hidden_store @ self.arrays["matrix2"] + self.arrays["bias2"], 0)
            last = (
                inner @ self.arrays["matrix3"]
                + self.arrays["bias3"]
                + self._estimates() @ self.arrays["heuristic_values"]
            )
            self.values[: self.players] = [float(value) for value in last]
        for seat in range(self.players):
            self.values[seat] = 1.0 / (1.0 + exp(-self.values[seat]))

    def add_values(self) -> None:
        """The layers behind the first one."""
        middle = self.middle
        inner = self.inner
        for column in range(middle):
            inner[column] = self.bias2[column]
        for index in range(self.width):
            amount = self.hidden[index]
            if amount > 0.0:
                weights = self.matrix2 + index * middle
                for column in range(middle):
                    inner[column] += amount * weights[column]
        for seat in range(self.players):
            self.values[seat] = self.bias3[seat]
        for index in range(middle):
            amount = inner[index]
            if amount > 0.0:
                for seat in range(self.players):
                    self.values[seat] += amount * self.matrix3[index * self.players + seat]
        for index in range(PER_SEAT * self.players):
            for seat in range(self.players):
                self.values[seat] += self.estimates[index] * self.heuristic_values[index * self.players + seat]

    def prepare(self) -> None:
        """Asked once after `look`, before the scores of choices."""
        if cython.compiled:
            for column in range(self.rank):
                self.choice_vector[column] = self.choice_bias[column]
            for index in range(self.width):
                amount = self.hidden[index]
                if amount > 0.0:
                    for column in range(self.rank):
                        self.choice_vector[column] += amount * self.choice_matrix[index * self.rank + column]
        else:
            self.choice_vector_store = self.hidden_store @ self.arrays["choice_matrix"] + self.arrays["choice_bias"]

    def score(self, choice: int) -> float:
        """How much better a choice looks than the heuristics think; more is better."""
        if not cython.compiled:
            return float(
                self.arrays["choice_rows"][choice] @ self.choice_vector_store + self.arrays["choice_offsets"][choice]
            )
        total = self.choice_offsets[choice]
        for column in range(self.rank):
            total += self.choice_vector[column] * self.choice_rows[choice * self.rank + column]
        return total  # type: ignore[no-any-return]

    # For callers from Python.

    def evaluate(self, state: State, seat: int, heuristics: Heuristics) -> list[float]:
        """What the position is worth to each seat, the looking one first."""
        check_position(self.game, state, seat)
        heuristics.watch(state)
        self.observe(state, seat, heuristics)
        self.judge()
        return [self.values[relative] for relative in range(self.players)]

    def scores(self, state: State, seat: int, heuristics: Heuristics, choices: list[int]) -> list[float]:
        """How much better each choice looks than the heuristics think."""
        check_position(self.game, state, seat)
        if not all(0 <= choice < self.choice_count for choice in choices):
            raise ZooboxError(f"choices of {self.game.name} are 0 to {self.choice_count - 1}.")
        heuristics.watch(state)
        self.observe(state, seat, heuristics)
        self.prepare()
        return [self.score(choice) for choice in choices]


def check_position(game: Game, state: State, seat: int) -> None:
    """Refuses a state of another game and a seat that it does not have."""
    if state.game != game or not 0 <= seat < game.players:
        raise ZooboxError(f"{game!r} has no position like seat {seat} of {state!r}.")


def write_estimates(heuristics: Heuristics, players: int, seat: int, out: list[float]) -> None:
    """What the heuristics thinks of the position it watches, for each seat from the looking one on."""
    heuristics.estimate_shares()
    for relative in range(players):
        other = (seat + relative) % players
        share = heuristics.shares[other]
        if players == 1:
            out[0] = share
            out[1] = 0.0
        else:
            out[PER_SEAT * relative] = heuristics.expected[other]
            out[PER_SEAT * relative + 1] = log(share if share > LEAST_SHARE else LEAST_SHARE)


def _address(array: Any) -> Any:
    """Where the numbers of an array begin."""
    if cython.compiled:
        return cython.cast(cython.p_char, cython.cast(cython.size_t, array.ctypes.data))
    return None


class Recorder:
    """Room for positions as a network sees them, and for how they ended, filled by a search without the lock."""

    def __init__(self, game: Game, room: int) -> None:
        import numpy as np

        self.game = game
        self.spec: ObservationSpec = game.observation_spec()
        self.players = game.players
        self.room = room
        self.count = 0
        self.observations = np.zeros((room, self.spec.size), np.int16)
        self.estimates = np.zeros((room, PER_SEAT * game.players), np.float32)
        self.results = np.zeros((room, game.players), np.float32)
        self.leads = np.zeros((room, game.players), np.float32)
        self.seen = self.observations
        self.estimate_rows = self.estimates
        self.ended = self.results
        self.led = self.leads
        self.looking = 0
        if not cython.compiled:
            self.scratch = [0.0] * (PER_SEAT * MAX_SEATS)

    def note(self, state: State, seat: int, heuristics: Heuristics) -> None:
        """Writes down the position as a seat sees it; the heuristics watches that state."""
        self.looking = seat
        write_observation(self.spec, state, seat, self.seen[self.count])
        write_estimates(heuristics, self.players, seat, self.scratch)
        for index in range(PER_SEAT * self.players):
            self.estimate_rows[self.count, index] = self.scratch[index]

    def note_result(self, seat: int, value: float, lead: float) -> None:
        """What the position noted last came to for a seat, and by how many points it was ahead."""
        relative = (seat - self.looking + self.players) % self.players
        self.ended[self.count, relative] = value
        self.led[self.count, relative] = lead

    def keep(self) -> None:
        """The position noted last is kept."""
        self.count += 1

    def watch(self, state: State, seat: int, heuristics: Heuristics) -> None:
        """Notes and keeps a position whose end is not known yet, for callers from Python."""
        check_position(self.game, state, seat)
        if self.count >= self.room:
            raise ZooboxError(f"this recorder has room for {self.room} positions.")
        heuristics.watch(state)
        self.note(state, seat, heuristics)
        self.keep()


@cache
def _stored(path: Path) -> dict[str, Any]:
    import numpy as np

    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


def pack(networks: dict[str, dict[str, Any]], path: Path) -> None:
    """Writes networks by configuration: tables in 8 bits, the rest in 16 or, where it must be exact, 32."""
    import numpy as np

    packed = {}
    for mark, arrays in networks.items():
        for name in ARRAYS:
            array = np.asarray(arrays[name])
            if name in ("table", "choice_rows"):
                steps = (np.maximum(np.abs(array).max(axis=1, keepdims=True), 1e-6) / 127).astype(np.float32)
                packed[f"{mark}/{name}"] = np.rint(array / steps).astype(np.int8)
                packed[f"{mark}/{name}_steps"] = steps
            elif name == "inputs":
                packed[f"{mark}/{name}"] = array.astype(np.int32)
            elif "scales" in name:
                packed[f"{mark}/{name}"] = array.astype(np.float32)
            else:
                packed[f"{mark}/{name}"] = array.astype(np.float16)
    np.savez_compressed(path, **packed)


def unpack(path: Path) -> dict[str, dict[str, Any]]:
    """The inverse, as far as the bits allow."""
    networks: dict[str, dict[str, Any]] = {}
    stored = _stored(path)
    for full, array in stored.items():
        mark, name = full.split("/")
        if name in ARRAYS:
            steps = stored.get(f"{full}_steps")
            networks.setdefault(mark, {})[name] = array if steps is None else array * steps
    return networks


def mark_of(game: Game) -> str:
    """What a configuration's network is stored under."""
    return f"{game.players}-{game.variant}"


def usual_path(game: Game) -> Path:
    """Where the networks of a game come with the package."""
    return game.folder / FILE


def load_network(game: Game, path: Path) -> Network:
    """The network of this configuration from a file; raises ZooboxError."""
    if not path.exists():
        raise ZooboxError(f"there is no file of networks {path}.")
    networks = unpack(path)
    if mark_of(game) not in networks:
        raise ZooboxError(f"{path} holds networks for {', '.join(networks)}, not for {mark_of(game)}.")
    return Network(game, networks[mark_of(game)])


def why_not(game: Game) -> str | None:
    """Why there is no network for a game, in a sentence; None when there is one."""
    if find_spec("numpy") is None:
        return "the level champion needs NumPy: pip install numpy"
    path = usual_path(game)
    if not path.exists() or f"{mark_of(game)}/inputs" not in _stored(path):
        return f"nothing has been learned about {game.title} with {game.players} players, variant {game.variant}."
    return why_not_this_box(game)


def why_not_this_box(game: Game) -> str | None:
    """What was learned holds for the usual components."""
    if game.components.fingerprint != game.box().fingerprint:
        return "the level champion knows the usual box only; this one has other components."
    return None
