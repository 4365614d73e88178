// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/second_opinion.hpp"

#include <fmt/format.h>

#include "conformance/examine/examine.hpp"

namespace hallmark::runner {
namespace {

constexpr std::size_t longest_output = std::size_t{64} << 10;

// opinion gives a verdict and, from the error that decides it, a rule and a place.
template <class Error>
std::string opinion(Verdict verdict, const Error* error) {
  return error == nullptr ? std::string(to_string(verdict))
                          : fmt::format("{} by {} at offset {}", to_string(verdict), error->rule, error->offset);
}

}  // namespace

std::string differing_opinions(const conformance::Vector& vector, const conformance::Answer& answer,
                               const conformance::Oracle& oracle) {
  if (answer.kind != conformance::Answer::Kind::encoded || answer.output.size() > longest_output) return "";
  Options options = vector.options;
  options.header_length = answer.header_length;
  const Codec& codec = *codec_named(vector.format);
  const conformance::Examination examination = conformance::examine(codec, answer.output, options);
  const conformance::OracleReport report = oracle.report(answer.output, options);
  const std::string first = opinion(examination.verdict, conformance::decisive(examination, codec));
  const std::string second = opinion(report.verdict(), report.decisive());
  if (first == second) return "";
  return fmt::format("our two readers of {} differ about the output: the decoder says {}, the oracle says {}",
                     vector.format, first, second);
}

}  // namespace hallmark::runner
