from pathlib import Path

import pytest

from conformance import conformance
from golden import check_golden

TestConformance = conformance("zooloretto-dice")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_golden_playthrough(players: int) -> None:
    check_golden(Path(__file__).parent, "zooloretto-dice", seed=1, players=players)
