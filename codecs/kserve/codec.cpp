#include <algorithm>

#include "core/codec_table.hpp"
#include "core/families.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

// What the outermost object has, as far as its keys show.
struct Keys {
  bool inputs = false;
  bool outputs = false;  // or `error`
};

Keys keys_of(Bytes body) noexcept {
  const TextCursor first = skip_space(TextCursor(body));
  Keys keys;
  if (!first.is('{')) return keys;
  Members members(first.rest());
  for (Members::Member member; members.next(member);) {
    keys.inputs = keys.inputs || is_key(member.key, "inputs");
    keys.outputs = keys.outputs || is_key(member.key, "outputs") || is_key(member.key, "error");
  }
  return keys;
}

template <Role role>
Recognition recognise(Bytes body) noexcept {
  const Keys keys = keys_of(body);
  const bool found = role == Role::request ? keys.inputs : !keys.inputs && keys.outputs;
  return found ? Recognition::structure : Recognition::none;
}

template <Role role>
Violation decode_only(Bytes body, Scratch& scratch, const Options& options) noexcept {
  return decode(role, body, scratch, options).violation();
}

template <Role role>
Verdict validate_as(Bytes body, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  return validate(role, body, scratch, options, sink);
}

constexpr std::string_view list_of(Role role) noexcept { return role == Role::request ? "inputs" : "outputs"; }

// The place of a tensor in its list.
struct Listed {
  Frame frames[2];
  Position position;

  explicit Listed(Role role) noexcept {
    frames[0].key = as_bytes(list_of(role));
    frames[0].keyed = true;
    frames[1].array = true;
    position.frames = frames;
  }
};

// Ranges names the bytes of a body one after the other.
class Ranges {
 public:
  Ranges(Listed& place, LayoutSink& sink) noexcept : place_(place), sink_(sink) {}

  [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
  void up_to(const char* field, std::uint64_t end) noexcept {
    if (end <= at_) return;
    sink_.range(at_, end - at_, field, place_.position);
    at_ = end;
  }

 private:
  Listed& place_;
  LayoutSink& sink_;
  std::uint64_t at_ = 0;
};

// draw_before draws what is before the first error of a body: its JSON is where brackets and strings say.
void draw_before(std::uint64_t error, Bytes body, const Options& options, Ranges& ranges) noexcept {
  const TextCursor start(body);
  const TextCursor first = skip_space(start);
  const std::uint64_t json_end = options.header_length ? *options.header_length
                                 : first.is('{')       ? skip_text(first) - start
                                                       : error;
  ranges.up_to("white space", std::min<std::uint64_t>(first - start, error));
  ranges.up_to("json", std::min(json_end, error));
  ranges.up_to("data", error);
}

template <Role role>
void layout(Bytes body, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  const auto message = decode(role, body, scratch, options);
  Listed place(role);
  Ranges ranges(place, sink);
  if (!message) return draw_before(message.violation().offset, body, options, ranges);
  const auto begin = static_cast<std::uint64_t>(message->json.data() - body.data());
  ranges.up_to("white space", begin);
  ranges.up_to("json", begin + message->json.size());
  ranges.up_to("white space", message->header_length);
  place.position.depth = 2;
  for (const MessageTensor& one : message->tensors) {
    if (one.encoding == Encoding::binary) ranges.up_to("data", ranges.at() + one.tensor.data.size());
    ++place.frames[1].number;
  }
  place.position.depth = 0;
  ranges.up_to(options.header_length ? "trailing" : "white space", body.size());
}

template <Role role>
bool contents(Bytes body, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const auto message = decode(role, body, scratch, options);
  if (!message) return false;
  Members members(message->json);
  for (Members::Member member; members.next(member);) {
    if (!is_key(member.key, list_of(role))) sink.text(as_text(member.key), as_text(member.value));
  }
  Listed place(role);
  place.position.depth = 2;
  for (const MessageTensor& one : message->tensors) {
    sink.tensor(one.tensor, place.position);
    ++place.frames[1].number;
  }
  return true;
}

template <Role role>
constexpr WholeOperations operations_of(std::span<const Rule* const> rules) noexcept {
  return {
      .rules = rules,
      .recognise = recognise<role>,
      .scratch_bound = scratch_bound,
      .decode = decode_only<role>,
      .validate = validate_as<role>,
      .layout = layout<role>,
      .contents = contents<role>,
  };
}

constexpr WholeOperations of_request = operations_of<Role::request>(request_rules);
constexpr WholeOperations of_response = operations_of<Role::response>(response_rules);

}  // namespace
}  // namespace hallmark::kserve

namespace hallmark::codec {

extern const Codec kserve_request;
constexpr Codec kserve_request{manifest::kserve_request, whole<hallmark::kserve::of_request>};

extern const Codec kserve_response;
constexpr Codec kserve_response{manifest::kserve_response, whole<hallmark::kserve::of_response>};

}  // namespace hallmark::codec
