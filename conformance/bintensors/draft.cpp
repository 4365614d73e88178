// Writes the fields of a draft, each as one piece of bytes.
#include "conformance/bintensors/draft.hpp"

#include <algorithm>

namespace hallmark::bintensors {

Draft::Draft(Layout layout, const Plan& plan) : layout_(layout) {
  write_metadata();
  write_tensors(plan);
  if (layout == Layout::v0) write_index_map(last + (plan.short_map ? 0 : 1));
}

void Draft::write_metadata() {
  piece("metadata.tag", {1});
  piece("metadata", {2 * slots});
  for (int i = 0; i < 2 * slots; ++i) {
    text(fmt::format("metadata[{}].key", i), fmt::format("k{}x", i));
    text(fmt::format("metadata[{}].value", i), "value");
  }
}

void Draft::write_tensors(const Plan& plan) {
  constexpr unsigned dtypes[] = {14, 11, 1, 0};
  constexpr unsigned counts[] = {2, 3, 5, 4};
  constexpr unsigned sizes[] = {16, 12, 5, 4};
  piece("tensors", {last + 1});
  unsigned end = 0;
  for (int i = 0; i <= last; ++i) {
    const int kind = std::min(i / slots, static_cast<int>(truth));
    if (layout_ == Layout::v1) text(of_tensor(i, "name"), name(i));
    piece(of_tensor(i, "dtype"), {dtypes[kind]});
    piece(of_tensor(i, "shape.length"), {1});
    piece(of_tensor(i, "shape[0]"), {counts[kind]});
    if (plan.gaps.contains(i)) end += 8;
    piece(of_tensor(i, "data_offsets[0]"), {end});
    end += sizes[kind];
    piece(of_tensor(i, "data_offsets[1]"), {end});
    if (plan.gaps.contains(i)) data_.resize(data_.size() + 8);
    data_at_.push_back(data_.size());
    data_.resize(end, kind == truth ? std::byte{1} : std::byte{2});
  }
}

void Draft::write_index_map(unsigned mappings) {
  piece("index_map", {mappings});
  for (unsigned i = 0; i < mappings; ++i) {
    text(of_mapping(static_cast<int>(i), "name"), name(static_cast<int>(i)));
    piece(of_mapping(static_cast<int>(i), "index"), {i});
  }
}

File Draft::write() {
  File out(8);
  for (const std::string& path : order_) {
    offsets_[path] = out.size();
    const File& piece = pieces_.at(path);
    out.insert(out.end(), piece.begin(), piece.end());
  }
  offsets_["padding"] = out.size();
  out.resize((out.size() + 7) / 8 * 8 + tail, std::byte{0x20});
  if (dirty && offsets_["padding"] < out.size()) out[offsets_["padding"]] = std::byte{0};
  offsets_["data"] = out.size();
  store_le(out.data(), std::uint64_t{(cut.empty() ? out.size() : offsets_.at(cut)) - 8});
  out.insert(out.end(), data_.begin(), data_.end());
  offsets_["end"] = out.size();
  if (more < 0) out.pop_back();
  if (more > 0) out.resize(out.size() + static_cast<std::size_t>(more));
  offsets_["file"] = out.size();
  return out;
}

}  // namespace hallmark::bintensors
