// SPDX-License-Identifier: Apache-2.0
// Writes text of a larger grammar than the format's: right, tolerated and wrong.
#include "conformance/futhark/generate.hpp"

using namespace std::string_view_literals;

namespace hallmark::futhark {
namespace {

// LooseWriter writes text of a grammar that is larger than the format's.
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
  // one_of draws from a list that is divided by `|`: any text once in `seldom`, else the first, a right one.
  std::string one_of(std::string_view list, std::uint32_t seldom = 1) {
    std::vector<std::string_view> texts;
    for (std::size_t end = 0; end != list.npos; list.remove_prefix(end == list.npos ? 0 : end + 1)) {
      end = list.find('|');
      texts.push_back(list.substr(0, end));
    }
    return std::string(texts[choices_.chance(seldom) ? choices_.below(texts.size()) : 0]);
  }

  std::string between() { return one_of("\n| ||--\n| -- c\n| --|\t\f\v\r|\0|,|\xa0|\x1d|-"sv, 3); }

  std::string value() {
    switch (choices_.below(8)) {
      case 0:
      case 1: return array(0);
      case 2: return empty();
      case 3: return binary();
      default: return scalar();
    }
  }

  std::string scalar() {
    switch (choices_.below(8)) {
      case 0:
        return one_of(
            "true|false|f16.nan|f32.nan|f64.nan|f16.inf|-f32.inf|-f64.inf|+f32.inf|-f16.nan|tru|falsee|f32.|f8.nan|nan|"
            "inf|\"s\"|'c'|True|i32|-|-nan|NaN|-Infinity|1.|1e|0x|0x1p1|0x1.8P1|1[2]|1-2|\x1c|nanny|[]|1i_8|f32_.nan|"
            "1.0x5");
      case 1: return edge();
      default: return number();
    }
  }

  // A number at an edge of its type.
  std::string edge() {
    return one_of(
        "2147483647|2147483648|-2147483648|-2147483649|9223372036854775807|9223372036854775808|18446744073709551615|"
        "18446744073709551616|127i8|128i8|-128i8|-129i8|256u8|-1u8|-0u8|65535u16|65536u16|4294967296u32|"
        "-4294967297u32|18446744073709551615i8|18446744073709551616u32|-9223372036854775808i16|"
        "-9223372036854775809u8|0xffffffffffffffffi32|-9223372036854775809i64|0x7fffffffffffffff|"
        "0xffffffffffffffffu64|65519.999f16|65520f16|65520.000000000000000000000000000000000000001f16|"
        "1.00048828125f16|1.00048828125000000000000000000000000000001f16|2.98023223876953125e-8f16|"
        "2.98023223876953125000000000000000000000001e-8f16|0.0000000000000000000000000000000000000000000001f16|"
        "3.4028235677973366e38f32|3.4028235677973365e38f32|1.7976931348623159e308|1.7976931348623157e308|4.9e-324|"
        "1e99999999999999999999|1e-99999999999999999999|0e99999999999999999999|0x1.ffcp15|0xffe.0p4|"
        "0x0.0p99999999999999999999|0x1.00000000000008p0|0x1.000000000000080000000000000000000001p0|0x0.8p-1074|"
        "0x0.80000000000000000000000001p-1074");
  }

