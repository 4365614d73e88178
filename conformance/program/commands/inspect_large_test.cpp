// hallmark inspect on files much larger than its memory: memory grows with the tables, not with the data.
#include <fstream>

#include "conformance/model/model.hpp"
#include "conformance/program/testing/bytes.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t memory = 64 * mebi;

// Sparse writes files whose zeros use no disk space.
class Sparse {
 public:
  explicit Sparse(std::string path) : path_(std::move(path)), file_(path_, std::ios::binary) {}

  Sparse& put(std::string_view bytes) {
    file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return *this;
  }
  Sparse& zeros(std::uint64_t count) {
    file_.seekp(static_cast<std::streamoff>(count), std::ios::cur);
    return *this;
  }
  std::string done() {
    const auto end = static_cast<std::uint64_t>(file_.tellp());
    file_.close();
    fs::resize_file(path_, end);
    return path_;
  }

 private:
  std::string path_;
  std::ofstream file_;
};

// A BinTensors file of `tensors` f32 tensors of `size` bytes each.
std::string bintensors(const Folder& folder, const std::string& file, std::uint64_t tensors, std::uint64_t size) {
  std::string record = '\0' + varint(tensors);
  for (std::uint64_t i = 0; i < tensors; ++i) {
    const std::string name = "t" + std::to_string(1000 + i);
    record += varint(name.size()) + name + varint(11) + varint(1) + varint(size / 4) + varint(i * size) +
              varint((i + 1) * size);
  }
  record = padded(std::move(record), ' ');
  return Sparse(folder.path(file)).put(word(std::uint64_t{record.size()}) + record).zeros(tensors * size).done();
}

// One document for each INT8 vector.
std::string bson(const Folder& folder, std::uint64_t vectors, std::uint64_t size) {
  Sparse file(folder.path("large.bson"));
  for (std::uint64_t i = 0; i < vectors; ++i) {
    const std::string element = "\x05v" + bytes({"\0", 1}) + word(static_cast<std::uint32_t>(size + 2)) + "\x09\x03";
    file.put(word(static_cast<std::uint32_t>(4 + element.size() + 1 + size + 1)) + element).zeros(1 + size + 1);
  }
  return file.done();
}

std::string oinf(const Folder& folder, std::uint64_t size) {
  constexpr std::uint64_t tables = 72;
  constexpr std::uint64_t data = tables + 8 + 12 + 8 + 16 + 4;
  std::string file = bytes({"OINF\0", 5}) + word(std::uint32_t{1}) + std::string(12, '\0') + word(std::uint32_t{1}) +
                     word(std::uint32_t{0}) + word(tables) + word(tables) + word(tables) + word(data) +
                     word(data + size) + std::string(3, '\0');
  file += word(std::uint32_t{1}) + "w" + std::string(3, '\0') + word(std::uint32_t{10}) + word(std::uint32_t{1}) +
          word(std::uint32_t{1}) + word(size / 4) + word(size) + word(data) + std::string(4, '\0');
  return Sparse(folder.path("large.oinf")).put(file).zeros(size).done();
}

std::string kserve(const Folder& folder, std::uint64_t size) {
  return Sparse(folder.path("large.kserve"))
      .put(R"({"inputs":[{"name":"x","shape":[)" + std::to_string(size) +
           R"(],"datatype":"INT8","parameters":{"binary_data_size":)" + std::to_string(size) + "}}]}")
      .zeros(size)
      .done();
}

std::string futhark(const Folder& folder, std::uint64_t size) {
  return Sparse(folder.path("large.futhark")).put("b\x02\x01  i8" + word(size)).zeros(size).done();
}

}  // namespace

TEST_CASE("inspect lists tensors of any size in memory that their data do not decide") {
  const Folder folder;
  struct Row {
    std::string path;
    std::string line;
  };
  const std::uint64_t size = 400'000'000;
  const Row rows[] = {
      {bintensors(folder, "larger.bt", 1, 2'000'000'000), "2000000000  f32    [500000000]  t1000\n"},
      {bintensors(folder, "large.bt", 1, size), "400000000  f32    [100000000]  t1000\n"},
      {bson(folder, 1, size), "400000000  i8     [400000000]  documents[0].v\n"},
      {oinf(folder, size), "400000000  f32    [100000000]  w\n"},
      {kserve(folder, size), "400000000  i8     [400000000]  x\n"},
      {futhark(folder, size), "400000000  i8     [400000000]  values[0]\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path, row.line);
    const Finished finished = run({"inspect", row.path}, {.memory = memory});
    CAPTURE(finished.out, finished.err);
    CHECK(finished.exit == 0);
    CHECK(finished.out.find("  " + row.line) != std::string::npos);
  }
}

TEST_CASE("inspect --json gives the hash of large data, and holds none of it in memory") {
  const Folder folder;
  const std::uint64_t size = 400'000'000;
  // head -c 400000000 /dev/zero | sha256sum
  const std::string hash = "36286c9dd45c90a7ff4443de7fc7301c5bc4900ff415d789dbc7f9a32a9dbb83";
  const Json large = {{"sha256", hash}, {"nbytes", size}};
  const std::pair<std::string, std::string> rows[] = {
      {bintensors(folder, "large.bt", 1, size), "/value/tensors/0/data"},
      {bson(folder, 1, size), "/value/vectors/0/data"},
      {oinf(folder, size), "/value/tensors/0/data"},
      {kserve(folder, size), "/value/tensors/0/data"},
      {futhark(folder, size), "/value/values/0/data"},
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
    const std::string path = futhark(folder, mebi + more);
    const Json data = parsed(run({"inspect", "--json", path}).out).at("value").at("values").at(0).at("data");
    const std::string zeros(mebi + more, '\0');
    if (more == 0) CHECK(data == Json{{"base64", conformance::to_base64(as_bytes(zeros))}});
    if (more == 1) CHECK(data == Json{{"sha256", conformance::sha256_hex(as_bytes(zeros))}, {"nbytes", zeros.size()}});
  }
}

TEST_CASE("many tensors and vectors, none of them large, are written as they are found") {
  const Folder folder;
  const std::uint64_t count = 150;
  for (const std::string& path : {bintensors(folder, "many.bt", count, 1'000'000), bson(folder, count, 1'000'000)}) {
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

TEST_CASE("a hundred thousand tensors are a table in bounded memory, aligned a thousand at a time") {
  const Folder folder;
  const std::string path = bintensors(folder, "many.bt", 100'000, 4);
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
