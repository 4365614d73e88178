// SPDX-License-Identifier: Apache-2.0
// Oracle: the rules of `futhark`, written a second time and plainly: strings, recursion, words found in a map, numbers
// of 128 bits or of the C library. It reports everything that validate must report, in order: token by token, of each
// what is wrong with its bytes, then what is wrong with it as a whole; and has the values of a valid stream.
#include "conformance/futhark/generate.hpp"
#include "conformance/futhark/oracle_lexer.hpp"
#include "conformance/oracle/formats.hpp"

namespace hallmark::futhark::oracle {
namespace {

using conformance::OracleReport;

struct OracleResult {
  OracleReport report;
  OwnedValues values;
};

class Walk : private Lexer {
 public:
  Walk(Bytes stream, const Options& options)
      : Lexer(stream, options), max_rank_(options.limits.max_rank.value_or(127)) {}

  OracleResult run() {
    try {
      stream();
    } catch (const conformance::End&) {
    }
    return {{std::move(log.faults)}, std::move(values_)};
  }

 private:
  // Array is what is known of an array so far.
  struct Array {
    std::optional<DType> dtype;
    bool pinned = false;  // by a suffix or a word
    // The largest integers of either sign that came before anything pinned the type.
    Wide above = 0;
    Wide below = 0;
    std::vector<Lexeme> elements;
    std::optional<uint64_t> rank;
    std::map<uint64_t, uint64_t> sizes;  // by level, from 1
    bool misshapen = false;
  };

  void stream() {
    bool scalar_before = false;
    for (;; ++value) {
      const size_t behind = position;
      comment.reset();
      separators();
      if (here() < 0) break;
      const bool binary_here = here() == 'b';
      if (binary_here && comment) {
        report("comment-before-binary", comment->first, comment->second);
      } else if (binary_here && scalar_before && position == behind) {
        report("separator", position, 1);
      }
      scalar_before = !is("b[e");
      values_.push_back(binary_here ? binary() : here() == 'e' ? empty() : text_value());
    }
    if (value == 0) report("no-values", position, 0);
  }

  [[nodiscard]] uint64_t dimension_at(size_t from) const {
    uint64_t size = 0;
    for (size_t i = 8; i-- > 0;) size = size * 256 + static_cast<uint64_t>(at(from + i));
    return size;
  }

  OwnedValue binary() {
    const size_t header = position;
    const size_t dims = header + 7;
    if (at(header + 1) < 0) fail("header-truncated", text.size(), 0, "version");
    if (at(header + 1) != 2) fail("version", header + 1, 1, "version");
    if (at(header + 2) < 0) fail("header-truncated", text.size(), 0, "rank");
    if (at(header + 6) < 0) fail("header-truncated", text.size(), 0, "type");
    const auto rank = static_cast<uint64_t>(at(header + 2));
    const size_t data = dims + 8 * rank;
    if (data > text.size()) fail("rank-overrun", header + 2, 1, "rank");
    if (rank > max_rank_) report("rank", header + 2, 1, "rank");
    const std::string name = text.substr(header + 3, 4);
    const auto named = std::ranges::find_if(
        types, [&](const auto& type) { return name == std::string(4 - type.first.size(), ' ') + type.first; });
    if (named == types.end()) fail("type", header + 3, 4, "type");
    OwnedValue read{named->second, {}, {}};
    for (uint64_t i = 0; i < rank; ++i) read.dims.push_back(dimension_at(dims + 8 * i));
    const bool none = std::ranges::find(read.dims, uint64_t{0}) != read.dims.end();
    for (uint64_t i = 0; i < rank; ++i) {
      if (read.dims[i] >> 63 == 0) continue;
      const std::string field = fmt::format("dims[{}]", i);
      if (!none) fail("dimension", dims + 8 * i, 8, field);
      report("dimension-empty", dims + 8 * i, 8, field);
    }
    Wide bytes = none ? 0 : size_of(read.dtype);
    for (const uint64_t size : read.dims) {
      bytes *= size;
      if (bytes > UINT64_MAX) fail("element-count", dims, 8 * rank, "dims");
    }
    if (bytes > text.size() - data && rank == 0) fail("data-truncated", text.size(), 0, "data");
    if (bytes > text.size() - data) fail("data-truncated", dims, 8 * rank, "dims");
    position = data + static_cast<size_t>(bytes);
    for (size_t i = data; i < position; ++i) read.data.push_back(static_cast<std::byte>(text[i]));
    const auto bad = std::ranges::find_if(read.data, [](std::byte b) { return b > std::byte{1}; });
    if (read.dtype == DType::boolean && bad != read.data.end())
      report("boolean", data + static_cast<size_t>(bad - read.data.begin()), 1, "data");
    return read;
  }

