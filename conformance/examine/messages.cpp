// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/messages.hpp"

#include <string_view>

#include "conformance/examine/collector.hpp"
#include "conformance/http/rules.hpp"
#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {

const manifest::Family& framed_family() noexcept {
  static constexpr manifest::Family none{};
  for (const manifest::Family& family : manifest::all_families()) {
    if (!family.messages.request.empty()) return family;
  }
  return none;
}

bool is_framed(const Codec& codec) noexcept { return !manifest::family_of(codec).messages.request.empty(); }

const Codec* codec_for(http::Role role) noexcept {
  const manifest::MessageFormats& formats = framed_family().messages;
  return codec_named(role == http::Role::request ? formats.request : formats.response);
}

namespace {

// BinaryData looks for the data of a tensor that are not in the JSON.
struct BinaryData final : LayoutSink {
  bool range(std::uint64_t, std::uint64_t, const char* field, const Place&) noexcept override {
    found = std::string_view(field) == "data";
    return !found;
  }
  bool found = false;
};

bool has_binary_data(const Codec& codec, Bytes body, const Options& options) {
  ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(body, options));
  BinaryData data;
  (void)codec.layout(body, scratch, options, data);
  return data.found;
}

}  // namespace

bool holds_messages(const Codec& codec, Bytes input) noexcept {
  return is_framed(codec) && http::role_of(input).has_value();
}

MessageWalk::MessageWalk(Bytes file, const Codec* given, const Options& options, const Bounds& bounds)
    : given_(given),
      options_(options),
      bounds_(bounds),
      messages_(file, {options.profile, options.header_length, bounds.max_alloc}) {}

bool MessageWalk::next() {
  examination_ = {};
  Collector collector(examination_, bounds_);
  collector.part(reports::Part::head);
  const bool more = messages_.next(message_, collector);
  collector.check();
  if (!more) return false;
  codec_ = given_ != nullptr ? given_ : codec_for(message_.role);
  body_options_ = options_;
  body_options_.header_length = message_.header_length;
  examination_.verdict = collector.verdict();
  examination_.scratch = message_.memory;
  if (!message_.readable) return true;
  collector.part(reports::Part::body);
  examination_.verdict = examine_body(*codec_, message_.body, body_options_, bounds_, collector, examination_);
  if (message_.header_length || examination_.verdict != Verdict::valid) return true;
  if (has_binary_data(*codec_, message_.body, body_options_)) {
    collector.part(reports::Part::head);
    Findings head(options_.profile, &collector);
    head.condemns(http::rule<"http/inference-length-missing">, message_.fields, 0, "head", {}, {});
    collector.check();
    examination_.verdict = collector.verdict();
  }
  return true;
}

}  // namespace hallmark::conformance
