// SPDX-License-Identifier: Apache-2.0
// Oracle of `bson`: walks the documents by offsets, in 64 bits, and recursively.
#include <algorithm>
#include <optional>

#include "conformance/bson/generate.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/oracle/formats.hpp"
#include "conformance/oracle/log.hpp"

namespace hallmark::bson::oracle {
namespace {

using Offset = std::int64_t;  // every sum of two int32 lengths fits
class Walk : public conformance::OracleLog {
 public:
  Walk(Bytes file, const Options& options)
      : OracleLog("bson", options),
        file_(file),
        options_(options),
        max_depth_(options.limits.max_depth.value_or(200)) {}

  void run() try {
    if (size() >= 4 && u32(0) == 0x8199e26dU) fail(0, 4, "documents[0]", "archive");
    Offset at = 0;
    for (int i = 0; at < size(); ++i) at = document(at, size(), "documents[" + std::to_string(i) + "]", {});
  } catch (const conformance::End&) {
  }

 private:
  // What surrounds a document: how deep it is, whether it is an array, and where the code with scope begins that it
  // must fill.
  struct Around {
    std::uint32_t depth = 0;
    bool array = false;
    std::optional<Offset> scope_of = std::nullopt;
  };

  [[nodiscard]] Offset size() const { return static_cast<Offset>(file_.size()); }
  [[nodiscard]] int byte(Offset at) const { return std::to_integer<int>(file_[static_cast<std::size_t>(at)]); }
  [[nodiscard]] std::uint32_t u32(Offset at) const {
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i) value = value * 256 + static_cast<std::uint32_t>(byte(at + i));
    return value;
  }
  [[nodiscard]] Bytes part(Offset at, Offset end) const {
    return file_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(end - at));
  }

  void note(Offset at, Offset length, const std::string& path, const std::string& rule) {
    report(rule, static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(length), path);
  }
  // fail ends what encloses the fault: the document, or the value that has a length of its own.
  [[noreturn]] void fail(Offset at, Offset length, const std::string& path, const std::string& rule) {
    note(at, length, path, rule);
    throw conformance::End{};
  }

  // A value of fixed size must fit before `end`.
  Offset fixed(Offset at, Offset count, Offset end, const std::string& path) {
    if (at + count > end) fail(end, 0, path, "truncated");
    return at + count;
  }
  Offset int32(Offset at, Offset end, const std::string& path) {
    fixed(at, 4, end, path);
    return static_cast<std::int32_t>(u32(at));
  }

  // The document whose length is at `at`, in something that ends at `end`; gives the offset after it.
  Offset document(Offset at, Offset end, const std::string& path, const Around& around) {
    const Offset length = int32(at, end, path);
    if (length < 5) fail(at, 4, path, "document-length");
    if (at + length > end) fail(at, 4, path, "document-overrun");
    if (around.scope_of && at + length != end) {
      note(*around.scope_of, 4, path, "code-with-scope-mismatch");
      return end;
    }
    const Offset last = at + length - 1;
    if (around.depth > max_depth_) {
      note(at, 4, path, "nesting-depth");
      return last + 1;
    }
    try {
      at += 4;
      for (int i = 0; at < last; ++i) at = element(at, last, path, around, i);
    } catch (const conformance::End&) {
      return last + 1;
    }
    if (byte(last) != 0) note(last, 1, path, "terminator-missing");
    return last + 1;
  }

  Offset element(Offset at, Offset end, const std::string& host, const Around& around, int index) {
    const int type = byte(at);
    if (type == 0) fail(at, 1, host, "terminator-early");
    if (type > 0x13 && type != 0x7f && type != 0xff) fail(at, 1, host, "element-type");
    const Offset key = ++at;
    at = nul(at, end, host) + 1;
    const std::string decimal = std::to_string(index);
    const std::string path = host + (around.array ? "[" + decimal + "]" : conformance::key_text(part(key, at - 1)));
    const std::string_view written = as_text(part(key, at - 1));
    if (utf8(key, at - 1, path, around.array ? "array-key-utf8" : "key-utf8", "key-modified-utf8") && around.array &&
        written != decimal) {
      note(key, at - 1 - key, path, "array-key");
    }
    switch (type) {
      case 0x01:
      case 0x09:
      case 0x11:
      case 0x12: return fixed(at, 8, end, path);
      case 0x02:
      case 0x0d:
      case 0x0e: return string(at, end, path);
      case 0x03:
      case 0x04: return document(at, end, path, {around.depth + 1, type == 0x04});
      case 0x05: return binary(at, end, path);
      case 0x07: return fixed(at, 12, end, path);
      case 0x08:
        fixed(at, 1, end, path);
        if (byte(at) > 1) note(at, 1, path, "boolean");
        return at + 1;
      case 0x0b: return regex(at, end, path);
      case 0x0c: return fixed(string(at, end, path), 12, end, path);
      case 0x0f: return code_with_scope(at, end, path, around.depth);
      case 0x10: return fixed(at, 4, end, path);
      case 0x13: return fixed(at, 16, end, path);
      default: return at;  // 0x06, 0x0a, 0x7f, 0xff
    }
  }

  Offset nul(Offset at, Offset end, const std::string& path) {
    for (Offset i = at; i < end; ++i) {
      if (byte(i) == 0) return i;
    }
    fail(at, end - at, path, "cstring-unterminated");
  }

