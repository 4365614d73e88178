// SPDX-License-Identifier: Apache-2.0
// Decoded: a value whose input has been proved valid, or the violation that condemned it.
#pragma once

#include <type_traits>

#include "hallmark/core/expects.hpp"
#include "hallmark/core/violation.hpp"

namespace hallmark {

class Reader;

// Decoded<T> can be made only by Reader::verdict, so a true one is a proof of validity: every rule held, those about
// bytes left over, too. It holds either the value or the violation, so that success costs no more than T.
template <class T>
class [[nodiscard]] Decoded {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  explicit operator bool() const noexcept { return rule_ == nullptr; }
  // The value; expects a true Decoded.
  const T& operator*() const noexcept { return *operator->(); }
  const T* operator->() const noexcept {
    expects(rule_ == nullptr);
    return &value_;
  }
  // violation is the first error of the kind that gives the verdict; its rule is null when the input is valid.
  Violation violation() const noexcept { return rule_ == nullptr ? Violation{} : violation_; }
  Verdict verdict() const noexcept { return rule_ == nullptr ? Verdict::valid : verdict_of(rule_->kind); }

 private:
  friend class Reader;
  struct Members {};
  // Made from its members in place and passed by value: block copies of a T that was just written in smaller pieces
  // stall the processor (measured: 12 ns against 5 for a vector, g++ 12).
  template <class... Args>
  explicit Decoded(Members, Args... members) noexcept : value_{members...} {}
  explicit Decoded(const Violation& violation) noexcept : rule_(violation.rule), violation_(violation) {}

  const Rule* rule_ = nullptr;
  union {
    T value_;
    Violation violation_;
  };
};

// Encoded is what an encoder gives back, of every format. A true one says that `size` bytes were written and are valid.
// A false one says that nothing usable was: `refusal` is the rule that the value breaks, or hallmark/output-exhausted
// where `out` is shorter than `size`, the bytes needed.
struct [[nodiscard]] Encoded {
  std::uint64_t size = 0;
  std::uint64_t header_length = 0;  // bytes of JSON before binary data; only of formats framed from outside
  Violation refusal{};

  explicit operator bool() const noexcept { return refusal.rule == nullptr; }
};

}  // namespace hallmark
