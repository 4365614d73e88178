#include "conformance/program/show/preview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "conformance/statistics/small_floats.hpp"
#include "hallmark/core/tensor.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

constexpr std::uint64_t shown_first = 6;
constexpr std::uint64_t shown_last = 2;
constexpr std::size_t shown_bytes = 16;
constexpr std::size_t shown_text = 40;  // bytes of one string

using Show = std::string (*)(Bytes data, std::uint64_t index);

template <class T>
std::string number(Bytes data, std::uint64_t index) {
  if constexpr (sizeof(T) == 1) {
    return fmt::format("{}", static_cast<int>(element<T>(data, index)));
  } else {
    return fmt::format("{}", element<T>(data, index));
  }
}

template <class Word, float (*widen)(Word) noexcept>
std::string small_float(Bytes data, std::uint64_t index) {
  return fmt::format("{}", widen(element<Word>(data, index)));
}

std::string boolean(Bytes data, std::uint64_t index) {
  return std::to_integer<unsigned>(data[static_cast<std::size_t>(index)]) != 0 ? "true" : "false";
}

std::string bit(Bytes data, std::uint64_t index) {
  const auto byte = std::to_integer<unsigned>(data[static_cast<std::size_t>(index / 8)]);
  return (byte >> (7 - index % 8) & 1) != 0 ? "1" : "0";
}

struct Kind {
  std::string_view dtype;
  std::uint64_t size;  // bytes; 0: bits
  Show show;
};

constexpr Kind kinds[] = {
    {"int8", 1, number<std::int8_t>},
    {"float32", 4, number<float>},
    {"packed_bit", 0, bit},
    {"bool", 1, boolean},
    {"i8", 1, number<std::int8_t>},
    {"i16", 2, number<std::int16_t>},
    {"i32", 4, number<std::int32_t>},
    {"i64", 8, number<std::int64_t>},
    {"u8", 1, number<std::uint8_t>},
    {"u16", 2, number<std::uint16_t>},
    {"u32", 4, number<std::uint32_t>},
    {"u64", 8, number<std::uint64_t>},
    {"f16", 2, small_float<std::uint16_t, conformance::float_of_f16>},
    {"bf16", 2, small_float<std::uint16_t, conformance::float_of_bf16>},
    {"f8_e5m2", 1, small_float<std::uint8_t, conformance::float_of_f8_e5m2>},
    {"f8_e4m3", 1, small_float<std::uint8_t, conformance::float_of_f8_e4m3>},
    {"f32", 4, number<float>},
    {"f64", 8, number<double>},
};

const Kind* kind_of(std::string_view dtype) {
  const auto* found = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return k.dtype == dtype; });
  return found == std::end(kinds) ? nullptr : found;
}

// next_string removes the first element from data of the dtype `bytes`: a 4-byte length, then that many bytes.
bool next_string(Bytes& data, Bytes& text) {
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  if (data.size() < prefix) return false;
  const std::size_t size = std::min<std::size_t>(load_le<std::uint32_t>(data.data()), data.size() - prefix);
  text = data.subspan(prefix, size);
  data = data.subspan(prefix + size);
  return true;
}

std::uint64_t strings(Bytes data) {
  std::uint64_t count = 0;
  for (Bytes text; next_string(data, text);) ++count;
  return count;
}

std::string quoted(Bytes text) {
  const bool whole = text.size() <= shown_text;
  return '"' + reports::escaped(as_text(text.first(std::min(text.size(), shown_text)))) + (whole ? "\"" : "\"…");
}

std::string preview_strings(Bytes data) {
  const std::uint64_t count = strings(data);
  const bool all = count <= shown_first + shown_last;
  std::string out;
  Bytes text;
  for (std::uint64_t i = 0; next_string(data, text); ++i) {
    if (!all && i == shown_first) out += ", …";
    if (!all && i >= shown_first && i < count - shown_last) continue;
    out += (i == 0 ? "" : ", ") + quoted(text);
  }
  return out;
}

}  // namespace

std::uint64_t elements(std::string_view dtype, Bytes data, unsigned padding) {
  if (dtype == name_of(DType::bytes)) return strings(data);
  const Kind* kind = kind_of(dtype);
  if (kind == nullptr) return data.size();
  if (kind->size != 0) return data.size() / kind->size;
  const std::uint64_t bits = std::uint64_t{data.size()} * 8;
  return bits - std::min<std::uint64_t>(bits, padding);
}

std::string preview(std::string_view dtype, Bytes data, unsigned padding) {
  if (dtype == name_of(DType::bytes)) return preview_strings(data);
  const Kind* kind = kind_of(dtype);
  if (kind == nullptr) return hex(data, shown_bytes);
  const std::uint64_t count = elements(dtype, data, padding);
  const std::uint64_t first = count <= shown_first + shown_last ? count : shown_first;
  std::string out;
  for (std::uint64_t i = 0; i < first; ++i) out += (i == 0 ? "" : ", ") + kind->show(data, i);
  if (first == count) return out;
  out += ", …";
  for (std::uint64_t i = count - shown_last; i < count; ++i) out += ", " + kind->show(data, i);
  return out;
}

std::string hex(Bytes data, std::size_t most) {
  std::string out;
  for (const std::byte byte : data.first(std::min(data.size(), most))) {
    fmt::format_to(std::back_inserter(out), "{}{:02x}", out.empty() ? "" : " ", std::to_integer<unsigned>(byte));
  }
  if (data.size() > most) out += " …";
  return out;
}

}  // namespace hallmark::program
