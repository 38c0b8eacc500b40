"""All figures by name."""

from collections.abc import Callable
from typing import Final

from zoobox.drawing import animals, groups, things

Figure = Callable[[], str]

FIGURES: Final[dict[str, Figure]] = {**animals.FIGURES, **groups.FIGURES, **things.FIGURES}