  OwnedValue text_value() {
    const size_t begin = position;
    Array all;
    if (here() == '[') {
      array(all);
      if (all.elements.empty()) report("empty-untyped", begin, position - begin);
    } else {
      element(all);
    }
    OwnedValue read{all.dtype.value_or(DType::i32), {}, {}};
    for (uint64_t level = 1; level <= all.rank.value_or(0); ++level) read.dims.push_back(all.sizes[level]);
    for (const Lexeme& lexeme : all.elements) {
      const uint64_t bits = lexeme.bits(read.dtype);
      for (uint64_t i = 0; i < size_of(read.dtype); ++i) read.data.push_back(static_cast<std::byte>(bits >> 8 * i));
    }
    return read;
  }

  // shape reports what is no rectangle, once.
  void shape(Array& all, const std::string& rule, size_t where) {
    if (!all.misshapen) report(all.elements.empty() ? "irregular-untyped" : rule, where, 1);
    all.misshapen = true;
  }

  void array(Array& all) {
    const uint64_t level = open.size() + 1;
    if (level > max_rank_) fail("rank", position, 1);
    if (all.rank && level > *all.rank) shape(all, "depth", position);
    open.push_back(0);
    ++position;
    std::optional<size_t> comma;
    for (;;) {
      separators();
      if (here() == ']') {
        if (comma) report("trailing-comma", *comma, 1);
        break;
      }
      if (here() == '[') {
        array(all);
      } else {
        const size_t begin = position;
        element(all);
        if (all.rank.value_or(level) != level) shape(all, "depth", begin);
        all.rank = all.rank.value_or(level);
      }
      ++open.back();
      separators();
      if (here() == ']') break;
      if (here() != ',') missing("array-syntax");
      comma = position++;
    }
    const uint64_t count = open.back();
    open.pop_back();
    if (count == 0) all.rank = all.rank.value_or(level);
    if (all.sizes.emplace(level, count).first->second != count) shape(all, "ragged", position);
    ++position;
  }

  void element(Array& all) {
    const Lexeme lexeme = scalar();
    const bool ends = here() < 0 || is_white(here()) || is(",]") || (here() == 'b' && open.empty());
    if (!ends) missing("scalar-end");
    const std::string broken = type(lexeme, all);
    if (!broken.empty()) report(broken, lexeme.begin, lexeme.end - lexeme.begin);
    all.elements.push_back(lexeme);
  }

