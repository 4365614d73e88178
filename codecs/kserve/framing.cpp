// Where the JSON ends, the memory it asks for, and what stands behind it.
#include <algorithm>
#include <cstring>

#include "core/scan.hpp"
#include "core/unique_names.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t smallest_key = 4;      // "":{ at least
constexpr std::uint64_t smallest_value = 2;    // 0, at least
constexpr std::uint64_t smallest_tensor = 12;  // {"name":""},

// Punctuation counts what tables are made for; strings that hold such characters only add to it.
struct Punctuation {
  std::uint64_t braces = 0;
  std::uint64_t brackets = 0;
  std::uint64_t colons = 0;
  std::uint64_t commas = 0;
  std::uint64_t backslashes = 0;
};

// Counters of one byte, one for each place in a row: compilers are not left to find that out. A block is as long as
// none of them can overflow in.
using Row [[gnu::vector_size(16)]] = std::uint8_t;
constexpr std::size_t block = sizeof(Row) * UINT8_MAX;

std::uint64_t sum_of(Row places) noexcept {
  constexpr std::uint64_t every_other = 0x00ff00ff00ff00ff;
  std::uint64_t halves[2];
  std::memcpy(halves, &places, sizeof halves);
  std::uint64_t sum = 0;
  for (const std::uint64_t half : halves)
    sum += (((half & every_other) + (half >> 8 & every_other)) * 0x0001000100010001) >> 48;
  return sum;
}

Punctuation punctuation_of(Bytes json) noexcept {
  Punctuation found;
  while (!json.empty()) {
    Bytes part = json.first(std::min(block, json.size()));
    json = json.subspan(part.size());
    Row braces{};
    Row brackets{};
    Row colons{};
    Row commas{};
    Row backslashes{};
    while (!part.empty()) {
      Row row{};  // of the last one the rest are zeros, which nobody counts
      const std::size_t size = std::min(part.size(), sizeof row);
      if (size == sizeof row) [[likely]] {
        std::memcpy(&row, part.data(), sizeof row);
      } else {
        std::memcpy(&row, part.data(), size);
      }
      part = part.subspan(size);
      // A comparison of rows is -1 where it holds.
      braces -= static_cast<Row>(row == '{');
      brackets -= static_cast<Row>(row == '[');
      colons -= static_cast<Row>(row == ':');
      commas -= static_cast<Row>(row == ',');
      backslashes -= static_cast<Row>(row == '\\');
    }
    found.braces += sum_of(braces);
    found.brackets += sum_of(brackets);
    found.colons += sum_of(colons);
    found.commas += sum_of(commas);
    found.backslashes += sum_of(backslashes);
  }
  return found;
}

Sizes bounded(const Punctuation& has, std::uint64_t length, std::uint64_t max_depth) noexcept {
  Sizes sizes;
  if (has.braces == 0 || max_depth == 0) return sizes;  // no object, nothing to remember
  sizes.frames = std::min(max_depth, has.braces + has.brackets);
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
  const At end = body.data() + body.size();
  const At first = Lexer(end).space(body.data());
  if (first == end || byte_at(first) != '{') return {};
  return {body.data(), skip_text(first, end)};
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
  const Bytes json = json_of(body, options);
  return bounded(punctuation_of(json), json.size(), depth_of(options));
}

Sizes most_sizes(std::uint64_t length) noexcept {
  return bounded({length, length, length, length, length}, length, default_max_depth);
}

Walk::Walk(Role role, Bytes body, Scratch& scratch, const Options& options, Findings& findings,
           Position& position) noexcept
    : role_(role),
      body_(body),
      scratch_(scratch),
      options_(options),
      findings_(findings),
      position_(position),
      in_(body, findings, rule<"kserve/json-truncated">),
      lexer_(body.data() + body.size()),
      max_depth_(depth_of(options)),
      max_rank_(options.limits.max_rank.value_or(default_max_rank)) {}

void Walk::run() noexcept {
  if (!frame() || !take_tables()) return;
  for (const Phase phase : {Phase::syntax, Phase::members, Phase::tensors}) {
    if (phase != Phase::syntax && (noticed_ >> static_cast<unsigned>(phase) & 1) == 0) continue;
    begin_pass(phase);
    if (!read_json() || !in_.ok() || findings_.stopped()) return;
  }
  phase_ = Phase::body;
  check_body();
}

