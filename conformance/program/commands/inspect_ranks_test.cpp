// hallmark inspect on shapes of many dimensions: --stats and the value print all of them.
#include <algorithm>
#include <map>
#include <vector>

#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

using Sizes = std::vector<std::uint64_t>;

constexpr std::uint32_t most = 1000;

// Dimensions of 1 with a single 2: at the end, or after the first half.
Sizes sizes_of(std::size_t rank, std::size_t two) {
  Sizes sizes(rank, 1);
  sizes[two] = 2;
  return sizes;
}

// The entries of a value that have a shape.
std::vector<Json*> entries_of(Json& value) {
  std::vector<Json*> entries;
  for (const char* table : {"metadata", "tensors", "values"}) {
    if (!value.contains(table)) continue;
    for (Json& entry : value.at(table)) {
      if (entry.contains("shape")) entries.push_back(&entry);
    }
  }
  return entries;
}

std::vector<Sizes> shapes_of(Json value) {
  std::vector<Sizes> shapes;
  for (const Json* entry : entries_of(value)) shapes.push_back(entry->at("shape").get<Sizes>());
  return shapes;
}

// The values of valid golden vectors whose shapes may be any of two elements, a few of each format.
std::vector<conformance::Vector> pairs() {
  std::vector<conformance::Vector> found;
  std::map<std::string, int> count;
  for (const auto& file : conformance::load_corpus(HALLMARK_SOURCE_DIR "/corpus").files) {
    for (const conformance::Vector& vector : file.vectors) {
      if (vector.operation != conformance::Operation::decode || vector.verdict != Verdict::valid) continue;
      Json value = vector.value.value_or(Json());
      const std::vector<Json*> entries = entries_of(value);
      const bool all = std::ranges::all_of(entries, [](const Json* entry) { return entry->at("shape") == Json{2}; });
      if (!entries.empty() && all && count[vector.format]++ < 4) found.push_back(vector);
    }
  }
  return found;
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

std::vector<Sizes> shapes_in_contents(const Codec& codec, Bytes input, const Options& options) {
  std::uint64_t needed = codec.scratch_bound(input, options);
  conformance::ScratchMemory memory;
  if (codec.contents_bound != nullptr) {
    Scratch scratch = memory.of(needed);
    needed = codec.contents_bound(input, scratch, options);
  }
  Scratch scratch = memory.of(needed);
  Shapes shapes;
  (void)codec.contents(input, scratch, options, shapes);
  CHECK(scratch.used() <= needed);
  return shapes.seen;
}

}  // namespace

TEST_CASE("contents give shapes of any rank whole, as the value and inspect do") {
  const Folder folder;
  std::map<std::string, int> tried;
  for (const conformance::Vector& vector : pairs()) {
    const conformance::Model& model = *conformance::model_named(vector.format);
    for (const std::size_t rank : {1, 127, 128, 250, 251, 255}) {
      for (const std::size_t two : {rank - 1, rank / 2}) {
        const Sizes sizes = sizes_of(rank, two);
        Options options = vector.options;
        options.limits.max_rank = most;
        Json value = vector.value.value_or(Json());
        for (Json* entry : entries_of(value)) entry->at("shape") = sizes;
        const conformance::EncodeReply reply = model.encode(value, options);
        CAPTURE(vector.id, rank);
        if (reply.refusal.rule != nullptr) {  // an encoder whose ranks end at 127
          CHECK(rank > 127);
          continue;
        }
        options = conformance::reading(options, reply.header_length);
        const Codec& codec = *codec_named(vector.format);
        CHECK(shapes_in_contents(codec, reply.bytes, options) == shapes_of(value));
        CHECK(shapes_of(model.decode(reply.bytes, options)) == shapes_of(value));
        options.limits = {};
        if (rank <= 127) CHECK(shapes_in_contents(codec, reply.bytes, options) == shapes_of(value));
        if (rank < 255 || tried[vector.format]++ > 0 || reply.header_length) continue;
        const std::string path = folder.write("a", as_text(reply.bytes));
        std::string shown = "[";
        for (const std::uint64_t size : sizes) shown += (shown.size() > 1 ? ", " : "") + std::to_string(size);
        for (const Words& options_of : {Words{}, Words{"--stats"}}) {
          expect(run(Words{"inspect", "--format", vector.format, path} + options_of), 0, shown);
        }
      }
    }
  }
  CHECK(tried.size() == 5);
}
