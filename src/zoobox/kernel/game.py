"""The Game: which components, how many seats, which variant and settings. It is immutable; States come from it."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from zoobox.kernel import chance
from zoobox.kernel import record as records
from zoobox.kernel import tables as number_tables
from zoobox.kernel import undo as undo_rules
from zoobox.kernel.choice import Choice, ChoiceTable, Description, LogLine, Setting, SoloResult, Standing
from zoobox.kernel.components import Components
from zoobox.kernel.encoding import Encoding, Planes
from zoobox.kernel.errors import BadPosition, BadSetting, IllegalChoice, MalformedChoice, NotYourTurn, UnknownGame
from zoobox.kernel.event import Event, visible
from zoobox.kernel.fields import BY_HAND, check_plain, leaves_out
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.integers import whole_number, whole_seed
from zoobox.kernel.ledger import FIRST_LANGUAGE, Rule, introduction, ledger
from zoobox.kernel.luck import Luck
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.origin import decide
from zoobox.kernel.state import State
from zoobox.kernel.text import POINTS, Catalogue, Phrase, Seat

if TYPE_CHECKING:
    from zoobox.kernel.player import Level
    from zoobox.kernel.solver import Solver

SEED_BITS = 48
DEALS_FOR_CONSEQUENCES = 24
LONGEST_NOTATION = 200
"""More characters than any choice is written with; what is longer names nothing."""


class Choices(Protocol):
    """A game's module `choices.py`: what a choice id means, and its notation both ways."""

    def describe(self, state: Any, seat: int, choice: int) -> Description:
        """What the id means at this decision, legal or not."""

    def parse(self, state: Any, seat: int, text: str) -> int | tuple[Phrase, str] | None:
        """The choice that a notation names at this decision, legal or not; None when it names nothing.

        For something that can be named but has no number, as it can never be chosen: the reason and the rule.
        """


class Events(Protocol):
    """A game's module `events.py`: what a choice did."""

    def events(self, before: Any, seat: int, choice: int, after: Any) -> list[Event]:
        """What happened between the two states, in order, with everything hidden included."""

    def targets(self, event: Event) -> tuple[str, ...]:
        """Ids of the elements in the picture that an event is about."""


class Words(Protocol):
    """A game's module `words.py`: choices, events, questions and refusals as sentences."""

    def label(self, state: Any, seat: int, choice: Description) -> Phrase:
        """The choice as a sentence."""

    def prompt(self, state: Any, seat: int) -> Phrase:
        """What is asked of the seat now."""

    def refusal(self, state: Any, seat: int, choice: int) -> tuple[Phrase, str]:
        """Why a choice is not legal now, and the ledger id of the rule."""

    def decision_rule(self, state: Any, seat: int) -> str:
        """The ledger id of the rule that requires the current decision."""

    def say(self, event: Event) -> Phrase:
        """The log line of an event."""


class Facts(Protocol):
    """A game's module `facts.py`: what a choice means before anything happens, for hints. A game may do without.

    It may also have `REPLACED`: kinds of events that need not be told beside its facts; `REVEALED`: kinds of secret
    choices that everybody knows once they are revealed; and `OTHERS_DO_NOT_MATTER`: whether what others decide in
    between changes nothing of what a seat can do.
    """

    def facts(self, state: Any, seat: int, choice: int) -> list[Event]:
        """What a legal choice means to the seats, made from what its seat knows."""

    def alike(self, state: Any, seat: int, choice: int) -> object:
        """Equal for choices that are the same thing, such as two empty trucks."""

    def say(self, fact: Event) -> Phrase:
        """The fact as a sentence."""


class Positions(Protocol):
    """A game's module `position.py`: states as plain dicts."""

    def position(self, state: Any) -> dict[str, Any]:
        """Everything."""

    def restore(self, game: Any, position: Mapping[str, Any]) -> Any:
        """The inverse; raises BadPosition."""

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """All that the seat may know."""

    def redeal(self, state: Any, seat: int | None, luck: Luck) -> None:
        """Re-randomises, in place, what the seat cannot know."""

    def breakdown(self, state: Any, seat: int) -> dict[str, int]:
        """The lines of the score sheet."""


class Board(Protocol):
    """A game's module `board.py`: pictures of a view."""

    def svg(self, game: Any, view: Mapping[str, Any], language: str, form: str) -> str:
        """The picture, for a `wide` or a `narrow` screen."""

    def text(self, game: Any, view: Mapping[str, Any], language: str) -> str:
        """The picture for a terminal."""


