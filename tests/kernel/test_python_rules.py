"""Rules and heuristics written in Python alone, beside a compiled kernel: bots, playouts and vectors find them."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest

import zoobox
from zoobox.bots.search import Search
from zoobox.bots.tuning import Tuning
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.layout import FIRST_BYTE
from zoobox.kernel.luck import Luck
from zoobox.kernel.observation import ObservationSpec, points, shared, waiting
from zoobox.kernel.state import State, play_out

SEAT = FIRST_BYTE
LEFT = FIRST_BYTE + 1
FED = FIRST_BYTE + 2
SIZE = FIRST_BYTE + 4


class Peanuts(State):
    """Two seats feed one to three peanuts in turn."""

    def __init__(self, game: Any) -> None:
        State.__init__(self, game, SIZE, 0)

    def use_tables(self) -> None:
        self.most = self.tables["most"]

    def seats_waiting(self) -> int:
        return 1 << self.d[SEAT] if self.d[LEFT] else 0

    def count_legal(self, seat: int) -> int:
        return min(self.most, self.d[LEFT])

    def nth_legal(self, seat: int, index: int) -> int:
        return index

    def enact(self, seat: int, choice: int) -> None:
        self.d[LEFT] -= choice + 1
        self.d[FED + seat] += choice + 1
        self.d[SEAT] = 1 - seat

    def points(self, seat: int) -> int:
        return int(self.d[FED + seat])

    def score(self, seat: int) -> int:
        return 2 * self.points(seat) + seat


class Greedy(Heuristics):
    """Likes to feed much."""

    def prior(self, seat: int, choice: int) -> float:
        return 3.0 * choice

    def expected_points(self, seat: int) -> float:
        return float(self.state.points_of(seat))


class Table:
    """What a state needs of its game."""

    name = "peanuts"
    players = 2
    choice_count = 3
    tables = {"most": 3}

    def refusal(self, state: State, seat: int, choice: int) -> Exception:
        return ValueError("refused")

    def observation_spec(self) -> ObservationSpec:
        return ObservationSpec((shared("left", LEFT, 1, "peanuts left"), waiting(), points()), 2)


TABLE = Table()


def start(kind: type[State] = Peanuts) -> Any:
    state: Any = kind(TABLE)  # type: ignore[arg-type, call-arg]
    state.data[LEFT] = 20
    return state


def test_the_fast_layer_asks_the_methods() -> None:
    state = start()
    assert (state.over, state.waiting, state.first_waiting(), state.legal(0), state.legal(1)) == (
        False, (0,), 0, [0, 1, 2], [],
    )  # fmt: skip
    twin = state.copy()
    state.apply(0, 2)
    assert (state.waiting, state.points_of(0), state.score_of(0), state.score_of(1)) == ((1,), 3, 6, 1)
    assert (state.payoff_of(0), state.reward_of(1)) == (1.0, -1.0)
    assert twin.points_of(0) == 0
    assert not state.is_legal_choice(1, 3)
    with pytest.raises(ValueError, match="refused"):
        state.apply(0, 0)


def test_playouts_and_searches_come_to_the_end() -> None:
    state = start()
    decisions = play_out(state, Luck(3), 1000)
    assert state.over
    assert state.points_of(0) + state.points_of(1) == 20
    assert 7 <= decisions <= 20
    found = {}
    for heuristics in (Heuristics(TABLE), Greedy(TABLE)):
        begun = start()
        search = Search(begun, heuristics, Tuning())
        search.reset(0)
        search.add_deal(begun)
        search.simulate(100, Luck(1))
        results = search.results()
        assert sum(visits for _, visits, _ in results) == 100
        found[type(heuristics)] = {choice: visits for choice, visits, _ in results}
    assert found[Greedy][2] > found[Heuristics][2]


def test_observations_and_foreign_buffers_are_the_live_ones() -> None:
    """A vector of games binds a state to one row after another; the methods must see that row."""
    spec = TABLE.observation_spec()
    state = start()
    state.apply(0, 1)
    assert list(spec.observe(state, 1)) == [18, 1, 0, 0, 2]
    mask = array("b", bytes(3))
    out = array("h", bytes(2 * spec.size))
    spec.write_both(state, 1, memoryview(out), memoryview(mask))
    assert list(mask) == [1, 1, 1]


class Broken(Peanuts):
    """Fails when the last peanuts are fed."""

    def enact(self, seat: int, choice: int) -> None:
        if self.d[LEFT] < 6:
            raise ZeroDivisionError("no peanuts")
        super().enact(seat, choice)


def search_of(state: State) -> None:
    search = Search(state, Heuristics(TABLE), Tuning())
    search.reset(0)
    search.add_deal(state)
    search.simulate(50, Luck(1))


@pytest.mark.parametrize(
    "use", [lambda state: play_out(state, Luck(1), 100), search_of, lambda state: state.apply(0, 0)]
)
def test_what_a_method_raises_comes_out(use: Callable[[Any], object]) -> None:
    state = start(Broken)
    state.data[LEFT] = 5
    with pytest.raises(ZeroDivisionError, match="no peanuts"):
        use(state)
    assert state.waiting == (0,), "and it is not raised again"


@pytest.mark.skipif(not zoobox.speed.compiled(), reason="Python checks its own indices")
@pytest.mark.parametrize(("method", "answer"), [("nth_legal", 99), ("nth_legal", -1), ("seats_waiting", 4)])
def test_an_answer_out_of_range_is_refused(method: str, answer: int) -> None:
    """Compiled code would write a mask beyond its end."""
    wild = start(type("Wild", (Peanuts,), {method: lambda self, *numbers: answer}))
    spec = TABLE.observation_spec()
    out = memoryview(array("h", [0] * spec.size))
    with pytest.raises(ValueError, match=f"{method} of peanuts cannot be {answer}"):
        spec.write_both(wild, 0, out, memoryview(array("b", bytes(3))))


def test_a_method_that_is_missing_is_named() -> None:
    with pytest.raises((AttributeError, NotImplementedError), match="points"):
        start(type("Pointless", (State,), {"__init__": Peanuts.__init__})).points_of(0)


def test_heuristics_in_python_guide_a_compiled_game() -> None:
    state = zoobox.game("zooloretto-dice").start(1)
    state.play(0, "roll")
    legal = state.legal(0)
    assert Greedy(state.game).priors(state, 0, legal) == [3.0 * choice for choice in legal]
    broken = type("Broken", (Greedy,), {"prior": lambda self, seat, choice: 1 / 0})(state.game)
    with pytest.raises(ZeroDivisionError):
        broken.priors(state, 0, legal)
    search = Search(state, broken, Tuning())
    search.reset(0)
    search.add_deal(state)
    with pytest.raises(ZeroDivisionError):
        search.simulate(10, Luck(1))
