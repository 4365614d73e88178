#include "bintensors/skipper.hpp"

#include "bintensors/walk.hpp"

namespace hallmark::bintensors {
namespace {

// The end of a tensor's data.
std::uint64_t info(Skipper& header) noexcept {
  header.number();
  const std::uint64_t rank = header.number();
  for (std::uint64_t axis = 0; axis < rank && header.ok(); ++axis) header.number();
  header.number();
  return header.number();
}

Outline read(Layout layout, Bytes input, bool whole) noexcept {
  Outline outline;
  if (input.size() < sofm_size) return outline;
  const auto sofm = load_le<std::uint64_t>(input.data());
  if (sofm > input.size() - sofm_size || sofm > default_max_metadata) return outline;
  Skipper header(input.subspan(sofm_size, static_cast<std::size_t>(sofm)));
  const bool some = header.byte() == 1;
  const std::uint64_t pairs = some ? header.number() : 0;
  for (std::uint64_t i = 0; i < pairs && header.ok(); ++i) {
    header.string();
    header.string();
  }
  const bool named = layout == Layout::v1;
  const std::uint64_t tensors = header.number();
  if (!header.ok() || tensors > most_tensors(layout, header.left())) return outline;
  outline.pairs = pairs;
  outline.tensors = tensors;
  if (!whole) return outline;
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < tensors && header.ok(); ++i) {
    if (named) header.string();
    end = info(header);
  }
  const std::uint64_t mappings = named ? 0 : header.number();
  for (std::uint64_t i = 0; i < mappings && header.ok(); ++i) {
    header.string();
    header.number();
  }
  outline.ends = header.ok() && header.left() < 8 && end == input.size() - sofm_size - sofm;
  return outline;
}

}  // namespace

Outline outline_of(Layout layout, Bytes input) noexcept { return read(layout, input, true); }

Outline counts_of(Layout layout, Bytes input) noexcept { return read(layout, input, false); }

}  // namespace hallmark::bintensors
