// Fuzz target: the encoder of `oinf`. The input is a sequence of operations that build a model, valid or not. The
// encoded file is accepted, decodes to the same model and is its own re-encoding; a model that is not encoded breaks a
// rule of the format.
#include "codecs/oinf/rules.hpp"
#include "fuzz/oinf/files.hpp"
#include "fuzz/operations.hpp"

namespace hallmark::fuzz {
namespace {

using oinf::ValueType;

constexpr std::uint8_t name_bound = 16;

// Model is the built model; `made` owns blobs and dimensions that are not plain operands.
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

// A blob of `head` words and operand bytes, padded to 8: the form of strings, bitsets and arrays.
Bytes payload(OperationReader& operations, Model& model, std::initializer_list<std::uint32_t> head, std::size_t size) {
  const Bytes rest = operations.bytes(size);
  const std::size_t before = head.size() * 4;
  return model.block((before + rest.size() + 7) / 8 * 8, [&](std::span<std::byte> out) {
    std::size_t at = 0;
    for (const std::uint32_t word : head) store_le(out.data() + 4 * at++, word);
    if (!rest.empty()) std::memcpy(out.data() + before, rest.data(), rest.size());
  });
}

Bytes blob(OperationReader& operations, Model& model, ValueType type) {
  const std::uint8_t size = operations.byte() % 24;
  if (operations.byte() % 8 == 7) return operations.bytes(size);  // arbitrary bytes
  switch (type) {
    case ValueType::string: return payload(operations, model, {size}, size);
    case ValueType::bitset: return payload(operations, model, {size, (size + 7U) / 8}, (size + 7U) / 8);
    case ValueType::ndarray: {
      const std::uint32_t element = operations.byte() % 13;
      const auto width = static_cast<std::size_t>(size_of(oinf::dtype_of(static_cast<ValueType>(element))));
      return payload(operations, model, {element, 1, size, 0}, size * width);
    }
    default: return operations.bytes(static_cast<std::size_t>(size_of(oinf::dtype_of(type))));
  }
}

TensorView tensor(OperationReader& operations, Model& model) {
  TensorView tensor;
  tensor.name = operations.text();
  tensor.dtype = static_cast<DType>(operations.byte() % 16);
  const std::uint8_t rank = operations.byte() % 4;
  std::uint64_t count = 1;
  tensor.shape = Shape(model.block(std::size_t{8} * rank, [&](std::span<std::byte> out) {
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const std::uint8_t operand = operations.byte();
      const std::uint64_t dim = operand < 0xf0 ? operand % 5 : std::uint64_t{1} << (operand % 64);
      store_le(out.data() + 8 * axis, dim);
      count *= dim;
    }
  }));
  tensor.has_data = operations.byte() % 4 != 0;
  if (tensor.has_data) tensor.data = operations.bytes(static_cast<std::size_t>(count * size_of(tensor.dtype)));
  return tensor;
}

void make(OperationReader& operations, Model& model) {
  while (!operations.ended()) {
    const std::uint8_t table = operations.byte() % 3;
    if (table == 0) {
      const std::string_view name = operations.text();
      model.sizevars.push_back({name, std::uint64_t{operations.byte()} << operations.byte() % 64});
    } else if (table == 1) {
      const std::string_view key = operations.text();
      const auto type = static_cast<ValueType>(operations.byte() % 17);
      model.metadata.push_back({key, type, blob(operations, model, type)});
    } else {
      model.tensors.push_back(tensor(operations, model));
    }
  }
}

void build(Bytes text) {
  OperationReader operations(text, name_bound);
  Model model;
  make(operations, model);
  const Written made = write(model.view());
  const std::uint64_t size = made.file.view().size();
  const Violation& refusal = made.result.refusal;
  invariant(made.result.size == size, "encoded_size is the size of the file");
  if (made.result) return check_encoded(oinf::owned(model.view()), Profile::strict);
  invariant(std::ranges::find(oinf::rules, refusal.rule) != std::end(oinf::rules),
            "an encoder refuses by a rule of the format");
  invariant(refusal.offset <= size && refusal.length <= size - refusal.offset, "a refusal names bytes of the file");
}

}  // namespace

void run_target(const Block& input) { build(input.view()); }

}  // namespace hallmark::fuzz
