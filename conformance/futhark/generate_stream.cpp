// SPDX-License-Identifier: Apache-2.0
// Writes values as streams, in binary and in every spelling of text.
#include <algorithm>
#include <bit>
#include <charconv>

#include "codecs/futhark/print.hpp"
#include "conformance/futhark/generate.hpp"
#include "hallmark/core/small_floats.hpp"

namespace hallmark::futhark {
namespace {

// A float as digits × 10^exponent.
struct Parts {
  std::string digits;
  int exponent = 0;
};

// parts_of reads what the encoder or the library writes, with a point.
Parts parts_of(const std::string& text) {
  const std::size_t mark = std::min(text.find('e'), text.size());
  Parts parts{text.substr(0, mark), mark == text.size() ? 0 : std::stoi(text.substr(mark + 1))};
  const std::size_t point = text.find('.');
  parts.exponent -= static_cast<int>(mark - point - 1);
  parts.digits.erase(point, 1);
  return parts;
}

double value_of(DType dtype, std::uint64_t bits) {
  if (dtype == DType::f16) return float_of_f16(static_cast<std::uint16_t>(bits));
  if (dtype == DType::f32) return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
  return std::bit_cast<double>(bits);
}

class Speller {
 public:
  Speller(conformance::Choices& choices, Liberty liberty) : choices_(choices), compat_(liberty == Liberty::compat) {}

  // text is a value with nothing before and after.
  std::string text(const OwnedValue& value) {
    if (value.data.empty()) return empty(value);
    next_ = 0;
    named_ = false;
    return array(value, 0);
  }
  std::string separator(bool behind_scalar) {
    std::string text;
    if (behind_scalar || choices_.chance(2)) text += white();
    while (choices_.chance(6)) text += "-- x]1,\xff" + std::string(choices_.chance(2) ? "--b\x02" : "") + "\n";
    while (choices_.chance(5)) text += white();
    return text;
  }
  std::string white() { return std::string(1, " \n\t\v\f\r"[choices_.below(6)]); }

 private:
  // odd is true where a spelling is chosen that only compat takes.
  bool odd() { return compat_ && choices_.chance(6); }

  std::string array(const OwnedValue& value, std::size_t axis) {
    if (axis == value.dims.size()) {
      const std::size_t index = next_++;
      return element(value.dtype, value.load(index), index);
    }
    std::string text = "[" + separator(false);
    const bool leaves = axis + 1 == value.dims.size();
    for (std::uint64_t i = 0; i < value.dims[axis]; ++i) {
      if (i != 0) text += "," + separator(false);
      text += array(value, axis + 1);
      text += gap(leaves);  // one choice a statement: the order within an expression is the compiler's
    }
    if (value.dims[axis] != 0 && odd()) text += "," + separator(false);
    return text + "]";
  }
  // What follows an element: a comment may not touch a scalar.
  std::string gap(bool scalar) {
    const std::string text = separator(false);
    return scalar && text.starts_with("-") ? " " + text : text;
  }

  std::string element(DType dtype, std::uint64_t bits, std::size_t index) {
    if (dtype == DType::boolean) return bits != 0 ? "true" : "false";
    const bool needed = index == 0 && dtype != DType::i32 && dtype != DType::f64;
    const std::string suffix = needed || choices_.chance(3) ? std::string(name_of(dtype)) : "";
    named_ = named_ || !suffix.empty();
    if (!is_float(dtype)) return (named_ && odd() ? wrapped(dtype, bits) : integer(dtype, bits)) + suffix;
    if (is_nan(bits, dtype)) return std::string(name_of(dtype)) + ".nan";
    const std::string minus = (bits & sign_bit(dtype)) != 0 ? "-" : odd() ? "+" : "";
    bits &= sign_bit(dtype) - 1;
    if (bits == infinity_bits(dtype) && odd()) return minus + overflow() + suffix;
    if (bits == infinity_bits(dtype)) return (minus == "-" ? minus : "") + std::string(name_of(dtype)) + ".inf";
    if (odd()) return minus + hexadecimal(dtype, bits) + suffix;
    return minus + decimal(dtype, bits, suffix.empty()) + suffix;
  }

  // A number that is infinite in every type.
  std::string overflow() {
    std::string text = std::to_string(1 + choices_.below(9));
    text += choices_.chance(2) ? ".5e" : "e";
    return text + std::to_string(309 + choices_.below(1000));
  }

  // An integer of 64 bits that is `bits` modulo the width of the type, for the types of which compat takes those.
  std::string wrapped(DType dtype, std::uint64_t bits) {
    const std::uint64_t width = 8 * size_of(dtype);
    if (width > 32) return integer(dtype, bits);
    const DType wide = choices_.chance(2) ? DType::i64 : DType::u64;
    return integer(wide, choices_.word() << width | bits);
  }

  std::string integer(DType dtype, std::uint64_t bits) {
    const IntegerRange range = integer_range(dtype);
    const bool negative = range.lowest != 0 && bits > range.highest;
    if (negative) bits = (std::uint64_t{0} - bits) & (UINT64_MAX >> (64 - 8 * size_of(dtype)));
    std::string text = negative || (bits == 0 && choices_.chance(4)) ? "-" : odd() ? "+" : "";
    char digits[70];
    const unsigned base = choices_.chance(4) ? 16 : odd() ? 2 : 10;
    std::string read(digits, std::to_chars(digits, std::end(digits), bits, base).ptr);
    if (base != 10 && choices_.chance(4)) read.insert(0, choices_.below(30), '0');
    for (char& c : read) {
      if (c >= 'a' && choices_.chance(2)) c = static_cast<char>(c - 'a' + 'A');
    }
    if (base == 10) {
      if (odd()) read.insert(0, 1 + choices_.below(25), '0');
      read = underscored(read);
      return text + (odd() ? "_" : "") + read;
    }
    text += base == 2 ? "0b" : odd() ? "0X" : "0x";
    return text + underscored(read);
  }

