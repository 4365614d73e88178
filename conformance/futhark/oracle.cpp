// Oracle of Futhark streams: values in binary, in text and empty, one after another.
#include "conformance/futhark/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "conformance/futhark/oracle_lexer.hpp"

namespace hallmark::futhark::oracle {
namespace {
class Walk {
 public:
  Walk(Bytes stream, const Options& options)
      : log_("futhark", options),
        in_(std::string(as_text(stream)), log_),
        max_rank_(options.limits.max_rank.value_or(127)) {}

  OracleResult run() {
    try {
      stream();
    } catch (const End&) {
    }
    return {{std::move(log_.faults)}, std::move(values_)};
  }

 private:
  // Array is what is known of an array so far.
  struct Array {
    std::optional<DType> dtype;
    bool pinned = false;  // by a suffix or a word
    // Which types take all integers without a suffix that came before anything pinned the type.
    std::array<std::pair<DType, bool>, 3> takes_all{{{DType::i32, true}, {DType::i64, true}, {DType::u64, true}}};
    std::vector<Lexeme> elements;
    std::optional<uint64_t> rank;
    std::map<uint64_t, uint64_t> sizes;  // by level, from 1
    bool misshapen = false;
  };

  [[nodiscard]] size_t size() const { return in_.text.size(); }

  void stream() {
    bool scalar_before = false;
    for (;; ++log_.value) {
      const size_t behind = in_.position;
      in_.comment.reset();
      in_.separators();
      if (in_.here() < 0) break;
      OwnedValue value;
      const bool scalar = in_.here() != 'b' && in_.here() != '[' && in_.here() != 'e';
      if (in_.here() == 'b') {
        if (in_.comment) {
          log_.report("comment-before-binary", in_.comment->first, in_.comment->second);
        } else if (scalar_before && in_.position == behind) {
          log_.report("separator", in_.position, 1);
        }
        value = binary();
      } else if (in_.here() == 'e') {
        value = empty();
      } else {
        value = text();
      }
      scalar_before = scalar;
      values_.push_back(std::move(value));
    }
    if (log_.value == 0) log_.report("no-values", in_.position, 0);
  }

  OwnedValue binary() {
    const size_t header = in_.position;
    check_header(header);
    const auto rank = static_cast<uint64_t>(in_.at(header + 2));
    const size_t dims = header + 7;
    if (8 * rank > size() - dims) log_.fail("rank-overrun", header + 2, 1, "rank");
    if (rank > max_rank_) log_.report("rank", header + 2, 1, "rank");
    OwnedValue value;
    value.dtype = type_at(header + 3);
    const uint64_t bytes = binary_size(value, dims, rank);
    const size_t data = dims + 8 * rank;
    if (bytes > size() - data) {
      if (rank == 0) log_.fail("data-truncated", size(), 0, "data");
      log_.fail("data-truncated", dims, 8 * rank, "dims");
    }
    in_.position = data + static_cast<size_t>(bytes);
    for (size_t i = data; i < in_.position; ++i) value.data.push_back(static_cast<std::byte>(in_.text[i]));
    for (size_t i = data; i < in_.position && value.dtype == DType::boolean; ++i) {
      if (in_.at(i) <= 1) continue;
      log_.report("boolean", i, 1, "data");
      break;
    }
    return value;
  }
  void check_header(size_t header) {
    if (in_.at(header + 1) < 0) log_.fail("header-truncated", size(), 0, "version");
    if (in_.at(header + 1) != 2) log_.fail("version", header + 1, 1, "version");
    if (in_.at(header + 2) < 0) log_.fail("header-truncated", size(), 0, "rank");
    if (in_.at(header + 6) < 0) log_.fail("header-truncated", size(), 0, "type");
  }
  DType type_at(size_t type) {
    for (const auto& [name, dtype] : named_types) {
      if (in_.text.substr(type, 4) == std::string(4 - name.size(), ' ') + name) return dtype;
    }
    log_.fail("type", type, 4, "type");
  }
  // binary_size reads the dimensions, and gives the bytes of the elements.
  uint64_t binary_size(OwnedValue& value, size_t dims, uint64_t rank) {
    for (uint64_t i = 0; i < rank; ++i) value.dims.push_back(in_.number_at(dims + 8 * i, 8));
    const bool none = std::ranges::find(value.dims, uint64_t{0}) != value.dims.end();
    for (uint64_t i = 0; i < rank; ++i) {
      if (value.dims[i] >> 63 == 0) continue;
      const std::string field = fmt::format("dims[{}]", i);
      if (!none) log_.fail("dimension", dims + 8 * i, 8, field);
      log_.report("dimension-empty", dims + 8 * i, 8, field);
    }
    Wide bytes = none ? 0 : size_of(value.dtype);
    for (const uint64_t dim : value.dims) {
      bytes *= dim;
      if (bytes > UINT64_MAX) log_.fail("element-count", dims, 8 * rank, "dims");
    }
    return static_cast<uint64_t>(bytes);
  }

