from pathlib import Path

from zoobox.testing import conformance

TestConformance = conformance("night-at-the-zoo", Path(__file__).parent)
