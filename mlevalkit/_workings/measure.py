"""One solve per function: the value, and how it came about."""

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, get_args, get_origin, overload

from .steps import Step, Working

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """What a function found. `steps` is called only if somebody asks for the working."""

    value: T
    steps: Callable[[], Iterable[Step]]


class Measure(Protocol[P, T_co]):
    """A plain function with one attribute more: `working`."""

    __name__: str
    __doc__: str | None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T_co: ...

    def working(self, *args: P.args, **kwargs: P.kwargs) -> Working: ...


class Explains(Protocol):
    """What tells by itself how it came about: a test's result, for one."""

    def working(self) -> Working: ...


E_co = TypeVar("E_co", bound=Explains, covariant=True)


@overload
def measure(solve: Callable[P, Found[T]]) -> Measure[P, T]: ...
@overload
def measure(solve: Callable[P, E_co]) -> Measure[P, E_co]: ...
def measure(solve: Callable[P, Any]) -> Measure[P, Any]:
    """Make a public function of `solve`, with the attribute `working`.

    `solve` returns a `Found`, and the function its value; or a result with a method `working`,
    and the function that result. Value and working are told from one and the same solution.
    """

    @functools.wraps(solve)
    def function(*args: P.args, **kwargs: P.kwargs) -> Any:
        found = solve(*args, **kwargs)
        return found.value if type(found) is Found else found

    def working(*args: P.args, **kwargs: P.kwargs) -> Working:
        found = solve(*args, **kwargs)
        if type(found) is Found:
            return Working(found.value, tuple(found.steps()))
        told: Working = found.working()
        return told

    functools.update_wrapper(working, solve, ("__module__",))
    returned = solve.__annotations__.get("return")
    value = get_args(returned)[0] if get_origin(returned) is Found else returned
    function.__annotations__ = {**solve.__annotations__, "return": value}
    working.__annotations__ = {**solve.__annotations__, "return": Working}
    # What `help` shows: without the types, of which one fills two lines.
    taken = inspect.signature(solve).parameters.values()
    shown = inspect.Signature([p.replace(annotation=p.empty) for p in taken])
    function.__signature__ = shown  # type: ignore[attr-defined]
    working.__signature__ = shown  # type: ignore[attr-defined]
    working.__name__, working.__qualname__ = "working", f"{solve.__name__}.working"
    working.__doc__ = f"Show the working of `{solve.__name__}`: the same arguments, a `Working`."
    function.working = working  # type: ignore[attr-defined]
    return function  # type: ignore[return-value]
