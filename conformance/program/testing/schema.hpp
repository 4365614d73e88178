// A JSON value against a schema of reports/schema/, in the few words of JSON Schema that those use.
#pragma once

#include <string>

#include "reports/diagnostic.hpp"

namespace hallmark::program_testing {

// breach says where `value` does not follow the schema file, or nothing. Throws on a keyword it does not know, so that
// a schema cannot outgrow the check.
[[nodiscard]] std::string breach(const reports::Json& value, const std::string& schema_file);

}  // namespace hallmark::program_testing
