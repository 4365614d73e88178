// SPDX-License-Identifier: Apache-2.0
#include "hallmark/core/codec.hpp"

#include <algorithm>
#include <iterator>

#include "bintensors/walk.hpp"
#include "core/families.hpp"

namespace hallmark::bintensors {
namespace {

// Neither layout has a mark: a file shows its layout when all that is here of its record reads as one, and the data end
// where it does.
struct LastEnd : Unjudged {
  static constexpr bool counts = false;

  void tensor(Reader&, std::uint64_t, const Info& info) noexcept {
    end = info.end;
    largest = std::max(largest, end);
  }
  std::uint64_t end = 0;
  std::uint64_t largest = 0;  // end of any tensor
};

template <Layout layout>
Recognition recognise(Input input) noexcept {
  Findings findings(Profile::strict);
  Reader in(input, findings, rule<"bintensors/sofm-truncated">);
  Header header;
  LastEnd last;
  const bool whole = read_header(layout, input, in, header, last) && header.data_begin - header.record_end < 8 &&
                     last.end == input.size - header.data_begin;
  const bool begun = findings.decisive().rule == &hallmark::rule<"hallmark/window"> && input.window.size() > sofm_size;
  return whole || begun ? Recognition::structure : Recognition::none;
}

}  // namespace

std::optional<Layout> layout_of(Input input, Scratch scratch, const Options& options) noexcept {
  const bool v0 = recognise<Layout::v0>(input) != Recognition::none;
  const bool v1 = recognise<Layout::v1>(input) != Recognition::none;
  if (v0 != v1) return v0 ? Layout::v0 : Layout::v1;
  const auto valid = [&](Layout layout) {
    Scratch borrowed = scratch;
    return static_cast<bool>(decode(layout, input, borrowed, options));
  };
  if (valid(Layout::v1)) return Layout::v1;
  if (valid(Layout::v0)) return Layout::v0;
  return v1 ? std::optional(Layout::v1) : std::nullopt;
}

namespace {

template <Layout layout>
std::uint64_t declared_size(Input input, Scratch&, const Options&) noexcept {
  Findings unheard(Profile::strict);
  Reader in(input, unheard, rule<"bintensors/sofm-truncated">);
  Header header;
  LastEnd last;
  if (!read_header(layout, input, in, header, last)) return 0;
  return last.largest <= UINT64_MAX - header.data_begin ? header.data_begin + last.largest : 0;
}

// In table order, the first rule of each phase. See README.md.
unsigned phase_of(const Rule& broken) noexcept {
  constexpr const Rule* first_of_phase[] = {&rule<"bintensors/sofm-truncated">, &rule<"bintensors/record-truncated">,
                                            &rule<"bintensors/padding-size">,   &rule<"bintensors/element-count">,
                                            &rule<"bintensors/data-truncated">, &rule<"bintensors/duplicate-name">,
                                            &rule<"bintensors/boolean">};
  unsigned begun = 0;
  unsigned phase = 0;
  for (const Rule* one : rules_v0) {
    if (begun < std::size(first_of_phase) && one == first_of_phase[begun]) ++begun;
    if (one == &broken) phase = begun;
  }
  return phase;
}

// Ranges draws the fields that lie before an end: that of the file, or the first error of a file that is not valid.
// Another walk has judged them.
struct Ranges : Placed {
  static constexpr bool fields = true;
  static constexpr bool counts = false;

  [[nodiscard]] bool field(std::uint64_t at, std::uint64_t size, const char* name) const noexcept {
    return size == 0 || at + size > end || sink->range(at, size, name, *position);
  }

