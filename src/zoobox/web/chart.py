"""How a game went: the points of each seat over the decisions, a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

WIDE, HIGH = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 54, 476, 14, 230
MOST_LINES = 6
STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
DASHES = ("none", "9 4", "3 4", "12 4 3 4", "1 5")
"""So that nothing rests on colour alone."""
NAME_HEIGHT = 22
NAME_LENGTH = 11
LETTER = 12
"""The width of a letter at the axis, on a phone, where letters are larger."""


def chart(
    history: Sequence[tuple[int, Sequence[int]]],
    names: Sequence[str],
    colours: Sequence[str],
    title: str,
    unit: str,
    address: str = "",
    spoken: Callable[[int], str] = str,
) -> str:
    """The history as SVG: moments with everybody's points at each, told as `spoken` does.

    A click leads to the moment, at that address.
    """
    last = max(1, history[-1][0])
    points = [one for _, all_points in history for one in all_points]
    low, high = min(0, *points), max(1, *points)
    ticks = {tick: spoken(tick) for tick in _ticks(low, high)}
    left = max(LEFT, LETTER * max(map(len, ticks.values())))

    def x(moment: int) -> float:
        return round(left + moment / last * (RIGHT - left), 1)

    def y(value: float) -> float:
        return round(BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP), 1)

    drawn = []
    for tick, words in ticks.items():
        drawn.append(f'<line x1="{left}" x2="{RIGHT}" y1="{y(tick)}" y2="{y(tick)}" class="chart-line"/>')
        drawn.append(
            f'<text x="{left - 6}" y="{y(tick) + 4}" text-anchor="end" class="chart-words">{escape(words)}</text>'
        )
    middle = (left + RIGHT) / 2
    drawn.append(f'<text x="{middle}" y="{HIGH - 6}" text-anchor="middle" class="chart-words">{last} {unit}</text>')
    for seat, at in _apart([y(value) for value in history[-1][1]]):
        path = " ".join(f"{x(moment)},{y(all_points[seat])}" for moment, all_points in history)
        colour, dash = colours[seat], DASHES[seat % len(DASHES)]
        drawn.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-linejoin="round" '
            f'stroke-dasharray="{dash}"/>'
            f'<text x="{RIGHT + 6}" y="{at + 5}" fill="{colour}" class="chart-name">'
            f"{escape(names[seat][:NAME_LENGTH])}</text>"
        )
    width = round((RIGHT - left) / max(1, len(history) - 1), 1)
    for moment, all_points in history if address else ():
        told = ", ".join(f"{name} {spoken(value)}" for name, value in zip(names, all_points, strict=True))
        drawn.append(
            f'<a href="{escape(address)}{moment}" tabindex="-1" aria-hidden="true"><rect x="{x(moment) - width / 2}" '
            f'y="{TOP}" width="{width}" height="{BOTTOM - TOP}" class="chart-moment"/>'
            f"<title>{moment}: {escape(told)}</title></a>"
        )
    head = f'<svg viewBox="0 0 {WIDE} {HIGH}" role="group" aria-label="{escape(title)}" class="chart">'
    return f"{head}{''.join(drawn)}</svg>"


def _ticks(low: int, high: int) -> range:
    step = next((size for size in STEPS if (high - low) / size <= MOST_LINES), STEPS[-1])
    return range(-(-low // step) * step, high + 1, step)


def _apart(ends: list[float]) -> Iterator[tuple[int, float]]:
    """Where the names of the seats go: at the ends of their lines, but not on each other."""
    lowest = float("-inf")
    for at, seat in sorted((at, seat) for seat, at in enumerate(ends)):
        lowest = max(at, lowest + NAME_HEIGHT)
        yield seat, lowest
