#include "conformance/python/arrow_batch.hpp"

#include <cstring>
#include <string>
#include <string_view>

namespace hallmark::python {
namespace {

template <class T>
T load(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::optional<ArrowColumn> column_named(std::string_view name, const ArrowSchema& schema, const ArrowArray& array) {
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    if (schema.children[i]->name == name) return ArrowColumn(*schema.children[i], *array.children[i], array.offset);
  }
  return std::nullopt;
}

}  // namespace

ArrowColumn::ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t parent_offset)
    : offset_(static_cast<std::size_t>(array.offset + parent_offset)) {
  const std::string_view format = schema.format;
  if (schema.dictionary != nullptr || (format != "u" && format != "z" && format != "U" && format != "Z")) {
    throw std::invalid_argument("column \"" + std::string(schema.name) +
                                "\" is neither string nor binary, nor a large one of these; cast it");
  }
  wide_ = format == "U" || format == "Z";
  validity_ = static_cast<const std::byte*>(array.null_count == 0 ? nullptr : array.buffers[0]);
  offsets_ = static_cast<const std::byte*>(array.buffers[1]);
  data_ = static_cast<const std::byte*>(array.buffers[2]);
}

std::optional<Bytes> ArrowColumn::at(std::size_t row) const noexcept {
  const std::size_t i = offset_ + row;
  if (validity_ != nullptr && (std::to_integer<unsigned>(validity_[i / 8]) >> i % 8 & 1) == 0) return std::nullopt;
  const auto offset = [this](std::size_t at) {
    return wide_ ? load<std::int64_t>(offsets_ + at * sizeof(std::int64_t))
                 : load<std::int32_t>(offsets_ + at * sizeof(std::int32_t));
  };
  const std::int64_t begin = offset(i);
  const auto size = static_cast<std::size_t>(offset(i + 1) - begin);
  // The data of a column that is empty throughout may be null.
  return size == 0 ? Bytes() : Bytes(data_ + begin, size);
}

ArrowBatch::ArrowBatch(const ArrowSchema& schema, const ArrowArray& array)
    : rows_(static_cast<std::size_t>(array.length)) {
  if (schema.format != std::string_view("+s")) throw std::invalid_argument("this is no record batch");
  if (array.null_count != 0 && array.buffers[0] != nullptr) {
    throw std::invalid_argument("a row of the batch is null as a whole");
  }
  path_ = column_named("path", schema, array);
  content_ = column_named("content", schema, array);
  if (!content_) content_ = column_named("bytes", schema, array);
  problem_ = column_named("problem", schema, array);
  if (!path_ && !content_) throw std::invalid_argument("the batch has neither a column \"path\" nor \"content\"");
}

}  // namespace hallmark::python
