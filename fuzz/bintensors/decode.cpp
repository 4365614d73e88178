// Fuzz target: the decoder of `bintensors-v0` or `bintensors-v1`, whichever reads further. Beyond the invariants of
// every decoder: names, metadata and data are views into the input, every element of an accepted file can be read, its
// encoding is canonical and decodes to the same value, scratch is bounded by the bytes of the header, and the header
// may be read apart from the file.
#include "codecs/bintensors/skipper.hpp"
#include "codecs/core/memory_rules.hpp"
#include "conformance/bintensors/apart.hpp"
#include "fuzz/bintensors/model.hpp"
#include "fuzz/reading.hpp"

namespace hallmark {
namespace codec {
extern const Codec bintensors_v0;
extern const Codec bintensors_v1;
}  // namespace codec

namespace fuzz {
namespace {

using bintensors::FileView;
using bintensors::Layout;

// FileReading checks the invariants of the format on an accepted file.
class FileReading : Reading {
 public:
  FileReading(Bytes input, Profile profile) noexcept : Reading(input), strict_(profile == Profile::strict) {}

  using Reading::bytes;
  void text(std::string_view text) noexcept {
    bytes(as_bytes(text));
    invariant(find_invalid_utf8(as_bytes(text)) == nowhere, "texts of an accepted file are UTF-8");
  }
  void tensor(const bintensors::Tensor& tensor) noexcept {
    text(tensor.name);
    ElementCount count;
    invariant(tensor.shape.left() <= bintensors::default_max_rank, "a tensor has no more dimensions than the bound");
    for (bintensors::Dimensions shape = tensor.shape; shape.left() != 0;) count.dimension(shape.next());
    std::uint64_t size = 0;
    invariant(count.bytes(size_of(tensor.dtype), size), "the size of data does not overflow");
    invariant(tensor.data.size() == size, "data are as large as the shape says");
    bytes(tensor.data);
    if (!strict_ || tensor.dtype != DType::boolean) return;
    for (const std::byte b : tensor.data) invariant(b <= std::byte{1}, "elements of BOOL are 0 or 1");
  }

 private:
  bool strict_;
};

void read_all(Bytes input, const FileView& file, Profile profile) noexcept {
  FileReading reading(input, profile);
  for (bintensors::Pairs pairs = file.metadata; pairs.left() != 0;) {
    const bintensors::Pair pair = pairs.next();
    reading.text(pair.key);
    reading.text(pair.value);
  }
  const std::byte* next = file.data.data();
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    const bintensors::Tensor tensor = file.tensor(i);
    reading.tensor(tensor);
    invariant(tensor.data.data() == next, "data follow each other without a gap");
    next += tensor.data.size();
  }
  invariant(next == input.data() + input.size(), "data end where the file does");
}

// Contents counts and reads what the codec reports as contents.
class Contents final : public ContentSink {
 public:
  Contents(Bytes input, Profile profile) noexcept : reading_(input, profile) {}

  void text(std::string_view name, std::string_view value) noexcept override {
    reading_.text(name);
    reading_.text(value);
    ++texts;
  }
  void tensor(const TensorView& tensor, const Place&) noexcept override {
    reading_.text(tensor.name);
    reading_.bytes(tensor.data);
    ++tensors;
  }
  void number(std::string_view, std::uint64_t) noexcept override { other(); }
  void scalar(const TensorView&) noexcept override { other(); }
  void array(const TensorView&) noexcept override { other(); }
  void bits(const BitsView&) noexcept override { other(); }
  void bit_tensor(const BitsView&, const Place&) noexcept override { other(); }

  std::uint64_t texts = 0;
  std::uint64_t tensors = 0;

 private:
  static void other() noexcept { invariant(false, "the format holds texts and tensors"); }

