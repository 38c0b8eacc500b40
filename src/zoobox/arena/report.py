"""A study as a page: the answers in words, plots, and the data in files beside it."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zoobox.arena import study as answers
from zoobox.arena.results import Estimate
from zoobox.arena.study import Study
from zoobox.arena.traces import PARTS
from zoobox.kernel.errors import ZooboxError

HABITS_SHOWN = 16
COLOURS = ("#3f7d4e", "#c7772c", "#3d6a94", "#a44a52", "#7a5c99")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #2c2a26; background: #fbf7ee }
h1, h2 { line-height: 1.2 } img { max-width: 100%; height: auto } table { border-collapse: collapse; margin: 1rem 0 }
td, th { padding: .25rem .9rem .25rem 0; text-align: right; border-bottom: 1px solid #ddd3bd }
td:first-child, th:first-child { text-align: left } .note { color: #6b6558; font-size: .9rem }
"""


def prepare(folder: Path) -> None:
    """Checks, before the games are played, that the study can be written."""
    try:
        import matplotlib
        import pyarrow  # noqa: F401 - only to know that it is installed
    except ImportError:
        raise ZooboxError("studies need matplotlib and pyarrow; `pip install zoobox[lab]` brings them.") from None
    matplotlib.use("Agg")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ZooboxError(f"cannot write the study into {folder}: {error.strerror}.") from None


def write(studies: Sequence[Study], folder: Path) -> Path:
    """Writes index.html, games.csv and games.parquet into the folder and returns the page."""
    prepare(folder)
    import pyarrow as arrow
    import pyarrow.csv
    import pyarrow.parquet

    try:
        table = arrow.Table.from_pylist([row for study in studies for row in answers.rows(study)])
        pyarrow.csv.write_csv(table, folder / "games.csv")
        pyarrow.parquet.write_table(table, folder / "games.parquet")
        page = folder / "index.html"
        page.write_text(_page(studies), encoding="utf-8")
    except OSError as error:
        raise ZooboxError(f"cannot write the study into {folder}: {error.strerror}.") from None
    return page


def _page(studies: Sequence[Study]) -> str:
    title = studies[0].game.title if len(studies) == 1 else f"{studies[0].game.title}: a comparison"
    parts = [f"<h1>{html.escape(title)}</h1>", _method(studies)]
    if len(studies) > 1:
        parts.append(_comparison(studies))
    for study in studies:
        if len(studies) > 1:
            parts.append(f"<h1>{html.escape(study.title)}</h1>")
        parts += [_seats(study), _length(study), _lead(study), _luck(study), _habits(study)]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
    )
    body = "\n".join(part for part in parts if part)
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


def _method(studies: Sequence[Study]) -> str:
    study = studies[0]
    seats = "1 player" if study.game.players == 1 else f"{study.game.players} players"
    against = f", and as many of {study.level} against {study.weaker}" if study.unequal else ""
    return (
        f'<p class="note">{seats}, variant {html.escape(study.game.variant)}. '
        f"{len(study.equal):,} games of {study.level} in every seat{against}. Brackets and bars are 95 % intervals. "
        "The data are in games.csv and games.parquet.</p>"
    )


def _comparison(studies: Sequence[Study]) -> str:
    lines = [["decisions a game", *[answers.length(study).plain() for study in studies]]]
    lines.append(["changes of the lead", *[answers.lead_changes(study).plain() for study in studies]])
    for seat in range(studies[0].game.players):
        if studies[0].game.players > 1:
            shares = [answers.seat_shares(study)[seat].percent() for study in studies]
            lines.append([f"win share of seat {seat}", *shares])
        lines.append([f"points of seat {seat}", *[answers.seat_points(study)[seat].plain() for study in studies]])
    skills = [answers.skill(study) for study in studies]
    if all(skills):
        lines.append(["win share of the stronger level", *[found.percent() for found in skills if found]])
    return "<h2>Side by side</h2>" + _table(["", *[study.title for study in studies]], lines)


def _seats(study: Study) -> str:
    if study.game.players == 1:
        points = answers.seat_points(study)[0]
        return f"<h2>Points</h2><p>{points.plain()} points a game.</p>" + _histogram(
            [float(trace.points[0]) for trace in study.equal], "points"
        )
    shares = answers.seat_shares(study)
    fair = 1 / study.game.players
    off = [seat for seat, share in enumerate(shares) if not share.low <= fair <= share.high]
    summary = (
        "No seat is shown to be better or worse than another by these games."
        if not off
        else "The seat matters: "
        + ", ".join(f"seat {seat} wins {'more' if shares[seat].mean > fair else 'less'} than its share" for seat in off)
        + "."
    )
    lines = [
        [f"seat {seat}", share.percent(), points.plain()]
        for seat, (share, points) in enumerate(zip(shares, answers.seat_points(study), strict=True))
    ]
    return (
        f"<h2>Does the seat matter?</h2><p>{summary}</p>"
        + _table(["", "win share", "points"], lines)
        + _bars([f"seat {seat}" for seat in range(len(shares))], shares, fair, "win share")
    )


