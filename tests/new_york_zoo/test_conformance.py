from pathlib import Path

import pytest

from conformance import conformance
from golden import check_golden

TestConformance = conformance("new-york-zoo")


@pytest.mark.parametrize(
    ("players", "variant"),
    [(1, "small"), (1, "large"), (2, "standard"), (2, "short"), (3, "standard"), (4, "standard"), (5, "standard")],
)
def test_golden_playthrough(players: int, variant: str) -> None:
    check_golden(Path(__file__).parent, "new-york-zoo", seed=1, players=players, variant=variant)
