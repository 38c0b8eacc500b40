"""Component files of one's own: what does not fit is refused with the line and the reason."""

from __future__ import annotations

import pytest

import zoobox
from zoobox.games.new_york_zoo import FOLDER
from zoobox.kernel.components import Components

BOX = (FOLDER / "components.toml").read_text(encoding="utf-8")


def changed(old: str, new: str, count: int = 1) -> Components:
    assert old in BOX
    return Components.parse(BOX.replace(old, new, count))


@pytest.mark.rule("nyz.setup.strip", "nyz.setup.stacks", "nyz.setup.boards", "nyz.setup.attractions")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "L4"\ncount = 2', 'id = "L4"\ncount = 3', "9 enclosures of 4 spaces, but 8 places"),
        ('art = ["XXXX"]', 'art = ["X.XX"]', "should be one piece"),
        ('art = ["XXXX"]', 'art = ["XXQX"]', "rows of X and ."),
        ('art = ["XX", "XX"]', 'art = ["XXX", "..X"]', "L4; give that one a higher count"),
        ('id = "L4"', 'id = "I4"', "two tiles are called 'I4'"),
        ('animals = ["flamingo", "fox"]', 'animals = ["flamingo", "lion"]', "animals should be 2 species"),
        ('animals = ["flamingo", "fox"]', 'animals = ["fox", "fox"]', "two different species"),
        ("stack = [5, 6, 7]", "stack = [7, 6, 5]", "rising sizes"),
        ('line = "fox"', 'line = "meerkat"', "one breeding line at most"),
        ('slot = "S1"', 'slot = "S2"', "a name of its own"),
        ('space = "A1"', 'slot = "A1"', "rising sizes"),
        ("players = 2\nseat = 1\nrows = [\n", 'players = 2\nseat = 1\nrows = [\n  ".",\n', "equally long rows"),
        ('houses = 3\nstart_animals = ["meerkat", "flamingo"]\nrange', "houses = 0\nrange", "houses should be"),
        ("range = 4", "range = 9000", "range should be a number from 3 to 24"),
        ("range = 4", "range = 3", "differ in range"),
        ("players = 2\nseat = 2", "players = 6\nseat = 2", "the board for 2 players, seat 2 is missing"),
        ('id = "att1"\nart', 'id = "att1"\ncount = 4\nart', "unlimited attraction of one space"),
        ('order = ["meerkat",', 'order = ["lion",', "the species should be"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(zoobox.BadComponents) as error:
        zoobox.game("new-york-zoo", players=2, components=changed(old, new))
    assert words in str(error.value)


@pytest.mark.rule("nyz.short.deal", "nyz.solo.setup")
@pytest.mark.parametrize(
    ("players", "variant", "old", "new", "words"),
    [
        (2, "short", "dealt = [7, 7, 7, 6, 6, 6]", "dealt = [7, 7, 7, 7]", "enough tiles are lifted"),
        (1, "small", "markers = [0, 1, 2, 3, 4]", "markers = [1, 2]", "the range markers are"),
        (1, "large", "laps = 2", "laps = 0", "laps should be a number"),
        (1, "small", 'side = "small"', 'side = "tiny"', "the board for the small solo game is missing"),
    ],
)
def test_variants_need_their_parts(players: int, variant: str, old: str, new: str, words: str) -> None:
    with pytest.raises(zoobox.BadComponents) as error:
        zoobox.game("new-york-zoo", players=players, variant=variant, components=changed(old, new))
    assert words in str(error.value)


@pytest.mark.rule("nyz.setup.strip")
def test_the_line_is_told() -> None:
    with pytest.raises(zoobox.BadComponents) as error:
        zoobox.game("new-york-zoo", components=changed('id = "L4"\ncount = 2', 'id = "L4"\ncount = 0'))
    line = BOX[: BOX.index('id = "L4"')].count("\n") + 2
    assert error.value.line == line


@pytest.mark.rule("nyz.setup.boards")
def test_another_box_can_be_played() -> None:
    game = zoobox.game("new-york-zoo", players=2, components=changed("laps = 2", "laps = 3"))
    assert game != zoobox.game("new-york-zoo", players=2)
    assert game.start(1).choices(0)
