"""Weights that evolve by playouts against earlier weights."""

import json
import tomllib

import pytest

import zoobox

pytest.importorskip("cma")

from zoobox.arena.training.evolution import Evolution, EvolutionPlan, share_of

QUICK = EvolutionPlan(generations=2, games=24, contest=2, test_budget="@4", test_games=6)
GAMES = 3000 if zoobox.speed.mode() == "compiled" else 60


@pytest.fixture
def dice():
    return zoobox.game("zooloretto-dice", players=3)


def evolution(game, folder, **changes):
    plan = {name: getattr(QUICK, name) for name in QUICK.__slots__} | changes
    return Evolution(game, folder, EvolutionPlan(**plan), report=lambda _: None)


def test_equal_weights_share_the_wins(dice):
    assert share_of(dice, {}, {}, GAMES, 4, 1) == pytest.approx(1 / 3, abs=0.05 if GAMES > 1000 else 0.25)


def test_a_careless_policy_loses(dice):
    assert share_of(dice, {}, {"mark": -1.0, "coin": -1.0}, GAMES, 4, 1) > 0.6
    assert share_of(dice, {"mark": -1.0, "coin": -1.0}, {}, GAMES, 4, 1) < 0.2


def test_playouts_repeat_themselves(dice):
    assert share_of(dice, {}, {}, 40, 4, 7) == share_of(dice, {}, {}, 40, 4, 7) != share_of(dice, {}, {}, 40, 4, 8)


def test_alone_the_payoff_counts():
    alone = zoobox.game("night-at-the-zoo", players=1)
    assert 0 < share_of(alone, {}, {}, 20, 4, 1) < 1


def test_a_run_that_is_stopped_continues(dice, tmp_path):
    whole = evolution(dice, tmp_path / "whole")
    whole.run()
    parts = evolution(dice, tmp_path / "parts", generations=1)
    parts.run()
    rest = evolution(dice, tmp_path / "parts")
    assert rest.strategy.countiter == 1
    rest.run()
    assert rest.weights(rest.strategy.mean) == whole.weights(whole.strategy.mean)
    assert (tmp_path / "parts" / "evolution.jsonl").read_text() == (tmp_path / "whole" / "evolution.jsonl").read_text()
    assert [json.loads(line)["generation"] for line in (tmp_path / "whole" / "evolution.jsonl").open()] == [1, 2]


def test_a_folder_of_another_run_is_refused(dice, tmp_path):
    evolution(dice, tmp_path)
    with pytest.raises(zoobox.ZooboxError, match="another run"):
        evolution(zoobox.game("zooloretto-dice", players=4), tmp_path)
    with pytest.raises(zoobox.ZooboxError, match="another run"):
        evolution(dice, tmp_path, seed=2)


def test_weights_are_written_as_the_champion_reads_them(tmp_path):
    alone = zoobox.game("night-at-the-zoo", players=1)
    run = evolution(alone, tmp_path, generations=1, games=6)
    run.run()
    written = tomllib.loads(run.best.read_text())
    assert set(written) == {"1"}
    assert alone.heuristics(written["1"]).weights == run.weights(run.strategy.mean)


@pytest.mark.long
def test_evolution_improves_the_playouts_of_the_dice_game(dice, tmp_path):
    run = evolution(dice, tmp_path, generations=16, games=1500, contest=6)
    run.run()
    assert share_of(dice, run.weights(run.strategy.mean), {}, 6000, 6, 12345) > 1.2 / 3
