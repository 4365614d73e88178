// The generator of OINF.
#include <algorithm>
#include <array>

#include "conformance/generate/transformer.hpp"
#include "conformance/oinf/file_writer.hpp"

namespace hallmark::oinf {
namespace {

using conformance::Choices;
using conformance::Input;

// Places of the header's fields.
constexpr std::size_t counts_at = 13;    // of sizevars, metadata and tensors, 4 bytes each
constexpr std::size_t sections_at = 29;  // their offsets, that of the data, and the size of the file, 8 bytes each
constexpr std::size_t header_size = 72;

Input any(Choices& choices) { return {any_file(any_model(choices, 5), &choices), {}, {}}; }

// A model, and the bytes of its tokeniser, which bring the file to its size: a multiple of 8.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  const DType weights = noise.below(2) == 0 ? DType::f32 : DType::f16;
  OwnedModel model;
  model.sizevars = {{"heads", 1 + noise.below(64)}, {"layers", 1 + noise.below(32)}};
  std::vector<std::byte> epsilon(4);
  noise.fill(DType::f32, epsilon);
  model.metadata = {{"architecture", ValueType::string, string_blob("transformer")},
                    {"epsilon", ValueType::f32, epsilon},
                    {"tied", ValueType::boolean, {std::byte{1}}}};
  const auto padded = [](std::uint64_t bytes) { return (bytes + 7) / 8 * 8; };
  // The tables are a few percent at most; what they leave goes to the tokeniser.
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t tables = 256;; tables *= 2) {
    model.tensors.clear();
    sizes.clear();
    for (auto& tensor : transformer_of(noise, weights, size > tables ? size - tables : 0)) {
      model.tensors.push_back({std::move(tensor.name), type_of(tensor.dtype), tensor.dims, true, {}});
      sizes.push_back(tensor.size);
    }
    model.tensors.push_back({"tokenizer.model", ValueType::u8, {0}, true, {}});
    sizes.push_back(0);
    if (model.tensors.size() == 1 || head_of(model, sizes).size() + 8 * sizes.size() <= tables) break;
  }
  std::uint64_t total = head_of(model, sizes).size();
  for (const std::uint64_t one : sizes) total += padded(one);
  if (size > total) sizes.back() = size - total;
  model.tensors.back().dims = {sizes.back()};

  out.write(head_of(model, sizes));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    write_elements(noise, dtype_of(model.tensors[i].dtype), sizes[i], out);
    constexpr std::array<std::byte, 8> zeros{};
    out.write(Bytes(zeros).first(static_cast<std::size_t>(padded(sizes[i]) - sizes[i])));
  }
  return {};
}

// Tables reads and changes the tables of a file in which something is broken, as far as they can be followed.
class Tables {
 public:
  explicit Tables(std::vector<std::byte>& file) : file_(file) {}

  // followed: the header has its size, and the sections follow each other inside the file.
  [[nodiscard]] bool followed() const {
    if (file_.size() < header_size) return false;
    std::uint64_t before = header_size;
    for (std::size_t i = 0; i < 4; ++i) {
      if (section(i) < before || section(i) > file_.size()) return false;
      before = section(i);
    }
    return true;
  }

  // Entries in front of a table.
  void add_sizevars(Choices& choices) {
    std::vector<std::byte> more;
    const std::uint32_t entries = 1 + choices.below(3);
    for (std::uint32_t i = 0; i < entries; ++i) {
      append_string(more, conformance::word_of(choices, 5 + choices.below(12)));
      append(more, choices.word());
    }
    insert(0, entries, more);
  }
  // Two at a time, so that the table grows by whole words. The first has its data behind all others, the second none.
  void add_tensors(Choices& choices) {
    std::vector<std::byte> more;
    const std::uint64_t elements = 1 + choices.below(16);
    const bool at_end = file_.size() % 8 == 0 && section(4) == file_.size();
    for (int i = 0; i < 2; ++i) {
      const bool stored = i == 0 && at_end;
      append_string(more, conformance::word_of(choices, 6 + choices.below(12)));
      append(more, static_cast<std::uint32_t>(ValueType::u8));
      append(more, std::uint32_t{1});
      append(more, std::uint32_t{stored ? 1U : 0U});
      append(more, elements);
      append(more, stored ? elements : std::uint64_t{0});
      append(more, stored ? std::uint64_t{file_.size()} : std::uint64_t{0});  // moved by insert, as the others are
    }
    insert(2, 2, more);
    if (!at_end) return;
    const std::vector<std::byte> data = choices.bytes(static_cast<std::size_t>(elements));
    file_.insert(file_.end(), data.begin(), data.end());
    file_.resize((file_.size() + 7) / 8 * 8);
    put(sections_at + 32, std::uint64_t{file_.size()});
  }

