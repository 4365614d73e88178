// SPDX-License-Identifier: Apache-2.0
// Checks JSON values against the schemas of reports/schema/, with the JSON Schema keywords that these use.
#pragma once

#include <string>

#include "reports/diagnostic.hpp"

namespace hallmark::testing {

// breach returns where `value` breaks the schema file, or "". Throws on an unknown keyword, so that no part of a schema
// goes unchecked.
[[nodiscard]] std::string breach(const reports::Json& value, const std::string& schema_file);

}  // namespace hallmark::testing
