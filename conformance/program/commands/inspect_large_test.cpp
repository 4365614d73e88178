// hallmark inspect on files much larger than its memory: memory grows with the tables, not with the data.
#include <fmt/format.h>

#include "conformance/model/model.hpp"
#include "conformance/program/testing/large_files.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t memory = 64 * mebi;

}  // namespace

TEST_CASE("inspect needs no memory for the data of a tensor; --json gives their hash", "[limited-memory]") {
  const Folder folder;
  const std::uint64_t size = 400'000'000;
  // head -c 400000000 /dev/zero | sha256sum
  const std::string hash = "36286c9dd45c90a7ff4443de7fc7301c5bc4900ff415d789dbc7f9a32a9dbb83";
  for (const LargeFile& large : large_files()) {
    const std::string path = large.in(folder, 1, size);
    const Finished text = run({"inspect", path}, {.memory = memory});
    expect(text, 0, fmt::format("  {0}  {1}     [{0}]  {2}\n", size, large.dtype, large.name));
    const Finished json = run({"inspect", "--json", path}, {.memory = memory});
    CAPTURE(large.format, json.err);
    CHECK(json.exit == 0);
    CHECK(parsed(json.out)[Json::json_pointer(large.data)] == Json{{"sha256", hash}, {"nbytes", size}});
    if (size * 5 > large.largest) continue;
    expect(run({"inspect", large.in(folder, 1, size * 5)}, {.memory = memory}), 0, fmt::format("  {}  ", size * 5));
  }
}

TEST_CASE("data of 1 MiB are given in full, one byte more as a hash") {
  const Folder folder;
  for (const std::uint64_t more : {0, 1}) {
    const std::string path = large_file().in(folder, 1, mebi + more);
    const Json data = parsed(run({"inspect", "--json", path}).out)[Json::json_pointer(large_file().data)];
    const std::string zeros(mebi + more, '\0');
    if (more == 0) CHECK(data == Json{{"base64", conformance::to_base64(as_bytes(zeros))}});
    if (more == 1) CHECK(data == Json{{"sha256", conformance::sha256_hex(as_bytes(zeros))}, {"nbytes", zeros.size()}});
  }
}

TEST_CASE("many tensors, none of them large, are written as they are found", "[limited-memory]") {
  const Folder folder;
  const std::uint64_t count = 150;
  const std::string path = large_file().in(folder, count, 1'000'000);
  const std::string out = folder.path("out");
  const Finished json = run({"inspect", "--json", path}, {.output = out, .memory = memory});
  CAPTURE(json.err);
  CHECK(json.exit == 0);
  CHECK(fs::file_size(out) > count * 1'333'333);
  const Finished text = run({"inspect", path}, {.memory = memory});
  CHECK(text.exit == 0);
  CHECK(text.out.ends_with("\n150 tensors, 150000000 bytes of data\n"));
}
