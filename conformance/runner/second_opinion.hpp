// SPDX-License-Identifier: Apache-2.0
// What a testee encodes is judged twice: by the decoder of the format, and by its oracle.
#pragma once

#include <string>

#include "conformance/oracle/oracle.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::runner {

// differing_opinions says in words how the two judge the output of an encoder; empty where they agree, where there is
// no output, and of more than 64 KiB: paths make oracles quadratic.
[[nodiscard]] std::string differing_opinions(const conformance::Vector& vector, const conformance::Answer& answer,
                                             const conformance::Oracle& oracle);

}  // namespace hallmark::runner
