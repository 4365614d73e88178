// SPDX-License-Identifier: Apache-2.0
// What every encoder owes to a value that was read.
#pragma once

#include "conformance/model/model.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/testing/draws.hpp"
#include "fuzz/invariants.hpp"
#include "hallmark/core/dtype.hpp"

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

// altered changes one leaf of a value: a text, most often the name of a type, a number or a truth.
[[nodiscard]] inline reports::Json altered(const reports::Json& value, conformance::Draws& draws) {
  constexpr std::uint64_t numbers[] = {0, 1, 2, 3, 255, 256, 65536};
  const reports::Json leaves = value.flatten();
  auto leaf = leaves.begin();
  std::advance(leaf, draws.below(leaves.size()));
  reports::Json other = value;
  reports::Json& at = other[reports::Json::json_pointer(leaf.key())];
  if (at.is_number()) {
    at = numbers[draws.below(std::size(numbers))];
  } else if (at.is_string() && !draws.one_in(4)) {
    at = name_of(static_cast<DType>(draws.below(std::size(dtype_blocks))));
  } else if (at.is_string()) {
    at = conformance::to_base64(std::vector<std::byte>(draws.below(16)));
  } else if (at.is_boolean()) {
    at = !at.get<bool>();
  }
  return other;
}

// check_altered demands that a value which no file may hold is refused, or that its file is read as what was encoded.
inline void check_altered(const conformance::Model& model, const reports::Json& value, conformance::Draws draws) {
  const Form form = draws.one_in(2) ? Form::text : Form::binary;
  for (unsigned left = 4; left > 0 && value.is_structured() && !value.empty(); --left) {
    try {
      const reports::Json other = altered(value, draws);
      const conformance::EncodeReply file = model.encode(other, form);
      if (file.refusal.rule != nullptr) continue;
      const reports::Json again = model.decode(file.bytes, {});
      invariant(!again.is_null(), "what was encoded of an altered value is accepted");
      if (form == Form::binary) check_encoded(model, again, file, [](const Options&) {});
    } catch (const conformance::BadValue&) {
    }
  }
}

// check_scarce demands that with less memory an encoder refuses the value by the rule of that memory, or encodes the
// same.
inline void check_scarce(const conformance::Model& model, const reports::Json& value,
                         const conformance::EncodeReply& file) {
  conformance::Draws draws(file.bytes);
  const std::size_t size = file.bytes.size();
  const conformance::Most less[] = {
      {.scratch = draws.below(64)}, {.scratch = draws.below(4096)}, {.output = draws.below(size + 1)}};
  for (const conformance::Most& most : less) {
    conformance::most_memory = most;
    const conformance::EncodeReply reply = model.encode(value, {});
    conformance::most_memory = {};
    if (reply.refusal.rule == nullptr) {
      invariant(reply.bytes == file.bytes, "with less memory the same is encoded");
    } else {
      const bool by_output = reply.refusal.rule == &rule<"hallmark/output-exhausted"> && most.output < size;
      const bool by_scratch = reply.refusal.rule == &rule<"hallmark/scratch-exhausted"> && most.output >= size;
      invariant(by_output || by_scratch, "with less memory an encoder refuses for want of it");
    }
  }
}

}  // namespace hallmark::fuzz
