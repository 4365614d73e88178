// SPDX-License-Identifier: Apache-2.0
// Oracle: the rules of `npy`, written a second time and in another way than the decoder: the literal becomes a tree by
// recursion, numbers and types are matched by regular expressions, sizes are numbers of 128 bits.
#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "conformance/generate/wide.hpp"
#include "conformance/model/encoded.hpp"
#include "conformance/npy/literal.hpp"
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/log.hpp"
#include "conformance/oracle/utf8.hpp"

namespace hallmark::npy::oracle {
namespace {

using conformance::append_utf8;
using conformance::End;
using conformance::Field;
using conformance::Wide;
using std::uint64_t;

constexpr Wide most = INT64_MAX;
const std::string white = " \t\n\r";

// Node is a value of the literal; its text is that of a string in UTF-8, or a number with its minus.
struct Node : Field {
  char kind = '\'';      // of a string; 0 of a number, T of True and False, else the bracket
  std::vector<Node> in;  // of a dictionary keys and values in turn
};

// A pattern is compiled once.
const std::regex& compiled(const std::string& pattern) {
  static std::map<std::string, std::regex> known;
  return known.try_emplace(pattern, pattern).first->second;
}
bool matches(const std::string& text, const std::string& pattern) { return std::regex_match(text, compiled(pattern)); }

// Type is a dtype, of a structure its fields; a field has an offset and elements.
struct Type {
  char kind = 'V';  // '[' of a structure
  std::string mark{};
  Wide size = 0;
  Wide offset = 0;
  Wide elements = 1;
  std::vector<Type> fields{};
};

// known_type gives the type of one of our strings, whatever its mark is.
std::optional<Type> known_type(const std::string& text) {
  static const std::regex form(
      R"(([<>|=]?)(?=(.)([0-9]+)\[?([0-9]*))(?:b1|[iu][1248]|f[248]|c8|c16|[SUV](?:0|[1-9][0-9]*)|)"
      R"([mM]8(?:\[(?:[1-9][0-9]*)?(?:[YMWDhms]|[munpfa]s)\])?))");
  std::smatch part;
  if (!std::regex_match(text, part, form) || conformance::magnitude(part.str(4)) > INT32_MAX) return {};
  const char kind = part.str(2)[0];
  return Type{kind, part.str(1), conformance::magnitude(part.str(3)) * (kind == 'U' ? 4 : 1)};
}
constexpr const char* named = "bool|u?int(8|16|32|64)|float(16|32|64)|complex(64|128)";

// What any other type string breaks.
const std::pair<const char*, const char*> refusals[] = {
    {"object|[<>|=]?O[0-9]*", "descr-object"},
    {"[<>|=]?(f12|f16|c24|c32)", "descr-long-double"},
    // What some release of NumPy takes.
    {"u?int|float|complex|str|bytes|void|bool_|u?byte|u?short|u?intc|u?long|u?longlong|u?intp|half|single|double|"
     "longdouble|csingle|cdouble|clongdouble|int_|float_|complex_|str_|bytes_|void0|object_|object0|str0|bytes0|int0|"
     "uint0|bool8|float96|float128|complex192|complex256|datetime64|timedelta64|unicode|unicode_|string|string_|cfloat|"
     "singlecomplex|longfloat|longcomplex|clongfloat|"
     "[<>|=]?[?bBhHiIlLqQnNpPefdgFDGSaUVcOmMT]|[<>|=]?[biufcSaUVmM]0[0-9]*|"
     "[<>|=]?[biufcmMSUVa][ +][\\s\\S]*|[<>|=]?a[0-9]+|[<>|=]?[(0-9][\\s\\S]*|[\\s\\S]*,[\\s\\S]*|"
     "[<>|=]?([mM]8|datetime64|timedelta64)\\[[\\s\\S]*\\]",
     "descr-form"},
    {"[\\s\\S]*", "descr-unknown"}};

// sized gives the bytes of elements; above `most` where 64 bits do not hold their number.
Wide sized(Wide elements, Wide size) { return elements >> 64 != 0 ? elements : elements * size; }

class Walk : public conformance::OracleLog {
 public:
  Walk(Bytes file, const Options& options) : OracleLog("npy", options), file_(as_text(file)) {
    try {
      prefix();
      const Node root = dictionary();
      keys(root);
      ends();
      if (whole_) data();
    } catch (const End&) {
    }
  }

