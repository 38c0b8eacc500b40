"""Pictures of a replay as files: SVG directly, PNG and GIF with an installed Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.record import Replay

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first one has no windows, and takes half of the time of the others."""
WIDE = 1000
GIF_WIDE = 720
FRAMES = 120
"""An animation has at most so many frames; a longer game is shown in larger steps."""
LONGEST_PAGE = 12_000
"""The height in pixels that Chromium renders at once."""
FRAME_MILLISECONDS, LAST_MILLISECONDS = 350, 4000


class NoBrowser(ZooboxError):
    """No Chromium is installed."""


def write(
    again: Replay, moment: int, seat: int | None, svg: Path | None, png: Path | None, gif: Path | None
) -> list[Path]:
    """Writes the requested pictures, and returns their paths."""
    written = []
    if svg is not None:
        svg.write_text(again.at(moment).svg(seat), encoding="utf-8")
        written.append(svg)
    if png is not None:
        pixels([again.at(moment).svg(seat)], WIDE)[0].save(png, optimize=True)
        written.append(png)
    if gif is not None:
        _animate(again, seat, gif)
        written.append(gif)
    return written


def find_browser(names: Sequence[str] = BROWSERS) -> str | None:
    """The path of an installed Chromium."""
    return next((found for name in names if (found := shutil.which(name))), None)


def pixels(pictures: Sequence[str], wide: int) -> list[Any]:
    """The pictures as images, drawn by Chromium, as many at a time as fit on one long page."""
    browser = find_browser()
    if browser is None:
        raise NoBrowser("PNG and GIF are drawn by Chromium, and none is installed; --svg needs none.")
    heights = [_height(picture, wide) for picture in pictures]
    images: list[Any] = []
    while len(images) < len(pictures):
        first = last = len(images)
        while last < len(pictures) and (last == first or sum(heights[first : last + 1]) <= LONGEST_PAGE):
            last += 1
        images += _page(browser, pictures[first:last], wide, heights[first:last])
    return images


def _height(picture: str, wide: int) -> int:
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    assert box is not None
    return round(wide * float(box[2]) / float(box[1]))


def _page(browser: str, pictures: Sequence[str], wide: int, heights: Sequence[int]) -> list[Any]:
    from PIL import Image

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = []
        for number, (picture, high) in enumerate(zip(pictures, heights, strict=True)):
            (folder / f"{number}.svg").write_text(picture, encoding="utf-8")
            rows.append(f'<img src="{number}.svg" width="{wide}" height="{high}" style="display:block">')
        page, target = folder / "page.html", folder / "page.png"
        page.write_text(f'<!doctype html><body style="margin:0;background:#efe5d2">{"".join(rows)}', encoding="utf-8")
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            f"--window-size={wide},{sum(heights)}", f"--screenshot={target}", page.as_uri(),
        ]  # fmt: skip
        drawn = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if not target.exists():
            raise NoBrowser(f"Chromium could not draw the picture: {drawn.stderr.strip()[-200:]}")
        page_image = Image.open(target).convert("RGB")
        tops = [sum(heights[:number]) for number in range(len(heights))]
        return [page_image.crop((0, top, wide, top + high)) for top, high in zip(tops, heights, strict=True)]


def _animate(again: Replay, seat: int | None, target: Path) -> None:
    from PIL import Image

    total = len(again.state.past)
    step = max(1, -(-total // FRAMES))
    moments = [*range(0, total, step), total]
    shots = pixels([again.at(moment).svg(seat) for moment in moments], GIF_WIDE)
    high = max(shot.height for shot in shots)
    frames = []
    for shot in shots:
        frame = Image.new("RGB", (GIF_WIDE, high), "#efe5d2")
        frame.paste(shot, (0, 0))
        frames.append(frame.quantize(128))
    durations = [FRAME_MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=durations, loop=0)
