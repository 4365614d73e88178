// SPDX-License-Identifier: Apache-2.0
// Oracle: the rules of `npy`, written a second time and in another way than the decoder: the literal becomes a tree by
// recursion, words and types are matched by tables of regular expressions, sizes are numbers of 128 bits.
#include <algorithm>
#include <map>
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

// Node is a value of the literal; its text is that of a string in UTF-8, or a number with its minus. Its path is that
// of the header until it is known what it stands for.
struct Node : Field {
  char kind = '\'';        // of a string; 0 of a number, T of True and False, else the bracket
  std::vector<Node> in{};  // of a dictionary keys and values in turn
};

// Form is a pattern, and the rule that is broken by what has this form.
struct Form {
  std::string pattern;
  const char* rule;
};

// A pattern is compiled once.
const std::regex& compiled(const std::string& pattern) {
  static std::map<std::string, std::regex> known;
  return known.try_emplace(pattern, pattern).first->second;
}

// Type is a dtype, of a structure its fields; a field has an offset and elements.
struct Type {
  char kind = 0;  // '[' of a structure
  bool big_endian = false;
  uint64_t size = 0;
  uint64_t offset = 0;
  Wide elements = 1;
  std::vector<Type> fields{};
};

const std::string ordered =
    "([iu][248]|f[248]|c8|c16|U(0|[1-9][0-9]*)|[mM]8(\\[([1-9][0-9]*)?([YMWDhms]|[munpfa]s)\\])?)";
