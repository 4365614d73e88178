// Writes text of a larger grammar than the format's: right, tolerated and wrong.
#include <string_view>

#include "conformance/futhark/generate.hpp"
#include "conformance/generate/choices.hpp"

namespace hallmark::futhark {
namespace {

// Words, right and wrong.
constexpr std::string_view words[] = {
    "true", "false",  "f16.nan", "f32.nan",   "f64.nan", "f16.inf",  "-f32.inf", "-f64.inf", "+f32.inf", "-f16.nan",
    "tru",  "falsee", "f32.",    "f8.nan",    "nan",     "inf",      "\"s\"",    "'c'",      "True",     "i32",
    "-",    "-nan",   "NaN",     "-Infinity", "1.",      "1e",       "0x",       "0x1p1",    "0x1.8P1",  "1[2]",
    "1-2",  "\x1c",   "nanny",   "[]",        "1i_8",    "f32_.nan", "1.0x5"};
// Numbers at the edges of their types.
constexpr std::string_view integer_edges[] = {"2147483647",
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
                                              "-4294967297u32",
                                              "18446744073709551615i8",
                                              "18446744073709551616u32",
                                              "-9223372036854775808i16",
                                              "-9223372036854775809u8",
                                              "0xffffffffffffffffi32",
                                              "-9223372036854775809i64",
                                              "0x7fffffffffffffff",
                                              "0xffffffffffffffffu64"};
constexpr std::string_view float_edges[] = {"65519.999f16",
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
constexpr auto edges = conformance::joined(integer_edges, float_edges);

// LooseWriter writes text of a grammar that is larger than the format's. The first choice of a list is a right one.
class LooseWriter {
 public:
  explicit LooseWriter(conformance::Choices& choices) : choices_(choices) {}

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
    constexpr std::string_view list[] = {
        "\n", " ", "", "--\n", " -- c\n", " --", "\t\f\v\r", std::string_view("\0", 1), ",", "\xa0", "\x1d", "-"};
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
    switch (choices_.below(8)) {
      case 0: return one_of(words);
      case 1: return std::string(edges[choices_.below(edges.size())]);
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
      if (choices_.chance(40)) text += ", " + empty();
      if (choices_.chance(40)) text += value();
    }
    return text + one_of(closes, 5);
  }

  std::string empty() {
    constexpr std::string_view starts[] = {"empty(",     "empty (", "empty( ", "empty\n(",
                                           "empty(--\n", "empt(",   "empty[",  "empty"};
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
                                         "[0.]",
                                         "[0x0p1]",
                                         "[0--\n]",
                                         "[9223372036854775807][3]",
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

std::vector<std::byte> any_text(conformance::Choices& choices) { return bytes_of(LooseWriter(choices).stream()); }

}  // namespace hallmark::futhark
