// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the decoder of `kserve-request` or `kserve-response`, whichever the input looks like, without a header
// length and with one derived from the input. Beyond the invariants of every decoder: memory is linear in the JSON,
// tensors of an accepted body are views of it or of the scratch, and the re-encoded message decodes to the same
// message, is its own encoding, and needs no header length.
#include "fuzz/kserve/bodies.hpp"
#include "hallmark/kserve/rules.hpp"

namespace hallmark::fuzz {
namespace {

using kserve::Encoding;
using kserve::MessageTensor;
using kserve::MessageView;

// What is in the data is compared by the target `oracle`, and that it is as large as the shape says for all formats.
void read_tensor(const MessageTensor& one, Bytes input, Bytes scratch, Bytes json) noexcept {
  const TensorView& tensor = one.tensor;
  invariant(find_invalid_utf8(as_bytes(tensor.name)) == nowhere, "names are UTF-8");
  invariant(tensor.has_data && inside(tensor.data, one.encoding == Encoding::binary ? input : scratch),
            "data lie in the body, or are converted into the scratch");
  for (const Bytes view : {one.object, one.parameters, one.values})
    invariant(inside(view, json), "views are of the JSON");
  invariant(one.object.front() == std::byte{'{'} && one.object.back() == std::byte{'}'}, "an object has its braces");
}

Written write(Role role, const MessageView& message) {
  Written body =
      written(kserve::encoded_size(role, message), kserve::encode_scratch(role, message), ShortMemory::left_alone,
              [&](Scratch& scratch, std::span<std::byte> out) { return kserve::encode(role, message, scratch, out); });
  invariant(body.result.header_length <= body.result.size, "the JSON is part of the body");
  return body;
}

// An encoded body decodes to the same message with and without a header length, and is its own encoding.
void holds(Role role, const Written& body, const MessageView& message) {
  Options framed;
  framed.header_length = body.result.header_length;
  for (const Options& options : {Options{}, framed}) {
    const bool accepted = with_message(role, body.file.view(), options, [&](const MessageView& again, Bytes) {
      invariant(again.header_length == body.result.header_length, "the JSON is as long as the encoder said");
      invariant(kserve::owned(message) == kserve::owned(again),
                "tensors keep name, datatype, shape, encoding and data");
      const Written twice = write(role, again);
      invariant(twice.result && same_bytes(twice.file.view(), body.file.view()), "an encoded body is its own encoding");
    });
    invariant(accepted, "what was encoded is accepted");
  }
}

// Compat accepts an empty tensor of BF16 without data, which cannot be encoded.
bool is_missing_half(const Rule& refusal, const MessageView& message) noexcept {
  return &refusal == &kserve::rule<"kserve/data-half"> &&
         std::any_of(message.tensors.begin(), message.tensors.end(), [](const MessageTensor& one) {
           return one.tensor.dtype == DType::bf16 && one.encoding == Encoding::json && one.values.empty();
         });
}

void check_message(Role role, Bytes input, const Options& options, const MessageView& message, Bytes scratch) {
  invariant(inside(message.json, input.first(static_cast<std::size_t>(message.header_length))),
            "the JSON lies before the binary data");
  invariant(!options.header_length || message.header_length == *options.header_length, "a header length is obeyed");
  std::uint64_t end = message.header_length;
  for (const MessageTensor& one : message.tensors) {
    read_tensor(one, input, scratch, message.json);
    if (one.encoding == Encoding::binary) {
      invariant(one.tensor.data.empty() || one.tensor.data.data() == input.data() + end, "binary data have no gaps");
      end += one.tensor.data.size();
    } else {
      invariant(!one.values.empty() || one.tensor.data.empty(), "without values there are no data");
    }
  }
  invariant(end <= input.size(), "binary data lie in the body");
  const Written body = write(role, message);
  if (body.result) return holds(role, body, message);
  const Rule* const refusal = body.result.refusal.rule;
  invariant(options.profile == Profile::compat && (refusal->compat || is_missing_half(*refusal, message)),
            "an encoder refuses nothing but what compat tolerates");
}

void scratch_invariants(Bytes input, const Options& options, const conformance::Outcome& outcome) {
  const std::uint64_t bound = kserve::scratch_bound(input, options);
  const std::uint64_t json = std::min<std::uint64_t>(options.header_length.value_or(input.size()), input.size());
  invariant(bound <= 40 * json + 40 * kserve::default_max_depth, "scratch is linear in the JSON");
  invariant(outcome.decoded.rule != &rule<"hallmark/scratch-exhausted">, "scratch_bound suffices");
}

void check(Role role, const Block& input, const Options& options) {
  const auto found = check_invariants(codec_of(role), input, {}, options);
  scratch_invariants(input.view(), options, found.strict);
  const auto accepted = [&](const Options& its) {
    const bool again = with_message(role, input.view(), its, [&](const MessageView& message, Bytes scratch) {
      check_message(role, input.view(), its, message, scratch);
    });
    invariant(again, "an accepted body is accepted again");
  };
  where_accepted(found, accepted, options);
}

}  // namespace

void run_target(const Block& input) {
  in_both_framings(input.view(), [&](Role role, const Options& options) { check(role, input, options); });
}

}  // namespace hallmark::fuzz
