# SPDX-License-Identifier: Apache-2.0
"""Opens pages in headless Chromium over the DevTools protocol, with nothing but the standard library.

The protocol runs over a pair of pipes (--remote-debugging-pipe): messages are JSON, separated by NUL.
"""
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find():
    """The path of Chromium or Chrome, or None."""
    names = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Browser:
    """A browser with one page. `problems` collects console errors and exceptions; it is cleared by `open`."""

    def __init__(self, program, timeout=60):
        self.timeout = timeout
        self.profile = tempfile.mkdtemp(prefix="hallmark-browser-")
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def child_pipes():
            # The protocol wants descriptors 3 and 4; the copies keep one from closing the other.
            a, b = os.dup(to_browser), os.dup(from_browser)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={self.profile}",
             "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=child_pipes, close_fds=False)
        os.close(to_browser)
        os.close(from_browser)
        self.left = b""
        self.ids = itertools.count(1)
        self.loaded = set()
        self.problems = []
        self.requests = []
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._call("Browser.close", {})
            self.process.wait(timeout=10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _receive(self, until):
        while b"\0" not in self.left:
            if not select.select([self.input], [], [], max(0, until - time.monotonic()))[0]:
                raise RuntimeError("the browser does not answer")
            more = os.read(self.input, 1 << 20)
            if not more:
                raise RuntimeError("the browser ended")
            self.left += more
        message, self.left = self.left.split(b"\0", 1)
        message = json.loads(message)
        method, params = message.get("method"), message.get("params", {})
        if method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(params["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            self.problems.append(params["exceptionDetails"].get("text", "exception"))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.problems.append(str(params["args"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.lifecycleEvent" and params["name"] == "load":
            self.loaded.add(params["loaderId"])
        return message

    def _call(self, method, params, session=None):
        number = next(self.ids)
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        until = time.monotonic() + self.timeout
        while True:
            answer = self._receive(until)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def call(self, method, **params):
        return self._call(method, params, self.session)

    def size(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, url, scripts=True):
        """Loads a page, after an empty one: a place in the page that is open would not be loaded."""
        self._navigate("about:blank")
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.problems.clear()
        self.requests.clear()
        self._navigate(url)

    def _navigate(self, url):
        """Waits for the load event of this very document: that of the page before may come late."""
        until = time.monotonic() + self.timeout
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise RuntimeError(f"{url}: {answer['errorText']}")
        while answer["loaderId"] not in self.loaded:
            self._receive(until)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")
