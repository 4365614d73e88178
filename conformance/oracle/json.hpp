// SPDX-License-Identifier: Apache-2.0
// JSON as oracles read it: a tree, by recursion, with numbers as their lexemes and the place of every value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/oracle/log.hpp"

namespace hallmark::conformance {

enum class JsonType : std::uint8_t { null, boolean, number, literal, string, array, object };

struct JsonMember;

// JsonNode is a value; a literal is what a format knows beside those of JSON.
struct JsonNode {
  JsonType type = JsonType::null;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string path{};
  std::string text{};  // of a string without escapes, else the lexeme
  std::vector<JsonNode> elements{};
  std::vector<JsonMember> members;  // in order, of equal keys all

  // find gives the first member with a key.
  [[nodiscard]] const JsonNode* find(const std::string& key) const;
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

// JsonMember is a key with its quotes at [begin, end), and its value.
struct JsonMember {
  std::string key;
  std::size_t begin = 0;
  std::size_t end = 0;
  JsonNode value;
};

// JsonReader reads a text by RFC 8259, section by section, and what is in strings by RFC 3629. Where the text breaks
// them, the walk ends. What belongs to a format are JsonTerms, and literals.
struct JsonTerms {
  std::string syntax = "";     // the rule of the whole grammar; empty: each part has its own, such as json-colon
  bool one_duplicate = false;  // of an object the first key that repeats another is reported, not all
};
class JsonReader {
 public:
  JsonReader(std::string_view text, OracleLog& log, JsonTerms terms = {})
      : text_(text), log_(log), terms_(std::move(terms)) {}
  virtual ~JsonReader() = default;

  // value reads what begins at the place at hand; `where` is what a format says of places.
  [[nodiscard]] JsonNode value(const std::string& path = "", std::uint64_t depth = 1, int where = 0);
  void space();
  void skip(std::size_t bytes) { at_ += bytes; }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }

 protected:
  // inside says where an entry of an array, or the value of a key of an object, stands.
  [[nodiscard]] virtual int inside(const JsonNode& /*node*/, int where, const std::string& /*key*/) const {
    return where;
  }
  virtual bool literal(JsonNode& /*node*/, int /*where*/) { return false; }

  [[noreturn]] void truncated(const std::string& path) { log_.fail("json-truncated", text_.size(), 0, path); }
  // syntax gives the rule of a part of the grammar.
  [[nodiscard]] std::string syntax(const std::string& part) const {
    return terms_.syntax.empty() ? "json-" + part : terms_.syntax;
  }
  // wrong is what the next byte breaks, or that there is none.
  [[noreturn]] void wrong(const std::string& part, const std::string& path);
  bool takes(std::string_view word);
  char peek(const std::string& path);
  [[nodiscard]] std::string_view left() const { return text_.substr(at_); }

  OracleLog& log() { return log_; }

 private:
  void check_keys(const JsonNode& object);
  void expect(char c, const std::string& part, const std::string& path);
  void array(JsonNode& node, std::uint64_t depth, int where);
  void object(JsonNode& node, std::uint64_t depth, int where);
  void scalar(JsonNode& node, int where);
  void digits(const std::string& path);
  void number(const std::string& path);
  unsigned unit(const std::string& path);
  void escape(std::string& out, const std::string& path);
  void character(std::string& out, const std::string& path);
  std::string string(const std::string& path);

  std::string_view text_;
  OracleLog& log_;
  JsonTerms terms_;
  std::size_t at_ = 0;
};

}  // namespace hallmark::conformance
