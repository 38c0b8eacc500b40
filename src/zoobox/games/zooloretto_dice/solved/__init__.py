"""The two-player game solved: numbered states, exact evaluation of a round, a table of all values, and a network."""
