"""Positions read back, also hand-written ones: everything is checked, and what is wrong is said by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.reachable import most_given
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import block_of, named_figures, tile_name
from zoobox.kernel.errors import BadPosition
from zoobox.kernel.fields import Fields

PHASES = {DRAFTING: "draft", PLACEMENT: "placement", ROUND_MOVES: "round moves", FINISHED: "over"}
FRAME_NAMES = {
    COVER: "cover",
    EFFECTS: "effects",
    SYMBOL: "symbol",
    DISCOVERIES: "discover",
    BONUSES: "bonus",
    BONUS_IN_HAND: "bonus_tile",
    MOVES: "moves",
    SPECIAL: "special",
    SECOND_TILE: "second_tile",
    ROUND_MOVE: "round_move",
}
USUAL_ANIMALS = ("wolf", "snake", "sloth")
MOST_REPEATS = 9


def frame_as_dict(state: NightState, frame: list[int]) -> dict[str, Any]:
    """One thing to be resolved, by name."""
    asked, first, second, third = frame
    name = FRAME_NAMES[asked]
    if asked in (COVER, BONUS_IN_HAND):
        return {name: tile_name(state, first)}
    if asked == EFFECTS:
        left = [effect for number, effect in enumerate(EFFECT_NAMES) if third >> number & 1]
        return {name: left, "tile": tile_name(state, first), "space": SPACE_NAMES[second]}
    if asked == SYMBOL:
        return {name: tile_name(state, first) if first else SPACE_NAMES[second]}
    if asked in (SPECIAL, ROUND_MOVE):
        return {name: named_figures(first | second << 8)}
    if asked == SECOND_TILE:
        return {name: ENTRANCE_NAMES[first]}
    return {name: first}


def restore(game: Any, given: Mapping[str, Any]) -> NightState:
    """The inverse of `position`. By hand, every field may be left out that is as at the start of a draft."""
    return _Restoring(game, given).state


def _in_words(place: int) -> str:
    if place == UNDISCOVERED:
        return "undiscovered"
    return "home" if place == HOME else "on the board"


class _Restoring:
    """One position on its way to a state."""

    def __init__(self, game: Any, given: Mapping[str, Any]) -> None:
        self.game = game
        self.state: NightState = game.blank()
        self.data = self.state.data
        self.table = self.state.box.numbers
        self.where: dict[int, str] = {}
        """Where each action tile lies."""
        self.bonus_used = [0] * len(TERRAINS)
        fields = Fields(given, "position")
        self._read_table(fields)
        self._read_animals(fields)
        boards = fields.tables("boards", [{}] * game.players, game.players)
        for seat, board in enumerate(boards):
            self._read_board(seat, board)
        self._check_setup_tiles()
        self._read_turn(fields)
        self._read_tiles(fields)
        if self.state.box.solo:
            self._read_leo(fields.table("leo", {}))
        self._read_waiting(fields)
        fields.done()

    # The table.

    def _read_table(self, fields: Fields) -> None:
        luck = fields.luck()
        self.state.set_word(0, luck[0])
        self.state.set_word(1, luck[1])
        phase = fields.one_of("phase", PHASES[DRAFTING], PHASES.values())
        self.phase = next(code for code, name in PHASES.items() if name == phase)
        self.data[PHASE] = self.phase
        usual = {ROUND_MOVES: DRAFTS_IN_ROUND, FINISHED: LAST_DRAFT}.get(self.phase, 1)
        self.draft = fields.whole_number("draft", usual, 1, LAST_DRAFT)
        self.data[DRAFT] = self.draft
        if self.phase == ROUND_MOVES and self.draft % DRAFTS_IN_ROUND:
            raise BadPosition(f"position: round moves come after drafts 5, 10 and 15, not after draft {self.draft}")
        if self.phase == FINISHED and self.draft != LAST_DRAFT:
            raise BadPosition(f"position: the game is over after draft {LAST_DRAFT}, not {self.draft}")

    def _read_animals(self, fields: Fields) -> None:
        names = fields.several_of("animals", USUAL_ANIMALS, ANIMAL_NAMES)
        if len(names) > SLOTS:
            raise BadPosition(f"position: animals names a fourth animal type, {names[SLOTS]}; a game has three")
        if len(names) < SLOTS:
            raise BadPosition(f"position: animals should name three, not {len(names)}")
        for slot, name in enumerate(names):
            self.data[ANIMAL_SLOT + slot] = ANIMAL_NAMES.index(name)
        self.kinds = [ANIMAL_NAMES.index(name) for name in names]
        moons = sum(self.table[MOONS + kind] for kind in self.kinds)
        if moons < LEAST_MOONS:
            raise BadPosition(f"position: {', '.join(names)} have {moons} moons together; {LEAST_MOONS} are needed")

    def _check_setup_tiles(self) -> None:
        """Setup tiles are dealt without replacement."""
        dealt = [self.data[block_of(seat) + SETUP] for seat in range(self.game.players)]
        for seat, tile in enumerate(dealt):
            if tile and tile in dealt[:seat]:
                name = self.game.components.entries("setup_tile")[tile - 1]["id"]
                raise BadPosition(f"seat {dealt.index(tile)} and seat {seat} both have the setup tile {name}")

    def _read_turn(self, fields: Fields) -> None:
        drafters: list[int | str] = [*range(self.game.players)]
        if self.state.box.solo:
            drafters.append("leo")
        passed = self.draft - 1 + (self.phase in (ROUND_MOVES, FINISHED)) + LEO * self.state.box.solo
        usual = passed % len(drafters)
        self.first = drafters.index(fields.one_of("first", drafters[usual], drafters))
        self.data[FIRST] = self.first
        if self.first != usual and self.game.settings["first_player"] == "seat_0":
            raise BadPosition(f"position: in draft {self.draft} the first player is {drafters[usual]}")
        waiting = fields.get("waiting", None)
        if self.phase != DRAFTING:
            return
        turn = self.first if self.first < self.game.players else 0
        if waiting is not None:
            if self._seats(waiting) is None or len(waiting) != 1:
                raise BadPosition("position: waiting should name the one seat that drafts now")
            turn = waiting[0]
        self.data[TURN] = turn
        self.data[TAKEN] = (turn - self.first) % self.state.box.drafters
        for seat in range(self.game.players):
            has_drafted = (seat - self.first) % self.state.box.drafters < self.data[TAKEN]
            if self.data[block_of(seat) + DRAFTED] and not has_drafted:
                raise BadPosition(f"seat {seat} has a drafted tile, but it has not had its turn in this draft")

    def _read_tiles(self, fields: Fields) -> None:
        """Market, leftover row and deck; what is not named is filled with tiles that lie nowhere else."""
        size = self.state.box.market_size
        drafting = self.phase == DRAFTING
        in_market = 0
        if drafting:
            in_market = size - self.data[TAKEN]
        elif self.phase == ROUND_MOVES and self.draft < LAST_DRAFT:
            in_market = size
        row = {
            DRAFTING: (self.draft - 1) % DRAFTS_IN_ROUND,
            PLACEMENT: (self.draft - 1) % DRAFTS_IN_ROUND + 1,
            ROUND_MOVES: DRAFTS_IN_ROUND,
            FINISHED: 0,
        }[self.phase]
        dealt = size * min(self.draft + (self.phase == ROUND_MOVES), LAST_DRAFT)
        market = self._listed(fields, "market", in_market, size)
        leftover = self._listed(fields, "leftover", row, row)
        deck = self._listed(fields, "deck", ACTION_TILES - dealt, ACTION_TILES - dealt)
        unused = [tile for tile in range(1, ACTION_TILES + 1) if tile not in self.where]
        if drafting:
            self._fill_drafted(unused)
        market = self._filled(market, in_market, unused) + [0] * size
        self.data[MARKET : MARKET + size] = bytes(market[:size])
        self.data[LEFTOVER : LEFTOVER + row] = bytes(self._filled(leftover, row, unused))
        self.data[DECK_TOP] = dealt
        self.data[DECK + dealt : DECK + ACTION_TILES] = bytes(self._filled(deck, ACTION_TILES - dealt, unused))
        supply = fields.table("supply", {})
        for terrain, name in enumerate(TERRAINS):
            left = self.table[BONUS_COUNT + terrain] - self.bonus_used[terrain]
            if left < 0:
                raise BadPosition(
                    f"{self.bonus_used[terrain]} bonus tiles of {name} are on the boards; "
                    f"there are {self.table[BONUS_COUNT + terrain]}"
                )
            least = left if self.state.box.bonus_tiles_return else 0
            self.data[SUPPLY + terrain] = supply.whole_number(name, left, least, left)
        supply.done()

    def _fill_drafted(self, unused: list[int]) -> None:
        """Seats that have had their turn hold a tile, if they are not given one any."""
        for seat in range(self.game.players):
            drafted = block_of(seat) + DRAFTED
            if (seat - self.first) % self.state.box.drafters < self.data[TAKEN] and not self.data[drafted]:
                self.data[drafted] = self._filled(None, 1, unused)[0]

    def _listed(self, fields: Fields, name: str, count: int, most: int) -> list[int] | None:
        """The tiles a field lists, gaps as zeros; None if it is left out."""
        given = fields.get(name, None)
        if given is None:
            return None
        if not isinstance(given, list) or len(given) > most:
            raise BadPosition(f"position: {name} should be a list of {count} tiles, not {given!r}")
        tiles = [self._claim(tile, name) for tile in given]
        if sum(tile > 0 for tile in tiles) != count:
            found = sum(tile > 0 for tile in tiles)
            raise BadPosition(f"position: {name} should hold {count} tiles in draft {self.draft}, not {found}")
        return tiles

    def _filled(self, tiles: list[int] | None, count: int, unused: list[int]) -> list[int]:
        if tiles is not None:
            return tiles
        if len(unused) < count:
            raise BadPosition("position: too many action tiles are on the boards for this draft")
        return [unused.pop(0) for _ in range(count)]

    def _tile(self, name: Any, where: str) -> int:
        """The number of a tile by its id; bonus tiles go by their terrain."""
        if name is None:
            return 0
        names = self.state.box.contents.tile_names
        if not isinstance(name, str) or name not in names[1:]:
            raise BadPosition(
                f"{where}: {name!r} is no tile; there are {names[1]} to {names[ACTION_TILES]} and rocks, grass, sand"
            )
        return int(names.index(name))

    def _claim(self, name: Any, where: str) -> int:
        """A tile that lies here and nowhere else."""
        tile = self._tile(name, where)
        if tile >= BONUS_TILE:
            if not where.startswith("seat"):
                raise BadPosition(f"{where}: {name} is a bonus tile; only action tiles lie there")
            self.bonus_used[tile - BONUS_TILE] += 1
        elif tile:
            if tile in self.where:
                raise BadPosition(f"the tile {name} lies in two places: {self.where[tile]} and {where}")
            self.where[tile] = where
        return tile

    def _read_leo(self, leo: Fields) -> None:
        names = [str(entry["id"]) for entry in self.game.components.entries("solo_tile")]
        pile = leo.several_of("pile", names, names)
        if len(pile) != SOLO_TILES:
            raise BadPosition(f"leo: the pile should hold all {SOLO_TILES} solo tiles, not {len(pile)}")
        self.data[LEO_PILE : LEO_PILE + SOLO_TILES] = bytes(names.index(name) for name in pile)
        self.data[LEO_SHOWN] = leo.whole_number("shown", 0, 0, SOLO_TILES)
        turned = self.data[LEO_SHOWN]
        last = leo.one_of("last", pile[turned - 1] if turned else None, [None, *names])
        self.data[LEO_LAST] = 0 if last is None else names.index(last) + 1
        if turned and pile[turned - 1] != last:
            raise BadPosition(f"leo: the last of {turned} tiles turned over is {pile[turned - 1]}, not {last}")
        if not turned and last is not None and not self.table[SOLO_SHUFFLE + names.index(last)]:
            raise BadPosition(f"leo: after {last} nothing is shuffled, so at least one tile is turned over")
        leo.done()

    # A board.

    def _read_board(self, seat: int, given: Fields) -> None:
        block = block_of(seat)
        self._read_kinds(seat, given)
        self._read_half(seat, block, given, claimed=True)
        self._read_pending(seat, given)
        if self.phase in (PLACEMENT, ROUND_MOVES):
            if "before" in given.given:
                before = given.table("before", {})
                self._read_half(seat, block + BEFORE, before, claimed=False)
                before.done()
                self._check_before(seat, block)
            else:
                given.get("before", None)
                self.data[block + BEFORE : block + BEFORE + BOARD] = self.data[block : block + BOARD]
        given.done()

    def _check_before(self, seat: int, block: int) -> None:
        """Since the phase began tiles were laid, figures came out and went home, points were gained; never back."""
        now, old = self.data[block : block + BOARD], self.data[block + BEFORE : block + BEFORE + BOARD]
        where = f"seat {seat}: before"
        for space in range(SPACES):
            if old[space] != now[space] and (old[space] or self.phase == ROUND_MOVES):
                raise BadPosition(f"{where}: {SPACE_NAMES[space]} is covered differently now; tiles are never moved")
        if old[GAINED] > now[GAINED]:
            raise BadPosition(f"{where}: {old[GAINED]} points had been gained, but {now[GAINED]} are now")
        for figure, name in enumerate(ENTRANCE_NAMES):
            was, at = old[PLACE + figure], now[PLACE + figure]
            if (at == UNDISCOVERED != was) or (was == HOME != at):
                raise BadPosition(f"{where}: the figure {name} was {_in_words(was)} and cannot be {_in_words(at)} now")
            if self.data[block + KIND + figure] == BUTTERFLY and old[TRAIT + figure] > now[TRAIT + figure]:
                raise BadPosition(f"{where}: the butterfly {name} has lost pollen since")
        own = Counter(tile for tile in [*now[: DRAFTED + 1], *self._in_hand(block)] if tile)
        for tile in old[WAREHOUSE : DRAFTED + 1]:
            if 0 < tile < BONUS_TILE and not own[tile]:
                if tile in self.where:
                    called = tile_name(self.state, tile)
                    raise BadPosition(f"the tile {called} lies in two places: {self.where[tile]} and {where}")
                self.where[tile] = where

    def _in_hand(self, block: int) -> list[int]:
        """The tile that is about to be placed."""
        depth = self.data[block + DEPTH]
        frame = block + FRAMES + FRAME * (depth - 1)
        return [self.data[frame + 1]] if depth and self.data[frame] in (COVER, BONUS_IN_HAND) else []

    def _read_half(self, seat: int, board: int, given: Fields, claimed: bool) -> None:
        """What lies and stands on a board; for its kept copy, tiles are not claimed a second time."""
        find = self._claim if claimed else self._tile
        spaces = given.table("spaces", {})
        for space, name in enumerate(SPACE_NAMES):
            if space == ZOO:
                continue
            self.data[board + space] = find(spaces.get(name, None), f"seat {seat}: space {name}")
        if SPACE_NAMES[ZOO] in spaces.given:
            raise BadPosition(f"seat {seat}: the Zoo at {SPACE_NAMES[ZOO]} is never covered with a tile")
        spaces.done()
        warehouse = given.get("warehouse", [])
        if not isinstance(warehouse, list) or len(warehouse) > WAREHOUSE_SPACES:
            raise BadPosition(f"seat {seat}: the warehouse holds up to {WAREHOUSE_SPACES} tiles, not {warehouse!r}")
        for slot, name in enumerate(warehouse):
            self.data[board + WAREHOUSE + slot] = find(name, f"seat {seat}: warehouse")
        drafted = find(given.get("drafted", None), f"seat {seat}: drafted")
        if drafted >= BONUS_TILE:
            raise BadPosition(f"seat {seat}: a drafted tile is an action tile, not a bonus tile")
        if drafted and self.phase in (ROUND_MOVES, FINISHED):
            raise BadPosition(f"seat {seat}: no tile is drafted in the phase {PHASES[self.phase]!r}")
        self.data[board + DRAFTED] = drafted
        self._read_figures(seat, board, given)
        self.data[board + GAINED] = given.whole_number("gained", 0, 0, MOST_GAINED)
        self._check_board(seat, board)

    def _check_board(self, seat: int, board: int) -> None:
        """No more points than the covered spaces can have given, no more action tiles than were drafted."""
        tiles = self.data[board : board + SPACES]
        most = most_given(self.state, tiles, POINTS)
        if self.data[board + GAINED] > most:
            raise BadPosition(
                f"seat {seat}: {self.data[board + GAINED]} points gained, but its tiles give {most} at most"
            )
        held = sum(0 < tile < BONUS_TILE for tile in self.data[board : board + DRAFTED + 1])
        if held > self.draft:
            raise BadPosition(
                f"seat {seat} has {held} action tiles, but in draft {self.draft} it has drafted {self.draft} at most"
            )

    def _read_kinds(self, seat: int, given: Fields) -> None:
        """Which animal each figure is: told by the setup tile, or one by one."""
        block = block_of(seat)
        names = [str(entry["id"]) for entry in self.game.components.entries("setup_tile")]
        figures = given.table("figures", {})
        told: dict[int, int] = {}
        for figure, name in enumerate(ENTRANCE_NAMES):
            animal = figures.table(name, {}).get("animal", None)
            if animal is not None:
                told[figure] = self._kind(seat, name, animal)
        for kind in self.kinds:
            if (count := list(told.values()).count(kind)) > FIGURES_OF_KIND:
                raise BadPosition(
                    f"seat {seat} has {count} figures of the {ANIMAL_NAMES[kind]}; "
                    f"there are {FIGURES_OF_KIND} of each kind"
                )
        setup = given.one_of("setup", None if told else names[seat], [None, *names])
        if setup is None:
            left = [kind for kind in self.kinds for _ in range(FIGURES_OF_KIND - list(told.values()).count(kind))]
            kinds = [told[figure] if figure in told else left.pop(0) for figure in range(FIGURES)]
        else:
            tile = names.index(setup)
            self.data[block + SETUP] = tile + 1
            letters = self.table[SETUP_LETTER + FIGURES * tile : SETUP_LETTER + FIGURES * (tile + 1)]
            kinds = [self.kinds[letter] for letter in letters]
            for figure, kind in told.items():
                if kind != kinds[figure]:
                    raise BadPosition(
                        f"seat {seat}: setup tile {setup} puts a {ANIMAL_NAMES[kinds[figure]]} at "
                        f"{ENTRANCE_NAMES[figure]}, not a {ANIMAL_NAMES[kind]}; leave setup out to mix freely"
                    )
        self.data[block + KIND : block + KIND + FIGURES] = bytes(kinds)

    def _kind(self, seat: int, entrance: str, animal: Any) -> int:
        if animal not in ANIMAL_NAMES:
            raise BadPosition(
                f"seat {seat}: {animal!r} at {entrance} is no animal; there is: {', '.join(ANIMAL_NAMES)}"
            )
        kind = ANIMAL_NAMES.index(animal)
        if kind not in self.kinds:
            three = ", ".join(ANIMAL_NAMES[kind] for kind in self.kinds)
            raise BadPosition(f"seat {seat}: the {animal} at {entrance} is a fourth animal type; this game has {three}")
        return kind

    def _read_figures(self, seat: int, board: int, given: Fields) -> None:
        kinds = self.data[block_of(seat) + KIND : block_of(seat) + KIND + FIGURES]
        figures = given.table("figures", {})
        setup = self.data[block_of(seat) + SETUP]
        for figure, name in enumerate(ENTRANCE_NAMES):
            fields = figures.table(name, {})
            fields.get("animal", None)
            starts = setup and self.table[SETUP_START + FIGURES * (setup - 1) + figure]
            at = fields.get("at", name if starts else "undiscovered")
            if starts and at == "undiscovered":
                raise BadPosition(f"seat {seat}: by its setup tile the figure {name} is discovered from the beginning")
            self.data[board + PLACE + figure] = self._place(seat, board, figure, at)
            self.data[board + TRAIT + figure] = self._trait(fields, board, kinds[figure], figure)
            fields.done()
        figures.done()

    def _place(self, seat: int, board: int, figure: int, at: Any) -> int:
        who = f"the {ANIMAL_NAMES[self.data[block_of(seat) + KIND + figure]]} {ENTRANCE_NAMES[figure]} of seat {seat}"
        if at == "home":
            return HOME
        if at == "undiscovered":
            return UNDISCOVERED
        if at == ENTRANCE_NAMES[figure]:
            return ENTRANCE + figure
        if at in ENTRANCE_NAMES:
            raise BadPosition(f"{who} cannot stand on {at}: each entrance belongs to its own figure")
        if at not in SPACE_NAMES:
            raise BadPosition(f"{who} cannot be at {at!r}; it is undiscovered, on its entrance, on a space or home")
        space = SPACE_NAMES.index(at)
        if space == ZOO:
            raise BadPosition(f"{who} cannot stand in the Zoo: a figure that enters it is home")
        if not self.data[board + space]:
            raise BadPosition(f"{who} stands on {at}, which is not covered with a tile")
        return space

    def _trait(self, fields: Fields, board: int, kind: int, figure: int) -> int:
        """A snake's direction, a butterfly's pollen, a sloth's sleep."""
        place = self.data[board + PLACE + figure]
        if kind == BUTTERFLY and place <= HOME:
            pollen = fields.whole_number("pollen", 0, 0, MOST_POLLEN)
            if pollen and place == ENTRANCE + figure:
                raise BadPosition(f"the butterfly {ENTRANCE_NAMES[figure]} has not moved yet, so it carries no pollen")
            return pollen
        if kind == SNAKE and place < HOME:
            inward = self.table[INWARD + figure]
            return DIRECTIONS.index(fields.one_of("facing", DIRECTIONS[inward], DIRECTIONS))
        if kind == SLOTH and place < HOME:
            asleep = fields.flag("asleep", False)
            if asleep and place == ENTRANCE + figure:
                raise BadPosition(f"the sloth {ENTRANCE_NAMES[figure]} has not moved yet, so it is awake")
            return int(asleep)
        return 0

    # What a player has still to resolve.

    def _read_pending(self, seat: int, given: Fields) -> None:
        pending = given.get("pending", [])
        if not isinstance(pending, list) or len(pending) > MOST_FRAMES:
            raise BadPosition(f"seat {seat}: pending should be a list of up to {MOST_FRAMES} things, not {pending!r}")
        block = block_of(seat)
        for number, item in enumerate(pending):
            where = f"seat {seat}: pending {number}"
            frame = self._frame(seat, Fields(item, where), where)
            if (frame[0] == ROUND_MOVE) != (self.phase == ROUND_MOVES) or self.phase in (DRAFTING, FINISHED):
                raise BadPosition(f"{where}: that cannot be in the phase {PHASES[self.phase]!r}")
            if frame[0] in (COVER, SYMBOL, BONUS_IN_HAND, SECOND_TILE) and number < len(pending) - 1:
                raise BadPosition(f"{where}: that is always resolved first, so it comes last in the list")
            start = block + FRAMES + FRAME * number
            self.data[start : start + FRAME] = bytes(frame)
            self.data[block + DEPTH] += 1

    def _frame(self, seat: int, fields: Fields, where: str) -> list[int]:
        asked = next((code for code, name in FRAME_NAMES.items() if name in fields.given), 0)
        if not asked:
            raise BadPosition(f"{where} should have one of {', '.join(FRAME_NAMES.values())}")
        name = FRAME_NAMES[asked]
        value = fields.get(name, None)
        frame = [asked, 0, 0, 0]
        if asked in (COVER, BONUS_IN_HAND):
            frame[1] = self._claim(value, where)
            if not frame[1] or (asked == BONUS_IN_HAND and frame[1] < BONUS_TILE):
                raise BadPosition(f"{where}: {name} should be a tile, not {value!r}")
            if asked == COVER and all(self._spaces(seat)):
                raise BadPosition(f"{where}: the neighbourhood is full, so no tile is placed")
        elif asked == EFFECTS:
            frame[1:] = self._effects(seat, fields, where)
        elif asked == SYMBOL:
            frame[1:3] = self._symbol(value, where)
        elif asked in (SPECIAL, ROUND_MOVE):
            mask = sum(1 << ENTRANCE_NAMES.index(each) for each in fields.several_of(name, [], ENTRANCE_NAMES))
            frame[1:3] = [mask & 255, mask >> 8]
            for each in named_figures(mask):
                if self.data[block_of(seat) + PLACE + ENTRANCE_NAMES.index(each)] >= HOME:
                    raise BadPosition(f"{where}: the figure {each} is not on the board")
        elif asked == SECOND_TILE:
            frame[1] = ENTRANCE_NAMES.index(fields.one_of(name, None, ENTRANCE_NAMES))
            if self.data[block_of(seat) + PLACE + frame[1]] >= HOME:
                raise BadPosition(f"{where}: the figure {value} is not on the board")
            if self.data[block_of(seat) + KIND + frame[1]] != CHEETAH:
                raise BadPosition(f"{where}: only a cheetah has a second tile, not the figure {value}")
        else:
            frame[1] = fields.whole_number(name, 1, 1, MOST_REPEATS)
        fields.done()
        return frame

    def _spaces(self, seat: int) -> list[int]:
        block = block_of(seat)
        return [self.data[block + space] for space in range(SPACES) if space != ZOO]

    def _effects(self, seat: int, fields: Fields, where: str) -> list[int]:
        tile = self._tile(fields.get("tile", None), where)
        space = SPACE_NAMES.index(fields.one_of("space", None, SPACE_NAMES))
        if not tile or self.data[block_of(seat) + space] != tile:
            raise BadPosition(f"{where}: the tile does not lie on {SPACE_NAMES[space]}")
        names = fields.several_of("effects", [], EFFECT_NAMES)
        left = sum(1 << EFFECT_NAMES.index(name) for name in names)
        possible = OF_TILE * bool(self.table[TILE_SYMBOLS + 4 * tile])
        possible |= OF_SPACE * (bool(self.table[SPACE_ACTIONS + 4 * space]) and self.state.condition_met(tile, space))
        possible |= OF_PAIR * self.state.pair_completed(seat, tile, space)
        if not left or left & ~possible:
            raise BadPosition(f"{where}: tile and space do not give that")
        return [tile, space, left]

    def _symbol(self, value: Any, where: str) -> list[int]:
        if value in SPACE_NAMES:
            space = SPACE_NAMES.index(value)
            if not self.state.box.one_action_of_space or not self.table[SPACE_ACTIONS + 4 * space + 2]:
                raise BadPosition(f"{where}: the space {value} gives no choice between two actions")
            return [0, space]
        tile = self._tile(value, where)
        if not tile or not self.table[TILE_SYMBOLS + 4 * tile + 2]:
            raise BadPosition(f"{where}: the tile {value} does not show two symbols")
        return [tile, 0]

    # Who is to act.

    def _read_waiting(self, fields: Fields) -> None:
        if self.phase == DRAFTING:
            self.data[WAITING] = 1 << self.data[TURN]
            return
        for seat in range(self.game.players):
            if not self.state.asks(seat):
                raise BadPosition(f"seat {seat}: the last pending thing leaves nothing to decide")
        busy = [seat for seat in range(self.game.players) if self._has_something_to_do(seat)]
        given = fields.get("waiting", busy)
        if self.phase == FINISHED:
            if given:
                raise BadPosition("position: the game is over, so no seat is waiting")
            return
        if not given or self._seats(given) is None or any(seat not in busy for seat in given):
            seats = ", ".join(str(seat) for seat in busy) or "none"
            raise BadPosition(f"position: waiting should name seats that have something to do ({seats}), not {given!r}")
        for seat in busy:
            block = block_of(seat)
            if seat not in given and (self.data[block + DEPTH] or self.data[block + DRAFTED]):
                raise BadPosition(f"seat {seat} is not waiting, but it has a tile or an action to use")
        self.data[WAITING] = sum(1 << seat for seat in given)

    def _seats(self, given: Any) -> list[int] | None:
        """The value as a list of different seats, if it is one."""
        if not isinstance(given, list) or not all(type(seat) is int for seat in given):
            return None
        return given if len(set(given)) == len(given) and set(given) <= set(range(self.game.players)) else None

    def _has_something_to_do(self, seat: int) -> bool:
        block = block_of(seat)
        if self.data[block + DEPTH]:
            return True
        if self.phase != PLACEMENT:
            return False
        return any(self.data[block + WAREHOUSE : block + DRAFTED + 1])
