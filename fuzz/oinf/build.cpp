// Fuzz target: the encoder of `oinf`. The input is a program that makes a model, right or wrong. What the encoder
// writes is accepted, decodes to that model and is its own re-encoding; what it refuses, it refuses by a rule of the
// format.
#include "codecs/oinf/rules.hpp"
#include "fuzz/oinf/same.hpp"
#include "fuzz/program.hpp"

namespace hallmark::fuzz {
namespace {

using oinf::ValueType;

constexpr std::uint8_t name_bound = 16;

// Model is what a program makes; blobs and dimensions that are no plain operands lie in `made`.
struct Model {
  std::vector<oinf::Sizevar> sizevars;
  std::vector<oinf::Metadata> metadata;
  std::vector<TensorView> tensors;
  std::vector<std::unique_ptr<Block>> made;

  [[nodiscard]] oinf::ModelView view() const noexcept { return {sizevars, metadata, tensors}; }

  Bytes block(std::size_t size, const auto& fill) {
    made.push_back(std::make_unique<Block>(size, 0));
    fill(made.back()->bytes());
    return made.back()->view();
  }
};

// A blob with `head` words in front of bytes of the program, padded to 8: what strings, bitsets and arrays are.
Bytes payload(Program& program, Model& model, std::initializer_list<std::uint32_t> head, std::size_t size) {
  const Bytes rest = program.bytes(size);
  const std::size_t before = head.size() * 4;
  return model.block((before + rest.size() + 7) / 8 * 8, [&](std::span<std::byte> out) {
    std::size_t at = 0;
    for (const std::uint32_t word : head) store_le(out.data() + 4 * at++, word);
    if (!rest.empty()) std::memcpy(out.data() + before, rest.data(), rest.size());
  });
}

Bytes blob(Program& program, Model& model, ValueType type) {
  const std::uint8_t size = program.byte() % 24;
  if (program.byte() % 8 == 7) return program.bytes(size);  // whatever it is
  switch (type) {
    case ValueType::string: return payload(program, model, {size}, size);
    case ValueType::bitset: return payload(program, model, {size, (size + 7U) / 8}, (size + 7U) / 8);
    case ValueType::ndarray: {
      const std::uint32_t element = program.byte() % 13;
      const auto width = static_cast<std::size_t>(size_of(oinf::dtype_of(static_cast<ValueType>(element))));
      return payload(program, model, {element, 1, size, 0}, size * width);
    }
    default: return program.bytes(static_cast<std::size_t>(size_of(oinf::dtype_of(type))));
  }
}

TensorView tensor(Program& program, Model& model) {
  TensorView tensor;
  tensor.name = program.text();
  tensor.dtype = static_cast<DType>(program.byte() % 16);
  const std::uint8_t rank = program.byte() % 4;
  std::uint64_t count = 1;
  tensor.shape = Shape(model.block(std::size_t{8} * rank, [&](std::span<std::byte> out) {
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const std::uint8_t operand = program.byte();
      const std::uint64_t dim = operand < 0xf0 ? operand % 5 : std::uint64_t{1} << (operand % 64);
      store_le(out.data() + 8 * axis, dim);
      count *= dim;
    }
  }));
  tensor.has_data = program.byte() % 4 != 0;
  if (tensor.has_data) tensor.data = program.bytes(static_cast<std::size_t>(count * size_of(tensor.dtype)));
  return tensor;
}

void make(Program& program, Model& model) {
  while (!program.ended()) {
    const std::uint8_t table = program.byte() % 3;
    if (table == 0) {
      const std::string_view name = program.text();
      model.sizevars.push_back({name, std::uint64_t{program.byte()} << program.byte() % 64});
    } else if (table == 1) {
      const std::string_view key = program.text();
      const auto type = static_cast<ValueType>(program.byte() % 17);
      model.metadata.push_back({key, type, blob(program, model, type)});
    } else {
      model.tensors.push_back(tensor(program, model));
    }
  }
}

bool is_ours(const Rule* rule) noexcept {
  for (const Rule* own : oinf::rules) {
    if (own == rule) return true;
  }
  return false;
}

void build(Bytes text) {
  Program program(text, name_bound);
  Model model;
  make(program, model);
  const auto size = static_cast<std::size_t>(oinf::encoded_size(model.view()));
  Block out(size, 0xee);
  const Encoded written = encoded(model.view(), out.bytes());
  invariant(written.size == size, "encoded_size is the size of the file");
  if (written) return holds(out, model.view());
  invariant(is_ours(written.refusal.rule), "an encoder refuses by a rule of the format");
  invariant(written.refusal.offset <= size && written.refusal.length <= size - written.refusal.offset,
            "a refusal names bytes of the file");
}

}  // namespace
}  // namespace hallmark::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  fuzz::build(input.view());
  return 0;
}