  Offset regex(Offset at, Offset end, const std::string& path) {
    const Offset pattern_end = nul(at, end, path);
    utf8(at, pattern_end, path, "regex-utf8", "regex-modified-utf8");
    const Offset options = pattern_end + 1;
    const Offset options_end = nul(options, end, path);
    utf8(options, options_end, path, "regex-utf8", "regex-modified-utf8");
    for (Offset i = options + 1; i < options_end; ++i) {
      if (byte(i) >= byte(i - 1)) continue;
      note(i, 1, path, "regex-options");
      break;
    }
    return options_end + 1;
  }

  // In byte order: what is inside the string comes before its last byte.
  Offset string(Offset at, Offset end, const std::string& path) {
    const Offset length = int32(at, end, path);
    if (length < 1) fail(at, 4, path, "string-length");
    if (at + 4 + length > end) fail(at, 4, path, "string-overrun");
    const Offset last = at + 4 + length - 1;
    utf8(at + 4, last, path, "string-utf8", "");
    if (byte(last) != 0) note(last, 1, path, "string-terminator");
    return last + 1;
  }

  Offset binary(Offset at, Offset end, const std::string& path) {
    const Offset length = int32(at, end, path);
    if (length < 0) fail(at, 4, path, "binary-length");
    const Offset from = fixed(at + 4, 1, end, path);
    if (from + length > end) fail(at, 4, path, "binary-overrun");
    if (byte(at + 4) == 2) {
      if (length < 4) {
        note(at, 4, path, "binary-old-truncated");
      } else if (static_cast<std::int32_t>(u32(from)) != length - 4) {
        note(from, 4, path, "binary-old-length");
      }
    }
    if (byte(at + 4) == 9) {
      for (conformance::Fault fault :
           conformance::oracle_of("bson-vector").report(part(from, from + length), options_).faults) {
        fault.offset += static_cast<std::uint64_t>(from);
        fault.path = path;
        faults.push_back(fault);
      }
    }
    return from + length;
  }

  Offset code_with_scope(Offset at, Offset end, const std::string& path, std::uint32_t depth) {
    const Offset length = int32(at, end, path);
    if (length < 14) fail(at, 4, path, "code-with-scope-length");
    if (at + length > end) fail(at, 4, path, "code-with-scope-overrun");
    try {
      document(string(at + 4, at + length, path), at + length, path, {depth + 1, false, at});
    } catch (const conformance::End&) {  // what follows is known
    }
    return at + length;
  }

  // RFC 3629 by decoding: the value must need as many bytes as it has, and be no surrogate. `modified` is the rule for
  // what modified UTF-8 has beyond it, 0 in two bytes and surrogates, or "". Each rule is reported once; true: none.
  bool utf8(Offset at, Offset end, const std::string& path, const std::string& rule, const std::string& modified) {
    bool found = false;
    bool found_modified = false;
    while (at < end) {
      const int lead = byte(at);
      int count = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
      int value = count == 1 ? lead : lead & (0x7f >> count);
      for (int i = 1; i < count; ++i) {
        if (at + i >= end || byte(at + i) / 64 != 2) {
          count = 0;
        } else {
          value = value * 64 + byte(at + i) % 64;
        }
      }
      constexpr int least[] = {0, 0, 0x80, 0x800, 0x10000};
      const bool surrogate = value >= 0xd800 && value < 0xe000;
      const bool right = count != 0 && value >= least[count] && value <= 0x10ffff && !surrogate;
      const bool in_modified = (count == 3 && surrogate) || (count == 2 && value == 0);
      if (!right) {
        bool& once = in_modified && !modified.empty() ? found_modified : found;
        if (!once) note(at, 1, path, &once == &found ? rule : modified);
        once = true;
      }
      at += right || in_modified ? count : 1;
    }
    return !found && !found_modified;
  }

  Bytes file_;
  Options options_;
  std::uint32_t max_depth_;
};

conformance::OracleReport report_on(Bytes file, const Options& options) {
  Walk walk(file, options);
  walk.run();
  return {std::move(walk.faults)};
}

// The beginning of an input is a tape of what the Builder is asked for: what it finishes is valid and holds that. Its
// elements are visited as long as the sink wants more.
std::string embedded(Bytes input, const Options&) {
  constexpr std::size_t longest = 300;
  const std::span tape(reinterpret_cast<const std::uint8_t*>(input.data()), std::min(input.size(), longest));
  const GeneratedFile made = any_file(conformance::Choices(tape), 3, Calls::any);
  if (!made.written) return "";
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(scratch_bound(made.bytes));
  const auto read = decode(made.bytes, scratch);
  if (!read || content_in(made.bytes) != made.content)
    return "what the Builder has written is not what it was asked for";
  struct Counted final : ElementSink {
    explicit Counted(std::uint64_t enough) : most(enough) {}
    bool element(const Element& element, const Place&) noexcept override {
      vectors += vector_of(element) ? 1 : 0;
      return ++elements < most;
    }
    std::uint64_t most;
    std::uint64_t elements = 0;
    std::uint64_t vectors = 0;
  };
  Counted all(UINT64_MAX);
  scratch.reset();
  const bool visited = visit_elements(*read, scratch, {}, all).rule == nullptr;
  if (!visited || all.vectors != read->vectors) return "not every element is visited";
  for (const std::uint64_t enough : {all.elements / 2, all.elements}) {
    if (enough == 0) continue;
    scratch.reset();
    Counted some(enough);
    const bool stopped = visit_elements(*read, scratch, {}, some).rule == nullptr;
    if (!stopped || some.elements != enough) return "a sink that has enough is shown more elements";
  }
  return "";
}

}  // namespace
}  // namespace hallmark::bson::oracle

const hallmark::conformance::Oracle hallmark::bson::bson_oracle{"bson", oracle::report_on, nullptr, oracle::embedded};
