// Surroundings of broken bodies.
#pragma once

#include "conformance/generate/generator.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve {

// surrounded adds members, a tensor or white space to the JSON of a body; to a body without JSON data. Nothing is
// parsed: what is broken may be anything.
[[nodiscard]] conformance::Input surrounded(Role role, const conformance::Input& broken, conformance::Choices& choices);

}  // namespace hallmark::kserve
