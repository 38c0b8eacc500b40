"""The environments for researchers: their frameworks' own tests, and a comparison with each other."""

from __future__ import annotations

import warnings
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import zoobox
import zoobox.envs.gymnasium as gymnasium_envs
import zoobox.envs.openspiel
from zoobox.envs.pettingzoo import zooloretto_dice_v0
from zoobox.envs.spaces import ChoiceSpace
from zoobox.envs.vector import VectorGames

GAMES = zoobox.names()
SEATED = [
    (name, players, variant)
    for name in GAMES
    for players, variants in zoobox.game_class(name).variants.items()
    for variant in variants
]
MOST = {name: max(zoobox.game_class(name).variants) for name in GAMES}
MOST_OR_LONG = [
    pytest.param(name, players, variant, marks=[pytest.mark.long] * ((players, number) != (MOST[name], 0)))
    for name in GAMES
    for players, variants in zoobox.game_class(name).variants.items()
    for number, variant in enumerate(variants)
]
every_seating = pytest.mark.parametrize(("name", "players", "variant"), SEATED)
most_or_long = pytest.mark.parametrize(("name", "players", "variant"), MOST_OR_LONG)
"""For slow tests that hardly depend on the number of players: with most of them, or in `make test-long`."""
every_game = pytest.mark.parametrize("name", GAMES)


def petting(name: str) -> Any:
    return import_module(f"zoobox.envs.pettingzoo.{name.replace('-', '_')}_v0")


# PettingZoo