  FileReading reading_;
};

void contents_invariants(const Codec& codec, Bytes input, const Options& options, const FileView& file) {
  Block first(static_cast<std::size_t>(codec.scratch_bound(input, options)), 0x5a);
  Scratch bounding(first.bytes());
  Block memory(static_cast<std::size_t>(codec.contents_bound(input, bounding, options)), 0x5a);
  Scratch scratch(memory.bytes());
  Contents contents(input, options.profile);
  codec.contents(input, scratch, options, contents);
  invariant(contents.texts == file.metadata.left() && contents.tensors == file.size(), "contents show all there is");
}

// in_tensor_order: the index map of v0 is in the order of the tensors.
bool in_tensor_order(const FileView& file) noexcept {
  for (std::size_t i = 0; i < file.name_of.size(); ++i) {
    if (file.name_of[i] != i) return false;
  }
  return true;
}

// encoded runs the encoder with exactly the output memory and scratch that it requires.
Encoded encoded(Layout layout, const bintensors::Model& model, std::span<std::byte> out) {
  const std::uint64_t bound = bintensors::encode_scratch(layout, model);
  Block memory(static_cast<std::size_t>(bound), 0x5a);
  Scratch scratch(memory.bytes());
  const Encoded result = bintensors::encode(layout, model, scratch, out);
  invariant(scratch.used() <= bound, "encode_scratch suffices");
  return result;
}

std::uint64_t size_of_file(Layout layout, const bintensors::Model& model) {
  Block memory(static_cast<std::size_t>(bintensors::encode_scratch(layout, model)), 0x5a);
  const std::uint64_t size = bintensors::encoded_size(layout, model, Scratch(memory.bytes()));
  invariant(size <= bintensors::encoded_size(layout, model), "without scratch the size is a bound");
  return size;
}

// check_encoded checks that an encoded file decodes to `content` and is its own re-encoding.
void check_encoded(Layout layout, const Block& file, Content& content) {
  Block memory(static_cast<std::size_t>(bintensors::scratch_bound(layout, file.view())), 0x5a);
  Scratch scratch(memory.bytes());
  const auto decoded = bintensors::decode(layout, file.view(), scratch);
  invariant(static_cast<bool>(decoded), "what was encoded is accepted");
  Content again(*decoded);
  content.sort();
  invariant(again == content, "what was encoded decodes to the same value, in canonical order");
  invariant(again.sort() && in_tensor_order(*decoded), "an encoded file is in canonical order");
  Block twice(file.view().size(), 0xee);
  invariant(static_cast<bool>(encoded(layout, again.model(), twice.bytes())), "what was decoded can be encoded");
  invariant(same_bytes(file.view(), twice.view()), "an encoded file is its own re-encoding");
  Block small(file.view().size() - 1, 0xee);
  refuses_short_memory(encoded(layout, content.model(), small.bytes()), file.view().size());
}

bool remarked(const conformance::Outcome& outcome) {
  return std::any_of(outcome.findings.begin(), outcome.findings.end(), [](const conformance::Finding& finding) {
    return finding.rule == &bintensors::rule<"bintensors/order"> ||
           finding.rule == &bintensors::rule<"bintensors/tensor-misaligned">;
  });
}

void accepted_invariants(const Codec& codec, Layout layout, Bytes input, const Options& options,
                         const conformance::Outcome& strict) {
  Block memory(static_cast<std::size_t>(bintensors::scratch_bound(layout, input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto file = bintensors::decode(layout, input, scratch, options);
  invariant(static_cast<bool>(file), "an accepted file is accepted again");
  const bintensors::Outline outline = bintensors::outline_of(layout, input);
  invariant(outline.tensors == file->size() && outline.pairs == file->metadata.left(),
            "a file has as many tensors and metadata as its header counts");
  read_all(input, *file, options.profile);
  contents_invariants(codec, input, options, *file);

  Content content(*file);
  const std::uint64_t size = size_of_file(layout, content.model());
  Block out(static_cast<std::size_t>(size), 0xee);
  const Encoded written = encoded(layout, content.model(), out.bytes());
  if (!written) {
    invariant(options.profile == Profile::compat && written.refusal.rule->compat,
              "an encoder refuses nothing but what compat tolerates");
    return;
  }
  invariant(written.size == size, "encoded_size is the size of the file");
  const bool canonical = content.sort() && in_tensor_order(*file);
  check_encoded(layout, out, content);
  if (options.profile == Profile::strict) {
    invariant(same_bytes(out.view(), input) == canonical, "a canonical file, and no other, is its own re-encoding");
    invariant(remarked(strict) != canonical, "another order is remarked, and the canonical one is not");
  }
}

void scratch_invariants(Layout layout, Bytes input) {
  const bintensors::Outline outline = bintensors::outline_of(layout, input);
  const bool named = layout == Layout::v1;
  const std::uint64_t smallest = named ? bintensors::smallest_tensor : bintensors::smallest_info;
  invariant(outline.pairs * bintensors::smallest_pair + outline.tensors * smallest <= input.size(),
            "scratch is asked for entries that the header can pay for");
  const std::uint64_t entries = outline.tensors * (named ? 32 : 48) + outline.pairs * 24;
  const std::uint64_t alignment = outline.pairs < 2 ? 0 : 15;
  invariant(bintensors::scratch_bound(layout, input) <= entries + alignment,
            "scratch is 32 bytes (v1) or 48 (v0) for a tensor, 24 for a metadata entry");
}

// How far a layout reads an input: an input of one is mostly rejected at once by the other.
std::uint64_t read_by(const Codec& codec, Bytes input) {
  Block memory(static_cast<std::size_t>(codec.scratch_bound(input, {})), 0x5a);
  Scratch scratch(memory.bytes());
  const Violation found = codec.decode(input, scratch, {});
  return found.rule == nullptr ? UINT64_MAX : found.offset;
}

void check(const Codec& codec, Layout layout, const Block& input) {
  const auto found = check_invariants(codec, input);
  scratch_invariants(layout, input.view());
  invariant(found.strict.decoded.rule != &rule<"hallmark/scratch-exhausted">, "scratch_bound suffices");
  invariant(bintensors::decodes_alike_apart(layout, input.view(), {}), "a header that was read apart is as good");
  where_accepted(
      found, [&](const Options& options) { accepted_invariants(codec, layout, input.view(), options, found.strict); });
}

}  // namespace
}  // namespace fuzz
}  // namespace hallmark

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  const std::uint64_t v0 = fuzz::read_by(codec::bintensors_v0, input.view());
  const std::uint64_t v1 = fuzz::read_by(codec::bintensors_v1, input.view());
  if (v0 >= v1) fuzz::check(codec::bintensors_v0, bintensors::Layout::v0, input);
  if (v1 >= v0) fuzz::check(codec::bintensors_v1, bintensors::Layout::v1, input);
  return 0;
}
