"""Learning by self-play: samples, fits and generations."""

import json

import pytest

import zoobox

np = pytest.importorskip("numpy")

from zoobox.arena.entrants import parse  # noqa: E402
from zoobox.arena.sprt import judge  # noqa: E402
from zoobox.arena.training.samples import SelfPlay, self_play, self_play_job  # noqa: E402
from zoobox.bots.losses import losses  # noqa: E402

QUICK = SelfPlay(simulations=8, deep=16, deep_share=20, quick_share=40)


@pytest.fixture
def dice():
    return zoobox.game("zooloretto-dice", players=3)


def test_a_game_of_self_play_gives_leaves_and_roots(dice):
    samples = self_play(dice, 3, QUICK)
    size = dice.observation_spec().size
    leaves, roots = len(samples["leaf_results"]), len(samples["root_results"])
    assert leaves > 100
    assert roots > 10
    assert samples["leaf_seen"].shape == (leaves, size)
    assert samples["root_choices"].shape[0] == roots
    assert np.allclose(samples["leaf_results"].sum(axis=1), 1, atol=0.25)  # win shares, and a little for the margin
    deep = samples["root_visits"].sum(axis=1) > 0
    assert 0 < deep.sum() < roots
    assert samples["root_visits"][deep].sum(axis=1) == pytest.approx(1, abs=0.01)


def test_self_play_repeats_itself(dice):
    first, again = self_play(dice, 4, QUICK), self_play(dice, 4, QUICK)
    assert all((first[name] == again[name]).all() for name in first)


def test_files_that_are_there_are_not_made_again(dice, tmp_path):
    path = tmp_path / "0.npz"
    job = {"path": str(path), "game": dice.configuration(), "self_play": {"simulations": 4, "deep": 4}, "seeds": [1]}
    self_play_job(job)
    made = path.stat().st_mtime_ns
    self_play_job(job)
    assert path.stat().st_mtime_ns == made


def test_a_test_of_strength_knows_what_is_even_with_four_players():
    assert judge([0.25] * 40, 30, even=0.25).decided is None or judge([0.25] * 40, 30, even=0.25).decided != "stronger"
    assert judge([0.4, 0.35] * 40, 30, even=0.25).decided == "stronger"


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_short_training_learns_more_than_the_heuristics_know(dice, tmp_path):
    pytest.importorskip("torch")
    from zoobox.arena.training.fitting import Shape
    from zoobox.arena.training.loop import Plan, Training

    plan = Plan(
        generations=1,
        games=160,
        games_per_file=8,
        self_play=SelfPlay(simulations=24, deep=64, deep_share=10, quick_share=40),
        fit_steps=1500,
        shape=Shape(width=32, batch=512),
        test_budget="@50",
        test_games=16,
    )
    Training(dice, tmp_path, plan, processes=2).run()
    (entry,) = [json.loads(line) for line in (tmp_path / "history.jsonl").read_text().splitlines()]
    assert entry["leaf_square"] < 0.98 * entry["leaf_heuristics_square"]
    assert "generation" in (tmp_path / "curves.md").read_text()
    Training(dice, tmp_path, plan).run()  # finished: nothing is done again
    assert len((tmp_path / "history.jsonl").read_text().splitlines()) == 1


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_five_minutes_of_training_play_better(tmp_path):
    """By the solved game: what the search gives away on the same decisions, with and without what it learned.

    With 50 simulations it was 0.0268 before and 0.0113 after 104 seconds on two cores.
    """
    pytest.importorskip("torch")
    from zoobox.arena.training.fitting import Shape
    from zoobox.arena.training.loop import Plan, Training

    plan = Plan(
        generations=1,
        games=3000,
        games_per_file=50,
        self_play=SelfPlay(simulations=24, deep=64, deep_share=10, quick_share=40, leaves=400),
        fit_steps=5000,
        shape=Shape(width=64, batch=2048, roots=0.3, trust=0.75, decay=0.3),
        test_budget="@100",
        test_games=16,
    )
    dice = zoobox.game("zooloretto-dice", players=2)
    training = Training(dice, tmp_path, plan, processes=2)
    training.run()
    learned = f"network={training.network(1)},network_value=1,network_prior=1,cut=0,exploration=0.5"
    before = losses(parse("director@50"), dice, 400, seed=5)["mean"]
    after = losses(parse(f"director@50[{learned}]"), dice, 400, seed=5)["mean"]
    assert after < 0.67 * before
