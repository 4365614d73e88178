// JSON as the oracle reads it: a tree, by recursion, with numbers as their lexemes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::kserve::oracle {

using std::size_t;
using std::uint64_t;

// Rejected ends the reading of a body that is not valid.
struct Rejected {};
inline void demand(bool holds) {
  if (!holds) throw Rejected();
}

enum class Type : std::uint8_t { null, boolean, number, literal, string, array, object };

// Node is a value; a literal is NaN or Infinity, which JSON does not have.
struct Node {
  Type type = Type::null;
  std::string text;  // of a string without escapes, else the lexeme
  std::vector<Node> elements;
  std::map<std::string, Node> members;

  [[nodiscard]] const Node* find(const std::string& key) const {
    const auto found = members.find(key);
    return found == members.end() ? nullptr : &found->second;
  }
};

// RFC 8259, section by section; RFC 3629 for what is in strings.
class Parser {
 public:
  Parser(std::string_view text, uint64_t max_depth) : text_(text), max_depth_(max_depth) {}
  Node object_alone();
  void space();
  [[nodiscard]] size_t at() const { return at_; }
  [[nodiscard]] size_t literals() const { return literals_; }

 private:
  char peek();
  char take();
  bool takes(std::string_view word);
  Node value(uint64_t depth);
  void container(Node& node, char close, uint64_t depth);
  void scalar(Node& node);
  unsigned unit();
  static void append(std::string& out, unsigned code);
  void escape(std::string& out);
  // One character: its code point must have no shorter form and be no surrogate.
  void character(std::string& out);
  std::string string();

  std::string_view text_;
  uint64_t max_depth_;
  size_t at_ = 0;
  size_t literals_ = 0;
};

}  // namespace hallmark::kserve::oracle