  OwnedValue text() {
    const size_t begin = in_.position;
    Array all;
    if (in_.here() == '[') {
      array(all);
      if (all.elements.empty()) log_.report("empty-untyped", begin, in_.position - begin);
    } else {
      element(all);
    }
    OwnedValue value;
    value.dtype = all.dtype.value_or(DType::i32);
    for (uint64_t level = 1; level <= all.rank.value_or(0); ++level) value.dims.push_back(all.sizes[level]);
    for (const Lexeme& lexeme : all.elements) {
      const uint64_t bits = bits_of(lexeme, value.dtype);
      for (uint64_t i = 0; i < size_of(value.dtype); ++i) value.data.push_back(static_cast<std::byte>(bits >> 8 * i));
    }
    return value;
  }

  static constexpr const char* untyped = "irregular-untyped";
  void shape(Array& all, const std::string& rule, size_t where) {
    if (!all.misshapen) log_.report(rule, where, 1);
    all.misshapen = true;
  }

  void array(Array& all) {
    const uint64_t level = log_.open.size() + 1;
    if (level > max_rank_) log_.fail("rank", in_.position, 1);
    if (all.rank && level > *all.rank) shape(all, all.elements.empty() ? untyped : "depth", in_.position);
    log_.open.push_back(0);
    ++in_.position;
    std::optional<size_t> comma;
    for (;;) {
      in_.separators();
      if (in_.here() < 0) in_.truncated();
      if (in_.here() == ']') {
        if (comma) log_.report("trailing-comma", *comma, 1);
        break;
      }
      if (in_.here() == '[') {
        array(all);
      } else {
        const size_t begin = in_.position;
        element(all);
        if (all.rank && *all.rank != level) shape(all, "depth", begin);
        if (!all.rank) all.rank = level;
      }
      ++log_.open.back();
      in_.separators();
      if (in_.here() == ']') break;
      if (in_.here() != ',') in_.missing("array-syntax");
      comma = in_.position++;
    }
    const uint64_t count = log_.open.back();
    log_.open.pop_back();
    if (count == 0 && !all.rank) all.rank = level;
    if (all.sizes.emplace(level, count).first->second != count) {
      shape(all, all.elements.empty() ? untyped : "ragged", in_.position);
    }
    ++in_.position;
  }

  void element(Array& all) {
    const Lexeme lexeme = in_.scalar();
    const int c = in_.here();
    const bool ends = c < 0 || is_white(c) || c == ',' || c == ']' || (c == 'b' && log_.open.empty());
    if (!ends) in_.missing("scalar-end");
    type(lexeme, all);
    all.elements.push_back(lexeme);
  }

  void type(const Lexeme& lexeme, Array& all) {
    const uint64_t length = lexeme.end - lexeme.begin;
    const bool integer = lexeme.integer && !lexeme.word;
    const std::optional<DType> named = lexeme.word ? lexeme.word->dtype : lexeme.suffix;
    if (!all.dtype) all.dtype = named.value_or(integer ? DType::i32 : DType::f64);
    const bool same_kind = integer ? is_integral(*all.dtype) : is_floating(*all.dtype);
    if (named ? *named != *all.dtype : !same_kind) {
      const bool bools = named == DType::boolean || all.dtype == DType::boolean;
      return log_.report(bools || (named && all.pinned) ? "element-type" : "element-default", lexeme.begin, length);
    }
    if (named) all.pinned = true;
    if (lexeme.word) return;
    if (!integer) {
      if (float_bits(lexeme, *all.dtype) == infinity(*all.dtype)) log_.report("float-overflow", lexeme.begin, length);
      return;
    }
    if (all.pinned) {
      const std::string broken = wraps(*all.dtype, lexeme) ? "integer-wraps" : "integer-range";
      if (!fits(*all.dtype, lexeme)) log_.report(broken, lexeme.begin, length);
      return;
    }
    auto takes_all = all.takes_all;
    for (auto& [dtype, takes] : takes_all) takes = takes && fits(dtype, lexeme);
    for (const auto& [dtype, takes] : takes_all) {
      if (!takes) continue;
      all.dtype = dtype;
      all.takes_all = takes_all;
      if (!fits(DType::i32, lexeme)) log_.report("integer-default", lexeme.begin, length);
      return;
    }
    log_.report("integer-range", lexeme.begin, length);
  }

