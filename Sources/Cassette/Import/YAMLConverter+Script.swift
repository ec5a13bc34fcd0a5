extension YAMLConverter {
  /// `Scripts/yaml-to-json.py`, byte for byte; a test compares them.
  static let script = #"""
    #!/usr/bin/env python3
    """Reads one document of YAML from standard input and writes it as JSON, ASCII only.

    Made for recordings: every scalar becomes a string as it is spelled, timestamps and numbers too, but for
    null; bytes (`!binary`) become {"!binary": BASE64}; all other tags are passed over, and nothing that a
    tag names is made or run. The arguments are how many bytes of JSON, and how many values, there may be.

    Exit status: 0 well, 3 PyYAML is missing, 4 not YAML, 5 too large, 6 too many values; with one line on
    standard error.
    """
    import os
    import sys

    # Nothing is imported from the folder that somebody happens to be in.
    sys.path[:] = [path for path in sys.path if path not in ("", os.getcwd())]

    import base64
    import json
    import re


    def fail(status, text):
        sys.stderr.write(" ".join(text.split()) + "\n")
        sys.exit(status)


    def binary(loader, node):
        text = re.sub(r"\s+", "", loader.construct_scalar(node))
        return {"!binary": base64.b64encode(base64.b64decode(text, validate=True)).decode("ascii")}


    def key_text(key):
        if isinstance(key, str):
            return key
        if isinstance(key, dict) and list(key) == ["!binary"]:
            return base64.b64decode(key["!binary"]).decode("latin-1")
        if key is None:
            return ""
        # Aliases in it could make it of any size, and no recording has one.
        raise ValueError("a list or mapping is the name of a member")


    def plain(loader, node):
        if not isinstance(node.value, list):
            return node.value
        if all(isinstance(item, tuple) for item in node.value) and node.id == "mapping":
            result = {}
            for key, value in node.value:
                result[key_text(loader.construct_object(key, deep=True))] = loader.construct_object(
                    value, deep=True)
            # Ruby writes a string with variables of its own so.
            is_string = re.match(r"!(ruby/)?str(ing)?\b", node.tag) and "str" in result
            return result["str"] if is_string else result
        return [loader.construct_object(item, deep=True) for item in node.value]


    def loader_class(yaml, base):
        class Loader(base):
            pass

        null = "tag:yaml.org,2002:null"
        # Nothing else is told by its spelling: neither numbers nor times, and no `<<` is merged.
        Loader.yaml_implicit_resolvers = {}
        Loader.add_implicit_resolver(
            null, re.compile(r"^(?:~|null|Null|NULL|)$"), ["~", "n", "N", ""])
        Loader.yaml_multi_constructors = {}
        Loader.yaml_constructors = {
            null: lambda loader, node: None,
            "tag:yaml.org,2002:binary": binary,
            "!binary": binary,
            None: plain,
        }
        return Loader


    def describe(error):
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        return problem if mark is None else "line %d: %s" % (mark.line + 1, problem)


    def check_depth(yaml, events):
        depth = 0
        for event in events:
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > 500:
                    raise RecursionError
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1


    def load(yaml, data):
        # The quick one has rules of its own for escapes; what it refuses the other one may take.
        for name in ("CSafeLoader", "SafeLoader"):
            base = getattr(yaml, name, None)
            if base is None:
                continue
            try:
                if name == "CSafeLoader":
                    # Its composer goes deeper than the stack with whoever asks it to.
                    check_depth(yaml, yaml.parse(data, Loader=base))
                return yaml.load(data, Loader=loader_class(yaml, base))
            except RecursionError:
                fail(4, "it is nested too deep")
            except (yaml.YAMLError, ValueError) as error:
                reason = describe(error)
        fail(4, reason)


    def value_count(value, counts):
        """How many values there are where each alias stands for all that it names."""
        if not isinstance(value, (dict, list)):
            return 1
        if id(value) not in counts:
            counts[id(value)] = None
            inner = value.values() if isinstance(value, dict) else value
            count = 1
            for item in inner:
                count += value_count(item, counts)
            counts[id(value)] = count
        if counts[id(value)] is None:
            raise ValueError
        return counts[id(value)]


    def main():
        try:
            import yaml
        except ImportError:
            fail(3, "%s has no PyYAML" % sys.executable)
        data = sys.stdin.buffer.read()
        # Aliases can make much of little.
        limit = min(int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 30, (64 << 20) + 16 * len(data))
        value_limit = int(sys.argv[2]) if len(sys.argv) > 2 else 1 << 20
        value = load(yaml, data)
        count = 0
        try:
            if value_count(value, {}) > value_limit:
                fail(6, "it becomes more than %d values" % value_limit)
            for piece in json.JSONEncoder(ensure_ascii=True).iterencode(value):
                count += len(piece)
                if count > limit:
                    fail(5, "it becomes more than %d bytes of JSON" % limit)
                sys.stdout.write(piece)
        except (RecursionError, ValueError):
            fail(4, "it refers to itself, or is nested too deep")
        sys.stdout.flush()


    main()

    """#
}
