from pathlib import Path

import pytest

from conformance import conformance
from golden import check_golden

TestConformance = conformance("o-zoo-le-mio")


@pytest.mark.parametrize("variant", ["standard", "professional"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_golden_playthrough(players: int, variant: str) -> None:
    check_golden(Path(__file__).parent, "o-zoo-le-mio", seed=1, players=players, variant=variant)
