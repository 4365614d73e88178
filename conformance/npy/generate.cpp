// SPDX-License-Identifier: Apache-2.0
// Writes valid npy files from choices.
#include "conformance/npy/generate.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "conformance/generate/formats.hpp"
#include "conformance/generate/generator.hpp"
#include "conformance/generate/noise.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/npy/literal.hpp"

namespace hallmark::npy {
namespace {

using conformance::Choices;

constexpr std::string_view types[] = {"<f4", "|u1", "|b1",      "<i8",     ">f4", ">i2", "<U3", ">U2",
                                      "|S5", "|V3", "<c8",      ">c16",    "<f2", "<u8", "|i1", "|S0",
                                      "|V0", "<U0", "<M8[25s]", ">m8[ns]", "<M8", ">f8", "<c16"};
constexpr std::string_view names[] = {"a",  "b",           "x y",          "it's",     "\"", "\\",
                                      "\n", "caf\xc3\xa9", "\xe4\xb8\x96", "\xc2\xa0", "f0"};

class Maker {
 public:
  Maker(Choices& choices, std::uint32_t most) : choices_(choices), most_(most) {}

  // In four levels at most. Names are unique by their numbers; a structure has one padding at most.
  std::string descr(unsigned level) {
    std::string text;
    if (level == 4 || !choices_.chance(3)) {
      put_quoted(text, types[choices_.below(std::size(types))]);
      return text;
    }
    const std::uint32_t fields = choices_.below(std::uint64_t{most_} + 1);
    for (std::uint32_t i = 0; i < fields; ++i) text += field(level, i) + ", ";
    return "[" + text + "]";
  }
  std::vector<std::uint64_t> shape(std::uint32_t largest) {
    std::vector<std::uint64_t> sizes(choices_.below(std::min(most_, 5U) + 1));
    for (std::uint64_t& size : sizes) size = choices_.below(std::uint64_t{largest} + 1);
    return sizes;
  }

 private:
  std::string field(unsigned level, std::uint32_t index) {
    if (choices_.chance(6)) return "('', '|V" + std::to_string(choices_.below(9)) + "')";
    std::string text = "(";
    const bool titled = choices_.chance(5);
    if (titled) text += "(" + name("t", index) + ", ";
    text += name("", index) + (titled ? "), " : ", ") + descr(level + 1);
    if (choices_.chance(4)) text += ", " + tuple_of(shape(3));
    return text + ")";
  }
  std::string name(const char* kind, std::uint32_t index) {
    std::string text;
    put_quoted(text, std::string(names[choices_.below(std::size(names))]) + kind + std::to_string(index));
    return text;
  }

 public:
  static std::string tuple_of(const std::vector<std::uint64_t>& sizes) {
    std::string text = "(";
    for (const std::uint64_t size : sizes) text += std::to_string(size) + ", ";
    return text + ")";
  }

 private:
  Choices& choices_;
  std::uint32_t most_;
};

// A size of an element up to 4 KiB; a larger structure is left.
std::uint64_t item_size(const std::string& descr) {
  conformance::ScratchMemory memory;
  Scratch scratch = memory.of(40 * descr.size() + 256);
  const auto type = type_from(as_bytes(descr), scratch);
  return type ? type->size : UINT64_MAX;
}

}  // namespace

std::vector<std::byte> with_header(std::uint8_t version, std::string header, Bytes data) {
  const std::size_t prefix = version == 1 ? 10 : 12;
  header.append(64 - (prefix + header.size() + 1) % 64, ' ');
  header += '\n';
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) file += static_cast<char>(header.size() >> (8 * i));
  file += header;
  const Bytes bytes = as_bytes(file);
  std::vector<std::byte> all(bytes.begin(), bytes.end());
  all.insert(all.end(), data.begin(), data.end());
  return all;
}

OwnedFile any_file(Choices& choices, std::uint32_t most) {
  constexpr std::uint64_t largest = 4096;
  Maker maker(choices, most);
  OwnedFile file;
  file.descr = maker.descr(0);
  std::uint64_t size = item_size(file.descr);
  if (size > largest) {
    file.descr = "'|u1'";
    size = 1;
  }
  file.shape = maker.shape(4);
  file.fortran_order = choices.chance(3);
  const bool ascii = std::ranges::all_of(file.descr, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  file.version = ascii ? static_cast<std::uint8_t>(1 + choices.below(3)) : 3;
  if (file.descr.size() > 60'000 && file.version == 1) file.version = 2;
  for (const std::uint64_t dimension : file.shape) size *= dimension;
  if (size > 16 * largest) {
    file.shape = {1};
    size = item_size(file.descr);
  }
  // Bytes that are booleans and characters, too.
  file.data.resize(static_cast<std::size_t>(size));
  for (std::byte& byte : file.data) byte = static_cast<std::byte>(choices.below(2));
  const bool has_text = file.descr.find('U') != std::string::npos;
  if (has_text) std::ranges::fill(file.data, std::byte{});
  return file;
}

std::vector<std::byte> put_file(const OwnedFile& file, Choices& choices) {
  const std::string entries[] = {"'descr': " + file.descr,
                                 std::string("'fortran_order': ") + (file.fortran_order ? "True" : "False"),
                                 "'shape': " + Maker::tuple_of(file.shape)};
  std::size_t order[] = {0, 1, 2};
  std::swap(order[0], order[choices.below(3)]);
  std::swap(order[1], order[1 + choices.below(2)]);
  const char* const spaces[] = {" ", "", "\t", "  ", "\n"};
  std::string header = "{";
  for (const std::size_t i : order) header += entries[i] + "," + spaces[choices.below(std::size(spaces))];
  return with_header(file.version, header + "}", file.data);
}

namespace {

void add_features(const OwnedFile& file, std::vector<std::string>& features) {
  const auto has = [&](std::string_view text) { return file.descr.find(text) != std::string::npos; };
  if (has("[(") || file.descr == "[]") conformance::add_feature(features, "structured");
  if (file.fortran_order) conformance::add_feature(features, "fortran-order");
  if (has(">")) conformance::add_feature(features, "big-endian");
  if (has("M8") || has("m8")) conformance::add_feature(features, "datetime");
  if (has("<U") || has(">U") || has("|S")) conformance::add_feature(features, "text");
}

conformance::Input any(conformance::Choices& choices) {
  const OwnedFile file = any_file(choices, 4);
  conformance::Input input{put_file(file, choices), {}, {}};
  add_features(file, input.features);
  return input;
}

// A row of floats, or of bytes where the size asks for it.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  constexpr std::uint64_t header = 128;
  conformance::Noise noise(seed);
  const std::uint64_t data = std::max(size, header) - header;
  const DType dtype = data % 4 == 0 ? DType::f32 : DType::u8;
  const std::string count = std::to_string(data / size_of(dtype));
  std::string text = std::string("{'descr': '") + (dtype == DType::f32 ? "<f4" : "|u1") +
                     "', 'fortran_order': False, 'shape': (" + count + ",), }";
  text.append(21 - count.size(), ' ');
  out.write(with_header(1, text, {}));
  write_elements(noise, dtype, data, out);
  return {};
}

}  // namespace

const conformance::Generator npy_generator{"npy", "npy#format-version-1.0", any, sized};

}  // namespace hallmark::npy
