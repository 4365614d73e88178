// SPDX-License-Identifier: Apache-2.0
// The JSON of a message as the oracle reads it.
#pragma once

#include "conformance/oracle/json.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve::oracle {

using conformance::End;
using Log = conformance::OracleLog;

using std::size_t;
using std::uint64_t;

using Node = conformance::JsonNode;
using Member = conformance::JsonMember;
using Type = conformance::JsonType;

// list_name gives the member that holds the tensors.
[[nodiscard]] inline std::string list_name(Role role) { return role == Role::request ? "inputs" : "outputs"; }

// Text is a message in JSON, where its object ends, and where the white space after that does.
struct Text {
  Node message;
  size_t end;
  size_t behind;
};

// read_json reads a text; where it breaks a rule of JSON, the walk ends.
[[nodiscard]] Text read_json(std::string_view text, Role role, Log& log);

// check_members reports the faults of members in the order in which their values end.
void check_members(Log& log, Role role, const Node& message);

}  // namespace hallmark::kserve::oracle
