// SPDX-License-Identifier: Apache-2.0
// Oracle: the rules of `npy`, written a second time and in another way than the decoder: the literal becomes a tree by
// recursion, numbers and types are matched by regular expressions, sizes are numbers of 128 bits.
#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>

#include "conformance/generate/wide.hpp"
#include "conformance/model/arena.hpp"
#include "conformance/model/encoded.hpp"
#include "conformance/model/opened.hpp"
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/log.hpp"
#include "conformance/oracle/utf8.hpp"
#include "hallmark/npy.hpp"

namespace hallmark::npy::oracle {
namespace {

using conformance::append_utf8;
using conformance::End;
using conformance::OracleLog;
using conformance::Wide;

constexpr Wide most = INT64_MAX;

// Node is a value of the literal.
struct Node {
  enum class Kind : std::uint8_t { text, number, truth, list, tuple, dictionary };

  Kind kind = Kind::text;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;      // of a string in UTF-8, of a number its digits with a minus
  std::vector<Node> in;  // of a dictionary keys and values in turn

  [[nodiscard]] bool is(Kind one) const { return kind == one; }
  [[nodiscard]] bool negative() const { return text.starts_with('-'); }
  // Without its sign.
  [[nodiscard]] Wide number() const {
    return conformance::magnitude(std::string_view(text).substr(negative() ? 1 : 0));
  }
};
using Kind = Node::Kind;

// A pattern is compiled once.
const std::regex& compiled(const std::string& pattern) {
  static std::map<std::string, std::regex> known;
  return known.try_emplace(pattern, pattern).first->second;
}
bool matches(const std::string& text, const std::string& pattern) { return std::regex_match(text, compiled(pattern)); }

// Parser makes the tree of a header that ends where the text does.
class Parser {
 public:
  Parser(OracleLog& log, std::string_view text, std::size_t at, int version)
      : log_(log), text_(text), at_(at), version_(version) {}

  Node dictionary() {
    const std::size_t first = at_;
    at_ += static_cast<std::size_t>(next("[ \\t\\n\\r]*"));
    if (at_ != first) log_.report("literal-start", first, at_ - first, "header");
    blanks();
    if (at_ == text_.size()) cut();
    if (text_[at_] != '{') fail(next("[( \\t\\n\\r]*\\{") > 0 ? "dictionary-parentheses" : "literal-dictionary");
    return value(1);
  }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  [[noreturn]] void fail(const std::string& rule, std::size_t length = 1) {
    log_.fail(rule.c_str(), at_, length, "header");
  }
  [[noreturn]] void cut() { log_.fail("literal-truncated", text_.size(), 0, "header"); }
  [[nodiscard]] int peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? static_cast<unsigned char>(text_[at_ + ahead]) : -1;
  }
  // next is how much a pattern takes of what follows, or -1.
  [[nodiscard]] int next(const std::string& pattern) const {
    std::cmatch found;
    const char* const from = text_.data() + at_;
    const bool is = std::regex_search(from, text_.data() + text_.size(), found, compiled(pattern),
                                      std::regex_constants::match_continuous);
    return is ? static_cast<int>(found.length()) : -1;
  }
  void blanks() {
    at_ += static_cast<std::size_t>(next("[ \\t\\n\\r]*"));
    if (next("\\f|\\\\[\\n\\r]") > 0) fail("literal-space");
    if (peek() == '#') fail("literal-comment");
  }