  // Underscores between digits; compat also takes them after, and more of them.
  std::string underscored(std::string digits) {
    for (std::size_t at = digits.size() - 1; at > 0; --at) {
      if (choices_.chance(8)) digits.insert(at, odd() ? "__" : "_");
    }
    return digits + (odd() ? "_" : "");
  }

  std::string decimal(DType dtype, std::uint64_t bits, bool alone) {
    // In the fewest digits, or in more that read back to the same bits all the same.
    const int exactly = choices_.chance(10) ? 770 : choices_.chance(3) ? static_cast<int>(20 + choices_.below(60)) : 0;
    char written[1200];
    const char* const end = exactly == 0 ? print_float(written, bits, dtype)
                                         : std::to_chars(written, std::end(written), value_of(dtype, bits),
                                                         std::chars_format::scientific, exactly)
                                               .ptr;
    const Parts number = parts_of(std::string(static_cast<const char*>(written), end));
    // The point anywhere, in front of zeros or behind some, as far as a text stays short.
    std::string whole = number.digits;
    std::string fraction;
    int exponent = number.exponent;
    const int room = static_cast<int>(whole.size());
    int behind =
        static_cast<int>(choices_.below(2 * static_cast<std::uint64_t>(room) + 2)) - 1;  // digits of the fraction
    if (choices_.chance(2) && exponent < 0 && exponent > -60) behind = -exponent;
    if (choices_.chance(2) && exponent >= 0 && exponent < 60) {
      whole.append(static_cast<std::size_t>(exponent), '0');
      exponent = 0;
      behind = 0;
    }
    if (behind > 0) {
      if (behind >= static_cast<int>(whole.size()))
        whole.insert(0, static_cast<std::size_t>(behind) + 1 - whole.size(), '0');
      fraction = whole.substr(whole.size() - static_cast<std::size_t>(behind));
      whole.resize(whole.size() - static_cast<std::size_t>(behind));
      exponent += behind;
    }
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size() - 1));
    if (fraction.empty() && choices_.chance(2)) fraction = "0";
    if (!fraction.empty() && choices_.chance(4)) fraction.append(choices_.below(30), '0');
    const bool bare = whole == "0" && !fraction.empty() && odd();
    if (!bare && odd()) whole.insert(0, 1 + choices_.below(3), '0');
    std::string text = bare ? "" : (odd() ? "_" : "") + underscored(whole);
    if (!fraction.empty()) text += "." + underscored(fraction);
    if (exponent == 0 && !(alone && fraction.empty()) && !choices_.chance(6)) return text;
    text += (!fraction.empty() && choices_.chance(2)) || (fraction.empty() && odd()) ? "E" : "e";
    text += exponent < 0 ? "-" : choices_.chance(3) ? "+" : "";
    std::string power = std::to_string(exponent < 0 ? -exponent : exponent);
    if (choices_.chance(6)) power.insert(0, choices_.below(30), '0');
    return text + underscored(power);
  }

  // Exactly, with a point; after a fraction a suffix is digits, so there is an exponent always.
  std::string hexadecimal(DType dtype, std::uint64_t bits) {
    char digits[70];
    const double value = value_of(dtype, bits);
    std::string text(digits, std::to_chars(digits, std::end(digits), value, std::chars_format::hex).ptr);
    if (text.find('.') == std::string::npos) text.insert(text.find('p'), ".0");
    return "0x" + text;
  }

  std::string empty(const OwnedValue& value) {
    const bool nested = value.dtype == DType::i32 && value.dims.back() == 0 &&
                        std::ranges::all_of(value.dims.begin(), value.dims.end() - 1,
                                            [](std::uint64_t size) { return size >= 1 && size <= 3; });
    if (nested && compat_) return array(value, 0);
    std::string text = "empty" + blank() + "(" + blank();
    for (const std::uint64_t size : value.dims) {
      std::string digits = odd() ? integer(DType::i64, size) : std::to_string(size);
      text += "[" + blank() + digits + blank() + "]" + blank();
    }
    return text + std::string(name_of(value.dtype)) + blank() + ")";
  }
  std::string blank() { return odd() ? white() : ""; }

  conformance::Choices& choices_;
  bool compat_;
  std::size_t next_ = 0;
  bool named_ = false;  // an element before has a suffix
};

}  // namespace

std::vector<std::byte> any_stream(const OwnedValues& values, conformance::Choices& choices, Liberty liberty) {
  Speller speller(choices, liberty);
  std::string text;
  std::string scalar;  // in text, just before
  for (const OwnedValue& value : values) {
    if (has_text(value) && !choices.chance(3)) {
      const std::string spelled = speller.text(value);
      text += speller.separator(!scalar.empty()) + spelled;
      scalar = value.dims.empty() ? spelled : "";
      continue;
    }
    // Before a binary value a comment is for compat alone, and so is nothing after a scalar; to hexadecimal digits the
    // "b" would be one more.
    const bool touching = liberty == Liberty::compat && scalar.find_first_of("xX") == std::string::npos;
    if (liberty == Liberty::compat && choices.chance(2)) {
      text += speller.separator(!scalar.empty());
    } else if (choices.chance(2) || !(scalar.empty() || touching)) {
      text += speller.white();
    }
    text += as_text(written({value}, {}));
    scalar.clear();
  }
  text += speller.separator(!scalar.empty());
  return bytes_of(text);
}

}  // namespace hallmark::futhark
