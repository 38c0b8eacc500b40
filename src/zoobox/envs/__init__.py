"""Environments for researchers: Gymnasium, PettingZoo, OpenSpiel, and many games at once."""