  Node value(std::uint64_t level) {
    const int c = peek();
    if (c == -1) cut();
    if (c == '(' || c == '[' || c == '{') return brackets(level);
    if (c == '\'' || c == '"') return string(at_);
    if (next("u(?=['\"])") > 0) {
      log_.report("string-prefix-u", at_, 1, "header");
      return string(at_++);
    }
    const std::string suffix = version_ < 3 ? "L?" : "";
    if (const int size = next("-?(0|(?!0)[0-9]+)" + suffix + "(?![\\w.])"); size > 0 && next("-0") < 0)
      return number(size);
    if (const int size = next("(True|False)\\b"); size > 0) {
      Node node{Kind::truth, at_, at_ + static_cast<std::size_t>(size), c == 'T' ? "1" : "0", {}};
      at_ = node.end;
      return node;
    }
    // What else a value of Python may be, with the rule that it breaks; the rest is none.
    const std::string minus = "(-(?=[1-9]))?";
    const std::pair<std::string, const char*> others[] = {
        {"([uU]|[bB][rR]?|[rR][bB]?)(?=['\"])", "string-prefix"},
        {"\\.(?=[.0-9])|None\\b|" + minus + "[0-9][0-9_]*[.eEjJ][0-9_.eEjJ]*(?!\\w)", "literal-value"},
        {"(?!-[1-9])[+-](?=[+\\- \\t\\r\\n]*[.0-9])", "integer-sign"},
        {minus + "0[0-9]+" + suffix + "(?![\\w.])", "integer-zero"},
        {minus + "(0[xXoObB][0-9a-fA-F_]*|[0-9][0-9_]*)(?![\\w.])", "integer-form"}};
    for (const auto& [pattern, rule] : others) {
      if (const int size = next(pattern); size > 0) fail(rule, static_cast<std::size_t>(size));
    }
    at_ += static_cast<std::size_t>(next(minus + "[0-9]*"));
    fail("literal-syntax");
  }
  Node number(int size) {
    Node node{Kind::number,
              at_,
              at_ + static_cast<std::size_t>(size),
              std::string(text_.substr(at_, static_cast<std::size_t>(size))),
              {}};
    if (node.text.back() == 'L') {
      node.text.pop_back();
      log_.report("integer-suffix", at_, node.end - at_, "header");
    }
    at_ = node.end;
    return node;
  }

  Node brackets(std::uint64_t level) {
    const char open = text_[at_];
    if (open == '{' && level != 1) fail("literal-value");
    if (level > log_.max_depth) fail("depth");
    Node node{open == '[' ? Kind::list : open == '(' ? Kind::tuple : Kind::dictionary, at_++, 0, "", {}};
    const char close = open == '[' ? ']' : open == '(' ? ')' : '}';
    for (;;) {
      blanks();
      if (peek() == close) break;
      node.in.push_back(value(level + 1));
      if (open == '{') {
        separated(':', '\0', node.in.back());
        blanks();
        node.in.push_back(value(level + 1));
      }
      if (!separated(',', close, node.in.back())) {
        if (open == '(' && node.in.size() == 1) fail("literal-parentheses");
        break;
      }
    }
    node.end = ++at_;
    return node;
  }
  // After a value: passes a separator, or returns false before what closes.
  bool separated(char separator, char close, const Node& last) {
    blanks();
    if (peek() == -1) cut();
    if (text_[at_] == separator) {
      ++at_;
      return true;
    }
    if (text_[at_] == close && close != '\0') return false;
    const bool joined = last.is(Kind::text) && next("([uU]|[bB][rR]?|[rR][bB]?)?['\"]") > 0;
    fail(joined ? "string-joined" : "literal-syntax");
  }

  // The string whose quote stands here, and whose prefix maybe before it.
  Node string(std::size_t begin) {
    const char quote = text_[at_];
    if (peek(1) == quote && peek(2) == quote) log_.fail("string-triple", begin, at_ - begin + 3, "header");
    ++at_;
    Node node{Kind::text, begin, 0, "", {}};
    while (peek() != quote) {
      const int c = peek();
      if (c == -1) cut();
      if (c == '\n' || c == '\r' || c == 0) fail("string-newline");
      if (c < 0x20) fail("string-control");
      if (c == '\\') {
        escape(node.text);
      } else if (c < 0x80) {
        node.text += text_[at_++];
      } else if (version_ == 3) {
        std::size_t end = at_;
        while (end < text_.size() && static_cast<unsigned char>(text_[end]) > 0x7f) ++end;
        const std::string_view all = text_.substr(at_, end - at_);
        const std::uint64_t wrong = conformance::utf8_oracle(all);
        if (wrong != nowhere) {
          at_ += wrong;
          fail("text-utf8");
        }
        node.text += all;
        at_ = end;
      } else {
        if (!latin_) log_.report("text-latin1", at_, 1, "header");
        latin_ = true;
        append_utf8(node.text, static_cast<std::uint32_t>(c));
        ++at_;
      }
    }
    node.end = ++at_;
    return node;
  }
  void escape(std::string& to) {
    static const std::string means[] = {"\\\\", "''", "\"\"", "n\n", "t\t", "r\r"};
    if (peek(1) == -1) cut();
    for (const std::string& one : means) {
      if (peek(1) != one[0]) continue;
      to += one[1];
      at_ += 2;
      return;
    }
    const std::size_t digits = peek(1) == 'x' ? 2 : peek(1) == 'u' ? 4 : peek(1) == 'U' ? 8 : 0;
    if (digits == 0) fail("string-escape", 2);
    const std::size_t size = digits + 2;
    const auto right = static_cast<std::size_t>(next("\\\\[xuU][0-9a-fA-F]{0," + std::to_string(digits) + "}"));
    if (at_ + right == text_.size() && right != size) cut();
    if (right != size) log_.fail("escape-digits", at_ + right, 1, "header");
    const std::uint64_t code = std::stoull(std::string(text_.substr(at_ + 2, digits)), nullptr, 16);
    if (code > 0x10ffff) fail("escape-range", size);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (surrogate) log_.report("escape-surrogate", at_, size, "header");
    append_utf8(to, surrogate ? 0xfffd : static_cast<std::uint32_t>(code));
    at_ += size;
  }

