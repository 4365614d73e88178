// SPDX-License-Identifier: Apache-2.0
#include "hallmark/core/codec.hpp"

#include <algorithm>
#include <iterator>

#include "bintensors/walk.hpp"
#include "core/families.hpp"
#include "core/ranges.hpp"

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
  LastEnd last;
  const Reading file(layout, input, last);
  const Header& header = file.header;
  const bool whole =
      file.whole && header.data_begin - header.record_end < 8 && last.end == input.size - header.data_begin;
  const bool begun =
      file.findings.decisive().rule == &hallmark::rule<"hallmark/window"> && input.window.size() > sofm_size;
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
  LastEnd last;
  const Reading file(layout, input, last);
  const std::uint64_t begin = file.header.data_begin;
  return file.whole && last.largest <= UINT64_MAX - begin ? begin + last.largest : 0;
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

// Drawn draws the fields of a record that another walk has judged.
struct Drawn : Placed {
  static constexpr bool fields = true;
  static constexpr bool counts = false;

  [[nodiscard]] bool field(std::uint64_t at, std::uint64_t size, const char* name) const noexcept {
    return ranges->field(at, size, name);
  }

  Ranges* ranges;
};

// draw_data draws what follows the record.
void draw_data(const Decoded<FileView>& file, const Header& header, Position& position, Ranges& ranges) noexcept {
  if (ranges.at() != header.record_end) return;  // the error lies before
  ranges.up_to(header.data_begin, "padding");
  if (!file) return void(ranges.until(ranges.end(), "data"));
  position.at("tensors");
  for (std::uint64_t i = 0; i < file->size(); ++i) {
    position.entry(i);
    const Info info = described_again(file->input, file->names, file->infos, static_cast<std::size_t>(i));
    const std::uint64_t size = info.end >= info.begin ? info.end - info.begin : 0;
    if (!ranges.next(size, "data")) return;
  }
}

template <Layout layout>
Violation draw(Input input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  const auto file = decode(layout, input, scratch, options);
  Position position;
  Ranges ranges(sink, input.size, file.violation(), &position);
  Drawn drawn{{{}, &position}, &ranges};
  const Reading again(layout, input, drawn);
  if (again.whole) draw_data(file, again.header, position, ranges);
  return ranges.violation();
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
    const std::uint64_t element = element_size(info.dtype);
    const bool found = element != 0 && (file == nullptr || (index < file->size() && is_filled(info, element)));
    if (!require(in, found, rule<"bintensors/offset-end">, info.end)) return;
    const TensorView tensor = file != nullptr
                                  ? tensor_of(*file, index, info)
                                  : TensorView{last_name, dtype_of(info.dtype), false, shape_of(info, input), {}};
    if (!sink->tensor(tensor, *position)) in.stop();
  }
  // False of a valid file that has changed since: data must lie in it and be as large as their shape says.
  [[nodiscard]] bool is_filled(const Info& info, std::uint64_t element) const noexcept {
    std::uint64_t size = 0;
    return info.count.bytes(element, size) && info.begin <= info.end && info.end <= end - file->input.size() &&
           info.end - info.begin == size;
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
  Entries entries{
      {{}, &position}, input.window, file ? &*file : nullptr, &sink, file ? input.size : file.violation().offset};
  const Reading again(layout, input, entries);
  const bool enough = again.findings.stopped() && again.findings.verdict() == Verdict::valid;
  return enough ? Violation() : file ? again.findings.decisive() : file.violation();
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
