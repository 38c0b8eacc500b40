"""Zooloretto: The Dice Game, for two to four players."""

from pathlib import Path
from typing import Any, ClassVar

from zoobox.games.zooloretto_dice import board, choices, events, facts, position, words
from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.observation import FIELDS
from zoobox.games.zooloretto_dice.reachable import unreachable
from zoobox.games.zooloretto_dice.rules import DiceState, DiceTables
from zoobox.games.zooloretto_dice.solved import interface as solved
from zoobox.kernel.choice import Setting
from zoobox.kernel.game import Board, Choices, Events, Facts, Game, Positions, Words
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.solver import Solver
from zoobox.kernel.text import Catalogue

NO_CAP = 0  # no round has this number
FOLDER = Path(__file__).parent


class ZoolorettoDice(Game):
    """One configuration of the dice game."""

    name = "zooloretto-dice"
    title = "Zooloretto: The Dice Game"
    prefix = "zld"
    folder = FOLDER
    variants = {2: ("standard",), 3: ("standard",), 4: ("standard",)}
    offered_settings = (
        Setting(
            "coin_group_use",
            "automatic_best",
            ("automatic_best", "player_chooses"),
            "Complete coin groups are put to their best use, or each player decides.",
            "zld.score.groups",
        ),
        Setting(
            "first_player",
            "seat_0",
            ("seat_0", "random"),
            "Who begins the game.",
            "zld.setup.first-player",
        ),
        Setting(
            "round_cap",
            100,
            (100, None),
            "Rounds after which the game is scored as it stands; perfectly stubborn play would never end.",
            "zld.end.cap",
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
    levels = (solved.LEVEL,)
    solver: ClassVar[Solver | None] = solved

    def open_box(self) -> None:
        box = self.components
        enclosures = box.entries("enclosure")
        kinds = [entry.get("animal") for entry in enclosures]
        if kinds != list(FACES[:COIN]):
            raise box.error(f"the enclosures should be {', '.join(FACES[:COIN])} in this order", "enclosure", 0)
        for index, entry in enumerate(enclosures):
            for key, most in (("size", 20), ("bonus", 50)):
                if (
                    not isinstance(entry.get(key), int)
                    or not 0 <= entry[key] <= most
                    or (key == "size" and not entry[key])
                ):
                    raise box.error(
                        f"the {key} of the {entry['animal']} enclosure should be a number up to {most}",
                        "enclosure",
                        index,
                        key,
                    )
        groups = box.table("ticket_office").get("groups")
        if not isinstance(groups, list) or not all(isinstance(size, int) and size > 0 for size in groups) or not groups:
            raise box.error(
                "the groups of the ticket office should be a list of sizes", "ticket_office", None, "groups"
            )
        if sum(groups) > 15:
            raise box.error("the ticket office has room for 15 coins at most", "ticket_office", None, "groups")
        if "faces" in box.data and box.table("faces").get("order") != list(FACES):
            raise box.error(f"the faces of a die should be {', '.join(FACES)} in this order", "faces", None, "order")
        if box.table("trucks").get("crates", CRATES) != CRATES:
            raise box.error(f"a truck should have {CRATES} crates", "trucks", None, "crates")
        self.dice = self._by_players("dice", 2 * self.players + 2, 12)
        self.trucks = self._by_players("trucks", 1, MAX_TRUCKS)
        if self.dice % 2:
            raise box.error("dice are rolled in twos, so their number is even", "dice", None, str(self.players))
        if self.dice > CRATES * self.trucks:
            raise box.error("there should be a crate for every die", "trucks", None, str(self.players))
        if self.dice <= CRATES * (self.players - 1):
            raise box.error("the last player might find no die on any truck", "dice", None, str(self.players))
        thresholds = [sum(groups[: number + 1]) for number in range(len(groups))]
        complete = [sum(coins >= threshold for threshold in thresholds) for coins in range(sum(groups) + 1)]
        sizes = [entry["size"] for entry in enclosures]
        bonuses = [entry["bonus"] for entry in enclosures]
        self.numbers = bytes([*sizes, *bonuses, sum(groups), *complete])
        self.groups = tuple(groups)
        cap = self.settings["round_cap"]
        self.round_cap = NO_CAP if cap is None else cap
        self.players_use_groups = self.settings["coin_group_use"] == "player_chooses"
        self.tables = DiceTables(self)

    def _by_players(self, what: str, least: int, most: int) -> int:
        number = self.components.table(what).get(str(self.players))
        if not isinstance(number, int) or not least <= number <= most:
            raise self.components.error(
                f"the number of {what} for {self.players} players should be {least} to {most}",
                what,
                None,
                str(self.players),
            )
        return number

    @property
    def choice_count(self) -> int:
        return CHOICES

    def blank(self) -> DiceState:
        return DiceState(self)

    def unreachable(self, state: Any) -> str | None:
        return unreachable(state)

    def drawn_name(self, place: int, outcome: int) -> str:
        """The dice of a roll, in the order in which they lie."""
        return f"{FACES[outcome // FACE_COUNT]} {FACES[outcome % FACE_COUNT]}"

    def observation_spec(self) -> ObservationSpec:
        return ObservationSpec(FIELDS, self.players)

    def set_up(self, state: Any) -> None:
        """All dice in the supply, empty sheets, the first player begins."""
        first = state.draw_number(self.players) if self.settings["first_player"] == "random" else 0
        state.data[PHASE] = ACT
        state.data[ROUND] = 1
        state.data[SUPPLY] = self.dice
        state.data[SEAT] = first
        state.data[STARTER] = first