  OracleLog& log_;
  std::string_view text_;
  std::size_t at_;
  int version_;
  bool latin_ = false;
};

// Type is a dtype: of a structure its fields.
struct Type {
  char kind = 'V';  // '[' of a structure
  bool big = false;
  Wide size = 0;
  struct Field;
  std::vector<Field> fields;
};
struct Type::Field {
  Type type;
  Wide offset = 0;
  Wide elements = 1;
};

constexpr const char* named = "bool|u?int(8|16|32|64)|float(16|32|64)|complex(64|128)";
// What some release of NumPy takes.
constexpr const char* taken =
    "u?int|float|complex|str|bytes|void|bool_|u?byte|u?short|u?intc|u?long|u?longlong|u?intp|half|single|double|"
    "longdouble"
    "|csingle|cdouble|clongdouble|int_|float_|complex_|str_|bytes_|void0|object_|object0|str0|bytes0|int0|uint0|bool8"
    "|float96|float128|complex192|complex256|datetime64|timedelta64|unicode|unicode_|string|string_|cfloat|"
    "singlecomplex"
    "|longfloat|longcomplex|clongfloat"
    "|[<>|=]?[?bBhHiIlLqQnNpPefdgFDGSaUVcOmMT]|[<>|=]?[biufcSaUVmM]0[0-9]*|[<>|=]?[biufcmMSUVa][ "
    "+][\\s\\S]*|[<>|=]?a[0-9]+"
    "|[<>|=]?[(0-9][\\s\\S]*|[\\s\\S]*,[\\s\\S]*|[<>|=]?([mM]8|datetime64|timedelta64)\\[[\\s\\S]*\\]";

class Judge : OracleLog {
 public:
  Judge(Bytes file, const Options& options) : OracleLog("npy", options), file_(as_text(file)) {}

  conformance::OracleReport run() {
    try {
      judge();
    } catch (const End&) {
    }
    return {std::move(faults)};
  }

 private:
  [[nodiscard]] unsigned byte(std::size_t at) const { return static_cast<unsigned char>(file_[at]); }

  void judge() {
    if (file_.size() < 6) fail("header-truncated", file_.size(), 0, "magic");
    if (!file_.starts_with("\x93NUMPY")) fail("magic", 0, 6, "magic");
    if (file_.size() < 8) fail("header-truncated", file_.size(), 0, "version");
    version_ = static_cast<int>(byte(6));
    if (version_ < 1 || version_ > 3 || byte(7) != 0) fail("version", 6, 2, "version");
    const std::size_t width = version_ == 1 ? 2 : 4;
    const std::size_t begin = 8 + width;
    if (file_.size() < begin) fail("header-truncated", file_.size(), 0, "HEADER_LEN");
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < width; ++i) length += std::uint64_t{byte(8 + i)} << (8 * i);
    if (length > file_.size() - begin) fail("header-length", 8, width, "HEADER_LEN");
    if (length > 1U << 24) fail("header-limit", 8, width, "HEADER_LEN");
    data_ = begin + length;
    const std::string_view header = file_.substr(0, data_);
    std::uint64_t characters = 0;
    for (const char c : header.substr(begin)) characters += version_ < 3 || (c & 0xc0) != 0x80 ? 1 : 0;
    if (characters > 10'000) report("header-long", 8, width, "HEADER_LEN");
    Parser parser(*this, header, begin, version_);
    const Node root = parser.dictionary();
    keys(root);
    ends(parser.at(), width);
    if (!whole_) return;
    const Wide expected = elements_ * type_.size;
    const Wide left = file_.size() - data_;
    if (left < expected) fail("data-truncated", file_.size(), 0, "data");
    const auto size = static_cast<std::uint64_t>(expected);
    if (left > expected) report("trailing-data", data_ + size, file_.size() - data_ - size, "trailing");
    for (std::uint64_t at = data_; at < data_ + size; at += static_cast<std::uint64_t>(type_.size)) values(type_, at);
  }

