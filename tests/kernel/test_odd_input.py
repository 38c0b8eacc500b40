"""Unusual input to the public interface: choices, seeds, languages, settings and positions."""

from typing import Any

import pytest

import zoobox
from zoobox.kernel.text import join


@pytest.fixture(params=["zooloretto-dice", "o-zoo-le-mio"])
def game(request: pytest.FixtureRequest) -> Any:
    return zoobox.game(request.param, players=2)


@pytest.mark.parametrize("beginning", ["take ", "place lion ", "bid ", ""])
def test_a_huge_number_is_not_a_choice(game: Any, beginning: str) -> None:
    with pytest.raises(zoobox.MalformedChoice, match="is no choice here; possible: "):
        game.start(7).play(0, beginning + "9" * 5000)


@pytest.mark.parametrize("seat", ["0", None, 0.0, [0], 32, 1 << 40])
def test_a_seat_that_owes_nothing_has_no_choices(game: Any, seat: Any) -> None:
    assert game.start(7).choices(seat) == []


@pytest.mark.parametrize("seed", [True, False, 1.0, "1", -1])
def test_bad_seeds_are_refused(game: Any, seed: Any) -> None:
    """A seed of true would be written into the record as a word that cannot be read again."""
    with pytest.raises(zoobox.BadPosition, match="a seed is a whole number"):
        game.start(seed)


def test_an_unknown_language_is_english() -> None:
    state = zoobox.game("zooloretto-dice").restore({"trucks": [["lion", "coin"], [], []]})
    assert [choice.label for choice in state.choices(0, "fr")] == [choice.label for choice in state.choices(0)]
    assert join(["a", "b"], "fr") == "a and b"


@pytest.mark.parametrize("name", zoobox.names())
def test_a_position_without_luck_draws_well(name: str) -> None:
    """Two small words would draw zeros for a long time: the first ten dice would all be crocodiles."""
    game = zoobox.game(name, players=2)
    state = game.restore({})
    assert state == game.restore({})
    assert len({state.draw_number(6) for _ in range(30)}) == 6
    with pytest.raises(zoobox.BadPosition, match="luck should not be two zeros"):
        game.restore({"luck": [0, 0]})


def test_a_setting_may_have_a_second_name() -> None:
    one = zoobox.game("o-zoo-le-mio", coins_hidden_in_observation=False)
    assert one == zoobox.game("o-zoo-le-mio", coins_hidden=False)
    assert one.configuration()["settings"] == {"coins_hidden": False}
    with pytest.raises(zoobox.BadSetting, match="setting coins_hidden of O Zoo le Mio can be True, False, not 1"):
        zoobox.game("o-zoo-le-mio", coins_hidden_in_observation=1)


@pytest.mark.parametrize("number", [-1, 2, 10**8])
@pytest.mark.parametrize("name", zoobox.names())
def test_a_number_out_of_range_cannot_crash_the_process(name: str, number: int) -> None:
    """Compiled rules do not check what they are given, so the methods for callers from Python do."""
    state = zoobox.game(name, players=2).start(7)
    for asked in (state.points_of, state.score_of, state.payoff_of, state.reward_of):
        with pytest.raises(IndexError, match="there is no seat"):
            asked(number)
    far = number if number < 0 else len(state.data) + number
    for use in (state.word, lambda index: state.set_word(index, 0)):
        with pytest.raises(IndexError, match="there is no word"):
            use(far)
    with pytest.raises(IndexError, match="are not all in a buffer"):
        state.shuffle_bytes(far, 1)
