// Tally: the results of one implementation for one format and operation, counted.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/html/matrix.hpp"

namespace hallmark::reports::web {

// Count is the number of vectors by tone, and by result for those that are no passes.
struct Count {
  std::uint64_t passed = 0;
  std::uint64_t total = 0;
  std::map<Tone, std::uint64_t> tones;
  std::map<std::pair<Tone, std::string_view>, std::uint64_t> others;
};

struct Tally {
  std::string_view format;
  std::size_t column = 0;
  std::string_view op;
  std::string_view verdict;    // of the run, "" if the result does not list it
  bool verdicts_only = false;  // decoding gave no values, so that the verdict says nothing of them
  Count all;
  std::map<std::string_view, Count> levels;
  // Diagnostic quality, which is never scored: rejections with a category (an offset), and those where it is as
  // expected.
  std::uint64_t categories = 0;
  std::uint64_t same_category = 0;
  std::uint64_t offsets = 0;
  std::uint64_t same_offset = 0;
};

// tallies_of returns one tally for each format, implementation and operation that has answers or a run.
[[nodiscard]] std::vector<Tally> tallies_of(const Matrix& matrix);

// worse orders tallies by severity: verdict, then broken, MUST, SHOULD, differences.
[[nodiscard]] bool worse(const Tally& a, const Tally& b);

// tone_of_verdict is the severity of "conformant", "partial" …
[[nodiscard]] Tone tone_of_verdict(std::string_view verdict);

// put_counts writes how many passed, failed and so on, each with its sign.
void put_counts(Markup& page, const Count& count);

// put_tally writes verdict and counts.
void put_tally(Markup& page, const Tally& tally);

}  // namespace hallmark::reports::web
