// SPDX-License-Identifier: Apache-2.0
// Writes valid npy files from choices.
#include "conformance/npy/generate.hpp"

#include <algorithm>
#include <iterator>

#include "conformance/generate/formats.hpp"
#include "conformance/generate/generator.hpp"
#include "conformance/generate/noise.hpp"
#include "conformance/npy/literal.hpp"

namespace hallmark::npy {
namespace {

using conformance::Choices;
using conformance::Dims;

constexpr std::string_view types[] = {"<f4", "|u1", "|b1",      "<i8",     ">f4", ">i2", "<U3", ">U2",
                                      "|S5", "|V3", "<c8",      ">c16",    "<f2", "<u8", "|i1", "|S0",
                                      "|V0", "<U0", "<M8[25s]", ">m8[ns]", "<M8", ">f8", "<c16"};
constexpr std::string_view names[] = {"a",  "b",           "x y",          "it's",     "\"", "\\",
                                      "\n", "caf\xc3\xa9", "\xe4\xb8\x96", "\xc2\xa0", "f0"};

std::string tuple_of(const Dims& sizes) {
  std::string text = "(";
  for (const std::uint64_t size : sizes) text += std::to_string(size) + ",";
  return text + ")";
}

// entries_of gives those of a header, in the order of their names.
std::vector<std::string> entries_of(const std::string& descr, const Dims& shape, bool fortran_order) {
  return {"'descr': " + descr + ",", fortran_order ? "'fortran_order': True," : "'fortran_order': False,",
          "'shape': " + tuple_of(shape) + ","};
}

Dims any_shape(Choices& choices, std::uint32_t most, std::uint64_t largest) {
  Dims sizes(choices.below(std::min(most, 5U) + 1));
  for (std::uint64_t& size : sizes) size = choices.below(largest + 1);
  return sizes;
}

std::string any_name(Choices& choices, const char* kind, std::uint32_t index) {
  return quoted_text(std::string(names[choices.below(std::size(names))]) + kind + std::to_string(index));
}

// In four levels at most. Names are unique by their numbers; padding has none.
std::string any_descr(Choices& choices, std::uint32_t most, unsigned level = 0) {
  if (level == 4 || !choices.chance(3)) return quoted_text(types[choices.below(std::size(types))]);
  std::string text = "[";
  const std::uint32_t fields = choices.below(std::uint64_t{most} + 1);
  for (std::uint32_t i = 0; i < fields; ++i) {
    if (choices.chance(6)) {
      text += "('', '|V" + std::to_string(choices.below(9)) + "'), ";
      continue;
    }
    const std::string title = choices.chance(5) ? any_name(choices, "t", i) : "";
    const std::string name = any_name(choices, "", i);
    text += title.empty() ? "(" + name : "((" + title + ", " + name + ")";
    text += ", " + any_descr(choices, most, level + 1);
    if (choices.chance(4)) text += ", " + tuple_of(any_shape(choices, most, 3));
    text += "), ";
  }
  return text + "]";
}

}  // namespace

std::vector<std::byte> with_header(std::uint8_t version, std::string header, Bytes data) {
  const std::size_t width = version == 1 ? 2 : 4;  // of HEADER_LEN
  header.append(64 - (8 + width + header.size() + 1) % 64, ' ');
  header += '\n';
  return conformance::bytes_with([&](Writer& to) {
    to.text("\x93NUMPY");
    to.u8(version);
    to.u8(0);
    for (std::size_t i = 0; i < width; ++i) to.u8(static_cast<std::uint8_t>(header.size() >> (8 * i)));
    to.text(header);
    to.bytes(data);
  });
}

std::string header_of(const std::string& descr, const Dims& shape, bool fortran_order) {
  return fmt::format("{{{} }}", fmt::join(entries_of(descr, shape, fortran_order), " "));
}

OwnedFile any_file(Choices& choices, std::uint32_t most) {
  constexpr std::uint64_t largest = 4096;  // bytes of an element; a larger structure is left
  OwnedFile file;
  file.descr = any_descr(choices, most);
  if (opened_type(file.descr)->size > largest) file.descr = "'|u1'";
  file.shape = any_shape(choices, most, 4);
  file.fortran_order = choices.chance(3);
  const bool ascii = std::ranges::all_of(file.descr, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  file.version = ascii ? static_cast<std::uint8_t>(1 + choices.below(3)) : 3;
  const std::uint64_t item = opened_type(file.descr)->size;
  if (item * conformance::count_of(file.shape) > 16 * largest) file.shape = {1};
  // Bytes that are booleans and, of no text, characters, too.
  file.data.resize(static_cast<std::size_t>(item * conformance::count_of(file.shape)));
  const bool has_text = file.descr.find('U') != std::string::npos;
  for (std::byte& byte : file.data) byte = static_cast<std::byte>(has_text ? 0 : choices.below(2));
  return file;
}

std::vector<std::byte> put_file(const OwnedFile& file, Choices& choices) {
  constexpr std::string_view spaces[] = {" ", "", "\t", "  ", "\n"};
  std::vector<std::string> entries = entries_of(file.descr, file.shape, file.fortran_order);
  std::swap(entries[0], entries[choices.below(3)]);
  std::swap(entries[1], entries[1 + choices.below(2)]);
  std::string header = "{";
  for (const std::string& entry : entries) header.append(entry).append(spaces[choices.below(std::size(spaces))]);
  return with_header(file.version, header + "}", file.data);
}

namespace {

conformance::Input any(Choices& choices) {
  const OwnedFile file = any_file(choices, 4);
  conformance::Input input{put_file(file, choices), {}, {}};
  const auto has = [&](std::string_view text) { return file.descr.find(text) != std::string::npos; };
  const std::pair<const char*, bool> features[] = {{"structured", has("[(") || file.descr == "[]"},
                                                   {"fortran-order", file.fortran_order},
                                                   {"big-endian", has(">")},
                                                   {"datetime", has("M8") || has("m8")},
                                                   {"text", has("<U") || has(">U") || has("|S")}};
  for (const auto& [name, used] : features) {
    if (used) input.features.emplace_back(name);
  }
  return input;
}

// A row of floats, or of bytes where the size asks for it.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  constexpr std::uint64_t header = 128;
  conformance::Noise noise(seed);
  const std::uint64_t data = std::max(size, header) - header;
  const DType dtype = data % 4 == 0 ? DType::f32 : DType::u8;
  const std::uint64_t count = data / size_of(dtype);
  std::string text = header_of(dtype == DType::f32 ? "'<f4'" : "'|u1'", {count});
  text.append(21 - std::to_string(count).size(), ' ');
  out.write(with_header(1, text));
  write_elements(noise, dtype, data, out);
  return {};
}

}  // namespace

const conformance::Generator npy_generator{"npy", "npy#format-version-1.0", any, sized};

}  // namespace hallmark::npy
