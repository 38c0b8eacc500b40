"""Matches, their numbers, and what happens when they are interrupted."""

import os
from pathlib import Path

import pytest

import zoobox
from zoobox.arena import ladder, runner, sprt, tune
from zoobox.arena.entrants import parse, parse_all
from zoobox.arena.matches import schedule, seatings
from zoobox.arena.play import Outcome, job_for, play_job
from zoobox.arena.ratings import rate
from zoobox.arena.results import seat_interval, share_interval, tally
from zoobox.arena.runner import play_all
from zoobox.arena.store import ResultStore


@pytest.fixture
def game():
    return zoobox.game("zooloretto-dice", players=2)


def outcomes_of(game, bots, games, **more):
    return list(play_all(game, list(schedule(parse_all(bots, game), game.players, games, 1)), **more))


def test_keepers_beat_visitors(game):
    lines = {line.entrant: line for line in tally(outcomes_of(game, "visitor,keeper", 40))}
    assert lines["keeper"].share.low > 0.9
    assert lines["keeper"].share.mean + lines["visitor"].share.mean == pytest.approx(1)
    assert lines["keeper"].points.mean > lines["visitor"].points.mean


@pytest.mark.parametrize(("players", "count"), [(2, 2), (3, 6), (4, 6)])
def test_every_seat_is_held_equally_often(players, count):
    first, second = parse("visitor"), parse("keeper")
    found = seatings(first, second, players)
    assert len(found) == count == len(set(found))
    for seat in range(players):
        assert sum(seating[seat] == first for seating in found) * 2 == count


def test_the_same_seeds_give_the_same_games(game):
    def summary(outcomes):
        return [(outcome.key, outcome.payoffs, outcome.points) for outcome in outcomes]

    once = summary(outcomes_of(game, "keeper,curator@10", 4))
    assert once == summary(outcomes_of(game, "keeper,curator@10", 4))
    assert sorted(once) == sorted(summary(outcomes_of(game, "keeper,curator@10", 4, processes=2)))


def test_finished_games_are_kept_and_not_played_again(game, tmp_path):
    store = ResultStore(game, Outcome, tmp_path)
    matches = list(schedule(parse_all("visitor,keeper", game), 2, 6, 1))
    playing = play_all(game, matches, store=store)
    first = [next(playing), next(playing)]
    playing.close()
    with store.path.open("a", encoding="utf-8") as file:
        file.write('{"key": "half a li')
    again = ResultStore(game, Outcome, tmp_path)
    assert set(again.results) == {outcome.key for outcome in first}
    assert len(list(play_all(game, matches, store=again))) == 6
    assert len(ResultStore(game, Outcome, tmp_path).results) == 6


def test_no_game_is_started_after_the_time_limit(game):
    assert outcomes_of(game, "visitor,keeper", 1000, seconds=0.05).__len__() < 1000


def _die_once(job):
    mark = Path(job["mark"])
    if not mark.exists():
        mark.write_text("died")
        os._exit(1)
    return play_job({name: value for name, value in job.items() if name != "mark"})


def _always_die(job):
    os._exit(1)


def test_a_process_that_dies_is_replaced(game, tmp_path):
    matches = list(schedule(parse_all("visitor,keeper", game), 2, 6, 1))
    jobs = [{**job_for(game, match), "mark": str(tmp_path / "mark")} for match in matches]
    found = list(runner._in_pool(_die_once, iter(jobs), 2))
    assert sorted(Outcome.from_json(each).key for each in found) == sorted(match.key for match in matches)


def test_a_game_that_always_kills_its_process_is_given_up(game):
    matches = list(schedule(parse_all("visitor,keeper", game), 2, 2, 1))
    with pytest.raises(zoobox.ZooboxError, match="killed its process"):
        list(runner._in_pool(_always_die, (job_for(game, match) for match in matches), 2))


