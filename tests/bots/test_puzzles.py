"""The puzzles that come with the games, and how new ones are made."""

import itertools

import pytest

import zoobox
from zoobox.bots import puzzles

AT_LEAST = 200
GAMES = ("new-york-zoo", "night-at-the-zoo", "o-zoo-le-mio", "zooloretto-dice")


@pytest.mark.parametrize("name", GAMES)
def test_there_are_puzzles_enough(name):
    assert len(puzzles.shipped(name)) >= AT_LEAST


@pytest.mark.parametrize("name", zoobox.names())
def test_every_puzzle_can_be_set_up_and_its_solution_is_legal(name):
    found = puzzles.shipped(name)
    assert len({one.id for one in found}) == len(found)
    for one in found:
        state = one.start()
        legal = [state.game.notation(state, one.seat, choice) for choice in state.legal(one.seat)]
        assert set(one.solutions) <= set(legal)
        assert len(legal) > len(one.solutions)
        assert 1 <= one.difficulty <= 5
        assert one.margin >= puzzles.SOLVED_MARGIN
        assert f"theme.{one.theme}" in state.game.texts.texts
        assert one.solved_by["trainee"] <= puzzles.WEAKEST


def test_puzzles_of_the_solved_game_are_what_the_solver_says():
    for one in puzzles.shipped("zooloretto-dice")[::25]:
        assert puzzles.verify(one) is None


@pytest.mark.long
@pytest.mark.parametrize("name", zoobox.names())
def test_a_longer_search_finds_the_solutions_again(name):
    """Of a sample of 20, at most 2 may be too close for another search."""
    wrong = [why for one in puzzles.shipped(name)[::12][:20] if (why := puzzles.verify(one)) is not None]
    assert len(wrong) <= 2, wrong


def test_there_is_a_puzzle_for_every_day():
    days = [puzzles.daily(day) for day in range(20_000, 20_040)]
    assert len({one.id for one in days}) > 20
    assert puzzles.daily(20_000) == days[0]
    assert {one.game["game"] for one in days} == set(zoobox.names())


def test_new_puzzles_are_made_and_kept(tmp_path):
    game = zoobox.game("zooloretto-dice")
    made = list(itertools.islice(puzzles.make_puzzles(game, seed=5), 2))
    assert len(made) == 2
    assert all(puzzles.verify(one) is None for one in made)
    puzzles.write(tmp_path / "mine.jsonl.gz", made)
    assert puzzles.read(tmp_path / "mine.jsonl.gz") == made


def test_another_file_holds_no_puzzles(tmp_path):
    (tmp_path / "other.gz").write_bytes(b"nothing")
    with pytest.raises(zoobox.ZooboxError, match="holds no puzzles"):
        puzzles.read(tmp_path / "other.gz")
