// SPDX-License-Identifier: Apache-2.0
// Sinks that check the invariants of what a codec shows. Each keeps the first fault, in words.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "codecs/core/utf8.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// A path may cost a walk from the start of the input; more of them than a report shows would make checking quadratic.
inline constexpr std::uint64_t paths_looked_at = 20;

class StringSink final : public TextSink {
 public:
  void write(std::string_view text) noexcept override { text_ += text; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

[[nodiscard]] inline std::uint64_t address_of(const void* at) noexcept { return reinterpret_cast<std::uintptr_t>(at); }

// fault_of_path is empty for a path that any report can hold.
[[nodiscard]] inline std::string fault_of_path(const std::string& path) {
  const bool control =
      std::ranges::any_of(path, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  if (control) return "a path holds a control character";
  return find_invalid_utf8(as_bytes(path)) == nowhere ? "" : "a path is no UTF-8";
}
[[nodiscard]] inline std::string fault_of_path(const Place& place) {
  StringSink path;
  place.write(path, {});
  return fault_of_path(path.take());
}

// Shown counts the calls of a sink and keeps a hash of the first `size` of them. One that stops there wants no more.
class Shown {
 public:
  Shown() = default;
  explicit Shown(std::uint64_t size, bool stops) : size_(size), stops_(stops) {}

  // next takes the arguments of a call, and says whether more are wanted.
  bool next(std::initializer_list<std::uint64_t> arguments) {
    ++calls_;
    for (const std::uint64_t one : arguments) {
      if (calls_ <= size_) hash_ = (hash_ ^ one) * 0x100000001b3;
    }
    return !stops_ || calls_ < size_;
  }
  // fault_of compares one that stopped with one that took all.
  [[nodiscard]] static std::string fault_of(const Shown& stopped, const Shown& all, const Violation& found) {
    if (stopped.calls_ != std::min(all.calls_, all.size_)) return "a sink that has enough is not left alone";
    if (stopped.hash_ != all.hash_) return "a sink that has enough has seen another beginning";
    return all.calls_ >= all.size_ && found.rule != nullptr ? "a sink that has enough is told of an error" : "";
  }

 private:
  std::uint64_t size_ = 0;
  bool stops_ = false;
  std::uint64_t calls_ = 0;
  std::uint64_t hash_ = 0;
};

// Cover demands ranges that follow each other from 0 without a gap.
class Cover final : public LayoutSink {
 public:
  explicit Cover(std::uint64_t size, const Shown& seen = {}) : shown(seen), size_(size) {}
  bool range(std::uint64_t offset, std::uint64_t length, const char* field, const Place& place) noexcept override {
    if (!fault_.empty()) return false;
    if (field == nullptr || *field == '\0') return fail("a range has no name");
    if (offset != end_)
      return fail(std::string(field) + " lies at " + std::to_string(offset) + ", not at " + std::to_string(end_));
    if (length == 0) return fail(std::string(field) + " covers nothing");
    if (length > size_ - offset) return fail(std::string(field) + " reaches beyond the input");
    if (seen_++ < paths_looked_at) fault_ = fault_of_path(place);
    end_ = offset + length;
    return shown.next({offset, length, address_of(field)}) && fault_.empty();
  }
  [[nodiscard]] std::string fault(bool whole) const {
    if (!fault_.empty() || !whole || end_ == size_) return fault_;
    return "it ends at " + std::to_string(end_) + " of " + std::to_string(size_) + " bytes";
  }
  Shown shown;

 private:
  bool fail(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }

  std::uint64_t size_;
  std::uint64_t end_ = 0;
  std::uint64_t seen_ = 0;
  std::string fault_;
};

// inside: a view is empty or lies in this memory.
[[nodiscard]] inline bool inside(Bytes view, Bytes memory) noexcept {
  if (view.empty()) return true;
  return address_of(view.data()) >= address_of(memory.data()) && view.size() <= memory.size() &&
         address_of(view.data()) - address_of(memory.data()) <= memory.size() - view.size();
}

// Contents demands views of the input or of the scratch, and data as large as their types and shapes say; it reads
// every byte of them.
class Contents final : public ContentSink {
 public:
  Contents(Bytes input, Bytes scratch, const Shown& seen = {}) : shown(seen), input_(input), scratch_(scratch) {}

  bool number(std::string_view name, std::uint64_t value) noexcept override {
    return view(as_bytes(name), "a name") && more({}, {}, value);
  }
  bool text(std::string_view name, std::string_view value) noexcept override {
    return view(as_bytes(name), "a name") && view(as_bytes(value), "a text") && more(name, as_bytes(value));
  }
  bool scalar(const TensorView& value) noexcept override {
    if (value.shape.rank() != 0 || !value.has_data) return fail("a scalar is no single element");
    return whole(value);
  }
  bool array(const TensorView& value) noexcept override { return whole(value); }
  bool bits(const BitsView& value) noexcept override {
    const std::uint64_t needed = value.count / 8 + (value.count % 8 == 0 ? 0 : 1);
    if (value.data.size() < needed) return fail("bits reach beyond their data");
    return view(as_bytes(value.name), "a name") && view(value.data, "bits") &&
           more(value.name, value.data, value.count);
  }
  bool tensor(const TensorView& tensor, const Place& place) noexcept override { return path(place) && whole(tensor); }
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override { return path(place) && bits(tensor); }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  Shown shown;

 private:
  bool fail(std::string fault) {
    fault_ = std::move(fault);
    return false;
  }

  bool whole(const TensorView& tensor) {
    const ElementCount count = count_of(tensor.shape);
    if (!tensor.has_data && !tensor.data.empty()) return fail("a tensor without data has some");
    std::uint64_t size = 0;
    // Elements of `bytes` have lengths of their own.
    if (tensor.has_data && tensor.dtype != DType::bytes &&
        !(count.data(tensor.dtype, size) == DataSize::whole && size == tensor.data.size())) {
      return fail("data are not as large as their shape says");
    }
    return view(as_bytes(tensor.name), "a name") && view(tensor.data, "data") &&
           more(tensor.name, tensor.data, tensor.shape.rank());
  }

  bool more(std::string_view name, Bytes data, std::uint64_t number = 0) {
    return shown.next({address_of(name.data()), name.size(), address_of(data.data()), data.size(), number});
  }

  bool view(Bytes view, const char* what) {
    if (!inside(view, input_) && !inside(view, scratch_)) {
      return fail(std::string(what) + " lies neither in the input nor in the scratch");
    }
    std::uint64_t sum = 0;
    for (const std::byte b : view) sum += std::to_integer<unsigned>(b);
    sum_ = sum_ + sum;
    return true;
  }

  bool path(const Place& place) {
    if (seen_++ < paths_looked_at) fault_ = fault_of_path(place);
    return fault_.empty();
  }

  Bytes input_;
  Bytes scratch_;
  std::uint64_t seen_ = 0;
  volatile std::uint64_t sum_ = 0;  // keeps the compiler from dropping the loads
  std::string fault_;
};

}  // namespace hallmark::conformance
