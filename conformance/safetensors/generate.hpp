// SPDX-License-Identifier: Apache-2.0
// Valid safetensors models from a tape of choices, and their files: canonical ones are the encoder's, these are spelled
// in any of the ways that JSON and the format leave open, or that only the compat profile takes; and files with wrong
// words in their headers.
#pragma once

#include <algorithm>
#include <vector>

#include "conformance/generate/models.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/safetensors.hpp"

namespace hallmark::safetensors {

inline const Codec& codec() { return *codec_named("safetensors"); }

using conformance::OwnedModel;
using conformance::OwnedTensor;
using Borrowed = conformance::Borrowed<FileView, Pair>;

// Element is a dtype as headers name it; the order is that of the enumeration of the crate.
struct Element {
  std::string_view name;
  DType dtype;
  unsigned bits;
  const char* feature;  // of testees that know it, or null
};
inline constexpr Element elements[] = {{"BOOL", DType::boolean, 8, nullptr},
                                       {"F4", DType::f4, 4, "sub-byte"},
                                       {"F6_E2M3", DType::f6_e2m3, 6, "sub-byte"},
                                       {"F6_E3M2", DType::f6_e3m2, 6, "sub-byte"},
                                       {"U8", DType::u8, 8, nullptr},
                                       {"I8", DType::i8, 8, nullptr},
                                       {"F8_E5M2", DType::f8_e5m2, 8, "f8"},
                                       {"F8_E4M3", DType::f8_e4m3, 8, "f8"},
                                       {"F8_E8M0", DType::f8_e8m0, 8, "sub-byte"},
                                       {"F8_E4M3FNUZ", DType::f8_e4m3fnuz, 8, "fnuz"},
                                       {"F8_E5M2FNUZ", DType::f8_e5m2fnuz, 8, "fnuz"},
                                       {"I16", DType::i16, 16, nullptr},
                                       {"U16", DType::u16, 16, nullptr},
                                       {"F16", DType::f16, 16, nullptr},
                                       {"BF16", DType::bf16, 16, nullptr},
                                       {"I32", DType::i32, 32, nullptr},
                                       {"U32", DType::u32, 32, nullptr},
                                       {"F32", DType::f32, 32, nullptr},
                                       {"C64", DType::c64, 64, "c64"},
                                       {"F64", DType::f64, 64, nullptr},
                                       {"I64", DType::i64, 64, nullptr},
                                       {"U64", DType::u64, 64, nullptr}};
// element_of gives the entry of a dtype, which must be one of these.
[[nodiscard]] inline const Element& element_of(DType dtype) {
  return *std::ranges::find(elements, dtype, &Element::dtype);
}

// owned copies a decoded file; sorted gives the order of the encoder.
[[nodiscard]] OwnedModel owned(const FileView& file);
[[nodiscard]] OwnedModel sorted(OwnedModel model);

// any_model gives up to `most` tensors, and as many entries of metadata.
[[nodiscard]] OwnedModel any_model(conformance::Choices& choices, std::uint32_t most);

// Liberty is what a file may have that is not the simplest. Wrong words are drawn from a tape of their own.
struct Liberty {
  bool compat = false;  // what only the compat profile takes
  conformance::Choices* others = nullptr;
};

// any_file writes the data of the tensors in the order they stand in, and the header in any spelling.
[[nodiscard]] std::vector<std::byte> any_file(const OwnedModel& model, conformance::Choices& choices,
                                              Liberty liberty = {});

// head_of writes a file up to its data, which need not exist: metadata and tensors as they stand, in the spelling of
// the encoder. file_of writes the data, too.
[[nodiscard]] std::vector<std::byte> head_of(const OwnedModel& model);
[[nodiscard]] std::vector<std::byte> file_of(const OwnedModel& model);

// with_header gives a file of a text and data.
[[nodiscard]] std::vector<std::byte> with_header(std::string_view text, Bytes data = {});

// written encodes a model; a refusal gives nothing.
[[nodiscard]] std::vector<std::byte> written(const OwnedModel& model);

}  // namespace hallmark::safetensors
