#include "conformance/futhark/generate.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string_view>

namespace hallmark::futhark {
namespace {

bool is_floating(DType dtype) { return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64; }
bool has_sign(DType dtype) { return !is_floating(dtype) && dtype >= DType::i8 && dtype <= DType::i64; }
unsigned width(DType dtype) { return static_cast<unsigned>(8 * size_of(dtype)); }
std::uint64_t sign(DType dtype) { return std::uint64_t{1} << (width(dtype) - 1); }
bool is_nan(std::uint64_t bits, DType dtype) { return (bits & (sign(dtype) - 1)) > word_of_infinity(dtype); }

std::uint64_t load(const OwnedValue& value, std::size_t index) {
  std::uint64_t bits = 0;
  const auto size = static_cast<std::size_t>(size_of(value.dtype));
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | std::to_integer<std::uint64_t>(value.data[index * size + i]);
  return bits;
}

class Generator {
 public:
  explicit Generator(conformance::Choices& choices) : choices_(choices) {}

  // value is, now and then, of the type and shape of the one before.
  OwnedValue value(const OwnedValue* before) {
    OwnedValue value{dtypes[choices_.below(std::size(dtypes))], {}, {}};
    const bool again = before != nullptr && choices_.chance(2);
    if (again) {
      value.dtype = before->dtype;
      value.dims = before->dims;
    } else {
      shape(value);
    }
    std::uint64_t count = 1;
    for (const std::uint64_t size : value.dims) count *= size;
    if (std::ranges::find(value.dims, std::uint64_t{0}) != value.dims.end()) count = 0;
    for (; count > 0; --count) {
      const std::uint64_t bits = element(value.dtype);
      for (unsigned i = 0; i < width(value.dtype); i += 8) value.data.push_back(static_cast<std::byte>(bits >> i));
    }
    return value;
  }

 private:
  void shape(OwnedValue& value) {
    value.dims.resize(choices_.below(6));
    for (std::uint64_t& size : value.dims) size = 1 + choices_.below(3);
    if (choices_.chance(60)) {
      value.dims.assign(127, 1);
    } else if (!value.dims.empty() && choices_.chance(5)) {
      // Empty, so that the others may be of any size.
      for (std::uint64_t& size : value.dims)
        size = choices_.chance(2) ? choices_.word() >> (1 + choices_.below(63)) : 1;
      value.dims[choices_.below(value.dims.size())] = 0;
    } else if (value.dims.size() == 1 && choices_.chance(8)) {
      value.dims.front() = 60 + choices_.below(300);
    }
  }

  std::uint64_t element(DType dtype) {
    if (dtype == DType::boolean) return choices_.below(2);
    const std::uint64_t all = UINT64_MAX >> (64 - width(dtype));
    const std::uint64_t near = std::uint64_t{choices_.below(5)} - 2;
    switch (choices_.below(5)) {
      case 0: return choices_.below(10) & all;
      case 1: return near & all;  // around 0
      case 2: return ((std::uint64_t{1} << choices_.below(width(dtype))) + near) & all;
      case 3: return is_floating(dtype) ? edge(dtype) : (all / 2 + near) & all;
      default: return choices_.word() & all;
    }
  }
  std::uint64_t edge(DType dtype) {
    const std::uint64_t infinity = word_of_infinity(dtype);
    const std::uint64_t edges[] = {0, 1, infinity, infinity - 1, word_of_nan(dtype), word_of_nan(dtype) + 1};
    return edges[choices_.below(std::size(edges))] | (choices_.chance(2) ? sign(dtype) : 0);
  }

  conformance::Choices& choices_;
};

// A float as digits × 10^exponent, in the fewest digits or in more that read back to the same bits all the same.
struct Scientific {
  std::string digits;
  int exponent = 0;
};
template <class T>
Scientific scientific(T value, int precision) {
  char text[1200];
  const auto end = precision < 0
                       ? std::to_chars(text, std::end(text), value, std::chars_format::scientific).ptr
                       : std::to_chars(text, std::end(text), value, std::chars_format::scientific, precision).ptr;
  const std::string all(text, end);
  Scientific number;
  const std::size_t mark = all.find('e');
  for (const char c : all.substr(0, mark)) {
    if (c != '.') number.digits += c;
  }
  number.exponent = std::stoi(all.substr(mark + 1)) - static_cast<int>(number.digits.size()) + 1;
  return number;
}

double f16_value(std::uint64_t bits) {
  const std::uint64_t exponent = bits >> 10 & 0x1f;
  const std::uint64_t fraction = bits & 0x3ff;
  return static_cast<double>(exponent == 0 ? fraction : (fraction + 0x400) << (exponent - 1)) / 16777216.0;
}

class Speller {
 public:
  Speller(conformance::Choices& choices, Liberty liberty) : choices_(choices), compat_(liberty == Liberty::compat) {}