@every_seating
def test_pettingzoo_api(name: str, players: int, variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(petting(name).env(players=players, variant=variant), num_cycles=150)


@every_seating
def test_pettingzoo_seeds(name: str, players: int, variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(partial(petting(name).env, players=players, variant=variant), num_cycles=60)


@most_or_long
def test_pettingzoo_pictures(name: str, players: int, variant: str) -> None:
    make = partial(petting(name).env, players=players, variant=variant)
    render_test(make, custom_tests={"svg": lambda svg: svg.startswith("<svg")})


@every_seating
def test_pettingzoo_cycles(name: str, players: int, variant: str) -> None:
    """PettingZoo's own tests of cycles and of parallel environments."""
    seated = {"players": players, "variant": variant}
    module = SimpleNamespace(
        env=partial(petting(name).env, **seated), parallel_env=partial(petting(name).parallel_env, **seated)
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        max_cycles_test(module)
        parallel_api_test(module.parallel_env(), num_cycles=60)
        parallel_seed_test(module.parallel_env, num_cycles=30)
        api_test(module.env(max_cycles=20), num_cycles=60)


@every_game
def test_a_game_in_cycles_is_the_same_game(name: str) -> None:
    """Seats that owe a decision make it, in one cycle if several do; the others can only wait."""
    env = petting(name).parallel_env(players=2)
    observations, _ = env.reset(seed=6)
    alone = env.state_now.copy()
    rewards: dict[str, float] = {}
    while env.agents:
        owing = alone.waiting
        for agent, seat in env.seat_of.items():
            possible = np.flatnonzero(observations[agent]["action_mask"]).tolist()
            assert possible == (alone.legal(seat) if seat in owing else [env.wait])
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        for seat in owing:
            alone.apply(seat, int(actions[f"seat_{seat}"]))
        observations, rewards, _, _, _ = env.step(actions)
        assert env.state_now == alone
    assert list(rewards.values()) == [alone.reward_of(seat) for seat in range(2)]


def test_a_cycle_is_refused_as_a_whole() -> None:
    env = petting("o-zoo-le-mio").parallel_env(players=2)
    env.reset(seed=1)
    before = env.state_now.snapshot()
    for wrong in (env.wait, 9, 10**12):
        with pytest.raises(zoobox.IllegalChoice) as refusal:
            env.step({"seat_0": 3, "seat_1": wrong})
        assert refusal.value.rule
    with pytest.raises(ValueError, match="seat_1 needs an action, too"):
        env.step({"seat_0": 3})
    assert env.state_now.snapshot() == before
    dice = petting("zooloretto-dice").parallel_env(players=2)
    dice.reset(seed=1)
    idle = f"seat_{1 - dice.state_now.waiting[0]}"
    with pytest.raises(zoobox.NotYourTurn):
        dice.step({agent: 0 if agent == idle else dice.action_space(agent).sample() for agent in dice.agents})
    with pytest.raises(ValueError, match="max_cycles"):
        petting("zooloretto-dice").parallel_env(max_cycles=0)


@every_game
def test_pettingzoo_stops_after_so_many_decisions(name: str) -> None:
    env = petting(name).env(max_decisions=5)
    env.reset(seed=1)
    decisions = 0
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            decisions += 1
            env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert decisions == 5


@every_game
def test_pettingzoo_refuses_with_the_rule(name: str) -> None:
    env = petting(name).env()
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    while mask.all():
        env.step(int(np.flatnonzero(mask)[0]))
        mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(zoobox.IllegalChoice) as refusal:
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert refusal.value.rule
    for beyond in (env.action_space("seat_0").n, 10**12, -1):
        with pytest.raises(zoobox.IllegalChoice, match="is no choice here"):
            env.step(beyond)
    for nonsense in (None, "roll", 1.5):
        with pytest.raises(TypeError, match="the number of a choice"):
            env.step(nonsense)
    with pytest.raises(ValueError, match="render_mode"):
        petting(name).env(render_mode="hologram")
    with pytest.raises(zoobox.ZooboxError):
        petting(name).env(players=17)


@every_game
def test_pettingzoo_masks_are_empty_for_agents_that_cannot_act(name: str) -> None:
    """Only the agent whose turn it is has choices in its mask; when the game is over, no agent has."""
    env = petting(name).env()
    env.reset(seed=2)
    for agent in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        for other in env.agents:
            assert bool(env.observe(other)["action_mask"].any()) is (other == agent and not terminated)
        env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))


def test_pettingzoo_dead_agents_step_with_none_only() -> None:
    env = petting("zooloretto-dice").env(max_decisions=1)
    with pytest.raises(AssertionError, match="reset"):
        env.last()
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(ValueError, match="dead"):
        env.step(0)


def test_choices_are_drawn_evenly_from_a_mask() -> None:
    space = ChoiceSpace(9, seed=1)
    mask = np.array([0, 1, 0, 0, 1, 0, 0, 0, 1], dtype=np.int8)
    drawn = np.bincount([space.sample(mask) for _ in range(3000)], minlength=9)
    assert drawn[mask == 0].sum() == 0
    assert drawn[mask == 1].min() > 850
    assert space.sample(np.zeros(9, dtype=np.int8)) == 0  # as Gymnasium's own
    with pytest.raises(AssertionError, match="dtype"):
        space.sample(mask.astype(np.float64))
    with pytest.raises(AssertionError, match="shape"):
        space.sample(mask[:8])


# Gymnasium


@every_game
def test_gymnasium_checks(name: str) -> None:
    made = next(key for key, value in gymnasium_envs.IDS.items() if value == name)
    env = gymnasium.make(made, opponents="visitor").unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    observation, _ = env.reset(seed=3)
    while True:
        assert (env.action_masks() == observation["action_mask"]).all()
        observation, reward, over, _, _ = env.step(np.flatnonzero(observation["action_mask"])[-1])
        if over:
            break
    assert -1 <= reward <= 1


def test_options_of_reset_are_honoured_or_refused() -> None:
    position = {"trucks": [["lion", "coin"], [], []]}
    env: Any = gymnasium.make("zoobox/ZoolorettoDice-v0").unwrapped
    env.reset(seed=1, options={"position": position})
    assert env.state_now.view(None)["trucks"][0] == ["lion", "coin"]
    turns = zooloretto_dice_v0.raw_env(players=2)
    turns.reset(seed=1, options={"position": position})
    assert turns.state_now.view(None)["trucks"][0] == ["lion", "coin"]
    unknown = "reset has no option 'positoin'; it has: position"
    with pytest.raises(zoobox.ZooboxError, match=unknown):
        env.reset(options={"positoin": position})
    cycles = zooloretto_dice_v0.parallel_env(players=2)
    for reset in (turns.reset, cycles.reset):  # PettingZoo's own tests forbid an error
        with pytest.warns(UserWarning, match=unknown):
            reset(options={"positoin": position})
    for reset in (env.reset, turns.reset, cycles.reset):
        with pytest.raises(zoobox.BadPosition):
            reset(options={"position": {"trucks": "full"}})


def test_a_seeded_action_space_stays_legal_in_the_middle_of_a_game() -> None:
    env: Any = gymnasium.make("zoobox/ZoolorettoDice-v0").unwrapped
    env.reset(seed=1)
    env.step(0)
    env.step(env.action_space.sample())
    for seed in range(40):
        env.action_space.seed(seed)
        action = env.action_space.sample()
        assert env.action_masks()[action]
        if env.step(action)[2]:
            break


@every_game
def test_all_frames_of_a_game_have_one_size(name: str) -> None:
    pytest.importorskip("resvg_py")
    made = next(key for key, value in gymnasium_envs.IDS.items() if value == name)
    env: Any = gymnasium.make(made, render_mode="rgb_array").unwrapped
    env.reset(seed=2)
    sizes = {env.render().shape}
    for number in range(60):
        if env.step(env.action_space.sample())[2]:
            env.reset(seed=number)
        if number % 20 == 0:
            sizes.add(env.render().shape)
    assert len(sizes) == 1


def test_gymnasium_refuses_bad_arguments() -> None:
    made = "zoobox/ZoolorettoDice-v0"
    for wrong in ({"opponents": "wizard"}, {"seat": 5}, {"players": 9}, {"render_mode": "hologram"}):
        with pytest.raises(ValueError):  # noqa: PT011 - the sentence differs, the kind is what users expect
            gymnasium.make(made, **wrong)
    env = gymnasium.make(made).unwrapped
    env.reset(seed=1)
    with pytest.raises(zoobox.IllegalChoice):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))


