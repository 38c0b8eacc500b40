"""The two-player game solved: its states numbered, a round folded exactly, a table of all values, and a network."""
