from pathlib import Path

from zoobox.testing import conformance

TestConformance = conformance("o-zoo-le-mio", Path(__file__).parent)
