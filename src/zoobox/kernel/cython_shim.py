"""What the sources need of the `cython` module when Cython is not installed."""

from contextlib import nullcontext
from typing import Final

compiled: Final = False
nogil: Final = nullcontext()
gil: Final = nullcontext()
