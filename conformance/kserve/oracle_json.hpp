// SPDX-License-Identifier: Apache-2.0
// JSON as the oracle reads it: a tree, by recursion, with numbers as their lexemes and the place of every value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/oracle/log.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve::oracle {

using conformance::End;
using Log = conformance::OracleLog;

using std::size_t;
using std::uint64_t;

enum class Type : std::uint8_t { null, boolean, number, literal, string, array, object };

struct Member;

// Node is a value; a literal is NaN or Infinity, which JSON does not have.
struct Node {
  Type type = Type::null;
  size_t begin = 0;
  size_t end = 0;
  std::string path{};
  std::string text{};  // of a string without escapes, else the lexeme
  std::vector<Node> elements{};
  std::vector<Member> members;  // in order, of equal keys all

  // find gives the first member with a key.
  [[nodiscard]] const Node* find(const std::string& key) const;
  [[nodiscard]] size_t size() const { return end - begin; }
};

// Member is a key with its quotes at [begin, end), and its value.
struct Member {
  std::string key;
  size_t begin = 0;
  size_t end = 0;
  Node value;
};

// list_name gives the member that holds the tensors.
[[nodiscard]] inline std::string list_name(Role role) { return role == Role::request ? "inputs" : "outputs"; }

// Text is a message in JSON, where its object ends, and where the white space behind that does.
struct Text {
  Node message;
  size_t end;
  size_t behind;
};

// read_json reads a text by RFC 8259, section by section, and what is in strings by RFC 3629. Where the text breaks
// them, the walk ends.
[[nodiscard]] Text read_json(std::string_view text, Role role, uint64_t max_depth, Log& log);

// check_members reports the faults of members in the order in which their values end.
void check_members(Log& log, Role role, const Node& message);

}  // namespace hallmark::kserve::oracle