def _length(study: Study) -> str:
    lengths = [float(trace.decisions) for trace in study.equal]
    if min(lengths) == max(lengths):
        return f"<h2>How long do games last?</h2><p>Every game took {lengths[0]:.0f} decisions.</p>"
    return (
        f"<h2>How long do games last?</h2><p>{answers.length(study).plain()} decisions, "
        f"from {min(lengths):.0f} to {max(lengths):.0f}.</p>" + _histogram(lengths, "decisions")
    )


def _lead(study: Study) -> str:
    if study.game.players == 1:
        return ""
    from matplotlib import pyplot as plt

    shares = answers.leader_wins(study)
    figure, axes = plt.subplots(figsize=(7, 3))
    at = [100 * part / PARTS for part in range(1, PARTS + 1)]
    axes.plot(at, [share.mean for share in shares], color=COLOURS[0])
    axes.fill_between(at, [s.low for s in shares], [s.high for s in shares], color=COLOURS[0], alpha=0.2)
    axes.axhline(1 / study.game.players, color="#999", linestyle=":")
    axes.set(xlabel="per cent of the game played", ylabel="the leader wins", ylim=(0, 1))
    return (
        f"<h2>How often does the lead change?</h2><p>{answers.lead_changes(study).plain()} times a game, by the points "
        "on the sheet. The curve shows how often the seat that leads alone wins in the end.</p>"
        + _image(figure, "How often the leader wins, by the part of the game that is played")
    )


def _luck(study: Study) -> str:
    found = answers.skill(study)
    if found is None:
        return ""
    return (
        "<h2>How much is luck, how much is skill?</h2>"
        f"<p>{study.level} wins {found.percent()} of the games per seat against {study.weaker}; pure luck would give "
        f"{100 / study.game.players:.0f} %.</p>"
    )


def _habits(study: Study) -> str:
    if study.game.players == 1:
        return ""
    found = answers.habits(study)[:HABITS_SHOWN]
    if not found:
        return "<h2>Which decisions go with winning?</h2><p>There are too few games to tell.</p>"
    lines = [
        [habit.kind, f"{habit.per_game:.2f}", habit.share_more.percent(), habit.share_less.percent()] for habit in found
    ]
    return (
        "<h2>Which decisions go with winning?</h2><p>Decisions by their kind, alone and with the animal, tile or other "
        "thing they are about: the win share of the seats that made them more often than the average seat of their "
        "game, and of those that made them less often. The clearest differences come first. Going along with winning "
        "is not the same as causing it, and among so many kinds some differ by chance.</p>"
        + _table(["decision", "times a game", "win share: more often", "less often"], lines)
    )


def _table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{html.escape(head)}</th>" for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in lines)
    return f"<table><tr>{top}</tr>{body}</table>"


def _bars(names: Sequence[str], shares: Sequence[Estimate], fair: float, label: str) -> str:
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 2.6))
    low = [share.mean - share.low for share in shares]
    high = [share.high - share.mean for share in shares]
    colours = [COLOURS[index % len(COLOURS)] for index in range(len(names))]
    axes.bar(names, [share.mean for share in shares], yerr=[low, high], color=colours, capsize=5)
    axes.axhline(fair, color="#999", linestyle=":")
    axes.set(ylabel=label)
    return _image(figure, f"{label}: " + ", ".join(f"{n} {s.percent()}" for n, s in zip(names, shares, strict=True)))


def _histogram(values: Sequence[float], label: str) -> str:
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 2.6))
    axes.hist(values, bins=min(40, max(5, len(set(values)))), color=COLOURS[2])
    axes.set(xlabel=label, ylabel="games")
    return _image(figure, f"How many games had how many {label}")


def _image(figure: Any, description: str) -> str:
    from matplotlib import pyplot as plt

    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight", transparent=True)
    plt.close(figure)
    data = base64.b64encode(buffer.getvalue()).decode()
    return f'<p><img alt="{html.escape(description)}" src="data:image/svg+xml;base64,{data}"></p>'