  // type gives an array the type that its elements have with one more, and returns the rule that this one breaks.
  static std::string type(const Lexeme& lexeme, Array& all) {
    if (!all.dtype) all.dtype = lexeme.named.value_or(lexeme.integer ? DType::i32 : DType::f64);
    const bool same_kind = lexeme.integer ? is_integral(*all.dtype) : is_floating(*all.dtype);
    if (lexeme.named ? *lexeme.named != *all.dtype : !same_kind) {
      const bool bools = lexeme.named == DType::boolean || all.dtype == DType::boolean;
      return bools || (lexeme.named && all.pinned) ? "element-type" : "element-default";
    }
    all.pinned = all.pinned || lexeme.named;
    if (lexeme.word) return "";
    if (!lexeme.integer) return lexeme.float_bits(*all.dtype) == infinity(*all.dtype) ? "float-overflow" : "";
    const Wide size = lexeme.magnitude();
    if (all.pinned) {
      if (holds(*all.dtype, lexeme.negative, size)) return "";
      const bool wraps = size_of(*all.dtype) < 8 && size <= (lexeme.negative ? uint64_t{1} << 63 : UINT64_MAX);
      return wraps ? "integer-wraps" : "integer-range";
    }
    const Wide above = std::max(all.above, lexeme.negative ? Wide{0} : size);
    const Wide below = std::max(all.below, lexeme.negative ? size : Wide{0});
    for (const DType dtype : {DType::i32, DType::i64, DType::u64}) {
      if (!holds(dtype, false, above) || !holds(dtype, true, below)) continue;
      all.dtype = dtype;
      all.above = above;
      all.below = below;
      return holds(DType::i32, lexeme.negative, size) ? "" : "integer-default";
    }
    return "integer-range";
  }

  // white reads white space inside of `empty`; one finding is enough.
  void white(bool& reported) {
    const size_t from = position;
    while (is_white(here())) ++position;
    if (position > from && !reported) report("empty-space", from, position - from);
    reported = reported || position > from;
  }
  void expect(char c) {
    if (here() != c) missing("empty-syntax");
    ++position;
  }

  OwnedValue empty() {
    const size_t begin = position;
    (void)word<int>({{"empty", 0}});
    bool reported = false;
    white(reported);
    expect('(');
    white(reported);
    const size_t dims = position;
    OwnedValue read;
    Wide product = 1;
    while (here() == '[') {
      read.dims.push_back(dimension(read.dims.size(), reported));
      product = std::min<Wide>(product * std::max<uint64_t>(read.dims.back(), 1), Wide{1} << 64);
      white(reported);
    }
    if (read.dims.size() > max_rank_) report("rank", dims, 1);
    const auto named = type_name([](DType) { return true; });
    if (!named) missing("empty-syntax");
    read.dtype = *named;
    white(reported);
    expect(')');
    const bool none = std::ranges::find(read.dims, uint64_t{0}) != read.dims.end();
    if (!none) report(product > UINT64_MAX ? "empty-overflow" : "empty-count", begin, position - begin);
    return read;
  }

  uint64_t dimension(size_t axis, bool& reported) {
    ++position;
    white(reported);
    if (text.compare(position, 2, "--") == 0 || !is(decimal_digits + "+-_")) missing("empty-syntax");
    const Lexeme size = number(true);
    const std::string field = fmt::format("dims[{}]", axis);
    if (!size.integer || size.named) fail("empty-size", size.begin, 1, field);
    const std::string digits = text.substr(size.begin, size.end - size.begin);
    if (digits.find_first_not_of(decimal_digits) != std::string::npos || (digits != "0" && digits.front() == '0'))
      report("empty-dimension", size.begin, digits.size(), field);
    if (!holds(DType::i64, false, size.magnitude()) || (size.negative && size.magnitude() != 0))
      report("empty-range", size.begin, digits.size(), field);
    white(reported);
    if (here() != ']') missing(is(letters + decimal_digits + ".-+_") ? "empty-size" : "empty-syntax");
    ++position;
    return static_cast<uint64_t>(std::min<Wide>(size.magnitude(), UINT64_MAX));
  }

  uint64_t max_rank_;
  OwnedValues values_;
};

OracleReport report(Bytes stream, const Options& options) { return Walk(stream, options).run().report; }

std::string difference(Bytes stream, const Options& options) {
  const bool same = futhark::read(stream, options) == Walk(stream, options).run().values;
  return same ? "" : "other values than the oracle's";
}

}  // namespace
}  // namespace hallmark::futhark::oracle

const hallmark::conformance::Oracle hallmark::futhark::futhark_oracle{"futhark", oracle::report, oracle::difference};
