// SPDX-License-Identifier: Apache-2.0
// Fuzz target of every family: its codecs compared with the oracle (conformance/oracle): the same findings in the same
// order, the same decisive error and the same verdict, in both profiles, under small limits and, of bodies of messages,
// with a header length; and what else an oracle compares. What is accepted is encoded and read as the same value.
// Limits and length are drawn from a hash of the input.
#include <algorithm>

#include "conformance/testing/draws.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "fuzz/encoding.hpp"
#include "fuzz/family.hpp"

namespace hallmark::fuzz {
namespace {

// What compat alone tolerates may have no other form.
void check_encoding(const Codec& codec, Bytes input, Options options) {
  options.limits = {};  // of an encoder: the default ones
  const conformance::Model& model = *conformance::model_named(codec.id);
  constexpr std::size_t longest = 4096;  // a value is built in memory, and encoded twice
  if (model.encode == nullptr || input.size() > longest) return;
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    options.profile = profile;
    const reports::Json value = model.decode(input, options);
    if (value.is_null()) continue;
    // Without data, the padding of a file may be as large as the alignment that its header says.
    if (value.contains("tensors") && value["tensors"].empty()) continue;
    const conformance::EncodeReply file = model.encode(value, {});
    if (file.refusal.rule == nullptr) {
      check_encoded(model, value, file, [](const Options&) {});
      check_scarce(model, value, file);
      check_altered(model, value, conformance::Draws(input));
    } else {
      invariant(profile == Profile::compat, "an encoder refuses nothing but what compat tolerates");
    }
  }
}

}  // namespace

void run_target(const Block& input) {
  conformance::Draws draws(input.view());
  Options drawn;
  drawn.limits = conformance::drawn_limits(draws);
  constexpr std::uint32_t deepest = 400;  // an oracle may recurse
  if (drawn.limits.max_depth) drawn.limits.max_depth = std::min(*drawn.limits.max_depth, deepest);
  drawn.header_length = conformance::drawn_header_length(draws, input.view());
  for (const Codec* codec : all_codecs()) {
    if (codec->family != family) continue;
    for (const Options& options : {Options{}, drawn}) {
      const std::string difference = testing::difference_from_oracle(*codec, input.view(), options);
      invariant(difference.empty(), difference.c_str());
      check_encoding(*codec, input.view(), options);
    }
  }
}

}  // namespace hallmark::fuzz
