"""Many games at once: decisions per second with observations and masks, by encoding, by threads and by processes.

    python benchmarks/vector.py [--games 1024] [--seconds 3]

Encodings take turns in one run, and so do one and two threads, so that whatever else the machine does meets all. A
process for each core, each with its own games, shows what the machine has to give.
Beside them, where they are installed, pgx (connect four and backgammon on the CPU) and EnvPool (CartPole and Pong),
driven by random actions in the same run.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import zoobox
from zoobox.envs.vector_env import ZooboxVectorEnv


def rate(step: Callable[[], Any], count: int, seconds: float) -> tuple[float, float]:
    """Decisions per second of processor time, and by the clock: the best of three."""
    best = by_clock = 0.0
    step()
    for _ in range(3):
        clock, spent, steps = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - clock < seconds / 3:
            step()
            steps += 1
        used, took = time.process_time() - spent, time.perf_counter() - clock
        best = max(best, steps * count / used)
        by_clock = max(by_clock, steps * count / took)
    return best, by_clock


TURNS = 9
"""So many times each one has its turn; the middle of them counts."""


def by_turns(envs: dict[str, ZooboxVectorEnv], seconds: float) -> dict[str, tuple[float, float]]:
    """Decisions per second of processor time, and by the clock, of several environments that take turns."""
    for env in envs.values():
        env.reset(seed=1)
        for _ in range(100):  # games are in different stages then
            env.step(env.sample())
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in envs}
    for _ in range(TURNS):
        for name, env in envs.items():
            clock, spent, steps = time.perf_counter(), time.process_time(), 0
            while time.process_time() - spent < seconds / TURNS:
                env.step(env.sample())
                steps += env.num_envs
            found[name].append((steps / (time.process_time() - spent), steps / (time.perf_counter() - clock)))
    return {
        name: (sorted(cpu for cpu, _ in rates)[TURNS // 2], max(clock for _, clock in rates))
        for name, rates in found.items()
    }


def ours(games: int, seconds: float) -> None:
    print("| game | encoding | decisions a CPU second | of raw |")
    print("| --- | --- | --- | --- |")
    for name in zoobox.names():
        board = zoobox.game(name).observation_board()
        told = ("raw", "onehot") if board is None else ("raw", "onehot", "planes")
        found = by_turns({encoding: ZooboxVectorEnv(name, games, encoding=encoding) for encoding in told}, seconds)
        for encoding, (rate, _) in found.items():
            print(f"| {name} | {encoding} | {rate / 1e6:.2f} M | {rate / found['raw'][0]:.2f} |", flush=True)


def threads(games: int, seconds: float) -> None:
    print("\n| dice game, threads | a CPU second | by the clock |")
    print("| --- | --- | --- |")
    counts = sorted({1, 2, os.cpu_count() or 1})
    envs = {str(count): ZooboxVectorEnv("zooloretto-dice", games * count, threads=count) for count in counts}
    for count, (cpu, clock) in by_turns(envs, seconds).items():
        print(f"| {count} | {cpu / 1e6:.2f} M | {clock / 1e6:.2f} M |", flush=True)
    for env in envs.values():
        env.close()


def alone(games: int, seconds: float) -> float:
    """Decisions per second by the clock of one process."""
    env = ZooboxVectorEnv("zooloretto-dice", games)
    env.reset(seed=1)
    return rate(lambda: env.step(env.sample()), games, seconds)[1]


def processes(games: int, seconds: float) -> None:
    print("\n| dice game, processes | by the clock | of one |")
    print("| --- | --- | --- |")
    first = 0.0
    for count in sorted({1, 2, os.cpu_count() or 1}):
        with ProcessPoolExecutor(count) as pool:
            found = sum(pool.map(alone, [games] * count, [seconds] * count))
        first = first or found
        print(f"| {count} | {found / 1e6:.2f} M | {found / first:.2f} |", flush=True)


def pgx_rates(games: int, seconds: float) -> None:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    for name in ("connect_four", "backgammon"):
        env = pgx.make(name)
        step = auto_reset(env.step, env.init)

        def advance(state: Any, key: Any, step: Any = step) -> Any:
            actions = jax.random.categorical(key, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            keys = jax.random.split(key, games)
            return jax.vmap(step)(state, actions, keys)

        advance = jax.jit(advance)
        state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), games))
        state = advance(state, jax.random.PRNGKey(2))
        now = {"state": state, "key": jax.random.PRNGKey(3)}

        def one(now: dict[str, Any] = now, advance: Any = advance) -> None:
            now["key"], used = jax.random.split(now["key"])
            now["state"] = advance(now["state"], used)
            now["state"].observation.block_until_ready()

        found, clock = rate(one, games, seconds)
        print(f"| pgx {pgx.__version__} {name} | {found / 1e6:.2f} M | {clock / 1e6:.2f} M |", flush=True)


def envpool_rates(games: int, seconds: float) -> None:
    import envpool
    import numpy as np

    draw = np.random.default_rng(1)
    for name in ("CartPole-v1", "Pong-v5"):
        try:
            envs = envpool.make(name, env_type="gymnasium", num_envs=games, num_threads=1)
        except Exception as error:
            print(f"| EnvPool {name} | {type(error).__name__} | |")
            continue
        envs.reset()
        chosen = envs.action_space.n
        found, clock = rate(lambda e=envs, n=chosen: e.step(draw.integers(n, size=games)), games, seconds)
        print(f"| EnvPool {envpool.__version__} {name} | {found / 1e6:.2f} M | {clock / 1e6:.2f} M |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=3)
    given = parser.parse_args()
    ours(given.games, given.seconds)
    threads(4 * given.games, given.seconds)
    processes(given.games, given.seconds)
    print("\n| others | a CPU second | by the clock |\n| --- | --- | --- |")
    for peer in (pgx_rates, envpool_rates):
        try:
            peer(given.games, given.seconds)
        except ImportError as error:
            print(f"| {peer.__name__.split('_')[0]} | not installed: {error.name} | |")
