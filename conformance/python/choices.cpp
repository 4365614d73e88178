// SPDX-License-Identifier: Apache-2.0
#include "conformance/python/choices.hpp"

#include <nanobind/nanobind.h>

#include "conformance/examine/companions.hpp"
#include "reports/format_list.hpp"

namespace hallmark::python {

namespace nb = nanobind;

namespace {

Options options_of(const Choices& choices) {
  if (choices.format != "auto" && conformance::format_named(choices.format) == nullptr) {
    const std::string known = "auto, " + reports::format_list();
    throw nb::value_error(("unknown format \"" + choices.format + "\"; there are " + known).c_str());
  }
  if (choices.profile != "strict" && choices.profile != "compat") {
    throw nb::value_error("profile is neither \"strict\" nor \"compat\"");
  }
  const Codec* codec = conformance::format_named(choices.format);
  if (choices.header_length && codec != nullptr && !conformance::is_framed(*codec)) {
    const auto& [request, response] = conformance::framed_family().messages;
    const std::string formats = std::string(request) + " and " + std::string(response);
    throw nb::value_error(("header_length applies to " + formats).c_str());
  }
  Options options;
  options.limits = {choices.max_depth, choices.max_rank};
  options.profile = choices.profile == "compat" ? Profile::compat : Profile::strict;
  return options;
}

}  // namespace

conformance::ExaminerSettings settings_of(const Choices& choices, std::uint64_t max_errors) {
  return {.format = choices.format,
          .options = options_of(choices),
          .header_length = choices.header_length,
          .size = choices.size,
          .bounds = {.max_errors = max_errors, .max_alloc = choices.max_alloc}};
}

}  // namespace hallmark::python
