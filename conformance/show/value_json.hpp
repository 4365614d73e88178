// Prints the value of an input as JSON on one line. See conformance/testees/VALUES.md.
#pragma once

#include <functional>

#include "conformance/model/value.hpp"
#include "conformance/show/text_sink.hpp"

namespace hallmark::show {

// print_value prints what `value` hands to its sink; null if that is nothing.
void print_value(TextSink& output, const std::function<void(conformance::ValueSink&)>& value);

}  // namespace hallmark::show
