#include "benchmarks/oinf/inputs.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "benchmarks/harness/random.hpp"
#include "codecs/oinf/format.hpp"
#include "hallmark/core/writer.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::benchmarks {
namespace {

using oinf::rounded_up;
using oinf::ValueType;

struct Blob {
  std::uint64_t size = 0;
  std::uint64_t offset = 0;  // relative to offset_data
};
struct Value {
  std::string key;
  ValueType type;
  File bytes;
  Blob blob{};
};
struct Tensor {
  std::string name;
  ValueType dtype;
  std::vector<std::uint64_t> dims;
  bool has_data = true;
  Blob blob{};
};
struct Content {
  std::vector<std::string> sizevars;
  std::vector<Value> metadata;
  std::vector<Tensor> tensors;
};

void string(Writer& to, std::string_view text) {
  to.u32le(static_cast<std::uint32_t>(text.size()));
  to.bytes(as_bytes(text));
  to.zeros(oinf::string_size(text.size()) - 4 - text.size());
}

// Writes the header and the tables, directly followed by the data; returns offset_data.
std::uint64_t write_tables(Writer& to, const Content& content, std::uint64_t data_size) {
  std::uint64_t metadata = oinf::header_size;
  for (const std::string& name : content.sizevars) metadata += oinf::string_size(name.size()) + oinf::sizevar_fields;
  std::uint64_t tensors = metadata;
  for (const Value& value : content.metadata) tensors += oinf::string_size(value.key.size()) + oinf::metadata_fields;
  std::uint64_t data = tensors;
  for (const Tensor& tensor : content.tensors) {
    data += oinf::string_size(tensor.name.size()) + oinf::tensor_fields + 8 * tensor.dims.size();
  }
  data = rounded_up(data);

  to.bytes(as_bytes({"OINF", 5}));
  to.u32le(1);
  to.u32le(0);
  to.u32le(static_cast<std::uint32_t>(content.sizevars.size()));
  to.u32le(static_cast<std::uint32_t>(content.metadata.size()));
  to.u32le(static_cast<std::uint32_t>(content.tensors.size()));
  to.u32le(0);
  for (const std::uint64_t offset : {std::uint64_t{oinf::header_size}, metadata, tensors, data, data + data_size}) {
    to.u64le(offset);
  }
  to.zeros(3);
  for (const std::string& name : content.sizevars) {
    string(to, name);
    to.u64le(name.size());
  }
  for (const Value& value : content.metadata) {
    string(to, value.key);
    to.u32le(static_cast<std::uint32_t>(value.type));
    to.u32le(0);
    to.u64le(value.blob.size);
    to.u64le(data + value.blob.offset);
  }
  for (const Tensor& tensor : content.tensors) {
    string(to, tensor.name);
    to.u32le(static_cast<std::uint32_t>(tensor.dtype));
    to.u32le(static_cast<std::uint32_t>(tensor.dims.size()));
    to.u32le(tensor.has_data ? oinf::has_data : 0);
    for (const std::uint64_t size : tensor.dims) to.u64le(size);
    to.u64le(tensor.blob.size);
    to.u64le(tensor.has_data ? data + tensor.blob.offset : 0);
  }
  to.zeros(data - to.size());
  return data;
}

// Assigns offsets to the blobs in the given order; returns the size of the data section.
std::uint64_t place(const std::vector<Blob*>& blobs) {
  std::uint64_t end = 0;
  for (Blob* blob : blobs) {
    blob->offset = end;
    end += rounded_up(blob->size);
  }
  return end;
}

std::vector<Blob*> blobs_of(Content& content) {
  std::vector<Blob*> blobs;
  for (Value& value : content.metadata) blobs.push_back(&value.blob);
  for (Tensor& tensor : content.tensors) {
    if (tensor.has_data) blobs.push_back(&tensor.blob);
  }
  return blobs;
}

// Tensor data are zeros.
File written(const Content& content, std::uint64_t data_size) {
  Writer measure;
  const std::uint64_t data = write_tables(measure, content, data_size);
  File file(static_cast<std::size_t>(data + data_size));
  Writer to(file);
  (void)write_tables(to, content, data_size);
  for (const Value& value : content.metadata) {
    std::copy(value.bytes.begin(), value.bytes.end(),
              file.begin() + static_cast<std::ptrdiff_t>(data + value.blob.offset));
  }
  return file;
}

// Digits with leading zeros, so that names sort like their numbers.
std::string padded(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(6 - std::min<std::size_t>(digits.size(), 6), '0') + digits;
}

}  // namespace