# Many at once


@every_game
def test_vectorised_equals_one_by_one(name: str) -> None:
    """The same seeds in vectorised and in single games: every observation, mask and reward is equal."""
    games = VectorGames(name, count=3, seed=5)
    spec = games.observation_spec
    shadows = [games.state_of(index) for index in range(3)]
    dice = np.random.RandomState(2)
    for _ in range(250):
        chosen = []
        for index, shadow in enumerate(shadows):
            seat = shadow.waiting[0]
            assert games.seats[index] == seat
            assert games.observations[index].tolist() == list(spec.observe(shadow, seat))
            legal = shadow.legal(seat)
            assert np.flatnonzero(games.masks[index]).tolist() == legal
            chosen.append(legal[dice.randint(len(legal))])
            shadow.apply(seat, chosen[-1])
        games.step(chosen)
        for index, shadow in enumerate(shadows):
            assert bool(games.finished[index]) is shadow.over
            wanted = [shadow.reward_of(seat) for seat in range(shadow.players)]
            assert games.rewards[index].tolist() == (wanted if shadow.over else [0.0] * shadow.players)
            if shadow.over:
                shadows[index] = games.state_of(index)


def test_vectorised_samples_are_even_and_legal() -> None:
    games = VectorGames("o-zoo-le-mio", count=900, seed=3)
    drawn = np.bincount(games.sample(), minlength=games.choices)  # everybody may bid 0 to 8
    assert drawn[:9].min() > 60
    assert drawn[9:].sum() == 0
    for _ in range(20):
        games.step(games.sample())


@every_game
def test_all_environments_agree(name: str) -> None:
    """One position in PettingZoo, OpenSpiel and the vectorised environment."""
    pz = petting(name).raw_env()
    pz.reset(seed=4)
    spiel_game = pyspiel.load_game(f"zoobox_{name.replace('-', '_')}")
    spiel = spiel_game.new_initial_state()
    while spiel.is_chance_node():
        spiel.apply_action(spiel.chance_outcomes()[0][0])
    spiel.state = pz.state_now.copy()
    spiel.acting = pz.state_now.first_waiting()
    observer = spiel_game.make_py_observer()
    many = VectorGames(name, count=1)
    while not pz.state_now.over:
        seat = pz.state_now.waiting[0]
        observed = pz.observe(pz.agent_selection)
        many.rows[0, : pz.state_now.size] = np.frombuffer(pz.state_now.snapshot(), dtype=np.uint8)
        many.refresh()
        observer.set_from(spiel, seat)
        assert many.seats[0] == seat
        assert many.observations[0].tolist() == observed["observation"].tolist() == observer.tensor.tolist()
        assert many.masks[0].tolist() == observed["action_mask"].tolist()
        assert spiel.legal_actions() == np.flatnonzero(observed["action_mask"]).tolist()
        choice = int(np.flatnonzero(observed["action_mask"])[0])
        pz.step(choice)
        spiel.state = pz.state_now.copy()
        spiel.acting = pz.state_now.first_waiting() if not pz.state_now.over else pyspiel.PlayerId.TERMINAL
    assert [pz.rewards[agent] for agent in pz.possible_agents] == spiel.returns()


@every_seating
def test_observations_leak_nothing(name: str, players: int, variant: str) -> None:
    game = zoobox.game(name, players, variant)
    spec = game.observation_spec()
    state = game.start(11)
    luck = zoobox.Luck(3)
    while not state.over:
        for seat in range(players):
            twin = state.redeal(seat, luck)
            assert spec.observe(twin, seat) == spec.observe(state, seat)
        actor = state.waiting[luck.below(len(state.waiting))]
        legal = state.legal(actor)
        state.apply(actor, legal[luck.below(len(legal))])


def test_vectorised_refuses_with_the_rule() -> None:
    games = VectorGames("zooloretto-dice", count=4)
    for wrong in (1, -1, 35):
        with pytest.raises(zoobox.IllegalChoice):
            games.step([0, 0, wrong, 0])
    with pytest.raises(zoobox.ZooboxError, match="one choice for each"):
        games.step([0])
    with pytest.raises(zoobox.ZooboxError, match="at least one game"):
        VectorGames("zooloretto-dice", count=0)


def test_every_field_of_an_observation_is_documented() -> None:
    for name, players, variant in SEATED:
        spec = zoobox.game(name, players, variant).observation_spec()
        fields = spec.fields()
        assert len({field[0] for field in fields}) == len(fields)
        assert all(meaning for _, _, _, meaning in fields)
        assert sum(width for _, _, width, _ in fields) == spec.size
