"""Records and replays the same answers with Python's vcrpy, Ruby's vcr and ours, and prints a table.

    compare.py          N=100,1000 in the environment says how many entries, ROUNDS how often

Each step is a process of its own. Its CPU time and memory are over those of a process that only starts:
loads the libraries and sends nothing. Medians. Recording overhead is what recording takes beyond the same
requests without it; ours takes secrets out and has its tripwire on, as by default, and the others do not.
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(HERE, "..", ".build", "release")
ROUNDS = max(1, int(os.environ.get("ROUNDS") or 3))
SIZES = [int(text) for text in (os.environ.get("N") or "100,1000").split(",")]

PEERS = {
    "ours": ([os.path.join(BUILT, "PeerBenchmarks")], "har.gz"),
    "vcrpy": ([sys.executable, os.path.join(HERE, "vcrpy_step.py")], "yaml"),
    "vcr (Ruby)": (["ruby", os.path.join(HERE, "vcr_step.rb")], "yml"),
}
STEPS = {"start": "start", "live": "no recording", "record": "record", "replay": "replay in order",
         "first": "open, answer one"}


def available(command):
    """Whether a peer can be run here; what is missing is said, and left out."""
    probe = {"ruby": ["ruby", "-e", 'require "vcr"; require "webmock"'],
             sys.executable: [sys.executable, "-c", "import vcr, requests"]}.get(command[0])
    try:
        return probe is None or subprocess.run(probe, stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def run(command):
    """CPU in seconds and peak memory in MiB of a child, and what it printed."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit("%s ended with status %d" % (" ".join(command), child.returncode))
        output.seek(0)
        peak = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        return usage.ru_utime + usage.ru_stime, peak, output.read().decode().split("\n")[-2]


def measure(folder, count, origin):
    """The rows of the table for so many entries."""
    results = {}
    said = {}
    for _ in range(ROUNDS):
        # By turns, so that a busy machine slows all alike.
        for name, (command, ending) in PEERS.items():
            cassette = os.path.join(folder, "%s-%d.%s" % (name.split()[0], count, ending))
            for step in STEPS:
                if step == "record" and os.path.exists(cassette):
                    os.remove(cassette)
                cpu, peak, line = run(command + [step, str(count), cassette, origin])
                kind = step if step in ("start", "first") else "all"
                if said.setdefault(kind, line) != line:
                    sys.exit("%s got other answers on %s: %s" % (name, step, line))
                results.setdefault((name, step), []).append((cpu, peak))
            results[name, "size"] = os.path.getsize(cassette)
    for step in list(STEPS)[1:]:
        for name in PEERS:
            cpu, peak = (statistics.median(column) for column in zip(*results[name, step]))
            bare, base = (statistics.median(column) for column in zip(*results[name, "start"]))
            yield (STEPS[step], count, name, "%.1f" % ((cpu - bare) * 1000), "%.1f" % (peak - base),
                   "%.0f" % (results[name, "size"] / 1024))
        if step != "record":
            continue
        for name in PEERS:
            recorded, live = (
                [statistics.median(column) for column in zip(*results[name, which])]
                for which in ("record", "live"))
            yield ("recording overhead", count, name, "%.1f" % ((recorded[0] - live[0]) * 1000),
                   "%.1f" % (recorded[1] - live[1]), "")


def main():
    for name in [name for name, (command, _) in PEERS.items() if not available(command)]:
        print("%s is not installed, and is left out" % name)
        del PEERS[name]
    folder = tempfile.mkdtemp(prefix="cassette-peers-")
    try:
        corpus = os.path.join(folder, "corpus.jsonl")
        subprocess.run(
            [os.path.join(BUILT, "CassetteBenchmarks"), "corpus", str(max(SIZES)), corpus], check=True)
        server = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "serve.py"), corpus], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        origin = "http://127.0.0.1:%d" % int(server.stdout.readline())
        form = "%-18s %7s  %-11s %12s %12s %12s"
        print(form % ("step", "entries", "with", "CPU, ms", "memory, MiB", "file, KiB"))
        for count in SIZES:
            for row in measure(folder, count, origin):
                print(form % row, flush=True)
        server.stdin.close()
        server.wait()
    finally:
        shutil.rmtree(folder)


main()
