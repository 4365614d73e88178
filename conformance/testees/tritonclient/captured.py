"""A server on the loopback interface for one client, which keeps every byte that went either way."""
import contextlib
import http.server
import threading


class _Kept:
    """A file of a connection; what is read from it, or written to it, goes into `kept` as well."""

    def __init__(self, file, kept):
        self._file, self._kept = file, kept

    def readline(self, *limit):
        self._kept += (read := self._file.readline(*limit))
        return read

    def read(self, size):
        self._kept += (read := self._file.read(size))
        return read

    def write(self, written):
        self._kept += written
        return self._file.write(written)

    def __getattr__(self, name):
        return getattr(self._file, name)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "loopback", ""

    def setup(self):
        super().setup()
        self.rfile = _Kept(self.rfile, self.server.request)
        self.wfile = _Kept(self.wfile, self.server.response)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer, headers = self.server.answer(body, self.headers)
        self.send_response(200)
        for name, value in {**headers, "Content-Length": len(answer)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(answer):
    """The address of a server that asks `answer(body, headers)` for the body and the headers of its answer; and take(),
    which gives the request and the response since it was called last, heads included."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.answer, server.request, server.response = answer, bytearray(), bytearray()

    def take():
        both = bytes(server.request), bytes(server.response)
        server.request.clear()
        server.response.clear()
        return both

    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", take
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
