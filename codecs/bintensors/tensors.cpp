// Phase 4, the size and place of each tensor; phase 5, the size of the file; phase 7, the elements of BOOL tensors.
#include "codecs/bintensors/walk.hpp"
#include "codecs/core/scan.hpp"

namespace hallmark::bintensors {
namespace {

Varint load(Bytes input, const std::byte*& next, const char* name) noexcept {
  const auto at = static_cast<std::uint64_t>(next - input.data());
  const std::uint64_t value = load_varint(next);
  return {value, at, static_cast<std::uint64_t>(next - input.data()) - at, name};
}

}  // namespace

// What phase 2 has read is read again where it matters: only the places are kept.
Info Walk::info_at(std::uint64_t tensor) noexcept {
  const std::byte* next = input_.data() + info_offset(tensor);
  Info info;
  info.dtype = load(input_, next, "dtype");
  info.rank = load(input_, next, "shape.length");
  info.shape_at = static_cast<std::uint64_t>(next - input_.data());
  for (std::uint64_t axis = 0; axis < info.rank; ++axis) info.count.dimension(load_varint(next));
  info.shape_size = static_cast<std::uint64_t>(next - input_.data()) - info.shape_at;
  info.begin = load(input_, next, "data_offsets[0]");
  info.end = load(input_, next, "data_offsets[1]");
  return info;
}

// A tensor may start where the one before says that it ends, or where it should have ended: a wrong end is told once.
void Walk::check_tensors() noexcept {
  if (contiguous_) return;
  position_.at("tensors");
  std::uint64_t said = 0;
  std::uint64_t believed = 0;
  for (std::uint64_t i = 0; i < tensors_ && !stopped(); ++i) {
    position_.entry(i);
    const Info info = info_at(i);
    const bool joins = info.begin == said || info.begin == believed;
    require(in_, joins, rule::offset_begin, info.begin, said);
    said = info.end;
    end_known_ = false;
    if (info.dtype > 14) {  // told in phase 2; its elements have no size
      believed = said;
      continue;
    }
    std::uint64_t bytes = 0;
    const bool sized = info.count.bytes(size_of(dtype_of(info.dtype)), bytes) && bytes <= UINT64_MAX - info.begin;
    if (!in_.require(sized, rule::element_count, info.shape_at, info.shape_size, "shape") || !sized) {
      believed = said;
      continue;
    }
    believed = info.begin + bytes;
    require(in_, info.end == believed, rule::offset_end, info.end, believed);
    end_known_ = true;
    last_end_ = believed;
  }
  position_.whole_file();
}

void Walk::check_file_size() noexcept {
  if (!end_known_) return;
  const std::uint64_t size = input_.size() - data_begin_;
  if (!in_.require(size >= last_end_, rule::data_truncated, input_.size(), 0, "data", size, last_end_)) return;
  if (size < last_end_) return;
  const std::uint64_t rest = size - last_end_;
  in_.require(rest == 0, rule::data_trailing, data_begin_ + last_end_, rest, "data", rest);
}

void Walk::check_booleans() noexcept {
  if (!booleans_) return;
  const Bytes data = input_.subspan(static_cast<std::size_t>(data_begin_));
  position_.at("tensors");
  for (std::uint64_t i = 0; i < tensors_ && !stopped(); ++i) {
    const Info info = info_at(i);
    if (info.dtype != 0 || info.begin > info.end || info.end > data.size()) continue;
    const Bytes elements =
        data.subspan(static_cast<std::size_t>(info.begin.value), static_cast<std::size_t>(info.end - info.begin));
    const std::uint64_t bad = find_non_bool(elements);
    if (bad == nowhere) continue;
    position_.entry(i);
    in_.require(false, rule::boolean, data_begin_ + info.begin + bad, 1, "data",
                std::to_integer<std::uint8_t>(elements[static_cast<std::size_t>(bad)]));
  }
  position_.whole_file();
}

}  // namespace hallmark::bintensors
