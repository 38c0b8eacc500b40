"""Learning by self-play: samples from games of the search, networks fitted to them, and tests that decide."""
