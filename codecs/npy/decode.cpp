// SPDX-License-Identifier: Apache-2.0
// The public functions, phases 1, 3 and 5 to 7 of the walk, and their order.
#include <algorithm>

#include "core/walked.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {
namespace {

// The bytes before the header.
std::uint64_t prefix_size(std::uint64_t version) noexcept { return version == 1 ? 10 : 12; }

}  // namespace

std::uint64_t header_size(Bytes start) noexcept {
  if (start.size() <= magic.size() || as_text(start.first(magic.size())) != magic) return 0;
  const std::uint64_t prefix = prefix_size(std::to_integer<unsigned>(start[magic.size()]));
  if (start.size() < prefix) return 0;
  const std::byte* const length = start.data() + length_at;
  const std::uint64_t size = prefix == 10 ? load_le<std::uint16_t>(length) : load_le<std::uint32_t>(length);
  return size > default_max_header ? 0 : prefix + size;
}

std::uint64_t scratch_bound(Input input, const Options&) noexcept {
  const std::uint64_t size = header_size(input.window);
  if (size == 0 || size > input.window.size()) return 0;
  const Bytes header = input.window.first(static_cast<std::size_t>(size));
  return scratch_of(counts_of(header), size);
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
  Type type;
  if (take_tape(input_.window) && scan(0, false) && read_descr(0)) type = type_at({tape_, input_.window, texts_}, 0);
  return in_.verdict<Type>(type.kind, type.big_endian, type.unit, type.unit_count, type.size, type.fields);
}

void Walk::run() noexcept {
  if (!read_prefix() || !take_tape(input_.window.first(static_cast<std::size_t>(data_begin_)))) return;
  if (!scan(header_begin_, true) || !read_keys() || !read_values()) return;
  if (!check_padding() || !check_alignment() || !check_size()) return;
  check_values();
  if (findings_.verdict() == Verdict::valid) in_.remark_unread(input_);
}

FileView Walk::view() const noexcept {
  FileView file;
  file.version = version_;
  file.fortran_order = fortran_;
  file.has_data = false;
  if (!sized_) return file;
  file.type = type_at({tape_, input_.window, texts_}, values_[descr]);
  file.shape = shape_at(tape_, values_[shape]);
  file.has_data = data_size_ <= input_.window.size() - data_begin_;
  if (file.has_data) file.data = input_.slice(data_begin_, data_begin_ + data_size_);
  return file;
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
  const auto length = [&](auto field) {
    const std::uint64_t left = in_.remaining();
    data_begin_ = in_.offset() + field;
    return in_.require(field <= left, rule<"npy/header-length">, field, left) &&
           in_.require(field <= default_max_header, rule<"npy/header-limit">, field, default_max_header);
  };
  if (!(version_ == 1 ? length(in_.u16le("HEADER_LEN")) : length(in_.u32le("HEADER_LEN")))) return false;
  if (!in_.holds(data_begin_)) return false;
  header_begin_ = in_.offset();
  const Bytes header = input_.slice(header_begin_, data_begin_);
  if (header.size() <= long_header) return true;
  // Of UTF-8 all bytes but those that go on with a character.
  const auto counts = [this](std::byte b) { return version_ < 3 || (std::to_integer<unsigned>(b) & 0xc0) != 0x80; };
  const auto characters = static_cast<std::uint64_t>(std::ranges::count_if(header, counts));
  return in_.require(characters <= long_header, rule<"npy/header-long">, length_at, header_begin_ - length_at,
                     "HEADER_LEN", characters, long_header);
}

std::uint8_t Walk::key_of(std::uint32_t i) const noexcept {
  std::uint8_t key = 0;
  while (key != key_count && (tape_[i].kind != Kind::text || text_of(i) != key_name(key))) ++key;
  return key;
}

// Phase 3. Of a key that is there twice the first value is judged, and no size.
bool Walk::read_keys() noexcept {
  for (std::uint32_t i = 1; tape_[i].kind != Kind::end; i = after(after(i))) {
    const std::uint8_t key = key_of(i);
    if (key == key_count) {
      if (!report(rule<"npy/key-unknown">, i, "header")) return false;
    } else if (values_[key] != none) {
      if (!spoil(rule<"npy/key-duplicate">, i, key_name(key).data())) return false;
    } else {
      values_[key] = after(i);
    }
  }
  for (std::uint8_t key = 0; key < key_count; ++key) {
    if (values_[key] != none) continue;
    if (!spoil(rule<"npy/key-missing">, literal_end_ - 1, std::uint64_t{1}, key_name(key).data(), key)) return false;
  }
  return true;
}

// Phases 4 and 5.
bool Walk::read_values() noexcept {
  const std::uint32_t dtype = values_[descr];
  if (dtype != none) {
    if (!read_descr(dtype)) return false;
    const std::uint64_t size = tape_[dtype].value;
    if (whole_ && size > INT32_MAX && !report(rule<"npy/item-size-large">, dtype, "descr", size, INT32_MAX))
      return false;
  }
  const std::uint32_t order = values_[fortran_order];
  const auto read_order = [&] {
    if (order == none) return true;
    fortran_ = tape_[order].kind == Kind::boolean && tape_[order].value == 1;
    return tape_[order].kind == Kind::boolean || report(rule<"npy/fortran-order">, order, "fortran_order");
  };
  const bool first = order < values_[shape];
  return (!first || read_order()) && read_shape() && (first || read_order()) && check_product();
}

bool Walk::read_shape() noexcept {
  const std::uint32_t tuple = values_[shape];
  if (tuple == none) return true;
  if (tape_[tuple].kind != Kind::tuple) return spoil(rule<"npy/shape-tuple">, tuple, "shape");
  return read_dimensions(tuple, count_);
}

bool Walk::check_product() noexcept {
  if (!whole_) return true;
  const std::uint64_t item = tape_[values_[descr]].value;
  sized_ = count_.bytes(item, data_size_);
  return sized_ || report(rule<"npy/shape-overflow">, values_[shape], "shape");
}

// Phase 6.
bool Walk::check_padding() noexcept {
  constexpr unsigned newline = '\n';
  const Bytes padding = input_.slice(literal_end_, data_begin_);
  bool on = true;
  bool spaced = true;
  for (std::size_t i = 0; on && i < padding.size(); ++i) {
    const auto byte = std::to_integer<unsigned>(padding[i]);
    const bool white = byte == '\t' || byte == newline || byte == '\r' || byte == ' ';
    if (!white) return report(rule<"npy/padding">, literal_end_ + i, 1, "padding", byte);
    if (spaced && byte != ' ' && i + 1 != padding.size()) {
      spaced = false;
      on = report(rule<"npy/padding-space">, literal_end_ + i, 1, "padding", byte);
    }
  }
  const std::uint64_t last = data_begin_ - 1;
  const auto byte = std::to_integer<unsigned>(input_.window[static_cast<std::size_t>(last)]);
  return on && (byte == newline || report(rule<"npy/header-newline">, last, 1, "padding", byte));
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
