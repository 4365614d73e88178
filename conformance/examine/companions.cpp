// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/companions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "codecs/core/file_names.hpp"
#include "conformance/examine/input_bytes.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "hallmark/core/recognise.hpp"

namespace hallmark::conformance {

Beside::Beside(const std::string& path, const Options& options, const Bounds& bounds)
    : folder_(path.substr(0, path.rfind('/') + 1)),
      name_(path.substr(folder_.size())),
      options_(options),
      max_alloc_(bounds.max_alloc) {
  options_.profile = Profile::compat;  // what is tolerated says what it holds
}

bool Beside::has(std::string_view name) const {
  std::error_code error;
  return std::filesystem::exists(folder_ + std::string(name), error);
}

void Beside::Problem::report(Collector& collector, Violation broken, const Place& place, std::string_view name,
                             const std::string& more) const {
  std::string ending = fmt::format(": {}: {}{}", reports::escaped(name), why, more);
  if (error.rule != nullptr && verdict_of(error.rule->kind) != Verdict::invalid) {
    broken = {error.rule, broken.offset, broken.length, error.actual, error.expected, broken.field};
    ending = ", in " + reports::escaped(name);
  }
  collector.report(broken, broken.rule->severity, place, ending);
}

Beside::Problem Beside::show(std::string_view name, const Codec& codec, ContentSink& sink) {
  const std::string path = folder_ + std::string(name);
  hallmark::Input input({}, 0);
  // A codec says how much of the file its header takes. Some say so step by step.
  constexpr std::uint64_t first_window = 4096;
  for (std::uint64_t wanted = first_window; true;) {
    window_.resize(static_cast<std::size_t>(within(wanted)));
    std::size_t got = 0;
    if (const int error = read_start(path, window_, got)) return {std::strerror(error), {}};
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    if (error) return {error.message(), {}};
    input = {Bytes(window_).first(got), std::max<std::uint64_t>(size, got)};
    Scratch scratch = memory_.of(within(codec.scratch_bound(input, options_)));
    const Violation found = codec.decode(input, scratch, options_);
    if (found.rule != &hallmark::rule<"hallmark/window"> || got < wanted) break;
    wanted = std::max(found.expected.magnitude, 2 * wanted);
  }
  Scratch bound = memory_.of(within(codec.scratch_bound(input, options_)));
  Scratch scratch = memory_.of(within(codec.contents_bound(input, bound, options_)));
  const Violation error = codec.contents(input, scratch, options_, sink);
  if (error.rule == nullptr) return {};
  return {reports::describe(error, Severity::error, "").message, error};
}

const Companions* companions_of(const Codec& codec) {
  const auto found = std::ranges::find(all_companions(), &codec, &Companions::codec);
  return found == all_companions().end() ? nullptr : &*found;
}

const std::vector<const Codec*>& formats_beside() {
  static const std::vector<const Codec*> all = [] {
    std::vector<const Codec*> list;
    for (const Companions& one : all_companions()) {
      if (codec_named(one.codec->id) == nullptr) list.push_back(one.codec);
    }
    return list;
  }();
  return all;
}

const Codec* format_named(std::string_view id) {
  if (const Codec* codec = codec_named(id)) return codec;
  const auto found = std::ranges::find(formats_beside(), id, &Codec::id);
  return found == formats_beside().end() ? nullptr : *found;
}

const Codec* format_by_name(std::string_view name) {
  if (const Codec* codec = codec_by_name(name)) return codec;
  const auto found = std::ranges::find_if(formats_beside(), [name](const Codec* codec) {
    return std::ranges::any_of(codec->extensions, [name](auto one) { return ends_with_any_case(name, one); });
  });
  return found == formats_beside().end() ? nullptr : *found;
}

}  // namespace hallmark::conformance
