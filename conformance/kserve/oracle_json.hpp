// JSON as the oracle reads it: a tree, by recursion, with numbers as their lexemes and the place of every value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/testing/oracle_log.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve::oracle {

using testing::End;
using Log = testing::OracleLog;

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

// RFC 8259, section by section; RFC 3629 for what is in strings. Where the text is not one, the walk ends.
class Parser {
 public:
  Parser(std::string_view text, Role role, uint64_t max_depth, Log& log)
      : text_(text), list_(list_name(role)), max_depth_(max_depth), log_(log) {}
  Node message();
  void space();
  [[nodiscard]] size_t at() const { return at_; }

 private:
  // Where a value stands, as far as it decides whether literals are read: in the data of tensors.
  enum class Where : std::uint8_t { message, list, tensor, data, element, elsewhere };

  [[noreturn]] void truncated(const std::string& path) { log_.fail("json-truncated", text_.size(), 0, path); }
  // wrong is what the next byte breaks, or that there is none.
  [[noreturn]] void wrong(const std::string& rule, const std::string& path);
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }
  char peek(const std::string& path);
  bool takes(std::string_view word);
  void expect(char c, const std::string& rule, const std::string& path);
  [[nodiscard]] Where inside(const Node& node, Where where, const std::string& key) const;
  Node value(const std::string& path, uint64_t depth, Where where);
  void array(Node& node, uint64_t depth, Where where);
  void object(Node& node, uint64_t depth, Where where);
  void check_keys(const Node& object);
  void scalar(Node& node, bool literals);
  bool literal(Node& node);
  void word(const std::string& word, const std::string& path);
  void number(const std::string& path);
  void digits(const std::string& path);
  unsigned unit(const std::string& path);
  static void append(std::string& out, unsigned code);
  void escape(std::string& out, const std::string& path);
  void character(std::string& out, const std::string& path);
  std::string string(const std::string& path);

  std::string_view text_;
  std::string list_;
  uint64_t max_depth_;
  Log& log_;
  size_t at_ = 0;
};

// check_members reports the faults of members in the order in which their values end.
void check_members(Log& log, Role role, const Node& message);

}  // namespace hallmark::kserve::oracle
