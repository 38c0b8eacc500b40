"""States of this game as plain dicts: positions, views, and the lines of the score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zoobox.games.o_zoo_le_mio.box import Tile, square_number
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.games.o_zoo_le_mio.zoo import Area, Enclosure, Laid, areas, enclosures, misfit, pieces, was_removed
from zoobox.kernel.errors import BadPosition
from zoobox.kernel.fields import Fields
from zoobox.kernel.luck import Luck

PHASES = {BIDDING: "bid", PLACING: "place", FINISHED: "over"}
MOST_VISITORS_AND_TREES = 3 * ANIMAL_COUNT + 2
MOST_BENCHES = EDGE_COUNT - 1
"""That a tile can bring: one of its ends only continues a path."""


def position(state: ZooState) -> dict[str, Any]:
    """Everything, including the order of the stack and the secret bids."""
    data, players = state.data, state.players
    return {
        "luck": [state.word(0), state.word(1)],
        "phase": PHASES[data[PHASE]],
        "auction": min(data[AUCTION] + 1, TILES),
        "deck": [state.game.tiles[kind].id for kind in data[KIND : KIND + TILES]],
        "flags": list(data[FLAG : FLAG + players]),
        "coins": list(data[COINS : COINS + players]),
        "bids": [data[BID + seat] if data[GIVEN] >> seat & 1 else None for seat in range(players)],
        "last": _last(state),
        "zoos": [
            {
                "tiles": [
                    {"tile": laid.tile.id, "at": [laid.x, laid.y], "rot": laid.turn, "auction": laid.auction}
                    for laid in pieces(state, seat)[1:]
                ]
            }
            for seat in range(players)
        ],
        "points": _points_by_year(state),
    }


def _last(state: ZooState) -> dict[str, Any] | None:
    """The bids that were shown last, and who won."""
    if not state.data[LAST_WINNER]:
        return None
    bids = list(state.data[LAST_BID : LAST_BID + state.players])
    return {"bids": bids, "winner": state.data[LAST_WINNER] - 1}


def _years_done(state: ZooState) -> int:
    return YEARS if state.data[PHASE] == FINISHED else int(state.data[YEAR] - 1)


def _points_by_year(state: ZooState) -> list[list[int]]:
    """For each year that is over, the points of every seat."""
    return [
        [(year + 1) * state.data[ITEMS + YEARS * seat + year] for seat in range(state.players)]
        for year in range(_years_done(state))
    ]


def breakdown(state: ZooState, seat: int) -> dict[str, int]:
    """The lines of the scoring block: the points of each year."""
    return {f"year_{year + 1}": (year + 1) * state.data[ITEMS + YEARS * seat + year] for year in range(YEARS)}


# Views.


def view(state: ZooState, seat: int | None) -> dict[str, Any]:
    """All that a seat may know. Bids stay hidden until all are in, coins behind the entrance, the stack face down."""
    data, players, game = state.data, state.players, state.game
    over = data[PHASE] == FINISHED
    all_coins = over or not game.settings["coins_hidden"]
    given = [bool(data[GIVEN] >> player & 1) for player in range(players)]
    last = _last(state)
    if last is not None:
        last["auction"] = data[AUCTION] + (data[PHASE] == PLACING)
        last["tile"] = game.tiles[data[KIND + last["auction"] - 1]].id
        last["tie"] = last["bids"].count(max(last["bids"])) > 1
    return {
        "seat": seat,
        "waiting": list(state.waiting),
        "phase": PHASES[data[PHASE]],
        "year": data[YEAR],
        "auction": min(data[AUCTION] + 1, TILES),
        "row": [_row_tile(state, piece) for piece in range(data[YEAR_START], state.tiles_seen())],
        "stack": TILES - state.tiles_seen(),
        "flags": list(data[FLAG : FLAG + players]),
        "coins": [data[COINS + player] if all_coins or player == seat else None for player in range(players)],
        "given": given,
        "bid": data[BID + seat] if seat is not None and given[seat] else None,
        "no_room": [bool(data[NO_ROOM] >> player & 1) for player in range(players)],
        "last": last,
        "benches_left": max(0, game.bench_count - sum(data[BENCHES : BENCHES + players])),
        "points": [state.points_of(player) for player in range(players)],
        "points_by_year": _points_by_year(state),
        "zoos": [_zoo(state, player) for player in range(players)],
    }


def _row_tile(state: ZooState, piece: int) -> dict[str, Any]:
    tile = state.game.tiles[state.data[KIND + piece]]
    owner = state.data[OWNER + piece]
    now = piece == state.data[AUCTION]
    status = "removed" if was_removed(state, piece) else "sold" if owner else "offered" if now else "open"
    return {
        **_face(tile),
        "auction": piece + 1,
        "status": status,
        "owner": owner - 1 if owner else None,
        "paths": [[EDGES[edge] for edge in path] for path in tile.paths],
    }


def _face(tile: Tile) -> dict[str, Any]:
    return {
        "tile": tile.id,
        "animals": list(tile.animals),
        "stars": list(tile.stars),
        "bushes": tile.bushes,
        "reconstructed": tile.provenance == "reconstructed",
    }


def _zoo(state: ZooState, seat: int) -> dict[str, Any]:
    zoo = pieces(state, seat)
    squares = [square for laid in zoo for square in laid.squares] + list(zoo[0].tile.entrance)
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    visitors = {animal: state.visitors_at(seat, number) for number, animal in enumerate(ANIMALS)}
    benches = state.data[BENCHES + seat]
    return {
        "name": state.game.zoo_name(seat),
        "bounds": [min(xs), min(ys), max(xs), max(ys)],
        "entrance": [list(square) for square in zoo[0].tile.entrance],
        "tiles": [_laid(laid) for laid in zoo],
        "enclosures": _enclosures(enclosures(state, seat), visitors),
        "visitors": visitors,
        "bushes": state.data[BUSHES + seat],
        "trees": state.trees_at(seat),
        "benches": [_bench(area) for area in areas(state, seat)[:benches]] if benches else [],
        "income": FLAT_INCOME if state.game.settings["flat_income"] else state.data[TILE_COUNT + seat],
    }


def _laid(laid: Laid) -> dict[str, Any]:
    return {
        **_face(laid.tile),
        "auction": laid.auction,
        "at": [laid.x, laid.y],
        "rot": laid.turn,
        "squares": [list(square) for square in laid.squares],
        "paths": [
            [{"square": list(laid.squares[EDGE_HALF[edge]]), "side": SIDES[laid.side(edge)]} for edge in path]
            for path in laid.tile.paths
        ],
    }


def _enclosures(found: list[Enclosure], visitors: dict[str, int]) -> list[dict[str, Any]]:
    """Two visitors stand in a zoo's largest enclosure at most; where a zoo holds both ranks, the third in the next."""
    left = dict(visitors)
    told = []
    for one in found:
        here = min(2, left[one.animal])
        left[one.animal] -= here
        told.append(
            {
                "animal": one.animal,
                "stars": one.stars,
                "auction": one.auction,
                "squares": [list(square) for square in one.squares],
                "visitors": here,
            }
        )
    return told


