// The members of a message, as the oracle checks them: which there are, their types, names and parameters.
#pragma once

#include "conformance/kserve/oracle_json.hpp"

namespace hallmark::kserve::oracle {

// check_members reports the faults of members in the order in which their values end.
void check_members(Log& log, Role role, const Node& message);

}  // namespace hallmark::kserve::oracle
