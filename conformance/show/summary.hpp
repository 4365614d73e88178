// SPDX-License-Identifier: Apache-2.0
// Summary: what a family says of a valid input first, as pages about models do.
#pragma once

#include <vector>

#include "conformance/show/text_sink.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::show {

// Both functions take a scratch of scratch_bound.
struct Summary {
  const Codec* codec;
  // say returns an object: of text, numbers and objects of these.
  reports::Json (*say)(hallmark::Input input, Scratch& scratch, const Options& options);
  // print_tokens prints the vocabulary, one line for each token; null of a family that has none.
  void (*print_tokens)(hallmark::Input input, Scratch& scratch, const Options& options, TextSink& output) = nullptr;
};

// all_summaries is what the families add in conformance/<family>/summary.cpp.
[[nodiscard]] const std::vector<Summary>& all_summaries();

// summary_of returns null for a format of which nothing is said.
[[nodiscard]] const Summary* summary_of(const Codec& codec);

// text_of returns a summary as text: a line for each member.
[[nodiscard]] std::string text_of(const reports::Json& summary);

}  // namespace hallmark::show