 private:
  using OracleLog::fail;
  using OracleLog::report;
  void report(const char* rule, const Node& node, const std::string& path) { report(rule, node.at, node.size, path); }
  // spoil is report of what leaves the size of the data unknown.
  template <class... What>
  void spoil(const char* rule, const What&... what) {
    whole_ = false;
    report(rule, what...);
  }

  // Phase 1.
  Field number(std::size_t size, const char* path) {
    if (file_.size() - at_ < size) fail("header-truncated", file_.size(), 0, path);
    Field field{0, at_, size, path, std::string(file_.substr(at_, size))};
    for (std::size_t i = size; i-- > 0;) field.value = 256 * field.value + byte(at_ + i);
    at_ += size;
    return field;
  }
  void prefix() {
    const Field magic = number(6, "magic");
    require(magic.text == "\x93NUMPY", "magic", magic);
    const Field version = number(2, "version");  // the major one; more where there is a minor one
    require(version.value >= 1 && version.value <= 3, "version", version);
    version_ = version.value;
    length_ = number(version_ == 1 ? 2 : 4, "HEADER_LEN");
    require(length_.value <= file_.size() - at_, "header-length", length_);
    require(length_.value <= 1U << 24, "header-limit", length_);
    text_ = file_.substr(0, at_ + length_.value);
    const std::string_view header = text_.substr(at_);
    const auto counts = [&](char c) { return version_ < 3 || (c & 0xc0) != 0x80; };
    holds(std::ranges::count_if(header, counts) <= 10'000, "header-long", length_);
    const uint64_t wrong = version_ < 3 ? nowhere : conformance::utf8_oracle(header);
    if (wrong != nowhere) no_utf8_ = at_ + wrong;
  }

  // Phase 2: the tree of a header that ends where the text does.
  [[noreturn]] void fail(const char* rule, std::size_t length = 1) {
    if (at_ == text_.size()) fail("literal-truncated", at_, 0, "header");
    fail(rule, at_, length, "header");
  }
  [[nodiscard]] int peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? static_cast<int>(byte(at_ + ahead)) : -1;
  }
  // taken is how much a pattern takes of what follows.
  [[nodiscard]] std::size_t taken(const std::string& pattern) const {
    std::cmatch found;
    std::regex_search(text_.data() + at_, text_.data() + text_.size(), found, compiled(pattern),
                      std::regex_constants::match_continuous);
    return static_cast<std::size_t>(found.length());
  }
  void spaces() { at_ = std::min(text_.find_first_not_of(white, at_), text_.size()); }
  void blanks() {
    spaces();
    if (taken("\\f|\\\\[\\n\\r]") > 0) fail("literal-space");
    if (peek() == '#') fail("literal-comment");
  }

  Node dictionary() {
    const std::size_t first = at_;
    spaces();
    if (at_ != first) report("literal-start", first, at_ - first, "header");
    blanks();
    if (peek() != '{') fail(taken("[( \\t\\n\\r]*\\{") > 0 ? "dictionary-parentheses" : "literal-dictionary");
    return brackets(1);
  }

  Node value(uint64_t level) {
    const int c = peek();
    if (c == '(' || c == '[' || c == '{') return brackets(level);
    if (c == '\'' || c == '"') return string(at_);
    if (taken("u(?=['\"])") > 0) {
      report("string-prefix-u", at_, 1, "header");
      return string(at_++);
    }
    const std::string minus = "(-(?=[1-9]))?";
    const std::string end = version_ < 3 ? "L?(?![\\w.])" : "(?![\\w.])";
    // What a value of Python may be, with the rule that it breaks; the rest is none.
    const std::pair<std::string, const char*> words[] = {
        {minus + "(0|[1-9][0-9]*)" + end, nullptr},
        {"(True|False)\\b", nullptr},
        {"([uU]|[bB][rR]?|[rR][bB]?)(?=['\"])", "string-prefix"},
        {"\\.(?=[.0-9])|None\\b|" + minus + "[0-9][0-9_]*[.eEjJ][0-9_.eEjJ]*(?!\\w)", "literal-value"},
        {"(?!-[1-9])[+-](?=[+\\- \\t\\r\\n]*[.0-9])", "integer-sign"},
        {"0[0-9]+" + end, "integer-zero"},
        {minus + "(0[xXoObB][0-9a-fA-F_]*|[0-9][0-9_]*)(?![\\w.])", "integer-form"}};
    for (const auto& [pattern, rule] : words) {
      const std::size_t size = taken(pattern);
      if (size == 0) continue;
      if (rule != nullptr) fail(rule, size);
      Node node{{0, at_, size, "header", std::string(text_.substr(at_, size))}, c > '9' ? 'T' : '0', {}};
      at_ += size;
      if (!node.text.ends_with('L')) return node;
      node.text.pop_back();
      report("integer-suffix", node);
      return node;
    }
    at_ += taken(minus + "[0-9]*");
    fail("literal-syntax");
  }

