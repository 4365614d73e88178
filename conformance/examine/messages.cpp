#include "conformance/examine/messages.hpp"

#include <algorithm>
#include <iterator>

#include "conformance/examine/collector.hpp"

namespace hallmark::conformance {

const Codec* codec_for(http::Role role) noexcept {
  return codec_named(role == http::Role::request ? "kserve-request" : "kserve-response");
}

namespace {

http::Settings settings_of(const Codec* given, const Options& options, const Bounds& bounds) {
  http::Settings settings;
  settings.profile = options.profile;
  settings.header_length = options.header_length;
  settings.memory = bounds.max_alloc;
  for (const http::Role role : {http::Role::request, http::Role::response}) {
    if (given != nullptr && given == codec_for(role)) settings.expected = role;
  }
  return settings;
}

}  // namespace

bool holds_messages(const Codec& codec, Bytes input) noexcept {
  return codec.family == framed_family && http::role_of(input).has_value();
}

MessageWalk::MessageWalk(Bytes file, const Codec* given, const Options& options, const Bounds& bounds)
    : given_(given), options_(options), bounds_(bounds), messages_(file, settings_of(given, options, bounds)) {}

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
  return true;
}

Examination examine_input(const Codec& codec, Bytes input, const Options& options, const Bounds& bounds) {
  if (!holds_messages(codec, input)) return examine(codec, input, options, bounds);
  Examination whole;
  MessageWalk walk(input, &codec, options, bounds);
  while (whole.verdict == Verdict::valid && walk.next()) {
    Examination& one = walk.examination();
    whole.verdict = one.verdict;
    std::move(one.diagnostics.begin(), one.diagnostics.end(), std::back_inserter(whole.diagnostics));
    whole.scratch = std::max(whole.scratch, one.scratch);
    whole.more = whole.more < 0 || one.more < 0 ? -1 : whole.more + one.more;
  }
  return whole;
}

Json value_of_input(const Model& model, Bytes input, const Options& options) {
  const Codec& codec = *codec_named(model.format);
  if (!holds_messages(codec, input)) return model.decode(input, options);
  Json value;
  MessageWalk walk(input, &codec, options, {});
  while (walk.next()) {
    if (walk.examination().verdict != Verdict::valid) return nullptr;
    if (walk.message().index == 0) value = model.decode(walk.message().body, walk.options());
  }
  return value;
}

}  // namespace hallmark::conformance
