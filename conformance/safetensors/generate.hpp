// SPDX-License-Identifier: Apache-2.0
// Valid safetensors models from a tape of choices, and their files: canonical ones are the encoder's, these are spelled
// in any of the ways that JSON and the format leave open, or that only the compat profile takes; and files with wrong
// words in their headers.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/models.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/safetensors.hpp"

namespace hallmark::safetensors {

inline const Codec& codec() { return *codec_named("safetensors"); }

using conformance::OwnedModel;
using conformance::OwnedTensor;
using Borrowed = conformance::Borrowed<FileView, Pair>;

// The dtypes in the order of the enumeration of the crate.
inline constexpr DType dtypes[] = {
    DType::boolean, DType::f4,      DType::f6_e2m3, DType::f6_e3m2,     DType::u8,          DType::i8,
    DType::f8_e5m2, DType::f8_e4m3, DType::f8_e8m0, DType::f8_e4m3fnuz, DType::f8_e5m2fnuz, DType::i16,
    DType::u16,     DType::f16,     DType::bf16,    DType::i32,         DType::u32,         DType::f32,
    DType::c64,     DType::f64,     DType::i64,     DType::u64};
// dtype_name gives the name in headers, which is ours in capitals.
[[nodiscard]] std::string dtype_name(DType dtype);

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