def _bench(area: Area) -> dict[str, Any]:
    return {
        "at": list(area.at),
        "corners": [list(corner) for corner in area.corners],
        "empty": [list(square) for square in area.empty],
    }


def redeal(state: ZooState, seat: int | None, luck: Luck) -> None:
    """Re-randomises the stack and the secret bids of others. Coins follow from what was public."""
    data = state.data
    hidden = slice(KIND + state.tiles_seen(), KIND + TILES)
    data[hidden] = sorted(data[hidden])  # so that equal luck deals equally, whatever was hidden
    for last in range(TILES - 1, state.tiles_seen(), -1):
        other = state.tiles_seen() + luck.below(last - state.tiles_seen() + 1)
        data[KIND + last], data[KIND + other] = data[KIND + other], data[KIND + last]
    for player in range(state.players):
        if player != seat and data[GIVEN] >> player & 1:
            data[BID + player] = luck.below(1 + _most_to_bid(state, player))


def _most_to_bid(state: ZooState, seat: int) -> int:
    return 0 if state.data[NO_ROOM] >> seat & 1 else int(state.data[COINS + seat])


# Positions written by hand.


def restore(game: Any, given: Mapping[str, Any]) -> ZooState:
    """The inverse of `position`.

    By hand everything may be left out: tiles are laid in the order given and numbered by it, earlier auctions that
    brought no tile to a zoo removed theirs, `row` names the tiles from the present auction on, and the other tiles lie
    as in the box.
    """
    fields = Fields(given, "position")
    state: ZooState = game.blank()
    data, players = state.data, state.players
    luck = fields.luck()
    state.set_word(0, luck[0])
    state.set_word(1, luck[1])
    phase = next(code for code, name in PHASES.items() if name == fields.one_of("phase", "bid", PHASES.values()))
    zoos = _read_zoos(game, fields)
    auction = _deal(game, state, fields, zoos, phase == FINISHED)
    state.open_gates()
    for piece in range(auction):
        data[AUCTION] = piece
        for seat, laid in enumerate(zoos):
            _lay(state, seat, laid.get(piece))
    data[AUCTION] = auction
    data[PHASE] = phase
    _find_year(state)
    data[FLAG : FLAG + players] = bytes(_flags(fields, players))
    data[COINS : COINS + players] = bytes(
        fields.whole_numbers("coins", [game.coins_each] * players, players, 0, game.most_coins)
    )
    if game.settings["coin_supply_limited"] and sum(data[COINS : COINS + players]) > game.coin_count:
        raise BadPosition(f"position: coins should be {game.coin_count} together at most, as many as there are")
    _restore_points(state, fields)
    _restore_auction(state, fields)
    fields.done()
    return state


