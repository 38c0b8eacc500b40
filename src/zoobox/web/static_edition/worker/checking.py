"""Checks and converts values by their annotations: as much of pydantic as the schemas of requests need."""

from __future__ import annotations

import re
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

REQUIRED: Any = object()


class ValidationError(ValueError):
    """A value that does not fit, with the place where."""

    def __init__(self, reason: str, *place: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place

    def errors(self, **options: Any) -> list[dict[str, Any]]:
        return [{"loc": self.place, "msg": self.reason}]


class Constraint:
    """`Field(...)`, `Query(...)` and their like: a default and what a value has to fulfil."""

    def __init__(self, default: Any = REQUIRED, **constraints: Any) -> None:
        self.default = None if default is ... else default
        self.constraints = constraints

    def check(self, value: Any) -> None:
        known = self.constraints
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if known.get("ge") is not None and value < known["ge"]:
                raise ValidationError(f"Input should be greater than or equal to {known['ge']}")
            if known.get("le") is not None and value > known["le"]:
                raise ValidationError(f"Input should be less than or equal to {known['le']}")
        if isinstance(value, (str, list, dict)):
            if known.get("max_length") is not None and len(value) > known["max_length"]:
                raise ValidationError(f"Input should have at most {known['max_length']} characters or entries")
            if known.get("min_length") is not None and len(value) < known["min_length"]:
                raise ValidationError(f"Input should have at least {known['min_length']} characters or entries")
        if isinstance(value, str) and known.get("pattern") and not re.search(known["pattern"], value):
            raise ValidationError("Input has another form than expected")


def converted(annotation: Any, value: Any, from_text: bool = False) -> Any:
    """The value as the annotation wants it; raises ValidationError. Texts of an address become numbers."""
    origin = get_origin(annotation)
    if origin is Annotated:
        plain, *notes = get_args(annotation)
        value = converted(plain, value, from_text)
        for note in notes:
            if isinstance(note, Constraint):
                note.check(value)
        return value
    if annotation is Any:
        return value
    if origin in (Union, types.UnionType):
        return _one_of(get_args(annotation), value, from_text)
    if origin is Literal:
        if value not in get_args(annotation):
            raise ValidationError(f"Input should be one of {', '.join(map(repr, get_args(annotation)))}")
        return value
    if origin in (list, tuple, set, frozenset):
        return _entries(annotation, value, from_text)
    if origin is dict:
        if not isinstance(value, dict):
            raise ValidationError("Input should be an object")
        key_type, value_type = get_args(annotation)
        return {converted(key_type, key): converted(value_type, entry) for key, entry in value.items()}
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation.model_validate(value)
    return _plain(annotation, value, from_text)


def _one_of(options: tuple[Any, ...], value: Any, from_text: bool) -> Any:
    if value is None and type(None) in options:
        return None
    problem = ValidationError("Input does not fit")
    for option in options:
        if option is type(None):
            continue
        try:
            return converted(option, value, from_text)
        except ValidationError as error:
            problem = error
    raise problem


def _entries(annotation: Any, value: Any, from_text: bool) -> list[Any]:
    if from_text and isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise ValidationError("Input should be a list")
    entry_type = (get_args(annotation) or (Any,))[0]
    return [converted(entry_type, entry, from_text) for entry in value]


def _plain(annotation: Any, value: Any, from_text: bool) -> Any:
    if from_text and isinstance(value, str):
        if annotation is bool and value.lower() in ("true", "false", "1", "0", "on", "off", "yes", "no"):
            return value.lower() in ("true", "1", "on", "yes")
        if annotation in (int, float):
            try:
                return annotation(value)
            except ValueError:
                raise ValidationError("Input should be a number") from None
    if annotation is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    wrong_number = annotation is int and isinstance(value, bool)
    if isinstance(annotation, type) and (not isinstance(value, annotation) or wrong_number):
        raise ValidationError(f"Input should be a valid {annotation.__name__}")
    return value


class BaseModel:
    """A request or an answer with named fields."""

    model_config: dict[str, Any] = {}

    def __init__(self, **given: Any) -> None:
        for name, (annotation, default) in self._fields().items():
            if name in given:
                value = given.pop(name)
            elif default is REQUIRED:
                raise ValidationError("Field required", name)
            else:
                self.__dict__[name] = default
                continue
            try:
                self.__dict__[name] = converted(annotation, value)
            except ValidationError as error:
                raise ValidationError(error.reason, name, *error.place) from None
        if given and self.model_config.get("extra") == "forbid":
            raise ValidationError("Extra inputs are not permitted", next(iter(given)))

    @classmethod
    def _fields(cls) -> dict[str, tuple[Any, Any]]:
        """Annotation and default of each field; found out once for each model."""
        if "_found_fields" not in cls.__dict__:
            found = {}
            for name, annotation in get_type_hints(cls, include_extras=True).items():
                if name.startswith("_") or name == "model_config":
                    continue
                default = getattr(cls, name, REQUIRED)
                if isinstance(default, Constraint):
                    annotation, default = Annotated[annotation, default], default.default
                found[name] = (annotation, default)
            cls._found_fields = found
        fields: dict[str, tuple[Any, Any]] = cls._found_fields
        return fields

    _found_fields: Any = None

    @classmethod
    def model_validate(cls, value: Any) -> Any:
        if isinstance(value, cls):
            return value
        if not isinstance(value, dict):
            raise ValidationError("Input should be an object")
        return cls(**value)

    def model_dump(self, **options: Any) -> dict[str, Any]:
        return {name: _dumped(self.__dict__[name]) for name in self._fields()}

    def __iter__(self) -> Any:
        return iter(self.__dict__.items())


def _dumped(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump()
    if isinstance(value, list):
        return [_dumped(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _dumped(entry) for key, entry in value.items()}
    return value
