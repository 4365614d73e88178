// hallmark inspect on files much larger than its memory: memory grows with the tables, not with the data.
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

TEST_CASE("inspect lists tensors of any size in memory that their data do not decide", "[limited-memory]") {
  const Folder folder;
  struct Row {
    std::string path;
    std::string line;
  };
  const std::uint64_t size = 400'000'000;
  const Row rows[] = {
      {large_bintensors(folder, "larger.bt", 1, 2'000'000'000), "2000000000  f32    [500000000]  t1000\n"},
      {large_bintensors(folder, "large.bt", 1, size), "400000000  f32    [100000000]  t1000\n"},
      {large_bson(folder, 1, size), "400000000  i8     [400000000]  documents[0].v\n"},
      {large_oinf(folder, size), "400000000  f32    [100000000]  w\n"},
      {large_kserve(folder, size), "400000000  i8     [400000000]  x\n"},
      {large_futhark(folder, size), "400000000  i8     [400000000]  values[0]\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path, row.line);
    const Finished finished = run({"inspect", row.path}, {.memory = memory});
    CAPTURE(finished.out, finished.err);
    CHECK(finished.exit == 0);
    CHECK(finished.out.find("  " + row.line) != std::string::npos);
  }
}

TEST_CASE("inspect --json gives the hash of large data, and holds none of it in memory", "[limited-memory]") {
  const Folder folder;
  const std::uint64_t size = 400'000'000;
  // head -c 400000000 /dev/zero | sha256sum
  const std::string hash = "36286c9dd45c90a7ff4443de7fc7301c5bc4900ff415d789dbc7f9a32a9dbb83";
  const Json large = {{"sha256", hash}, {"nbytes", size}};
  const std::pair<std::string, std::string> rows[] = {
      {large_bintensors(folder, "large.bt", 1, size), "/value/tensors/0/data"},
      {large_bson(folder, 1, size), "/value/vectors/0/data"},
      {large_oinf(folder, size), "/value/tensors/0/data"},
      {large_kserve(folder, size), "/value/tensors/0/data"},
      {large_futhark(folder, size), "/value/values/0/data"},
  };
  for (const auto& [path, data] : rows) {
    CAPTURE(path);
    const Finished finished = run({"inspect", "--json", path}, {.memory = memory});
    CAPTURE(finished.err);
    CHECK(finished.exit == 0);
    CHECK(parsed(finished.out)[Json::json_pointer(data)] == large);
  }
}

TEST_CASE("data of 1 MiB are given in full, one byte more as a hash") {
  const Folder folder;
  for (const std::uint64_t more : {0, 1}) {
    const std::string path = large_futhark(folder, mebi + more);
    const Json data = parsed(run({"inspect", "--json", path}).out).at("value").at("values").at(0).at("data");
    const std::string zeros(mebi + more, '\0');
    if (more == 0) CHECK(data == Json{{"base64", conformance::to_base64(as_bytes(zeros))}});
    if (more == 1) CHECK(data == Json{{"sha256", conformance::sha256_hex(as_bytes(zeros))}, {"nbytes", zeros.size()}});
  }
}

TEST_CASE("many tensors and vectors, none of them large, are written as they are found", "[limited-memory]") {
  const Folder folder;
  const std::uint64_t count = 150;
  for (const std::string& path :
       {large_bintensors(folder, "many.bt", count, 1'000'000), large_bson(folder, count, 1'000'000)}) {
    CAPTURE(path);
    const std::string out = folder.path("out");
    const Finished json = run({"inspect", "--json", path}, {.output = out, .memory = memory});
    CAPTURE(json.err);
    CHECK(json.exit == 0);
    CHECK(fs::file_size(out) > count * 1'333'333);
    const Finished text = run({"inspect", path}, {.memory = memory});
    CHECK(text.exit == 0);
    CHECK(text.out.ends_with("\n150 tensors, 150000000 bytes of data\n"));
  }
}

TEST_CASE("a hundred thousand tensors are a table in bounded memory, aligned a thousand at a time",
          "[limited-memory]") {
  const Folder folder;
  const std::string path = large_bintensors(folder, "many.bt", 100'000, 4);
  const Finished finished = run({"inspect", path}, {.memory = memory});
  CHECK(finished.exit == 0);
  CHECK(finished.out.find("\n\n offset  bytes  dtype  shape  name\n1926232      4  f32    [1]    t1000\n") !=
        std::string::npos);
  CHECK(finished.out.find("\n2326228      4  f32    [1]    t100999\n100000 tensors, 400000 bytes of data\n") !=
        std::string::npos);
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = finished.out.find("      4  f32    [1]    t", at)) != std::string::npos; ++at) ++rows;
  CHECK(rows == 100'000);
}