def _read_zoos(game: Any, fields: Fields) -> list[dict[int, Laid]]:
    """For each zoo its tiles by the number of the auction, from 0. Tiles without a number get the next free ones."""
    laid: list[list[tuple[Laid, int | None]]] = []
    for seat, zoo in enumerate(fields.tables("zoos", [{}] * game.players, game.players)):
        tiles = zoo.get("tiles", [])
        if not isinstance(tiles, Sequence) or isinstance(tiles, str):
            raise BadPosition(f"{zoo.where}: tiles should be a list, not {tiles!r}")
        laid.append([_read_tile(game, item, f"zoo {seat}: tile {number}") for number, item in enumerate(tiles)])
        zoo.done()
    used: dict[str, int] = {}
    numbers: set[int] = set()
    for seat, tiles in enumerate(laid):
        for one, number in tiles:
            if one.tile.id in used:
                raise BadPosition(f"the tile {one.tile.id} lies twice: in zoo {used[one.tile.id]} and in zoo {seat}")
            used[one.tile.id] = seat
            if number in numbers:
                raise BadPosition(f"{one.tile.id} and another tile were both won at auction {number}")
            if number is not None:
                numbers.add(number)
    free = iter([number for number in range(1, TILES + 1) if number not in numbers])
    return [{(number or next(free)) - 1: one for one, number in tiles} for tiles in laid]


def _read_tile(game: Any, item: Any, where: str) -> tuple[Laid, int | None]:
    fields = Fields(item, where)
    kind = _kind(game, fields.get("tile", None), where)
    at = fields.whole_numbers("at", [], 2, -ORIGIN, EAST_END)
    if at[1] >= FRAME_HEIGHT - ORIGIN:
        raise BadPosition(f"{where}: y should be {-ORIGIN} to {FRAME_HEIGHT - ORIGIN - 1}, not {at[1]}")
    turn = fields.whole_number("rot", 0, 0, TURNS - 1)
    number = fields.whole_number("auction", 1, 1, TILES) if "auction" in fields.given else None
    fields.done()
    return Laid(game.tiles[kind], at[0], at[1], turn, number or 0), number


def _kind(game: Any, name: Any, where: str) -> int:
    if not isinstance(name, str) or name.lower() not in game.kind_of:
        tiles = f"{game.tiles[0].id} to {game.tiles[-1].id}"
        raise BadPosition(f"{where}: {name!r} is no tile; the tiles are {tiles}")
    return int(game.kind_of[name.lower()])


def _deal(game: Any, state: ZooState, fields: Fields, zoos: list[dict[int, Laid]], over: bool) -> int:
    """Puts every tile in its place in the stack; returns how many auctions are done."""
    placed = {piece: laid.tile for zoo in zoos for piece, laid in zoo.items()}
    done = max(placed, default=-1) + 1
    auction = fields.whole_number("auction", min(done + 1, TILES), 1, TILES) - 1
    if over:
        auction = TILES
    if auction < done:
        last = placed[done - 1].id
        raise BadPosition(f"position: {last} was won at auction {done}, but auction {auction + 1} is going on")
    kinds: list[int | None] = [None] * TILES
    deck = fields.several_of("deck", [], [tile.id for tile in game.tiles])
    row = fields.several_of("row", [], [tile.id for tile in game.tiles])
    if deck and len(deck) != TILES:
        raise BadPosition(f"position: deck should name all {TILES} tiles in the order drawn, not {len(deck)}")
    if len(row) > TILES - auction:
        raise BadPosition(f"position: row should name {TILES - auction} tiles at most, from auction {auction + 1} on")
    for piece, name in enumerate(deck):
        kinds[piece] = _kind(game, name, "position: deck")
    for piece, name in enumerate(row, auction):
        _put(game, kinds, piece, name)
    for piece, tile in placed.items():
        _put(game, kinds, piece, tile.id)
    _check_once(game, kinds)
    rest = iter([kind for kind in range(TILES) if kind not in kinds])
    for piece, kind in enumerate(kinds):
        state.data[KIND + piece] = next(rest) if kind is None else kind
    return auction


