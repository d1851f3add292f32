"""A program that is asked for things, a line of JSON each, and the time that an answer takes."""

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
MEMORY = 4 * 2**30  # bytes that a process and what it started may use together
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no other than TERM
Reply = dict[str, Any]
BUSY = (psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP)


class MachineError(Exception):
    """The machine failed, not the submission: there is no mark yet."""


class EndedError(Exception):
    """A process has died, or had to be ended."""

    def __init__(self, reason: str, *, over: bool = False) -> None:
        super().__init__(reason)
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
    """A judge with its submission."""

    def __init__(
        self, running: asyncio.subprocess.Process, errors: Path, interrupt: Callable[[int], None]
    ) -> None:
        self.running = running
        self.errors = errors
        self.interrupt = interrupt
        self.usage = Usage(running.pid)
        self.used = 0.0  # seconds that the last request took

    @classmethod
    async def start(
        cls, command: list[str], errors: Path, interrupt: Callable[[int], None], **options: Any
    ) -> Self:
        """Start it in a session of its own; what is wrong with the machine goes into a file."""
        try:
            with open(errors, "wb") as stderr:
                running = await asyncio.create_subprocess_exec(
                    *command, stdin=PIPE, stdout=PIPE, stderr=stderr, start_new_session=True,
                    **options,
                )  # fmt: skip
        except OSError as error:
            raise MachineError(f"Python did not start: {error}") from error
        return cls(running, errors, interrupt)

    async def ready(self, request: Reply) -> None:
        """Wait until it is ready, which it says after the first request."""
        reason = f"nothing after {START} s"
        try:
            async with asyncio.timeout(START):
                await self._exchange(request)
            self.usage.since_last_look()
            return
        except EndedError:
            reason = self.errors.read_text("utf-8", "replace").strip().rpartition("\n")[2]
        except TimeoutError:
            pass
        raise MachineError(f"Python did not start: {reason}")

    async def ask(self, request: Reply, seconds: float, late: str) -> Reply:
        """Return the answer to a request; EndedError if it takes more than the time or memory.

        A submission is interrupted first, and has some more seconds to come to its end.
        """
        self.used = 0.0
        began = self.usage.clock = time.monotonic()
        end = seconds
        answer = asyncio.create_task(self._exchange(request))
        try:
            while not (await asyncio.wait({answer}, timeout=TICK))[0]:
                self.used += self.usage.since_last_look()
                if self.used > seconds and end == seconds:
                    self.interrupt(self.running.pid)
                    end += GRACE
                if self.used > end or time.monotonic() - began > PATIENCE * seconds + GRACE:
                    raise EndedError(late, over=True)
                if self.usage.memory > MEMORY:
                    raise EndedError(f"more than {MEMORY // 2**30} GiB of memory", over=True)
        finally:
            answer.cancel()
            if time.monotonic() - self.usage.clock > SHORT:
                self.used += self.usage.since_last_look()
        return answer.result()

    async def _exchange(self, request: Reply) -> Reply:
        assert self.running.stdin is not None
        assert self.running.stdout is not None
        self.running.stdin.write((json.dumps(request) + "\n").encode())
        with suppress(ConnectionError):
            await self.running.stdin.drain()
        if line := await self.running.stdout.readline():
            answer: Reply = json.loads(line)
            return answer
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.running.wait()
        if self.running.returncode == -KILL:  # by something else: the machine has no memory left
            raise MachineError("the judge was killed")
        raise EndedError("the judge died")

    async def end(self) -> None:
        """End it and wait until it is gone."""
        with suppress(ProcessLookupError):
            if self.running.returncode is None:
                os.kill(self.running.pid, KILL)  # asyncio's own `kill` loses the exit code
        await self.running.wait()