  // text is a value with nothing before and behind.
  std::string text(const OwnedValue& value) {
    if (value.data.empty()) return empty(value);
    next_ = 0;
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
  // odd is a licence that only compat gives.
  bool odd() { return compat_ && choices_.chance(6); }

  std::string array(const OwnedValue& value, std::size_t axis) {
    if (axis == value.dims.size()) {
      const std::size_t index = next_++;
      return element(value.dtype, load(value, index), index);
    }
    std::string text = "[" + separator(false);
    const bool leaves = axis + 1 == value.dims.size();
    for (std::uint64_t i = 0; i < value.dims[axis]; ++i) {
      if (i != 0) text += "," + separator(false);
      text += array(value, axis + 1) + gap(leaves);
    }
    if (value.dims[axis] != 0 && odd()) text += "," + separator(false);
    return text + "]";
  }
  // What stands behind an element: a comment may not touch a scalar.
  std::string gap(bool scalar) {
    const std::string text = separator(false);
    return scalar && text.starts_with("-") ? " " + text : text;
  }

  std::string element(DType dtype, std::uint64_t bits, std::size_t index) {
    if (dtype == DType::boolean) return bits != 0 ? "true" : "false";
    const bool needed = index == 0 && dtype != DType::i32 && dtype != DType::f64;
    const std::string suffix = needed || choices_.chance(3) ? std::string(name_of(dtype)) : "";
    if (!is_floating(dtype)) return integer(dtype, bits) + suffix;
    if (is_nan(bits, dtype)) return std::string(name_of(dtype)) + ".nan";
    const std::string minus = (bits & sign(dtype)) != 0 ? "-" : odd() ? "+" : "";
    bits &= sign(dtype) - 1;
    if (bits == word_of_infinity(dtype)) return (minus == "-" ? minus : "") + std::string(name_of(dtype)) + ".inf";
    if (odd()) return minus + hexadecimal(dtype, bits) + suffix;
    return minus + decimal(dtype, bits, suffix.empty()) + suffix;
  }

  std::string integer(DType dtype, std::uint64_t bits) {
    const bool negative = has_sign(dtype) && (bits & sign(dtype)) != 0;
    if (negative) bits = (std::uint64_t{0} - bits) & (UINT64_MAX >> (64 - width(dtype)));
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

  // Underscores between digits; compat also takes them behind, and more of them.
  std::string underscored(std::string digits) {
    for (std::size_t at = digits.size() - 1; at > 0; --at) {
      if (choices_.chance(8)) digits.insert(at, odd() ? "__" : "_");
    }
    return digits + (odd() ? "_" : "");
  }

  std::string decimal(DType dtype, std::uint64_t bits, bool alone) {
    const int exactly = choices_.chance(10) ? 770 : choices_.chance(3) ? static_cast<int>(20 + choices_.below(60)) : -1;
    const Scientific number = dtype == DType::f16 ? scientific(f16_value(bits), exactly < 0 ? 4 : exactly)
                              : dtype == DType::f32
                                  ? scientific(std::bit_cast<float>(static_cast<std::uint32_t>(bits)), exactly)
                                  : scientific(std::bit_cast<double>(bits), exactly);
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

  // Exactly, with a point; behind a fraction a suffix is digits, so there is an exponent always.
  std::string hexadecimal(DType dtype, std::uint64_t bits) {
    char digits[70];
    const double value = dtype == DType::f16   ? f16_value(bits)
                         : dtype == DType::f32 ? double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))}
                                               : std::bit_cast<double>(bits);
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
};

std::string binary(const OwnedValue& value) {
  std::string text = "b\x02";
  text += static_cast<char>(value.dims.size());
  const std::string name(name_of(value.dtype));
  text += std::string(4 - name.size(), ' ') + name;
  for (const std::uint64_t size : value.dims) {
    for (unsigned i = 0; i < 64; i += 8) text += static_cast<char>(size >> i & 0xff);
  }
  for (const std::byte b : value.data) text += static_cast<char>(b);
  return text;
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const Bytes view = as_bytes(text);
  return {view.begin(), view.end()};
}

// Babbler writes what could be Futhark. The first choice of a list is a right one.
class Babbler {
 public:
  explicit Babbler(conformance::Choices& choices) : choices_(choices) {}

