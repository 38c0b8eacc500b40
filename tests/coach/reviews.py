"""Reads the English sentences of a review and decides from the record and the numbers of the review whether they hold.

Nothing here is shared with the coach. The result comes from the rules; luck, skill, accuracy and turning points are
computed once more from the list of judged decisions, as docs/coach.md describes them; what was judged exactly is looked
at once more by playing everything that can follow.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

from coach.reading import PEOPLE, WHO, names_in, seat_of
from zoobox.kernel.record import Replay
from zoobox.kernel.state import State

WORTH_NAMING = 0.02
TURNING_POINTS = 3
CLOSE = 1e-6
LOOKED_AT = 3000
"""Positions that are played through to see what an ending is worth."""
N = r"(-?\d+)"
SHARE = r"(brought|cost) (-?\d+)"
LABEL = r"“([^”]+)”"
VALUE = r"(\d+ points \([^)]+\)|\d+ spaces? left free|a full board, (?:nothing|\d+ spaces?) to spare)"


class TooMany(Exception):
    """More positions than are looked at."""


class ReviewReader:
    """Takes the summary of one review apart."""

    def __init__(self, again: Replay, report: dict[str, Any], said: list[str]) -> None:
        self.again = again
        self.report = report
        self.said = said
        self.game = again.game
        self.players = again.game.players
        self.end: State = again.state
        self.judged: list[dict[str, Any]] = report["all"]
        self.seats: list[dict[str, Any]] = report["seats"]
        self.wrong: list[str] = []
        self.kinds: list[str] = []
        self.states = self._replayed()
        count = len(self.end.past)
        self.light = [self.states[n + 1].reveals != self.states[n].reveals for n in range(count)]
        self.secret = [len(self.states[n].waiting) > 1 for n in range(count)]
        self.no_luck = not any(self.light)

    def _replayed(self) -> list[State]:
        """The state before each decision, and the last one."""
        state = self.again.at(0)
        states = [state.copy()]
        for seat, choice in self.end.past:
            state.apply(seat, choice)
            states.append(state.copy())
        return states

    def falsehoods(self) -> list[str]:
        """What is wrong with the numbers and with the sentences."""
        self._numbers()
        self._exact_ones()
        kept = [sentence for sentence in self.said if sentence not in map(_as_sentence, self.again.notes)]
        for sentence in kept:
            for pattern, check in CHECKS.items():
                match = re.fullmatch(pattern, sentence)
                if match:
                    self.kinds.append(check)
                    if not getattr(self, check)(*match.groups()):
                        self.wrong.append(f"{sentence!r} is false")
                    break
            else:
                self.wrong.append(f"nobody can check: {sentence!r}")
        self._complete_and_in_order()
        return self.wrong

    def _claim(self, true: bool, text: str) -> None:
        if not true:
            self.wrong.append(text)

    # The numbers.

    def _result(self) -> list[float]:
        """What the finished game was worth to each seat, by the places that the rules give."""
        standings = self.end.standings
        if self.players == 1:
            return [self.end.payoff_of(0)]
        first = sum(one.rank == 1 for one in standings)
        return [1 / first if one.rank == 1 else 0.0 for one in sorted(standings, key=lambda one: one.seat)]

    def _numbers(self) -> None:
        report, judged = self.report, self.judged
        with_choice = [n for n, (seat, _) in enumerate(self.end.past) if len(self.states[n].legal(seat)) > 1]
        self._claim(report["decisions"] == len(with_choice), "the number of decisions is wrong")
        self._claim([one["number"] for one in judged] == with_choice, "not every decision is judged, in order")
        for one in judged:
            at = f"decision {one['number'] + 1}"
            self._claim((one["seat"], one["chosen"]) == self.end.past[one["number"]], f"{at}: not what was decided")
            legal = self.states[one["number"]].legal(one["seat"])
            options = {option["choice"]: option for option in one["options"]}
            values = [option["value"] for option in one["options"]]
            alone = self.players == 1 and self.no_luck
            self._claim(set(options) | {one["best"]} <= set(legal), f"{at}: an option that is not legal")
            self._claim(alone or {one["best"], one["chosen"]} <= set(options), f"{at}: an option is not listed")
            self._claim(values == sorted(values, reverse=True), f"{at}: the options are out of order")
            self._claim(abs(one["best_value"] - one["value"] - one["lost"]) < CLOSE, f"{at}: the loss is wrong")
            self._claim(one["lost"] >= 0 and (one["lost"] == 0) == (one["best"] == one["chosen"]), f"{at}: the best")
            self._claim(one["random"] <= one["best_value"] + CLOSE, f"{at}: choosing at random is better than the best")
            self._claim(alone or one["lost"] == 0 or one["lost"] > one["error"], f"{at}: a loss within its error")
            self._claim(abs(one["chances"][one["seat"]] - one["best_value"]) < CLOSE, f"{at}: the chance is another")
            self._claim(self.players == 1 or abs(sum(one["chances"]) - 1) < CLOSE, f"{at}: chances do not add up")
            if one["line"]:
                self._claim(self._leads_to(one) == one["best_value"], f"{at}: the line does not lead there")
            if not alone:
                self._claim(abs(options[one["chosen"]]["value"] - one["value"]) < CLOSE, f"{at}: two values of one")
        if self.end.over:
            self._claim(report["result"] == self._result(), "the result is wrong")
            self._claim(report["chances"][-1] == self._result(), "the last chances are not the result")
        for one in judged:
            self._claim(report["chances"][one["number"]] == list(one["chances"]), "chances of another moment")
        for seat, told in enumerate(self.seats):
            for key, value in self._account(seat).items():
                self._claim(
                    told[key] == value or abs(told[key] - value) < CLOSE,
                    f"seat {seat}: {key} is {told[key]}, not {value}",
                )
            parts = told["start"] + told["luck"] + told["own"] + told["others"] + told["rest"]
            self._claim(abs(parts - told["result"]) < CLOSE, f"seat {seat}: luck and skill do not add up")

    def _after(self, one: dict[str, Any]) -> list[float]:
        """The chances after a decision: what it gave away is shared by the others."""
        after = list(one["chances"])
        for seat in range(self.players):
            after[seat] += -one["lost"] if seat == one["seat"] else one["lost"] / (self.players - 1)
        return after

    def _between(self) -> list[tuple[dict[str, Any], list[float], range]]:
        """For each decision: how chances changed from after it to before the next, and the decisions in between."""
        found = []
        for one, following in itertools.zip_longest(self.judged, self.judged[1:]):
            until = following["number"] if following else len(self.end.past)
            at_the_end = self._result() if self.end.over else self._after(one)
            later = following["chances"] if following else at_the_end
            changes = [then - now for then, now in zip(later, self._after(one), strict=True)]
            found.append((one, changes, range(one["number"], until)))
        return found

    def _account(self, seat: int) -> dict[str, float | None]:
        mine = [one for one in self.judged if one["seat"] == seat]
        lost = sum(one["lost"] for one in mine)
        by_chance = sum(max(0.0, one["best_value"] - one["random"]) for one in mine)
        others = sum(one["lost"] for one in self.judged if one["seat"] != seat) / max(1, self.players - 1)
        luck = rest = 0.0
        for _, changes, span in self._between():
            if any(self.light[n] or self.secret[n] for n in span):
                luck += changes[seat]
            else:
                rest += changes[seat]
        accuracy = max(0.0, 100 - 100 * lost / by_chance) if by_chance > 0 else 100.0
        return {
            "start": self.judged[0]["chances"][seat],
            "result": self._result()[seat] if self.end.over else self._after(self.judged[-1])[seat],
            "own": -lost,
            "others": others,
            "luck": luck,
            "rest": rest,
            "error": sum(one["error"] ** 2 for one in self.judged) ** 0.5,
            "accuracy": accuracy if mine else None,
            "decisions": len(mine),
        }

    def _leads_to(self, one: dict[str, Any]) -> float | None:
        """Alone: the result of the line that a judgement knows, which begins with the best choice."""
        state = self.states[one["number"]].copy()
        for choice in one["line"]:
            state.apply(0, choice)
        return state.payoff_of(0) if state.over and one["line"][0] == one["best"] else None

    # What was judged exactly.

    def _exact_ones(self) -> None:
        """Exact values agree with each other, with the result, and with everything that can follow."""
        exact = [one for one in self.judged if one["exact"]]
        for one, changes, span in self._between():
            following = next((other for other in exact if other["number"] == span.stop), None)
            if not one["exact"] or (following is None and span.stop < len(self.end.past)):
                continue
            if self._drew_luck(span) or (self.players == 1 and self.no_luck):
                continue
            if any(self.light[n] or self.secret[n] for n in span):
                continue  # what was hidden from one seat is not hidden from the next
            self._claim(
                max(map(abs, changes)) < CLOSE, f"decision {one['number'] + 1}: exact, and yet changed by {changes}"
            )
        for one in exact[-4:]:
            if self._others_decided_meanwhile(one["number"]):
                continue
            state = self.states[one["number"]]
            try:
                best = self._played_out(state, one["seat"], {"left": LOOKED_AT})
            except TooMany:
                continue
            self._claim(
                abs(best - one["best_value"]) < CLOSE,
                f"decision {one['number'] + 1}: exact {one['best_value']}, but it is {best}",
            )

    def _others_decided_meanwhile(self, number: int) -> bool:
        """Whether others have decided something that is not known yet: then the state is not what the seat knows."""
        seat = self.end.past[number][0]
        for earlier in range(number - 1, -1, -1):
            if self.light[earlier]:
                return False
            if self.secret[earlier] and self.end.past[earlier][0] != seat:
                return True
        return False

    def _drew_luck(self, span: range) -> bool:
        before, after = self.states[span.start], self.states[span.stop]
        return (before.word(0), before.word(1)) != (after.word(0), after.word(1))

    def _played_out(self, state: State, seat: int, looked: dict[str, int]) -> float:
        """What the position is worth to the seat, by playing everything; one decides at a time."""
        if state.over:
            return state.payoff_of(seat)
        looked["left"] -= 1
        if looked["left"] < 0 or len(state.waiting) > 1:
            raise TooMany
        actor = state.waiting[0]
        found = []
        for choice in state.legal(actor):
            after = state.copy()
            after.apply(actor, choice)
            if after.word(0) != state.word(0):
                raise TooMany
            found.append(self._played_out(after, seat, looked))
        return max(found) if actor == seat else min(found)

    # The sentences.

    def _won(self, name: str) -> bool:
        return [one.seat for one in self.end.standings if one.rank == 1] == [seat_of(name)] and self.end.over

    def _shared(self, people: str) -> bool:
        winners = sorted(one.seat for one in self.end.standings if one.rank == 1)
        return len(winners) > 1 and winners == names_in(people) and self.end.over

    def _alone(self, value: str) -> bool:
        standing = self.end.standings[0]
        return self.end.over and self.players == 1 and value == self._value_of_points(standing.points)

    def _value_of_points(self, points: int) -> str:
        if self.game.name == "new-york-zoo":
            free = standing_free(self.end)
            count = points if free == 0 else free
            words = f"{count} space{'' if count == 1 else 's'}"
            if free:
                return f"{words} left free"
            return f"a full board, {words if count else 'nothing'} to spare"
        title = next(one["title"] for one in self.game.components.entries("rating") if points >= one["points"])
        return f"{points} points ({title})"

    def _same_value(self, said: str, value: float) -> bool:
        """Whether the words stand for the value: half is a full board, or points as a part of 120."""
        number = int((re.search(r"\d+", said) or ["0"])[0])
        if "points" in said:
            title = next(one["title"] for one in self.game.components.entries("rating") if number >= one["points"])
            return abs(120 * value - number) <= 0.5 + CLOSE and said.endswith(f"({title})")
        if "left free" in said:
            return number > 0 and value < 0.5 and abs((0.5 - value) * 2 * 128 - number) <= 0.5 + CLOSE
        longest = self.game.contents.laps * len(self.game.contents.spaces)
        return value >= 0.5 and abs((value - 0.5) * 2 * longest - number) <= 0.5 + CLOSE

    def _start(self, name: str, start: str) -> dict[str, Any] | None:
        told = self.seats[seat_of(name)]
        return told if _same(start, told["start"]) else None

    def _account_words(self, name: str, start: str, *parts: str | None) -> bool:
        verb, luck, others, again, own, unsure, rest_verb, rest = parts
        told = self._start(name, start)
        return (
            told is not None
            and not self.no_luck
            and again == name
            and _same_share(verb, luck, told["luck"])
            and self._rest_of(told, others, own, unsure, rest_verb, rest)
        )

    def _account_without_luck(self, name: str, start: str, *parts: str | None) -> bool:
        others, again, own, unsure, rest_verb, rest = parts
        told = self._start(name, start)
        return (
            told is not None
            and self.no_luck
            and told["luck"] == 0
            and again == name
            and self._rest_of(told, others, own, unsure, rest_verb, rest)
        )

    def _rest_of(self, told: dict[str, Any], others: Any, own: Any, unsure: Any, verb: Any, rest: Any) -> bool:
        return (
            _same(others, told["others"])
            and _same(own, -told["own"])
            and _same(unsure or "0", 1.96 * told["error"])
            and _same_share(verb or "brought", rest or "0", told["rest"])
        )

    def _account_alone(self, verb: str, luck: str, own: str, unsure: Any, rest_verb: Any, rest: Any) -> bool:
        told = self.seats[0]
        return (
            not self.no_luck
            and _same_share(verb, luck, told["luck"], 120)
            and _same(own, -told["own"], 120)
            and _same(unsure or "0", 1.96 * told["error"], 120)
            and _same_share(rest_verb or "brought", rest or "0", told["rest"], 120)
        )

    def _account_start(self, value: str) -> bool:
        return not self.no_luck and self._same_value(value, self.seats[0]["start"])

    def _account_best(self, value: str) -> bool:
        """Possible, since nothing is random: at least what was reached."""
        start = self.seats[0]["start"]
        return self.no_luck and start >= self.end.payoff_of(0) - CLOSE and self._same_value(value, start)

    def _filled(self, number: str) -> bool:
        """Until that decision a full board could be reached, and not any more after it."""
        until = int(number) - 1
        ways = {one["number"]: one["best_value"] >= 0.5 for one in self.judged}
        later = [way for n, way in ways.items() if n > until]
        return self.no_luck and ways[until] and not any(later) and standing_free(self.end) > 0

    def _accuracy(self, name: str, accuracy: str) -> bool:
        told, number = self.seats[seat_of(name)], int(accuracy)
        if (number == 100) != (told["own"] == 0):
            return number == 99 and told["accuracy"] >= 99 and told["own"] < 0
        return abs(told["accuracy"] - number) <= (1.0 if number == 99 else 0.5) + CLOSE

    def _candidates(self) -> list[tuple[float, int, bool]]:
        """Everything that could be a turning point: how large, which decision, whether by luck."""
        found = []
        for one, changes, span in self._between():
            if one["lost"] >= WORTH_NAMING:
                found.append((one["lost"], one["number"], False))
            gain = max(changes) if self.players > 1 else abs(changes[0])
            if any(self.light[n] for n in span) and gain >= max(WORTH_NAMING, 2 * one["error"]):
                found.append((gain, one["number"], True))
        return found

    def _is_turning(self, number: int, by_luck: bool) -> float | None:
        """How large the change is; None if three others are larger."""
        found = self._candidates()
        size = next((size for size, at, luck in found if (at, luck) == (number, by_luck)), None)
        if size is None or sum(other > size + CLOSE for other, _, _ in found) >= TURNING_POINTS:
            return None
        return size

    def _at(self, number: str, chosen: str, best: str | None = None) -> dict[str, Any] | None:
        """The judgement of a decision, if it is the one that the labels tell."""
        one = next((one for one in self.judged if one["number"] == int(number) - 1), None)
        if one is None:
            return None
        labels = {choice.id: choice.label for choice in self.states[one["number"]].choices(one["seat"])}
        if labels[one["chosen"]] != chosen or (best is not None and (labels[one["best"]] != best or best == chosen)):
            return None
        return one

    def _turning_decision(self, number: str, name: str, chosen: str, points: str, best: str) -> bool:
        one = self._at(number, chosen, best)
        size = self._is_turning(int(number) - 1, False)
        return one is not None and size is not None and one["seat"] == seat_of(name) and _same(points, one["lost"])

    def _turning_luck(self, number: str, chosen: str, name: str, points: str) -> bool:
        one, size = self._at(number, chosen), self._is_turning(int(number) - 1, True)
        if one is None or size is None:
            return False
        changes = next(changes for other, changes, _ in self._between() if other is one)
        return _same(points, changes[seat_of(name)]) and changes[seat_of(name)] >= max(changes) - CLOSE

    def _turning_alone(self, number: str, chosen: str, value: str, best_value: str, best: str) -> bool:
        one = self._at(number, chosen, best)
        return (
            one is not None
            and self._is_turning(int(number) - 1, False) is not None
            and value != best_value
            and self._same_value(value, one["value"])
            and self._same_value(best_value, one["best_value"])
        )

    def _turning_expected(self, number: str, chosen: str, value: str, best: str, best_value: str) -> bool:
        return not self.no_luck and self._turning_alone(number, chosen, value, best_value, best)

    def _turning_alone_luck(self, number: str, chosen: str, value: str, best_value: str) -> bool:
        one = self._at(number, chosen)
        if one is None or self._is_turning(int(number) - 1, True) is None:
            return False
        changes = next(changes for other, changes, _ in self._between() if other is one)
        return self._same_value(value, one["value"] + changes[0]) and self._same_value(best_value, one["value"])

    def _no_turning(self) -> bool:
        return not self._candidates()

    def _exact(self, count: str, total: str) -> bool:
        exact = sum(one["exact"] for one in self.judged)
        return (exact, len(self.judged)) == (int(count), int(total))

    def _not_exact(self, count: str, total: str) -> bool:
        return self._exact(str(int(total) - int(count)), total)

    def _unfinished(self) -> bool:
        return not self.end.over and bool(self.end.past)

    # The whole.

    def _complete_and_in_order(self) -> None:
        """The three largest changes are told, in the order of the game; an ending is told; each seat has its lines."""
        told = [
            (int(one[1]), "came to light" in text) for text in self.said if (one := re.match(r"Decision (\d+)", text))
        ]
        numbers = [number for number, _ in told]
        self._claim(numbers == sorted(numbers), "turning points are out of order")
        self._claim(len(set(told)) == len(told), "a turning point is told twice")
        self._claim(len(told) == min(TURNING_POINTS, len(self._candidates())), "not all turning points are told")
        points = [(one["number"] + 1, one["by_luck"]) for one in self.report["turning_points"]]
        self._claim(points == told, "the turning points of the numbers are not those of the words")
        counts = {kind: self.kinds.count(kind) for kind in set(self.kinds)}
        ended = sum(counts.get(kind, 0) for kind in ("_won", "_shared", "_alone"))
        self._claim(ended == self.end.over, "the result is not told once")
        mine = [seat for seat in range(self.players) if any(one["seat"] == seat for one in self.judged)]
        self._claim(counts.get("_accuracy", 0) == len(mine), "an accuracy is missing")


def standing_free(state: State) -> int:
    """New York Zoo alone: spaces of the board that are still free."""
    breakdown = state.standings[0].breakdown
    return int(breakdown.get("left", breakdown.get("free", 0)))


def _as_sentence(note: str) -> str:
    return note[:1].upper() + note[1:] + ("" if note.endswith(".") else ".")


def _same(said: str, value: float, scale: float = 100) -> bool:
    return abs(int(said) - scale * value) <= 0.5 + CLOSE


def _same_share(verb: str, said: str, value: float, scale: float = 100) -> bool:
    return _same(said, value if verb == "brought" else -value, scale)


UNSURE = rf"(?: \(give or take {N}\))?"
REST = rf"(?: Errors of the judge {SHARE}\.)?"
OWN = rf"he decisions of others brought {N}, and {WHO}'s own gave away {N} percentage points{UNSURE}\.{REST}"
CHECKS: dict[str, str] = {
    rf"{WHO} won\.": "_won",
    rf"{PEOPLE} share the win\.": "_shared",
    rf"The result: {VALUE}\.": "_alone",
    rf"{WHO} began with a chance of {N} %\. Luck \(dice, deals and what was hidden\) {SHARE}, t{OWN}": "_account_words",
    rf"{WHO} began with a chance of {N} %\. T{OWN}": "_account_without_luck",
    rf"At the start, this could be expected: {VALUE}\.": "_account_start",
    rf"Luck {SHARE} points?, decisions gave away {N} points?(?: \(give or take {N} points?\))?\."
    rf"(?: Errors of the judge {SHARE} points?\.)?": "_account_alone",
    rf"With the best decisions known, it would have been: {VALUE}\.": "_account_best",
    rf"You could have filled the board: from decision {N} on a way to the goal is known\.": "_filled",
    rf"Accuracy of {WHO}: {N} \(100 gives nothing away, 0 is choosing at random\)\.": "_accuracy",
    rf"Decision {N}, {WHO}: {LABEL} gave away {N} percentage points; better: {LABEL}\.": "_turning_decision",
    rf"Decision {N}: what came to light after {LABEL} brought {WHO} {N} percentage points\.": "_turning_luck",
    rf"Decision {N}: after {LABEL} the best known result is: {VALUE}\. Before it was: {VALUE}; {LABEL} keeps it\.": (
        "_turning_alone"
    ),
    rf"Decision {N}: after {LABEL} this can be expected: {VALUE}\. With {LABEL} it is: {VALUE}\.": "_turning_expected",
    rf"Decision {N}: after what came to light with {LABEL}, this can be expected: {VALUE}\. Before it was: {VALUE}\.": (
        "_turning_alone_luck"
    ),
    r"No single moment decided the game\.": "_no_turning",
    rf"{N} of {N} decisions were judged exactly\.": "_exact",
    rf"{N} of {N} decisions were judged by search; the interval tells how sure that is\.": "_not_exact",
    rf"{N} of {N} decisions were judged by the network of the solved game; its values are right "
    r"to about a thousandth\.": "_not_exact",
    r"The game was not finished: it is reviewed as far as it goes\.": "_unfinished",
}
