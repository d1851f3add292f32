"""Programs that are asked for things, a line of JSON each, and the time that an answer takes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import psutil

START = 120  # seconds for a Python to start, on a busy machine
GRACE = 5  # seconds for an interrupted cell to come to its end
PATIENCE = 10  # how many times longer than its limit something may wait for the processor
TICK = 0.25  # seconds from one look at a process to the next
SHORT = 0.02  # seconds that need no look
LONGEST = 2**25  # bytes of an answer
MEMORY = 4 * 2**30  # bytes that a process and what it started may use together
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no other than TERM
BUSY = (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP)


class MachineError(Exception):
    """The machine failed, not the submission: there is no mark yet."""


class EndedError(Exception):
    """A process has died, had to be ended, or says what cannot be read."""

    def __init__(
        self, reason: str, process: Process | None, *, killed: bool = False, over: bool = False
    ) -> None:
        super().__init__(reason)
        self.process = process
        self.killed = killed  # by something else, such as a machine without memory
        self.over = over  # its time or memory, which it would be again


class Usage:
    """What a process and all that it has started have used.

    Time is processor time while something of it computes or waits for a disk, and time on the
    clock while all of it sleeps: so a busy machine costs nobody time, and a sleeper goes on no
    longer than others. Where the system does not say, it is time on the clock.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.memory = 0
        self.processor = 0.0
        self.clock = time.monotonic()

    def since_last_look(self) -> float:
        """Return the seconds since this was asked last."""
        before = self.processor
        began = self.clock
        self.clock = time.monotonic()
        is_busy = self._look()
        passed = max(0.0, self.processor - before)
        return passed if is_busy else max(passed, self.clock - began)

    def _look(self) -> bool:
        self.processor, self.memory, is_busy = 0.0, 0, False
        for process in started_by(self.pid):
            with suppress(psutil.Error), process.oneshot():
                self.processor += sum(process.cpu_times()[:4])  # with children that have ended
                self.memory += process.memory_info().rss
                is_busy |= process.status() in BUSY
        return is_busy and sys.platform == "linux"


def started_by(pid: int) -> Iterator[psutil.Process]:
    """Yield a process and all that it has started."""
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        yield process
        yield from process.children(recursive=True)


class Process:
    """A program that answers requests."""

    def __init__(self, running: asyncio.subprocess.Process, name: str) -> None:
        self.running = running
        self.name = name
        self.usage = Usage(running.pid)
        self.used = 0.0  # seconds that the last request took

    @classmethod
    async def start(cls, command: list[str], name: str, errors: Path, **options: Any) -> Self:
        """Start it in a session of its own; what is wrong with the machine goes into a file."""
        try:
            with open(errors, "wb") as stderr:
                running = await asyncio.create_subprocess_exec(
                    *command, limit=LONGEST, stdin=PIPE, stdout=PIPE, stderr=stderr,
                    start_new_session=True, **options,
                )  # fmt: skip
        except OSError as error:
            raise MachineError(f"{name} did not start: {error}") from error
        return cls(running, name)

    async def ready(self, errors: Path) -> None:
        """Wait until it says that it is ready."""
        reason = f"nothing after {START} s"
        try:
            async with asyncio.timeout(START):
                await self._line()
                return
        except EndedError:
            reason = errors.read_text("utf-8", "replace").strip().rpartition("\n")[2]
        except TimeoutError:
            pass
        raise MachineError(f"{self.name} did not start: {reason}")

    async def ask(
        self,
        request: dict[str, Any],
        seconds: float,
        late: str,
        interrupt: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """Return the answer to a request; EndedError if it takes more than the time or memory.

        One that can be interrupted is, and has some more seconds to come to its end.
        """
        self.used = 0.0
        began = self.usage.clock = time.monotonic()
        end = seconds
        answer = asyncio.create_task(self._exchange(request))
        try:
            while not (await asyncio.wait({answer}, timeout=TICK))[0]:
                self.used += self.usage.since_last_look()
                if self.used > seconds and interrupt and end == seconds:
                    interrupt()
                    end += GRACE
                if self.used > end or time.monotonic() - began > PATIENCE * seconds + GRACE:
                    raise EndedError(late, self, over=True)
                if self.usage.memory > MEMORY:
                    raise EndedError(f"more than {MEMORY // 2**30} GiB of memory", self, over=True)
        finally:
            answer.cancel()
            if time.monotonic() - self.usage.clock > SHORT:
                self.used += self.usage.since_last_look()
        return answer.result()

    async def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.running.stdin is not None
        self.running.stdin.write((json.dumps(request) + "\n").encode())
        with suppress(ConnectionError):
            await self.running.stdin.drain()
        return await self._line()

    async def _line(self) -> dict[str, Any]:
        assert self.running.stdout is not None
        try:
            line = await self.running.stdout.readline()
            answer = json.loads(line) if line else None
        except (ValueError, RecursionError, MemoryError) as error:
            raise EndedError(f"{self.name} says what cannot be read: {error}", self) from error
        if line and isinstance(answer, dict):
            return answer
        if line:
            raise EndedError(f"{self.name} says what cannot be read", self)
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.running.wait()
        raise EndedError(f"{self.name} died", self, killed=self.running.returncode == -KILL)

    async def end(self) -> None:
        """End it and wait until it is gone."""
        with suppress(ProcessLookupError):
            if self.running.returncode is None:
                os.kill(self.running.pid, KILL)  # asyncio's own `kill` loses the exit code
        await self.running.wait()
