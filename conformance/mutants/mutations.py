# SPDX-License-Identifier: Apache-2.0
"""Mutations: every small change to C++ source that a programmer could have made by mistake.

mutations(source) lists them in the order of their places. A change that does not compile is no mutant; that is found
out later, by compiling it.
"""

import dataclasses
import re

TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|\[\[.*?\]\]|"(?:\\.|[^"\\\n])*")
      | (?P<char>'(?:\\.|[^'\\\n])+')
      | (?P<number>(?:0[xX][0-9a-fA-F']+|0[bB][01']+|\d[\d']*(?:\.\d+)?(?:[eE][+-]?\d+)?)[uUlLfFzZ]*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<mark><=>|<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|<=|>=|==|!=|\+=|-=|\*=|/=|%=|&=|\|=|\^=|::|[^\s\w])
      | (?P<space>\s+)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL)

# The marks that stand between two operands, and what each may become. clang-format puts spaces around them, and none
# around the same marks in types.
OPERATORS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "<<": [">>"], ">>": ["<<"],
    "&": ["|"], "|": ["&", "^"], "^": ["|"],
    "+=": ["-=", "="], "-=": ["+=", "="], "*=": ["/="], "|=": ["&=", "="], "&=": ["|="], "<<=": [">>="], ">>=": ["<<="],
    "&&": ["||"], "||": ["&&"],
}
COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}

# Names that are easily taken for one another: widths, signs, ends, neighbours.
NAMES = {
    "u8": ["u16le"], "u16le": ["u32le", "u8"], "u32le": ["u16le", "u64le"], "u64le": ["u32le"],
    "i32le": ["i64le", "u32le"], "i64le": ["i32le", "u64le"],
    "uint8_t": ["int8_t", "uint16_t"], "uint16_t": ["uint8_t", "int16_t"], "uint32_t": ["uint16_t", "int32_t"],
    "uint64_t": ["uint32_t", "int64_t"], "int8_t": ["uint8_t"], "int16_t": ["uint16_t"], "int32_t": ["uint32_t", "int16_t"],
    "int64_t": ["uint64_t", "int32_t"], "size_t": ["uint16_t", "uint8_t"], "float": ["double"], "double": ["float"],
    "true": ["false"], "false": ["true"],
    "min": ["max"], "max": ["min"], "first": ["last", "second"], "last": ["first"], "second": ["first"], "front": ["back"],
    "back": ["front"], "begin": ["end"], "end": ["begin"], "push_back": ["pop_back"],
    "break": ["continue"], "continue": ["break"],
}
# Parameters, and arguments that are of different types or lose a check of the compiler.
NOT_SWAPPED = re.compile(r'[\w>&*] [\w&*]+$|"|^rule<|^\d+U?$|^\W')
UNCHANGED = {"static_assert", "using", "namespace", "template", "friend", "typedef"}


@dataclasses.dataclass(frozen=True)
class Mutation:
    begin: int  # offsets in the source
    end: int
    text: str  # what stands there instead
    operator: str


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    begin: int
    end: int
    spaced: bool = False  # white space on both sides


def tokens_of(source):
    tokens = []
    space_before = True
    for match in TOKEN.finditer(source):
        if match.lastgroup in ("skip", "space"):
            space_before = True
            continue
        tokens.append(Token(match.lastgroup, match.group(), match.start(), match.end(), space_before))
        space_before = False
    for token, after in zip(tokens, tokens[1:]):
        token.spaced = token.spaced and after.begin > token.end
    return tokens


def partners(tokens):
    """The index of the closing bracket of each opening one, and the other way round."""
    found, open_ones = {}, []
    for i, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in "([{":
            open_ones.append(i)
        elif token.text in ")]}" and open_ones:
            j = open_ones.pop()
            found[i], found[j] = j, i
    return found


def number_changes(text):
    suffix = re.search(r"[uUlLzZ]*$", text).group()
    digits = text[: len(text) - len(suffix)].replace("'", "")
    try:
        value = int(digits, 0)
    except ValueError:
        return []
    return [str(n) + suffix for n in dict.fromkeys([value + 1, value - 1, 0 if value != 1 else 2]) if n >= 0 and n != value]


