# SPDX-License-Identifier: Apache-2.0
"""A server on the loopback interface for one client, which keeps every byte that went either way."""
import contextlib
import http.client
import io
import socketserver
import threading


class _Handler(socketserver.StreamRequestHandler):
    """A connection: requests one after the other, each with its length, until the client closes it."""

    def handle(self):
        while head := self._head():
            headers = http.client.parse_headers(io.BytesIO(head.partition(b"\r\n")[2]))
            body = self.rfile.read(int(headers["Content-Length"]))
            answer, more = self.server.answer(body, headers)
            said = {**more, "Content-Length": len(answer)}
            lines = ["HTTP/1.1 200 OK", *(f"{name}: {value}" for name, value in said.items())]
            response = "\r\n".join([*lines, "\r\n"]).encode() + answer
            self.server.kept = head + body, response
            self.wfile.write(response)

    def _head(self):
        lines = [self.rfile.readline()]
        while lines[-1].strip():
            lines.append(self.rfile.readline())
        return b"".join(lines)


@contextlib.contextmanager
def serving(answer):
    """The address of a server that asks `answer(body, headers)` for the body and the headers of its answer; and take(),
    which gives the last request and its response, heads included."""
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Handler)
    server.answer = answer
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", lambda: server.kept
    finally:
        server.shutdown()
        server.server_close()
