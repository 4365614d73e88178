// SPDX-License-Identifier: Apache-2.0
// Files whose end is not here, of every format whose header says how large its file is: one finding, the size that it
// should have, and which tensors are here.
#include <fmt/format.h>

#include <algorithm>

#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/plural.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

// Whole is a valid file and where its tensors lie.
struct Whole {
  std::string format;
  std::string content = {};
  std::uint64_t tensors = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> data = {};  // begin and end, of those that have some
  std::uint64_t header = 0;

  // Of a file of which so much is here.
  [[nodiscard]] Json counts(std::uint64_t here) const {
    std::uint64_t partial = 0;
    std::uint64_t missing = 0;
    for (const auto& [begin, end] : data) {
      partial += begin < here && here < end ? 1 : 0;
      missing += begin >= here ? 1 : 0;
    }
    return {
        {"size", content.size()}, {"whole", tensors - partial - missing}, {"partial", partial}, {"missing", missing}};
  }
};

Whole made(const std::string& format) {
  const Folder folder;
  REQUIRE(run({"generate", "--format", format, "--seed", "7", "--count", "1", "--size", "60000", "-o", folder.path()})
              .exit == 0);
  Whole whole{.format = format};
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename();
    if (name != "manifest.json") whole.content = folder.read(name);
  }
  const auto inspected = [&](const Words& options) {
    return parsed(run(Words{"inspect", "--json", "--format", format, "-"} + options, {.input = whole.content}).out);
  };
  const Json layout = inspected({"--layout"}).at("layout");
  for (const Json& range : layout) {
    if (range.at("field") != "data") continue;
    const auto begin = range.at("offset").get<std::uint64_t>();
    whole.data.emplace_back(begin, begin + range.at("length").get<std::uint64_t>());
  }
  whole.tensors = inspected({}).at("totals").at("tensors");
  REQUIRE(whole.data.size() > (whole.tensors == 1 ? 0 : 2));
  whole.header = std::ranges::min(whole.data).first;
  return whole;
}

std::vector<Whole> all_made() {
  std::vector<Whole> all;
  for (const Codec* codec : all_codecs()) {
    if (codec->declared_size != nullptr) all.push_back(made(std::string(codec->id)));
  }
  return all;
}

Json judged(const Whole& whole, std::uint64_t here, const Words& options) {
  const Finished finished =
      run(Words{"validate", "--report", "ndjson", "--format", whole.format} + options + Words{"-"},
          {.input = whole.content.substr(0, static_cast<std::size_t>(here))});
  Json report = parsed(finished.out);
  CHECK(breach(report, "input.schema.json") == "");
  return report;
}

}  // namespace

TEST_CASE("a file that is cut has one finding, and with --size one note, which says what is here") {
  for (const Whole& whole : all_made()) {
    const auto& [begin, end] = whole.data[whole.data.size() / 2];
    const std::string size = std::to_string(whole.content.size());
    for (const std::uint64_t here : {whole.header, begin, begin + 1, end - 1, end, whole.content.size() - 1}) {
      if (here == whole.content.size()) continue;  // the only tensor
      CAPTURE(whole.format, here);
      const Json counts = whole.counts(here);
      const std::string said =
          fmt::format("{} whole, {} partial, {} missing", reports::plural(counts.at("whole"), "tensor"),
                      counts.at("partial").dump(), counts.at("missing").dump());
      const Json cut = judged(whole, here, {});
      const Json begun = judged(whole, here, {"--size", size});
      for (const Json* report : {&cut, &begun}) {
        REQUIRE(report->at("diagnostics").size() == 1);
        CHECK(report->at("more") == 0);
        CHECK(report->at("cut") == counts);
        const std::string more = report == &cut ? "; the file should have " + size + " bytes: " : "; ";
        CHECK(report->at("diagnostics").front().at("message").get<std::string>().ends_with(more + said));
      }
      CHECK(cut.at("verdict") == "invalid");
      CHECK(begun.at("verdict") == "valid");
      CHECK(begun.at("diagnostics").front().at("rule") == "hallmark/data-unread");
      CHECK(begun.at("diagnostics").front().at("path") == "data");
    }
    CHECK_FALSE(judged(whole, whole.content.size(), {}).contains("cut"));
    // A size that is less than the header says.
    CHECK(judged(whole, whole.header, {"--size", std::to_string(begin)}).at("cut").at("size") == whole.content.size());
  }
}

TEST_CASE("a file that is cut and has another fault shows both as before") {
  for (Whole whole : all_made()) {
    CAPTURE(whole.format);
    const auto& [begin, end] = whole.data[whole.data.size() / 2];
    // No header is right after its first eight bytes are those of another size or format.
    whole.content.replace(0, 1, 1, static_cast<char>(whole.content[0] ^ 0x55));
    CHECK_FALSE(judged(whole, begin, {}).contains("cut"));
  }
}

TEST_CASE("inspect shows the tensors of a file that is cut, and of which the data are here") {
  for (const Whole& whole : all_made()) {
    CAPTURE(whole.format);
    const std::uint64_t here = whole.data[whole.data.size() / 2].first + 1;
    const Finished finished = run({"inspect", "--format", whole.format, "-"},
                                  {.input = whole.content.substr(0, static_cast<std::size_t>(here))});
    CHECK(finished.exit == 1);
    std::uint64_t absent = 0;
    for (std::size_t at = finished.out.find("\n     -      -  "); at != std::string::npos;
         at = finished.out.find("\n     -      -  ", at + 1)) {
      ++absent;
    }
    const Json counts = whole.counts(here);
    CHECK(absent == counts.at("partial").get<std::uint64_t>() + counts.at("missing").get<std::uint64_t>());
    CHECK(finished.out.find("\n" + reports::plural(whole.tensors, "tensor") + ", ") != std::string::npos);
  }
}
