// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "bintensors/walk.hpp"

namespace hallmark::bintensors {

const std::byte* next_dimension(const std::byte* at, const std::byte* end, std::uint64_t& dimension) noexcept {
  const Varint size = number_again({at, end}, 0, "shape[]");
  dimension = size;
  return at + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(size.size), end - at);
}

Pair Pairs::next() noexcept {
  --left_;
  Findings unheard(Profile::strict);
  Reader in = again({next_, end_}, 0, static_cast<std::uint64_t>(end_ - next_), unheard);
  const auto key = read_string(in, Unjudged(), "key.length", "key");
  const auto value = read_string(in, Unjudged(), "value.length", "value");
  next_ = in.cursor();
  return {as_text(key.value), as_text(value.value)};
}

std::string_view FileView::name(std::uint64_t index) const noexcept {
  const auto i = static_cast<std::size_t>(index);
  const Name& name = names[infos.empty() ? i : name_of[i]];
  return as_text(input.subspan(name.at, name.size));
}

TensorView FileView::tensor(std::uint64_t index) const noexcept {
  return tensor_of(*this, index, described_again(input, names, infos, static_cast<std::size_t>(index)));
}

void Walk::run() noexcept {
  if (!read_header(to_.layout, input_, in_, header_, to_) || stopped()) return;
  check_padding();
  if (!stopped()) check_tensors();
  if (!stopped()) check_file_size();
  if (!stopped()) check_keys();
  if (!stopped()) check_names();
  if (!stopped()) check_booleans();
  if (findings_.verdict() != Verdict::valid) return;
  if (findings_.validating()) remark_order();
  in_.remark_unread(file_);
}

Counts counts_of(Layout layout, Input input) noexcept {
  struct Counting : Unjudged {
    [[nodiscard]] bool tensors(Reader&, const Varint& count) const noexcept {
      *to = count.value;
      return false;
    }
    std::optional<std::uint64_t>* to;
  };
  std::optional<std::uint64_t> tensors;
  Counting counting{{}, &tensors};
  const Reading file(layout, input, counting);
  return tensors ? Counts{file.header.pairs, *tensors} : Counts();
}

std::uint64_t tables_scratch(Layout layout, const Counts& counts) noexcept {
  const std::uint64_t names = table_scratch(counts.tensors, sizeof(Name)) + unique_names_scratch(counts.tensors);
  const std::uint64_t mapping = layout == Layout::v1 ? 0 : 2 * table_scratch(counts.tensors, sizeof(std::uint32_t));
  const std::uint64_t keys = table_scratch(counts.pairs, sizeof(Name)) + unique_names_scratch(counts.pairs);
  return names + mapping + (counts.pairs < 2 ? 0 : keys);
}

std::uint64_t scratch_bound(Layout layout, Input input, const Options&) noexcept {
  return tables_scratch(layout, counts_of(layout, input));
}

std::uint64_t header_size(Bytes start) noexcept {
  if (start.size() < sofm_size) return 0;
  const auto sofm = load_le<std::uint64_t>(start.data());
  return sofm > default_max_metadata ? 0 : sofm_size + sofm;
}

Decoded<FileView> decode(Layout layout, Input input, Scratch& scratch, const Options& options) noexcept {
  return decode(layout, input, input.window, scratch, options);
}

Decoded<FileView> decode(Layout layout, Input file, LastingBytes header, Scratch& scratch,
                         const Options& options) noexcept {
  const std::uint64_t size = header_size(header);
  const bool copied = size != 0 && size <= header.size() && size <= file.size;
  const Bytes read = copied ? header.first(static_cast<std::size_t>(size)) : file.window;
  Walk walk(layout, file, read, scratch, options);
  walk.run();
  return walk.decoded();
}

Verdict validate(Layout layout, Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Walk walk(layout, input, input.window, scratch, options, &sink);
  walk.run();
  return walk.findings().verdict();
}

}  // namespace hallmark::bintensors
