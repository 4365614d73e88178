// hallmark inspect on shapes of many dimensions: --stats and the value print all of them.
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/testing/bytes.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

using Sizes = std::vector<std::uint64_t>;

constexpr std::uint32_t most = 1000;

// Dimensions of 1 with a single 2: at the end, or after the first 255.
Sizes sizes_of(std::size_t rank, std::size_t two) {
  Sizes sizes(rank, 1);
  sizes[two] = 2;
  return sizes;
}

// Tensor `a` with the u8 elements 1 and 2, in each format that can hold the rank.
std::string bintensors(bool v1, const Sizes& sizes) {
  const std::string name = varint(1) + "a";
  std::string record = bytes({"\0\x01", 2}) + (v1 ? name : "") + "\x01" + varint(sizes.size());
  for (const std::uint64_t size : sizes) record += varint(size);
  record += bytes({"\0\x02", 2});
  if (!v1) record += "\x01" + name + '\0';
  record = padded(std::move(record), ' ');
  return word(std::uint64_t{record.size()}) + record + "\x01\x02";
}

std::string oinf_name(const std::string& name) { return padded(word(static_cast<std::uint32_t>(name.size())) + name); }

// A tensor and a metadata array, both of this shape.
std::string oinf(const Sizes& sizes) {
  std::string dims;
  for (const std::uint64_t size : sizes) dims += word(size);
  const auto rank = static_cast<std::uint32_t>(sizes.size());
  constexpr std::uint32_t u8 = 5;
  constexpr std::uint32_t ndarray = 15;
  const std::string array = padded(word(u8) + word(rank) + dims + "\x01\x02");
  const std::uint64_t metadata_at = 72;
  const std::uint64_t tensors_at = metadata_at + 32;
  const std::uint64_t entry = 8 + 12 + 8 * sizes.size() + 16;
  const std::uint64_t data_at = (tensors_at + entry + 7) / 8 * 8;
  const std::uint64_t tensor_at = data_at + array.size();
  const std::uint64_t end = tensor_at + 8;
  std::string file = bytes({"OINF\0", 5}) + word(std::uint32_t{1}) + word(std::uint32_t{0}) + word(std::uint32_t{0}) +
                     word(std::uint32_t{1}) + word(std::uint32_t{1}) + word(std::uint32_t{0}) + word(metadata_at) +
                     word(metadata_at) + word(tensors_at) + word(data_at) + word(end) + bytes({"\0\0\0", 3});
  file += oinf_name("m") + word(ndarray) + word(std::uint32_t{0}) + word(std::uint64_t{array.size()}) + word(data_at);
  file +=
      oinf_name("a") + word(u8) + word(rank) + word(std::uint32_t{1}) + dims + word(std::uint64_t{2}) + word(tensor_at);
  return padded(std::move(file)) + array + padded("\x01\x02");
}

std::string futhark_binary(const Sizes& sizes) {
  std::string file = "b\x02" + std::string(1, static_cast<char>(sizes.size())) + "  u8";
  for (const std::uint64_t size : sizes) file += word(size);
  return file + "\x01\x02";
}

std::string futhark_text(const Sizes& sizes, std::size_t axis = 0) {
  if (axis == sizes.size()) return "7u8";
  const std::string inside = futhark_text(sizes, axis + 1);
  return "[" + inside + (sizes[axis] == 2 ? ", " + inside : "") + "]";
}

std::string futhark_empty(const Sizes& sizes) {
  std::string file = "empty(";
  for (const std::uint64_t size : sizes) file += "[" + std::to_string(size) + "]";
  return file + "[0]u8)";
}

std::string kserve(bool binary, const Sizes& sizes) {
  std::string shape;
  for (const std::uint64_t size : sizes) shape += (shape.empty() ? "" : ",") + std::to_string(size);
  const std::string data = binary ? R"("parameters":{"binary_data_size":2})" : R"("data":[1,2])";
  return R"({"inputs":[{"name":"a","shape":[)" + shape + R"(],"datatype":"UINT8",)" + data + "}]}" +
         (binary ? "\x01\x02" : "");
}

