// Skipper passes over the fields of a header that has not been validated, and stores none.
#pragma once

#include "bintensors/varint.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::bintensors {

class Skipper {
 public:
  explicit Skipper(Bytes header) noexcept : left_(header) {}

  // ok is false once something did not fit; everything is zero from then on.
  [[nodiscard]] bool ok() const noexcept { return ok_; }
  [[nodiscard]] std::uint64_t left() const noexcept { return left_.size(); }

  std::uint64_t byte() noexcept {
    const std::uint64_t value = left_.empty() ? 0 : std::to_integer<std::uint8_t>(left_.front());
    skip(1);
    return value;
  }
  std::uint64_t number() noexcept {
    const std::byte* next = left_.data();
    std::uint64_t value = 0;
    ok_ = ok_ && load_varint(next, left_.data() + left_.size(), value);
    left_ = ok_ ? Bytes(next, left_.data() + left_.size()) : Bytes{};
    return value;
  }
  void string() noexcept { skip(number()); }
  void skip(std::uint64_t size) noexcept {
    ok_ = ok_ && size <= left_.size();
    left_ = ok_ ? left_.subspan(static_cast<std::size_t>(size)) : Bytes{};
  }

 private:
  Bytes left_;
  bool ok_ = true;
};

// Outline is what a header seems to hold.
struct Outline {
  std::uint64_t pairs = 0;    // of metadata
  std::uint64_t tensors = 0;  // no more than the header has bytes for
  bool ends = false;          // all of it reads as this layout, and the data end where the file does
};

[[nodiscard]] Outline outline_of(Layout layout, Bytes input) noexcept;

// counts_of is outline_of without a look at the tensors: `ends` stays false.
[[nodiscard]] Outline counts_of(Layout layout, Bytes input) noexcept;

}  // namespace hallmark::bintensors