  void keys(const Node& root) {
    std::map<std::string, const Node*> found;
    const std::array<const char*, 3> names = {"descr", "fortran_order", "shape"};
    for (std::size_t i = 0; i < root.in.size(); i += 2) {
      const Node& key = root.in[i];
      const bool known = key.is(Kind::text) && std::ranges::find(names, key.text) != names.end();
      if (!known) {
        report("key-unknown", key.begin, key.end - key.begin, "header");
      } else if (!found.emplace(key.text, &root.in[i + 1]).second) {
        spoil("key-duplicate", key, key.text);
      }
    }
    for (const char* name : names) {
      if (found.contains(name)) continue;
      whole_ = false;
      report("key-missing", root.end - 1, 1, name);
    }
    if (const Node* const descr = found["descr"]) {
      type_ = dtype(*descr, "descr", "descr");
      if (whole_ && type_.size > INT32_MAX) report("item-size-large", *descr, "descr");
    }
    const Node* const order = found["fortran_order"];
    const Node* const shape = found["shape"];
    const auto check_order = [&] {
      if (order != nullptr && !order->is(Kind::truth)) report("fortran-order", *order, "fortran_order");
    };
    const bool first = order != nullptr && (shape == nullptr || order->begin < shape->begin);
    if (first) check_order();
    if (shape != nullptr) {
      if (!shape->is(Kind::tuple)) spoil("shape-tuple", *shape, "shape");
      if (shape->is(Kind::tuple)) elements_ = product(*shape, "shape");
    }
    if (!first) check_order();
    if (whole_ && (elements_ >> 64 != 0 || elements_ * type_.size >> 64 != 0)) {
      spoil("shape-overflow", *shape, "shape");
    }
  }

  using OracleLog::report;
  void report(const char* rule, const Node& node, const std::string& path) {
    report(rule, node.begin, node.end - node.begin, path);
  }
  // Of what leaves the size of the data unknown.
  void spoil(const char* rule, const Node& node, const std::string& path) {
    whole_ = false;
    report(rule, node, path);
  }

  Wide product(const Node& tuple, const std::string& path) {
    if (tuple.in.size() > max_rank) fail("rank", tuple.begin, tuple.end - tuple.begin, path);
    if (tuple.in.size() > 32) report("rank-numpy", tuple, path);
    std::vector<std::uint64_t> dims;
    for (const Node& one : tuple.in) dims.push_back(dimension(one, path + "[" + std::to_string(dims.size()) + "]"));
    return conformance::product_of(dims);
  }
  std::uint64_t dimension(const Node& node, const std::string& path) {
    if (!node.is(Kind::number)) {
      spoil("dimension", node, path);
      return 1;
    }
    const bool negative = node.negative();
    if (negative || node.number() > most) {
      spoil(negative ? "dimension-negative" : "dimension-range", node, path);
    }
    return static_cast<std::uint64_t>(node.number());
  }

