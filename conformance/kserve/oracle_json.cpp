// Reads JSON texts character by character.
#include "conformance/kserve/oracle_json.hpp"

#include <cctype>

namespace hallmark::kserve::oracle {

Node Parser::object_alone() {
  space();
  demand(peek() == '{');
  return value(1);
}

void Parser::space() {
  while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
}

char Parser::peek() {
  demand(at_ < text_.size());
  return text_[at_];
}

char Parser::take() {
  const char c = peek();
  ++at_;
  return c;
}

bool Parser::takes(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

Node Parser::value(uint64_t depth) {
  Node node;
  const char c = peek();
  if (c == '{' || c == '[') {
    demand(depth <= max_depth_);
    node.type = c == '{' ? Type::object : Type::array;
    container(node, c == '{' ? '}' : ']', depth);
  } else if (c == '"') {
    node.type = Type::string;
    node.text = string();
  } else {
    scalar(node);
  }
  return node;
}

void Parser::container(Node& node, char close, uint64_t depth) {
  ++at_;
  space();
  if (peek() == close) {
    ++at_;
    return;
  }
  for (;;) {
    if (node.type == Type::array) {
      node.elements.push_back(value(depth + 1));
    } else {
      demand(peek() == '"');
      std::string key = string();
      space();
      demand(take() == ':');
      space();
      demand(node.members.emplace(std::move(key), value(depth + 1)).second);
    }
    space();
    const char c = take();
    if (c == close) return;
    demand(c == ',');
    space();
  }
}

void Parser::scalar(Node& node) {
  for (const char* word : {"NaN", "Infinity", "-Infinity"}) {
    if (!takes(word)) continue;
    node = {Type::literal, word, {}, {}};
    ++literals_;
    return;
  }
  if (takes("null")) return;
  for (const char* word : {"true", "false"}) {
    if (!takes(word)) continue;
    node = {Type::boolean, word, {}, {}};
    return;
  }
  node.type = Type::number;
  const auto digits = [&] {
    demand(std::isdigit(static_cast<unsigned char>(peek())) != 0);
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  };
  const size_t first = at_;
  takes("-");
  if (!takes("0")) digits();
  if (takes(".")) digits();
  if (takes("e") || takes("E")) {
    if (!takes("+")) takes("-");
    digits();
  }
  node.text = text_.substr(first, at_ - first);
}

unsigned Parser::unit() {
  unsigned value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = take();
    demand(std::isxdigit(static_cast<unsigned char>(c)) != 0);
    value = value * 16 + static_cast<unsigned>(std::stoi(std::string(1, c), nullptr, 16));
  }
  return value;
}

void Parser::append(std::string& out, unsigned code) {
  const auto put = [&out](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xc0 + code / 64), put(0x80 + code % 64);
  if (code < 0x10000) return put(0xe0 + code / 4096), put(0x80 + code / 64 % 64), put(0x80 + code % 64);
  put(0xf0 + code / 262144), put(0x80 + code / 4096 % 64), put(0x80 + code / 64 % 64), put(0x80 + code % 64);
}

void Parser::escape(std::string& out) {
  static const std::map<char, char> meanings = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'b', '\b'},
                                                {'f', '\f'}, {'n', '\n'},  {'r', '\r'}, {'t', '\t'}};
  const char c = take();
  if (c != 'u') {
    demand(meanings.contains(c));
    out += meanings.at(c);
    return;
  }
  unsigned code = unit();
  demand(code < 0xdc00 || code > 0xdfff);
  if (code >= 0xd800 && code <= 0xdbff) {
    demand(takes("\\u"));
    const unsigned low = unit();
    demand(low >= 0xdc00 && low <= 0xdfff);
    code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
  }
  append(out, code);
}

void Parser::character(std::string& out) {
  const auto lead = static_cast<unsigned char>(take());
  demand(lead >= 0x20);
  if (lead < 0x80) {
    out += static_cast<char>(lead);
    return;
  }
  const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
  demand(lead >= 0xc0 && lead < 0xf8);
  unsigned code = lead & (0x3fU >> more);
  for (int i = 0; i < more; ++i) {
    const auto byte = static_cast<unsigned char>(take());
    demand(byte >> 6 == 2);
    code = code * 64 + byte % 64;
  }
  constexpr unsigned lowest[] = {0, 0x80, 0x800, 0x10000};
  demand(code >= lowest[more] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff));
  append(out, code);
}

std::string Parser::string() {
  ++at_;
  std::string out;
  while (peek() != '"') {
    if (takes("\\")) {
      escape(out);
    } else {
      character(out);
    }
  }
  ++at_;
  return out;
}

}  // namespace hallmark::kserve::oracle