def _put(game: Any, kinds: list[int | None], piece: int, name: str) -> None:
    kind = _kind(game, name, "position")
    there = kinds[piece]
    if there is not None and there != kind:
        raise BadPosition(f"position: auction {piece + 1} is for {game.tiles[there].id} in the deck, not for {name}")
    kinds[piece] = kind


def _check_once(game: Any, kinds: list[int | None]) -> None:
    for piece, kind in enumerate(kinds):
        if kind is not None and kind in kinds[:piece]:
            raise BadPosition(f"position: the tile {game.tiles[kind].id} is there twice")


def _lay(state: ZooState, seat: int, laid: Laid | None) -> None:
    if laid is None:
        return
    problem = misfit(state, seat, laid)
    if problem is not None:
        raise BadPosition(f"zoo {seat}: {state.game.texts.say(problem[0])}")
    state.lay_tile(seat, state.data[AUCTION], square_number(laid.x, laid.y), laid.turn)


def _find_year(state: ZooState) -> None:
    state.find_year()
    if state.data[PHASE] != FINISHED and state.data[AUCTION] == TILES:
        raise BadPosition("position: all tiles are auctioned, so the phase should be 'over'")


def _flags(fields: Fields, players: int) -> list[int]:
    flags = fields.whole_numbers("flags", list(range(players)), players, 0, players - 1)
    missing = [str(seat) for seat in range(players) if seat not in flags]
    if missing:
        raise BadPosition(f"position: flags should name every seat once; missing: {', '.join(missing)}")
    return flags


def _restore_points(state: ZooState, fields: Fields) -> None:
    done = _years_done(state)
    years = fields.lists("points", [[0] * state.players] * done, done)
    for year, points in enumerate(years, 1):
        auctions = min(AUCTIONS_A_YEAR * year, TILES) if state.game.variant == "standard" else state.data[AUCTION]
        most = year * (MOST_VISITORS_AND_TREES + MOST_BENCHES * auctions)
        row = Fields({"points": points}, f"position: year {year}").whole_numbers("points", [], state.players, 0, most)
        for seat, number in enumerate(row):
            if number % year:
                raise BadPosition(f"position: in year {year} points come in {year}s; seat {seat} cannot have {number}")
            state.data[ITEMS + YEARS * seat + year - 1] = number // year


def _restore_auction(state: ZooState, fields: Fields) -> None:
    data, players = state.data, state.players
    phase = data[PHASE]
    last = fields.get("last", None)
    if last is not None:
        _restore_last(state, Fields(last, "position: last"))
        if phase == BIDDING and data[AUCTION] == 0:
            raise BadPosition("position: last should be left out: nothing has been auctioned yet")
    elif phase == PLACING:
        raise BadPosition("position: in the phase 'place', last should tell the winner of the auction")
    if phase != FINISHED:
        state.judge_room()
    bids = fields.get("bids", [None] * players)
    if not isinstance(bids, Sequence) or isinstance(bids, str) or len(bids) != players:
        raise BadPosition(f"position: bids should be a list of {players} bids or nulls, not {bids!r}")
    for seat, coins in enumerate(bids):
        if coins is None:
            continue
        if phase != BIDDING:
            raise BadPosition("position: bids are made in the phase 'bid' only; those shown stand in last")
        most = _most_to_bid(state, seat)
        data[BID + seat] = Fields({"bid": coins}, f"position: seat {seat}").whole_number("bid", 0, 0, most)
        data[GIVEN] |= 1 << seat
    if phase == BIDDING and None not in bids:
        raise BadPosition("position: all bids are in, so they should have been shown")


def _restore_last(state: ZooState, last: Fields) -> None:
    players, game = state.players, state.game
    winner = last.whole_number("winner", 0, 0, players - 1)
    default = [int(seat == winner) for seat in range(players)]
    bids = last.whole_numbers("bids", default, players, 0, game.most_coins)
    if bids[winner] < max(bids):
        raise BadPosition(f"position: last: seat {winner} cannot have won with {bids[winner]}: {max(bids)} was bid")
    last.done()
    state.data[LAST_WINNER] = winner + 1
    state.data[LAST_BID : LAST_BID + players] = bytes(bids)