  std::string stream() {
    std::string text;
    for (std::uint32_t left = 1 + choices_.below(4); left > 0; --left) {
      const std::string one = value();
      for (std::uint32_t times = choices_.chance(4) ? choices_.below(6) : 1; times > 0; --times)
        text += one + between();
    }
    return text;
  }

 private:
  template <std::size_t count>
  std::string one_of(const std::string_view (&list)[count], std::uint32_t seldom = 0) {
    if (seldom != 0 && !choices_.chance(seldom)) return std::string(list[0]);
    return std::string(list[choices_.below(count)]);
  }

  std::string between() {
    constexpr std::string_view list[] = {"\n", " ", "", "--\n", " -- c\n", " --", "\t\f\v\r", "\0", ",", "\xa0", "-"};
    return one_of(list, 3);
  }

  std::string value() {
    switch (choices_.below(8)) {
      case 0:
      case 1: return array(0);
      case 2: return empty();
      case 3: return header();
      default: return scalar();
    }
  }

  std::string scalar() {
    constexpr std::string_view odd[] = {"true",     "false",    "f16.nan",  "f32.nan", "f64.nan", "f16.inf", "-f32.inf",
                                        "-f64.inf", "+f32.inf", "-f16.nan", "tru",     "falsee",  "f32.",    "f8.nan",
                                        "nan",      "inf",      "\"s\"",    "'c'",     "True",    "i32",     "-"};
    constexpr std::string_view edges[] = {"2147483647",
                                          "2147483648",
                                          "-2147483648",
                                          "-2147483649",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "127i8",
                                          "128i8",
                                          "-128i8",
                                          "-129i8",
                                          "256u8",
                                          "-1u8",
                                          "-0u8",
                                          "65535u16",
                                          "65536u16",
                                          "4294967296u32",
                                          "-9223372036854775809i64",
                                          "0x7fffffffffffffff",
                                          "0xffffffffffffffffu64",
                                          "65519.999f16",
                                          "65520f16",
                                          "65520.000000000000000000000000000000000000001f16",
                                          "1.00048828125f16",
                                          "1.00048828125000000000000000000000000000001f16",
                                          "2.98023223876953125e-8f16",
                                          "2.98023223876953125000000000000000000000001e-8f16",
                                          "0.0000000000000000000000000000000000000000000001f16",
                                          "3.4028235677973366e38f32",
                                          "3.4028235677973365e38f32",
                                          "1.7976931348623159e308",
                                          "1.7976931348623157e308",
                                          "4.9e-324",
                                          "1e99999999999999999999",
                                          "1e-99999999999999999999",
                                          "0e99999999999999999999",
                                          "0x1.ffcp15",
                                          "0xffe.0p4",
                                          "0x0.0p99999999999999999999",
                                          "0x1.00000000000008p0",
                                          "0x1.000000000000080000000000000000000001p0",
                                          "0x0.8p-1074",
                                          "0x0.80000000000000000000000001p-1074"};
    switch (choices_.below(8)) {
      case 0: return one_of(odd);
      case 1: return one_of(edges);
      default: return number();
    }
  }

