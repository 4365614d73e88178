// SPDX-License-Identifier: Apache-2.0
// Choices: the options of validate and open, as Python gives them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "conformance/examine/examiner.hpp"

namespace hallmark::python {

struct Choices {
  std::string format = "auto";
  std::string profile = "strict";
  std::optional<std::uint64_t> header_length;
  std::optional<std::uint64_t> size;  // of a file that is not here in full
  std::uint64_t max_alloc = conformance::Bounds{}.max_alloc;
  std::optional<std::uint32_t> max_depth;
  std::optional<std::uint32_t> max_rank;
};

// settings_of throws nanobind::value_error for a choice that there is not.
[[nodiscard]] conformance::ExaminerSettings settings_of(const Choices& choices, std::uint64_t max_errors);

}  // namespace hallmark::python