  Type dtype(const Node& node, const std::string& path, const std::string& at) {
    if (node.is(Kind::list)) return structure(node, path);
    Type type;
    const auto wrong = [&](const char* rule) {
      spoil(rule, node, at);
      return type;
    };
    if (node.is(Kind::tuple)) return wrong("descr-tuple");
    if (!node.is(Kind::text)) return wrong("descr-kind");
    const std::string& text = node.text;
    std::smatch part;
    static const std::regex form(
        R"(([<>|=]?)(b1|[iu][1248]|f[248]|c(?:8|16)|[SUV](?:0|[1-9][0-9]*)|[mM]8(?:\[(?:[1-9][0-9]*)?(?:[YMWDhms]|[munpfa]s)\])?))");
    if (matches(text, named)) {
      static const std::map<char, char> letters = {{'b', 'b'}, {'i', 'i'}, {'u', 'u'}, {'f', 'f'}, {'c', 'c'}};
      report("descr-name", node, at);
      type.kind = letters.at(text[0]);
      type.size = text == "bool" ? 1U : static_cast<unsigned>(std::stoi(text.substr(text.find_first_of("123468")))) / 8;
      return type;
    }
    if (std::regex_match(text, part, form) && count_fits(part[2])) {
      const std::string rest = part[2];
      type.kind = rest[0];
      Node digits{Kind::number, 0, 0, rest.substr(1, std::min(rest.find('['), rest.size()) - 1), {}};
      type.size = digits.number();
      if (type.size > most) return wrong("item-size");
      if (type.kind == 'U') type.size *= 4;
      if (type.size > most) return wrong("item-size");
      const bool wide = type.kind == 'U' || (type.kind != 'S' && type.kind != 'V' && type.size > 1);
      type.big = wide && part[1] == ">";
      if (wide ? part[1] != "<" && part[1] != ">" : part[1] != "|") report("descr-mark", node, at);
      return type;
    }
    if (matches(text, "object|[<>|=]?O[0-9]*")) {
      report("descr-object", node, at);
      throw End{};
    }
    if (matches(text, "[<>|=]?(f12|f16|c24|c32)")) {
      report("descr-long-double", node, at);
      throw End{};
    }
    return wrong(matches(text, taken) ? "descr-form" : "descr-unknown");
  }
  static bool count_fits(const std::string& text) {
    std::smatch count;
    static const std::regex form(R"([mM]8\[([0-9]+)[\s\S]*)");
    if (!std::regex_match(text, count, form)) return true;
    return Node{Kind::number, 0, 0, count[1], {}}.number() <= INT32_MAX;
  }

  Type structure(const Node& list, const std::string& path) {
    Type type;
    type.kind = '[';
    std::set<std::string> names;
    for (std::size_t i = 0; i < list.in.size(); ++i) {
      const std::string place = path + "[" + std::to_string(i) + "]";
      const Node& field = list.in[i];
      // Names of what is no field count, too.
      if (!field.is(Kind::tuple) || field.in.size() < 2 || field.in.size() > 3) {
        whole_ = false;
        if (field.is(Kind::tuple) && !field.in.empty()) known(field.in[0], names);
        report("field-tuple", field, place);
        continue;
      }
      const Node& name = field.in[0];
      const Node& descr = field.in[1];
      const bool titled = is_titled(name);
      const bool padding = name.is(Kind::text) && name.text.empty() && field.in.size() == 2 && is_raw(descr);
      if (!titled && name.is(Kind::tuple) && name.in.size() == 2 && name.in[1].is(Kind::text)) {
        report("field-title", name.in[0], place + ".title");
      } else if (!titled && !name.is(Kind::text)) {
        report("field-name", name, place + ".name");
      } else {
        const Node& last = titled ? name.in[1] : name;
        if (titled && !names.insert(name.in[0].text).second) report("field-duplicate", name.in[0], place + ".title");
        if (!padding && !names.insert(last.text).second) report("field-duplicate", last, place + ".name");
        if (!padding && last.text.empty()) report("field-unnamed", last, place + ".name");
      }
      Type::Field one{dtype(descr, place + ".descr", place + ".descr"), type.size, 1};
      if (field.in.size() == 3) {
        const Node& shape = field.in[2];
        if (shape.is(Kind::tuple)) {
          one.elements = product(shape, place + ".shape");
        } else if (shape.is(Kind::number)) {
          report("field-shape-integer", shape, place + ".shape");
          one.elements = dimension(shape, place + ".shape");
        } else {
          spoil(shape.is(Kind::list) ? "field-shape-list" : "field-shape", shape, place + ".shape");
        }
      }
      if (whole_) {
        const Wide size = one.elements * one.type.size;
        if (one.elements >> 64 != 0 || size > most) {
          spoil("item-size", field.in.size() == 3 ? field.in[2] : field,
                field.in.size() == 3 ? place + ".shape" : place);
        } else if (type.size + size > most) {
          spoil("item-size", field, place);
        } else {
          type.size += size;
        }
      }
      type.fields.push_back(std::move(one));
    }
    return type;
  }
  static bool is_titled(const Node& name) {
    return name.is(Kind::tuple) && name.in.size() == 2 && name.in[0].is(Kind::text) && name.in[1].is(Kind::text);
  }
  static bool is_raw(const Node& descr) {
    return descr.is(Kind::text) && matches(descr.text, "[<>|=]?V(0|[1-9][0-9]*)") &&
           Node{Kind::number, 0, 0, descr.text.substr(descr.text.find('V') + 1), {}}.number() <= most;
  }
  static void known(const Node& name, std::set<std::string>& names) {
    if (name.is(Kind::text)) names.insert(name.text);
    if (!is_titled(name)) return;
    names.insert(name.in[0].text);
    names.insert(name.in[1].text);
  }

