// SPDX-License-Identifier: Apache-2.0
// The public functions, the stations of the walk, the memory it asks for, and where the JSON ends.
#include <algorithm>

#include "kserve/walk.hpp"

namespace hallmark::kserve {

bool DataNonNumbers::known_here(JsonTape& tape) noexcept {
  constexpr std::size_t levels = 4;  // message, list, tensor, data
  std::uint32_t outer[levels] = {JsonTape::none, JsonTape::none, JsonTape::none, JsonTape::none};
  for (std::uint32_t i = tape.top(); i != JsonTape::none; i = tape[i].link()) {
    std::copy_backward(outer, outer + levels - 1, outer + levels);
    outer[0] = i;
  }
  const auto is_first = [&](std::uint32_t object, std::uint32_t member, const auto& named, Sought& sought) {
    if (tape[member].kind() != JsonKind::array || !tape[member].is_member()) return false;
    if (sought.object != object) sought = {object, object + 1};
    while (sought.member != member && !named(tape.name(tape[sought.member]))) sought.member = tape.after(sought.member);
    return sought.member == member && named(tape.name(tape[member]));
  };
  return outer[3] != JsonTape::none &&
         is_first(
             outer[0], outer[1], [&](Bytes name) { return is_list(name, role_); }, list_) &&
         tape[outer[2]].kind() == JsonKind::object &&
         is_first(outer[2], outer[3], [](Bytes name) { return is_name(name, "data"); }, data_);
}

Decoded<MessageView> decode(Role role, LastingBytes body, Scratch& scratch, const Options& options) noexcept {
  Walk walk(role, body, scratch, options);
  walk.run();
  return walk.message();
}

Verdict validate(Role role, LastingBytes body, Scratch& scratch, const Options& options,
                 DiagnosticSink& sink) noexcept {
  Walk walk(role, body, scratch, options, &sink);
  walk.run();
  return walk.verdict();
}

// Where the text ends before what is open, a bracket alone is a token; a tensor of 12 bytes that has a name and nothing
// else takes as much.
std::uint64_t most_scratch(std::uint64_t length) noexcept {
  constexpr std::uint64_t each = sizeof(JsonToken);
  constexpr std::uint64_t few = 40;  // alignment, a token more, and room for a word after the last element
  static_assert(2 * sizeof(JsonToken) + sizeof(MessageTensor) + 40 <= 12 * each);
  return length == 0 ? 0 : length > (UINT64_MAX - few) / each ? UINT64_MAX : length * each + few;
}

// What looking for equal ones among names takes, which lie in a table.
constexpr std::uint64_t equal_names(std::uint64_t count, std::uint64_t size) noexcept {
  return count < 2 ? 0 : count * size + unique_names_scratch(count) + word_size;
}

std::uint64_t scratch_bound(LastingBytes body, const Options& options) noexcept {
  if (options.header_length) return most_scratch(std::min<std::uint64_t>(*options.header_length, body.size()));
  const TextCursor first = skip_space(TextCursor(body));
  if (!first.is('{')) return 0;
  const JsonSize size = skim_json(first, [](const JsonMember&) {});
  const std::uint64_t length = size.end - first;
  const std::uint64_t strings = size.strings - std::min(size.strings, size.colons);
  const std::uint64_t objects = size.elements - 1;  // in lists: all but the message
  const std::uint64_t values = size.scalars * sizeof(std::uint64_t) + (strings == 0 ? 0 : 4 * strings + length);
  const std::uint64_t tensors =
      objects * sizeof(MessageTensor) + values + 2 * word_size + equal_names(objects, sizeof(Bytes) + word_size);
  // What looking for equal keys borrows is given back before tensors are read.
  const std::uint64_t keys = equal_names(size.colons, sizeof(Bytes));
  const std::uint64_t counted = JsonTape::bound(size) + std::max(keys, tensors) + (size.escaped ? 2 * length : 0);
  return std::min(counted, most_scratch(length));
}

Walk::Walk(Role role, Bytes body, Scratch& scratch, const Options& options, DiagnosticSink* sink) noexcept
    : role_(role),
      body_(body),
      text_(body),
      scratch_(scratch),
      options_(options),
      non_numbers_(role),
      tape_(json_rules, &non_numbers_),
      findings_(options.profile, sink, &tape_),
      max_rank_(options.limits.max_rank.value_or(default_max_rank)) {}

void Walk::run() noexcept {
  if (check_header_length() && read_json() && check_message() && check_tensors()) check_body();
}

bool Walk::report(const Rule& rule, std::uint64_t at, std::uint64_t length, Number actual, Number expected,
                  const char* field) noexcept {
  if (findings_.stopped()) return false;
  if (severity_under(rule, options_.profile) == Severity::error || findings_.validating()) {
    if (mode_ != Mode::report) return mode_ == Mode::again;
    findings_.condemns(rule, at, length, field, actual, expected);
  }
  return !findings_.stopped();
}

[[gnu::always_inline]] inline bool Walk::check_header_length() noexcept {
  if (!options_.header_length) return true;
  const std::uint64_t length = *options_.header_length;
  if (length > body_.size()) {
    report(rule<"kserve/header-length">, body_.size(), 0, length, body_.size(), "json");
    return false;
  }
  if (length == 0) {
    report(rule<"kserve/raw-request">, 0, 0, length, {}, "json");
    return false;
  }
  text_ = body_.first(static_cast<std::size_t>(length));
  return true;
}

[[gnu::always_inline]] inline bool Walk::read_json() noexcept {
  const TextCursor text(text_);
  const TextCursor begin = skip_space(text);
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (as_text(begin.rest()).starts_with(mark)) {
    report(rule<"kserve/byte-order-mark">, begin - text, mark.size());
    return false;
  }
  if (!begin.is('{')) {
    if (begin.ended()) {
      report(rule<"kserve/json-truncated">, begin - text, 0);
    } else {
      report(rule<"kserve/json-object">, begin - text, 1, begin.peek());
    }
    return false;
  }
  const std::uint64_t depth = options_.limits.max_depth.value_or(default_max_depth);
  const TextCursor end = tape_.scan(text_, begin - text, depth, scratch_, findings_);
  if (!end) return false;
  json_ = begin.to(end);
  header_length_ = data_end_ = options_.header_length.value_or(end - text);
  // Without a header length, what follows the JSON is data.
  const TextCursor next = skip_space(end);
  return !options_.header_length || next.ended() ||
         report(rule<"kserve/json-trailing">, next - text, next.remaining(), next.peek(), {}, "json");
}

}  // namespace hallmark::kserve
