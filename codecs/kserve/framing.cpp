// Where the JSON ends, and the memory it asks for.
#include <algorithm>

#include "core/processor.hpp"
#include "core/unique_names.hpp"
#include "kserve/punctuation.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t smallest_key = 4;      // "":{ at least
constexpr std::uint64_t smallest_value = 2;    // 0, at least
constexpr std::uint64_t smallest_tensor = 12;  // {"name":""},

Sizes bounded(const Punctuation& has, std::uint64_t length, std::uint64_t max_depth) noexcept {
  Sizes sizes;
  if (has.braces == 0 || max_depth == 0) return sizes;  // no object, nothing to remember
  sizes.frames = std::min({max_depth, has.braces + has.brackets, length});
  sizes.keys = std::min(has.colons, length / smallest_key);
  sizes.tensors = std::min(has.braces, length / smallest_tensor);
  sizes.texts = has.backslashes == 0 ? 0 : length;
  const std::uint64_t values = std::min(has.commas + has.brackets, length / smallest_value);
  sizes.values = values == 0 ? 0 : values * sizeof(std::uint64_t) + length;
  return sizes;
}

std::uint64_t depth_of(const Options& options) noexcept { return options.limits.max_depth.value_or(default_max_depth); }

// What may be the JSON of a body, the white space before it included.
Bytes json_of(Bytes body, const Options& options) noexcept {
  if (options.header_length) {
    return body.first(*options.header_length > body.size() ? 0 : static_cast<std::size_t>(*options.header_length));
  }
  const TextCursor start(body);
  const TextCursor first = skip_space(start);
  return first.is('{') ? start.to(skip_text(first)) : Bytes();
}

template <class T>
bool take(Scratch& scratch, std::uint64_t count, std::span<T>& table) noexcept {
  table = scratch.room<T>(count);
  return table.size() == count;
}

}  // namespace

std::uint64_t Sizes::bytes() const noexcept {
  constexpr std::uint64_t alignments = 4 * (alignof(std::uint64_t) - 1);
  return frames == 0 ? 0
                     : frames * sizeof(Frame) + keys * sizeof(Key) + unique_names_scratch(keys) +
                           tensors * (sizeof(MessageTensor) + sizeof(Claim)) + texts + values + alignments;
}

Sizes sizes_of(Bytes body, const Options& options) noexcept {
  // Of JSON up to this length nothing is counted: that would be a sixth of the time of a header.
  constexpr std::uint64_t uncounted = 1024;
  const std::uint64_t most = std::min<std::uint64_t>(options.header_length.value_or(body.size()), body.size());
  if (most <= uncounted) return most_sizes(most, depth_of(options));
  const Bytes json = json_of(body, options);
  return bounded(punctuation_of(json, uses_vectors()), json.size(), depth_of(options));
}

Sizes most_sizes(std::uint64_t length, std::uint64_t max_depth) noexcept {
  return bounded({length, length, length, length, length}, length, max_depth);
}

Walk::Walk(Role role, Bytes body, Scratch& scratch, const Options& options, Findings& findings,
           Position& position) noexcept
    : role_(role),
      body_(body),
      start_(body),
      text_(body),
      scratch_(scratch),
      options_(options),
      findings_(findings),
      position_(position),
      in_(body, findings, rule<"kserve/json-truncated">),
      max_depth_(depth_of(options)),
      max_rank_(options.limits.max_rank.value_or(default_max_rank)) {}

void Walk::run() noexcept {
  if (!check_header_length() || !take_tables()) return;
  for (const Phase phase : {Phase::syntax, Phase::members, Phase::tensors}) {
    if (phase != Phase::syntax && (pending_ >> static_cast<unsigned>(phase) & 1) == 0) continue;
    begin_pass(phase);
    if (!read_json() || !in_.ok() || findings_.stopped()) return;
  }
  phase_ = Phase::body;
  check_body();
}

bool Walk::check_header_length() noexcept {
  if (!options_.header_length) return true;
  const std::uint64_t length = *options_.header_length;
  if (length > body_.size()) {
    in_.require(false, rule<"kserve/header-length">, body_.size(), 0, "json", length, body_.size());
    return false;
  }
  if (length == 0) {
    in_.require(false, rule<"kserve/raw-request">, 0, 0, "json", length);
    return false;
  }
  text_ = TextCursor(body_.first(static_cast<std::size_t>(length)));
  return true;
}

bool Walk::take_tables() noexcept {
  const Sizes sizes = sizes_of(body_, options_);
  const bool enough = take(scratch_, sizes.frames, position_.frames) && take(scratch_, sizes.keys, tables_.keys) &&
                      take(scratch_, unique_names_scratch(sizes.keys), tables_.sorting) &&
                      take(scratch_, sizes.tensors, tables_.tensors) && take(scratch_, sizes.tensors, tables_.claims) &&
                      take(scratch_, sizes.texts, tables_.texts) && take(scratch_, sizes.values, tables_.values);
  if (!enough) in_.require(false, hallmark::rule<"hallmark/scratch-exhausted">, 0, 0, "json", sizes.keys);
  return enough;
}

void Walk::begin_pass(Phase phase) noexcept {
  phase_ = phase;
  position_.depth = 0;
  key_count_ = 0;
  tensor_count_ = 0;
  texts_ = tables_.texts;
  values_ = tables_.values;
  sizes_known_ = true;
}

bool Walk::read_json() noexcept {
  const TextCursor begin = skip_space(text_);
  constexpr std::string_view mark = "\xef\xbb\xbf";
  if (as_text(begin.rest()).starts_with(mark)) {
    reject(rule<"kserve/byte-order-mark">, begin, mark.size());
    return false;
  }
  if (!begin.is('{')) {
    unexpected(rule<"kserve/json-object">, begin);
    return false;
  }
  const TextCursor end = root(begin);
  if (!end) return false;
  json_ = begin.to(end);
  header_length_ = options_.header_length.value_or(offset(end));
  return check_trailing_json(end);
}

// Without a header length, what follows the JSON is data.
bool Walk::check_trailing_json(TextCursor at) noexcept {
  if (!options_.header_length) return true;
  at = skip_space(at);
  return at.ended() || report(Phase::syntax, rule<"kserve/json-trailing">, at, at.remaining(), at.peek(), {}, "json");
}

}  // namespace hallmark::kserve
