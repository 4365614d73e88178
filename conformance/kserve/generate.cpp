// SPDX-License-Identifier: Apache-2.0
// Makes the tensors of KServe messages from choices.
#include "conformance/kserve/generate.hpp"

#include <set>
#include <stdexcept>

#include "codecs/core/decimal.hpp"
#include "codecs/kserve/datatypes.hpp"
#include "codecs/kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

class Generator {
 public:
  Generator(conformance::Choices& choices, Liberty liberty) : choices_(choices), compat_(liberty == Liberty::compat) {}

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
    OwnedTensor tensor{std::move(name), datatypes[choices_.below(std::size(datatypes))].dtype, {}, {}, Encoding::json};
    const bool half = (tensor.dtype == DType::f16 && !compat_) || tensor.dtype == DType::bf16;
    if (half || choices_.chance(2)) tensor.encoding = Encoding::binary;
    tensor.dims = conformance::small_dims(choices_);
    if (!tensor.dims.empty() && choices_.chance(6)) conformance::make_empty(tensor.dims, choices_, 1);
    for (std::uint64_t count = conformance::count_of(tensor.dims); count > 0; --count) element(tensor);
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
      if (tensor.encoding == Encoding::json) make_number(tensor.dtype, bytes);
    }
    tensor.data.insert(tensor.data.end(), bytes.begin(), bytes.end());
  }

  // JSON has numbers alone, and under compat words for the quiet NaN and for infinity.
  void make_number(DType dtype, std::vector<std::byte>& bytes) {
    const bool real = dtype == DType::f32 || dtype == DType::f64;
    if (!real && dtype != DType::f16) return;
    bytes.back() &= std::byte{0xbf};
    if (!real || !compat_ || !choices_.chance(6)) return;
    const bool infinite = choices_.chance(2);
    const std::uint64_t bits =
        (infinite ? infinity_bits(dtype) : nan_bits(dtype)) | (infinite && choices_.chance(2) ? sign_bit(dtype) : 0);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
  }

  conformance::Choices& choices_;
  bool compat_;
};

}  // namespace

OwnedTensors owned(const MessageView& message) {
  OwnedTensors all;
  for (const MessageTensor& one : message.tensors) {
    OwnedTensor& to = all.emplace_back();
    to.name = one.tensor.name;
    to.dtype = one.tensor.dtype;
    to.dims = conformance::dims_of(one.tensor.shape);
    to.data.assign(one.tensor.data.begin(), one.tensor.data.end());
    to.encoding = one.encoding;
  }
  return all;
}

Borrowed::Borrowed(const OwnedTensors& tensors, std::string_view members) : members_(as_bytes(members)) {
  for (const OwnedTensor& one : tensors) {
    tensors_.push_back({.tensor = {one.name, one.dtype, true, shapes_.of(one.dims), one.data},
                        .encoding = one.encoding,
                        .object = {},
                        .parameters = {},
                        .values = {}});
  }
}

Body encoded(Role role, const MessageView& message) {
  Body body{std::vector<std::byte>(static_cast<std::size_t>(encoded_size(role, message)))};
  std::vector<std::byte> memory(static_cast<std::size_t>(encode_scratch(role, message)));
  Scratch scratch(memory);
  const Encoded written = encode(role, message, scratch, body.bytes);
  if (!written) throw std::invalid_argument(std::string(written.refusal.rule->id));
  body.header_length = written.header_length;
  return body;
}

std::string header(Role role, const MessageView& message) {
  const auto put = [&](Writer& to) { write_header(to, role, message); };
  std::string text(static_cast<std::size_t>(measured(put)), ' ');
  Writer to(std::as_writable_bytes(std::span(text)));
  put(to);
  return text;
}

OwnedTensors any_tensors(conformance::Choices& choices, std::uint32_t most, Liberty liberty) {
  return Generator(choices, liberty).tensors(most);
}

}  // namespace hallmark::kserve
