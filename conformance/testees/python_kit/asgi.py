# SPDX-License-Identifier: Apache-2.0
"""A server of Python in the testee's process, without sockets: the application is called as its HTTP server would."""
import asyncio
import logging
import warnings

import httpx

warnings.simplefilter("ignore")  # FastAPI warns of what it is about to drop
logging.disable(logging.CRITICAL)  # every rejected request comes with a trace


class Rejected(Exception):
    """The server answers with a status of 400 to 499: it refuses the request."""


class ServerError(Exception):
    """The server answers with 500 or more: it met an exception that it has no other answer for."""


class Application:
    def __init__(self, app):
        self._loop = asyncio.new_event_loop()
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")

    def run(self, work):
        return self._loop.run_until_complete(work)

    def answer(self, path, body, headers):
        """The answer. An exception that the application does not handle is raised here, and would be a status of 500."""
        return self.run(self._client.post(path, content=body, headers=headers))


def accepted(answer):
    """The answer, if it is none of an error."""
    if answer.status_code != 200:
        raise (Rejected if answer.status_code < 500 else ServerError)(f"{answer.status_code} {answer.text}")
    return answer