class Game(ABC):
    """One configuration of one game. Two games are equal when all of it is equal."""

    name: ClassVar[str]
    title: ClassVar[str]
    prefix: ClassVar[str]
    """What the ids of its rules begin with."""
    rules_version: ClassVar[int] = 1
    variants: ClassVar[Mapping[int, tuple[str, ...]]]
    """The variants for each player count, the usual one first."""
    offered_settings: ClassVar[tuple[Setting, ...]] = ()
    tile_choices: ClassVar[tuple[str, ...]] = ()
    """Kinds of choices that bring a tile, which may be tried on the board before."""
    folder: ClassVar[Path]
    choice_table: ChoiceTable
    """What each choice id means without a state; of the class, or of the game where its components count."""
    choice_module: ClassVar[Choices]
    event_module: ClassVar[Events]
    words: ClassVar[Words]
    fact_module: ClassVar[Facts | None] = None
    positions: ClassVar[Positions]
    board: ClassVar[Board]
    texts: ClassVar[Catalogue]
    levels: ClassVar[Sequence[Level]] = ()
    """Levels of bots that only this game has."""
    solver: ClassVar[Solver | None] = None
    """Exact values of its states, where the game can be solved."""
    points_add_up: ClassVar[bool] = True
    """Whether the points are the sum of the lines of the score sheet; False where a sheet counts something else."""
    tables: Any = None
    """What the rules look up and never changes (sizes, masks, costs): one object that all states refer to."""
    made = False
    """Whether it is complete; from then on no attribute can be set."""

    def __init__(
        self,
        players: int | None = None,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        components: Components | None = None,
    ) -> None:
        self.players = self._check_players(players)
        self.variant = self._check_variant(variant)
        self.settings: Mapping[str, Any] = MappingProxyType(self._check_settings(settings or {}))
        self.components = components or self._own_box()
        self.open_box()
        self.made = True

    def __setattr__(self, name: str, value: object) -> None:
        if self.made:
            raise AttributeError(f"a game is immutable, so {name} cannot be set; make another with zoobox.game(...)")
        super().__setattr__(name, value)

    # What a game supplies.

    @abstractmethod
    def open_box(self) -> None:
        """Checks the components and builds the tables the rules work with; raises BadComponents."""

    @property
    @abstractmethod
    def choice_count(self) -> int:
        """Choice ids are 0 to choice_count - 1."""

    @abstractmethod
    def blank(self) -> State:
        """A state with nothing in it."""

    @abstractmethod
    def observation_spec(self) -> ObservationSpec:
        """The numbers that a seat may know, for learning: the module `observation.py`."""

    def observation_board(self) -> Planes | None:
        """How the planes of the boards are drawn from an observation; None for a game without boards."""
        return None

    @abstractmethod
    def set_up(self, state: Any) -> None:
        """Sets the game up on a blank state whose luck is seeded."""

    def unreachable(self, state: Any) -> str | None:
        """Why play cannot have led to a state that `restore` accepts, in a sentence; None where it can have."""
        return None

    # What bots know.

    @classmethod
    @cache
    def heuristics_class(cls) -> type[Heuristics]:
        """`HEURISTICS` of the game's module `heuristics.py`; without one, heuristics that know only the score sheet."""
        module = f"{cls.__module__}.heuristics"
        spec = None
        with suppress(ModuleNotFoundError):  # a game that is one module, not a package
            spec = find_spec(module)
        found: type[Heuristics] = import_module(module).HEURISTICS if spec else Heuristics
        return found

    def heuristics(self, weights: Mapping[str, float] | None = None) -> Heuristics:
        """New heuristics for this game, with other weights if they are given."""
        return self.heuristics_class()(self, weights)

    # Playing.

    def start(self, seed: int | None = None) -> State:
        """A new game. The same seed gives the same game; without one it is drawn."""
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        seed = whole_seed(seed)
        state = self.blank()
        state.seed_luck(seed)
        self.set_up(state)
        state.reveals = 0
        state.origin = seed
        return state

    def outcomes(self, state: State, seat: int, choice: int | str | Choice) -> list[chance.Result]:
        """All that a choice can lead to, each with its probability; raises ZooboxError where that is too much."""
        return chance.results(chance.Chance(self, state, seat, self.find(state, seat, choice)))

    def drawn_name(self, place: int, outcome: int) -> str:
        """What is drawn there, in the game's words; place -1 is a number that is not kept."""
        return str(outcome)

    def restore(self, position: Mapping[str, Any]) -> State:
        """The state that a position describes; raises BadPosition for one that cannot be.

        A position that is whole must be one that play can lead to. One written by hand leaves fields out, or says so in
        a field of its own: it need only be one that can be played on.
        """
        if not isinstance(position, Mapping):
            raise BadPosition(f"a position is a table of named fields, not {type(position).__name__}")
        check_plain(position)
        given = {name: value for name, value in position.items() if name != BY_HAND}
        if not isinstance(position.get(BY_HAND, True), bool):
            raise BadPosition(f"position: {BY_HAND} should be true or false, not {position[BY_HAND]!r}")
        state: State = self.positions.restore(self, given)
        state.origin = self.position(state)
        if BY_HAND in state.origin and not position.get(BY_HAND) and not leaves_out(given, state.origin):
            raise BadPosition(f"position: {self.unreachable(state)}")
        return state

    def record(self, state: State, names: Sequence[str] = (), salt: str = "") -> str:
        """The finished or running game as text; a salt adds the commitment to its seed."""
        return records.write(self, state, names, salt)

    def undo(self, state: State, seat: int, bots: Sequence[int] = ()) -> State:
        return undo_rules.undo(self, state, seat, bots)

    # Words.

    def choices(self, state: State, seat: int, language: str = "en") -> list[Choice]:
        number = whole_number(seat)
        legal = state.legal(number) if number is not None and number in state.waiting else []
        return [self.choice(state, seat, choice, language) for choice in legal]

    def choice(self, state: State, seat: int, choice: int, language: str = "en") -> Choice:
        """One choice in words, legal or not."""
        found = self.choice_module.describe(state, seat, choice)
        phrase = self.words.label(state, seat, found)
        return Choice(
            id=choice,
            notation=found.notation,
            label=self.texts.say(phrase, language),
            rule=found.rule,
            kind=found.kind,
            parts=found.parts,
            targets=found.targets,
            cells=found.cells,
            phrase=phrase,
        )

    def describe(self, choice: int) -> dict[str, Any]:
        """What a choice id means in every position: kind, parts, notation and rule."""
        return number_tables.describe(self, choice)

    def choice_kinds(self) -> list[dict[str, Any]]:
        """Every kind of choice with its ids, as a table."""
        return number_tables.choice_kinds(self)

    def observation_table(self) -> list[dict[str, Any]]:
        """Every field of an observation with its range and meaning, as a table."""
        return number_tables.observation_table(self)

    @cache  # noqa: B019, games are few
    def encoding(self, name: str) -> Encoding:
        """One of the forms of an observation for networks: `raw`, `onehot` or `planes`."""
        return Encoding(self, name)

    def learning_version(self) -> str:
        """A name for what a network was trained on: it changes with the observation, the ids and the rules."""
        return number_tables.learning_version(self)

    def notation(self, state: State, seat: int, choice: int) -> str:
        """What a person types for a choice."""
        return self.choice_module.describe(state, seat, choice).notation

    def parse(self, state: State, seat: int, text: str) -> int | tuple[Phrase, str] | None:
        """The choice that a notation names, legal or not; None when it names nothing."""
        return self.choice_module.parse(state, seat, text)

    def find(self, state: State, seat: int, choice: int | str | Choice) -> int:
        """The id of a legal choice named by notation, Choice or id; raises IllegalChoice."""
        if whole_number(seat) not in state.waiting:
            raise self.refusal(state, seat, -1)
        if isinstance(choice, Choice):
            choice = choice.id
        if isinstance(choice, str):
            named = self.parse(state, seat, choice.strip()) if len(choice) <= LONGEST_NOTATION else None
            if named is None:
                raise self._malformed(state, seat, choice)
            if isinstance(named, tuple):
                raise self._refused(*named)
            choice = named
        found = whole_number(choice)
        if found is None:
            raise self._malformed(state, seat, str(choice))
        if not state.is_legal_choice(seat, found):
            raise self.refusal(state, seat, found)
        return found

    def play(self, state: State, seat: int, choice: int | str | Choice) -> list[LogLine]:
        found = self.find(state, seat, choice)
        before = state.copy()
        decide(state, seat, found)
        return self.log(before, seat, found, state, seat)

    def log(
        self,
        before: State,
        seat: int,
        choice: int,
        after: State,
        viewer: int | None,
        language: str = "en",
        names: Sequence[str] = (),
    ) -> list[LogLine]:
        """What the viewer sees happen when a choice leads from one state to the next."""
        lines = []
        for event in self.events(before, seat, choice, after, viewer):
            phrase = self.words.say(event)
            text = self.texts.say(phrase, language, names)
            lines.append(LogLine(text, event.rule, phrase, event, self.event_targets(event)))
        return lines

    def event_targets(self, event: Event) -> tuple[str, ...]:
        """Ids of the elements in the picture that an event is about."""
        return self.event_module.targets(event)

    def consequences(self, state: State, seat: int, choice: int) -> list[Event]:
        """What a legal choice leads to, as far as the rules and what the seat knows determine it.

        The choice, and whatever is forced after it, is carried out on several copies in which everything that the seat
        cannot know was dealt differently; what happens in all of them is certain.
        """
        certain, lucky = self._carried_out(state.redeal(seat, Luck(0)), seat, choice)
        if lucky:
            for number in range(1, DEALS_FOR_CONSEQUENCES):
                other, _ = self._carried_out(state.redeal(seat, Luck(number)), seat, choice)
                certain = _common_start(certain, other)
        return certain

    def state_with_tile(self, state: State, seat: int, choice: int) -> State | None:
        """The state in which the seat places a tile that a choice brings; None if it brings none, or not for certain.

        Everything that the seat cannot know is dealt anew in it.
        """
        after = state.redeal(seat, Luck(0))
        reveals, forced = after.reveals, choice
        while True:
            after.apply(seat, forced)
            if after.waiting != (seat,) or after.reveals != reveals:
                return None
            legal = after.legal(seat)
            if any(self.choice_module.describe(after, seat, found).cells for found in legal):
                return after
            if len(legal) != 1:
                return None
            forced = legal[0]

    def _carried_out(self, state: State, seat: int, choice: int) -> tuple[list[Event], bool]:
        """What happens, and whether luck was drawn or something hidden came to light on the way."""
        happened = []
        reveals = state.reveals
        forced = [choice]
        while len(forced) == 1:
            before = state.copy()
            state.apply(seat, forced[0])
            happened += self._certain_events(before, seat, forced[0], state)
            forced = state.legal(seat) if state.waiting == (seat,) and state.reveals == reveals else []
        return happened, state.reveals != reveals

    def _certain_events(self, before: State, seat: int, choice: int, after: State) -> list[Event]:
        """What happened, without what others did in secret and what follows from that: the seat cannot know it yet."""
        happened = self.event_module.events(before, seat, choice, after)
        if any(event.unless not in (None, seat) for event in happened):
            return [event for event in happened if event.only == seat]
        return visible(happened, seat)

    def is_forced(self, state: State, seat: int) -> bool:
        """Whether it makes no difference what the seat chooses: it has one choice, and nothing comes to light by it.

        A game may know of more such questions; whoever answers them for a player takes the first choice.
        """
        legal = state.legal(seat)
        if len(legal) != 1:
            return False
        after = state.copy()
        after.apply(seat, legal[0])
        return after.reveals == state.reveals

    def why_not(self, state: State, seat: int, targets: Sequence[str]) -> IllegalChoice | None:
        """Why elements of the picture cannot be chosen now; None where they stand for nothing that is asked."""
        wanted = set(targets)
        kinds = {self.choice_module.describe(state, seat, choice).kind for choice in state.legal(seat)}
        other = None
        for choice in range(self.choice_count):
            found = self.choice_module.describe(state, seat, choice)
            if wanted != set(found.targets) and not (len(wanted) == 1 and wanted <= set(found.targets)):
                continue
            if state.is_legal_choice(seat, choice):
                return None
            if found.kind in kinds:
                return self.refusal(state, seat, choice)
            other = choice if other is None else other
        return None if other is None else self.refusal(state, seat, other)

    def events(self, before: State, seat: int, choice: int, after: State, viewer: int | None) -> list[Event]:
        """What happened, as far as the viewer may know it; `None` is a spectator."""
        return visible(self.event_module.events(before, seat, choice, after), viewer)

    def prompt(self, state: State, seat: int | None, language: str = "en") -> str:
        if state.over or seat is None or seat not in state.waiting:
            return ""
        return self.texts.say(self.words.prompt(state, seat), language)

    def refusal(self, state: State, seat: int, choice: int) -> IllegalChoice:
        """The error for a choice that is not legal now."""
        turn_rule = f"{self.prefix}.turn.order"
        if state.over:
            return NotYourTurn(self.texts.say(Phrase("turn.over")), turn_rule, Phrase("turn.over"))
        if whole_number(seat) not in range(self.players):
            return NotYourTurn(f"There is no seat {seat}: the seats are 0 to {self.players - 1}.", turn_rule)
        if seat not in state.waiting:
            others = [Seat(other) for other in state.waiting]
            phrase = Phrase("turn.of_others", seat=Seat(seat), others=others)
            return NotYourTurn(self.texts.say(phrase), turn_rule, phrase)
        if whole_number(choice) not in range(self.choice_count):
            return self._malformed(state, seat, str(choice))
        return self._refused(*self.words.refusal(state, seat, choice))

    def _refused(self, phrase: Phrase, rule: str) -> IllegalChoice:
        return IllegalChoice(self.texts.say(phrase), rule, phrase)

    def _malformed(self, state: State, seat: int, text: str) -> MalformedChoice:
        legal = state.legal(seat)
        some = ", ".join(self.notation(state, seat, choice) for choice in legal[:4])
        more = f" and {len(legal) - 4} more" if len(legal) > 4 else ""
        return MalformedChoice(
            f"{text[:60]!r} is no choice here; possible: {some}{more}.", self.words.decision_rule(state, seat)
        )

    # Views and pictures.

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        if seat is not None and whole_number(seat) not in range(self.players):
            raise BadPosition(f"there is no seat {seat!r}: the seats are 0 to {self.players - 1}, or None to watch")
        return self.positions.view(state, seat)

    def position(self, state: State) -> dict[str, Any]:
        """Everything; of a state that can only come from a position written by hand, also that."""
        told = self.positions.position(state)
        return {**told, BY_HAND: True} if self.unreachable(state) else told

    def redeal(self, state: State, seat: int | None, luck: Luck) -> None:
        if seat is not None and seat not in range(self.players):
            raise BadPosition(f"there is no seat {seat!r}: the seats are 0 to {self.players - 1}, or None to watch")
        self.positions.redeal(state, seat, luck)

    def standings(self, state: State, with_breakdown: bool = True) -> list[Standing]:
        """Rank and points of every seat and, unless it is not wanted, the lines of its score sheet."""
        scores = [state.score_of(seat) for seat in range(self.players)]
        best_first = sorted(scores, reverse=True)
        return [
            Standing(
                seat=seat,
                rank=1 + best_first.index(scores[seat]),
                points=state.points_of(seat),
                breakdown=self.positions.breakdown(state, seat) if with_breakdown else {},
                result=self.solo_result(state) if self.players == 1 and state.over else None,
            )
            for seat in range(self.players)
        ]

    def solo_result(self, state: State) -> SoloResult | None:
        """How a finished game played alone ended; a game that can be played alone says so."""
        return None

    def all_is_known(self, state: State, seat: int) -> bool:
        """Whether the seat knows everything that can still matter: nothing random, nothing hidden is left."""
        return False

    def each_for_itself(self, state: State) -> bool:
        """Whether what each seat will have in the end depends on its own decisions alone from here on."""
        return False

    def spoken_result(self, standing: Standing, language: str = "en") -> str:
        """How a solo game ended, in words; nothing for any other game."""
        return self.texts.say(standing.result.phrase, language) if standing.result else ""

    def spoken_points(self, standing: Standing, language: str = "en") -> str:
        """How far a seat has come, in words: points, unless the game counts something else."""
        key = f"points.{next(iter(standing.breakdown), '')}"
        if key in self.texts.texts:
            return self.texts.say(Phrase(key, count=abs(standing.points)), language)
        one, several = POINTS[language]
        return f"{standing.points} {one if standing.points == 1 else several}"

    def short_points(self, points: int, language: str = "en") -> str:
        """Points in a word or two, for the axis of a chart: a number, unless the game counts something else."""
        key = "axis.none" if points == 0 else "axis.above" if points > 0 else "axis.below"
        return self.texts.say(Phrase(key, count=abs(points)), language) if key in self.texts.texts else str(points)

    def spoken_value(self, value: float, language: str = "en") -> str:
        """What a position is worth to a seat: its chance to win; alone, the expected result in the game's own terms."""
        if self.players > 1:
            return f"{100 * value:.0f} %"
        return self.texts.say(self.payoff_words(value), language)

    def payoff_words(self, payoff: float) -> Phrase:
        """Alone: the result that a payoff stands for."""
        return Phrase("value.payoff", payoff=f"{payoff:.2f}")

    def change_words(self, change: float) -> Phrase | None:
        """Alone: what a difference of payoffs stands for; None where results are not on one scale."""
        return None

    def svg(self, view: Mapping[str, Any], language: str = "en", form: str = "wide") -> str:
        """The picture of a view, for a `wide` or a `narrow` screen."""
        return self.board.svg(self, view, language, form)

    def text(self, view: Mapping[str, Any], language: str = "en") -> str:
        return self.board.text(self, view, language)

    # Configuration.

    @classmethod
    def ledger(cls, language: str = FIRST_LANGUAGE) -> dict[str, Rule]:
        """The rules by id, in the order of the page; in English where there is no page in the language."""
        return ledger(cls.name, language, cls.folder)

    @classmethod
    def introduction(cls, language: str = FIRST_LANGUAGE) -> str:
        """What the page of the rules says before the exact rules, as Markdown."""
        return introduction(cls.name, language, cls.folder)

    @classmethod
    def box(cls) -> Components:
        """The components that come with Zoobox."""
        return Components.load(cls.folder / "components.toml")

    @classmethod
    @cache
    def _own_box(cls) -> Components:
        """The same, read once for all games, which change nothing in it."""
        return cls.box()

    def configuration(self) -> dict[str, Any]:
        """All that `zoobox.game` needs to make this game again, except replaced components."""
        return {
            "game": self.name,
            "players": self.players,
            "variant": self.variant,
            "settings": {
                setting.name: self.settings[setting.name]
                for setting in self.offered_settings
                if setting.name in self.settings and self.settings[setting.name] != setting.default
            },
        }

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Game)
            and self.configuration() == other.configuration()
            and self.components.fingerprint == other.components.fingerprint
        )

    def __hash__(self) -> int:
        return hash((self.name, self.players, self.variant))

    def __repr__(self) -> str:
        return f"zoobox.game({self.name!r}, players={self.players}, variant={self.variant!r})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        return self.__class__, (self.players, self.variant, dict(self.settings), self.components)

    def _check_players(self, players: int | None) -> int:
        if players is None:
            return 2
        count = whole_number(players)
        if count is None or count not in self.variants:
            counts = ", ".join(str(count) for count in sorted(self.variants))
            raise UnknownGame(f"{self.title} is for {counts} players, not {players!r}.")
        return count

    def _check_variant(self, variant: str | None) -> str:
        possible = self.variants[self.players]
        if variant is None:
            return possible[0]
        if variant not in possible:
            names = ", ".join(possible)
            raise UnknownGame(
                f"{self.title} with {self.players} players has no variant {variant!r}; there is: {names}."
            )
        return variant

    def _check_settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        offered = {setting.name: setting for setting in self.offered_settings}
        chosen = {name: setting.default for name, setting in offered.items()}
        known = {other: setting.name for setting in self.offered_settings for other in setting.also}
        for given_name, value in given.items():
            name = known.get(given_name, given_name)
            if name not in offered:
                names = ", ".join(offered) or "none"
                raise BadSetting(f"{self.title} has no setting {name!r}; its settings: {names}.")
            if not offered[name].allows(value):
                values = ", ".join(repr(option) for option in offered[name].options)
                raise BadSetting(f"setting {name} of {self.title} can be {values}, not {value!r}.")
            chosen[name] = value
        return _resolved(chosen, self.offered_settings)


def _resolved(chosen: Mapping[str, Any], offered: Sequence[Setting]) -> dict[str, Any]:
    """The settings themselves: a name for a set of them gives way to what it selects."""
    found = dict(chosen)
    for named in (setting for setting in offered if setting.selects):
        selected = named.selects.get(found.pop(named.name), {})
        for setting in offered:
            if setting.name in selected and found[setting.name] == setting.default:
                found[setting.name] = selected[setting.name]
    return found


def _common_start(one: list[Event], other: list[Event]) -> list[Event]:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return one[:length]