  std::string digits(std::string_view set, std::uint32_t most) {
    std::string text;
    for (std::uint32_t left = 1 + choices_.below(most); left > 0; --left) {
      text += choices_.chance(12) ? '_' : set[choices_.below(set.size())];
    }
    return text;
  }
  std::string number() {
    constexpr std::string_view digit = "0123456789";
    std::string text = one_of("|-|+|_|--", 3);
    const std::string prefix = one_of("|0x|0|0X|0b|0B|_|00|.", 3);
    const bool hexadecimal = prefix == "0x" || prefix == "0X";
    const std::string_view set = hexadecimal ? "0123456789abcdefABF" : prefix == "0b" ? "01" : digit;
    text += prefix;
    if (!choices_.chance(20)) text += digits(set, choices_.chance(6) ? 70 : 4);
    const std::string point = choices_.chance(3) ? "." : one_of("|.|..|._", 6);
    text += point;
    if (!point.empty() && !choices_.chance(12)) text += digits(set, choices_.chance(6) ? 60 : 4);
    const std::string mark = one_of("|e|E|e-|e+|E-|p|p-|P|e_", 3);
    text += mark;
    if (!mark.empty() && !choices_.chance(12)) text += digits(digit, choices_.chance(6) ? 22 : 2);
    return text + one_of("|i8|i16|i32|i64|u8|u16|u32|u64|f16|f32|f64|i|f3|u7|x", 2);
  }

  std::string array(std::uint32_t level) {
    std::string text = one_of("[|[ |[--\n|[,", 6);
    // Mostly one kind of element, as often as not regular.
    const bool nested = level < 4 && choices_.chance(3);
    const std::string model = scalar();
    const std::uint32_t count = choices_.below(4);
    std::string inner = nested ? array(level + 1) : "";
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i != 0) text += one_of(",|, | , | --]\n,|| |,,", 4);
      if (nested && choices_.chance(8)) inner = array(level + 1);
      text += nested ? (choices_.chance(20) ? scalar() : inner) : choices_.chance(4) ? scalar() : model;
      if (choices_.chance(40)) text += ", " + empty();
      if (choices_.chance(40)) text += value();
    }
    return text + one_of("]| ]|,]|, ]||b", 5);
  }

  std::string empty() {
    std::string text = one_of("empty(|empty (|empty( |empty\n(|empty(--\n|empt(|empty[|empty", 5);
    for (std::uint32_t left = choices_.chance(10) ? choices_.below(6) : 1 + choices_.below(2); left > 0; --left) {
      text += one_of(
          "[0]|[ 0]|[0 ] |[00]|[-0]|[0x0]|[0_0]|[0b0]|[3]|[5i32]|[-1]|[+0]|[_0]|[1.0]|[]|[0|[0abc]|[0.]|[0x0p1]|"
          "[0--\n]|[9223372036854775807][3]|[9223372036854775807]|[9223372036854775808]|[0x8000000000000000]|"
          "[99999999999999999999999]",
          2);
    }
    return text + one_of("i32)|bool)|u8)|f16 )|\tf64)|i16|i3)|i32 x)|)|", 2);
  }

  std::string binary() {
    constexpr std::uint64_t high = std::uint64_t{1} << 63;
    constexpr std::uint64_t sizes[] = {1, 0, 2, UINT32_MAX + std::uint64_t{1}, high / 2, UINT64_MAX, high, high - 1};
    constexpr std::string_view no_types[] = {"i8  ", "BOOL", "unit"};
    conformance::Dims dims(choices_.below(4));
    for (std::uint64_t& size : dims) size = sizes[choices_.chance(2) ? choices_.below(std::size(sizes)) : 0];
    const Type& type = types[choices_.below(std::size(types))];
    std::string text(as_text(written_header(type.dtype, dims, [&](Header& header) {
      if (choices_.chance(18)) header.version = choices_.byte();
      if (choices_.chance(20)) header.rank = choices_.byte();
      if (choices_.chance(6)) header.type = static_cast<std::uint32_t>(word_of(no_types[choices_.below(3)]));
    })));
    for (std::uint32_t left = choices_.chance(2) ? type.size : choices_.below(20); left > 0; --left) {
      text += static_cast<char>(choices_.chance(12) ? choices_.byte() : choices_.below(2));
    }
    if (choices_.chance(10)) text.resize(choices_.below(text.size()));
    return text;
  }

  conformance::Choices& choices_;
};

}  // namespace

std::vector<std::byte> any_text(conformance::Choices& choices) { return bytes_of(LooseWriter(choices).stream()); }

}  // namespace hallmark::futhark
