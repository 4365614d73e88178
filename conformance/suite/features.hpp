// The optional features of implementations that the manifests of the families name.
// See conformance/testees/PROTOCOL.md.
#pragma once

#include <set>
#include <string>

namespace hallmark::conformance {

// features_of_vectors returns those that a vector may need.
[[nodiscard]] std::set<std::string> features_of_vectors();

// features_in_one_shot_mode returns those that may be named of a program that reads one input.
[[nodiscard]] std::set<std::string> features_in_one_shot_mode();

}  // namespace hallmark::conformance
