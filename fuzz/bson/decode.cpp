// Fuzz target: the decoder of `bson`. Beyond the invariants of every decoder: every vector of an accepted file is
// shown, in order, with a path, and is accepted on its own; scratch is 32 bytes per level.
#include "codecs/bson_vector/rules.hpp"
#include "fuzz/invariants.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::codec {
extern const Codec bson;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

using bson_vector::VectorView;

constexpr std::uint64_t bytes_per_level = 32;  // of scratch; codecs/bson/README.md

// Visitor checks each vector of a valid file.
class Visitor final : public bson::VectorSink {
 public:
  Visitor(const bson::DocumentsView& documents, const Options& options) noexcept
      : documents_(documents), options_(options) {}

  void vector(std::uint64_t document, const Place& place, std::uint64_t offset,
              const VectorView& vector) noexcept override {
    invariant(document < documents_.documents && document >= document_, "vectors come document by document");
    invariant(offset >= next_, "vectors come in byte order");
    const Bytes input = documents_.input;
    invariant(offset + 2 <= input.size() && vector.data.size() <= input.size() - offset - 2,
              "a vector lies inside the input");
    invariant(vector.data.data() == input.data() + offset + 2, "the data of a vector are not copied");
    if (seen_ < paths_looked_at) {
      conformance::StringSink sink;
      place.write(sink, {});
      const std::string path = sink.take();
      invariant(conformance::fault_of_path(path).empty(), "paths are UTF-8 without control characters");
      invariant(path.starts_with("documents[" + std::to_string(document) + "]"), "a path begins with the document");
    }

    const Bytes payload = input.subspan(static_cast<std::size_t>(offset), vector.data.size() + 2);
    Scratch none;
    const auto alone = bson_vector::decode(payload, none, options_);
    invariant(static_cast<bool>(alone), "a vector of an accepted file is accepted on its own");
    invariant(alone->dtype == vector.dtype && alone->padding == vector.padding &&
                  alone->data.data() == vector.data.data() && alone->data.size() == vector.data.size(),
              "a vector reads the same on its own");

    document_ = document;
    next_ = offset + payload.size();
    ++seen_;
  }

  [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }

 private:
  const bson::DocumentsView& documents_;
  const Options& options_;
  std::uint64_t document_ = 0;
  std::uint64_t next_ = 0;
  std::uint64_t seen_ = 0;
};

// Documents follow each other by their lengths.
std::uint64_t documents_in(Bytes valid) noexcept {
  std::uint64_t documents = 0;
  while (!valid.empty()) {
    invariant(valid.size() >= 5, "a document is at least 5 bytes long");
    const auto length = load_le<std::uint32_t>(valid.data());
    invariant(length >= 5 && length <= valid.size(), "documents follow each other without gaps");
    valid = valid.subspan(length);
    ++documents;
  }
  return documents;
}

void accepted_invariants(Bytes input, const Options& options) {
  const std::uint64_t bound = bson::scratch_bound(input, options);
  Block memory(static_cast<std::size_t>(bound), 0x5a);
  Scratch scratch(memory.bytes());
  const auto documents = bson::decode(input, scratch, options);
  invariant(static_cast<bool>(documents), "an accepted file is accepted again");
  invariant(documents->input.data() == input.data() && documents->input.size() == input.size(),
            "the view is the input");
  invariant(documents->documents == documents_in(input), "every document is counted");
  invariant(input.empty() || codec::bson.recognise(input) == Recognition::structure, "an accepted file is recognised");

  Block again(static_cast<std::size_t>(bound), 0xa5);
  Scratch more(again.bytes());
  Visitor visitor(*documents, options);
  bson::visit_vectors(*documents, more, options, visitor);
  invariant(more.used() <= bound, "scratch_bound suffices");
  invariant(visitor.seen() == documents->vectors, "every vector is counted and shown");
}

}  // namespace

void run_target(const Block& input) {
  const auto found = check_invariants(codec::bson, input, bson_vector::rules);

  Options options;
  invariant(bson::scratch_bound(input.view(), options) <= bytes_per_level * (bson::default_max_depth + 1),
            "scratch is 32 bytes a level");
  where_accepted(found, [&](const Options& under) { accepted_invariants(input.view(), under); });
  options.profile = Profile::compat;
  options.limits.max_depth = small_limit;
  invariant(bson::scratch_bound(input.view(), options) <= bytes_per_level * (small_limit + 1),
            "scratch is 32 bytes a level");
}

}  // namespace hallmark::fuzz
