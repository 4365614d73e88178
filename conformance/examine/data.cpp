// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/data.hpp"

#include <algorithm>
#include <utility>

#include "codecs/core/scan.hpp"
#include "conformance/examine/examine.hpp"
#include "conformance/examine/rules.hpp"

namespace hallmark::conformance {
namespace {

// A file that was allocated in full and never filled ends in whole pages of zeros.
constexpr std::uint64_t shortest_tail = 4096;

// zeros_from returns where the zeros begin in which the bytes end.
std::uint64_t zeros_from(Bytes bytes) noexcept {
  while (!bytes.empty() && bytes.back() == std::byte{0}) {
    const std::size_t piece = std::min<std::size_t>(bytes.size(), 1 << 20);
    if (find_non_zero(bytes.last(piece)) != nowhere) break;
    bytes = bytes.first(bytes.size() - piece);
  }
  while (!bytes.empty() && bytes.back() == std::byte{0}) bytes = bytes.first(bytes.size() - 1);
  return bytes.size();
}

// An element is not finite where all bits of its exponent are set. Blocks of a size that the compiler knows become
// vector instructions.
template <class Word>
NotFinite with_exponent(Bytes data, Word exponent) noexcept {
  constexpr std::uint64_t block = 4096 / sizeof(Word);
  const auto bad = [&](std::uint64_t i) { return (element<Word>(data, i) & exponent) == exponent; };
  const std::uint64_t elements = data.size() / sizeof(Word);
  NotFinite found;
  for (std::uint64_t from = 0; from < elements; from += block) {
    std::uint64_t here = 0;
    if (elements - from >= block) {
      Word counted = 0;
      for (std::uint64_t i = 0; i < block; ++i) counted = static_cast<Word>(counted + Word{bad(from + i)});
      here = counted;
    } else {
      for (std::uint64_t i = from; i < elements; ++i) here += bad(i) ? 1 : 0;
    }
    if (found.count == 0 && here != 0) {
      found.first = from;
      while (found.first + 1 < elements && !bad(found.first)) ++found.first;
    }
    found.count += here;
  }
  return found;
}

class DataCheck final : public ContentSink {
 public:
  DataCheck(hallmark::Input input, DiagnosticSink& sink)
      : input_(input.window), tail_(input.whole() ? zeros_from(input_) : input.size), sink_(sink) {}

  // A long tail is looked for before anything is reported: tensors that lie in it are not reported one by one. After
  // that the contents are to be seen once more.
  [[nodiscard]] bool once_more() noexcept { return std::exchange(looking_, false); }

  bool tensor(const TensorView& tensor, const Place& place) noexcept override {
    if (tensor.dtype == DType::bytes || !lies_here(tensor.data) || zeros(tensor.data, place)) return going_on();
    const NotFinite found = not_finite(tensor.dtype, tensor.data);
    if (found.count == 0) return true;
    const std::uint64_t size = size_of(tensor.dtype);
    report(rule<"hallmark/not-finite">, begin_of(tensor.data) + found.first * size, size, found.count, place);
    return going_on();
  }
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override {
    if (lies_here(tensor.data)) (void)zeros(tensor.data, place);
    return going_on();
  }

 private:
  [[nodiscard]] bool going_on() const noexcept { return looking_ ? !has_tail_ : !enough_; }
  [[nodiscard]] bool lies_here(Bytes data) const noexcept {
    const std::less_equal<const std::byte*> before;
    return !data.empty() && before(input_.data(), data.data()) &&
           before(data.data() + data.size(), input_.data() + input_.size());
  }
  [[nodiscard]] std::uint64_t begin_of(Bytes data) const noexcept {
    return static_cast<std::uint64_t>(data.data() - input_.data());
  }
  // zeros says whether a tensor needs no other look: it is zero from the start or from where the tail begins.
  bool zeros(Bytes data, const Place& place) noexcept {
    const std::uint64_t begin = begin_of(data);
    const std::uint64_t end = begin + data.size();
    if (looking_) {
      // A last tensor of zeros alone is no tail.
      const bool begins = begin <= tail_ && tail_ < end;
      has_tail_ = has_tail_ || (begins && (begin < tail_ || input_.size() >= end + shortest_tail));
      return true;
    }
    if (has_tail_ && end > tail_) {
      const std::uint64_t length = input_.size() - tail_;
      if (begin <= tail_) report(rule<"hallmark/zero-tail">, tail_, length, length, place);
      if (begin >= tail_) return true;
    }
    if (data.size() < 2 || find_non_zero(data) != nowhere) return false;
    report(rule<"hallmark/zero-tensor">, begin, data.size(), data.size(), place);
    return true;
  }
  void report(const Rule& rule, std::uint64_t offset, std::uint64_t length, std::uint64_t actual,
              const Place& place) noexcept {
    enough_ = !sink_.report({&rule, offset, length, actual, {}, "data"}, rule.severity, place);
  }

  Bytes input_;
  std::uint64_t tail_;  // where the zeros begin that the input ends in
  bool looking_ = input_.size() >= tail_ + shortest_tail;
  bool has_tail_ = false;
  bool enough_ = false;
  DiagnosticSink& sink_;
};

}  // namespace

NotFinite not_finite(DType dtype, Bytes data) noexcept {
  switch (dtype) {
    case DType::f16: return with_exponent<std::uint16_t>(data, 0x7c00);
    case DType::bf16: return with_exponent<std::uint16_t>(data, 0x7f80);
    case DType::f32: return with_exponent<std::uint32_t>(data, 0x7f800000);
    case DType::f64: return with_exponent<std::uint64_t>(data, 0x7ff0000000000000);
    default: return {};
  }
}

std::uint64_t check_data(const Codec& codec, hallmark::Input input, const Options& options, const Bounds& bounds,
                         ScratchMemory& memory, DiagnosticSink& sink) {
  const std::uint64_t decoding = codec.scratch_bound(input, options);
  if (decoding > bounds.max_alloc) return decoding;
  Scratch own = memory.of(decoding);
  const std::uint64_t needed = codec.contents_bound(input, own, options);
  if (needed > bounds.max_alloc) return needed;
  DataCheck check(input, sink);
  do {
    Scratch scratch = memory.of(needed);
    (void)codec.contents(input, scratch, options, check);
  } while (check.once_more());
  return needed;
}

}  // namespace hallmark::conformance