@pytest.mark.long
def test_ray_plays_the_same_games(game):
    pytest.importorskip("ray")

    def summary(outcomes):
        return sorted((outcome.key, outcome.payoffs) for outcome in outcomes)

    here = summary(outcomes_of(game, "keeper,curator@10", 4))
    assert summary(outcomes_of(game, "keeper,curator@10", 4, backend="ray", processes=2)) == here


def test_intervals_are_wilsons():
    found = share_interval(0.5, 100)
    assert (round(found.low, 3), round(found.high, 3)) == (0.404, 0.596)
    assert share_interval(1.0, 20).low < 0.9


def test_the_seats_of_an_entrant_share_one_win():
    alone = seat_interval([[1.0], [0.0], [1.0], [1.0]])
    assert alone == share_interval(0.75, 4)
    two_of_four = seat_interval([[0.0, 1.0], [0.0, 0.0], [0.5, 0.5], [1.0, 0.0]])
    assert (two_of_four.mean, two_of_four.low) == (0.375, share_interval(0.75, 4).low / 2)
    assert two_of_four.high <= 0.5  # both seats cannot win the same game


def test_a_sequential_test_decides_either_way():
    assert sprt.judge([0.75, 0.5, 1.0, 0.5] * 20, elo=30).decided == "stronger"
    assert sprt.judge([0.25, 0.5, 0.5, 0.5] * 40, elo=30).decided == "not stronger"
    assert sprt.judge([0.5, 1.0, 0.0], elo=30).decided is None


def test_ratings_follow_the_results(game):
    ratings = rate(outcomes_of(game, "visitor,keeper", 10))
    assert [rating.entrant for rating in ratings] == ["keeper", "visitor"]


def test_an_entrant_may_have_a_budget_and_changes(game):
    entrant = parse("director@50[cut=8,heuristics.denial=0.5]")
    bot = entrant.make(game, 1)
    assert (bot.budget.simulations, bot.tuning.cut, bot.heuristics.weights["denial"]) == (50, 8, 0.5)
    assert parse("curator@0.1s").seconds == 0.1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wizard", "no level 'wizard'"),
        ("curator@", "is not a bot"),
        ("curator@0", "at least 1 simulation"),
        ("keeper,keeper", "listed twice"),
        ("curator[depth=3]", "no 'depth'"),
        ("keeper[heuristics.luck=3]", "no weight 'luck'"),
        ("keeper[cut=3]", "does not search"),
        ("curator[cut=x]", "should be a number"),
    ],
)
def test_a_bad_entrant_is_refused(game, text, message):
    with pytest.raises(zoobox.ZooboxError, match=message):
        parse_all(text, game)


def test_a_ladder_is_played_kept_and_written(tmp_path, monkeypatch):
    monkeypatch.setattr(ladder, "RUNGS", ("visitor", "keeper"))
    file = tmp_path / "ladder.json"
    lines = []
    ladder.play_ladder(
        file, ["zooloretto-dice"], games=4, minutes=1, processes=1, counts=[2, 3], folder=tmp_path, report=lines.append
    )
    assert len(lines) == 2
    page = ladder.page(ladder.read(file))
    assert "| 2 | keeper | visitor | 4 |" in page
    assert "| 3 | keeper | visitor | 6 |" in page


def test_a_file_that_is_not_a_ladder_is_refused(tmp_path):
    (tmp_path / "x.json").write_text("[]")
    with pytest.raises(zoobox.ZooboxError, match="is no ladder"):
        ladder.read(tmp_path / "x.json")


def test_better_weights_are_distinguished_from_worse():
    """A keeper of the dice game who shuns marks loses to one who wants them."""
    game = zoobox.game("zooloretto-dice")
    gain = tune.compare(game, "keeper", {"mark": -1.0}, {"mark": 1.0}, games=10, seed=1)
    assert gain.clear
    assert not tune.compare(game, "keeper", {"mark": 1.0}, {"mark": -1.0}, games=10, seed=1).clear
