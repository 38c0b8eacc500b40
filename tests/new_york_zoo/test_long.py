"""Ten thousand random games, none with a dead end."""

from __future__ import annotations

import pytest

import zoobox
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import play_out

GAMES = {
    (1, "small"): 1500,
    (1, "large"): 1500,
    (2, "standard"): 1500,
    (2, "short"): 1500,
    (3, "standard"): 1500,
    (4, "standard"): 1500,
    (5, "standard"): 1500,
}
LIMIT = 20_000


@pytest.mark.no_cover
@pytest.mark.rule("nyz.move.must-acquire", "nyz.complete.attraction")
@pytest.mark.parametrize(("players", "variant"), GAMES)
def test_random_games_come_to_an_end(players: int, variant: str) -> None:
    """Compiled all of them; interpreted a few, since one takes some hundredths of a second."""
    game = zoobox.game("new-york-zoo", players=players, variant=variant)
    luck = Luck(players)
    count = GAMES[players, variant] if zoobox.speed.compiled() else 20
    for seed in range(count):
        state = game.start(seed)
        assert play_out(state, luck, LIMIT) < LIMIT, f"seed {seed}"
        assert state.over
        if players > 1:
            assert max(standing.points for standing in state.standings) == 0