  std::string digits(std::string_view set, std::uint32_t most) {
    std::string text;
    for (std::uint32_t left = 1 + choices_.below(most); left > 0; --left) {
      text += choices_.chance(12) ? '_' : set[choices_.below(set.size())];
    }
    return text;
  }
  std::string number() {
    constexpr std::string_view signs[] = {"", "-", "+", "_", "--"};
    constexpr std::string_view prefixes[] = {"", "0x", "0", "0X", "0b", "0B", "_", "00", "."};
    constexpr std::string_view points[] = {"", ".", "..", "._"};
    constexpr std::string_view marks[] = {"", "e", "E", "e-", "e+", "E-", "p", "p-", "P", "e_"};
    constexpr std::string_view suffixes[] = {"",    "i8",  "i16", "i32", "i64", "u8", "u16", "u32",
                                             "u64", "f16", "f32", "f64", "i",   "f3", "u7",  "x"};
    constexpr std::string_view digit = "0123456789";
    const std::string prefix = one_of(prefixes, 3);
    const bool hexadecimal = prefix == "0x" || prefix == "0X";
    const std::string_view set = hexadecimal ? "0123456789abcdefABF" : prefix == "0b" ? "01" : digit;
    std::string text = one_of(signs, 3) + prefix;
    if (!choices_.chance(20)) text += digits(set, choices_.chance(6) ? 70 : 4);
    const std::string point = choices_.chance(3) ? std::string(1, '.') : one_of(points, 6);
    text += point;
    if (!point.empty() && !choices_.chance(12)) text += digits(set, choices_.chance(6) ? 60 : 4);
    const std::string mark = one_of(marks, 3);
    text += mark;
    if (!mark.empty() && !choices_.chance(12)) text += digits(digit, choices_.chance(6) ? 22 : 2);
    return text + one_of(suffixes, 2);
  }

  std::string array(std::uint32_t level) {
    constexpr std::string_view opens[] = {"[", "[ ", "[--\n", "[,"};
    constexpr std::string_view commas[] = {",", ", ", " , ", " --]\n,", "", " ", ",,"};
    constexpr std::string_view closes[] = {"]", " ]", ",]", ", ]", "", "b"};
    std::string text = one_of(opens, 6);
    // Mostly one kind of element, as often as not regular.
    const bool nested = level < 4 && choices_.chance(3);
    const std::string model = scalar();
    const std::uint32_t count = choices_.below(4);
    std::string inner = nested ? array(level + 1) : "";
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i != 0) text += one_of(commas, 4);
      if (nested && choices_.chance(8)) inner = array(level + 1);
      text += nested ? (choices_.chance(20) ? scalar() : inner) : choices_.chance(4) ? scalar() : model;
      if (choices_.chance(40)) text += value();
    }
    return text + one_of(closes, 5);
  }

  std::string empty() {
    constexpr std::string_view starts[] = {"empty(", "empty (", "empty( ", "empty\n(", "empt(", "empty[", "empty"};
    constexpr std::string_view dims[] = {"[0]",
                                         "[ 0]",
                                         "[0 ] ",
                                         "[00]",
                                         "[-0]",
                                         "[0x0]",
                                         "[0_0]",
                                         "[0b0]",
                                         "[3]",
                                         "[5i32]",
                                         "[-1]",
                                         "[+0]",
                                         "[_0]",
                                         "[1.0]",
                                         "[]",
                                         "[0",
                                         "[0abc]",
                                         "[9223372036854775807]",
                                         "[9223372036854775808]",
                                         "[0x8000000000000000]",
                                         "[99999999999999999999999]"};
    constexpr std::string_view ends[] = {"i32)", "bool)", "u8)", "f16 )", "\tf64)", "i16", "i3)", "i32 x)", ")", ""};
    std::string text = one_of(starts, 5);
    for (std::uint32_t left = choices_.chance(10) ? choices_.below(6) : 1 + choices_.below(2); left > 0; --left) {
      text += one_of(dims, 2);
    }
    return text + one_of(ends, 2);
  }

