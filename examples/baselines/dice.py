"""Learns the dice game for two with MaskablePPO; the goal is half of the wins against the keeper in 30 minutes.

    pip install "zoobox[lab]" sb3-contrib
    python examples/baselines/dice.py --minutes 30 --threads 2 --out curves

The network sees zeros and ones (`encoding="onehot"`) and plays against a pool of levels, at a random seat. The reward
is the result of the game. `--minutes` counts processor time.
"""

import argparse

from ppo import Baseline, run

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60, help="processor time: 60 are 30 minutes of two cores")
    parser.add_argument("--every", type=float, default=2, help="minutes between two measurements")
    parser.add_argument("--games", type=int, default=200, help="games of each measurement")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", default="curves")
    run(Baseline("zooloretto-dice", opponents=("trainee", "keeper", "keeper")), parser.parse_args())
