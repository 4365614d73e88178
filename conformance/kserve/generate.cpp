// Makes the tensors of KServe messages from choices.
#include "conformance/kserve/generate.hpp"

#include <algorithm>
#include <set>

#include "conformance/kserve/types.hpp"

namespace hallmark::kserve {
namespace {

class Generator {
 public:
  explicit Generator(conformance::Choices& choices) : choices_(choices) {}

  OwnedTensors tensors(std::uint32_t most) {
    std::set<std::string> taken;
    OwnedTensors all;
    for (std::uint32_t left = 1 + choices_.below(most); left > 0; --left) {
      std::string name(stems[choices_.below(std::size(stems))]);
      while (!taken.insert(name).second) name += static_cast<char>('a' + taken.size() % 26);
      all.push_back(tensor(std::move(name)));
    }
    return all;
  }

 private:
  OwnedTensor tensor(std::string name) {
    OwnedTensor tensor{std::move(name), types[choices_.below(std::size(types))].dtype, {}, {}, Encoding::json};
    const bool half = tensor.dtype == DType::f16 || tensor.dtype == DType::bf16;
    if (half || choices_.chance(2)) tensor.encoding = Encoding::binary;
    tensor.dims.resize(choices_.below(5));
    for (std::uint64_t& size : tensor.dims) size = 1 + choices_.below(3);
    if (!tensor.dims.empty() && choices_.chance(6)) {
      // Empty, so that the others may be of any size.
      for (std::uint64_t& size : tensor.dims) {
        size = choices_.chance(2) ? choices_.word() >> (1 + choices_.below(63)) : 1;
      }
      tensor.dims[choices_.below(tensor.dims.size())] = 0;
    }
    std::uint64_t count = 1;
    for (const std::uint64_t size : tensor.dims) count = size == 0 || count == 0 ? 0 : count * size;
    if (std::ranges::find(tensor.dims, std::uint64_t{0}) != tensor.dims.end()) count = 0;
    for (; count > 0; --count) element(tensor);
    return tensor;
  }

  void element(OwnedTensor& tensor) {
    std::vector<std::byte> bytes;
    if (tensor.dtype == DType::bytes) {
      const std::string_view text = stems[choices_.below(std::size(stems))];
      bytes = tensor.encoding == Encoding::json ? std::vector(as_bytes(text).begin(), as_bytes(text).end())
                                                : choices_.bytes(choices_.below(6));
      std::byte prefix[4];
      store_le(prefix, static_cast<std::uint32_t>(bytes.size()));
      bytes.insert(bytes.begin(), std::begin(prefix), std::end(prefix));
    } else {
      bytes = choices_.chance(3) ? std::vector<std::byte>(size_of(tensor.dtype), std::byte{0})
                                 : choices_.bytes(size_of(tensor.dtype));
      if (tensor.dtype == DType::boolean) bytes[0] &= std::byte{1};
      // JSON has numbers alone.
      const bool real = tensor.dtype == DType::f32 || tensor.dtype == DType::f64;
      if (real && tensor.encoding == Encoding::json) bytes.back() &= std::byte{0xbf};
    }
    tensor.data.insert(tensor.data.end(), bytes.begin(), bytes.end());
  }

  conformance::Choices& choices_;
};

}  // namespace

OwnedTensors owned(const MessageView& message) {
  OwnedTensors all;
  for (const MessageTensor& one : message.tensors) {
    OwnedTensor& to = all.emplace_back();
    to.name = one.tensor.name;
    to.dtype = one.tensor.dtype;
    for (std::uint64_t axis = 0; axis < one.tensor.shape.rank(); ++axis) to.dims.push_back(one.tensor.shape[axis]);
    to.data.assign(one.tensor.data.begin(), one.tensor.data.end());
    to.encoding = one.encoding;
  }
  return all;
}

Borrowed::Borrowed(const OwnedTensors& tensors) {
  for (const OwnedTensor& one : tensors) {
    std::vector<std::byte>& dims = dims_.emplace_back(one.dims.size() * sizeof(std::uint64_t));
    for (std::size_t axis = 0; axis < one.dims.size(); ++axis) store_le(dims.data() + 8 * axis, one.dims[axis]);
    tensors_.push_back({.tensor = {one.name, one.dtype, Shape(dims), one.data, true},
                        .encoding = one.encoding,
                        .object = {},
                        .parameters = {},
                        .values = {}});
  }
}

OwnedTensors any_tensors(conformance::Choices& choices, std::uint32_t most) { return Generator(choices).tensors(most); }

}  // namespace hallmark::kserve
