// SPDX-License-Identifier: Apache-2.0
#include "core/families.hpp"
#include "core/operations.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

// Knows a body by the keys of its object.
template <Role role>
Recognition recognise(Bytes body) noexcept {
  const TextCursor first = skip_space(TextCursor(body));
  if (!first.is('{')) return Recognition::none;
  bool inputs = false;
  bool outputs = false;  // or `error`
  (void)skim_json(first, [&](const JsonMember& member) {
    inputs = inputs || is_key(member.key, "inputs");
    outputs = outputs || is_key(member.key, "outputs") || is_key(member.key, "error");
  });
  const bool found = role == Role::request ? inputs : !inputs && outputs;
  return found ? Recognition::structure : Recognition::none;
}

// What is before the first error of a body is drawn, too; its JSON up to there, if that was not read to its end.
template <Role role>
Violation layout(Bytes body, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Walk walk(role, body, scratch, options);
  walk.run();
  const auto message = walk.message();
  Ranges ranges(sink, body.size(), message.violation(), &walk.tape());
  if (!message) walk.tape().leave_all();
  ranges.up_to(skip_space(TextCursor(body)) - TextCursor(body), "white space");
  const std::uint64_t json_end = !message && options.header_length ? *options.header_length : walk.json_end();
  ranges.up_to(json_end != 0 ? json_end : ranges.end(), "json");
  if (message) {
    ranges.up_to(message->header_length, "white space");
    walk.in_list([&] {
      std::uint64_t index = 0;
      for (const MessageTensor& one : message->tensors) {
        walk.tape().stand(index++);
        if (one.encoding == Encoding::binary && !ranges.next(one.tensor.data.size(), "data")) return;
      }
    });
  }
  ranges.up_to(ranges.end(), !message ? "data" : options.header_length ? "trailing" : "white space");
  return ranges.violation();
}

template <Role role>
Violation contents(Bytes body, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Walk walk(role, body, scratch, options);
  walk.run();
  const auto message = walk.message();
  if (!message) return message.violation();
  JsonTape& tape = walk.tape();
  for (std::uint32_t i = 1; i != tape.after(0); i = tape.after(i)) {
    if (is_list(tape.name(tape[i]), role)) continue;
    if (!sink.text(as_text(tape.key(tape[i])), as_text(tape.value(tape[i])))) return {};
  }
  walk.in_list([&] {
    std::uint64_t index = 0;
    for (const MessageTensor& one : message->tensors) {
      tape.stand(index++);
      if (!sink.tensor(one.tensor, tape)) return;
    }
  });
  return {};
}

// As decode and validate of the role, which is an argument to others.
template <Role role>
auto decode_as(Bytes body, Scratch& scratch, const Options& options) noexcept {
  return decode(role, body, scratch, options);
}
template <Role role>
Verdict validate_as(Bytes body, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  return validate(role, body, scratch, options, sink);
}

template <Role role>
consteval Operations operations_of(std::span<const Rule* const> rules) noexcept {
  return whole<recognise<role>, scratch_bound, decode_as<role>, validate_as<role>, layout<role>, contents<role>>(rules);
}

}  // namespace
}  // namespace hallmark::kserve

constexpr hallmark::Codec hallmark::codec::kserve_request{
    manifest::kserve_request, kserve::operations_of<kserve::Role::request>(kserve::request_rules)};
constexpr hallmark::Codec hallmark::codec::kserve_response{
    manifest::kserve_response, kserve::operations_of<kserve::Role::response>(kserve::response_rules)};
