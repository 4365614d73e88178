// Fuzz target: the decoder of `oinf`. Beyond the invariants of every decoder: the contents of an accepted file are
// views of it, its encoding is canonical and decodes to the same value, a canonical file is its own encoding, and
// scratch is 3.2 bytes for each byte of the tables.
#include "codecs/oinf/format.hpp"
#include "fuzz/oinf/files.hpp"
#include "fuzz/parts.hpp"

namespace hallmark::codec {
extern const Codec oinf;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

// The entries of the three tables, as the header counts them.
struct Counts {
  explicit Counts(Bytes input) noexcept
      : sizevars(load_le<std::uint32_t>(input.data() + 13)),
        metadata(load_le<std::uint32_t>(input.data() + 17)),
        tensors(load_le<std::uint32_t>(input.data() + 21)) {}

  std::uint64_t sizevars;
  std::uint64_t metadata;
  std::uint64_t tensors;
};

// is_canonical: tables are sorted, and every blob starts where the previous one ends.
bool is_canonical(Bytes input, const oinf::ModelView& model) {
  const oinf::OwnedModel tables = oinf::owned(model);
  if (tables != oinf::sorted(tables)) return false;
  const std::byte* next = input.data() + load_le<std::uint64_t>(input.data() + 53);
  const auto follows = [&next](Bytes blob) {
    const bool tight = blob.data() == next;
    next += oinf::rounded_up(blob.size());
    return tight;
  };
  const auto data_follow = [&](const TensorView& one) { return !one.has_data || follows(one.data); };
  return std::ranges::all_of(model.metadata, follows, &oinf::Metadata::blob) &&
         std::ranges::all_of(model.tensors, data_follow) && next == input.data() + input.size();
}

void check_model(Bytes input, const oinf::ModelView& model, const Options& options) {
  const Counts counts(input);
  invariant(model.sizevars.size() == counts.sizevars && model.metadata.size() == counts.metadata &&
                model.tensors.size() == counts.tensors,
            "tables have as many entries as the header counts");
  const std::vector<Part> parts = views_of(codec::oinf, input, options);
  invariant(of_kind(parts, "number") == counts.sizevars && of_kind(parts, "tensor") == counts.tensors &&
                of_kind(parts, "bit_tensor") == 0 && parts.size() == counts.sizevars + counts.metadata + counts.tensors,
            "contents show all there is, and nothing else");
  check_encoded(oinf::owned(model), options.profile);
  if (options.profile == Profile::compat || !is_canonical(input, model)) return;
  invariant(same_bytes(write(model).file.view(), input), "a canonical file is its own re-encoding");
}

void accepted_invariants(Bytes input, const Options& options) {
  const bool accepted =
      with_model(input, options, [&](const oinf::ModelView& model) { check_model(input, model, options); });
  invariant(accepted, "an accepted file is accepted again");
}

void scratch_invariants(Bytes input) {
  const std::uint64_t bound = oinf::scratch_bound(input);
  if (bound == 0) return;
  const Counts counts(input);
  const std::uint64_t tables = counts.sizevars * 16 + counts.metadata * 32 + counts.tensors * 36;
  invariant(tables <= input.size() - oinf::header_size, "scratch is asked for tables that the file can pay for");
  invariant(bound * 10 <= tables * 32 + 640, "scratch is 3.2 bytes for each byte of the tables");
}

}  // namespace

void run_target(const Block& input) {
  const auto found = check_invariants(codec::oinf, input);
  scratch_invariants(input.view());
  where_accepted(found, [&](const Options& options) { accepted_invariants(input.view(), options); });
}

}  // namespace hallmark::fuzz
