from pathlib import Path

from zoobox.testing import conformance

TestConformance = conformance("feeding-time", Path(__file__).parent)