  void ends(std::size_t end, std::size_t width) {
    bool spaced = false;
    bool other = false;
    for (std::size_t i = end; i < data_ && !other; ++i) {
      const bool white = std::string_view(" \t\r\n").find(file_[i]) != std::string_view::npos;
      other = !white;
      if (other) report("padding", i, 1, "padding");
      if (white && file_[i] != ' ' && i + 1 < data_ && !spaced) {
        spaced = true;
        report("padding-space", i, 1, "padding");
      }
    }
    if (!other && file_[data_ - 1] != '\n') report("header-newline", data_ - 1, 1, "padding");
    if (data_ % 64 == 0) return;
    const std::size_t header = data_ - 8 - width;
    report(version_ < 3 && (10 + header) % 16 == 0 ? "alignment-16" : "alignment", 8, width, "HEADER_LEN");
  }

  void values(const Type& type, std::uint64_t at) {
    for (const Type::Field& field : type.fields) {
      for (Wide i = 0; i < field.elements && field.type.size != 0; ++i)
        values(field.type, at + static_cast<std::uint64_t>(field.offset + i * field.type.size));
    }
    if (type.kind == 'b' && byte(at) > 1 && !bools_) {
      bools_ = true;
      report("bool-value", at, 1, "data");
    }
    for (Wide i = 0; type.kind == 'U' && i < type.size && !characters_; i += 4) {
      const std::uint64_t from = at + static_cast<std::uint64_t>(i);
      std::uint32_t c = 0;
      for (std::size_t k = 0; k < 4; ++k) c |= byte(from + k) << (8 * (type.big ? 3 - k : k));
      if (c < 0xd800 || (c >= 0xe000 && c <= 0x10ffff)) continue;
      characters_ = true;
      report("character", from, 4, "data");
    }
  }

  std::string_view file_;
  int version_ = 0;
  std::size_t data_ = 0;
  Type type_;
  Wide elements_ = 1;
  bool whole_ = true;  // the size of the data is known
  bool bools_ = false;
  bool characters_ = false;
};

conformance::OracleReport report_on(Bytes file, const Options& options) { return Judge(file, options).run(); }

// Text is read as a type alone: the one of a header, or the beginning of whatever stands there. What is no structure is
// written as the same type.
std::string difference_of_types(std::string_view text, const Options& options) {
  constexpr std::size_t longest = 200;
  constexpr std::string_view key = "'descr': ";
  if (const std::size_t at = text.find(key); at != std::string_view::npos) text.remove_prefix(at + key.size());
  text = text.substr(0, std::min(text.find(", 'fortran_order'"), longest));
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(40 * text.size() + 256);
  const auto type = npy::type_from(as_bytes(text), scratch, options);
  if (!type || type->kind == TypeKind::structure) return "";
  const std::vector<std::byte> written = conformance::bytes_with([&](Writer& to) {
    to.text("'");
    put_type(to, *type);
    to.text("'");
  });
  const npy::Type first = *type;
  scratch.reset();
  const auto again = npy::type_from(written, scratch);
  const bool same = again && again->kind == first.kind && again->size == first.size && again->unit == first.unit &&
                    again->unit_count == first.unit_count && again->big_endian == first.big_endian;
  return same ? "" : "a type is written as another";
}

// What was read is encoded as it is, whatever was tolerated, and then as the same bytes.
std::string embedded(Bytes file, const Options& options) {
  std::string different = difference_of_types(as_text(file), options);
  const conformance::Opened<FileView> read(file, options, scratch_bound, decode);
  if (!different.empty() || !read) return different;
  const std::vector<std::byte> written = conformance::written(*read);
  const bool limited = options.limits.max_rank || options.limits.max_depth;  // an encoder has the default limits
  if (written.empty()) return options.profile == Profile::strict && !limited ? "what was read is not encoded" : "";
  const conformance::Opened<FileView> again(written, {}, scratch_bound, decode);
  return again && conformance::written(*again) == written ? "" : "what was encoded is read and encoded as other bytes";
}

}  // namespace
}  // namespace hallmark::npy::oracle

const hallmark::conformance::Oracle hallmark::npy::npy_oracle{"npy", oracle::report_on, nullptr, oracle::embedded};
