"""What check-symbols and check-core-use share: MoyaCore's symbol graph and the table of symbols."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources" / "MoyaCore"
ARTICLE = SOURCES / "MoyaCore.docc" / "Moya-15-symbols.md"


def run(command, what):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{what} failed:\n{' '.join(map(str, command[:6]))} …\n{done.stderr.strip()}")
    return done.stdout


def output(*command):
    return run(command, command[0])


class Graph:
    """The symbols of a module, as the compiler sees them without any trait."""

    def __init__(self, files):
        self.symbols = {}
        self.relationships = []
        for file in sorted(files):
            graph = json.loads(file.read_text())
            for symbol in graph["symbols"]:
                self.symbols[symbol["identifier"]["precise"]] = symbol
            self.relationships += graph["relationships"]
        self.by_name = {}
        for symbol in self.symbols.values():
            self.by_name.setdefault(name(symbol), []).append(symbol)

    def public(self):
        return [s for s in self.symbols.values() if s["accessLevel"] in ("public", "open")]

    def conforms(self, type_name, protocol):
        """Whether a type conforms to a protocol, by itself or through a superclass."""
        seen, left = set(), [s["identifier"]["precise"] for s in self.by_name.get(type_name, [])]
        while left:
            source = left.pop()
            if source in seen:
                continue
            seen.add(source)
            for relationship in self.relationships:
                if relationship["source"] != source:
                    continue
                kind, target = relationship["kind"], relationship["target"]
                if kind == "conformsTo":
                    symbol = self.symbols.get(target)
                    full = name(symbol) if symbol else relationship.get("targetFallback", "")
                    if full.split(".")[-1] == protocol:
                        return True
                    left.append(target)
                elif kind == "inheritsFrom":
                    left.append(target)
        return False


def name(symbol):
    return ".".join(symbol["pathComponents"])


def declaration(symbol):
    return "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])


def compiled_with_the_real_one(symbol):
    """Whether the symbol's source is not for MoyaCore's own implementation alone."""
    uri = symbol.get("location", {}).get("uri", "")
    path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))
    return path.is_file() and "!UpstreamMoya" not in path.read_text().split("\n", 1)[0]


def core_graph():
    """MoyaCore's graph, down to what is for the package alone; made anew when a source changed."""
    sources = sorted(SOURCES.rglob("*.swift"))
    if not sources:
        sys.exit(f"no sources in {SOURCES}")
    key = hashlib.sha256(output("swiftc", "--version").encode())
    key.update(pathlib.Path(__file__).read_bytes())
    for source in sources:
        key.update(str(source.relative_to(ROOT)).encode() + b"\0" + source.read_bytes())
    cache = ROOT / ".build" / "symbols"
    folder = cache / key.hexdigest()[:24]
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        for old in cache.iterdir():
            shutil.rmtree(old, ignore_errors=True)
        made = pathlib.Path(tempfile.mkdtemp(dir=cache))
        make_graph(sources, made)
        try:
            made.rename(folder)
        except OSError:
            if not folder.is_dir():  # Else another run was quicker.
                raise
    return Graph(folder.glob("MoyaCore*.symbols.json"))


def make_graph(sources, folder):
    # As Package.swift builds it, but without function bodies, which takes a fraction of the time.
    target = json.loads(output("swiftc", "-print-target-info"))["target"]
    triple, flags = target["triple"], []
    if "apple" in triple:
        triple = f"{triple.split('-')[0]}-apple-macosx13.0"
        flags = ["-sdk", output("xcrun", "--show-sdk-path").strip()]
    module = folder / "MoyaCore.swiftmodule"
    run(
        ["swiftc", "-emit-module", "-module-name", "MoyaCore", "-target", triple, *flags,
         "-package-name", "moyacassettes", "-swift-version", "6",
         "-enable-upcoming-feature", "ExistentialAny",
         "-enable-upcoming-feature", "InternalImportsByDefault",
         "-Xfrontend", "-experimental-skip-all-function-bodies",
         "-emit-module-path", module, *sources],
        "compiling MoyaCore")
    run(
        ["swift", "symbolgraph-extract", "-module-name", "MoyaCore", "-I", folder,
         "-target", triple, *flags, "-minimum-access-level", "package",
         "-skip-synthesized-members", "-output-dir", folder],
        "extracting the symbol graph")
    module.unlink()


class Row:
    """A row of the article: a symbol, its declaration in Moya or Alamofire, its state, a note."""

    def __init__(self, section, line, cells):
        self.section = section
        self.line = line
        self.symbol = code(cells[0])
        self.declaration = code(cells[1])
        # `same on Apple's platforms` and `same with RxSwift` say where.
        self.state, *where = re.split(r" (?:on|with) ", cells[2], maxsplit=1)
        self.platform = where[0] if where else ""
        self.note = cells[3]

    @property
    def looked_for(self):
        """The name it has here: that of Moya, unless the note begins with another."""
        other = re.match(r"`([^`]+)`", self.note)
        return other[1] if self.state == "better" and other else self.symbol


def code(cell):
    return cell.strip().strip("`")


def rows(text):
    """The rows of all tables, by `## ` section."""
    section, found = "", []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## "):
            section = line[3:].strip()
        elif line.startswith("| `"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
            if len(cells) != 4:
                sys.exit(f"{ARTICLE.name}:{number}: a row has four cells")
            found.append(Row(section, number, cells))
    return found


def canonical(text):
    """A declaration without what makes no difference to its callers."""
    text = re.sub(r"@\w+(\([^)]*\))?\s*", "", text)
    text = re.sub(
        r"\b(public|open|final|any|some|override|convenience|lazy|weak)\s+", "", text)
    text = re.sub(r"\b(Moya|MoyaCore|Alamofire|Swift|Self)\.", "", text)
    text = text.replace("MoyaProvider<Target>.", "MoyaProvider.")
    text = re.sub(r"(?<=[(,]) ?(`?\w+`?) \w+:", r"\1:", text)  # Internal names of parameters.
    text = re.sub(r"(?<=\() ?_:", "", text)
    if re.match(r"(static |class )*let ", text):
        text = text.replace("let ", "var ", 1) + " { get }"
    elif re.match(r"(static |class )*var ", text) and not text.rstrip().endswith("}"):
        text += " { get set }"
    return re.sub(r"\s+", "", text)