// Shapes collects the shapes that a codec reports.
class Shapes final : public ContentSink {
 public:
  void number(std::string_view, std::uint64_t) noexcept override {}
  void text(std::string_view, std::string_view) noexcept override {}
  void scalar(const TensorView&) noexcept override {}
  void array(const TensorView& value) noexcept override { keep(value); }
  void bits(const BitsView&) noexcept override {}
  void tensor(const TensorView& tensor, const Place&) noexcept override { keep(tensor); }
  void bit_tensor(const BitsView&, const Place&) noexcept override {}

  std::vector<Sizes> seen;

 private:
  void keep(const TensorView& tensor) {
    Sizes& sizes = seen.emplace_back();
    for (std::uint64_t axis = 0; axis < tensor.shape.rank(); ++axis) sizes.push_back(tensor.shape[axis]);
  }
};

std::vector<Sizes> shapes_in_contents(const Codec& codec, const std::string& file, const Options& options) {
  const Bytes input = as_bytes(file);
  std::uint64_t needed = codec.scratch_bound(input, options);
  if (codec.contents_bound != nullptr) {
    conformance::ScratchMemory memory;
    Scratch scratch = memory.of(needed);
    needed = codec.contents_bound(input, scratch, options);
  }
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  Shapes shapes;
  (void)codec.contents(input, scratch, options, shapes);
  CHECK(scratch.used() <= needed);
  return shapes.seen;
}

std::vector<Sizes> shapes_in_value(const Codec& codec, const std::string& file, const Options& options) {
  const Json value = conformance::model_named(codec.id)->decode(as_bytes(file), options);
  std::vector<Sizes> shapes;
  for (const char* table : {"metadata", "tensors", "values"}) {
    if (!value.contains(table)) continue;
    for (const Json& entry : value.at(table)) shapes.push_back(entry.at("shape").get<Sizes>());
  }
  return shapes;
}

}  // namespace

TEST_CASE("contents give shapes of any rank whole, as the value does") {
  Options options;
  options.limits.max_rank = most;
  struct Row {
    const char* format;
    std::string file;
    std::vector<Sizes> shapes;
  };
  std::vector<Row> rows;
  for (const std::size_t rank : {1, 127, 128, 250, 251, 255, 256, 300}) {
    for (const std::size_t two : {rank - 1, rank / 2}) {
      const Sizes sizes = sizes_of(rank, two);
      rows.push_back({"bintensors-v0", bintensors(false, sizes), {sizes}});
      rows.push_back({"bintensors-v1", bintensors(true, sizes), {sizes}});
      rows.push_back({"oinf", oinf(sizes), {sizes, sizes}});
      if (rank <= 255) rows.push_back({"futhark", futhark_binary(sizes), {sizes}});  // the rank is one byte
      rows.push_back({"futhark", futhark_text(sizes), {sizes}});
      Sizes none = sizes;
      none.push_back(0);
      rows.push_back({"futhark", futhark_empty(sizes), {none}});
      rows.push_back({"kserve-request", kserve(true, sizes), {sizes}});
      rows.push_back({"kserve-request", kserve(false, sizes), {sizes}});
    }
  }
  for (const Row& row : rows) {
    CAPTURE(row.format, row.shapes.front().size());
    const Codec& codec = *codec_named(row.format);
    CHECK(shapes_in_contents(codec, row.file, options) == row.shapes);
    if (row.shapes.front().size() <= 127) CHECK(shapes_in_contents(codec, row.file, {}) == row.shapes);
    CHECK(shapes_in_value(codec, row.file, options) == row.shapes);
  }
}

TEST_CASE("inspect shows every dimension that --max-rank allows") {
  const Sizes sizes = sizes_of(300, 299);
  std::string shape = "[1";
  for (std::size_t axis = 1; axis < sizes.size(); ++axis) shape += ", " + std::to_string(sizes[axis]);
  shape += "]";
  const Folder folder;
  const std::string path = folder.write("a.bt", bintensors(true, sizes));
  CHECK(run({"inspect", "--format", "bintensors-v1", path}).exit == 2);
  const Finished stats = run({"inspect", "--stats", "--max-rank", "1000", path});
  CHECK(stats.exit == 0);
  CAPTURE(stats.out);
  CHECK(stats.out.find("a: u8" + shape + " = ") != std::string::npos);
  const Finished plain = run({"inspect", "--max-rank", "1000", path});
  CHECK(plain.exit == 0);
  CHECK(plain.out.find("  u8     " + shape + "  a\n") != std::string::npos);
}
