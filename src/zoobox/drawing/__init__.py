"""The family look: paper, type, palette, and a drawn figure for every animal and thing.

Figures are pure functions that return SVG markup on a square of 100 by 100. A Picture collects the figures it uses as
symbols, so that each is written once. Colours of the paper and the ink are custom properties with a fallback: a page
may dim them, a file on its own looks right too.
"""

from zoobox.drawing.picture import Part, Picture
from zoobox.drawing.svg import circle, group, line, path, rect, text

__all__ = ["Part", "Picture", "circle", "group", "line", "path", "rect", "text"]
