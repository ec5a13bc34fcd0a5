"""Serves httpbin on a free port of 127.0.0.1 until SIGTERM or the end of standard input."""

import logging
import os
import signal
import sys
import threading

# Standard error is the tests'. Before the import, which logs too.
for name in ("waitress", "httpbin", "httpbin.core"):
    logging.getLogger(name).setLevel(logging.ERROR)

import waitress  # noqa: E402
from httpbin import app  # noqa: E402


def stop(*_):
    # Requests under way are cut off: whoever started this wants none of them any more.
    os._exit(0)


def stop_at_end_of_input():
    # Not sys.stdin: its lock would be held while it blocks.
    while os.read(0, 4096):
        pass
    stop()


signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)

# With descriptor 0 closed, some other file would take that number.
try:
    os.fstat(0)
except OSError:
    sys.exit("serve-httpbin: standard input is closed; it has to stay open while serving")

server = waitress.create_server(app, host="127.0.0.1", port=0, threads=32)
threading.Thread(target=stop_at_end_of_input, daemon=True).start()
# In one write: standard output is unbuffered, and the input may end meanwhile.
os.write(1, f"listening {server.effective_port}\n".encode())
server.run()
