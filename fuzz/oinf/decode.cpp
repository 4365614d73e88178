// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the decoder of `oinf`. Beyond the invariants of every decoder: the contents of an accepted file are
// views of it, its encoding decodes to the same value, a canonical file is its own encoding, and scratch is 3.2 bytes
// for each byte of the tables.
#include "codecs/oinf/walk.hpp"
#include "fuzz/oinf/files.hpp"
#include "fuzz/parts.hpp"

namespace hallmark::codec {
extern const Codec oinf;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

// is_canonical: tables are sorted, and every blob starts where the previous one ends.
bool is_canonical(Bytes input, const oinf::ModelView& model) {
  const oinf::Tables ordered = oinf::sorted(model);
  if (!same(model, ordered.view())) return false;
  const std::byte* next = input.data() + oinf::header_of(model).offset_data;
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
  const oinf::Header header = oinf::read_start(input);
  invariant(model.sizevars.size() == header.sizevars && model.metadata.size() == header.metadata &&
                model.tensors.size() == header.tensors,
            "tables have as many entries as the header counts");
  const std::vector<Part> parts = views_of(codec::oinf, input, options);
  invariant(of_kind(parts, "number") == header.sizevars && of_kind(parts, "tensor") == header.tensors &&
                of_kind(parts, "bit_tensor") == 0 &&
                parts.size() == model.sizevars.size() + model.metadata.size() + model.tensors.size(),
            "contents show all there is, and nothing else");
  const Written made = write(model);
  if (!made.result) {
    return invariant(options.profile == Profile::compat && made.result.refusal.rule->compat,
                     "an encoder refuses nothing but what compat tolerates");
  }
  check_file(made.file.view(), model);
  if (options.profile == Profile::compat || !is_canonical(input, model)) return;
  invariant(same_bytes(made.file.view(), input), "a canonical file is its own re-encoding");
}

void accepted_invariants(Bytes input, const Options& options) {
  const bool accepted =
      with_model(input, options, [&](const oinf::ModelView& model) { check_model(input, model, options); });
  invariant(accepted, "an accepted file is accepted again");
}

void scratch_invariants(Bytes input) {
  const std::uint64_t bound = oinf::scratch_bound(input);
  if (bound == 0) return;
  const oinf::Header header = oinf::read_start(input);
  const std::uint64_t tables = header.sizevars * oinf::smallest_sizevar + header.metadata * oinf::smallest_metadata +
                               header.tensors * oinf::smallest_tensor;
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
