"""New York Zoo, for one to five players."""

from pathlib import Path
from typing import Any, ClassVar

from zoobox.games.new_york_zoo import board, choices, events, facts, position, words
from zoobox.games.new_york_zoo.components import Box
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.observation import board as observation_board
from zoobox.games.new_york_zoo.observation import fields
from zoobox.games.new_york_zoo.reachable import unreachable
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.tables import WORD, ZooTables
from zoobox.kernel.choice import Setting, SoloResult
from zoobox.kernel.encoding import Planes
from zoobox.kernel.game import Board, Choices, Events, Facts, Game, Positions, Words
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.text import Catalogue, Phrase

FOLDER = Path(__file__).parent
HALF = 0.5


class NewYorkZoo(Game):
    """One configuration of New York Zoo."""

    name = "new-york-zoo"
    title = "New York Zoo"
    prefix = "nyz"
    tile_choices = ("go", "go_freely", "tile", "attraction")
    folder = FOLDER
    points_add_up = False
    """The sheet counts the spaces left and breaks ties by animals."""
    variants = {
        1: ("small", "large"),
        2: ("standard", "short"),
        3: ("standard",),
        4: ("standard",),
        5: ("standard",),
    }
    offered_settings = (
        Setting(
            "stacks",
            "open",
            ("open", "hidden"),
            "Whether everybody may look at the lower tiles of a stack.",
            "nyz.setup.open-stacks",
        ),
        Setting(
            "bonus_breeding",
            "by_player",
            ("by_player", "by_phase"),
            "Each player breeds and takes the bonus at once, or all breed first and then all take their bonus.",
            "nyz.bonus.timing",
        ),
        Setting(
            "animal_limit",
            "main_action",
            ("main_action", "each_animal"),
            "Two added animals per enclosure: in a whole acquisition, or for each acquired animal.",
            "nyz.animals.limit",
        ),
        Setting(
            "exact_landing",
            "breeding",
            ("breeding", "no_breeding"),
            "Solo: whether lines crossed on the way to the last exact landing still breed.",
            "nyz.solo.exact-landing",
        ),
        Setting(
            "attractions",
            "required",
            ("required", "optional"),
            "Whether the attraction for a full enclosure may be declined.",
            "nyz.complete.attraction",
        ),
        Setting(
            "passing_start",
            "lost",
            ("lost", "last_action"),
            "Solo: whether a move past the last arrival at the start loses at once or brings a last main action.",
            "nyz.solo.passing",
        ),
        Setting(
            "solo_points",
            "all_laps",
            ("all_laps", "current_lap"),
            "Solo: whether a win counts the spaces up to the end of the last lap or of the current one.",
            "nyz.solo.winning",
        ),
        Setting(
            "readings",
            "rulebook",
            ("rulebook", "online"),
            "All readings of an online table of this game at once; settings that are changed by hand stay as they are.",
            "nyz.readings.online",
            selects={
                "online": {
                    "animal_limit": "each_animal",
                    "exact_landing": "no_breeding",
                    "attractions": "optional",
                    "passing_start": "last_action",
                    "solo_points": "current_lap",
                }
            },
        ),
    )
    choice_module: ClassVar[Choices] = choices
    event_module: ClassVar[Events] = events
    words: ClassVar[Words] = words
    fact_module: ClassVar[Facts | None] = facts
    positions: ClassVar[Positions] = position
    board: ClassVar[Board] = board
    texts = Catalogue.load(FOLDER / "texts.toml")

    def open_box(self) -> None:
        self.contents = Box(self.components, self.players, self.variant)
        self.choice_table = choices.choice_table(self.contents)
        self.stacks_hidden = self.settings["stacks"] == "hidden"
        self.bonus_by_phase = self.settings["bonus_breeding"] == "by_phase"
        self.limit_per_animal = self.settings["animal_limit"] == "each_animal"
        self.landing_breeds = self.settings["exact_landing"] == "breeding"
        self.attraction_optional = self.settings["attractions"] == "optional"
        self.passing_acts = self.settings["passing_start"] == "last_action"
        self.current_lap_counts = self.settings["solo_points"] == "current_lap"
        self.tables = ZooTables(self)

    def payoff_words(self, payoff: float) -> Phrase:
        """The middle of the scale is a board that is just full."""
        if payoff >= HALF:
            count = round((payoff - HALF) / HALF * self.contents.laps * len(self.contents.spaces))
            return Phrase(("value.full", "value.spare_one")[count] if count < 2 else "value.spare", count=count)
        count = round((HALF - payoff) / HALF * MOST_CELLS)
        return Phrase("value.free_one" if count == 1 else "value.free", count=count)

    @property
    def choice_count(self) -> int:
        return len(self.choice_table)

    def blank(self) -> ZooState:
        return ZooState(self)

    def observation_spec(self) -> ObservationSpec:
        return ObservationSpec(fields(self), self.players)

    def observation_board(self) -> Planes:
        return observation_board(self)

    def solo_result(self, state: Any) -> SoloResult:
        points = state.points_of(0)
        won = bool(state.is_full(0))
        phrase = Phrase("result.won" if won else "result.lost", count=words.space_count(abs(points)))
        return SoloResult("won" if won else "lost", phrase, won)

    def unreachable(self, state: Any) -> str | None:
        return unreachable(state)

    def set_up(self, state: Any) -> None:
        """Boards, animals in houses, attractions, and the stacks of the strip, each shade shuffled apart."""
        box = self.contents
        data = state.data
        for seat, zoo in enumerate(box.boards):
            free = box.free_mask(seat)
            word = FIRST_SEAT_WORD + seat * SEAT_WORDS + FREE
            state.set_word(word, free & WORD)
            state.set_word(word + 1, free >> WORD_BITS)
            home = state.home(seat)
            for species in zoo.animals:
                data[home + HOUSED + species] += 1
            data[home + FREE_HOUSES] = zoo.houses - len(zoo.animals)
        for number, attraction in enumerate(box.attractions):
            data[ATTRACTIONS + number] = WITHOUT_END if attraction.count is None else attraction.count
        if self.players == 1:
            data[MARKERS] = ALL_MARKERS
        lifted = self._fill_slots(state)
        data[PHASE] = MOVE
        if box.dealt:
            self._deal(state, lifted)

    def _fill_slots(self, state: Any) -> dict[int, list[int]]:
        """Fills the slots and lifts the topmost tiles where the variant says so; returns those by size."""
        box = self.contents
        lifted: dict[int, list[int]] = {}
        for size in sorted({tile.size for tile in box.tiles}):
            shade = [
                number for number, tile in enumerate(box.tiles) for _ in range(tile.count or 0) if tile.size == size
            ]
            shade = self._shuffled(state, shade)
            hidden = []
            for slot, space in enumerate(box.slots):
                if size in box.slot_stack(slot):
                    place = STACKS + slot * STACK + state.data[HEIGHTS + slot]
                    state.data[HEIGHTS + slot] += 1
                    if state.exact and self.stacks_hidden and size != max(box.slot_stack(slot)):
                        hidden.append(place)
                    else:
                        state.data[place] = self._next(state, shade)
                elif size in space.stack:
                    lifted.setdefault(size, []).append(self._next(state, shade))
            for place in hidden:
                state.data[place] = shade.pop()
        return lifted

    def _deal(self, state: Any, lifted: dict[int, list[int]]) -> None:
        """The short game: each player gets some of the lifted tiles at random."""
        state.data[PHASE] = DEAL
        for size in dict.fromkeys(self.contents.dealt):
            shade = self._shuffled(state, lifted[size])
            for seat in range(self.players):
                home = state.home(seat)
                for _ in range(self.contents.dealt.count(size)):
                    state.data[home + DEALT + state.data[home + DEALT_COUNT]] = self._next(state, shade)
                    state.data[home + DEALT_COUNT] += 1

    def _next(self, state: Any, shade: list[int]) -> int:
        """The next of the shuffled tiles of a shade."""
        return shade.pop(state.next_piece(STACKS, shade))

    def drawn_name(self, place: int, outcome: int) -> str:
        """The tile that comes to light."""
        return str(self.contents.tiles[outcome].id)

    def _shuffled(self, state: Any, numbers: list[int]) -> list[int]:
        start = state.size
        state.data[start : start + len(numbers)] = bytes(numbers)
        state.shuffle_bytes(start, len(numbers))
        return list(state.data[start : start + len(numbers)])
