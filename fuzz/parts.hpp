// SPDX-License-Identifier: Apache-2.0
// The contents of a valid file, copied, with the places of what can be changed in it.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

// Part is what contents show at once: names, types and shapes as text, and data. Where these are bytes of the file, the
// bits in `free` may have any value, in the last byte those in `last`, and the others are 0.
struct Part {
  std::string_view kind;  // the function of ContentSink
  std::string said;
  std::vector<std::byte> data;
  std::optional<std::size_t> at = std::nullopt;  // in the file
  std::byte free{0xff};
  std::byte last{0xff};

  // The same contents, wherever they lie.
  [[nodiscard]] bool operator==(const Part& other) const {
    return kind == other.kind && said == other.said && data == other.data;
  }
};

class Parts final : public ContentSink {
 public:
  explicit Parts(Bytes file) noexcept : file_(file) {}

  bool number(std::string_view name, std::uint64_t value) noexcept override {
    return say("number", name, std::to_string(value));
  }
  bool text(std::string_view name, std::string_view value) noexcept override {
    return say("text", name, std::string(value));
  }
  bool scalar(const TensorView& value) noexcept override { return add("scalar", value); }
  bool array(const TensorView& value) noexcept override { return add("array", value); }
  bool bits(const BitsView& value) noexcept override {
    return say("bits", value.name, std::to_string(value.count) + '\0' + std::string(as_text(value.data)));
  }
  bool tensor(const TensorView& value, const Place&) noexcept override { return add("tensor", value); }
  bool bit_tensor(const BitsView& tensor, const Place&) noexcept override {
    say("bit_tensor", tensor.name, std::to_string(tensor.count));
    add(tensor.data);
    const auto spare = static_cast<unsigned>((8 - tensor.count % 8) % 8);
    parts.back().last = static_cast<std::byte>(tensor.most_significant_first ? 0xff << spare : 0xff >> spare);
    return true;
  }

  std::vector<Part> parts;

 private:
  // They return true: a sink that wants more.
  bool say(std::string_view kind, std::string_view name, const std::string& what) {
    parts.push_back({kind, std::string(name) + '\0' + what, {}});
    return true;
  }
  bool add(std::string_view kind, const TensorView& tensor) {
    std::string type(tensor.has_data ? "" : "no ");
    type += name_of(tensor.dtype);
    for (const std::uint64_t size : tensor.shape) type += ' ' + std::to_string(size);
    say(kind, tensor.name, type);
    add(tensor.data);
    if (tensor.dtype == DType::boolean) parts.back().free = parts.back().last = std::byte{1};
    if (tensor.dtype == DType::bytes) parts.back().at.reset();  // lengths are not plain
    return true;
  }
  void add(Bytes data) {
    Part& part = parts.back();
    part.data.assign(data.begin(), data.end());
    if (!data.empty() && inside(data, file_)) part.at = static_cast<std::size_t>(data.data() - file_.data());
  }

  Bytes file_;
};

// parts_of returns the contents of a valid file.
[[nodiscard]] inline std::vector<Part> parts_of(const Codec& codec, Bytes file, const Options& options) {
  Block first(static_cast<std::size_t>(codec.scratch_bound(file, options)), 0x5a);
  Scratch scratch(first.bytes());
  Block memory(static_cast<std::size_t>(codec.contents_bound(file, scratch, options)), 0x5a);
  Scratch whole(memory.bytes());
  Parts sink(file);
  invariant(codec.contents(file, whole, options, sink).rule == nullptr, "a valid file has contents");
  return std::move(sink.parts);
}

}  // namespace hallmark::fuzz
