// Fuzz target: the decoder of `oinf`. Beyond the invariants of every decoder: the encoding of an accepted file is
// canonical and decodes to the same value, and scratch is 3.2 bytes for each byte of the tables.
#include "codecs/oinf/format.hpp"
#include "fuzz/oinf/files.hpp"

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

void accepted_invariants(Bytes input, const Options& options) {
  const auto model = read(input, options);
  invariant(model.has_value(), "an accepted file is accepted again");
  const Counts counts(input);
  invariant(model->sizevars.size() == counts.sizevars && model->metadata.size() == counts.metadata &&
                model->tensors.size() == counts.tensors,
            "tables have as many entries as the header counts");
  check_encoded(*model, options.profile);
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