  LayoutSink* sink;
  std::uint64_t end;
};

// draw_data draws what follows the record; false when the sink has enough.
bool draw_data(const Decoded<FileView>& file, const Header& header, Position& position, const Ranges& ranges) noexcept {
  const std::uint64_t before_data = std::min(ranges.end, header.data_begin);
  if (header.record_end < before_data && !ranges.field(header.record_end, before_data - header.record_end, "padding")) {
    return false;
  }
  if (!file)
    return header.data_begin >= ranges.end || ranges.field(header.data_begin, ranges.end - header.data_begin, "data");
  position.at("tensors");
  std::uint64_t at = header.data_begin;
  for (std::uint64_t i = 0; i < file->size(); ++i) {
    position.entry(i);
    const Info info = described_again(file->input, file->names, file->infos, static_cast<std::size_t>(i));
    const std::uint64_t size = info.end >= info.begin ? info.end - info.begin : 0;
    if (size > ranges.end - at) return true;  // the file has changed since
    if (!ranges.field(at, size, "data")) return false;
    at += size;
  }
  return true;
}

// shown gives what comes of showing a file, which `again` has read once more: nothing where the sink had enough.
Violation shown(const Decoded<FileView>& file, const Findings& again) noexcept {
  const bool enough = again.stopped() && again.verdict() == Verdict::valid;
  return enough ? Violation() : file ? again.decisive() : file.violation();
}

template <Layout layout>
Violation draw(Input input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  const auto file = decode(layout, input, scratch, options);
  Position position;
  Findings unheard(options.profile);
  Reader in(input, unheard, rule<"bintensors/sofm-truncated">);
  Header header;
  Ranges ranges{{{}, &position}, &sink, file ? input.size : file.violation().offset};
  if (read_header(layout, input, in, header, ranges) && !unheard.stopped() &&
      !draw_data(file, header, position, ranges)) {
    in.stop();
  }
  return shown(file, unheard);
}

// Entries shows what lies before an end. Of tensors in a file that is not valid it shows no data: where they lie is not
// known to be right, and in v0 no name, which comes after all of them.
struct Entries : Placed {
  void pair(Reader& in, const Field<Bytes>& key, const Field<Bytes>& value) const noexcept {
    if (in.offset() <= end && !sink->text(as_text(key.value), as_text(value.value))) in.stop();
  }
  void name(std::uint64_t, const Field<Bytes>& name) noexcept { last_name = as_text(name.value); }
  void tensor(Reader& in, std::uint64_t index, const Info& info) noexcept {
    if (in.offset() > end) return;
    TensorView tensor{last_name, dtype_of(info.dtype), false, shape_of(info, input), {}};
    const bool found = element_size(info.dtype) != 0 && (file == nullptr || find_data(index, info, tensor));
    if (require(in, found, rule<"bintensors/offset-end">, info.end) && !sink->tensor(tensor, *position)) in.stop();
  }
  // Of a valid file. False where it has changed since: data must be as large as their shape says.
  [[nodiscard]] bool find_data(std::uint64_t index, const Info& info, TensorView& tensor) const noexcept {
    std::uint64_t size = 0;
    if (index >= file->size() || !info.count.bytes(element_size(info.dtype), size) || info.begin > info.end ||
        info.end > end - file->input.size() || info.end - info.begin != size) {
      return false;
    }
    tensor.name = file->name(index);
    tensor.has_data = info.end <= file->data.size();
    if (tensor.has_data)
      tensor.data = file->data.subspan(static_cast<std::size_t>(info.begin), static_cast<std::size_t>(size));
    return true;
  }

  Bytes input;
  const FileView* file;  // null of a file that is not valid
  ContentSink* sink;
  std::uint64_t end;
  std::string_view last_name{};
};

template <Layout layout>
Violation show(Input input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  const auto file = decode(layout, input, scratch, options);
  Position position;
  Findings unheard(options.profile);
  Reader in(input, unheard, rule<"bintensors/sofm-truncated">);
  Header header;
  Entries entries{
      {{}, &position}, input.window, file ? &*file : nullptr, &sink, file ? input.size : file.violation().offset};
  (void)read_header(layout, input, in, header, entries);
  return shown(file, unheard);
}

// operations_of returns what is done for one layout.
template <Layout layout>
consteval Operations operations_of(std::span<const Rule* const> rules) noexcept {
  return {
      .rules = rules,
      .recognise = recognise<layout>,
      .scratch_bound = [](Input input,
                          const Options& options) noexcept { return scratch_bound(layout, input, options); },
      .decode = [](Input input, Scratch& scratch,
                   const Options& options) noexcept { return decode(layout, input, scratch, options).violation(); },
      .validate = [](Input input, Scratch& scratch, const Options& options,
                     DiagnosticSink& sink) noexcept { return validate(layout, input, scratch, options, sink); },
      .layout = draw<layout>,
      .contents = show<layout>,
      .contents_bound = [](Input input, Scratch&,
                           const Options& options) noexcept { return scratch_bound(layout, input, options); },
      .declared_size = declared_size<layout>,
      .phase = phase_of,
  };
}

}  // namespace
}  // namespace hallmark::bintensors

constexpr hallmark::Codec hallmark::codec::bintensors_v0{
    manifest::bintensors_v0, bintensors::operations_of<bintensors::Layout::v0>(bintensors::rules_v0)};
constexpr hallmark::Codec hallmark::codec::bintensors_v1{
    manifest::bintensors_v1, bintensors::operations_of<bintensors::Layout::v1>(bintensors::rules_v1)};
