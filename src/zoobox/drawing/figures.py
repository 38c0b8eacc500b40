"""All figures by name."""

from collections.abc import Callable
from typing import Final

from zoobox.drawing import animal_groups, animals, objects

Figure = Callable[[], str]

FIGURES: Final[dict[str, Figure]] = {**animals.FIGURES, **animal_groups.FIGURES, **objects.FIGURES}
