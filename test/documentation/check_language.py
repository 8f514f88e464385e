# SPDX-License-Identifier: BSD-3-Clause
"""Checks the words, the British spelling and the length of sentences in pages, help texts and documentation comments.

check_language.py ROOT | --self-test

Code, names in `code`, addresses of links and changes of released versions are not checked, nor lines of pages from
"<!-- language: off -->" to "<!-- language: on -->", for quoted messages. A semicolon ends a sentence.
"""

import pathlib
import re
import sys

MAX_WORDS = 45
PARTS = "half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|[a-z]+teenth|twentieth|hundredth|thousandth"
# A regular expression, in which a space is any white space; what to write instead; what it finds, after each |; what it does not.
RULES = [
    (r"\bOf (?:the|these|those|a|an|all|both|several|two|each)\b", "the subject first", "Of the two, one", "One of the two"),
    (r", too(?=[.,;:)]|\s*(?:\||\Z))", "'also' before the verb", "They run, too.|runs, too ", "It is, too often, late"),
    (r"(?i)\bbegins? (?:and|or) (?:the )?ends?\b|\bends? (?:and|or) (?:the )?begins?\b", "start and end", "begins and ends|its end and begin", "begin it"),
    (r"(?i)\b(?:the|a|its|their|each|whose|new|with) begins?\b|\bbegin (?:of|positions?)\b", "start", "its begin|begin positions", "the beginning"),
    (r"\brooms\b|\b[Tt]he rooms?\b(?! for)", "module", "two rooms|the room of the code", "there is room for it"),
    (rf"(?i)\b(?:a|one) (?:{PARTS})(?= (?:of|to|as|less|more|longer)\b|[.,;:)])", "digits: 1/5, 20 %", "a tenth of it", "a fifth one"),
    (rf"(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|some) (?:{PARTS})s\b", "digits: 4/5, 80 %", "nine tenths", "the tenth"),
    (r"(?i)\b\w*(?:timi|gni|gani|nimi|ximi|rmali|mari|nerali|ciali|itiali|eriali|ctori|ndomi|sti|tili|chroni|lleli)z(?:e|ing|ation)\w*"
     r"|\banalyz\w*", "-is-, -ys-", "it is optimized|analyzed|a parallelization", "it is optimised"),
    (r"(?i)\b\w*(?:neighbor|behavior|flavor|color)\w*|\bcenter(?:s|ed)?\b", "-our, -tre", "its neighbors|at the center", "its neighbours"),
    (r"\b[Ll]icenses?\b", "licence (noun)", "its license", "its licence"),
    (r"(?i)\bspeedups?\b|\bstraight-forward", "speed-up, straightforward", "a speedup of 2|straight-forward", "a speed-up of 2"),
    (r"(?i)\b(?:simply|just|powerful|seamless(?:ly)?|leverag(?:e|es|ed|ing)|robust(?:ly)?)\b", "nothing", "it just works", "it works"),
    (r"(?i)\b(?:giv(?:e|es|en|ing)|gave)(?: \w+){0,3} up\b", "stop early", "pairs are given up|gives all long ones up", "pairs are stopped early"),
    (r"(?i)\brefus(?:e|es|ed|ing|al\w*)\b|\balike\b", "reject, similar", "it is refused|no more alike", "it is rejected"),
    (r"(?i)\b(?:the|its) ways? of (?!\w+ing\b)|\bwalk(?:s|ed|ing)? back\b|\bcom(?:es|e|ing) to call\b",
     "the method of, traceback, dispatch", "the way of a kernel|it walks back|it comes to call", "the way of computing"),
    (r"(?i)\ba sentence (?:that|which)\b|\b(?:with|in) (?:a|one) sentence\b", "an error message", "with one sentence|a sentence that", "message"),
    (r"(?i)\b(a|an|and|are|as|at|be|by|for|from|if|in|is|it|of|on|or|the|this|to|which|with) \1\b", "it once", "of the the", "of the"),
]
RULES = [(re.compile(pattern.replace(" ", r"\s+")), *rest) for pattern, *rest in RULES]
PAGES = ["*.md", "doc/**/*.md", "packaging/**/*.md", "script/**/*.md", "test/**/*.md"]
HELP = [f"src/app/{folder}/*_{kind}.cpp" for folder in ("demultiplex", "devices", "pair", "plot", "primer", "search")
        for kind in ("options", "command", "notes")] + ["src/app/command_line/*.cpp"]


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def keep(pattern, text):
    """Blanks all but what matches, and puts a null character where something else than space was between two matches."""
    result, last = "", 0
    for match in re.finditer(pattern, text, flags=re.DOTALL):
        between = text[last : match.start()]
        result += re.sub(r"[^\n]", " ", between) + ("\0" if between.strip() else "") + match[0]
        last = match.end()
    return result


