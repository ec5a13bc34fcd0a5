"""Answers a few of GitHub's paths with made-up content, to record the tests' cassette from.

Prints `listening PORT` when it is ready; stops at the end of its standard input.
"""

import http.server
import json
import os
import threading

REPOSITORIES = [
    {"id": 11, "name": "ink", "description": "Eight arms, one pen", "fork": False},
    {"id": 12, "name": "reef", "description": None, "fork": False},
    {"id": 13, "name": "borrowed-shell", "description": "Somebody else's", "fork": True},
]
ANSWERS = {
    "/zen": ("text/plain; charset=utf-8", "Write it down once, read it often."),
    "/users/octocat": {"login": "octocat", "id": 8, "name": "Okto Kätzchen", "followers": 88},
    "/users/octocat/repos?sort=pushed": REPOSITORIES,
    "/repos/octocat/ink/branches?protected=true": [{"name": "main", "protected": True}],
}
STARRED = "/users/octocat/starred?per_page=2"
ANSWERS[STARRED] = REPOSITORIES[:2]
ANSWERS[STARRED + "&page=2"] = REPOSITORIES[2:]
# The relations of a paged path's neighbours.
LINKS = {
    STARRED: [(STARRED + "&page=2", "next"), (STARRED + "&page=2", "last")],
    STARRED + "&page=2": [(STARRED, "prev"), (STARRED, "first")],
}
# Nothing to say but yes.
EMPTY = {"/user/starred/octocat/ink"}
MISSING = {"message": "Not Found", "status": "404"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path in EMPTY:
            self.send_response_only(204)
            self.send_header("X-RateLimit-Remaining", "59")
            self.end_headers()
            return
        answer = ANSWERS.get(self.path)
        status = 404 if answer is None else 200
        if isinstance(answer, tuple):
            kind, text = answer
        else:
            kind = "application/json; charset=utf-8"
            text = json.dumps(answer or MISSING, ensure_ascii=False)
        body = text.encode()
        self.send_response_only(status)
        self.send_header("Server", "github-like")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-RateLimit-Remaining", "59")
        links = LINKS.get(self.path)
        if links:
            base = "http://" + self.headers["Host"]
            fields = [f'<{base}{path}>; rel="{relation}"' for path, relation in links]
            self.send_header("Link", ", ".join(fields))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("listening", server.server_address[1], flush=True)
while os.read(0, 4096):
    pass