  void white(bool& reported) {
    const size_t from = in_.position;
    while (is_white(in_.here())) ++in_.position;
    if (in_.position > from && !reported) log_.report("empty-space", from, in_.position - from);
    reported = reported || in_.position > from;
  }

  OwnedValue empty() {
    const size_t begin = in_.position;
    (void)in_.word({{"empty", {}}});
    bool reported = false;
    white(reported);
    if (in_.here() != '(') in_.missing("empty-syntax");
    ++in_.position;
    white(reported);
    const size_t dims = in_.position;
    OwnedValue value;
    bool none = false;
    bool wide = false;
    Wide product = 1;
    while (in_.here() == '[') {
      value.dims.push_back(dimension(value.dims.size(), reported));
      none = none || value.dims.back() == 0;
      product *= std::max<uint64_t>(value.dims.back(), 1);
      wide = wide || product > UINT64_MAX;
      product = static_cast<uint64_t>(product);
      white(reported);
    }
    if (value.dims.size() > max_rank_) log_.report("rank", dims, 1);
    value.dtype = type_of_empty();
    white(reported);
    if (in_.here() != ')') in_.missing("empty-syntax");
    ++in_.position;
    if (!none) log_.report(wide ? "empty-overflow" : "empty-count", begin, in_.position - begin);
    return value;
  }

  DType type_of_empty() {
    const std::string_view rest = std::string_view(in_.text).substr(in_.position);
    bool begun = rest.empty();
    for (const auto& [name, dtype] : named_types) {
      begun = begun || name.starts_with(rest);
      if (!rest.starts_with(name)) continue;
      in_.position += name.size();
      return dtype;
    }
    if (begun) in_.truncated();
    in_.missing("empty-syntax");
  }

  uint64_t dimension(size_t axis, bool& reported) {
    ++in_.position;
    white(reported);
    const bool comment = in_.here() == '-' && in_.at(in_.position + 1) == '-';
    if (comment || !in_.is(decimal_digits + "+-_")) in_.missing("empty-syntax");
    const Lexeme size = in_.number(true);
    const std::string field = fmt::format("dims[{}]", axis);
    if (!size.integer || size.suffix) log_.fail("empty-size", size.begin, 1, field);
    const std::string text = in_.text.substr(size.begin, size.end - size.begin);
    const bool plain =
        text == "0" || (text.front() != '0' && text.find_first_not_of(decimal_digits) == std::string::npos);
    if (!plain) log_.report("empty-dimension", size.begin, text.size(), field);
    if (!fits(DType::i64, size) || (size.negative && magnitude(size) != uint64_t{0})) {
      log_.report("empty-range", size.begin, text.size(), field);
    }
    white(reported);
    const bool goes_on = in_.is(letters + decimal_digits + ".-+_");
    if (in_.here() != ']') in_.missing(goes_on ? "empty-size" : "empty-syntax");
    ++in_.position;
    return magnitude(size).value_or(UINT64_MAX);
  }

  Log log_;
  Lexer in_;
  uint64_t max_rank_;
  OwnedValues values_;
};

}  // namespace

OracleResult read(Bytes stream, const Options& options) { return Walk(stream, options).run(); }

}  // namespace hallmark::futhark::oracle

namespace hallmark::conformance::oracle {

extern const Oracle futhark;
const Oracle futhark{"futhark", [](Bytes stream, const Options& options) {
                       return hallmark::futhark::oracle::read(stream, options).report;
                     }};

}  // namespace hallmark::conformance::oracle