  Node brackets(uint64_t level) {
    const char open = text_[at_];
    const char close = open == '[' ? ']' : open == '(' ? ')' : '}';
    if (open == '{' && level != 1) fail("literal-value");
    if (level > max_depth) fail("depth");
    Node node{{0, at_++, 0, "header", ""}, open, {}};
    const auto after_key = [&] { return open == '{' && node.in.size() % 2 == 1; };
    for (bool more = true; more;) {
      blanks();
      if (peek() == close && !after_key()) break;
      node.in.push_back(value(level + 1));
      blanks();
      more = peek() == (after_key() ? ':' : ',');
      if (more) {
        ++at_;
      } else if (peek() != close || after_key()) {
        const bool joined = node.in.back().kind == '\'' && taken("([uU]|[bB][rR]?|[rR][bB]?)?['\"]") > 0;
        fail(joined ? "string-joined" : "literal-syntax");
      } else if (open == '(' && node.in.size() == 1) {
        fail("literal-parentheses");
      }
    }
    node.size = ++at_ - node.at;
    return node;
  }

  // The string whose quote stands here, and whose prefix maybe before it.
  Node string(std::size_t begin) {
    const char quote = text_[at_];
    if (text_.substr(at_).starts_with(std::string(3, quote))) fail("string-triple", begin, at_ - begin + 3, "header");
    Node node{{0, begin, 0, "header", ""}, '\'', {}};
    ++at_;
    while (peek() != quote) {
      const int c = peek();
      if (at_ == no_utf8_) fail("text-utf8");
      if (c < 0x20) fail(c == '\n' || c == '\r' || c == 0 ? "string-newline" : "string-control");
      if (c == '\\') {
        escape(node.text);
        continue;
      }
      if (c > 0x7f && version_ < 3 && !std::exchange(latin_, true)) report("text-latin1", at_, 1, "header");
      if (version_ < 3) {
        append_utf8(node.text, static_cast<unsigned>(c));
      } else {
        node.text += text_[at_];
      }
      ++at_;
    }
    node.size = ++at_ - begin;
    return node;
  }
  void escape(std::string& to) {
    static const std::map<int, char> means = {{'\\', '\\'}, {'\'', '\''}, {'"', '"'},
                                              {'n', '\n'},  {'t', '\t'},  {'r', '\r'}};
    if (const auto one = means.find(peek(1)); one != means.end()) {
      to += one->second;
      at_ += 2;
      return;
    }
    const std::size_t size = taken("\\\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})");
    const std::size_t digits = taken("\\\\[xuU][0-9a-fA-F]*");
    if (size == 0) {
      at_ += peek(1) < 0 ? 1 : digits;
      digits != 0 ? fail("escape-digits") : fail("string-escape", 2);
    }
    const uint64_t code = std::stoull(std::string(text_.substr(at_ + 2, size - 2)), nullptr, 16);
    if (code > 0x10ffff) fail("escape-range", size);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (surrogate) report("escape-surrogate", at_, size, "header");
    append_utf8(to, surrogate ? 0xfffd : static_cast<unsigned>(code));
    at_ += size;
  }

  // Phases 3 to 5.
  void keys(const Node& root) {
    std::map<std::string, const Node*> found;
    const std::string names[] = {"descr", "fortran_order", "shape"};
    for (std::size_t i = 0; i < root.in.size(); i += 2) {
      const Node& key = root.in[i];
      if (key.kind != '\'' || std::ranges::find(names, key.text) == std::end(names)) {
        report("key-unknown", key);
      } else if (!found.emplace(key.text, &root.in[i + 1]).second) {
        spoil("key-duplicate", key, key.text);
      }
    }
    for (const std::string& name : names) {
      if (!found.contains(name)) spoil("key-missing", at_ - 1, 1, name);
    }
    if (const Node* const descr = found["descr"]) {
      type_ = dtype(*descr, "descr");
      if (whole_ && type_.size > INT32_MAX) report("item-size-large", *descr, "descr");
    }
    for (const Node& one : root.in) {
      if (&one == found["fortran_order"] && one.kind != 'T') report("fortran-order", one, "fortran_order");
      if (&one != found["shape"]) continue;
      if (one.kind != '(') spoil("shape-tuple", one, "shape");
      if (one.kind == '(') type_.elements = product(one, "shape");
    }
    if (whole_ && sized(type_.elements, type_.size) >> 64 != 0) spoil("shape-overflow", *found["shape"], "shape");
  }

