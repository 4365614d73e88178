// SPDX-License-Identifier: Apache-2.0
// The public functions, phases 1, 3 and 5 to 7 of the walk, and their order.
#include <algorithm>

#include "core/json_text.hpp"
#include "core/operations.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {

std::uint64_t header_size(Bytes start) noexcept {
  Findings unheard(Profile::strict);
  Reader in(start, unheard, rule<"npy/header-truncated">);
  const bool known = as_text(in.bytes(magic.size(), "magic")) == magic;
  const bool is_short = in.u8("version") == 1;
  in.skip(1, "version");
  const std::uint64_t size = is_short ? in.u16le("HEADER_LEN").value : in.u32le("HEADER_LEN").value;
  return known && in.ok() && size <= default_max_header ? in.offset() + size : 0;
}

std::uint64_t scratch_bound(Input input, const Options&) noexcept {
  const std::uint64_t size = header_size(input.window);
  if (size == 0 || size > input.window.size()) return 0;
  return scratch_of(room_of(input.slice(0, size)));
}

Decoded<FileView> decode(Input input, Scratch& scratch, const Options& options) noexcept {
  return decode_by<Walk>(input, scratch, options);
}

Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  return validate_by<Walk>(input, scratch, options, sink);
}

Decoded<Type> type_from(LastingBytes descr, Scratch& scratch, const Options& options) noexcept {
  Walk walk(descr, scratch, options);
  return walk.run_type();
}

Decoded<Type> Walk::run_type() noexcept {
  version_ = 3;
  data_begin_ = input_.size;
  values_[descr] = 0;
  const bool read = take_tape() && scan(0, false) && read_descr();
  return in_.verdict<Type>(read ? type_at(tape(), 0) : Type());
}

void Walk::run() noexcept {
  if (!read_prefix() || !take_tape()) return;
  if (!scan(header_begin_, true) || !read_keys() || !read_values()) return;
  if (!check_padding() || !check_alignment() || !check_size()) return;
  check_values();
  if (findings_.verdict() == Verdict::valid) in_.remark_unread(input_);
}

FileView Walk::view() const noexcept {
  if (!sized_) return {version_, fortran_, false, {}, {}, {}};
  const bool here = data_size_ <= input_.window.size() - data_begin_;
  const Bytes data = here ? input_.slice(data_begin_, data_begin_ + data_size_) : Bytes();
  return {version_, fortran_, here, type_at(tape(), values_[descr]), shape_at(tape_, values_[shape]), data};
}

bool Walk::read_prefix() noexcept {
  constexpr std::uint64_t long_header = 10'000;
  const auto mark = in_.bytes(magic.size(), "magic");
  if (!in_.ok() || !in_.require(as_text(mark) == magic, rule<"npy/magic">, mark)) return false;
  const auto major = in_.u8("version");
  const auto minor = in_.u8("version");
  const bool known = major - 1U < 3 && minor == 0;
  if (!in_.require(known, rule<"npy/version">, major.at, 2, "version", major.value, minor.value)) return false;
  version_ = major;
  const std::uint64_t width = version_ == 1 ? 2 : 4;
  const std::uint64_t length = version_ == 1 ? in_.u16le("HEADER_LEN").value : in_.u32le("HEADER_LEN").value;
  const std::uint64_t left = in_.remaining();
  data_begin_ = in_.offset() + length;
  const auto require = [&](const Rule& rule, std::uint64_t actual, std::uint64_t most) {
    return in_.require(actual <= most, rule, length_at, width, "HEADER_LEN", actual, most);
  };
  if (!require(rule<"npy/header-length">, length, left) ||
      !require(rule<"npy/header-limit">, length, default_max_header) || !in_.holds(data_begin_))
    return false;
  header_begin_ = in_.offset();
  if (length <= long_header) return true;
  // Of UTF-8 all bytes but those that go on with a character.
  const auto counts = [this](std::byte b) { return version_ < 3 || (std::to_integer<unsigned>(b) & 0xc0) != 0x80; };
  const auto characters = std::ranges::count_if(input_.slice(header_begin_, data_begin_), counts);
  return require(rule<"npy/header-long">, static_cast<std::uint64_t>(characters), long_header);
}

