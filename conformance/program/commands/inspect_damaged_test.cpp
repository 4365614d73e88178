// SPDX-License-Identifier: Apache-2.0
// hallmark inspect of damaged files: the layout and the contents before the first error, for every invalid golden
// vector.
#include <map>

#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

// Ends remembers where the layout ends, how much of it begins after the error, and whether it has a gap.
class Ends final : public LayoutSink {
 public:
  explicit Ends(std::uint64_t error) : error_(error) {}

  bool range(std::uint64_t offset, std::uint64_t length, const char*, const Place&) noexcept override {
    gap = gap || offset != end;
    end = offset + length;
    behind += offset > error_ ? length : 0;
    return true;
  }

  std::uint64_t end = 0;
  std::uint64_t behind = 0;  // bytes of ranges that begin after the error
  bool gap = false;

 private:
  std::uint64_t error_;
};

bool damaged(const conformance::Vector& vector) {
  return vector.operation == conformance::Operation::decode && vector.verdict != Verdict::valid;
}

}  // namespace

TEST_CASE("the layout of a damaged file ends before its first error, and begins with the file") {
  std::map<std::string, std::uint64_t> drawn;  // vectors that have something before their error, by format
  std::map<std::string, std::uint64_t> all;
  for (const auto& file : conformance::load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (!damaged(vector)) continue;
      const std::vector<std::byte> bytes = vector.bytes();
      CAPTURE(vector.id);
      const Codec& codec = *codec_named(vector.format);
      conformance::ScratchMemory memory;
      Scratch scratch = memory.of(codec.scratch_bound(bytes, vector.options));
      Ends ends(vector.error->offset);
      (void)codec.layout(bytes, scratch, vector.options, ends);
      CHECK_FALSE(ends.gap);
      // A bound of ours ends no drawing.
      if (vector.verdict != Verdict::limited) {
        // The example is drawn to the end of the element that holds the error.
        constexpr std::uint64_t rest_of_element = 16;
        const bool whole_elements = vector.format == example::format;
        CHECK((whole_elements ? ends.behind <= rest_of_element : ends.end <= vector.error->offset));
      }
      if (vector.error->offset < 8) continue;
      ++all[vector.format];
      if (ends.end > 0) ++drawn[vector.format];
    }
  }
  CHECK(all.size() >= 7);
  for (const auto& [format, count] : all) {
    CAPTURE(format, count);
    CHECK(drawn[format] == count);
  }
}

TEST_CASE_METHOD(InFolder,
                 "inspect of a damaged file shows its tensors and layout up to the error, and then the error") {
  using namespace std::string_literals;
  folder.write("damaged"_file, good_input() + bad_input());
  const Finished table = run({"inspect", "damaged"_file}, here);
  CAPTURE(table.out);
  CHECK(table.exit == 1);
  CHECK(table.out.find("damaged.$ext: $format, 49 bytes, invalid\n\n"_filled
                       "offset  bytes  dtype       shape  name\n"
                       "    14      2  i8          [2]    documents[0].a\n"
                       "    31      1  packed_bit  [5]    documents[1].b\n"
                       "2 tensors before the first error, 7 parameters, 3 bytes of data: 2 i8, 1 packed_bit\n\n"
                       "damaged.$ext:"_filled) == 0);
  CHECK(table.out.find(": error: padding is 7") != std::string::npos);
  const Finished layout = run({"inspect", "--layout", "damaged"_file}, here);
  CHECK(layout.exit == 1);
  CHECK(layout.out.find("(not read)") < layout.out.find(": error: padding is 7"));

  folder.write("damaged.in", "[1i8, 2i8] [[3i8], [4i8, 5i8]]");
  expect(run({"inspect", "damaged.in"}, here), 1, "1 tensor before the first error, 2 parameters, 2 bytes of i8\n");
}

TEST_CASE_METHOD(InFolder, "inspect --json follows its schema, whatever is asked for and whatever the format") {
  std::map<std::string, std::uint64_t> seen;
  for (const auto& file : conformance::load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (vector.operation != conformance::Operation::decode || !vector.raw_options.empty()) continue;
      // A few of each kind.
      std::uint64_t& count = seen[vector.format + std::string(to_string(vector.verdict))];
      if (count == 6 || vector.bytes().size() > 4096) continue;
      ++count;
      CAPTURE(vector.id);
      const auto bytes = vector.bytes();
      const std::string path = folder.write("input", std::string(as_text(bytes)));
      conformance::ExaminerSettings settings{
          .format = vector.format, .options = {}, .header_length = {}, .size = {}, .bounds = {}};
      for (const Profile profile : {Profile::strict, Profile::compat}) {
        settings.options.profile = profile;
        for (const auto& [layout, stats] : {std::pair(false, false), {true, false}, {false, true}}) {
          const std::string text = inspected(path, settings, {.json = true, .layout = layout, .stats = stats});
          for (const Json& shown : parsed_lines(text)) {
            CAPTURE(layout, stats, text);
            CHECK(breach(shown, "inspect.schema.json") == "");
          }
        }
      }
    }
  }
  CHECK(seen.size() > 14);
}

TEST_CASE("the schema of inspect notices what is not ours") {
  const Json shown =
      parsed(run({"inspect", "--json", "--format", example::second, "-"}, {.input = "\x10\x03\xf8"}).out);
  REQUIRE(breach(shown, "inspect.schema.json") == "");
  CHECK(shown.at("value").dump() == R"({"dtype":"packed_bit","padding":3,"data":{"base64":"+A=="}})");
  const auto broken = [&](const char* at, const Json& value) {
    Json other = shown;
    other[Json::json_pointer(at)] = value;
    return breach(other, "inspect.schema.json");
  };
  CHECK(broken("/extra", 1) != "");
  CHECK(broken("/value/dtype", 9) != "");
  CHECK(broken("/value/data", {{"base64", 1}}) != "");
  CHECK(broken("/layout", {{{"offset", -1}, {"length", 1}, {"field", "x"}, {"path", ""}}}) != "");
  CHECK(broken("/stats", {{{"kind", "tensors"}}}) != "");
}
