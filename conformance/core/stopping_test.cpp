// Once a sink wants no more reports and the input is invalid, decoding stops: the megabytes after that point are in
// inaccessible memory and are never read.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "hallmark/core/codec.hpp"

namespace {

using namespace hallmark;

class Enough final : public DiagnosticSink {
 public:
  explicit Enough(std::size_t enough) : enough_(enough) {}
  bool report(const Violation& violation, Severity, const Place&) noexcept override {
    if (rules.size() < enough_) rules.push_back(violation.rule->id);
    return rules.size() < enough_;
  }
  std::vector<std::string_view> rules;

 private:
  std::size_t enough_;
};

constexpr std::size_t locked = std::size_t{8} << 20;
// Walks load words: so many bytes behind the last fault may still be looked at.
constexpr std::size_t word = 16;

template <class T>
std::string le(T value) {
  std::string text(sizeof value, '\0');
  store_le(reinterpret_cast<std::byte*>(text.data()), value);
  return text;
}

struct Input {
  std::string_view format;
  std::string_view what;
  std::string text;  // what may be read
  std::vector<std::string_view> reports;
  Options options = {};
};

Options compat(Options options = {}) {
  options.profile = Profile::compat;
  return options;
}

// The length of a document that goes on to somewhere in the locked memory.
std::string bson_length(std::size_t less) { return le(static_cast<std::int32_t>(locked - less)); }

// An element: its key and its value.
std::string bson_boolean(char key, char value) { return {'\x08', key, '\0', value}; }

std::vector<Input> bson_inputs() {
  const std::string array = bson_length(0) + std::string{'\x04', 'a', '\0'} + bson_length(64);
  const std::string rest(word, '\1');
  const std::string first = le(std::int32_t{9}) + bson_boolean('0', 2) + '\0';
  return {
      {"bson", "an error", array + bson_boolean('0', 2) + rest, {"bson/boolean"}},
      {"bson",
       "an error, then a warning",
       array + bson_boolean('0', 2) + bson_boolean('7', 1) + rest,
       {"bson/boolean", "bson/array-key"}},
      {"bson",
       "a warning, then an error",
       array + bson_boolean('7', 1) + bson_boolean('1', 2) + rest,
       {"bson/array-key", "bson/boolean"}},
      {"bson", "the document before", first, {"bson/boolean"}},
      {"bson", "the second document before", first + first, {"bson/boolean", "bson/boolean"}},
  };
}

std::vector<Input> bintensors_inputs() {
  // An option that is none, the number of tensors, then tensors: name, dtype, rank, offsets.
  const std::string head = le(std::uint64_t{locked}) + std::string("\0\xfc", 2) + le(std::uint32_t{100000});
  const std::string no_utf8("\x01\xff\x00\x00\x00\x01", 6);
  const std::string no_name("\x00\x00\x00\x00\x01", 5);
  const std::string rest(word, '\0');
  return {
      {"bintensors-v1", "an error", head + no_utf8 + rest, {"bintensors/utf8"}},
      {"bintensors-v1",
       "an error, then a note",
       head + no_utf8 + no_name + rest,
       {"bintensors/utf8", "bintensors/empty-name"}},
      {"bintensors-v1",
       "a note, then an error",
       head + no_name + no_utf8 + rest,
       {"bintensors/empty-name", "bintensors/utf8"}},
  };
}

std::vector<Input> oinf_inputs() {
  const std::string sound = le(std::uint32_t{1}) + std::string("a\0\0\0", 4) + le(std::uint64_t{1});
  const auto file = [&sound](const std::string& entries) {
    const std::uint64_t size = 72 + entries.size() + sound.size() + locked;
    const std::uint64_t end = size / 8 * 8;
    std::string text("OINF\0", 5);
    for (const std::uint32_t field : {1U, 0U, 100000U, 0U, 0U, 0U}) text += le(field);
    for (const std::uint64_t field : {std::uint64_t{72}, end, end, end, size}) text += le(field);
    return text + std::string(3, '\0') + entries + sound;
  };
  const std::string disallowed = le(std::uint32_t{1}) + std::string("!\0\0\0", 4) + le(std::uint64_t{1});
  const std::string padded = le(std::uint32_t{1}) + std::string("a\0\0\1", 4) + le(std::uint64_t{1});
  return {
      {"oinf", "an error", file(disallowed), {"oinf/name-characters"}},
      {"oinf",
       "an error, then a warning",
       file(disallowed + padded),
       {"oinf/name-characters", "oinf/string-padding"},
       compat()},
      {"oinf",
       "a warning, then an error",
       file(padded + disallowed),
       {"oinf/string-padding", "oinf/name-characters"},
       compat()},
  };
}

std::vector<Input> futhark_inputs() {
  const std::string wrong = "18446744073709551616i8,";
  const std::string tolerated = "01i8,";
  const std::string rest(word, '0');
  const std::string spaces(word, ' ');
  Options flat;
  flat.limits.max_rank = 1;
  return {
      {"futhark", "an error", "[" + wrong + rest, {"futhark/integer-range"}},
      {"futhark",
       "an error, then a warning",
       "[" + wrong + tolerated + rest,
       {"futhark/integer-range", "futhark/leading-zero"},
       compat()},
      {"futhark",
       "a warning, then an error",
       "[" + tolerated + wrong + rest,
       {"futhark/leading-zero", "futhark/integer-range"},
       compat()},
      {"futhark", "the value before", "18446744073709551616i8 " + spaces, {"futhark/integer-range"}},
      {"futhark",
       "an error, then a limit",
       "18446744073709551616i8 empty([0][0]i32" + spaces,
       {"futhark/integer-range", "futhark/rank"},
       flat},
  };
}

std::vector<Input> kserve_inputs() {
  // The data of the second tensor are locked.
  const auto body = [](const std::string& member, Options options) {
    const auto tensor = [](const std::string& name, std::size_t size) {
      const std::string bytes = std::to_string(size);
      return "{\"name\":\"" + name + "\",\"shape\":[" + bytes +
             "],\"datatype\":\"BOOL\",\"parameters\":{\"binary_data_size\":" + bytes + "}}";
    };
    const std::string json = "{" + member + "\"inputs\":[" + tensor("a", 64) + "," + tensor("b", locked) + "]}";
    options.header_length = json.size();
    return std::pair(json + std::string(63, '\1') + "\2", options);
  };
  const auto [plain, strict] = body("", {});
  const auto [wrong, tolerant] = body("\"parameters\":{\"x\":null},", compat());
  return {
      {"kserve-request", "an error", plain, {"kserve/boolean"}, strict},
      {"kserve-request", "an error, then a warning", wrong, {"kserve/parameter-type", "kserve/boolean"}, tolerant},
  };
}

}  // namespace

TEST_CASE("enough: nothing is read behind the last report of an invalid input") {
  std::vector<Input> inputs;
  for (const auto& family : {bson_inputs(), bintensors_inputs(), oinf_inputs(), futhark_inputs(), kserve_inputs()}) {
    inputs.insert(inputs.end(), family.begin(), family.end());
  }
  for (const Input& input : inputs) {
    DYNAMIC_SECTION(input.format << ": " << input.what) {
      const testing::Fenced memory(input.text.size(), locked);
      std::ranges::copy(as_bytes(input.text), memory.high().begin());
      const Codec& codec = *codec_named(input.format);
      std::vector<std::byte> scratch_memory(codec.scratch_bound(memory.beyond(), input.options));
      Scratch scratch(scratch_memory);
      Enough sink(input.reports.size());
      CHECK(codec.validate(memory.beyond(), scratch, input.options, sink) == Verdict::invalid);
      CHECK(sink.rules == input.reports);
    }
  }
}
