"""The table file: the exact worth of every open round-start state in 16 bits, memory-mapped.

A header of one JSON line says what the numbers are and carries their checksum; the numbers follow from byte 4096 on.
Finished states are not stored: their result follows from the state.
"""

from __future__ import annotations

import json
import os
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from platformdirs import user_data_path

from zoobox.games.zooloretto_dice.solved import states
from zoobox.kernel.errors import ZooboxError

FORMAT: Final = "zoobox solved zooloretto-dice"
VERSION: Final = 1
HEADER: Final = 4096
STEPS: Final = 65535
ROUNDING: Final = 0.5 / STEPS
"""The most that a value loses by being written in 16 bits."""
FILE_NAME: Final = "zooloretto-dice.solved"
BLOCK: Final = 1 << 22


class BadTable(ZooboxError):
    """A file that is no table, or not one to rely on."""


def data_folder() -> Path:
    """Where tables are kept: the user's data folder."""
    return user_data_path("zoobox")


def usual_path() -> Path:
    return data_folder() / FILE_NAME


def results(numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
    """What finished states are worth, from their numbers."""
    pairs, coins = np.divmod(numbers, states.COIN_PAIRS)
    ranks, lions = np.divmod(pairs, states.LIONS)
    small, lion, barn = states.worth_tables()
    codes = states.numbering().members[ranks]
    lead = small[codes].sum(axis=1, dtype=np.int32) + lion[lions]
    barns = barn[codes].sum(axis=1, dtype=np.int32) + barn[lions]
    groups = np.array(states.GROUPS_AT)
    mine, theirs = np.divmod(coins, states.COIN_STATES)
    for sign, held, side in ((1, mine, 0), (-1, theirs, 1)):
        spare = groups[held] - barns[:, side]
        lead = lead + sign * np.where(spare > 0, spare, 2 * spare)
    lead = lead * states.COIN_STATES + mine - theirs
    worth: npt.NDArray[np.float32] = (0.5 + 0.5 * np.sign(lead)).astype(np.float32)
    return worth


class Table:
    """An opened table."""

    def __init__(self, path: Path, check: bool = False) -> None:
        """Opens a file; `check` reads all of it and compares the checksum. Raises BadTable."""
        self.path = path
        self.header = _header(path)
        self.values: npt.NDArray[np.uint16] = np.memmap(path, np.dtype("<u2"), "r", HEADER, (states.OPEN_STATES,))
        if check and checksum(self.values) != self.header["checksum"]:
            raise BadTable(f"the table {path} is damaged: its checksum does not agree; solve again with: {REMEDY}")

    def worth(self, numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """What states are worth to the player who begins the round."""
        pairs, coins = np.divmod(numbers, states.COIN_PAIRS)
        rank = states.open_rank()[pairs]
        is_open = rank >= 0
        worth = np.empty(len(numbers), np.float32)
        places = rank[is_open].astype(np.int64) * states.COIN_PAIRS + coins[is_open]
        worth[is_open] = self.values[places] * np.float32(1 / STEPS)
        worth[~is_open] = results(numbers[~is_open])
        return worth


REMEDY: Final = "zoobox solve zooloretto-dice"


def _header(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            line = file.read(HEADER)
        size = path.stat().st_size
    except OSError as error:
        raise BadTable(f"the table {path} cannot be read: {error.strerror}.") from None
    try:
        header = json.loads(line[: line.index(b"\n")])
    except ValueError:
        raise BadTable(f"{path} is no table of solved states; make one with: {REMEDY}") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadTable(f"{path} is no table of solved states; make one with: {REMEDY}")
    if header.get("version") != VERSION:
        raise BadTable(f"the table {path} has version {header.get('version')}, not {VERSION}; make one with: {REMEDY}")
    if header.get("rules") != rules_mark():
        raise BadTable(f"the table {path} was made for other components of the game; make one with: {REMEDY}")
    if size != HEADER + 2 * states.OPEN_STATES:
        raise BadTable(f"the table {path} is damaged: it is not as long as it should be; make one with: {REMEDY}")
    return header


def rules_mark() -> list[Any]:
    """The numbers of the box that the values depend on."""
    return [list(states.SIZES), list(states.BONUSES), list(states.GROUPS_AT)]


def checksum(values: npt.NDArray[np.uint16]) -> str:
    mark = 0
    for start in range(0, len(values), BLOCK):
        mark = zlib.crc32(values[start : start + BLOCK].tobytes(), mark)
    return f"{mark:08x}"


def write(path: Path, values: npt.NDArray[np.float32], facts: dict[str, Any]) -> None:
    """Writes the values of all states as a table; it appears under its name when it is whole."""
    is_open = ~states.finished_pairs().ravel()
    by_pair = values.reshape(-1, states.COIN_PAIRS)
    open_pairs = np.flatnonzero(is_open)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".writing")
    mark = 0
    with partial.open("wb") as file:
        file.write(b"\0" * HEADER)
        for start in range(0, len(open_pairs), BLOCK // 64):
            block = by_pair[open_pairs[start : start + BLOCK // 64]]
            steps = np.rint(block.astype(np.float64) * STEPS).astype("<u2")
            mark = zlib.crc32(steps.tobytes(), mark)
            file.write(steps.tobytes())
        header = {
            "format": FORMAT,
            "version": VERSION,
            "rules": rules_mark(),
            "states": states.OPEN_STATES,
            "rounding": ROUNDING,
            "checksum": f"{mark:08x}",
            **facts,
        }
        file.seek(0)
        file.write(json.dumps(header).encode() + b"\n")
    os.replace(partial, path)


def find() -> Table | None:
    """The table in the user's data folder, if there is one; raises BadTable if it cannot be relied on."""
    path = usual_path()
    try:
        found = path.stat()
    except OSError:
        return None
    return _opened(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=1)
def _opened(path: Path, changed: int, size: int) -> Table:
    """Checked once, and again when the file has changed."""
    return Table(path, check=True)
