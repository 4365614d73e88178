// The public functions, the stations of the walk, the memory it asks for, and where the JSON ends.
#include <algorithm>

#include "kserve/json_rules.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {

constexpr JsonRules json_rules{
    .truncated = rule<"kserve/json-truncated">,
    .value = rule<"kserve/json-value">,
    .word = rule<"kserve/json-word">,
    .number = rule<"kserve/json-number">,
    .key = rule<"kserve/json-key">,
    .colon = rule<"kserve/json-colon">,
    .separator = rule<"kserve/json-separator">,
    .control = rule<"kserve/json-control">,
    .escape = rule<"kserve/json-escape">,
    .surrogate = rule<"kserve/json-surrogate">,
    .utf8 = rule<"kserve/json-utf8">,
    .depth = rule<"kserve/depth">,
    .duplicate_key = rule<"kserve/duplicate-key">,
    .nan_literal = rule<"kserve/nan-literal">,
};

bool DataNonNumbers::known_here(const JsonTape& tape) noexcept {
  constexpr std::size_t levels = 4;  // message, list, tensor, data
  std::uint32_t outer[levels] = {JsonTape::none, JsonTape::none, JsonTape::none, JsonTape::none};
  for (std::uint32_t i = tape.top(); i != JsonTape::none; i = tape[i].match) {
    std::copy_backward(outer, outer + levels - 1, outer + levels);
    outer[0] = i;
  }
  const auto is_first = [&](std::uint32_t object, std::uint32_t member, std::string_view name, Sought& sought) {
    if (tape[member].kind != JsonKind::array || !tape[member].is_member()) return false;
    if (sought.object != object) sought = {object, object + 1};
    while (sought.member != member && !tape.is(tape[sought.member], name)) sought.member = tape.after(sought.member);
    return sought.member == member && tape.is(tape[member], name);
  };
  return outer[3] != JsonTape::none && is_first(outer[0], outer[1], list_of(role_), list_) &&
         tape[outer[2]].kind == JsonKind::object && is_first(outer[2], outer[3], "data", data_);
}

Decoded<MessageView> decode(Role role, Bytes body, Scratch& scratch, const Options& options) noexcept {
  Walk walk(role, body, scratch, options);
  walk.run();
  return walk.message();
}

Verdict validate(Role role, Bytes body, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Walk walk(role, body, scratch, options, &sink);
  walk.run();
  return walk.verdict();
}

// For each byte at most 19: where an object of 12 bytes is a tensor that has a name and nothing else. Where the text
// ends before what is open, a bracket alone is a token.
std::uint64_t most_scratch(std::uint64_t length, std::uint64_t max_depth) noexcept {
  constexpr std::uint64_t each = 20;
  constexpr std::uint64_t each_open = sizeof(JsonToken) - each;
  constexpr std::uint64_t few = 96;  // alignment, two tokens more, and room for a word behind the last element
  if (length == 0) return 0;
  return length > (UINT64_MAX - few) / sizeof(JsonToken)
             ? UINT64_MAX
             : length * each + std::min(max_depth, length) * each_open + few;
}

std::uint64_t scratch_bound(Bytes body, const Options& options) noexcept {
  const std::uint64_t depth = options.limits.max_depth.value_or(default_max_depth);
  if (options.header_length) return most_scratch(std::min<std::uint64_t>(*options.header_length, body.size()), depth);
  const TextCursor first = skip_space(TextCursor(body));
  if (!first.is('{')) return 0;
  const JsonSize size = skim_json(first, [](const JsonMember&) {});
  const std::uint64_t length = size.end - first;
  const std::uint64_t strings = size.strings - std::min(size.strings, size.colons);
  const std::uint64_t objects = size.elements - 1;  // in lists: all but the message
  const std::uint64_t values = size.scalars * sizeof(std::uint64_t) + (strings == 0 ? 0 : 4 * strings + length);
  const std::uint64_t tensors =
      objects * (sizeof(Members) + sizeof(MessageTensor) + sizeof(Claim)) + values + 2 * word_size;
  // What looking for equal keys or names borrows is given back before tensors are read.
  const std::uint64_t keys = size.escaped || size.colons > JsonTape::few_keys ? size.colons : 0;
  const std::uint64_t most_names = std::max(keys, objects);
  const std::uint64_t names_scratch = most_names * sizeof(Bytes) + unique_names_scratch(most_names) + word_size;
  const std::uint64_t counted =
      JsonTape::bound(size) + std::max(names_scratch, tensors) + (size.escaped ? 2 * length : 0);
  return std::min(counted, most_scratch(length, depth));
}

Walk::Walk(Role role, Bytes body, Scratch& scratch, const Options& options, DiagnosticSink* sink) noexcept
    : role_(role),
      body_(body),
      text_(body),
      scratch_(scratch),
      options_(options),
      non_numbers_(role),
      tape_(json_rules, non_numbers_),
      findings_(options.profile, sink, &tape_),
      max_rank_(options.limits.max_rank.value_or(default_max_rank)) {}

void Walk::run() noexcept {
  if (check_header_length() && read_json() && check_message() && check_tensors()) check_body();
}

bool Walk::report(const Rule& rule, std::uint64_t at, std::uint64_t length, Number actual, Number expected,
                  const char* field) noexcept {
  if (findings_.stopped()) return false;
  if (severity_under(rule, options_.profile) == Severity::error || findings_.validating()) {
    findings_.condemns(rule, at, length, field, actual, expected);
  }
  return !findings_.stopped();
}

bool Walk::check_header_length() noexcept {
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

bool Walk::read_json() noexcept {
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
  header_length_ = options_.header_length.value_or(end - text);
  // Without a header length, what follows the JSON is data.
  const TextCursor next = skip_space(end);
  return !options_.header_length || next.ended() ||
         report(rule<"kserve/json-trailing">, next - text, next.remaining(), next.peek(), {}, "json");
}

}  // namespace hallmark::kserve