 private:
  [[nodiscard]] std::uint64_t u64(std::size_t at) const { return load_le<std::uint64_t>(file_.data() + at); }
  [[nodiscard]] std::uint32_t u32(std::size_t at) const { return load_le<std::uint32_t>(file_.data() + at); }
  template <class T>
  void put(std::size_t at, T value) {
    store_le(file_.data() + at, value);
  }
  [[nodiscard]] std::uint64_t section(std::size_t i) const { return u64(sections_at + 8 * i); }

  void insert(std::size_t table, std::uint32_t entries, const std::vector<std::byte>& more) {
    const auto size = static_cast<std::uint64_t>(file_.size());
    const std::uint64_t grown = more.size();
    const std::uint64_t begin = section(table);
    file_.insert(file_.begin() + static_cast<std::ptrdiff_t>(begin), more.begin(), more.end());
    put(counts_at + 4 * table, u32(counts_at + 4 * table) + entries);
    for (std::size_t i = table + 1; i < 5; ++i) put(sections_at + 8 * i, section(i) + grown);
    for (const std::size_t entries_of : {1, 2}) move_blobs(entries_of, size, grown);
  }

  // Where the string at `at` ends, or 0 if that is outside of the file.
  [[nodiscard]] std::size_t behind_string(std::size_t at) const {
    if (at > file_.size() || file_.size() - at < 4) return 0;
    const std::uint64_t size = (std::uint64_t{u32(at)} + 4 + 7) / 8 * 8;
    return size <= file_.size() - at ? at + static_cast<std::size_t>(size) : 0;
  }
  // The place of a blob, which ends its entry, moves with it where it lies in the file; one outside is what is broken.
  void move_blobs(std::size_t table, std::uint64_t size, std::uint64_t grown) {
    auto at = static_cast<std::size_t>(section(table));
    for (std::uint32_t left = u32(counts_at + 4 * table); left > 0; --left) {
      at = behind_string(at);
      if (at == 0 || file_.size() - at < 24) return;
      // Those of tensors have their dimensions between ndim and the size.
      const std::uint64_t entry = table == 1 ? 24 : 28 + std::uint64_t{u32(at + 4)} * 8;
      if (entry > file_.size() - at) return;
      at += static_cast<std::size_t>(entry);
      if (const std::uint64_t place = u64(at - 8); place >= header_size && place <= size) put(at - 8, place + grown);
    }
  }

  std::vector<std::byte>& file_;
};

// What is broken in the header stands in that of another file: the whole field in which two headers differ, or the
// size.
void exchange_header(Input& input, const Input& other, Choices& choices) {
  std::vector<std::byte> bytes = other.bytes;
  if (input.bytes.size() < header_size) {
    bytes.resize(input.bytes.size());
  } else {
    constexpr std::size_t fields[] = {0, 5, 9, 13, 17, 21, 25, 29, 37, 45, 53, 61, 69, 72};
    const std::size_t field = choices.below(std::size(fields) - 1);
    std::copy(input.bytes.begin() + static_cast<std::ptrdiff_t>(fields[field]),
              input.bytes.begin() + static_cast<std::ptrdiff_t>(fields[field + 1]),
              bytes.begin() + static_cast<std::ptrdiff_t>(fields[field]));
  }
  input.bytes = std::move(bytes);
}

Input surrounded(const Input& broken, Choices& choices) {
  Input input = broken;
  Tables tables(input.bytes);
  const std::uint32_t way = choices.below(4);
  if (way == 3 || !tables.followed()) {
    exchange_header(input, any(choices), choices);
    return input;
  }
  if (way != 1) tables.add_sizevars(choices);
  if (way != 0) tables.add_tensors(choices);
  return input;
}

}  // namespace
}  // namespace hallmark::oinf

namespace hallmark::conformance::generator {

extern const Generator oinf;
const Generator oinf{"oinf", "oinf#high-level-layout", hallmark::oinf::any, hallmark::oinf::sized,
                     hallmark::oinf::surrounded};

}  // namespace hallmark::conformance::generator
