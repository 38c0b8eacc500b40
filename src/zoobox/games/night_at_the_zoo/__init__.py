"""Night at the Zoo, for two to four players, and alone against Leo."""

from pathlib import Path
from typing import Any, ClassVar

from zoobox.games.night_at_the_zoo import board, choices, events, facts, position, words
from zoobox.games.night_at_the_zoo.figures import NightTables
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.observation import FIELDS
from zoobox.games.night_at_the_zoo.observation import board as observation_board
from zoobox.games.night_at_the_zoo.reachable import unreachable
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.kernel.choice import Setting, SoloResult
from zoobox.kernel.encoding import Planes
from zoobox.kernel.game import Board, Choices, Events, Facts, Game, Positions, Words
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.text import Catalogue, Phrase

FOLDER = Path(__file__).parent


class NightAtTheZoo(Game):
    """One configuration of the game."""

    name = "night-at-the-zoo"
    title = "Night at the Zoo"
    prefix = "natz"
    folder = FOLDER
    variants = {2: ("standard",), 3: ("standard",), 4: ("standard",), 1: ("solo",)}
    offered_settings = (
        Setting(
            "first_player",
            "seat_0",
            ("seat_0", "random"),
            "Who begins the game; alone, Leo always does.",
            "natz.setup.first-player",
        ),
        Setting(
            "end_of_round_movement",
            "optional",
            ("optional", "forced"),
            "Whether animals may decline the movement at the end of a round.",
            "natz.round.optional",
        ),
        Setting(
            "discarded_bonus_tiles",
            "leave",
            ("leave", "return"),
            "Bonus tiles that are discarded leave the game, or return to the supply.",
            "natz.bonus.discarded",
        ),
        Setting(
            "two_action_spaces",
            "both",
            ("both", "one"),
            "A space with two actions gives both, or one of them.",
            "natz.space.two-actions",
        ),
    )
    choice_table = choices.CHOICE_TABLE
    choice_module: ClassVar[Choices] = choices
    event_module: ClassVar[Events] = events
    words: ClassVar[Words] = words
    fact_module: ClassVar[Facts | None] = facts
    positions: ClassVar[Positions] = position
    board: ClassVar[Board] = board
    texts = Catalogue.load(FOLDER / "texts.toml")

    def open_box(self) -> None:
        self.tables = NightTables(self)

    def payoff_words(self, payoff: float) -> Phrase:
        points = round(payoff * GREAT_SOLO)
        return Phrase("value.points", points=points, title=words.title_words(self.tables.contents.rating(points)))

    def change_words(self, change: float) -> Phrase | None:
        points = round(change * GREAT_SOLO)
        return Phrase("value.change_one" if points == 1 else "value.change", points=points)

    @property
    def choice_count(self) -> int:
        return CHOICES

    def blank(self) -> NightState:
        return NightState(self)

    def drawn_name(self, place: int, outcome: int) -> str:
        """The first player, an animal tile, a setup tile, a tile of Leo's pile or an action tile."""
        if place < 0:
            return f"player {outcome + 1}"
        if ANIMAL_SLOT <= place < ANIMAL_SLOT + SLOTS:
            return ANIMAL_NAMES[outcome]
        if DECK <= place < DECK + ACTION_TILES:
            return str(self.tables.contents.tile_names[outcome])
        pile = "solo_tile" if LEO_PILE <= place < LEO_PILE + SOLO_TILES else "setup_tile"
        return str(self.components.entries(pile)[outcome]["id"])

    def solo_result(self, state: Any) -> SoloResult:
        told = state.box.contents.solo_result(state.points_of(0))
        return SoloResult(told["title"], words.rating(told))

    def all_is_known(self, state: Any, seat: int) -> bool:
        """In the last draft nothing is dealt any more; then boards are hidden once somebody has changed theirs."""
        if state.data[DRAFT] != LAST_DRAFT:
            return False
        if state.data[PHASE] == DRAFTING:
            return self.players > 1 or state.data[TAKEN] > 0  # alone, once Leo has drafted
        boards = [BLOCKS + other * BLOCK for other in range(self.players) if other != seat]
        return all(state.data[at : at + BOARD] == state.data[at + BEFORE : at + BEFORE + BOARD] for at in boards)

    def each_for_itself(self, state: Any) -> bool:
        """After the last draft, while half of the bonus tiles are there: two seats together cannot use them up."""
        data, numbers = state.data, self.tables.numbers
        if data[DRAFT] != LAST_DRAFT or data[PHASE] not in (PLACEMENT, ROUND_MOVES):
            return False
        return self.players == 1 or all(
            2 * data[SUPPLY + terrain] >= numbers[BONUS_COUNT + terrain] for terrain in range(TERRAIN_COUNT)
        )

    def observation_spec(self) -> ObservationSpec:
        return ObservationSpec(FIELDS, self.players)

    def observation_board(self) -> Planes:
        return observation_board(self)

    def is_forced(self, state: Any, seat: int) -> bool:
        """Also where only an order is asked for that cannot matter."""
        return super().is_forced(state, seat) or choices.order_is_idle(state, seat)

    def unreachable(self, state: Any) -> str | None:
        return unreachable(state)

    def set_up(self, state: Any) -> None:
        """Animals, figures, tiles and market; then the first player drafts, alone Leo."""
        if self.tables.solo:
            first = LEO
        else:
            first = state.draw_number(self.players) if self.settings["first_player"] == "random" else 0
        state.lay_out(first)
