// The contents of a valid file, copied, with the places of what can be changed in it.
#pragma once

#include <optional>
#include <vector>

#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

// Part is what contents show at once: names, types and shapes as text, and data. Where these are bytes of the file, the
// bits in `free` may have any value, in the last byte those in `last`, and the others are 0.
struct Part {
  std::string said;
  std::vector<std::byte> data;
  std::optional<std::size_t> at = std::nullopt;  // in the file
  std::byte free{0xff};
  std::byte last{0xff};
};

class Parts final : public ContentSink {
 public:
  explicit Parts(Bytes file) noexcept : file_(file) {}

  void number(std::string_view name, std::uint64_t value) noexcept override { say(name, std::to_string(value)); }
  void text(std::string_view name, std::string_view value) noexcept override { say(name, std::string(value)); }
  void scalar(const TensorView& value) noexcept override { add(value); }
  void array(const TensorView& value) noexcept override { add(value); }
  void bits(const BitsView& value) noexcept override { say(value.name, std::string(as_text(value.data))); }
  void tensor(const TensorView& tensor, const Place&) noexcept override { add(tensor); }
  void bit_tensor(const BitsView& tensor, const Place&) noexcept override {
    say(tensor.name, std::to_string(tensor.count));
    add(tensor.data);
    const auto spare = static_cast<unsigned>((8 - tensor.count % 8) % 8);
    parts.back().last = static_cast<std::byte>(tensor.most_significant_first ? 0xff << spare : 0xff >> spare);
  }

  std::vector<Part> parts;

 private:
  void say(std::string_view name, const std::string& what) {
    parts.push_back({std::string(name) + '\0' + what, {}});
  }
  void add(const TensorView& tensor) {
    std::string type(name_of(tensor.dtype));
    for (std::uint64_t axis = 0; axis < tensor.shape.rank(); ++axis) type += ' ' + std::to_string(tensor.shape[axis]);
    say(tensor.name, type);
    add(tensor.data);
    if (tensor.dtype == DType::boolean) parts.back().free = parts.back().last = std::byte{1};
    if (tensor.dtype == DType::bytes) parts.back().at.reset();  // lengths are not plain
  }
  void add(Bytes data) {
    Part& part = parts.back();
    part.data.assign(data.begin(), data.end());
    const auto first = reinterpret_cast<std::uintptr_t>(file_.data());
    const auto at = reinterpret_cast<std::uintptr_t>(data.data());
    if (at >= first && at - first < file_.size()) part.at = static_cast<std::size_t>(at - first);
  }

  Bytes file_;
};

// parts_of returns the contents of a valid file.
[[nodiscard]] inline std::vector<Part> parts_of(const Codec& codec, Bytes file, const Options& options) {
  Block first(static_cast<std::size_t>(codec.scratch_bound(file, options)), 0x5a);
  Scratch scratch(first.bytes());
  const std::uint64_t bound = codec.contents_bound == nullptr ? first.view().size()
                                                              : codec.contents_bound(file, scratch, options);
  Block memory(static_cast<std::size_t>(bound), 0x5a);
  Scratch whole(memory.bytes());
  Parts sink(file);
  invariant(codec.contents(file, whole, options, sink), "a valid file has contents");
  return std::move(sink.parts);
}

}  // namespace hallmark::fuzz
