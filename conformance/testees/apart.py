# SPDX-License-Identifier: Apache-2.0
"""What testees in Python share whose packages read files: an input as a file, and a call in a process of its own."""
import contextlib
import json
import os
import pathlib
import signal
import tempfile

from hallmark_testee import Unsupported


@contextlib.contextmanager
def file_named(name, raw):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / name
        file.write_bytes(raw)
        yield file


def apart(work, given, lacks):
    """What work gives, in a child; its errors are raised here. One whose message `lacks` knows is of something that the package
    does not offer. A child that dies takes the testee with it."""
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        try:
            reply = {"made": work(given)}
        except Exception as error:
            documented = isinstance(error, (RuntimeError, ValueError, Unsupported))
            reply = {"error": type(error).__name__, "documented": documented, "message": str(error)}
        with open(target, "w", encoding="utf-8", errors="surrogatepass") as out:
            json.dump(reply, out)
        os._exit(0)
    os.close(target)
    with open(source, encoding="utf-8", errors="surrogatepass") as told:
        text = told.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    reply = json.loads(text)
    if "made" in reply:
        return reply["made"]
    if reply["error"] == "Unsupported" or lacks(reply["message"]):
        raise Unsupported(reply["message"])
    raise (RuntimeError if reply["documented"] else LookupError)(f"{reply['error']}: {reply['message']}")
