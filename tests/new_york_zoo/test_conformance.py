from pathlib import Path

from zoobox.testing import conformance

TestConformance = conformance("new-york-zoo", Path(__file__).parent)
