// Oracle of `bson`: walks the documents by offsets, in 64 bits.
#include "conformance/bson/oracle.hpp"

#include <optional>

#include "conformance/bson_vector/oracle.hpp"

namespace hallmark::bson::oracle {
namespace {

using std::uint64_t;
using testing::Fault;
using testing::OracleReport;

Fault fault(std::string_view rule, std::int64_t at, std::int64_t length, Verdict verdict = Verdict::invalid) {
  return {std::string(rule), static_cast<uint64_t>(at), static_cast<uint64_t>(length), "", Severity::error, verdict};
}

// The file is read with signed 64-bit offsets: every sum of two int32 lengths fits.
class Oracle {
 public:
  Oracle(Bytes file, const Options& options)
      : file_(file), compat_(options.profile == Profile::compat), max_depth_(options.limits.max_depth.value_or(200)) {}

  OracleReport run() {
    try {
      if (size() >= 4 && u32(0) == 0x8199e26dU) unsupported(fault("bson/archive", 0, 4, Verdict::unsupported));
      std::int64_t at = 0;
      while (at < size()) at = document(at, size(), 0);
    } catch (const Fault& first) {
      return {{first}};
    }
    if (limited_) return {{*limited_}};
    if (unsupported_) return {{*unsupported_}};
    return {};
  }

 private:
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(file_.size()); }
  [[nodiscard]] int byte(std::int64_t at) const { return std::to_integer<int>(file_[static_cast<std::size_t>(at)]); }
  [[nodiscard]] std::uint32_t u32(std::int64_t at) const {
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i) value = value * 256 + static_cast<std::uint32_t>(byte(at + i));
    return value;
  }

  [[noreturn]] static void fail(std::string_view rule, std::int64_t at, std::int64_t length) {
    throw fault(rule, at, length);
  }
  void unsupported(const Fault& one) {
    if (!unsupported_) unsupported_ = one;
  }

  // A value of fixed size must fit before `end`.
  static void need(std::int64_t at, std::int64_t count, std::int64_t end) {
    if (at + count > end) fail("bson/truncated", end, 0);
  }
  std::int64_t int32(std::int64_t at, std::int64_t end) {
    need(at, 4, end);
    return static_cast<std::int32_t>(u32(at));
  }

  // The document whose length is at `at`, in something that ends at `end`; gives the offset behind it. `scope_of`
  // is the offset of the code with scope that it must fill, or -1.
  std::int64_t document(std::int64_t at, std::int64_t end, std::uint32_t depth, bool array = false,
                        std::int64_t scope_of = -1) {
    const std::int64_t length = int32(at, end);
    if (length < 5) fail("bson/document-length", at, 4);
    if (at + length > end) fail("bson/document-overrun", at, 4);
    if (scope_of >= 0 && at + length != end) fail("bson/code-with-scope-mismatch", scope_of, 4);
    const std::int64_t last = at + length - 1;
    if (depth > max_depth_) {
      if (!limited_) limited_ = fault("bson/nesting-depth", at, 4, Verdict::limited);
      return last + 1;
    }
    for (at += 4; at < last;) at = element(at, last, depth, array);
    if (byte(last) != 0) fail("bson/terminator-missing", last, 1);
    return last + 1;
  }

  std::int64_t element(std::int64_t at, std::int64_t end, std::uint32_t depth, bool array) {
    const int type = byte(at);
    if (type == 0) fail("bson/terminator-early", at, 1);
    if (type > 0x13 && type != 0x7f && type != 0xff) fail("bson/element-type", at, 1);
    at = cstring(at + 1, end, array ? "bson/array-key-utf8" : "bson/key-utf8", "bson/key-modified-utf8");
    switch (type) {
      case 0x01:
      case 0x09:
      case 0x11:
      case 0x12: return fixed(at, 8, end);
      case 0x02:
      case 0x0d:
      case 0x0e: return string(at, end);
      case 0x03:
      case 0x04: return document(at, end, depth + 1, type == 0x04);
      case 0x05: return binary(at, end);
      case 0x07: return fixed(at, 12, end);
      case 0x08:
        need(at, 1, end);
        if (byte(at) > 1) fail("bson/boolean", at, 1);
        return at + 1;
      case 0x0b: return pattern(pattern(at, end), end);
      case 0x0c: return fixed(string(at, end), 12, end);
      case 0x0f: return code_with_scope(at, end, depth);
      case 0x10: return fixed(at, 4, end);
      case 0x13: return fixed(at, 16, end);
      default: return at;  // 0x06, 0x0a, 0x7f, 0xff
    }
  }

