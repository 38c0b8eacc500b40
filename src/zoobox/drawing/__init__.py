"""What the pictures of all games share: palette, fonts, pieces, and a figure for every animal and object.

Figures are pure functions that return SVG markup on a square of 100 by 100. A Picture collects the figures it uses as
symbols, so that each is written once. Colours of paper and ink are CSS custom properties with a fallback, so that a page
can replace them and a file on its own looks right, too.
"""

from zoobox.drawing.picture import Part, Picture
from zoobox.drawing.svg import circle, group, line, path, rect, text

__all__ = ["Part", "Picture", "circle", "group", "line", "path", "rect", "text"]