  std::string header() {
    constexpr std::string_view versions[] = {"\x02", "\x01", "\x03"};
    constexpr std::string_view types[] = {"  i8", " i16", "  u8", "bool", " f32", " f64", "i8  ", "BOOL", "unit"};
    constexpr std::string_view dims[] = {
        std::string_view("\1\0\0\0\0\0\0\0", 8),   std::string_view("\0\0\0\0\0\0\0\0", 8),
        std::string_view("\2\0\0\0\0\0\0\0", 8),   std::string_view("\0\0\0\0\1\0\0\0", 8),
        std::string_view("\0\0\0\0\0\0\0\x40", 8), "\xff\xff\xff\xff\xff\xff\xff\xff",
        std::string_view("\0\0\0\0\0\0\0\x80", 8), "\xff\xff\xff\xff\xff\xff\xff\x7f",
        std::string_view("\1\0\0\0\0\0\0\x40", 8)};
    std::uint32_t rank = choices_.below(4);
    std::string text = "b" + one_of(versions, 12);
    text += static_cast<char>(choices_.chance(20) ? choices_.byte() : rank);
    text += one_of(types, 1);
    for (; rank > 0; --rank) text += one_of(dims, 2);
    for (std::uint32_t left = choices_.chance(2) ? size_of_data(text) : choices_.below(20); left > 0; --left) {
      text += static_cast<char>(choices_.chance(12) ? choices_.byte() : choices_.below(2));
    }
    if (choices_.chance(10)) text.resize(choices_.below(text.size()));
    return text;
  }
  // The data that a scalar of the type needs.
  static std::uint32_t size_of_data(const std::string& header) {
    const std::string type = header.substr(3, 4);
    return type.ends_with("64") ? 8 : type.ends_with("32") ? 4 : type.ends_with("16") ? 2 : 1;
  }

  conformance::Choices& choices_;
};

}  // namespace

std::uint64_t word_of_infinity(DType dtype) {
  return dtype == DType::f16 ? 0x7c00 : dtype == DType::f32 ? 0x7f800000 : 0x7ff0000000000000;
}
std::uint64_t word_of_nan(DType dtype) {
  return dtype == DType::f16 ? 0x7e00 : dtype == DType::f32 ? 0x7fc00000 : 0x7ff8000000000000;
}

OwnedValue owned(const ValueView& value) {
  OwnedValue copy{value.tensor.dtype, {}, {value.tensor.data.begin(), value.tensor.data.end()}};
  for (std::uint64_t axis = 0; axis < value.tensor.shape.rank(); ++axis) copy.dims.push_back(value.tensor.shape[axis]);
  return copy;
}

Borrowed::Borrowed(const OwnedValues& values) {
  for (const OwnedValue& value : values) {
    std::vector<std::byte>& dims = dims_.emplace_back(value.dims.size() * sizeof(std::uint64_t));
    for (std::size_t axis = 0; axis < value.dims.size(); ++axis) store_le(dims.data() + 8 * axis, value.dims[axis]);
    tensors_.push_back({{}, value.dtype, Shape(dims), value.data, true});
  }
}

OwnedValues any_values(conformance::Choices& choices, std::uint32_t most) {
  OwnedValues values;
  Generator generator(choices);
  for (std::uint32_t left = choices.below(std::uint64_t{most} + 1); left > 0; --left) {
    OwnedValue next = generator.value(values.empty() ? nullptr : &values.back());
    values.push_back(std::move(next));
  }
  return values;
}

bool has_text(const OwnedValue& value) {
  if (!is_floating(value.dtype)) return true;
  for (std::size_t i = 0; i < value.data.size() / size_of(value.dtype); ++i) {
    const std::uint64_t bits = load(value, i);
    if (is_nan(bits, value.dtype) && bits != word_of_nan(value.dtype)) return false;
  }
  return true;
}

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
    // Before a binary value a comment is for compat alone, and so is nothing behind a scalar; to hexadecimal digits the
    // "b" would be one more.
    const bool touching = liberty == Liberty::compat && scalar.find_first_of("xX") == std::string::npos;
    if (liberty == Liberty::compat && choices.chance(2)) {
      text += speller.separator(!scalar.empty());
    } else if (choices.chance(2) || !(scalar.empty() || touching)) {
      text += speller.white();
    }
    text += binary(value);
    scalar.clear();
  }
  text += speller.separator(!scalar.empty());
  return bytes_of(text);
}

std::vector<std::byte> any_text(conformance::Choices& choices) { return bytes_of(Babbler(choices).stream()); }

std::vector<std::byte> written(const OwnedValues& values, const Style& style) {
  const Borrowed borrowed(values);
  std::vector<std::byte> out(static_cast<std::size_t>(encoded_size({borrowed.view(), style})));
  Scratch none_needed;
  if (!encode({borrowed.view(), style}, none_needed, out)) return {};
  return out;
}

}  // namespace hallmark::futhark
