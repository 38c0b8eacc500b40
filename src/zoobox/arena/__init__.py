"""Matches between bots, ratings and tests of strength."""
