// SPDX-License-Identifier: Apache-2.0
// Prints the value of an input, or its contents in constant memory: as text, with a table of the tensors or with their
// statistics, or as JSON with statistics. All of it rethrows the first error of writing.
#pragma once

#include <functional>

#include "conformance/model/value.hpp"
#include "conformance/show/text_sink.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::show {

// Contents hands the contents of an input to a sink.
using Contents = std::function<void(ContentSink&)>;

// print_table ends with a line that sums up the tensors. `input` is what offsets count in. `whole` is false if only
// what comes before an error can be shown.
void print_table(TextSink& output, Bytes input, bool whole, const Contents& contents);

void print_statistics(TextSink& output, const Contents& contents);

// print_statistics_json writes the elements of a JSON array. reports/schema/README.md describes them.
void print_statistics_json(TextSink& output, const Contents& contents);

// print_totals prints what the tensors add up to, as a JSON object.
void print_totals(TextSink& output, const Contents& contents);

// print_value prints what `value` hands to its sink as JSON on one line, see conformance/testees/VALUES.md; null if
// that is nothing. With `hashes` the SHA-256 of data of any size is printed in their place.
void print_value(TextSink& output, bool hashes, const std::function<void(conformance::ValueSink&)>& value);

}  // namespace hallmark::show