  Wide product(const Node& tuple, const std::string& path) {
    if (tuple.in.size() > max_rank) fail("rank", tuple.at, tuple.size, path);
    if (tuple.in.size() > 32) report("rank-numpy", tuple, path);
    std::vector<uint64_t> dims;
    for (const Node& one : tuple.in) dims.push_back(dimension(one, path + "[" + std::to_string(dims.size()) + "]"));
    return conformance::product_of(dims);
  }
  uint64_t dimension(const Node& node, const std::string& path) {
    if (node.kind != '0') {
      spoil("dimension", node, path);
      return 1;
    }
    const bool negative = node.text.starts_with('-');
    const Wide size = conformance::magnitude(node.text.substr(negative ? 1 : 0));
    if (negative || size > most) spoil(negative ? "dimension-negative" : "dimension-range", node, path);
    return static_cast<uint64_t>(size);
  }

  Type dtype(const Node& node, const std::string& path) {
    if (node.kind == '[') return structure(node, path);
    const std::string& text = node.text;
    Type type;
    const auto wrong = [&](const char* rule) {
      spoil(rule, node, path);
      if (faults.back().verdict == Verdict::unsupported) throw End{};
      return type;
    };
    if (node.kind != '\'') return wrong(node.kind == '(' ? "descr-tuple" : "descr-kind");
    if (matches(text, named)) {
      report("descr-name", node, path);
      type.kind = text[0];
      type.size = text == "bool" ? 1U : std::stoul(text.substr(text.find_first_of("123468"))) / 8;
      return type;
    }
    const std::optional<Type> known = known_type(text);
    if (!known) {
      return wrong(std::ranges::find_if(refusals, [&](const auto& one) { return matches(text, one.first); })->second);
    }
    if (known->size > most) return wrong("item-size");
    const bool ordered = known->kind == 'U' || (known->kind != 'S' && known->kind != 'V' && known->size > 1);
    if (!matches(known->mark, ordered ? "[<>]" : "\\|")) report("descr-mark", node, path);
    return *known;
  }

  Type structure(const Node& list, const std::string& path) {
    Type type{.kind = '['};
    std::set<std::string> names;
    for (std::size_t i = 0; i < list.in.size(); ++i) {
      const Node& field = list.in[i];
      const std::string place = path + "[" + std::to_string(i) + "]";
      const bool right = field.kind == '(' && (field.in.size() == 2 || field.in.size() == 3);
      // Names of what is no field count, too.
      const std::vector<Node> labels = labels_of(field);
      for (const Node& one : labels) {
        const bool again = !names.insert(one.text).second;
        if (right && again) report("field-duplicate", one, place + (&one == &labels.back() ? ".name" : ".title"));
      }
      if (!right) {
        spoil("field-tuple", field, place);
        continue;
      }
      const Node& name = field.in[0];
      if (!labels.empty()) {
        if (labels.back().text.empty()) report("field-unnamed", labels.back(), place + ".name");
      } else if (name.kind == '(' && name.in.size() == 2 && name.in[1].kind == '\'') {
        report("field-title", name.in[0], place + ".title");
      } else if (name.kind != '\'') {
        report("field-name", name, place + ".name");
      }
      Type& one = type.fields.emplace_back(dtype(field.in[1], place + ".descr"));
      one.offset = type.size;
      if (field.in.size() == 3) one.elements = subarray(field.in[2], place + ".shape");
      if (!whole_) continue;
      const Wide size = sized(one.elements, one.size);
      if (size > most) {
        spoil("item-size", field.in[2], place + ".shape");
      } else if (type.size + size > most) {
        spoil("item-size", field, place);
      } else {
        type.size += size;
      }
    }
    return type;
  }
  // labels_of gives what must be unique of a field: its title and name, or its name unless it is padding.
  static std::vector<Node> labels_of(const Node& field) {
    if (field.kind != '(' || field.in.empty()) return {};
    const Node& name = field.in[0];
    const auto is_text = [](const Node& one) { return one.kind == '\''; };
    if (name.kind == '(' && name.in.size() == 2 && std::ranges::all_of(name.in, is_text)) return name.in;
    if (!is_text(name)) return {};
    const bool bare = name.text.empty() && field.in.size() == 2 && is_text(field.in[1]);
    const std::optional<Type> type = bare ? known_type(field.in[1].text) : std::nullopt;
    return type && type->kind == 'V' && type->size <= most ? std::vector<Node>() : std::vector<Node>{name};
  }
  // subarray gives the elements of a field of this shape.
  Wide subarray(const Node& shape, const std::string& path) {
    if (shape.kind == '(') return product(shape, path);
    if (shape.kind == '0') {
      report("field-shape-integer", shape, path);
      return dimension(shape, path);
    }
    spoil(shape.kind == '[' ? "field-shape-list" : "field-shape", shape, path);
    return 1;
  }

