// The values and the data section of an OINF file, as the oracle checks them.
#pragma once

#include "conformance/oinf/oracle_tables.hpp"

namespace hallmark::oinf::oracle {

// check_data reports the faults of values, of places, and of every byte of the data section.
void check_data(File& file, const Tables& tables);

}  // namespace hallmark::oinf::oracle
