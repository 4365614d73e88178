#include "conformance/python/arrow_table.hpp"

#include <limits>
#include <stdexcept>

namespace hallmark::python {
namespace {

// Owned is what a structure of the interface points to, and what its release frees. A child may have been moved out by
// its reader, who then releases it: each owns itself alone.
struct OwnedSchema {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

struct OwnedArray {
  std::optional<ArrowTable::Column> column;  // of a child
  const void* no_validity = nullptr;         // of the table
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

template <class Structure, class Owned>
void release(Structure* structure) {
  const std::unique_ptr<Owned> owned(static_cast<Owned*>(structure->private_data));
  for (Structure& child : owned->children) {
    if (child.release != nullptr) child.release(&child);
  }
  structure->release = nullptr;
}

template <class Structure, class Owned>
void adopt(Structure& structure, std::unique_ptr<Owned> owned) {
  for (Structure& child : owned->children) owned->pointers.push_back(&child);
  structure.n_children = static_cast<std::int64_t>(owned->children.size());
  structure.children = owned->pointers.data();
  structure.release = release<Structure, Owned>;
  structure.private_data = owned.release();
}

}  // namespace

ArrowTable::Column::Column(const char* name, bool text, bool nullable) : name_(name), text_(text), nullable_(nullable) {
  if (text_) offsets_.push_back(0);
}

void ArrowTable::Column::reserve(std::size_t rows) {
  if (text_) {
    offsets_.reserve(rows + 1);
  } else {
    numbers_.reserve(rows);
  }
}

void ArrowTable::Column::fill(std::size_t rows) {
  if (rows == rows_) return;
  // Of the last byte the bits behind the last row are 0.
  if (nulls_ == 0) {
    validity_.assign(rows_ / 8, 0xff);
    if (rows_ % 8 != 0) validity_.push_back(static_cast<std::uint8_t>((1U << rows_ % 8) - 1));
  }
  validity_.resize((rows + 7) / 8, 0);
  if (text_) {
    offsets_.resize(rows + 1, offsets_.back());
  } else {
    numbers_.resize(rows, 0);
  }
  nulls_ += rows - rows_;
  rows_ = rows;
}

void ArrowTable::Column::grow() {
  if (nulls_ != 0) {
    if (rows_ % 8 == 0) validity_.push_back(0);
    validity_.back() = static_cast<std::uint8_t>(validity_.back() | 1U << rows_ % 8);
  }
  ++rows_;
}

void ArrowTable::Column::set(std::size_t row, std::uint64_t number) {
  fill(row);
  numbers_.push_back(static_cast<std::int64_t>(number));
  grow();
}

void ArrowTable::Column::set(std::size_t row, std::string_view text) {
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (text.size() > most - data_.size()) throw std::length_error("2 GiB of findings: take smaller batches");
  fill(row);
  data_.append(text);
  offsets_.push_back(static_cast<std::int32_t>(data_.size()));
  grow();
}

ArrowTable::Column& ArrowTable::column(const char* name, Kind kind) {
  const bool text = kind == Kind::text || kind == Kind::optional_text;
  return columns_.emplace_back(name, text, kind == Kind::optional_text || kind == Kind::optional_number);
}

void ArrowTable::hand_over(std::size_t rows, ArrowSchema& schema, ArrowArray& array) {
  auto all_schemas = std::make_unique<OwnedSchema>();
  auto all_arrays = std::make_unique<OwnedArray>();
  array = {};
  array.length = static_cast<std::int64_t>(rows);
  all_schemas->children.reserve(columns_.size());
  all_arrays->children.reserve(columns_.size());
  for (Column& moved : columns_) {
    moved.fill(rows);
    auto named = std::make_unique<OwnedSchema>();
    named->name = moved.name_;
    ArrowSchema& type = all_schemas->children.emplace_back();
    type.format = moved.text_ ? "u" : "l";
    type.name = named->name.c_str();
    type.flags = moved.nullable_ ? arrow_nullable : 0;
    adopt(type, std::move(named));

    auto filled = std::make_unique<OwnedArray>();
    Column& column = filled->column.emplace(std::move(moved));
    column.buffers_[0] = column.nulls_ == 0 ? nullptr : column.validity_.data();
    column.buffers_[1] = column.text_ ? static_cast<const void*>(column.offsets_.data()) : column.numbers_.data();
    column.buffers_[2] = column.data_.data();
    ArrowArray& values = all_arrays->children.emplace_back();
    values.length = static_cast<std::int64_t>(column.rows_);
    values.null_count = static_cast<std::int64_t>(column.nulls_);
    values.n_buffers = column.text_ ? 3 : 2;
    values.buffers = column.buffers_;
    adopt(values, std::move(filled));
  }
  columns_.clear();
  schema = {};
  schema.format = "+s";
  schema.name = "";
  adopt(schema, std::move(all_schemas));
  array.n_buffers = 1;
  array.buffers = &all_arrays->no_validity;
  adopt(array, std::move(all_arrays));
}

}  // namespace hallmark::python