  static std::int64_t fixed(std::int64_t at, std::int64_t count, std::int64_t end) {
    need(at, count, end);
    return at + count;
  }

  // Text of cstrings is tolerated in compat, whatever it is.
  std::int64_t cstring(std::int64_t at, std::int64_t end, std::string_view utf8_rule, std::string_view modified_rule) {
    std::int64_t nul = at;
    while (nul < end && byte(nul) != 0) ++nul;
    if (nul == end) fail("bson/cstring-unterminated", at, end - at);
    if (!compat_) utf8(at, nul, utf8_rule, modified_rule);
    return nul + 1;
  }
  std::int64_t pattern(std::int64_t at, std::int64_t end) {
    return cstring(at, end, "bson/regex-utf8", "bson/regex-modified-utf8");
  }

  // In byte order: what is inside the string comes before its last byte.
  std::int64_t string(std::int64_t at, std::int64_t end) {
    const std::int64_t length = int32(at, end);
    if (length < 1) fail("bson/string-length", at, 4);
    if (at + 4 + length > end) fail("bson/string-overrun", at, 4);
    const std::int64_t last = at + 4 + length - 1;
    utf8(at + 4, last, "bson/string-utf8", "bson/string-utf8");
    if (byte(last) != 0) fail("bson/string-terminator", last, 1);
    return last + 1;
  }

  std::int64_t binary(std::int64_t at, std::int64_t end) {
    const std::int64_t length = int32(at, end);
    if (length < 0) fail("bson/binary-length", at, 4);
    need(at + 4, 1, end);
    const std::int64_t from = at + 5;
    if (from + length > end) fail("bson/binary-overrun", at, 4);
    if (byte(at + 4) == 2) {
      if (length < 4) fail("bson/binary-old-truncated", at, 4);
      if (int32(from, end) != length - 4) fail("bson/binary-old-length", from, 4);
    }
    if (byte(at + 4) == 9) vector(from, length);
    return from + length;
  }

  void vector(std::int64_t at, std::int64_t length) {
    Options options;
    options.profile = compat_ ? Profile::compat : Profile::strict;
    const OracleReport report = bson_vector::oracle::report_on(
        file_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(length)), options);
    if (report.decisive() == nullptr) return;
    Fault here = *report.decisive();
    here.offset += static_cast<uint64_t>(at);
    if (here.verdict != Verdict::unsupported) throw here;
    unsupported(here);
  }

  std::int64_t code_with_scope(std::int64_t at, std::int64_t end, std::uint32_t depth) {
    const std::int64_t length = int32(at, end);
    if (length < 14) fail("bson/code-with-scope-length", at, 4);
    if (at + length > end) fail("bson/code-with-scope-overrun", at, 4);
    const std::int64_t scope = string(at + 4, at + length);
    return document(scope, at + length, depth + 1, false, at);
  }

  // RFC 3629 by decoding: the value must need as many bytes as it has, and be no surrogate. `modified` is the rule for
  // what modified UTF-8 has beyond it: 0 in two bytes, and surrogates.
  void utf8(std::int64_t at, std::int64_t end, std::string_view rule, std::string_view modified) {
    while (at < end) {
      const int lead = byte(at);
      const int count = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
      if (count == 0 || at + count > end) fail(rule, at, 1);
      int value = count == 1 ? lead : lead & (0x7f >> count);
      for (int i = 1; i < count; ++i) {
        const int next = byte(at + i);
        if (next / 64 != 2) fail(rule, at, 1);
        value = value * 64 + next % 64;
      }
      const bool surrogate = count == 3 && value >= 0xd800 && value < 0xe000;
      if (surrogate || (count == 2 && value == 0)) fail(modified, at, 1);
      constexpr int least[] = {0, 0, 0x80, 0x800, 0x10000};
      if (value < least[count] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) fail(rule, at, 1);
      at += count;
    }
  }

  Bytes file_;
  bool compat_;
  std::uint32_t max_depth_;
  std::optional<Fault> limited_;
  std::optional<Fault> unsupported_;
};

}  // namespace

OracleReport report_on(Bytes file, const Options& options) { return Oracle(file, options).run(); }

}  // namespace hallmark::bson::oracle