  // Phase 6.
  void ends() {
    const std::string_view rest = text_.substr(at_);
    const std::size_t other = rest.find_first_not_of(white);
    const std::size_t space = rest.find_first_of("\t\n\r");
    if (space < std::min(other, rest.size() - 1)) report("padding-space", at_ + space, 1, "padding");
    if (other < rest.size()) {
      report("padding", at_ + other, 1, "padding");
    } else if (!text_.ends_with('\n')) {
      report("header-newline", text_.size() - 1, 1, "padding");
    }
    if (text_.size() % 64 == 0) return;
    report(version_ < 3 && (10 + length_.value) % 16 == 0 ? "alignment-16" : "alignment", length_);
  }

  // Phases 7 and 8.
  void data() {
    const std::size_t begin = text_.size();
    const Wide end = begin + sized(type_.elements, type_.size);
    if (file_.size() < end) fail("data-truncated", file_.size(), 0, "data");
    if (file_.size() > end)
      report("trailing-data", static_cast<uint64_t>(end), file_.size() - static_cast<uint64_t>(end), "trailing");
    elements(type_, begin);
  }
  void elements(const Type& type, uint64_t at) {
    for (Wide i = 0; i < type.elements && type.size != 0; ++i, at += static_cast<uint64_t>(type.size))
      element(type, at);
  }
  void element(const Type& type, uint64_t at) {
    for (const Type& field : type.fields) elements(field, at + static_cast<uint64_t>(field.offset));
    if (type.kind == 'b' && byte(at) > 1 && !std::exchange(bools_, true)) report("bool-value", at, 1, "data");
    for (const uint64_t end = at + static_cast<uint64_t>(type.size); type.kind == 'U' && at < end; at += 4) {
      uint64_t c = 0;
      for (std::size_t i = 0; i < 4; ++i) c = 256 * c + byte(at + (type.mark == ">" ? i : 3 - i));
      const bool right = c < 0xd800 || (c >= 0xe000 && c <= 0x10ffff);
      if (!right && !std::exchange(characters_, true)) report("character", at, 4, "data");
    }
  }
  [[nodiscard]] unsigned byte(uint64_t at) const {
    return static_cast<unsigned char>(file_[static_cast<std::size_t>(at)]);
  }

  std::string_view file_;
  std::string_view text_;  // up to the data
  std::size_t at_ = 0;
  uint64_t version_ = 0;
  Field length_;                    // of the header
  std::size_t no_utf8_ = SIZE_MAX;  // the first byte of the header that begins no character
  bool latin_ = false;
  Type type_;          // with the elements of the array
  bool whole_ = true;  // the size of the data is known
  bool bools_ = false;
  bool characters_ = false;
};

conformance::OracleReport report_on(Bytes file, const Options& options) { return {Walk(file, options).faults}; }

// Text is read as a type alone: the one of a header, or the beginning of whatever stands there. What is no structure is
// written as the same type.
std::string difference_of_types(std::string_view text, const Options& options) {
  constexpr std::size_t longest = 200;
  constexpr std::string_view key = "'descr': ";
  if (const std::size_t at = text.find(key); at != std::string_view::npos) text.remove_prefix(at + key.size());
  text = text.substr(0, std::min(text.find(", 'fortran_order'"), longest));
  const auto type = opened_type(text, options);
  if (!type || type->kind == TypeKind::structure) return "";
  const std::string written = "'" + type_text(*type) + "'";
  const auto again = opened_type(written);
  const bool same = again && again->kind == type->kind && again->size == type->size && again->unit == type->unit &&
                    again->unit_count == type->unit_count && again->big_endian == type->big_endian;
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
