"""What a choice id means, and its notation.

bid 3             bid three coins
Z15 at 2,-2 r0    lay the tile with half A on the square 2,-2, turned clockwise by no quarter
remove Z07        let a tile go that fits nowhere

What people read can be typed as well: `7 at N50 r0` is the tile of auction 7 on the square N50 of the picture.

Ids in the picture: `bid-3` is a bid of three coins. `square-0-2,-2` is the square 2,-2 of the zoo of seat 0; a
placement is clicked as the square of half A, then that of half B. `row-1` to `row-25` are the tiles by auction, clicked
to let one go. Not clicked, but stable as well: `tile-Z15` a tile wherever it lies, `start-0` a starting tile,
`entrance-0` an entrance, `bench-0-1` the first bench of seat 0, `visitor-0-2-0` the first visitor at its third
enclosure, `tree-0-0` its first tree, `flag-0` a flag, `last-bid-0` the bid of seat 0 that was shown last, `stack`,
`coins-0`, `points-0`.
"""

from __future__ import annotations

import re
from typing import Any

from zoobox.games.o_zoo_le_mio.box import square_at
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.games.o_zoo_le_mio.zoo import Laid, column_at, counted, misfit, row_at, spot, tile_name, tile_offered
from zoobox.kernel.choice import ChoiceKind, ChoiceTable, Description
from zoobox.kernel.text import Phrase

START_TILE = 0
PIECES_CONTINUED = (*range(TILES, START_TILE, -1), START_TILE)
"""The piece that a placement continues: the auction of its tile, the newest first, or the starting tile."""
BID_TEXT = re.compile(r"bid (\d{1,4})")
REMOVAL_TEXT = re.compile(r"remove (?P<tile>\S+)")
PLACEMENT_TEXT = re.compile(r"(?P<tile>\S+) at (?P<x>-?\d{1,3}) ?, ?(?P<y>-?\d{1,3}) r(?P<turn>[0-3])")

NAMED_TEXT = re.compile(r"(?P<tile>\S+) at (?P<column>[a-z]{1,2})(?P<row>\d{1,3}) r(?P<turn>[0-3])")


def choice_table(most_coins: int) -> ChoiceTable:
    """All kinds of choices; how far bids reach depends on the coins that one can ever have."""
    first = most_coins + 1
    placement = {"piece": PIECES_CONTINUED, "edge": EDGES, "turn": range(TURNS), "half": ("A", "B")}
    return ChoiceTable(
        ChoiceKind("bid", 0, "bid {coins}", "ozm.bid.any-number", {"coins": range(first)}),
        ChoiceKind("place", first, "{tile} at {x},{y} r{turn}", "ozm.place.continue-a-path", placement),
        ChoiceKind("remove", first + NOWHERE, "remove {tile}", "ozm.place.nowhere"),
    )


def describe(state: ZooState, seat: int, choice: int) -> Description:
    kind, parts = state.game.choice_table.decode(choice)
    if kind.name == "bid":
        return Description(kind.name, parts, kind.write(parts), kind.rule, (f"bid-{choice}",))
    parts["tile"] = tile_offered(state).id
    if kind.name == "remove":
        return Description(kind.name, parts, kind.write(parts), kind.rule, (f"row-{state.data[AUCTION] + 1}",))
    laid = placement(state, seat, choice)
    cells = tuple(spot(square) for square in laid.squares)
    parts |= {"x": laid.x, "y": laid.y, "animals": laid.tile.animals, "squares": cells}
    # An id that continues a piece of another zoo, or none at all, stands for no place in this one.
    targets = tuple(f"square-{seat}-{cell}" for cell in cells) if continues_own_piece(state, seat, parts) else ()
    return Description(kind.name, parts, kind.write(parts), kind.rule, targets, cells)


def placement(state: ZooState, seat: int, choice: int) -> Laid:
    """The tile of this auction, laid in the zoo of the seat as the choice says."""
    square, turn = state.spot_of(seat, choice - state.game.choice_table["place"].first)
    x, y = square_at(square)
    return Laid(tile_offered(state), x, y, turn, state.data[AUCTION] + 1)


def continues_own_piece(state: ZooState, seat: int, parts: dict[str, Any]) -> bool:
    """Whether the piece that a placement would continue lies in the zoo of the seat."""
    piece = parts["piece"]
    return bool(piece == START_TILE or state.data[OWNER + piece - 1] == seat + 1)


def parse(state: ZooState, seat: int, text: str) -> int | tuple[Phrase, str] | None:
    kinds = state.game.choice_table
    text = " ".join(text.lower().split())
    if found := BID_TEXT.fullmatch(text):
        coins = int(found[1])
        return coins if coins < kinds["bid"].count else bid_refusal(state, seat, coins)
    found = REMOVAL_TEXT.fullmatch(text) or PLACEMENT_TEXT.fullmatch(text) or NAMED_TEXT.fullmatch(text)
    if found is None or not (found["tile"] in state.game.kind_of or found["tile"].isdecimal()):
        return None
    offered = tile_offered(state)
    if found["tile"] not in (offered.id.lower(), str(state.data[AUCTION] + 1)):
        return Phrase("refusal.other_tile", tile=offered_name(state)), "ozm.year.order"
    if found.re is REMOVAL_TEXT:
        return kinds["remove"].first
    turn = int(found["turn"])
    if found.re is NAMED_TEXT:
        x, y = column_at(found["column"]), row_at(found["row"])
    else:
        x, y = int(found["x"]), int(found["y"])
    return find_placement(state, seat, Laid(offered, x, y, turn, state.data[AUCTION] + 1))


def find_placement(state: ZooState, seat: int, laid: Laid) -> int | tuple[Phrase, str]:
    """The choice that lays the tile there, or why none does."""
    if state.data[PHASE] != PLACING:
        return Phrase("refusal.bid_first", tile=offered_name(state)), "ozm.bid.simultaneous"
    reason = misfit(state, seat, laid)
    return reason or next(choice for choice in state.legal(seat) if placement(state, seat, choice) == laid)


def offered_name(state: ZooState) -> Phrase:
    return tile_name(tile_offered(state).id, state.data[AUCTION] + 1)


def bid_refusal(state: ZooState, seat: int, coins: int) -> tuple[Phrase, str]:
    """Why a bid cannot be made now."""
    tile = offered_name(state)
    if state.data[PHASE] != BIDDING:
        return Phrase("refusal.place_first", tile=tile), "ozm.place.at-once"
    if state.data[NO_ROOM] >> seat & 1:
        return Phrase("refusal.no_room", tile=tile), "ozm.place.nowhere"
    own = counted("coin", state.data[COINS + seat])
    return Phrase("refusal.too_much", bid=coins, coins=own), "ozm.bid.own-coins"
