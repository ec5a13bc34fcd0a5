"""One step of Python's vcrpy with requests, in a process of its own.

    vcrpy_step.py start|live|record|replay|first NUMBER CASSETTE ORIGIN
"""
import sys

import requests
import vcr

step, count, cassette, origin = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
numbers = {"start": range(0), "first": range(1)}.get(step, range(count))
total = checksum = 0


def send(session):
    global total, checksum
    for number in numbers:
        url = "%s/v2/projects/p%d/issues/%d?fields=all" % (origin, number % 17, number)
        body = session.get(url, headers={"Accept": "application/json"}).content
        total += len(body)
        for byte in (body[0], body[-1], body[len(body) // 2]):
            checksum = (checksum * 31 + byte) & 0xFFFFFFFF


with requests.Session() as session:
    if step in ("start", "live"):
        send(session)
    else:
        mode = vcr.mode.ONCE if step == "record" else vcr.mode.NONE
        with vcr.VCR(record_mode=mode).use_cassette(cassette):
            send(session)
print(len(numbers), total, checksum)