bool Walk::frame() noexcept {
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
  lexer_ = Lexer(body_.data() + length);
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
  At at = lexer_.space(body_.data());
  if (ended(at)) return missing(rule<"kserve/json-object">, at) != nullptr;
  constexpr unsigned char mark[] = {0xef, 0xbb, 0xbf};
  const Bytes rest(at, lexer_.end());
  if (rest.size() >= sizeof mark && std::equal(std::begin(mark), std::end(mark), rest.begin(),
                                               [](unsigned char a, std::byte b) { return std::byte{a} == b; })) {
    return fail(rule<"kserve/byte-order-mark">, at, sizeof mark) != nullptr;
  }
  if (byte_at(at) != '{') return missing(rule<"kserve/json-object">, at) != nullptr;
  const At begin = at;
  at = root(at);
  if (at == nullptr) return false;
  json_ = Bytes(begin, at);
  header_length_ = options_.header_length.value_or(offset(at));
  if (!options_.header_length) return true;
  at = lexer_.space(at);
  if (ended(at)) return true;
  const auto length = static_cast<std::uint64_t>(lexer_.end() - at);
  return tell(Phase::syntax, rule<"kserve/json-trailing">, at, length, byte_at(at), {}, "json");
}

void Walk::check_body() noexcept {
  if (!sizes_known_) return;
  std::uint64_t at = header_length_;
  std::uint64_t declared = 0;
  // The path of a tensor: its list, and its place in it.
  if (tensor_count_ != 0) {
    position_.depth = 2;
    position_.frames[0] = {as_bytes(role_ == Role::request ? "inputs" : "outputs"), true, false, 0};
    position_.frames[1] = {{}, false, true, 0};
  }
  for (std::size_t i = 0; i < tensor_count_; ++i) {
    const Claim& claim = tables_.claims[i];
    if (!claim.binary) continue;
    const std::uint64_t left = body_.size() - at;
    if (claim.bytes > left) {
      position_.frames[1].number = claim.index;
      in_.require(false, rule<"kserve/body-truncated">, body_.size(), 0, "data", left, claim.bytes);
      return;
    }
    tables_.tensors[i].tensor.data = body_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(claim.bytes));
    at += claim.bytes;
    declared += claim.bytes;
  }
  if (declared == 0 && !options_.header_length) at = offset(lexer_.space(body_.data() + at));
  if (at != body_.size()) {
    const std::uint64_t depth = position_.depth;
    position_.depth = 0;
    const bool on = tell(Phase::body, rule<"kserve/trailing-bytes">, body_.data() + at, body_.size() - at,
                         body_.size() - at, {}, "body");
    position_.depth = depth;
    if (!on) return;
  }
  for (std::size_t i = 0; i < tensor_count_ && !findings_.stopped(); ++i) {
    const Claim& claim = tables_.claims[i];
    if (!claim.binary || !claim.sound) continue;
    position_.frames[1].number = claim.index;
    check_payload(tables_.tensors[i], claim);
  }
}

void Walk::check_payload(const MessageTensor& tensor, const Claim& claim) noexcept {
  const Bytes data = tensor.tensor.data;
  if (tensor.tensor.dtype == DType::boolean) {
    const std::uint64_t bad = find_non_bool(data);
    if (bad == nowhere) return;
    const At at = data.data() + bad;
    tell(Phase::body, rule<"kserve/boolean">, at, 1, byte_at(at), {}, "data");
  } else if (tensor.tensor.dtype == DType::bytes) {
    check_elements(tensor, claim);
    position_.element = UINT64_MAX;
  }
}

void Walk::check_elements(const MessageTensor& tensor, const Claim& claim) noexcept {
  constexpr std::uint64_t prefix = sizeof(std::uint32_t);
  At at = tensor.tensor.data.data();
  const At end = at + tensor.tensor.data.size();
  std::uint64_t element = 0;
  const auto told = [&](const Rule& rule, std::uint64_t length, Number actual, Number expected) {
    position_.element = element;
    tell(Phase::body, rule, at, length, actual, expected, "data");
  };
  for (; at != end; ++element) {
    const auto left = static_cast<std::uint64_t>(end - at);
    if (element == claim.elements) return told(rule<"kserve/bytes-count">, left, left, claim.elements);
    if (left < prefix) return told(rule<"kserve/bytes-truncated">, left, left, prefix);
    const std::uint64_t size = load_le<std::uint32_t>(at);
    if (size > left - prefix) return told(rule<"kserve/bytes-truncated">, prefix, left, size + prefix);
    at += prefix + size;
  }
  if (element != claim.elements) told(rule<"kserve/bytes-missing">, 0, element, claim.elements);
}

}  // namespace hallmark::kserve
