// SPDX-License-Identifier: Apache-2.0
#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "core/ranges.hpp"
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

// What is before the first error of a body is drawn, too: its JSON is then where brackets and strings say.
template <Role role>
Violation layout(Bytes body, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Walk walk(role, body, scratch, options);
  walk.run();
  const auto message = walk.message();
  Ranges ranges(sink, message ? body.size() : message.violation().offset);
  const auto up_to = [&](const char* field, std::uint64_t end) { return ranges.up_to(end, field, walk.tape()); };
  if (!message) walk.tape().leave_all();
  const TextCursor start(body);
  const TextCursor first = skip_space(start);
  const auto skimmed = [&] {
    return first.is('{') ? skim_json(first, [](const JsonMember&) {}).end - start : ranges.end();
  };
  up_to("white space", first - start);
  up_to("json", message ? static_cast<std::uint64_t>(message->json.data() - body.data()) + message->json.size()
                : options.header_length ? *options.header_length
                                        : skimmed());
  if (message) {
    up_to("white space", message->header_length);
    walk.in_list([&] {
      std::uint64_t index = 0;
      for (const MessageTensor& one : message->tensors) {
        walk.tape().stand(index++);
        if (one.encoding == Encoding::binary && !up_to("data", ranges.at() + one.tensor.data.size())) return;
      }
    });
    up_to(options.header_length ? "trailing" : "white space", ranges.end());
  } else {
    up_to("data", ranges.end());
  }
  return ranges.enough() ? Violation() : message.violation();
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

template <Role role>
consteval WholeOperations operations_of(std::span<const Rule* const> rules) noexcept {
  return {
      .rules = rules,
      .recognise = recognise<role>,
      .scratch_bound = scratch_bound,
      .decode = [](Bytes body, Scratch& scratch,
                   const Options& options) noexcept { return decode(role, body, scratch, options).violation(); },
      .validate = [](LastingBytes body, Scratch& scratch, const Options& options,
                     DiagnosticSink& sink) noexcept { return validate(role, body, scratch, options, sink); },
      .layout = layout<role>,
      .contents = contents<role>,
  };
}

constexpr WholeOperations of_request = operations_of<Role::request>(request_rules);
constexpr WholeOperations of_response = operations_of<Role::response>(response_rules);

}  // namespace
}  // namespace hallmark::kserve

constexpr hallmark::Codec hallmark::codec::kserve_request{manifest::kserve_request, whole<kserve::of_request>};
constexpr hallmark::Codec hallmark::codec::kserve_response{manifest::kserve_response, whole<kserve::of_response>};
