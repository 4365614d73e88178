// SPDX-License-Identifier: Apache-2.0
// What every encoder owes to a value that was read.
#pragma once

#include "conformance/model/model.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

// encoded returns the file of a value that strict has read.
[[nodiscard]] inline conformance::EncodeReply encoded(const conformance::Model& model, const reports::Json& value) {
  conformance::EncodeReply file = model.encode(value, {});
  invariant(file.refusal.rule == nullptr, "what was decoded can be encoded");
  return file;
}

// check_encoded demands that the file of a value is read as the same value, and that this is encoded as the same file:
// without a header length and, where the format has one, with it. It calls see(options) after each.
template <class See>
void check_encoded(const conformance::Model& model, const reports::Json& value, const conformance::EncodeReply& file,
                   const See& see) {
  for (const bool framed : {false, true}) {
    if (framed && !file.header_length) continue;
    const Options options = conformance::reading({}, framed ? file.header_length : std::nullopt);
    const reports::Json again = model.decode(file.bytes, options);
    invariant(!again.is_null(), "what was encoded is accepted");
    const bool same =
        conformance::same_value(conformance::comparable(model, again), conformance::comparable(model, value));
    invariant(same, "what was encoded is the same value");
    invariant(encoded(model, again).bytes == file.bytes, "what was read is encoded as the same bytes");
    see(options);
  }
}

}  // namespace hallmark::fuzz
