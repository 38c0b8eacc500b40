"""docs/solved.md: what the solved game teaches, written from the numbers of a study."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from zoobox.kernel.errors import ZooboxError

WIDTH: Final = 120
LEAF, SUN, SKY, CLAY, PLUM = "#3f7d4e", "#c7772c", "#3d6a94", "#a44a52", "#7a5c99"
LINES: Final = {
    "coin": ("one more coin", SUN),
    "first crocodile": ("the last space of a one-space enclosure, first", LEAF),
    "bonus": ("a bonus 1 that is one's own, not the other's", SKY),
    "barn cross": ("a cross in the barn", CLAY),
}


def write(page: Path, numbers: Path | None) -> None:
    """Writes the page, and its plots into a folder of its name beside it; raises ZooboxError."""
    study = read_numbers(numbers or page.with_suffix("") / "study.json")
    try:
        import matplotlib
    except ImportError:
        raise ZooboxError("the page needs matplotlib; `pip install zoobox[lab]` brings it.") from None
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "zoobox", "font.size": 10, "axes.spines.top": False})
    matplotlib.rcParams.update({"axes.spines.right": False, "figure.facecolor": "#fbf7ee", "axes.facecolor": "#fbf7ee"})
    folder = page.with_suffix("")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _plot_openings(study, folder / "openings.svg")
        _plot_through_the_game(study, folder / "through-the-game.svg")
        _plot_habits(study, folder / "habits.svg")
        page.write_text("\n".join(_page(study, folder.name)).rstrip() + "\n", encoding="utf-8")
    except OSError as error:
        raise ZooboxError(f"cannot write {page}: {error.strerror}.") from None


def read_numbers(source: Path) -> dict[str, Any]:
    """The numbers behind the page; raises ZooboxError."""
    try:
        study: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
        if not study.keys() >= {"root", "self_play"}:
            raise ValueError("something else is in it")
    except OSError as error:
        raise ZooboxError(f"the numbers for the page cannot be read from {source}: {error.strerror}.") from None
    except (ValueError, AttributeError):
        raise ZooboxError(f"{source} holds no numbers of the solved game, as docs/solved/study.json does.") from None
    return study


# The page.


def _page(study: dict[str, Any], folder: str) -> Iterator[str]:
    yield from _answer(study)
    yield from _openings(study, folder)
    yield from _through_the_game(study, folder)
    yield from _how_it_plays(study)
    yield from _habits(study, folder)
    yield from _levels(study)
    yield from _trust(study)


def _answer(study: dict[str, Any]) -> Iterator[str]:
    games = study["self_play"]
    yield "# Zooloretto: The Dice Game for two, solved"
    yield ""
    yield "<!-- Written by `zoobox solve zooloretto-dice --page docs/solved.md` from docs/solved/study.json. -->"
    yield ""
    yield from _paragraph(
        f"With perfect play on both sides the player who starts wins **{study['root']:.4f}** of the games, a shared "
        f"win counting half: starting costs {100 * (0.5 - study['root']):.1f} points of winning chance. Perfect games "
        f"last {games['rounds_per_game']:.1f} rounds. Chances below are always those of winning, 0 to 1."
    )


def _openings(study: dict[str, Any], folder: str) -> Iterator[str]:
    yield "## The opening roll"
    yield ""
    yield "The starter has rolled two dice. What is it worth to put both on one truck, or on two?"
    yield ""
    yield f"![The worth of every opening roll]({folder}/openings.svg)"
    yield ""
    yield "| roll | on one truck | on two trucks | better by |"
    yield "| --- | ---: | ---: | ---: |"
    for row in sorted(study["openings"], key=lambda row: -max(row["together"], row["apart"])):
        together, apart = row["together"], row["apart"]
        better = "one truck" if together > apart else "two trucks"
        roll = " + ".join(row["roll"])
        yield f"| {roll} | {together:.4f} | {apart:.4f} | {better}, {abs(together - apart):.4f} |"
    apart_better = [row for row in study["openings"] if row["apart"] > row["together"]]
    names = ", ".join(" and ".join(row["roll"]) for row in apart_better) or "none"
    yield ""
    yield f"Both dice on one truck is right for all rolls but: {names}."
    yield ""


def _through_the_game(study: dict[str, Any], folder: str) -> Iterator[str]:
    yield "## What things are worth through the game"
    yield ""
    yield from _paragraph(
        "States of perfect play at the start of each round; what would the chance of the player who begins be with one "
        "thing changed? A one-space enclosure is the crocodile's, or another with bonus 1 and one space left for both."
    )
    yield f"![Worth by round]({folder}/through-the-game.svg)"
    yield ""
    yield "| round | " + " | ".join(words for words, _ in LINES.values()) + " |"
    yield "| ---: |" + " ---: |" * len(LINES)
    for number in range(1, 15):
        cells = []
        for name in LINES:
            found = study["through_the_game"].get(name, {}).get(str(number))
            cells.append(f"{found['mean']:+.3f} ± {1.96 * found['standard_error']:.3f}" if found else "")
        yield f"| {number} | " + " | ".join(cells) + " |"
    yield ""


def _how_it_plays(study: dict[str, Any]) -> Iterator[str]:
    facts = study["facts_of_play"]
    yield "## How perfect play looks"
    yield ""
    for dice, found in facts["first_takes"].items():
        share = found["taken"] / found["decisions"]
        kinds = ", ".join(
            f"{100 * count / found['taken']:.0f} % with {size} {'die' if size == '1' else 'dice'}"
            for size, count in found["by_dice"].items()
            if count
        )
        yield f"- With {dice} dice out and nobody gone, it takes in {100 * share:.0f} % of the cases ({kinds})."
    costs, close = facts["random_option_costs"], facts["two_best_within_0.001"]
    yield from _paragraph(
        f"- An option drawn at random costs {costs:.3f} on average; in {100 * close:.0f} % of the decisions the two "
        "best options are within 0.001 of each other, often the same thing on another empty truck."
    )


def _habits(study: dict[str, Any], folder: str) -> Iterator[str]:
    yield "## What habits cost"
    yield ""
    yield from _paragraph(
        "A player who is perfect but for one habit, against perfect play, half the games in either seat. What is given "
        "away is added up decision by decision; an even game is worth 0.5."
    )
    yield f"![What habits cost]({folder}/habits.svg)"
    yield ""
    yield "| habit | | winning chance lost per game |"
    yield "| --- | --- | ---: |"
    for row in sorted(study["habits"], key=lambda row: -row["lost"]):
        yield f"| {row['name']} | {row['words']} | {row['lost']:.3f} ± {1.96 * row['standard_error']:.3f} |"
    yield ""


def _levels(study: dict[str, Any]) -> Iterator[str]:
    levels = study.get("losses")
    if not levels:
        return
    yield "## How the other levels measure up"
    yield ""
    some = next(iter(levels.values()))
    yield from _paragraph(
        f"What each level gives away per decision, on the same {some['decisions']} decisions in which choices differ "
        "by at least 0.001 of winning chance. They come from games that are played perfectly but for one move in four, "
        "which is random. The judge is the network, whose own choices are off by "
        f"{study['regret_network']['mean']:.6f} on average."
    )
    yield "| level | mean loss | median | 90 % | 99 % | worst | best choice |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, row in sorted(levels.items(), key=lambda level: -level[1]["mean"]):
        yield (
            f"| {name} | {row['mean']:.4f} | {row['percentile_50']:.4f} | {row['percentile_90']:.4f} | "
            f"{row['percentile_99']:.4f} | {row['worst']:.3f} | {100 * row['best_chosen']:.0f} % |"
        )
    yield ""


def _trust(study: dict[str, Any]) -> Iterator[str]:
    solve, laws, games = study["solve"], study["laws"], study["self_play"]
    network, table = study["regret_network"], study["regret_table"]
    one = study["one_round"]
    yield "## How far to trust it"
    yield ""
    points = [
        f"{solve['states']:,} states in which a round can begin, {solve['finished']:,} of them finished; solved on one "
        f"{solve['on']} in {solve['seconds']:.0f} s with {solve['rounds']:,} rounds.",
        *(
            f"Law: {words} never hurts. {laws[name]['compared']:,} comparisons, at worst {laws[name]['worst']:.1e} the "
            "wrong way."
            for name, words in (("coin", "one more coin"), ("barn", "a free barn space"), ("bonus", "owning a bonus"))
        ),
        f"One round of the plain rules on top of the table, {one['states']:,} states of all levels: at most "
        f"{one['worst']:.1e} apart.",
        f"Solved again from another first guess: at most {study['second_solve']['worst']:.1e} apart.",
        f"{games['games']:,} games of perfect play: the starter won {games['starter_won']:.4f} ± "
        f"{1.96 * games['standard_error']:.4f}.",
        f"The table file rounds to 16 bits: at most {study['table']['worst_rounding']:.1e} off. Over "
        f"{table['decisions']:,} decisions of perfect play that loses {table['mean']:.1e} of winning chance each "
        f"(99.9th percentile {table['percentile_99.9']:.1e}).",
        f"The network that plays without the table loses {network['mean']:.1e} per decision there (99.9th percentile "
        f"{network['percentile_99.9']:.4f}, at most {network['most']:.3f}).",
        "The round cap of the rules (100 rounds) is left out: perfect games are far shorter.",
    ]
    for point in points:
        yield from wrap(f"- {point}", WIDTH, subsequent_indent="  ")
    yield ""
    yield from _paragraph(
        "`zoobox solve zooloretto-dice` makes the table on your own machine; the numbers of this page come from "
        "`python -m zoobox.games.zooloretto_dice.solved.lab`."
    )


def _paragraph(paragraph: str) -> Iterator[str]:
    """A paragraph, or a point of a list, wrapped."""
    yield from wrap(paragraph, WIDTH, subsequent_indent="  " if paragraph.startswith("- ") else "")
    yield ""


# The plots.


def _plot_openings(study: dict[str, Any], path: Path) -> None:
    import matplotlib.pyplot as plt

    rows = sorted(study["openings"], key=lambda row: max(row["together"], row["apart"]))
    figure, axes = plt.subplots(figsize=(7.5, 6.2), layout="constrained")
    places = range(len(rows))
    axes.hlines(places, [row["apart"] for row in rows], [row["together"] for row in rows], color="#d8cdb4", zorder=1)
    axes.scatter([row["together"] for row in rows], places, color=LEAF, label="both on one truck", zorder=2)
    axes.scatter([row["apart"] for row in rows], places, color=SUN, marker="D", s=26, label="on two trucks", zorder=2)
    axes.axvline(study["root"], color="#8a8373", linewidth=1, linestyle=":")
    axes.set_yticks(places, [" + ".join(row["roll"]) for row in rows])
    axes.set_xlabel("the starter's chance to win (dotted: before the roll)")
    axes.legend(frameon=False, loc="lower right")
    _save(figure, path)


def _plot_through_the_game(study: dict[str, Any], path: Path) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.5, 4.2), layout="constrained")
    for name, (words, colour) in LINES.items():
        found = study["through_the_game"].get(name, {})
        rounds = [int(number) for number in found]
        means = [row["mean"] for row in found.values()]
        errors = [1.96 * row["standard_error"] for row in found.values()]
        axes.errorbar(rounds, means, errors, color=colour, marker="o", markersize=4, capsize=2, label=words)
    axes.axhline(0, color="#8a8373", linewidth=1)
    axes.set_xlabel("round")
    axes.set_ylabel("change of the chance to win")
    axes.legend(frameon=False, fontsize=9, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2)
    _save(figure, path)


def _plot_habits(study: dict[str, Any], path: Path) -> None:
    import matplotlib.pyplot as plt

    rows = sorted(study["habits"], key=lambda row: row["lost"])
    figure, axes = plt.subplots(figsize=(7.5, 3.8), layout="constrained")
    errors = [1.96 * row["standard_error"] for row in rows]
    axes.barh([row["name"] for row in rows], [row["lost"] for row in rows], xerr=errors, color=CLAY, height=0.62)
    axes.set_xlabel("winning chance lost per game (0.5: every game)")
    _save(figure, path)


def _save(figure: Any, path: Path) -> None:
    import matplotlib.pyplot as plt

    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
