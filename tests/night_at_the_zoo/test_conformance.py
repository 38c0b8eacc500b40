from pathlib import Path

import pytest

from conformance import conformance
from golden import check_golden

TestConformance = conformance("night-at-the-zoo")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_golden_playthrough(players: int) -> None:
    check_golden(Path(__file__).parent, "night-at-the-zoo", seed=1, players=players)
