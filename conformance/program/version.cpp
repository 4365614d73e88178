// SPDX-License-Identifier: Apache-2.0
// The text of --version.
#include <fmt/format.h>

#include "conformance/program/command.hpp"
#include "conformance/suite/vector.hpp"

namespace hallmark::program {
namespace {

#if defined(__clang__)
constexpr const char* compiler = "clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* compiler = "g++ " __VERSION__;
#else
constexpr const char* compiler = "unknown";
#endif

std::string corpus_text(const std::string& chosen) {
  try {
    const auto [version, sha256] = conformance::identify_corpus(conformance::find_corpus(chosen));
    return fmt::format("{} {}", to_string(version), sha256);
  } catch (const conformance::BadCorpus&) {
    return "none";
  }
}

}  // namespace

std::string version_text(const std::string& chosen_corpus) {
  return fmt::format("hallmark {}\ncommit   {}\ncompiler {}\ncorpus   {}", HALLMARK_VERSION, HALLMARK_COMMIT, compiler,
                     corpus_text(chosen_corpus));
}

}  // namespace hallmark::program