class Finder:
    def __init__(self, source):
        self.source = source
        self.tokens = tokens_of(source)
        self.partner = partners(self.tokens)
        self.found = []

    def add(self, begin, end, text, operator):
        if self.source[begin:end] != text:
            self.found.append(Mutation(begin, end, text, operator))

    def run(self):
        skip_until = -1
        for i, token in enumerate(self.tokens):
            if i <= skip_until:
                continue
            if token.text in UNCHANGED:
                skip_until = self.end_of_declaration(i)
                continue
            getattr(self, token.kind)(i, token)
        return sorted(set(self.found), key=lambda m: (m.begin, m.end, m.text))

    def end_of_declaration(self, i):
        """Of a static_assert, using, or the head of a template or namespace."""
        if self.tokens[i].text in ("namespace",):
            return i
        if self.tokens[i].text == "template":
            depth = 0
            for j in range(i + 1, len(self.tokens)):
                depth += {"<": 1, ">": -1, ">>": -2}.get(self.tokens[j].text, 0)
                if depth <= 0:
                    return j
        for j in range(i, len(self.tokens)):
            if self.tokens[j].text == ";":
                return j
        return i

    def name(self, i, token):
        for other in NAMES.get(token.text, []):
            self.add(token.begin, token.end, other, "name")
        following = self.tokens[i + 1].text if i + 1 < len(self.tokens) else ""
        if token.text in ("if", "while") and following == "(":
            self.condition(token.text, i + 1)
        elif token.text == "return" and following != ";":
            self.returned(i)
        if i > 0 and self.tokens[i - 1].text in (";", "{", "}", "else"):
            self.statement(i, token)
        if following == "(":
            self.arguments(i + 1)

    def condition(self, word, opening):
        closing = self.partner.get(opening)
        if closing is None:
            return
        begin, end = self.tokens[opening].end, self.tokens[closing].begin
        inside = self.source[begin:end]
        if ";" in inside or re.match(r"(const |auto )", inside):
            return
        self.add(begin, end, "false", "removed check")
        if word == "if":
            self.add(begin, end, "true", "removed check")
        self.add(begin, end, f"!({inside})", "negated")

    def returned(self, i):
        end = self.end_of_statement(i)
        if end is None:
            return
        begin, finish = self.tokens[i + 1].begin, self.tokens[end].begin
        inside = self.source[begin:finish]
        for other in ("{}", "true", "false", f"!({inside})"):
            self.add(begin, finish, other, "changed return")

    def end_of_statement(self, i):
        j = i
        while j < len(self.tokens):
            text = self.tokens[j].text
            if text == ";":
                return j
            if text in ("(", "[", "{"):
                j = self.partner.get(j)
                if j is None:
                    return None
            elif text in (")", "]", "}"):
                return None
            j += 1
        return None

    def statement(self, i, token):
        """Removes a statement that is a call or an assignment."""
        if token.text in ("return", "if", "for", "while", "switch", "case", "do", "else", "const", "auto", "break",
                          "continue", "constexpr", "static", "default", "struct", "class", "enum", "explicit", "public",
                          "private", "inline", "operator", "goto"):
            return
        end = self.end_of_statement(i)
        following = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
        if end is None or following is None or following.kind == "name":
            return
        if self.source[token.begin:self.tokens[end].end].count("\n") <= 8:
            self.add(token.begin, self.tokens[end].end, ";", "removed statement")

    def arguments(self, opening):
        """Swaps neighbouring arguments of a call."""
        closing = self.partner.get(opening)
        if closing is None:
            return
        commas, j = [], opening + 1
        while j < closing:
            if self.tokens[j].text in ("(", "[", "{"):
                j = self.partner.get(j, closing)
            elif self.tokens[j].text == ",":
                commas.append(j)
            j += 1
        ends = [opening, *commas, closing]
        parts = [(self.tokens[a].end, self.tokens[b].begin) for a, b in zip(ends, ends[1:])]
        for (a, b), (c, d) in zip(parts, parts[1:]):
            one, other = self.source[a:b].strip(), self.source[c:d].strip()
            if one and other and not any(NOT_SWAPPED.search(part) for part in (one, other)):
                a += len(self.source[a:b]) - len(self.source[a:b].lstrip())
                c += len(self.source[c:d]) - len(self.source[c:d].lstrip())
                self.add(a, d, other + self.source[b:c] + one, "swapped")

    def number(self, i, token):
        for other in number_changes(token.text):
            self.add(token.begin, token.end, other, "constant")

    def char(self, i, token):
        if len(token.text) == 3:
            code = ord(token.text[1])
            for other in (code + 1, code - 1):
                if 0x21 <= other <= 0x7e and chr(other) not in "'\\":
                    self.add(token.begin, token.end, f"'{chr(other)}'", "constant")

    def mark(self, i, token):
        text = token.text
        if text in OPERATORS and token.spaced:
            for other in OPERATORS[text]:
                self.add(token.begin, token.end, other, "comparison" if text in COMPARISONS else "arithmetic")
            if text in ("&&", "||"):
                self.operands(i)
        elif text in ("++", "--"):
            self.add(token.begin, token.end, "--" if text == "++" else "++", "arithmetic")
        elif text == "!" and not token.spaced:
            self.add(token.begin, token.end, "", "negated")

    def operands(self, i):
        """Removes the operand on either side of && or ||."""
        stops = {"&&", "||", ";", ",", "?", ":", "=", "return", "{", "}"}
        j = i + 1
        while j < len(self.tokens) and self.tokens[j].text not in stops and self.tokens[j].text not in ")]":
            j = self.partner.get(j, j) + 1 if self.tokens[j].text in ("(", "[", "{") else j + 1
        if j < len(self.tokens):
            self.add(self.tokens[i - 1].end, self.tokens[j - 1].end, "", "removed check")
        j = i - 1
        while j > 0 and self.tokens[j].text not in stops and self.tokens[j].text not in ("(", "["):
            j = self.partner.get(j, j) - 1 if self.tokens[j].text in (")", "]", "}") else j - 1
        self.add(self.tokens[j + 1].begin, self.tokens[i + 1].begin, "", "removed check")


def mutations(source):
    return Finder(source).run()
