from pathlib import Path

from zoobox.testing import conformance

TestConformance = conformance("zooloretto-dice", Path(__file__).parent)