const std::string plain = "(b1|[iu]1|[SV](0|[1-9][0-9]*))";
// The forms of type strings, the first that matches: those that are a type, then what others break.
const Form types[] = {
    {"[<>]" + ordered + "|\\|" + plain, nullptr},
    {"[<>|=]?(" + ordered + "|" + plain + ")", "descr-mark"},
    {"bool|u?int(8|16|32|64)|float(16|32|64)|complex(64|128)", "descr-name"},
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

// read_type gives the rule that a type string breaks, or null; without a type it leaves the kind as it is.
const char* read_type(const std::string& text, Type& type) {
  const Form* const form =
      std::ranges::find_if(types, [&](const Form& one) { return std::regex_match(text, compiled(one.pattern)); });
  if (form - types > 2) return form->rule;
  static const std::regex parts("([<>|=]?)(.)[a-z]*([0-9]*)(?:\\[([0-9]*).*)?");
  std::smatch part;
  std::regex_match(text, part, parts);
  const bool named = form - types == 2;
  const Wide number = conformance::magnitude(part.str(3));  // of bits where the type is named
  const char kind = part.str(2)[0];
  const Wide size = named ? std::max<Wide>(number / 8, 1) : kind == 'U' ? 4 * number : number;
  if (conformance::magnitude(part.str(4)) > INT32_MAX) return "descr-form";
  if (size > most) return "item-size";
  type = {kind, part.str(1) == ">", static_cast<uint64_t>(size)};
  return form->rule;
}

// sized gives the bytes of elements; above `most` where 64 bits do not hold their number.
Wide sized(Wide elements, Wide size) { return elements >> 64 != 0 ? elements : elements * size; }

class Walk : public conformance::OracleLog {
 public:
  Walk(Bytes file, const Options& options) : OracleLog("npy", options), file_(as_text(file)) {
    try {
      prefix();
      Node root = dictionary();
      keys(root);
      ends();
      if (whole_) data();
    } catch (const End&) {
    }
  }

 private:
  using OracleLog::fail;
  // sound reports what does not hold, and leaves the size of the data unknown.
  bool sound(bool condition, const char* rule, const Field& field) {
    whole_ = holds(condition, rule, field) && whole_;
    return condition;
  }
  // once reports the first break of a rule, and no other.
  void once(const std::string& rule, uint64_t at, uint64_t length, const std::string& path) {
    if (told_.insert(rule).second) report(rule, at, length, path);
  }

  // Phase 1.
  Field number(std::size_t size, const char* path) {
    if (file_.size() - at_ < size) fail("header-truncated", file_.size(), 0, path);
    Field field{0, at_, size, path};
    for (std::size_t i = size; i-- > 0;) field.value = 256 * field.value + byte(at_ + i);
    at_ += size;
    return field;
  }
  void prefix() {
    const Field magic = number(6, "magic");
    require(file_.starts_with("\x93NUMPY"), "magic", magic);
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
  [[nodiscard]] int peek() const { return at_ < text_.size() ? static_cast<int>(byte(at_)) : -1; }
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
    if (const std::size_t size = taken(minus + "(0|[1-9][0-9]*)" + end + "|(True|False)\\b"); size > 0) {
      Node node{{0, at_, size, "header", std::string(text_.substr(at_, size))}, c > '9' ? 'T' : '0'};
      at_ += size;
      if (!holds(!node.text.ends_with('L'), "integer-suffix", node)) node.text.pop_back();
      return node;
    }
    // What else a value of Python may be; the rest is none.
    const Form words[] = {
        {"([uU]|[bB][rR]?|[rR][bB]?)(?=['\"])", "string-prefix"},
        {"\\.(?=[.0-9])|None\\b|" + minus + "[0-9][0-9_]*[.eEjJ][0-9_.eEjJ]*(?!\\w)", "literal-value"},
        {"(?!-[1-9])[+-](?=[+\\- \\t\\r\\n]*[.0-9])", "integer-sign"},
        {"0[0-9]+" + end, "integer-zero"},
        {minus + "(0[xXoObB][0-9a-fA-F_]*|[0-9][0-9_]*)(?![\\w.])", "integer-form"}};
    for (const auto& [pattern, rule] : words) {
      if (const std::size_t size = taken(pattern); size > 0) fail(rule, size);
    }
    at_ += taken(minus + "[0-9]*");
    fail("literal-syntax");
  }

  Node brackets(uint64_t level) {
    const char open = text_[at_];
    const char close = open == '[' ? ']' : open == '(' ? ')' : '}';
    if (open == '{' && level != 1) fail("literal-value");
    if (level > max_depth) fail("depth");
    Node node{{0, at_++, 0, "header"}, open};
    for (char before = ',';;) {  // a mark, or as good as one
      blanks();
      if (peek() == close && before == ',') break;
      node.in.push_back(value(level + 1));
      blanks();
      const char mark = open == '{' && before == ',' ? ':' : ',';
      if (peek() == mark) {
        before = mark;
        ++at_;
      } else if (peek() != close || mark == ':') {
        const bool joined = node.in.back().kind == '\'' && taken("([uU]|[bB][rR]?|[rR][bB]?)?['\"]") > 0;
        fail(joined ? "string-joined" : "literal-syntax");
      } else if (open == '(' && node.in.size() == 1) {
        fail("literal-parentheses");
      } else {
        break;
      }
    }
    node.size = ++at_ - node.at;
    return node;
  }

  // The string whose quote stands here, and whose prefix maybe before it.
  Node string(std::size_t begin) {
    const char quote = text_[at_];
    if (text_.substr(at_).starts_with(std::string(3, quote))) fail("string-triple", begin, at_ - begin + 3, "header");
    Node node{{0, begin, 0, "header"}};
    for (++at_; peek() != quote;) {
      const int c = peek();
      if (at_ == no_utf8_) fail("text-utf8");
      if (c < 0x20) fail(c == '\n' || c == '\r' || c == 0 ? "string-newline" : "string-control");
      if (c == '\\') {
        escape(node.text);
      } else if (++at_; c < 0x80 || version_ == 3) {
        node.text += static_cast<char>(c);
      } else {
        once("text-latin1", at_ - 1, 1, "header");
        append_utf8(node.text, static_cast<unsigned>(c));
      }
    }
    node.size = ++at_ - begin;
    return node;
  }
  void escape(std::string& to) {
    const std::size_t size = taken("\\\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\\\\'\"ntr])");
    if (size == 0) {
      const std::size_t digits = taken("\\\\([xuU][0-9a-fA-F]*|(?![\\s\\S]))");  // or the end of the text
      at_ += digits;
      digits != 0 ? fail("escape-digits") : fail("string-escape", 2);
    }
    const char c = text_[at_ + 1];
    const std::string digits(text_.substr(at_ + 2, size - 2));
    const uint64_t code = !digits.empty() ? std::stoull(digits, nullptr, 16)
                          : c == 'n'      ? '\n'
                          : c == 't'      ? '\t'
                          : c == 'r'      ? '\r'
                                          : c;
    if (code > 0x10ffff) fail("escape-range", size);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    if (surrogate) report("escape-surrogate", at_, size, "header");
    append_utf8(to, surrogate ? 0xfffd : static_cast<unsigned>(code));
    at_ += size;
  }

  // Phases 3 to 5.
  void keys(Node& root) {
    std::map<std::string, Node*> found{{"descr", nullptr}, {"fortran_order", nullptr}, {"shape", nullptr}};
    for (std::size_t i = 0; i < root.in.size(); i += 2) {
      Node& key = root.in[i];
      const bool known = holds(key.kind == '\'' && found.contains(key.text), "key-unknown", key);
      if (!known) continue;
      key.path = key.text;
      Node*& value = found[key.text];
      if (!sound(value == nullptr, "key-duplicate", key)) continue;
      value = &root.in[i + 1];
      value->path = key.text;
    }
    for (const auto& [name, value] : found) sound(value != nullptr, "key-missing", {0, at_ - 1, 1, name});
    if (Node* const descr = found["descr"]) {
      type_ = dtype(*descr);
      if (whole_) holds(type_.size <= INT32_MAX, "item-size-large", *descr);
    }
    for (Node& one : root.in) {
      if (&one == found["fortran_order"]) holds(one.kind == 'T', "fortran-order", one);
      if (&one == found["shape"] && sound(one.kind == '(', "shape-tuple", one)) type_.elements = product(one);
    }
    if (whole_) sound(sized(type_.elements, type_.size) >> 64 == 0, "shape-overflow", *found["shape"]);
  }

  Wide product(Node& tuple) {
    require(tuple.in.size() <= max_rank, "rank", tuple);
    holds(tuple.in.size() <= 32, "rank-numpy", tuple);
    std::vector<uint64_t> dims;
    for (Node& one : tuple.in) {
      one.path = tuple.path + "[" + std::to_string(dims.size()) + "]";
      dims.push_back(dimension(one));
    }
    return conformance::product_of(dims);
  }
  uint64_t dimension(const Node& node) {
    if (!sound(node.kind == '0', "dimension", node)) return 1;
    const bool negative = node.text.starts_with('-');
    const Wide size = conformance::magnitude(node.text.substr(negative ? 1 : 0));
    if (sound(!negative, "dimension-negative", node)) sound(size <= most, "dimension-range", node);
    return static_cast<uint64_t>(size);
  }

  Type dtype(Node& node) {
    if (node.kind == '[') return structure(node);
    Type type;
    const bool text = node.kind == '\'';
    const char* const rule = text ? read_type(node.text, type) : node.kind == '(' ? "descr-tuple" : "descr-kind";
    whole_ = whole_ && type.kind != 0;
    if (rule == nullptr) return type;
    report(rule, node);
    if (faults.back().verdict == Verdict::unsupported) throw End{};
    return type;
  }

  Type structure(Node& list) {
    Type type{.kind = '['};
    std::set<std::string> names;
    for (std::size_t i = 0; i < list.in.size(); ++i) {
      Node& field = list.in[i];
      field.path = list.path + "[" + std::to_string(i) + "]";
      const bool right = field.kind == '(' && (field.in.size() == 2 || field.in.size() == 3);
      if (field.kind == '(' && !field.in.empty()) name(field, right, names);
      if (!sound(right, "field-tuple", field)) continue;
      field.in[1].path = field.path + ".descr";
      Type& one = type.fields.emplace_back(dtype(field.in[1]));
      one.offset = type.size;
      if (field.in.size() == 3) one.elements = subarray(field.in[2], field.path + ".shape");
      if (!whole_) continue;
      const Wide size = sized(one.elements, one.size);
      const bool fits = sound(type.size + size <= most, "item-size", size > most ? field.in[2] : field);
      if (fits) type.size += static_cast<uint64_t>(size);
    }
    return type;
  }
  // name judges the name of a field, and its title. Of a tuple that is no field nothing is reported here, but its names
  // count.
  void name(Node& field, bool right, std::set<std::string>& names) {
    const auto expect = [&](bool condition, const char* rule, const Node& node) {
      if (right) holds(condition, rule, node);
      return condition;
    };
    const auto unique = [&](const Node& node) { expect(names.insert(node.text).second, "field-duplicate", node); };
    Node& first = field.in[0];
    const bool titled = first.kind == '(' && first.in.size() == 2 && first.in[1].kind == '\'';
    Node& name = titled ? first.in[1] : first;
    name.path = field.path + ".name";
    if (titled) {
      first.in[0].path = field.path + ".title";
      if (!expect(first.in[0].kind == '\'', "field-title", first.in[0])) return;
      unique(first.in[0]);
    }
    if (!expect(name.kind == '\'', "field-name", name)) return;
    Type padding;
    if (!titled && name.text.empty() && field.in.size() == 2) read_type(field.in[1].text, padding);
    if (padding.kind == 'V') return;
    unique(name);
    expect(!name.text.empty(), "field-unnamed", name);
  }
  // subarray gives the elements of a field of this shape.
  Wide subarray(Node& shape, const std::string& path) {
    shape.path = path;
    if (shape.kind == '(') return product(shape);
    if (!sound(shape.kind == '0', shape.kind == '[' ? "field-shape-list" : "field-shape", shape)) return 1;
    report("field-shape-integer", shape);
    return dimension(shape);
  }

  // Phase 6.
  void ends() {
    const std::string_view rest = text_.substr(at_);
    const Field padding{0, at_, rest.size(), "padding", std::string(rest)};
    const std::size_t other = rest.find_first_not_of(white);
    const std::size_t space = rest.find_first_of("\t\n\r");
    if (space < std::min(other, rest.size() - 1)) character(padding, space, "padding-space");
    const bool blank = !character(padding, other, "padding");
    if (blank && !text_.ends_with('\n')) report("header-newline", text_.size() - 1, 1, "padding");
    if (text_.size() % 64 == 0) return;
    report(version_ < 3 && (10 + length_.value) % 16 == 0 ? "alignment-16" : "alignment", length_);
  }

  // Phases 7 and 8.
  void data() {
    const Wide size = sized(type_.elements, type_.size);
    const uint64_t begin = text_.size();
    const uint64_t there = file_.size() - begin;
    if (there < size) fail("data-truncated", file_.size(), 0, "data");
    const uint64_t after = there - static_cast<uint64_t>(size);
    if (after > 0) report("trailing-data", file_.size() - after, after, "trailing");
    elements(type_, begin);
  }
  void elements(const Type& type, uint64_t at) {
    for (Wide i = 0; i < type.elements && type.size != 0; ++i, at += type.size) element(type, at);
  }
  void element(const Type& type, uint64_t at) {
    for (const Type& field : type.fields) elements(field, at + field.offset);
    if (type.kind == 'b' && byte(at) > 1) once("bool-value", at, 1, "data");
    for (const uint64_t end = at + type.size; type.kind == 'U' && at < end; at += 4) {
      uint64_t c = 0;
      for (std::size_t i = 0; i < 4; ++i) c = 256 * c + byte(at + (type.big_endian ? i : 3 - i));
      if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) once("character", at, 4, "data");
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
  Type type_;                       // with the elements of the array
  bool whole_ = true;               // the size of the data is known
  std::set<std::string> told_;
};

conformance::OracleReport report_on(Bytes file, const Options& options) { return {Walk(file, options).faults}; }

// A dtype may be read alone: here that of a header, or the beginning of what stands in its place. What was read of a
// file is encoded, whatever was tolerated: as the same type, and then as the same bytes.
std::string embedded(Bytes file, const Options& options) {
  std::string_view text = as_text(file);
  const std::string_view key = "'descr': ";
  if (const std::size_t at = text.find(key); at != std::string_view::npos) text.remove_prefix(at + key.size());
  (void)opened_type(text.substr(0, std::min<std::size_t>(text.find(", 'fortran_order'"), 200)), options);
  const conformance::Opened<FileView> read(file, options, scratch_bound, decode);
  if (!read) return "";
  const std::vector<std::byte> written = conformance::written(*read);
  if (written.empty()) {
    // An encoder has the default limits, and refuses booleans that compat alone takes.
    const bool limited = options.limits.max_rank || options.limits.max_depth;
    const bool refused =
        std::ranges::count(Walk(file, options).faults, "npy/bool-value", &conformance::Fault::rule) > 0;
    return limited || refused ? "" : "what was read is not encoded";
  }
  const conformance::Opened<FileView> again(written, {}, scratch_bound, decode);
  const auto parts = [](const auto& type) {
    return std::tuple(type.kind, type.size, type.unit, type.unit_count, type.big_endian);
  };
  const bool same = again && parts(again->type) == parts(read->type) && conformance::written(*again) == written;
  return same ? "" : "what was encoded is read as another type, or encoded as other bytes";
}

}  // namespace
}  // namespace hallmark::npy::oracle

const hallmark::conformance::Oracle hallmark::npy::npy_oracle{"npy", oracle::report_on, nullptr, oracle::embedded};
