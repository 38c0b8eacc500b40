"""Feeding Time, for two players."""

from pathlib import Path
from typing import Any, ClassVar

from zoobox.kernel.game import Board, Choices, Events, Game, Positions, Words
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.text import Catalogue

from . import board, choices, events, position, words
from .layout import *
from .observation import FIELDS
from .rules import FeedingTimeState

FOLDER = Path(__file__).parent


class FeedingTime(Game):
    """One configuration of the game."""

    name = "feeding-time"
    title = "Feeding Time"
    prefix = "ft"
    folder = FOLDER
    variants = {2: ("standard",)}
    choice_table = choices.CHOICE_TABLE
    choice_module: ClassVar[Choices] = choices
    event_module: ClassVar[Events] = events
    words: ClassVar[Words] = words
    positions: ClassVar[Positions] = position
    board: ClassVar[Board] = board
    texts = Catalogue.load(FOLDER / "texts.toml")

    def open_box(self) -> None:
        bowl = self.components.table("bowl")
        for key in ("least", "most"):
            if not isinstance(bowl.get(key), int) or not 1 <= bowl[key] <= BIGGEST_BOWL:
                raise self.components.error(f"{key} should be a number from 1 to {BIGGEST_BOWL}", "bowl", None, key)
        self.least, self.most = bowl["least"], bowl["most"]
        if self.least > self.most:
            raise self.components.error("least should not be more than most", "bowl", None, "least")

    @property
    def choice_count(self) -> int:
        return CHOICES

    def blank(self) -> FeedingTimeState:
        return FeedingTimeState(self)

    def observation_spec(self) -> ObservationSpec:
        return ObservationSpec(FIELDS, self.players)

    def set_up(self, state: Any) -> None:
        """Fills the bowl."""
        state.data[BOWL] = self.least + state.draw_number(self.most - self.least + 1)  # ft.setup.bowl
