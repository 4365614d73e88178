// SPDX-License-Identifier: Apache-2.0
// Reader: a cursor over an input that cannot read outside it and never forgets a failure.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/findings.hpp"
#include "core/utf8.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/memory_rules.hpp"

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
// and revives it, because whatever broke inside could not reach beyond; not so where it was spent before, nor when the
// walk is over (Findings::stopped).
//
// Of an Input that is not here in full `remaining` counts what the file has. To read what is not here is no fault of
// the file: that ends the walk by the rule hallmark/window, which says how many bytes it takes.
class Reader {
 public:
  Reader(Input input, Findings& findings, const Rule& truncated) noexcept
      : origin_(input.window.data()),
        cursor_(origin_),
        end_(origin_ + input.window.size()),
        beyond_(input.size - input.window.size()),
        findings_(&findings),
        truncated_(&truncated) {}

  // part gives a reader over [begin, end) of an input, which the caller has checked. Offsets are those of the input.
  // `begin` lies in what is here.
  [[nodiscard, gnu::always_inline]] static Reader part(Input input, std::uint64_t begin, std::uint64_t end,
                                                       Findings& findings, const Rule& truncated) noexcept {
    const std::uint64_t here = std::min<std::uint64_t>(end, input.window.size());
    Reader in(input, findings, truncated);
    in.cursor_ += begin;
    in.end_ = in.origin_ + here;
    in.beyond_ = end - here;
    return in;
  }

  // ok is false once a read or a rule has condemned what this window holds.
  [[nodiscard]] bool ok() const noexcept { return !spent_; }
  [[nodiscard]] std::uint64_t offset() const noexcept { return static_cast<std::uint64_t>(cursor_ - origin_); }
  [[nodiscard]] std::uint64_t remaining() const noexcept { return here() + beyond_; }
  [[nodiscard]] const std::byte* cursor() const noexcept { return cursor_; }
  // holds says that the first `size` bytes of the input are here: where they are not, that so many are needed. It is
  // asked outside of all windows.
  [[nodiscard]] bool holds(std::uint64_t size) noexcept {
    const auto held = static_cast<std::uint64_t>(end_ - origin_);
    return require(size <= held, rule<"hallmark/window">, held, 0, "", held, size);
  }
  // remark_unread notes what of a valid input is not here.
  void remark_unread(Input input) noexcept {
    const std::uint64_t here = input.window.size();
    require(input.whole(), rule<"hallmark/data-unread">, here, input.size - here, "data", input.size - here);
  }
  // stop ends the walk where a sink has enough: nothing more is read.
  void stop() noexcept {
    findings_->stop();
    spend();
  }
  // left gives what remains, without reading it.
  [[nodiscard]] Bytes left() const noexcept { return {cursor_, end_}; }
  [[nodiscard]] Findings& findings() const noexcept { return *findings_; }

  [[nodiscard, gnu::always_inline]] auto u8(const char* name) noexcept { return integer<std::uint8_t>(name); }
  [[nodiscard, gnu::always_inline]] auto u16le(const char* name) noexcept { return integer<std::uint16_t>(name); }
  [[nodiscard, gnu::always_inline]] auto u32le(const char* name) noexcept { return integer<std::uint32_t>(name); }
  [[nodiscard, gnu::always_inline]] auto u64le(const char* name) noexcept { return integer<std::uint64_t>(name); }
  [[nodiscard, gnu::always_inline]] auto i32le(const char* name) noexcept { return integer<std::int32_t>(name); }

  template <class T>
  [[nodiscard, gnu::always_inline]] Field<T> integer(const char* name) noexcept {
    const std::uint64_t at = offset();
    const std::byte* from = cursor_;
    if (!take(sizeof(T), name)) return {T{}, at, name};
    return {load_le<T>(from), at, name};
  }

  // bytes reads exactly `size` bytes as a view into the input.
  [[nodiscard, gnu::always_inline]] Field<Bytes> bytes(std::uint64_t size, const char* name) noexcept {
    const std::uint64_t at = offset();
    const std::byte* from = cursor_;
    if (!take(size, name)) return {{}, at, name};
    return {{from, static_cast<std::size_t>(size)}, at, name};
  }
  // rest reads all that is left of the window.
  [[nodiscard, gnu::always_inline]] Field<Bytes> rest(const char* name) noexcept { return bytes(remaining(), name); }
  [[gnu::always_inline]] void skip(std::uint64_t size, const char* name) noexcept { (void)take(size, name); }

