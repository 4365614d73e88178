// Decoded: a value whose input has been proved valid, or the violation that condemned it.
#pragma once

#include "codecs/core/violation.hpp"

namespace hallmark {

class Reader;

// Decoded<T> can be made only by Reader::finish and Reader::reject, so a true one is a proof of validity: every rule
// held and every byte was consumed.
template <class T>
class [[nodiscard]] Decoded {
 public:
  explicit operator bool() const noexcept { return violation_.rule == nullptr; }
  const T& operator*() const noexcept { return value_; }
  const T* operator->() const noexcept { return &value_; }
  // violation is the first error of the kind that gives the verdict; its rule is null when the input is valid.
  const Violation& violation() const noexcept { return violation_; }
  Verdict verdict() const noexcept {
    return violation_.rule == nullptr ? Verdict::valid : verdict_of(violation_.rule->kind);
  }

 private:
  friend class Reader;
  explicit Decoded(const T& value) noexcept : value_(value) {}
  explicit Decoded(const Violation& violation) noexcept : value_(), violation_(violation) {}

  T value_;
  Violation violation_;
};

// Encoded is the number of bytes an encoder wrote, or the rule that says why the format cannot hold the value.
struct [[nodiscard]] Encoded {
  std::uint64_t size = 0;
  Violation refusal;

  explicit operator bool() const noexcept { return refusal.rule == nullptr; }
};

}  // namespace hallmark