File oinf_tables(std::uint32_t sizevars, TableOrder order, Data data) {
  Content content;
  const bool present = data == Data::present;
  for (std::uint32_t i = 0; i < sizevars; ++i) content.sizevars.push_back("dim_" + padded(i));
  for (std::uint32_t i = 0; i < sizevars / 2; ++i) {
    content.tensors.push_back(
        {"layer." + padded(i / 4) + (i % 4 < 2 ? ".attn" : ".norm") + (i % 2 == 0 ? ".bias" : ".weight"),
         ValueType::f32,
         {2, 2},
         present,
         {present ? 16U : 0U, 0}});
  }
  Random random;
  if (order == TableOrder::shuffled) {
    random.shuffle(content.sizevars);
    random.shuffle(content.tensors);
  }
  std::vector<Blob*> blobs = blobs_of(content);
  if (order == TableOrder::shuffled) random.shuffle(blobs);
  const std::uint64_t size = place(blobs);
  return written(content, size);
}

File oinf_metadata(std::uint32_t count) {
  constexpr ValueType types[] = {ValueType::u32, ValueType::string, ValueType::bitset, ValueType::ndarray};
  Content content;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ValueType type = types[i % 4];
    File bytes(type == ValueType::u32 ? 4 : 40);
    Writer to(bytes);
    if (type == ValueType::string) string(to, "a.string-of_thirty-two.characters");
    if (type == ValueType::bitset) {
      to.u32le(256);
      to.u32le(32);
    }
    if (type == ValueType::ndarray) {
      to.u32le(static_cast<std::uint32_t>(ValueType::f32));
      to.u32le(1);
      to.u64le(6);
    }
    const std::uint64_t size = bytes.size();
    content.metadata.push_back({"config." + padded(i) + ".value", type, std::move(bytes), {size, 0}});
  }
  const std::uint64_t size = place(blobs_of(content));
  return written(content, size);
}

File oinf_booleans(std::uint64_t size) {
  Content content;
  for (std::uint64_t i = 0; i < 16; ++i) {
    content.tensors.push_back({"mask." + padded(i), ValueType::boolean, {size / 16}, true, {size / 16, 0}});
  }
  const std::uint64_t data_size = place(blobs_of(content));
  File file = written(content, data_size);
  for (std::size_t at = file.size() - data_size; at < file.size(); ++at)
    file[at] = static_cast<std::byte>(at * 7 % 11 & 1);
  return file;
}

Untouchable oinf_model(std::uint64_t size) {
  Content content;
  for (std::uint64_t i = 0; i < 256; ++i) {
    content.tensors.push_back({"layer." + padded(i) + ".weight", ValueType::f32, {size / 1024}, true, {size / 256, 0}});
  }
  // The first tensor fills the page of the tables, so that the others start at a page, which can be locked.
  const std::uint64_t page = Untouchable::page();
  content.tensors.insert(content.tensors.begin(), {"embedding", ValueType::u8, {0}, true, {0, 0}});
  Writer measure;
  const std::uint64_t data = write_tables(measure, content, 0);
  const std::uint64_t first = (data + page - 1) / page * page - data;
  content.tensors.front().dims = {first};
  content.tensors.front().blob.size = first;
  const std::uint64_t data_size = place(blobs_of(content));
  return {data + data_size, data + first, [&](Writer& to) { (void)write_tables(to, content, data_size); }};
}

Work encode_oinf(File file, std::uint64_t entries) {
  auto keep = std::make_shared<File>(std::move(file));
  auto tables = std::make_shared<std::vector<std::byte>>(oinf::scratch_bound(*keep));
  Scratch once(*tables);
  const auto decoded = oinf::decode(*keep, once);
  check_answer(static_cast<bool>(decoded), "oinf::decode");
  const oinf::ModelView model = *decoded;
  auto memory = std::make_shared<std::vector<std::byte>>(oinf::encode_scratch(model));
  auto out = std::make_shared<File>(oinf::encoded_size(model));
  return {[keep, tables, model, memory, out] {
            clobber_memory();
            Scratch scratch(*memory);
            const Encoded encoded = oinf::encode(model, scratch, *out);
            check_answer(encoded && encoded.size == keep->size(), "oinf::encode");
          },
          entries, 0, memory};
}

}  // namespace hallmark::benchmarks
