"""Drive the installed Firefox through Marionette, the protocol that it speaks without a driver.

Playwright drives only a Firefox of its own. Each packet is ``length:JSON``; a command is
[0, id, name, parameters], its answer [1, id, error, result].
"""

import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path

PLACES = ("firefox-esr", "firefox")
PREFERENCES = {
    "marionette.port": 0,  # a free one, which is written into the profile
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
# What WebDriver calls an asynchronous script: its last argument takes the answer.
CALL = """
const args = [...arguments], answer = args.pop();
(async () => (%s)(...args))().then(
  (value) => answer([value === undefined ? null : value, null]),
  (error) => answer([null, String(error) + "\\n" + error.stack]),
);
"""


class FirefoxError(RuntimeError):
    """What Firefox or the page's script answers instead of a result."""


def installed():
    """Return the path of Firefox, or None."""
    return next((path for path in map(shutil.which, PLACES) if path), None)


class Firefox:
    """A window of Firefox; the names are playwright's."""

    def __init__(self, port, timeout):
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._heard = self._socket.makefile("rb")
        self._number = 0
        self._packet()  # the greeting
        self._send("WebDriver:NewSession", {})
        limits = {"script": timeout * 1000, "pageLoad": timeout * 1000}
        self._send("WebDriver:SetTimeouts", limits)

    def close(self):
        self._heard.close()
        self._socket.close()

    def goto(self, url):
        self._send("WebDriver:Navigate", {"url": url})

    def evaluate(self, function, *args):
        """Call a JavaScript function with arguments that JSON can hold; promises are awaited."""
        parameters = {"script": CALL % function, "args": list(args), "sandbox": None}
        value, error = self._send("WebDriver:ExecuteAsyncScript", parameters)["value"]
        if error:
            raise FirefoxError(error)
        return value

    def screenshot(self, path):
        found = self._send("WebDriver:TakeScreenshot", {"full": False})
        Path(path).write_bytes(base64.b64decode(found["value"]))

    def set_viewport_size(self, size):
        self._send("WebDriver:SetWindowRect", size)

    def _send(self, name, parameters):
        self._number += 1
        data = json.dumps([0, self._number, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self._packet()
        if error:
            raise FirefoxError(f"{name}: {error['error']}: {error['message']}")
        return result

    def _packet(self):
        length = b""
        while not length.endswith(b":"):
            length += self._heard.read(1) or _closed()
        return json.loads(self._heard.read(int(length[:-1])))


def _closed():
    raise FirefoxError("Firefox has ended.")


@contextmanager
def firefox(timeout=1200):
    """Start Firefox without a window and with an empty profile; end it afterwards."""
    with tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as profile:
        lines = (f'user_pref("{key}", {json.dumps(value)});' for key, value in PREFERENCES.items())
        Path(profile, "user.js").write_text("\n".join(lines))
        command = [installed(), "--headless", "--marionette", "--no-remote", "--profile", profile]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            port = _port(Path(profile, "MarionetteActivePort"), process)
            with closing(Firefox(port, timeout)) as window:
                yield window
        finally:
            process.terminate()
            process.wait()


def _port(written, process, patience=120):
    for _ in range(patience * 5):
        if process.poll() is not None:
            _closed()
        if written.exists() and (text := written.read_text()):
            return int(text)
        time.sleep(0.2)
    raise FirefoxError("Firefox does not open its port.")
