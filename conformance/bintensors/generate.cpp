// SPDX-License-Identifier: Apache-2.0
// Draws BinTensors models from choices, and writes their files.
#include "conformance/bintensors/generate.hpp"

#include <algorithm>
#include <numeric>

#include "codecs/bintensors/writer.hpp"
#include "conformance/generate/formats.hpp"
#include "conformance/model/encoded.hpp"

namespace hallmark::bintensors {
namespace {

// Contents are those of a model, with the data that its shapes say, which need not exist.
struct Contents : Ordered {
  [[nodiscard]] std::uint64_t data_size(const TensorView& tensor) const {
    return conformance::count_of(conformance::dims_of(tensor.shape)) * size_of(tensor.dtype);
  }
};

// Loose is what fields of a file are put to: with choices, some numbers are longer than they need be.
class Loose {
 public:
  explicit Loose(conformance::Choices* choices) : choices_(choices) {}

  template <class T>
  void integer(const char*, T value) {
    file.resize(file.size() + sizeof value);
    patch(file.size() - sizeof value, value);
  }
  void number(std::string_view name, std::uint64_t value) {
    const std::uint64_t widest = name == "dtype" ? 5 : 9;
    std::uint64_t size = shortest_varint(value);
    const bool longer = choices_ != nullptr && choices_->chance(4);
    while (longer && size < widest && choices_->chance(2)) size = size == 1 ? 3 : 2 * size - 1;
    std::byte memory[9];
    Writer to(memory);
    write_varint(to, value, size);
    bytes("", Bytes(memory).first(static_cast<std::size_t>(size)));
  }
  void bytes(const char*, Bytes value) { file.insert(file.end(), value.begin(), value.end()); }
  template <class T>
  void patch(std::size_t at, T value) {
    store_le(file.data() + at, value);
  }
  [[nodiscard]] std::size_t size() const { return file.size(); }

  std::vector<std::byte> file;

 private:
  conformance::Choices* choices_;
};

}  // namespace

OwnedModel owned(const FileView& file) {
  OwnedModel copy;
  copy.has_metadata = file.has_metadata;
  for (Pairs pairs = file.metadata; pairs.left() != 0;) {
    const Pair pair = pairs.next();
    copy.metadata.emplace_back(pair.key, pair.value);
  }
  for (std::uint64_t i = 0; i < file.size(); ++i) {
    copy.tensors.push_back(conformance::owned(file.tensor(i)));
  }
  return copy;
}

OwnedModel sorted(OwnedModel model) { return conformance::in_order(std::move(model), discriminant_of); }

OwnedModel any_model(conformance::Choices& choices, std::uint32_t most) {
  return conformance::any_model(choices, most, dtypes);
}

std::vector<std::byte> head_of(Layout layout, const OwnedModel& model, conformance::Choices* choices, bool compat) {
  std::vector<std::uint32_t> order(layout == Layout::v0 ? model.tensors.size() : 0);
  std::iota(order.begin(), order.end(), 0U);
  if (choices != nullptr) conformance::shuffle(order, *choices);
  const Borrowed borrowed(model);
  const Model view = borrowed.view();
  Loose to(compat ? choices : nullptr);
  put_header(layout, Contents{{&view, {}, {}, {order}}}, to);
  if (!compat || !choices->chance(2)) return std::move(to.file);
  const std::size_t tail = choices->below(20);
  to.bytes("padding", choices->bytes(tail));
  to.patch(0, std::uint64_t{to.size() - sofm_size});
  return std::move(to.file);
}

std::vector<std::byte> any_file(Layout layout, const OwnedModel& model, conformance::Choices* choices, bool compat) {
  std::vector<std::byte> out = head_of(layout, model, choices, compat);
  for (const OwnedTensor& tensor : model.tensors) out.insert(out.end(), tensor.data.begin(), tensor.data.end());
  return out;
}

std::vector<std::byte> written(Layout layout, const OwnedModel& model) {
  return conformance::written(layout, Borrowed(model).view());
}

namespace {

using conformance::Choices;
using conformance::Input;

template <Layout layout>
Input any(Choices& choices) {
  OwnedModel model = any_model(choices, 6);
  // As often as not in the order of the original writer, which brings no warning.
  if (choices.below(2) == 0) return {any_file(layout, sorted(std::move(model)), &choices), {}, {}};
  return {any_file(layout, model, &choices), {}, {}};
}

template <Layout layout>
constexpr conformance::ModelLayout field_layout{[](const OwnedModel& field) { return head_of(layout, field); }, 40, 1,
                                                sorted};

}  // namespace

const conformance::Generator bintensors_v0_generator =
    conformance::definite(conformance::model_generator<field_layout<Layout::v0>>(
        "bintensors-v0", "bintensors#assembling-the-format", any<Layout::v0>));
const conformance::Generator bintensors_v1_generator =
    conformance::definite(conformance::model_generator<field_layout<Layout::v1>>(
        "bintensors-v1", "bintensors#assembling-the-format", any<Layout::v1>));

}  // namespace hallmark::bintensors