std::uint8_t Walk::key_of(Index i) const noexcept {
  std::uint8_t key = 0;
  while (key != key_count && (tape_[i].kind != Kind::text || text_of(tape(), i) != key_name(key))) ++key;
  return key;
}

// Phase 3. Of a key that is there twice the first value is judged, and no size.
bool Walk::read_keys() noexcept {
  for (Index i = 1; tape_[i].kind != Kind::end; i = after(tape_, after(tape_, i))) {
    const std::uint8_t key = key_of(i);
    if (key == key_count) {
      if (!report(rule<"npy/key-unknown">, i, "header")) return false;
    } else if (values_[key] != none) {
      if (!spoil(rule<"npy/key-duplicate">, i, key_name(key).data())) return false;
    } else {
      values_[key] = after(tape_, i);
    }
  }
  const auto is_there = [this](std::uint8_t key) {
    return values_[key] != none ||
           spoil(rule<"npy/key-missing">, literal_end_ - 1, std::uint64_t{1}, key_name(key).data(), key);
  };
  return is_there(descr) && is_there(fortran_order) && is_there(shape);
}

// Phases 4 and 5.
bool Walk::read_values() noexcept {
  const Index dtype = values_[descr];
  const Index order = values_[fortran_order];
  const Index dimensions = values_[shape];
  if (dtype != none) {
    if (!read_descr()) return false;
    const std::uint64_t size = tape_[dtype].value;
    if (whole_ && size > INT32_MAX && !report(rule<"npy/item-size-large">, dtype, "descr", size, INT32_MAX))
      return false;
  }
  ElementCount count;
  const auto read_order = [&] {
    if (order == none) return true;
    const bool right = tape_[order].kind == Kind::boolean;
    fortran_ = right && tape_[order].value == 1;
    return right || report(rule<"npy/fortran-order">, order, "fortran_order");
  };
  const auto read_shape = [&] {
    if (dimensions == none) return true;
    if (tape_[dimensions].kind != Kind::tuple) return spoil(rule<"npy/shape-tuple">, dimensions, "shape");
    return read_dimensions(dimensions, count);
  };
  const bool on = order < dimensions ? read_order() && read_shape() : read_shape() && read_order();
  if (!on || !whole_) return on;
  sized_ = count.bytes(tape_[dtype].value, data_size_);
  return sized_ || report(rule<"npy/shape-overflow">, dimensions, "shape");
}

// Phase 6.
bool Walk::check_padding() noexcept {
  const auto judge = [&](bool right, const Rule& rule, TextCursor at) {
    return right || report(rule, offset_of(at), 1, "padding", at.peek());
  };
  const TextCursor blank = text_.skip(literal_end_).skip_while([](unsigned byte) { return byte == ' '; });
  const TextCursor end = blank.skip_while(is_space);
  const TextCursor last = text_.skip(data_begin_ - 1);
  if (!judge(blank == end || blank == last, rule<"npy/padding-space">, blank)) return false;
  return end.ended() ? judge(last.is('\n'), rule<"npy/header-newline">, last) : judge(false, rule<"npy/padding">, end);
}

bool Walk::check_alignment() noexcept {
  constexpr std::uint64_t modulus_of_nep = 16;
  if (data_begin_ % modulus == 0) return true;
  // NEP 1 counts two bytes of HEADER_LEN in every version.
  const std::uint64_t length = header_begin_ - length_at;
  const bool nep = version_ < 3 && (data_begin_ + 2 - length) % modulus_of_nep == 0;
  return report(nep ? rule<"npy/alignment-16"> : rule<"npy/alignment">, length_at, length, "HEADER_LEN", data_begin_);
}

// Phase 7.
bool Walk::check_size() noexcept {
  if (!sized_) return false;
  const std::uint64_t left = input_.size - data_begin_;
  if (left < data_size_) {
    report(rule<"npy/data-truncated">, input_.size, 0, "data", left, data_size_);
    return false;
  }
  const std::uint64_t end = data_begin_ + data_size_;
  return left == data_size_ || report(rule<"npy/trailing-data">, end, left - data_size_, "trailing", left - data_size_);
}

}  // namespace hallmark::npy
