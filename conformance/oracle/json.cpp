// SPDX-License-Identifier: Apache-2.0
// Reads JSON texts character by character.
#include "conformance/oracle/json.hpp"

#include <cctype>
#include <map>
#include <set>

#include "conformance/oracle/utf8.hpp"

namespace hallmark::conformance {
namespace {

using std::size_t;
using std::uint64_t;
using Node = JsonNode;
using Type = JsonType;

std::string path_of_member(const std::string& object, const std::string& key) {
  const std::string step = key_text(as_bytes(key));
  return object.empty() && step.starts_with('.') ? step.substr(1) : object + step;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

}  // namespace

const Node* Node::find(const std::string& key) const {
  for (const JsonMember& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

void JsonReader::space() {
  while (!ended() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
}

void JsonReader::wrong(const std::string& part, const std::string& path) {
  if (ended()) truncated(path);
  log_.fail(syntax(part), at_, 1, path);
}

char JsonReader::peek(const std::string& path) {
  if (ended()) truncated(path);
  return text_[at_];
}

bool JsonReader::takes(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

void JsonReader::expect(char c, const std::string& part, const std::string& path) {
  if (peek(path) != c) wrong(part, path);
  ++at_;
}

Node JsonReader::value(const std::string& path, uint64_t depth, int where) {
  Node node;
  node.path = path;
  node.begin = at_;
  const char c = peek(path);
  if (c == '{' || c == '[') {
    if (depth > log_.max_depth) log_.fail("depth", at_, 1, path);
    node.type = c == '{' ? Type::object : Type::array;
    ++at_;
    space();
    c == '{' ? object(node, depth, where) : array(node, depth, where);
  } else if (c == '"') {
    node.type = Type::string;
    node.text = string(path);
  } else {
    scalar(node, where);
    node.text = text_.substr(node.begin, at_ - node.begin);
  }
  node.end = at_;
  return node;
}

void JsonReader::array(Node& node, uint64_t depth, int where) {
  if (takes("]")) return;
  for (;;) {
    const std::string path = node.path + "[" + std::to_string(node.elements.size()) + "]";
    node.elements.push_back(value(path, depth + 1, inside(node, where, "")));
    space();
    if (takes("]")) return;
    expect(',', "separator", path);
    space();
  }
}

void JsonReader::object(Node& node, uint64_t depth, int where) {
  std::string path = node.path;  // of the member read last
  if (takes("}")) return;
  for (;;) {
    if (peek(path) != '"') wrong("key", node.path);
    JsonMember member;
    member.begin = at_;
    member.key = string(node.path);
    member.end = at_;
    path = path_of_member(node.path, member.key);
    space();
    expect(':', "colon", path);
    space();
    member.value = value(path, depth + 1, inside(node, where, member.key));
    node.members.push_back(member);
    space();
    if (takes("}")) return check_keys(node);
    expect(',', "separator", path);
    space();
  }
}

void JsonReader::check_keys(const Node& object) {
  std::set<std::string> keys;
  for (const JsonMember& member : object.members) {
    if (keys.insert(member.key).second) continue;
    log_.report("duplicate-key", member.begin, member.end - member.begin, member.value.path);
    if (terms_.one_duplicate) return;
  }
}

void JsonReader::scalar(Node& node, int where) {
  static const std::map<char, std::string> words = {{'t', "true"}, {'f', "false"}, {'n', "null"}};
  if (literal(node, where)) return;
  const char c = text_[at_];
  if (words.contains(c)) {
    node.type = c == 'n' ? Type::null : Type::boolean;
    for (const char each : words.at(c)) expect(each, "word", node.path);
    return;
  }
  if (c != '-' && !is_digit(c)) wrong("value", node.path);
  node.type = Type::number;
  number(node.path);
}

void JsonReader::digits(const std::string& path) {
  if (!is_digit(peek(path))) wrong("number", path);
  while (!ended() && is_digit(text_[at_])) ++at_;
}

void JsonReader::number(const std::string& path) {
  takes("-");
  const bool zero = peek(path) == '0';
  if (zero && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) log_.fail(syntax("number"), at_ + 1, 1, path);
  digits(path);
  if (takes(".")) digits(path);
  if (takes("e") || takes("E")) {
    if (!takes("+")) takes("-");
    digits(path);
  }
}

unsigned JsonReader::unit(const std::string& path) {
  unsigned value = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = peek(path);
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0) wrong("escape", path);
    value = value * 16 + static_cast<unsigned>(std::stoi(std::string(1, c), nullptr, 16));
  }
  return value;
}

// What follows a backslash. Of a surrogate the other half is read before it is called alone.
void JsonReader::escape(std::string& out, const std::string& path) {
  static const std::map<char, char> meanings = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'b', '\b'},
                                                {'f', '\f'}, {'n', '\n'},  {'r', '\r'}, {'t', '\t'}};
  const size_t backslash = at_ - 1;
  const auto alone = [&] { log_.fail("json-surrogate", backslash, 6, path); };
  const char c = peek(path);
  if (c != 'u') {
    if (!meanings.contains(c)) wrong("escape", path);
    ++at_;
    out += meanings.at(c);
    return;
  }
  ++at_;
  unsigned code = unit(path);
  if (code >= 0xdc00 && code <= 0xdfff) alone();
  if (code >= 0xd800 && code <= 0xdbff) {
    for (const char next : {'\\', 'u'}) {
      if (peek(path) != next) alone();
      ++at_;
    }
    const unsigned low = unit(path);
    if (low < 0xdc00 || low > 0xdfff) alone();
    code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
  }
  append_utf8(out, code);
}

// One character: what its bits say is written in just these bytes. One that is cut off may go on with any.
void JsonReader::character(std::string& out, const std::string& path) {
  const auto lead = static_cast<unsigned char>(text_[at_]);
  if (lead < 0x20) wrong("control", path);
  const size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const std::string_view here = text_.substr(at_, size);
  for (const char more : {'\x80', '\xbf'}) {
    std::string whole(here);
    whole.resize(size, more);
    unsigned code = size == 1 ? lead : lead & (0x7fU >> size);
    for (size_t i = 1; i < size; ++i) code = code * 64 + static_cast<unsigned char>(whole[i]) % 64;
    std::string again;
    append_utf8(again, code);
    if (again != whole || code > 0x10ffff || code / 0x800 == 0x1b) continue;  // a surrogate
    at_ += here.size();
    if (here.size() < size) truncated(path);
    out += whole;
    return;
  }
  log_.fail("json-utf8", at_, 1, path);
}

std::string JsonReader::string(const std::string& path) {
  ++at_;
  std::string out;
  while (peek(path) != '"') {
    if (takes("\\")) {
      escape(out, path);
    } else {
      character(out, path);
    }
  }
  ++at_;
  return out;
}

}  // namespace hallmark::conformance
