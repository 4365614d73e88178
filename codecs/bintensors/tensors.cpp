// Phase 4, the size and place of each tensor; phase 5, the size of the file; phase 7, the elements of BOOL tensors.
#include "bintensors/walk.hpp"
#include "core/scan.hpp"

namespace hallmark::bintensors {
namespace {

Varint load(Bytes input, Rereader& again, const char* name) noexcept {
  const auto at = static_cast<std::uint64_t>(again.next() - input.data());
  const std::uint64_t value = again.number();
  return {value, at, static_cast<std::uint64_t>(again.next() - input.data()) - at, name};
}

}  // namespace

// Phase 2 keeps only the offsets of the entries: an entry that is needed again is read again.
Info Walk::info_at(std::uint64_t tensor) noexcept {
  Rereader again(description(record(), names_, infos_, static_cast<std::size_t>(tensor)));
  Info info;
  info.dtype = load(header_, again, "dtype");
  const std::uint64_t rank = again.count();
  info.shape_at = static_cast<std::uint64_t>(again.next() - header_.data());
  for (std::uint64_t axis = 0; axis < rank; ++axis) info.count.dimension(again.number());
  info.shape_size = static_cast<std::uint64_t>(again.next() - header_.data()) - info.shape_at;
  info.begin = load(header_, again, "data_offsets[0]");
  info.end = load(header_, again, "data_offsets[1]");
  return info;
}

Extent Extents::next(const Info& info) noexcept {
  Extent extent;
  std::uint64_t bytes = 0;
  const bool counted = info.dtype <= 14 && info.count.bytes(element_size(info.dtype), bytes);
  const auto fits = [&](std::uint64_t begin) { return counted && bytes <= UINT64_MAX - begin; };
  const auto reaches = [&](std::uint64_t begin) { return fits(begin) && info.end == begin + bytes; };
  extent.joins = info.begin == declared_end_ || info.begin == computed_end_;
  extent.begin = info.begin;
  if (!extent.joins) {
    for (const std::uint64_t begin : {declared_end_, computed_end_}) {
      if (reaches(begin)) extent.begin = begin;
    }
  }
  extent.sized = fits(extent.begin);
  extent.end = extent.sized ? extent.begin + bytes : extent.begin;
  extent.ends = reaches(extent.begin);
  declared_end_ = info.end;
  computed_end_ = extent.sized ? extent.end : declared_end_;
  return extent;
}

void Walk::check_tensors() noexcept {
  if (contiguous_) return;
  position_.at("tensors");
  Extents extents;
  std::uint64_t declared_end = 0;
  for (std::uint64_t i = 0; i < tensors_ && !stopped(); ++i) {
    position_.entry(i);
    const Info info = info_at(i);
    const Extent extent = extents.next(info);
    require(in_, extent.joins, rule<"bintensors/offset-begin">, info.begin, declared_end);
    declared_end = info.end;
    end_known_ = extent.sized;
    if (info.dtype > 14) continue;  // reported in phase 2; its elements have no size
    if (!in_.require(extent.sized, rule<"bintensors/element-count">, info.shape_at, info.shape_size, "shape")) continue;
    require(in_, extent.ends, rule<"bintensors/offset-end">, info.end, extent.end);
    last_end_ = extent.end;
  }
  position_.whole_file();
}

void Walk::check_file_size() noexcept {
  if (!end_known_) return;
  const std::uint64_t size = whole_.size() - data_begin_;
  if (!in_.require(size >= last_end_, rule<"bintensors/data-truncated">, whole_.size(), 0, "data", size, last_end_))
    return;
  const std::uint64_t rest = size - last_end_;
  in_.require(rest == 0, rule<"bintensors/data-trailing">, data_begin_ + last_end_, rest, "data", rest);
}

void Walk::check_booleans() noexcept {
  if (!booleans_) return;
  const Bytes data = this->data();
  position_.at("tensors");
  Extents extents;
  for (std::uint64_t i = 0; i < tensors_ && !stopped(); ++i) {
    const Info info = info_at(i);
    const Extent extent = extents.next(info);
    const bool found = extent.sized && (extent.joins || extent.ends) && extent.end <= data.size();
    if (info.dtype != 0 || !found) continue;
    const Bytes elements =
        data.subspan(static_cast<std::size_t>(extent.begin), static_cast<std::size_t>(extent.end - extent.begin));
    position_.entry(i);
    in_.require_none(find_non_bool(elements), rule<"bintensors/boolean">,
                     {elements, data_begin_ + extent.begin, "data"});
  }
  position_.whole_file();
}

}  // namespace hallmark::bintensors
