"""The view as numbers, with the name and meaning of each."""

from typing import Final

from zoobox.kernel.observation import a_seat, each_seat, points, shared, waiting

from .layout import *

FIELDS: Final = (
    waiting(),
    a_seat("turn", TURN, "whose turn it is"),
    shared("bowl", BOWL, 1, "peanuts in the bowl"),
    shared("last", LAST, 1, "peanuts that were fed last"),
    each_seat("fed", FED, 1, 1, "peanuts fed"),
    points(),
)
