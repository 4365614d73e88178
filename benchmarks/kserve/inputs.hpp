// SPDX-License-Identifier: Apache-2.0
// Request bodies for the KServe benchmarks, the same bytes on every machine.
#pragma once

#include <string_view>

#include "benchmarks/harness/sample.hpp"
#include "conformance/kserve/generate.hpp"

namespace hallmark::benchmarks {

// body_of puts binary data after JSON, whose length is framed.
[[nodiscard]] Sample body_of(std::string json, std::uint64_t data = 0);
// unframed is the same body without the length of its JSON.
[[nodiscard]] Sample unframed(Sample body);

// A header of about 300 bytes, as written by clients, and one FP32 tensor: an image of 602,112 bytes.
[[nodiscard]] Sample kserve_typical();

// The datatypes that JSON can hold, with the number of elements for about 5 MB.
struct KserveData {
  std::string_view datatype;
  std::uint64_t elements = 0;
};
inline constexpr KserveData kserve_data[] = {{"BOOL", 900000},   {"UINT8", 1400000}, {"UINT16", 870000},
                                             {"UINT32", 470000}, {"UINT64", 245000}, {"INT8", 1200000},
                                             {"INT16", 800000},  {"INT32", 450000},  {"INT64", 245000},
                                             {"FP32", 430000},   {"FP64", 260000},   {"BYTES", 340000}};

// kserve_body is what the encoder writes, in a message with `members`.
[[nodiscard]] Sample kserve_body(const kserve::OwnedTensors& tensors, kserve::Role role = kserve::Role::request,
                                 std::string_view members = {});
// kserve_json is one tensor of `elements` numbers, booleans or strings in JSON, without binary data.
[[nodiscard]] Sample kserve_json(const KserveData& data, kserve::Role role = kserve::Role::request,
                                 std::string_view members = {});

}  // namespace hallmark::benchmarks
