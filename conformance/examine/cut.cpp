// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "conformance/model/scratch_memory.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "reports/plural.hpp"

namespace hallmark::conformance {
namespace {

using reports::Cut;
using reports::Diagnostic;

// about_end says that a finding is of what is not here.
bool about_end(const Diagnostic& one) {
  return one.rule == hallmark::rule<"hallmark/window">.id || one.rule == hallmark::rule<"hallmark/data-unread">.id;
}

// is_after says that a finding is of bytes that begin or end after the input.
bool is_after(const Diagnostic& one, std::uint64_t size) { return one.offset > size || one.length > size - one.offset; }

// All tensors, and of those that have data how many of them begin and end in the window.
class Count final : public ContentSink, public LayoutSink {
 public:
  explicit Count(hallmark::Input input) noexcept
      : cut{.size = input.size, .counted = true}, here_(input.window.size()) {}

  bool tensor(const TensorView&, const Place&) noexcept override { return ++cut.whole != 0; }
  bool bit_tensor(const BitsView&, const Place&) noexcept override { return ++cut.whole != 0; }
  bool range(std::uint64_t offset, std::uint64_t length, const char* field, const Place&) noexcept override {
    if (field != std::string_view("data") || length <= here_ - std::min(offset, here_)) return true;
    ++(offset < here_ ? cut.partial : cut.missing);
    return true;
  }

  Cut cut;

 private:
  std::uint64_t here_;
};

// count gives no numbers where that takes too much memory.
Cut count(const Codec& codec, hallmark::Input input, const Options& options, const Bounds& bounds) {
  ScratchMemory memory;
  Count seen(input);
  const std::uint64_t needed = codec.scratch_bound(input, options);
  Scratch first = memory.of(needed);
  const std::uint64_t most = codec.contents_bound(input, first, options);
  if (most > bounds.max_alloc) return {.size = input.size};
  Scratch contents = memory.of(most);
  (void)codec.contents(input, contents, options, seen);
  Scratch layout = memory.of(needed);
  (void)codec.layout(input, layout, options, seen);
  seen.cut.whole -= std::min(seen.cut.whole, seen.cut.partial + seen.cut.missing);
  return seen.cut;
}

std::string text_of(const Cut& cut) {
  return fmt::format("{} whole, {} partial, {} missing", reports::plural(cut.whole, "tensor"), cut.partial,
                     cut.missing);
}

}  // namespace

std::optional<Cut> explain_cut(const Codec& codec, hallmark::Input input, const Options& options, const Bounds& bounds,
                               Examination& examination) {
  std::vector<Diagnostic>& found = examination.diagnostics;
  if (examination.verdict == Verdict::valid && !input.whole()) {
    const auto note = std::ranges::find_if(found, about_end);
    if (note == found.end()) return {};
    const Cut cut = count(codec, input, options, bounds);
    if (cut.counted) note->message += "; " + text_of(cut);
    return cut;
  }
  if (examination.verdict != Verdict::invalid || codec.declared_size == nullptr) return {};
  // It takes no more memory than is allowed, or there would be no such verdict.
  ScratchMemory memory;
  Scratch scratch = memory.of(codec.scratch_bound(input, options));
  const std::uint64_t size = codec.declared_size(input, scratch, options);
  const Diagnostic* const first = decisive(examination, codec);
  if (size <= input.size || first == nullptr) return {};
  // Judged as the beginning of a file of that size, only what is wrong with the rest remains.
  const hallmark::Input beginning(input.window, size);
  Examination rest = examine(codec, beginning, options, bounds);
  std::erase_if(rest.diagnostics, about_end);
  if (std::ranges::find(rest.diagnostics, Severity::error, &Diagnostic::severity) != rest.diagnostics.end()) return {};
  const Cut cut = rest.verdict == Verdict::valid ? count(codec, beginning, options, bounds) : Cut{.size = size};
  Diagnostic finding = *first;
  finding.times = 1;
  std::erase_if(rest.diagnostics, [&](const Diagnostic& one) { return is_after(one, input.size); });
  finding.message += fmt::format("; the file should have {} bytes", size);
  if (cut.counted) finding.message += ": " + text_of(cut);
  rest.diagnostics.insert(rest.diagnostics.begin(), std::move(finding));
  found = std::move(rest.diagnostics);
  examination.more = rest.more;
  return cut;
}

}  // namespace hallmark::conformance
