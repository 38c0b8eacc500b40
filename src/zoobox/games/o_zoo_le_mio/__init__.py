"""O Zoo le Mio, for two to four players."""

from pathlib import Path
from typing import Any, ClassVar

from zoobox.games.o_zoo_le_mio import board, choices, events, facts, position, words
from zoobox.games.o_zoo_le_mio.box import (
    read_number,
    read_start_tiles,
    read_tiles,
    read_zoos,
    table_of_tiles,
)
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.observation import board as observation_board
from zoobox.games.o_zoo_le_mio.observation import fields
from zoobox.games.o_zoo_le_mio.reachable import unreachable
from zoobox.games.o_zoo_le_mio.rules import ZooState, ZooTables
from zoobox.kernel.choice import Setting
from zoobox.kernel.encoding import Planes
from zoobox.kernel.game import Board, Choices, Events, Facts, Game, Positions, Words
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.text import Catalogue

FOLDER = Path(__file__).parent
TIES = ("shared_victory", "most_coins", "most_tiles")


class OZooLeMio(Game):
    """One configuration of O Zoo le Mio."""

    name = "o-zoo-le-mio"
    title = "O Zoo le Mio"
    prefix = "ozm"
    folder = FOLDER
    variants = {2: ("standard", "professional"), 3: ("standard", "professional"), 4: ("standard", "professional")}
    offered_settings = (
        Setting(
            "blind_row", False, (False, True), "Only the tile being auctioned lies face up.", "ozm.variant.blind-row"
        ),
        Setting(
            "flat_income",
            False,
            (False, True),
            "Everybody gets three coins at the end of a year instead of one for each tile.",
            "ozm.variant.flat-income",
        ),
        Setting(
            "two_player_double_rank",
            False,
            (False, True),
            "With two players, one zoo may hold both ranks of an animal with two enclosures, and there is one tree.",
            "ozm.variant.double-rank",
        ),
        Setting(
            "trees_sole_owner_exception",
            False,
            (False, True),
            "While only one zoo has bushes it gets one tree, as it would get one visitor.",
            "ozm.trees.alone",
        ),
        Setting(
            "newness",
            "enclosure",
            ("enclosure", "player_value"),
            "Ties go to the zoo with the newest enclosure of that size, or to the zoo that reached the size last.",
            "ozm.visitors.newness",
        ),
        Setting(
            "no_legal_placement",
            "pay_and_remove_tile",
            ("pay_and_remove_tile", "bid_forced_to_zero"),
            "Whoever wins a tile that fits nowhere pays and loses it; or a player without room can only bid nothing.",
            "ozm.place.nowhere",
        ),
        Setting(
            "coin_supply_limited",
            False,
            (False, True),
            "Income is paid only as long as there are coins in the supply.",
            "ozm.income.supply",
        ),
        Setting(
            "bench_supply_limited",
            False,
            (False, True),
            "No more benches are placed than there are in the box.",
            "ozm.benches.supply",
        ),
        Setting("final_tie", TIES[0], TIES, "What decides when the best zoos have equal points.", "ozm.end.tie"),
        Setting(
            "start_ends_joined",
            True,
            (True, False),
            "The two path ends of the starting tile are joined at the gate.",
            "ozm.benches.start-tile",
        ),
        Setting(
            "coins_hidden",
            True,
            (True, False),
            "Players see only their own coins.",
            "ozm.setup.coins",
            also=("coins_hidden_in_observation",),
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
        box = self.components
        animals = [entry.get("id") for entry in box.entries("animal")]
        if animals != list(ANIMALS):
            raise box.error(f"the animals should be {', '.join(ANIMALS)} in this order", "animal", 0)
        read_number(box, "trees", "count", 3, 3)
        read_number(box, "visitors", "of_each_colour", 3, 3)
        self.coin_count = read_number(box, "coins", "count", 1, 250)
        self.coins_each = read_number(box, "coins", "each", 0, self.coin_count // self.players)
        self.bench_count = read_number(box, "benches", "count", 0, 250)
        self.tiles = read_tiles(box)
        self.zoos = read_zoos(box)
        self.start_tiles = read_start_tiles(box, self.zoos, self.settings["start_ends_joined"])
        self.kinds = (*self.tiles, *self.start_tiles)
        self.kind_of = {tile.id.lower(): kind for kind, tile in enumerate(self.tiles)}
        if self.variant == "professional":
            self._check_bush_tiles()
        self.double_rank = self.settings["two_player_double_rank"] and self.players == 2
        self.most_coins = self._most_coins()
        self.choice_table = choices.choice_table(self.most_coins)
        self.tables = ZooTables(table_of_tiles(self.tiles, self.start_tiles, self._switches()))

    def _check_bush_tiles(self) -> None:
        needed = BUSH_TILES_A_YEAR * (YEARS - 1)
        bush_tiles = sum(tile.bushes > 0 for tile in self.tiles)
        if bush_tiles < needed:
            raise self.components.error(
                f"the professional variant needs {needed} tiles with bushes; there are {bush_tiles}",
                "tile",
                0,
                "bushes",
            )

    def _most_coins(self) -> int:
        """The most coins anybody can have: the first ones, and four incomes with every tile auctioned until then."""
        if self.settings["flat_income"]:
            income = FLAT_INCOME * (YEARS - 1)
        elif self.variant == "professional":
            without_bushes = sum(tile.bushes == 0 for tile in self.tiles)
            income = sum(without_bushes + BUSH_TILES_A_YEAR * year for year in range(1, YEARS))
        else:
            income = sum(AUCTIONS_A_YEAR * year for year in range(1, YEARS))
        most = self.coins_each + income
        return min(most, self.coin_count) if self.settings["coin_supply_limited"] else most

    def _switches(self) -> dict[int, int]:
        chosen = self.settings
        return {
            FIRST_PLACEMENT: self.most_coins + 1,
            PROFESSIONAL: self.variant == "professional",
            BLIND_ROW: chosen["blind_row"],
            SAME_INCOME: chosen["flat_income"],
            DOUBLE_RANK: self.double_rank,
            SOLE_OWNER_TREE: chosen["trees_sole_owner_exception"],
            FIRST_TO_REACH: chosen["newness"] == "player_value",
            FORCED_ZERO: chosen["no_legal_placement"] == "bid_forced_to_zero",
            COIN_LIMIT: self.coin_count if chosen["coin_supply_limited"] else NO_LIMIT,
            BENCH_LIMIT: self.bench_count if chosen["bench_supply_limited"] else NO_LIMIT,
            FINAL_TIE: TIES.index(chosen["final_tie"]),
        }

    @property
    def choice_count(self) -> int:
        return len(self.choice_table)

    def blank(self) -> ZooState:
        return ZooState(self)

    def observation_spec(self) -> ObservationSpec:
        return ObservationSpec(fields(self), self.players)

    def observation_board(self) -> Planes:
        return observation_board(self)

    def set_up(self, state: Any) -> None:
        """Flags in random order, coins for everyone, tiles shuffled, the first row turned up."""
        state.data[YEAR] = 1
        for seat in range(self.players):
            state.data[FLAG + seat] = seat
            state.data[COINS + seat] = self.coins_each
        state.shuffle_bytes(FLAG, self.players)
        for place in range(FLAG, FLAG + self.players):
            state.turn_up_byte(place, FLAG + self.players)
        for kind in range(TILES):
            state.data[KIND + kind] = kind
        state.shuffle_bytes(KIND, TILES)
        state.open_gates()
        state.open_first_auction()

    def unreachable(self, state: Any) -> str | None:
        return unreachable(state)

    def drawn_name(self, place: int, outcome: int) -> str:
        """The next flag of the flagpole, or the next tile of the stack."""
        return self.zoo_name(outcome) if FLAG <= place < FLAG + MAX_SEATS else str(self.tiles[outcome].id)

    def zoo_name(self, seat: int) -> str:
        assert seat < MAX_SEATS
        return self.zoos[seat].name
