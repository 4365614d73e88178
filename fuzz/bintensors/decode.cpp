// Fuzz target: the decoder of `bintensors-v0` or `bintensors-v1`, whichever reads further. Beyond the invariants of
// every decoder: its contents are views of it, the data of an
// accepted file lie without gaps, its encoding is canonical and decodes to the same
// value, scratch is bounded by the bytes of the header, and the header may be read apart from the file.
#include "codecs/bintensors/walk.hpp"
#include "codecs/core/memory_rules.hpp"
#include "conformance/bintensors/apart.hpp"
#include "fuzz/bintensors/files.hpp"
#include "fuzz/parts.hpp"

namespace hallmark::codec {
extern const Codec bintensors_v0;
extern const Codec bintensors_v1;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

using bintensors::FileView;
using bintensors::Layout;
using bintensors::OwnedModel;

void check_file(Bytes input, const FileView& file, Profile profile) noexcept {
  const auto is_text = [](std::string_view text) {
    invariant(find_invalid_utf8(as_bytes(text)) == nowhere, "texts of an accepted file are UTF-8");
  };
  for (bintensors::Pairs pairs = file.metadata; pairs.left() != 0;) {
    const bintensors::Pair pair = pairs.next();
    is_text(pair.key);
    is_text(pair.value);
  }
  const std::byte* next = file.data.data();
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    const bintensors::Tensor tensor = file.tensor(i);
    is_text(tensor.name);
    invariant(tensor.shape.left() <= bintensors::default_max_rank, "a tensor has no more dimensions than the bound");
    invariant(tensor.data.data() == next, "data follow each other without a gap");
    next += tensor.data.size();
    if (profile == Profile::compat || tensor.dtype != DType::boolean) continue;
    for (const std::byte b : tensor.data) invariant(b <= std::byte{1}, "elements of BOOL are 0 or 1");
  }
  invariant(next == input.data() + input.size(), "data end where the file does");
}

bool remarked(const conformance::Outcome& outcome) {
  return std::any_of(outcome.findings.begin(), outcome.findings.end(), [](const conformance::Finding& finding) {
    return finding.rule == &bintensors::rule<"bintensors/order"> ||
           finding.rule == &bintensors::rule<"bintensors/tensor-misaligned">;
  });
}

void accepted_invariants(const Codec& codec, Layout layout, Bytes input, const Options& options,
                         const conformance::Outcome& strict) {
  OwnedModel model;
  const bool accepted = with_file(layout, input, options, [&](const FileView& file) {
    check_file(input, file, options.profile);
    model = bintensors::owned(file);
  });
  invariant(accepted, "an accepted file is accepted again");
  const bintensors::Counts counts = bintensors::counts_of(layout, input);
  invariant(counts.tensors == model.tensors.size() && counts.pairs == model.metadata.size(),
            "a file has as many tensors and metadata as its header counts");
  const std::vector<Part> parts = views_of(codec, input, options);
  invariant(of_kind(parts, "text") == counts.pairs && of_kind(parts, "tensor") == counts.tensors &&
                parts.size() == counts.tensors + counts.pairs,
            "contents show all there is, and nothing else");

  const OwnedModel canonical = bintensors::sorted(model);
  const auto file = check_encoding(
      model, canonical, options.profile,
      [layout](Bytes bytes, const Options& under) { return read(layout, bytes, under); },
      [layout](const OwnedModel& one) { return write(layout, one); });
  if (!file) return;
  invariant(same_bytes(bintensors::any_file(layout, canonical), file->file.view()), "an encoded file is canonical");
  if (options.profile != Profile::strict) return;
  invariant(same_bytes(input, file->file.view()) != remarked(strict),
            "another order is remarked, and the canonical one is not");
}

void scratch_invariants(Layout layout, Bytes input) {
  const bintensors::Counts counts = bintensors::counts_of(layout, input);
  const bool named = layout == Layout::v1;
  const std::uint64_t smallest = named ? bintensors::smallest_tensor : bintensors::smallest_info;
  invariant(counts.pairs * bintensors::smallest_pair + counts.tensors * smallest <= input.size(),
            "scratch is asked for entries that the header can pay for");
  const std::uint64_t entries = counts.tensors * (named ? 32 : 48) + counts.pairs * 24;
  const std::uint64_t alignment = counts.pairs < 2 ? 0 : 15;
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

void run_target(const Block& input) {
  const std::uint64_t v0 = read_by(codec::bintensors_v0, input.view());
  const std::uint64_t v1 = read_by(codec::bintensors_v1, input.view());
  if (v0 >= v1) check(codec::bintensors_v0, bintensors::Layout::v0, input);
  if (v1 >= v0) check(codec::bintensors_v1, bintensors::Layout::v1, input);
}

}  // namespace hallmark::fuzz
