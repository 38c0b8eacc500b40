"""A solve from beginning to end: choose a machine, say how long it will take, solve, verify, write the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zoobox.games.zooloretto_dice.solved import states, table, verify
from zoobox.games.zooloretto_dice.solved.native import CannotSolve, device_name
from zoobox.games.zooloretto_dice.solved.solver import (
    Cores,
    Cuda,
    Engine,
    Progress,
    Workbook,
    estimate,
    level_states,
    solve,
)

SELF_PLAY_LIMIT: Final = 4.0
"""Standard errors that games may be away from the root value."""

Report = Callable[[str], None]


class NotVerified(CannotSolve):
    """A solve whose values failed its own checks."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to solve, where, and how."""

    out: Path
    on: str = "auto"
    jobs: int = 1
    up_to: int = states.MOST_LEVEL
    checks: int = 450
    games: int = 20_000

    @property
    def whole(self) -> bool:
        return self.up_to == states.MOST_LEVEL


def run(plan: Plan, report: Report) -> dict[str, Any]:
    """Solves, verifies, and writes the table when everything was solved; returns the report. Raises CannotSolve."""
    on = _machine(plan.on, report)
    try:
        book = Workbook(plan.out.with_name(plan.out.name + ".working"), plan.jobs)
    except OSError as error:
        raise CannotSolve(f"the values cannot be kept in {plan.out.parent}: {error.strerror}.") from None
    if book.resumed and on == "cpu":
        report(f"Continuing at level {book.level}, {book.done:,} of its states are done.")
    try:
        solved = _solve(plan, on, book, report)
        found = {"solve": solved, **_verify(plan, book, report)}
    except KeyboardInterrupt:
        book.save()
        report(f"Stopped at level {book.level}; repeat the command to continue there.")
        raise
    if plan.whole:
        table.write(plan.out, book.values, {"root": found["root"]})
        size = plan.out.stat().st_size / 1e6
        report(f"The table is {plan.out}: {size:.0f} MB, every value within {table.ROUNDING:.1e} of the exact one.")
    book.discard()
    return found


def _machine(on: str, report: Report) -> str:
    if on == "cpu":
        return on
    try:
        report(f"Solving on {device_name()}.")
    except CannotSolve as trouble:
        if on == "cuda":
            raise
        report(f"Solving on the processor: {trouble}")
        return "cpu"
    return "cuda"


def _solve(plan: Plan, on: str, book: Workbook, report: Report) -> dict[str, Any]:
    levels = range(states.FIRST_OPEN_LEVEL, plan.up_to + 1)
    skip = 0
    if on == "cuda":
        engine: Engine = Cuda(book.values, max(len(level_states(level)) for level in levels))
    else:
        engine = Cores(book.values, plan.jobs)
        levels, skip = range(book.level, plan.up_to + 1), book.done
        if plan.whole:
            expected = estimate(book.values, plan.jobs)
            report(
                f"One round takes {expected['round_ms']:.2f} ms here; all levels together would take about "
                f"{expected['hours']:.0f} hours with {plan.jobs} job(s). Stop with Ctrl-C whenever you like."
            )
    began = time.perf_counter()

    def report_level(progress: Progress) -> None:
        pace = progress.rounds / max(progress.seconds, 1e-9)
        report(
            f"level {progress.level:2} of {plan.up_to}: {progress.states:>9,} states, {progress.rounds:>10,} rounds, "
            f"{progress.seconds:7.1f} s ({pace:,.0f} rounds/s)"
        )
        if on == "cpu":
            book.keep(progress.level + 1, 0)

    try:
        # The values stay on the device until the end, so there is nothing to save before.
        rounds = solve(engine, levels, report_level, book.keep if on == "cpu" else lambda level, done: None, skip)
    finally:
        engine.close()
    return {"on": on, "seconds": time.perf_counter() - began, "rounds": rounds, "up_to": plan.up_to}


def _verify(plan: Plan, book: Workbook, report: Report) -> dict[str, Any]:
    """Three laws, one round by the rules, and games against the root value; raises NotVerified."""
    report("Verifying: one more coin, a free barn space and a bonus never hurt ...")
    rules_check = verify.RulesCheck(plan.out.parent, plan.jobs)
    try:
        laws = verify.laws(book.values, plan.jobs, plan.up_to)
        for name, law in laws.items():
            report(f"  {name}: {law['compared']:,} comparisons, at worst {law['worst']:.1e} the wrong way")
        report("  one round by the plain rules, for states of all levels ...")
        one_round = rules_check.run(book.path, plan.checks, plan.up_to)
        report(f"  {one_round['states']} states, at most {one_round['worst']:.1e} apart")
    finally:
        rules_check.close()
    start = verify.ROOT.number if plan.whole else int(level_states(plan.up_to)[0])
    games = verify.self_play(book.values, plan.games, plan.jobs, start=start)
    report(
        f"  {games['games']:,.0f} games of perfect play: the starter won {games['starter_won']:.4f}, the table says "
        f"{games['root']:.4f}, {abs(games['errors_apart']):.1f} standard errors apart"
    )
    worst = max(one_round["worst"], *(law["worst"] for law in laws.values()))
    if worst > verify.TOLERANCE or abs(games["errors_apart"]) > SELF_PLAY_LIMIT:
        raise NotVerified("the values failed their own checks, so no table was written; please report this.")
    if plan.whole:
        report(f"The starter's chance, both playing perfectly: {games['root']:.6f}")
    return {"laws": laws, "one_round": one_round, "self_play": games, "root": games["root"]}