  // require holds `condition` against `rule`. False means that what was read must not be used. A rule that is only a
  // warning or a note here is reported and does not condemn. Breaking a malformed rule spends the window; after an
  // invalid one, validation may go on with the next independent entry.
  template <class T>
  [[gnu::always_inline]] bool require(bool condition, const Rule& rule, const Field<T>& field,
                                      Number expected = {}) noexcept {
    if (condition) [[likely]]
      return ok();
    Number actual;
    if constexpr (std::is_integral_v<T>) actual = field.value;
    return violate(rule, field.at, field.width(), field.name, actual, expected);
  }
  [[gnu::always_inline]] bool require(bool condition, const Rule& rule, std::uint64_t at, std::uint64_t length,
                                      const char* name, Number actual = {}, Number expected = {}) noexcept {
    if (condition) [[likely]]
      return ok();
    return violate(rule, at, length, name, actual, expected);
  }

  // require_none holds the result of a scan against `rule`: `found` is the index of the first byte of the field that
  // breaks it, or `nowhere`.
  [[gnu::always_inline]] bool require_none(std::uint64_t found, const Rule& rule, const Field<Bytes>& field) noexcept {
    if (found == nowhere) [[likely]]
      return ok();
    const auto byte = std::to_integer<std::uint8_t>(field.value[static_cast<std::size_t>(found)]);
    return violate(rule, field.at + found, 1, field.name, byte, {});
  }

  // Window is what `enter` found and `leave` restores.
  struct Window {
    const std::byte* end;
    bool spent;
  };
  // enter narrows the reader to its next `size` bytes; the caller has checked that they are here.
  [[nodiscard, gnu::always_inline]] Window enter(std::uint64_t size) noexcept {
    const Window outer{end_, spent_};
    if (size < here()) end_ = cursor_ + size;
    return outer;
  }
  // leave goes on behind the window, whatever was left or broken inside.
  [[gnu::always_inline]] void leave(Window outer) noexcept {
    cursor_ = end_;
    end_ = outer.end;
    spent_ = outer.spent;
    if (findings_->stopped()) spend();
  }

  // verdict gives the T made of `members` after a walk in which nothing was condemned; what is left over is a rule of
  // the format.
  template <class T, class... Args>
  [[gnu::always_inline]] Decoded<T> verdict(Args... members) noexcept {
    if (findings_->verdict() != Verdict::valid) [[unlikely]]
      return Decoded<T>(findings_->decisive());
    return Decoded<T>(typename Decoded<T>::Members{}, members...);
  }

 private:
  [[nodiscard]] std::uint64_t here() const noexcept { return static_cast<std::uint64_t>(end_ - cursor_); }

  // The one bounds comparison.
  [[nodiscard, gnu::always_inline]] bool take(std::uint64_t size, const char* name) noexcept {
    if (size > here()) [[unlikely]] {
      const auto end = static_cast<std::uint64_t>(end_ - origin_);
      if (!spent_ && findings_->lacks(*truncated_, end, here(), beyond_, name, size)) spend();
      cursor_ = end_;
      return false;
    }
    cursor_ += size;
    return true;
  }

  [[gnu::always_inline]] bool violate(const Rule& rule, std::uint64_t at, std::uint64_t length, const char* name,
                                      Number actual, Number expected) noexcept {
    if (spent_) return false;
    const bool condemned = findings_->condemns(rule, at, length, name, actual, expected);
    // A tolerated violation may still be the last report that the sink takes of an invalid input.
    if ((condemned && rule.kind == Kind::malformed) || findings_->stopped()) spend();
    return !condemned && ok();
  }

  [[gnu::always_inline]] void spend() noexcept {
    spent_ = true;
    cursor_ = end_;
    beyond_ = 0;
  }

  const std::byte* origin_;
  const std::byte* cursor_;
  const std::byte* end_;
  std::uint64_t beyond_;  // bytes that belong after end_ and are not here
  Findings* findings_;
  const Rule* truncated_;
  bool spent_ = false;
};

}  // namespace hallmark
