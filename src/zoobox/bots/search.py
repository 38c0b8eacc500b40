"""Monte Carlo tree search over what a seat can know.

Every simulation starts from a state in which everything the seat cannot know has been re-randomised (a deal), descends
a tree of decisions, plays on from the leaf, and propagates the result back. The tree is keyed by decisions and by what
chance produced, so one tree serves all deals. Where several seats decide at once, each has a branch of its own that
knows only its own decisions, so that no seat reacts to a decision that is still secret.

Nodes and edges are rows of flat arrays, so that compiled code walks them without the interpreter's lock.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.bots.layout import *
from zoobox.bots.network import Network
from zoobox.bots.values import Values
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the C library and the .pxd
    from math import exp, log, sqrt

    from zoobox.kernel.luck import draw


class Search:
    """One tree, the state it plays in, and the heuristics and network that guide it."""

    def __init__(
        self,
        state: State,
        heuristics: Heuristics,
        tuning: Any,
        network: Network | None = None,
        learned: Values | None = None,
    ) -> None:
        heuristics.check(state, 0)
        self.work = state.copy()
        self.heuristics = heuristics
        self.learned: Any = learned
        self.own_points = False
        if learned is not None:
            learned.check(state, 0)
            self.own_points = learned.own_points = tuning.own_points and learned.boards_apart
        self.learned_prior = tuning.learned_prior if learned is not None else 0.0
        self.looks_count = False
        self.look_unit = 1.0
        if learned is not None and self.learned_prior > 0.0:
            self.looks_count = not learned.boards_apart or state.players == 1 or self.own_points
            if learned.boards_apart:
                self.look_unit = 1.0 / learned.points_of_payoff
        self.network: Any = network
        self.recorder: Any = None
        self.rival: Any = None
        self.network_value = tuning.network_value if network is not None else 0.0
        self.network_prior = tuning.network_prior if network is not None else 0.0
        self.secret = False
        self.first_edge = NOWHERE
        self.players = state.players
        self.size = state.size
        self.luck = Luck(0)
        self.exploration = tuning.exploration
        self.sharpness = tuning.sharpness
        self.evenness = tuning.evenness
        self.breadth = tuning.breadth
        self.widening = tuning.widening
        self.contest = min(tuning.contest, MOST_CHOICES)
        self.cut = tuning.cut
        self.keenness = tuning.keenness
        self.margin = tuning.margin
        self.margin_scale = tuning.margin_scale
        self.memory = tuning.memory * BYTES_PER_MEGABYTE
        self.node_capacity = 0
        self.edge_capacity = 0
        self.node_store = bytearray()
        self.edge_store = bytearray()
        self.worth_store = bytearray()
        self.path_store = bytearray(3 * LONGEST_PATH * INT_BYTES)
        self.line_store = bytearray(2 * LONGEST_LINE * INT_BYTES)
        self.is_deterministic = tuning.plans and state.players == 1 and heuristics.choices_known
        self.scan_store = bytearray(2 * MOST_CHOICES * INT_BYTES)
        self.score_store = bytearray(2 * MOST_CHOICES * DOUBLE_BYTES)
        self.deal_store = bytearray()
        self.deal_count = 0
        if not cython.compiled:
            self.own = [NOWHERE] * MAX_SEATS
            self.values = [0.0] * MAX_SEATS
            self.totals = [0.0] * MAX_SEATS
            self.guesses = [0.0] * MAX_SEATS
        self.grow(FIRST_NODES, 8 * FIRST_NODES)
        self.reset(0)

    # Memory.

    def grow(self, nodes: int, edges: int) -> None:
        """Allocates that many nodes and edges."""
        nodes = max(nodes, self.node_capacity)
        edges = max(edges, self.edge_capacity)
        self.node_store = _longer(self.node_store, nodes * NODE * INT_BYTES)
        self.edge_store = _longer(self.edge_store, edges * EDGE * INT_BYTES)
        self.worth_store = _longer(self.worth_store, edges * WORTH * DOUBLE_BYTES)
        self.node_capacity = nodes
        self.edge_capacity = edges
        self.bind_arrays()

    def bind_arrays(self) -> None:
        """Points the typed views at the buffers."""
        if cython.compiled:
            self.nodes = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.node_store))
            self.edges = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.edge_store))
            self.worths = cython.cast(cython.p_double, cython.cast(cython.p_uchar, self.worth_store))
            self.path = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.path_store))
            self.line = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.line_store))
            self.scan = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.scan_store))
            self.scores = cython.cast(cython.p_double, cython.cast(cython.p_uchar, self.score_store))
            self.deals = cython.cast(cython.p_uchar, self.deal_store)
        else:
            self.nodes = memoryview(self.node_store).cast("i")
            self.edges = memoryview(self.edge_store).cast("i")
            self.worths = memoryview(self.worth_store).cast("d")
            self.path = memoryview(self.path_store).cast("i")
            self.line = memoryview(self.line_store).cast("i")
            self.scan = memoryview(self.scan_store).cast("i")
            self.scores = memoryview(self.score_store).cast("d")
            self.deals = self.deal_store

    def reserve(self, simulations: int) -> None:
        """Doubles the allocated memory before some simulations, up to the limit."""
        nodes = self.node_count + simulations * (self.players + 1)
        edges = self.edge_count + simulations * (self.players + 1) * min(self.breadth, 32)
        while (nodes > self.node_capacity or edges > self.edge_capacity) and 2 * self.bytes_held() <= self.memory:
            self.grow(2 * self.node_capacity, 2 * self.edge_capacity)

    def bytes_held(self) -> int:
        """The memory of the tree."""
        return len(self.node_store) + len(self.edge_store) + len(self.worth_store)

    def full(self) -> bool:
        """Whether the tree can grow no further."""
        return self.node_count >= self.node_capacity or self.edge_count + self.breadth > self.edge_capacity

    # Setting up.

    def reset(self, seat: int) -> None:
        """A new tree for a decision of that seat."""
        self.work.check_seat(seat)
        self.seat = seat
        self.node_count = 0
        self.edge_count = 0
        self.root = self.new_node(0)
        self.finished = 0
        for other in range(MAX_SEATS):
            self.totals[other] = 0.0
        self.clear_line()
        self.lowest = 1e30
        self.highest = -1e30
        self.deal_count = 0
        self.deal_store = bytearray()
        self.bind_arrays()

    def move_root(self, node: int) -> None:
        """Continues with a part of the tree, from a decision that follows."""
        self.check_node(node)
        self.root = node
        self.clear_line()
        self.deal_count = 0
        self.deal_store = bytearray()
        self.bind_arrays()

    def add_deal(self, state: State) -> None:
        """One more state to start simulations from."""
        self.heuristics.check(state, self.seat)
        self.deal_store = self.deal_store + state.snapshot()
        self.deal_count += 1
        self.bind_arrays()

    def clear_line(self) -> None:
        """Forgets the best line of play."""
        self.line_value = -1e30
        self.line_length = 0

    def best_line(self) -> tuple[float, list[int]]:
        """Alone, without luck: the best result of a simulation from here, and the choices that led to it."""
        return self.payoff(self.line_value), [self.line[LONGEST_LINE + index] for index in range(self.line_length)]

    def check_node(self, node: int) -> None:
        if not 0 <= node < self.node_count:
            raise IndexError(f"the tree has {self.node_count} nodes; there is no node {node}")

    def child_after(self, node: int, choice: int, key: int) -> int:
        """The node that follows a choice at a node, or NOWHERE."""
        self.check_node(node)
        first = self.nodes[node * NODE + FIRST]
        for edge in range(first, first + max(0, self.nodes[node * NODE + COUNT])):
            if self.edges[edge * EDGE + CHOICE] == choice:
                child = self.edges[edge * EDGE + CHILD]
                while child != NOWHERE and self.nodes[child * NODE + KEY] != key:
                    child = self.nodes[child * NODE + SIBLING]
                return int(child)
        return NOWHERE

    def decision_node(self) -> int:
        """The node of the searching seat's decision: the root, or its own branch of it where several decide at once."""
        if self.nodes[self.root * NODE + COUNT] != UNOPENED:
            return self.root
        branch: int = self.nodes[self.root * NODE + BRANCH]
        while branch != NOWHERE and self.nodes[branch * NODE + KEY] != self.seat:
            branch = self.nodes[branch * NODE + SIBLING]
        return self.root if branch == NOWHERE else branch

    def results(self) -> list[tuple[int, int, float]]:
        """The choices at the root: id, visits, mean payoff; what was never tried has the value 0."""
        if not self.own_points or self.players == 1:
            return self.raw_results()
        return [(choice, tried, self.chance(value) if tried else 0.0) for choice, tried, value in self.raw_results()]

    def raw_results(self) -> list[tuple[int, int, float]]:
        """`results` with the mean of what the search counts, which may be points."""
        node = self.decision_node()
        if self.nodes[node * NODE + COUNT] == UNOPENED:
            return []
        first = self.nodes[node * NODE + FIRST]
        found = []
        for edge in range(first, first + self.nodes[node * NODE + COUNT]):
            tried = self.edges[edge * EDGE + TRIED]
            value = self.payoff(self.worths[edge * WORTH + VALUE] / tried) if tried else 0.0
            found.append((self.edges[edge * EDGE + CHOICE], tried, value))
        return found

    def chance(self, value: float) -> float:
        """The seat's chance to win with its points, where points are what counts; the others have what they came to."""
        if self.deal_count > 0:
            for index in range(self.size):
                self.work.d[index] = self.deals[index]
        unit = self.learned.points_of_payoff / self.heuristics.spread()
        total = 0.0
        for other in range(self.players):
            if other != self.seat:
                total += exp((self.totals[other] / max(1, self.finished) - value) * unit)
        return 1.0 / (1.0 + total)

    def mean_values(self) -> list[float]:
        """What each seat came to, on average over all simulations since the tree was new."""
        return [self.totals[seat] / max(1, self.finished) for seat in range(self.players)]

    def payoff(self, value: float) -> float:
        """The payoff that counts as much as that value."""
        if self.keenness > 0.0 and self.players == 1 and value > 0.0:
            return float(1.0 + log(value) / self.keenness)
        return value

    def lead(self) -> int:
        """By how many visits the most tried choice at the root is ahead of the next."""
        tries = sorted((visits for _, visits, _ in self.raw_results()), reverse=True)
        if len(tries) < 2:
            return tries[0] if tries else 0
        return tries[0] - tries[1]

    # Simulations.

    def simulate(self, count: int, luck: Luck) -> None:
        """Runs that many simulations."""
        if self.deal_count == 0:
            raise ZooboxError("a search needs a state to start from: add_deal(state).")
        if luck is None:  # compiled, None passes for any type
            raise TypeError("simulations need a Luck")
        self.luck = luck
        self.heuristics.watch(self.work)
        if self.learned is not None:
            self.learned.watch(self.work)
        with cython.nogil:
            for _ in range(count):
                self.take_deal()
                self.moves = 0
                self.reveals = self.work.reveals
                self.finish(self.descend())
        self.heuristics.complain()

    def play_against(self, rival: Heuristics, count: int, luck: Luck) -> None:
        """Plays that many games from the deals as playouts, without a tree; other seats decide by the rival's weights.

        `mean_values` tells what each seat came to.
        """
        if self.deal_count == 0:
            raise ZooboxError("a search needs a state to start from: add_deal(state).")
        if luck is None or rival is None:  # compiled, None passes for any type
            raise TypeError("games against a rival need its heuristics and a Luck")
        rival.check(self.work, self.seat)
        self.luck = luck
        self.rival = rival
        self.heuristics.watch(self.work)
        rival.watch(self.work)
        with cython.nogil:
            for _ in range(count):
                self.take_deal()
                self.moves = 0
                self.reveals = self.work.reveals
                self.finish(0)
        self.rival = None
        self.heuristics.complain()
        rival.complain()

    def simulate_choice(self, choice: int, count: int, luck: Luck) -> None:
        """Runs simulations that all begin with that legal choice of the searching seat."""
        if self.deal_count == 0:
            raise ZooboxError("a search needs a state to start from: add_deal(state).")
        for index in range(self.size):
            self.work.d[index] = self.deals[index]
        if not self.work.is_legal_choice(self.seat, choice):
            raise self.work.game.refusal(self.work, self.seat, choice)
        if self.nodes[self.decision_node() * NODE + COUNT] == UNOPENED:
            self.simulate(1, luck)
        node = self.decision_node()
        first: int = self.nodes[node * NODE + FIRST]
        last = first + self.nodes[node * NODE + COUNT] - 1
        edge = first
        while edge < last and self.edges[edge * EDGE + CHOICE] != choice:
            edge += 1
        if self.edges[edge * EDGE + CHOICE] != choice:  # it was not among those that a node keeps
            self.edges[edge * EDGE + CHOICE] = choice
            self.edges[edge * EDGE + TRIED] = 0
            self.edges[edge * EDGE + CHILD] = NOWHERE
            self.worths[edge * WORTH + VALUE] = 0.0
        self.first_edge = edge
        try:
            self.simulate(count, luck)
        finally:
            self.first_edge = NOWHERE

    def take_deal(self) -> None:
        """Sets the working state to one of the deals, with a random generator of its own."""
        start = draw(self.luck.w, self.deal_count) * self.size
        for index in range(self.size):
            self.work.d[index] = self.deals[start + index]
        high = draw(self.luck.w, SEED_STEP)
        low = draw(self.luck.w, SEED_STEP)
        self.work.w[0] = (high << 33) ^ (low << 3) ^ 5
        high = draw(self.luck.w, SEED_STEP)
        low = draw(self.luck.w, SEED_STEP)
        self.work.w[1] = (high << 33) ^ (low << 3) | 1

    def descend(self) -> int:
        """Descends the tree and one step beyond; returns the length of the path."""
        at = self.root
        for seat in range(self.players):
            self.own[seat] = NOWHERE
        steps = 0
        grown = False
        secret = False
        while at != NOWHERE and not grown and steps < LONGEST_PATH:
            mask = self.work.seats_waiting()
            if mask == 0:
                break
            seat = self.next_seat(mask)
            secret = secret or mask != 1 << seat
            node = at
            if secret:
                if self.own[seat] == NOWHERE:
                    self.own[seat] = self.branch_of(at, seat)
                node = self.own[seat]
                if node == NOWHERE:
                    break
            if self.nodes[node * NODE + COUNT] == UNOPENED and not self.open_node(node, seat):
                break
            edge = self.select(node, seat) if steps > 0 or self.first_edge == NOWHERE else self.first_edge
            if edge == NOWHERE:
                break
            self.path[3 * steps] = node
            self.path[3 * steps + 1] = edge
            self.path[3 * steps + 2] = seat
            steps += 1
            reveals = self.work.reveals
            self.enact(seat, self.edges[edge * EDGE + CHOICE])
            key = 0
            if self.work.reveals != reveals:
                key = self.heuristics.chance_outcome()
            grown = self.nodes[node * NODE + COUNT] > 1 and self.edges[edge * EDGE + TRIED] == 0
            if not secret:
                at = self.child_of(edge, key)
                continue
            self.own[seat] = self.child_of(edge, key)
            if self.own[seat] == NOWHERE:
                break
            if mask == 1 << seat and (self.work.reveals != reveals or self.work.seats_waiting() != mask):
                at = self.after_secrets(seat, key)
                secret = False
        self.secret = secret
        return steps

    def enact(self, seat: int, choice: int) -> None:
        """Plays a choice and records it."""
        self.work.enact(seat, choice)
        if self.moves < LONGEST_LINE:
            self.line[self.moves] = choice
        self.moves += 1

    def keep_line(self) -> None:
        """Keeps what was just played as the best line, if it is reproducible and ended better than any before."""
        if self.moves > LONGEST_LINE or self.work.reveals != self.reveals or self.work.seats_waiting() != 0:
            return
        if self.values[0] <= self.line_value:
            return
        self.line_value = self.values[0]
        self.line_length = self.moves
        for index in range(self.moves):
            self.line[LONGEST_LINE + index] = self.line[index]

    def next_seat(self, mask: int) -> int:
        """The searching seat decides first among several; decisions of others are secret anyway."""
        if mask >> self.seat & 1:
            return self.seat
        seat = 0
        while not mask >> seat & 1:
            seat += 1
        return seat

    def after_secrets(self, seat: int, key: int) -> int:
        """The node where the common path continues once all seats have decided: below the searching seat's own."""
        node = self.own[seat]
        if self.own[self.seat] != NOWHERE:
            node = self.own[self.seat]
        node = self.branch_of(node, MAX_SEATS + key)
        for other in range(self.players):
            self.own[other] = NOWHERE
        return node

    def new_node(self, key: int) -> int:
        if self.node_count >= self.node_capacity:
            return NOWHERE
        node = self.node_count
        self.node_count += 1
        self.nodes[node * NODE + FIRST] = 0
        self.nodes[node * NODE + COUNT] = UNOPENED
        self.nodes[node * NODE + VISITS] = 0
        self.nodes[node * NODE + KEY] = key
        self.nodes[node * NODE + SIBLING] = NOWHERE
        self.nodes[node * NODE + BRANCH] = NOWHERE
        return node

    def child_of(self, edge: int, key: int) -> int:
        """The node below an edge for what chance produced; created if there is memory left."""
        child: int = self.edges[edge * EDGE + CHILD]
        while child != NOWHERE:
            if self.nodes[child * NODE + KEY] == key:
                return child
            child = self.nodes[child * NODE + SIBLING]
        child = self.new_node(key)
        if child != NOWHERE:
            self.nodes[child * NODE + SIBLING] = self.edges[edge * EDGE + CHILD]
            self.edges[edge * EDGE + CHILD] = child
        return child

    def branch_of(self, node: int, key: int) -> int:
        """The branch of one seat, or of what was revealed, at a node where several seats decide at once."""
        branch: int = self.nodes[node * NODE + BRANCH]
        while branch != NOWHERE:
            if self.nodes[branch * NODE + KEY] == key:
                return branch
            branch = self.nodes[branch * NODE + SIBLING]
        branch = self.new_node(key)
        if branch != NOWHERE:
            self.nodes[branch * NODE + SIBLING] = self.nodes[node * NODE + BRANCH]
            self.nodes[node * NODE + BRANCH] = branch
        return branch

    def open_node(self, node: int, seat: int) -> bool:
        """Creates the edges of a node: the choices with the highest priors, highest first, normalised to a sum of 1."""
        count = self.work.count_legal(seat)
        if count > MOST_CHOICES:
            count = MOST_CHOICES
        for index in range(count):
            self.scan[index] = self.work.nth_legal(seat, index)
        self.heuristics.prepare_priors(seat)
        if self.network_prior > 0.0:
            self.network.observe(self.work, seat, self.heuristics)
            self.network.prepare()
        kept = 0
        look = 0.0
        for index in range(count):
            if self.learned_prior > 0.0:
                self.learned.look_ahead(self.work, seat, self.scan[index], self.luck.w)
                score = self.learned_prior * self.learned.appeal(seat)
                look = self.learned.found[seat] * self.look_unit
            else:
                score = self.heuristics.prior(seat, self.scan[index])
            if self.network_prior > 0.0:
                score += self.network_prior * self.network.score(self.scan[index])
            place = kept
            if kept == self.breadth:
                if score <= self.scores[kept - 1]:
                    continue
                place = kept - 1
            else:
                kept += 1
            while place > 0 and self.scores[place - 1] < score:
                self.scores[place] = self.scores[place - 1]
                self.scores[MOST_CHOICES + place] = self.scores[MOST_CHOICES + place - 1]
                self.scan[MOST_CHOICES + place] = self.scan[MOST_CHOICES + place - 1]
                place -= 1
            self.scores[place] = score
            self.scores[MOST_CHOICES + place] = look
            self.scan[MOST_CHOICES + place] = self.scan[index]
        if self.edge_count + kept > self.edge_capacity:
            return False
        total = 0.0
        best = self.scores[0]
        for index in range(kept):
            self.scores[index] = exp((self.scores[index] - best) * self.sharpness)
            total += self.scores[index]
        first = self.edge_count
        self.edge_count += kept
        for index in range(kept):
            edge = first + index
            self.edges[edge * EDGE + CHOICE] = self.scan[MOST_CHOICES + index]
            self.edges[edge * EDGE + TRIED] = 0
            self.edges[edge * EDGE + CHILD] = NOWHERE
            self.worths[edge * WORTH + VALUE] = 0.0
            self.worths[edge * WORTH + LOOK] = self.scores[MOST_CHOICES + index]
            share = self.scores[index] / total
            self.worths[edge * WORTH + PRIOR] = self.evenness / kept + (1.0 - self.evenness) * share
        self.nodes[node * NODE + FIRST] = first
        self.nodes[node * NODE + COUNT] = kept
        return kept > 0

    def select(self, node: int, seat: int) -> int:
        """The edge to try next by the PUCT rule: good results, and high priors with few visits."""
        first: int = self.nodes[node * NODE + FIRST]
        count = self.nodes[node * NODE + COUNT]
        visits = self.nodes[node * NODE + VISITS]
        if count == 1:
            if self.heuristics.choices_known or self.work.is_legal(seat, self.edges[first * EDGE + CHOICE]):
                return first
            return NOWHERE
        limit = 1e9
        if self.widening > 0.0:
            limit = 2.0 + self.widening * sqrt(visits)
        low = self.lowest
        span = self.highest - low
        if span <= 0.0:
            span = 1.0
            low = 0.0
        mean = self.node_mean(first, count, low, span)
        pull = self.exploration * sqrt(visits + 1.0)
        best = NOWHERE
        best_score = -1e30
        for edge in range(first, first + count):
            if edge - first >= limit:
                break
            tried = self.edges[edge * EDGE + TRIED]
            score = mean
            if tried > 0:
                score = (self.worths[edge * WORTH + VALUE] / tried - low) / span
            elif self.looks_count:
                score = (self.worths[edge * WORTH + LOOK] - low) / span
            score += pull * self.worths[edge * WORTH + PRIOR] / (1.0 + tried)
            if score > best_score and (
                self.heuristics.choices_known or self.work.is_legal(seat, self.edges[edge * EDGE + CHOICE])
            ):
                best_score = score
                best = edge
        return best

    def node_mean(self, first: int, count: int, low: float, span: float) -> float:
        """The mean result of the choices tried so far; 0.5 before any was."""
        total = 0.0
        tried = 0
        for edge in range(first, first + count):
            total += self.worths[edge * WORTH + VALUE]
            tried += self.edges[edge * EDGE + TRIED]
        if tried == 0:
            return 0.5
        return (total / tried - low) / span

    def finish(self, steps: int) -> None:
        """Plays on from the leaf and adds the result along the path."""
        waiting = self.work.seats_waiting()
        noted = self.recorder is not None and waiting != 0 and self.recorder.count < self.recorder.room
        if noted:
            self.recorder.note(self.work, self.observer_of(waiting), self.heuristics)
        mixed = self.network_value > 0.0 and self.network_value < 1.0 and waiting != 0
        if mixed:
            self.ask_network(waiting)
        self.play_on()
        self.evaluate()
        if mixed:
            for seat in range(self.players):
                self.values[seat] += self.network_value * (self.guesses[seat] - self.values[seat])
        if noted:
            self.note_end()
        if self.is_deterministic:
            self.keep_line()
        self.finished += 1
        for seat in range(self.players):
            self.totals[seat] += self.values[seat]
        for step in range(steps):
            node = self.path[3 * step]
            edge = self.path[3 * step + 1]
            self.nodes[node * NODE + VISITS] += 1
            self.edges[edge * EDGE + TRIED] += 1
            self.worths[edge * WORTH + VALUE] += self.values[self.path[3 * step + 2]]

    def observer_of(self, waiting: int) -> int:
        """The seat whose view of a position is noted: who decides, or anybody while decisions are secret."""
        if self.secret:
            return draw(self.luck.w, self.players)
        return self.next_seat(waiting)

    def note_end(self) -> None:
        """What the noted position came to: values as they count here, and points ahead of the best other."""
        for seat in range(self.players):
            value = self.values[seat] if self.players > 1 else self.work.payoff(0)
            self.recorder.note_result(seat, value, self.lead_of(seat))
        self.recorder.keep()

    def ask_network(self, waiting: int) -> None:
        """Fills `guesses`: the view of who decides, or each seat's own view while there are secrets."""
        if self.secret:
            for seat in range(self.players):
                self.network.observe(self.work, seat, self.heuristics)
                self.network.judge()
                self.guesses[seat] = self.network.values[0]
            return
        seat = self.next_seat(waiting)
        self.network.observe(self.work, seat, self.heuristics)
        self.network.judge()
        for relative in range(self.players):
            self.guesses[(seat + relative) % self.players] = self.network.values[relative]
        if self.keenness > 0.0 and self.players == 1:
            self.guesses[0] = exp(self.keenness * (self.guesses[0] - 1.0))

    def play_on(self) -> None:
        """Plays decisions by small contests: of some choices drawn at random, the one with the highest prior."""
        left = self.cut
        if left < 0:
            left = LONGEST_PLAYOUT
        while left > 0:
            mask = self.work.seats_waiting()
            if mask == 0:
                return
            seat = self.next_seat(mask)
            count = self.work.count_legal(seat)
            if count > 1 and self.contest > 1:
                if self.rival is not None and seat != self.seat:
                    choice = self.rival.contest_winner(seat, count, self.contest, self.luck.w, self.scan)
                else:
                    choice = self.heuristics.contest_winner(seat, count, self.contest, self.luck.w, self.scan)
            elif count > 1:
                choice = self.work.nth_legal(seat, draw(self.luck.w, count))
            else:
                choice = self.work.nth_legal(seat, 0)
            self.enact(seat, choice)
            left -= 1

    def evaluate(self) -> None:
        """The value of the working state for each seat, from the end of the game, the network or the heuristics."""
        waiting = self.work.seats_waiting()
        if waiting == 0 and not self.own_points:
            for seat in range(self.players):
                self.values[seat] = self.work.payoff(seat)
            if self.margin > 0.0 and self.players > 1:
                self.blend_margins()
        elif self.learned is not None:
            self.learned.judge(self.work, self.heuristics)
            for seat in range(self.players):
                self.values[seat] = self.learned.shares[seat]
        elif self.network_value >= 1.0:
            self.ask_network(waiting)
            for seat in range(self.players):
                self.values[seat] = self.guesses[seat]
        else:
            self.heuristics.estimate_shares()
            for seat in range(self.players):
                self.values[seat] = self.heuristics.shares[seat]
        if self.keenness > 0.0 and self.players == 1 and (waiting == 0 or self.network_value < 1.0):
            self.values[0] = exp(self.keenness * (self.values[0] - 1.0))
        for seat in range(self.players):
            if self.values[seat] < self.lowest:
                self.lowest = self.values[seat]
            if self.values[seat] > self.highest:
                self.highest = self.values[seat]

    def blend_margins(self) -> None:
        """A large win counts a little more than a narrow one, so that a lost game is still played well."""
        for seat in range(self.players):
            lead = self.lead_of(seat)
            smooth = 0.5 + 0.5 * lead / (self.margin_scale + abs(lead))
            self.values[seat] = (1.0 - self.margin) * self.values[seat] + self.margin * smooth

    def lead_of(self, seat: int) -> float:
        """How many points the seat is ahead of the best other; alone, its points."""
        if self.players == 1:
            return self.work.points(0)
        lead = 1e30
        for other in range(self.players):
            if other != seat and self.work.points(seat) - self.work.points(other) < lead:
                lead = self.work.points(seat) - self.work.points(other)
        return lead


def _longer(store: bytearray, length: int) -> bytearray:
    grown = bytearray(length)
    grown[: len(store)] = store
    return grown