def page_blocks(text):
    text = re.sub(r"(?ms)^```.*?^```$|<!-- language: off -->.*?<!-- language: on -->|<!--.*?-->|^## \[\d.*\Z", blank, text)
    text = re.sub(r"`[^`]*`", lambda code: "_" + blank(code)[1:], text)
    text = re.sub(r"\]\([^)\s]*\)", lambda link: "]" + blank(link)[1:], text)
    return blocks(text, r"\n[ \t>]*(?=\n|\||#|[-*] |\d+\. )")


def help_blocks(text):
    text = keep(r'R"\(.*?\)"|"(?:\\.|[^"\\\n])*"', re.sub(r"(?m)^#include.*$|//.*$", blank, text))
    return blocks(re.sub(r'R"\(|\)"|"|\\n', blank, text), r"\n[ \t]*(?=\n)|\n  ?(?=\S)|\0")


def comment_blocks(text):
    text = keep(r"/\*!.*?\*/|//!<?[^\n]*", text)
    text = re.sub(r"(?m)/\*!<?|\*/|//!<?|^[ \t]*\*(?= |$)", blank, text)
    text = re.sub(r"(?s)\\code.*?\\endcode|`[^`\n]*`|\\(?:ref|p|c|a|copydoc|copydetails|copybrief) \S+", blank, text)
    return blocks(text, r"\n[ \t]*(?=\n|[-*] )|\0|\\\w+")


def blocks(text, breaks):
    start = 0
    for end in [*(match.start() for match in re.finditer(breaks, text)), len(text)]:
        yield text.count("\n", 0, start) + 1, text[start:end]
        start = end


def findings(line, block):
    for pattern, instead, *_ in RULES:
        for match in pattern.finditer(block):
            yield line + block.count("\n", 0, match.start()), f"{' '.join(match[0].split())} -> {instead}"
    if not block.lstrip().startswith("|"):
        for match in re.finditer(r"(?s)\S.*?(?:[.!?;][\"')*_]*(?=\s)|\Z)", block):
            if (words := len(re.findall(r"\S*\w\S*", match[0]))) > MAX_WORDS:
                yield line + block.count("\n", 0, match.start()), f"{match[0][:40]!r}, {words} words -> several sentences"


def self_test():
    failures = [f"does not find '{bad}'" for rule, _, all_bad, _ in RULES for bad in all_bad.split("|") if not rule.search(bad)]
    failures += [f"finds '{good}'" for rule, _, _, good in RULES if rule.search(good)]
    samples = [
        (page_blocks, "The `a\nspeedup`.\n```\nspeedup\n```\n* It is,\n  too.\n## [0.1.0]\n a speedup\n", [6]),
        (page_blocks, "<!-- language: off -->\n speedup\n<!-- language: on -->\n speedup\n", [4]),
        (page_blocks, f"{'word ' * MAX_WORDS}.\n\n{'word ' * MAX_WORDS}word.\n", [3]),
        (help_blocks, '// a speedup\nadd("it is, "\n    "too.");\nR"(one\nspeedup)"', [2, 5]),
        (comment_blocks, "int speedup;\n/*!\\brief Text\n * begin of `the begin`.\n */\n", [3]),
    ]
    for split, text, expected in samples:
        found = [at for line, block in split(text) for at, _ in findings(line, block)]
        failures += [] if found == expected else [f"{split.__name__} finds lines {found}, not {expected}"]
    sys.exit("\n".join(failures) or None)


if sys.argv[1:] == ["--self-test"]:
    self_test()
root = pathlib.Path(sys.argv[1]).resolve()
found = {}
for globs, split in ((PAGES, page_blocks), (HELP, help_blocks), (["include/**/*.hpp"], comment_blocks)):
    for path in sorted(path for each in globs for path in root.glob(each)):
        lines = [(at, what) for line, block in split(path.read_text()) for at, what in findings(line, block)]
        found[path] = [f"{path.relative_to(root)}:{at}: {what}" for at, what in lines]
print(f"{len(found)} files")
if not found or any(found.values()):
    sys.exit("\n".join(sum(found.values(), [])) or "no file found")
