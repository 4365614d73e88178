// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/examining.hpp"

#include <fmt/format.h>

#include "conformance/examine/companions.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/names.hpp"

namespace hallmark::program {

void add_reading(CLI::App& command, ExaminerSettings& settings, std::string& profile, const std::string& help) {
  command.add_option("--profile", profile, help)->check(CLI::IsMember({"strict", "compat"}))->option_text("P");
  command.add_option("--max-alloc", settings.bounds.max_alloc, "Memory limit per input; default 1GiB")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("BYTES");
  command
      .add_option("--max-depth", settings.options.limits.max_depth,
                  "Maximum nesting depth; default depends on the format")
      ->option_text("N");
  command.add_option("--max-rank", settings.options.limits.max_rank, "Limit on the dimensions of a tensor")
      ->option_text("N");
}

void add_format(CLI::App& command, ExaminerSettings& settings) {
  command.add_option("--format", settings.format, "Format of all inputs; default auto")->option_text("F");
}

void add_detecting(CLI::App& command, ExaminerSettings& settings, std::string& profile) {
  add_reading(command, settings, profile, "strict, or compat: some errors become warnings; default strict");
  const std::string_view family = conformance::framed_family().folder;
  command
      .add_option("--header-length", settings.header_length,
                  fmt::format("Bytes of JSON before the binary data ({})", family))
      ->option_text("N");
}

void check_format(const std::string& format, bool header_length_given) {
  const Codec* codec = format == "auto" ? nullptr : conformance::format_named(format);
  if (format != "auto") require_format(format, true);
  if (header_length_given && codec != nullptr && !conformance::is_framed(*codec)) {
    const auto& [request, response] = conformance::framed_family().messages;
    throw UsageError(fmt::format("--header-length applies to {} and {}, not to {}", request, response, format));
  }
}

}  // namespace hallmark::program
