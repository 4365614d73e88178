// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/excerpts.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "reports/excerpt.hpp"

namespace hallmark::program {
namespace {

// Rows of eight bytes fit on the screen of a telephone.
constexpr std::size_t columns = 48;

bool is_file(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

void Excerpts::open(const reports::InputReport& input) {
  input_ = &input;
  now_ = {};
  if (!is_file(conformance::file_of(input.path))) return;
  // A file of messages tells the format of each itself.
  settings_.format = input.message ? "auto" : input.format.value_or("auto");
  settings_.bounds.max_errors = conformance::most_errors;
  now_ = examiner_.examine({.path = input.path, .problem = "", .standard_input = false});
  while (now_.message < input.message && examiner_.next(now_)) {
  }
}

std::string Excerpts::of(const reports::InputReport& input, const reports::Diagnostic& finding) {
  if (input_ != &input) open(input);
  const bool same = now_.size == input.size && now_.message == input.message &&
                    std::ranges::any_of(now_.diagnostics, [&](const reports::Diagnostic& one) {
                      return one.rule == finding.rule && one.offset == finding.offset && one.part == finding.part;
                    });
  if (!same) return "";
  const bool body = finding.part == reports::Part::body;
  return reports::excerpt(body ? examiner_.body() : examiner_.bytes(), finding.offset, finding.length, {},
                          body ? "body" : "input", columns);
}

}  // namespace hallmark::program
