#!/usr/bin/env python3
"""Checks an archive without its program: chain, parts, redaction and fold (chapter 11 alone).

Usage: verify.py ARCHIVE [--states]. Prints "kind line" for what is broken and exits with 1; with
--states also the state after every line. A report in hand excuses an end without newline.
"""
import hashlib, json, pathlib, re, sys

PATHS = re.compile(r"""sources/conversations/\d{4}/g[1-9]\d*/\d{4,}\.md|sources/items/\d{4}/i[1-9]\d*\.md
    |record/statements/\d+/[1-9]\d*\.[1-9]\d*\.json|record/topics/SLUG(/SLUG)?\.json|record/marks\.json
    |record/notes/[1-9]\d*\.json|record/progress/[gi][1-9]\d*\.json|record/forgotten\.jsonl"""
    .replace("SLUG", "[a-z0-9]+(-[a-z0-9]+)*"), re.X)
FIELDS = "seq time id sender kind result reason redacts parts prev hash open".split()


def sha(data):
    return hashlib.sha256(data).hexdigest()


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def read(raw, seq, prev):
    """The line these bytes are, if they are its serialization and follow from the one before."""
    line = json.loads(raw.decode())
    covered = raw[: raw.index(b',"hash":')]
    if list(line) != FIELDS or compact(line) != raw or line["seq"] != seq:
        raise ValueError
    if line["prev"] != prev or line["hash"] != sha(covered):
        raise ValueError
    return line


def verify(root, states):
    found, state, skipped, prev, seq = [], {}, 0, "0" * 64, 1
    lines, listed, gone = {}, {}, {}
    segments = sorted((root / "journal").iterdir())
    for segment in segments:
        if segment.name != f"{seq:09}.jsonl":
            return [("chain", seq)]
        *whole, rest = segment.read_bytes().split(b"\n")
        for raw in whole:
            try:
                line = lines[seq] = read(raw, seq, prev)
            except (ValueError, KeyError, TypeError):
                return [("chain", seq)]
            if not line["parts"] or len(line["parts"]) != len(line["open"]):
                found.append(("part", seq))
            for commitment, part, k in zip(line["parts"], line["open"], range(len(line["open"]))):
                if "redacted" in part:
                    gone[seq, k] = part["redacted"]
                    continue
                body = part["body"]
                text_fits = "text" not in body or sha(body["text"].encode()) == body["sha256"]
                if sha(bytes.fromhex(part["salt"]) + compact(body)) != commitment or not text_fits:
                    found.append(("part", seq))
                if k and not PATHS.fullmatch(body["path"]):
                    found.append(("path", seq))
            for s, k in line["redacts"]:
                fits = (line["kind"], line["result"]) == ("forget", "accepted") and s < seq
                if not fits or k >= len(lines[s]["parts"]) or (s, k) in listed:
                    found.append(("redaction", seq))
                listed.setdefault((s, k), seq)
            prev, seq = line["hash"], seq + 1
        if rest:
            in_hand = segment == segments[-1] and any(p.is_file() for p in root.glob("core/*/**/*"))
            found.append(("torn" if in_hand else "chain", seq))
    found += [("redaction", part[0]) for part, by in gone.items() if listed.get(part) != by]
    if not [kind for kind, _ in found if kind != "torn"]:
        found += [("unfinished", part[0]) for part in listed if part not in gone]
        for line in lines.values():
            for k, part in enumerate(line["open"]):
                if (line["seq"], k) in listed:
                    skipped += k > 0
                elif part["body"].get("gone"):
                    state.pop(part["body"]["path"], None)
                elif k:
                    state[part["body"]["path"]] = part["body"]["sha256"]
            if states:
                print(compact({"seq": line["seq"], "skipped": skipped, "files": state}).decode())
        files = [path for top in ("sources", "record") for path in (root / top).glob("**/*")]
        disk = {str(p.relative_to(root)): sha(p.read_bytes()) for p in files if p.is_file()}
        if disk != state:
            found.append(("state", "-"))
    return sorted(found, key=lambda entry: (entry[1] == "-", entry[1]))


if __name__ == "__main__":
    problems = verify(pathlib.Path(sys.argv[1]), "--states" in sys.argv)
    for kind, line in problems:
        print(kind, line)
    sys.exit(any(kind not in ("torn", "unfinished") for kind, _ in problems))
