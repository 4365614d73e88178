// Reader: a cursor over an input that cannot read outside it and never forgets a failure.
#pragma once

#include <cstdint>

#include "codecs/core/bytes.hpp"
#include "codecs/core/decoded.hpp"
#include "codecs/core/findings.hpp"

namespace hallmark {

// Field is a value read from an input, with where it stood and what the specification calls it, so that a rule checked
// long after the byte was read still points at it.
template <class T>
struct Field {
  T value{};
  std::uint64_t at = 0;  // offset of its first byte
  const char* name = "";

  operator T() const noexcept { return value; }  // NOLINT(google-explicit-constructor): a field reads like its value
  [[nodiscard]] std::uint64_t width() const noexcept {
    if constexpr (std::is_same_v<T, Bytes>) {
      return value.size();
    } else {
      return sizeof(T);
    }
  }
};

// Reader compares a length with what remains in one place (`take`), and does no addition there. A read past the end of
// its window breaks the truncation rule of the format at the end of the window; the reader is then spent, and every
// further read gives zero or nothing. Rules are written as one && chain over the fields read.
//
// A window is a part of the input that a length announced. `enter` narrows the reader to one, `leave` widens it again
// and revives it, because whatever broke inside could not reach beyond; not so when the walk is over (Findings::stopped).
class Reader {
 public:
  Reader(Bytes input, Findings& findings, const Rule& truncated) noexcept
      : origin_(input.data()),
        cursor_(input.data()),
        end_(input.data() + input.size()),
        findings_(&findings),
        truncated_(&truncated) {}

  // ok is false once a read or a rule has condemned what this window holds.
  [[nodiscard]] bool ok() const noexcept { return !spent_; }
  [[nodiscard]] std::uint64_t offset() const noexcept { return static_cast<std::uint64_t>(cursor_ - origin_); }
  [[nodiscard]] std::uint64_t remaining() const noexcept { return static_cast<std::uint64_t>(end_ - cursor_); }
  [[nodiscard]] const std::byte* cursor() const noexcept { return cursor_; }
  [[nodiscard]] Findings& findings() const noexcept { return *findings_; }

  [[nodiscard]] Field<std::uint8_t> u8(const char* name) noexcept { return integer<std::uint8_t>(name); }
  [[nodiscard]] Field<std::uint16_t> u16le(const char* name) noexcept { return integer<std::uint16_t>(name); }
  [[nodiscard]] Field<std::uint32_t> u32le(const char* name) noexcept { return integer<std::uint32_t>(name); }
  [[nodiscard]] Field<std::uint64_t> u64le(const char* name) noexcept { return integer<std::uint64_t>(name); }
  [[nodiscard]] Field<std::int32_t> i32le(const char* name) noexcept { return integer<std::int32_t>(name); }

  // bytes reads exactly `size` bytes as a view into the input.
  [[nodiscard]] Field<Bytes> bytes(std::uint64_t size, const char* name) noexcept {
    const std::uint64_t at = offset();
    const std::byte* from = take(size, name);
    return {from == nullptr ? Bytes{} : Bytes{from, static_cast<std::size_t>(size)}, at, name};
  }
  // rest reads all that is left of the window.
  [[nodiscard]] Field<Bytes> rest(const char* name) noexcept { return bytes(remaining(), name); }
  void skip(std::uint64_t size, const char* name) noexcept { (void)take(size, name); }

  // require holds `condition` against `rule`. False means that what was read must not be used. A rule that is only a
  // warning or a note here is reported and does not condemn. Breaking a malformed rule spends the window; after an
  // invalid one, validation may go on with the next independent entry.
  template <class T>
  bool require(bool condition, const Rule& rule, const Field<T>& field, Number expected = {}) noexcept {
    if (condition) [[likely]] return ok();
    Number actual;
    if constexpr (std::is_integral_v<T>) actual = field.value;
    return violate({&rule, field.at, field.width(), actual, expected, field.name});
  }
  bool require(bool condition, const Rule& rule, std::uint64_t at, std::uint64_t length, const char* name,
               Number actual = {}, Number expected = {}) noexcept {
    if (condition) [[likely]] return ok();
    return violate({&rule, at, length, actual, expected, name});
  }

  // Window is what `enter` found and `leave` restores.
  struct Window {
    const std::byte* end;
  };
  // enter narrows the reader to its next `size` bytes; the caller has checked that they are there.
  [[nodiscard]] Window enter(std::uint64_t size) noexcept {
    const Window outer{end_};
    if (size < remaining()) end_ = cursor_ + size;
    return outer;
  }
  // leave goes on behind the window, whatever was left or broken inside.
  void leave(Window outer) noexcept {
    cursor_ = end_;
    end_ = outer.end;
    if (findings_->stopped()) {
      cursor_ = end_;
    } else {
      spent_ = false;
    }
  }

  // finish gives the value of a walk in which nothing was condemned and nothing is left over.
  template <class T>
  Decoded<T> finish(const T& value, const Rule& trailing) noexcept {
    require(remaining() == 0, trailing, offset(), remaining(), "trailing", remaining());
    return verdict(value);
  }
  // verdict is finish for formats in which nothing can be left over.
  template <class T>
  Decoded<T> verdict(const T& value) noexcept {
    if (findings_->verdict() != Verdict::valid) return Decoded<T>(findings_->decisive());
    return Decoded<T>(value);
  }

 private:
  template <class T>
  [[nodiscard]] Field<T> integer(const char* name) noexcept {
    const std::uint64_t at = offset();
    const std::byte* from = take(sizeof(T), name);
    return {from == nullptr ? T{} : load_le<T>(from), at, name};
  }

  // The one bounds comparison.
  [[nodiscard]] const std::byte* take(std::uint64_t size, const char* name) noexcept {
    if (size > remaining()) [[unlikely]] {
      if (!spent_) {
        const std::uint64_t end = static_cast<std::uint64_t>(end_ - origin_);
        spent_ = condemn(*findings_, {truncated_, end, 0, remaining(), size, name});
      }
      cursor_ = end_;
      return nullptr;
    }
    const std::byte* from = cursor_;
    cursor_ += size;
    return from;
  }

  bool violate(const Violation& violation) noexcept {
    if (spent_) return false;
    if (!condemn(*findings_, violation)) return true;
    if (violation.rule->kind == Kind::malformed || findings_->stopped()) {
      spent_ = true;
      cursor_ = end_;
    }
    return false;
  }

  // Static and by reference to the findings alone, so that the cursor itself can stay in registers.
  static bool condemn(Findings& findings, const Violation& violation) noexcept {
    return findings.record(violation) == Findings::Outcome::condemned;
  }

  const std::byte* origin_;
  const std::byte* cursor_;
  const std::byte* end_;
  Findings* findings_;
  const Rule* truncated_;
  bool spent_ = false;
};

}  // namespace hallmark
