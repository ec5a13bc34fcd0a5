"""Serves what `CassetteBenchmarks corpus` wrote, on a free port of 127.0.0.1, over kept connections.

    serve.py FILE

Prints the port, and ends with its standard input.
"""
import base64
import json
import socket
import sys
import threading


def load(path):
    answers = {}
    with open(path, "rb") as lines:
        for line in lines:
            answer = json.loads(line)
            body = base64.b64decode(answer["body"])
            head = "".join("%s: %s\r\n" % (name, value) for name, value in answer["headers"])
            answers[answer["target"].encode()] = (
                b"HTTP/1.1 200 OK\r\n" + head.encode() + b"\r\n" + body)
    return answers


def serve(connection, answers):
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    rest = b""
    with connection:
        while True:
            end = rest.find(b"\r\n\r\n")
            if end < 0:
                piece = connection.recv(65536)
                if not piece:
                    return
                rest += piece
                continue
            target = rest.split(b" ", 2)[1]
            rest = rest[end + 4:]
            connection.sendall(answers.get(
                target, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))


def accept(listener, answers):
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, answers), daemon=True).start()


answers = load(sys.argv[1])
listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=accept, args=(listener, answers), daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
