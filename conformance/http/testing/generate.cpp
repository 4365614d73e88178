// Writes messages, broken ones and ones with other words in them.
#include "conformance/http/testing/generate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/compression/zipped.hpp"

namespace hallmark::http {
namespace {

using conformance::Choices;

const std::string post = "POST /v2/models/m/infer HTTP/1.1";

template <class List>
std::string one_of(const List& list, Choices& choices) {
  return std::string(std::data(list)[choices.below(std::size(list))]);
}

// A field in any case of letters, with any white space around its value.
std::string field(std::string name, const std::string& value, Choices& choices) {
  constexpr std::string_view blanks[] = {"", " ", "\t", "  \t"};
  for (char& c : name) {
    if (choices.chance(4)) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name + ":" + one_of(blanks, choices) + value + one_of(blanks, choices);
}

void choose_content(Parts& parts, Choices& choices) {
  constexpr std::string_view pieces[] = {"{}",        "\r\n",     "0\r\n\r\n",
                                         "HTTP/1.1 ", "\x01\xff", "aaaaaaaaaaaaaaaaaaaaaaaa"};
  for (auto left = choices.below(5); left > 0; --left) parts.body += one_of(pieces, choices);
  parts.content = parts.body;
  switch (choices.below(5)) {
    case 0:
    case 1: break;
    case 2: parts.fields.push_back(field("content-encoding", ", identity,", choices)); break;
    default: {
      const bool gzip = choices.chance(2);
      const std::string name = !gzip ? "deflate" : choices.chance(2) ? "X-Gzip" : "gzip";
      parts.fields.push_back(field("content-encoding", name, choices));
      parts.content = compression::zipped(parts.body, gzip);
    }
  }
}

void choose_framing(Parts& parts, bool response, bool last, bool chunks, Choices& choices) {
  if (chunks && choices.chance(2)) {
    constexpr std::string_view extensions[] = {"", ";a", " ; a = \"x;\\\"\"", ";a=b;c", "\t;q=\"\""};
    constexpr std::string_view names[] = {"chunked", ", Chunked", "CHUNKED ,"};
    parts.chunked = true;
    parts.framing = field("transfer-encoding", one_of(names, choices), choices);
    parts.extension = one_of(extensions, choices);
    for (auto left = choices.below(4); left > 0; --left) parts.cuts.push_back(1 + choices.below(9));
    if (choices.chance(3)) parts.trailers.push_back(field("digest", "x", choices));
  } else if (!(response && last && choices.chance(3)) && (response || !parts.content.empty() || choices.chance(2))) {
    const std::string zeros = choices.chance(3) ? "00" : "";
    parts.framing = field("content-length", zeros + std::to_string(parts.content.size()), choices);
  }
}

}  // namespace

Parts any_parts(Choices& choices, bool last) {
  constexpr std::string_view requests[] = {"HTTP/1.1", "HTTP/1.1", "HTTP/1.0"};
  constexpr std::string_view statuses[] = {"HTTP/1.1 200 OK", "HTTP/1.0 404 ", "HTTP/2 200", "HTTP/2.0 500 x\t\xe9",
                                           "HTTP/1.1 599 a b"};
  constexpr std::string_view others[] = {"Host: h", "x:", "a-b: \xe9\t\xff", "Accept: a, b", "X-Y:HTTP/1.1 200 OK"};
  Parts parts;
  const bool response = choices.chance(2);
  parts.start = response ? one_of(statuses, choices) : "POST /v2/models/m/infer " + one_of(requests, choices);
  if (response && choices.chance(3)) parts.interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 x\r\nLink: y\r\n\r\n";
  choose_content(parts, choices);
  const bool old = parts.start.find("HTTP/1.0") != std::string::npos;
  choose_framing(parts, response, last, !old, choices);
  for (auto left = choices.below(3); left > 0; --left) parts.fields.push_back(one_of(others, choices));
  if (choices.chance(2)) {
    parts.header_length = choices.below(40);
    const std::string digits = std::to_string(*parts.header_length);
    parts.fields.push_back(field("inference-header-content-length", "0" + digits, choices));
  }
  for (std::size_t i = parts.fields.size(); i > 1; --i) std::swap(parts.fields[i - 1], parts.fields[choices.below(i)]);
  return parts;
}

std::string Parts::written() const {
  std::string out = interim + start + line_end;
  const std::size_t middle = fields.size() / 2;
  for (std::size_t i = 0; i <= fields.size(); ++i) {
    if (i == middle && !framing.empty()) out += framing + line_end;
    if (i < fields.size()) out += fields[i] + line_end;
  }
  out += line_end;
  if (!chunked) return out + content;
  std::size_t at = 0;
  for (std::size_t i = 0; at < content.size(); ++i) {
    const std::size_t size = std::min(i < cuts.size() ? cuts[i] : content.size(), content.size() - at);
    out += fmt::format("{:x}{}\r\n{}\r\n", size, extension, content.substr(at, size));
    at += size;
  }
  out += "00" + extension + "\r\n";
  for (const std::string& trailer : trailers) out += trailer + line_end;
  return out + line_end;
}

namespace {

auto add(const std::string& line) {
  return [line](Parts& parts) { parts.fields.push_back(line); };
}
auto start(const std::string& line) {
  return [line](Parts& parts) {
    parts.start = line;
    parts.interim.clear();
  };
}
// A request whose body says its length in this way.
auto framed(const std::string& line, const std::string& behind = "") {
  return [line, behind](Parts& parts) {
    parts = {};
    parts.start = post;
    parts.framing = line;
    parts.content = behind;
  };
}
auto chunks(const std::string& text) { return framed("Transfer-Encoding: chunked", text); }
auto coded(const std::string& coding, const std::string& content) {
  return [coding, content](Parts& parts) {
    framed("Content-Length: " + std::to_string(content.size()), content)(parts);
    parts.fields = {"Content-Encoding: " + coding};
  };
}
auto append(const std::string& bytes) {
  return [bytes](const std::string& text) { return text + bytes; };
}
auto cut(std::size_t bytes) {
  return [bytes](const std::string& text) { return text.substr(0, text.size() - bytes); };
}

std::vector<Fault> all_faults() {
  const std::string zipped = compression::zipped("0123456789", true);
  const std::string empty = "Content-Length: 0";
  const std::string header = "Inference-Header-Content-Length: ";
  return {
      {"not-a-request", start("HTTP/1.1 200 OK"), nullptr, {.expected = Role::request}},
      {"not-a-response", start(post), nullptr, {.expected = Role::response}},
      {"request-line", start("POST  HTTP/1.1")},
      {"request-line", start("POST HTTP/1.1 x HTTP/1.1")},
      {"request-line", start("P(ST / HTTP/1.1")},
      {"status-line", start("HTTP/1.1 2x0 OK")},
      {"status-line", start("HTTP/1.1 200")},
      {"status-line", start("HTTP/1.1 200 O\x01")},
      {"version", start("POST / HTTP/11")},
      {"version", start("HTTP/11 200 OK")},
      {"version-unsupported", start("POST / HTTP/2")},
      {"version-unsupported", start("HTTP/3.0 200 OK")},
      {"status-code", start("HTTP/1.1 099 OK")},
      {"status-code", start("HTTP/1.1 600 OK")},
      {"interim-alone",
       [](Parts& parts) {
         parts = {};
         parts.start = "HTTP/1.1 100 Continue";
       }},
      {"head-truncated", framed(empty), cut(2)},
      {"empty-line", framed(empty), append("\r\n\n")},
      {"bare-lf", [](Parts& parts) { parts.line_end = "\n"; }},
      {"bare-cr", add("x: a\rb")},
      {"bare-cr", start(post + "\r")},
      {"obs-fold", add(" \tx: y")},
      {"field-colon", add("xyz")},
      {"field-name-empty", add(": y")},
      {"field-name", add("x\xe9: y")},
      {"field-name", add("x y : y")},
      {"space-before-colon", add("x \t: y")},
      {"field-value", add("x: y\x7fz")},
      {"content-length", framed("Content-Length: +0")},
      {"content-length", framed("Content-Length:")},
      {"content-length-twice",
       [=](Parts& parts) {
         framed(empty)(parts);
         parts.fields = {empty};
       }},
      {"transfer-encoding", framed("Transfer-Encoding: ,")},
      {"transfer-encoding", framed("Transfer-Encoding: a b, chunked", "0\r\n\r\n")},
      {"transfer-coding", framed("Transfer-Encoding: gzip, chunked", "0\r\n\r\n")},
      {"transfer-coding", framed("Transfer-Encoding: chunked;q=1", "0\r\n\r\n")},
      {"chunked-not-last", framed("Transfer-Encoding: gzip")},
      {"chunked-not-last", framed("Transfer-Encoding: chunked, chunked", "0\r\n\r\n")},
      {"transfer-encoding-version",
       [](Parts& parts) {
         chunks("0\r\n\r\n")(parts);
         parts.start = "POST / HTTP/1.0";
       }},
      {"length-and-chunked",
       [=](Parts& parts) {
         chunks("0\r\n\r\n")(parts);
         parts.fields = {empty};
       }},
      {"body-truncated", framed("Content-Length: 3", "{}")},
      {"body-truncated", framed("Content-Length: 99999999999999999999", "{}")},
      {"body-truncated", chunks("11111111111111111\r\n{}\r\n")},
      {"body-truncated", chunks("2;a=\"\\")},
      {"trailing-data", framed(empty), append("{}")},
      {"chunk-size", chunks("x\r\n\r\n")},
      {"chunk-size", chunks("0x1\r\n\r\n")},
      {"chunk-extension", chunks("0;\r\n\r\n")},
      {"chunk-extension", chunks("0 \r\n\r\n")},
      {"chunk-extension", chunks("0;a=\"\n\"\r\n\r\n")},
      {"chunk-end", chunks("1\r\n{}\r\n0\r\n\r\n")},
      {"chunk-end", chunks("0\n\r\n")},
      {"trailer-field", chunks("0\r\nContent-Encoding: br\r\n\r\n")},
      {"content-coding", framed("Content-Encoding: br")},
      {"content-coding", coded("gzip, gzip", zipped)},
      {"content-corrupt", coded("deflate", zipped)},
      {"content-truncated", coded("gzip", zipped.substr(0, zipped.size() - 1))},
      {"content-trailing", coded("gzip", zipped + zipped)},
      {"content-limit", coded("gzip", zipped), nullptr, {.memory = 9}},
      {"content-limit", chunks("1\r\na\r\n1\r\nb\r\n0\r\n\r\n"), nullptr, {.memory = 1}},
      {"header-length",
       [=](Parts& parts) {
         framed(empty)(parts);
         parts.fields = {header + "-1"};
       }},
      {"header-length-twice",
       [=](Parts& parts) {
         framed(empty)(parts);
         parts.fields = {header + "1", header + "1"};
       }},
      {"header-length-option",
       [=](Parts& parts) {
         framed(empty)(parts);
         parts.fields = {header + "1"};
       },
       nullptr,
       {.header_length = 2}},
  };
}

}  // namespace

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all = all_faults();
  return all;
}

std::string spliced(std::string file, Choices& choices) {
  static const std::string words[] = {"\r\n",
                                      "\n",
                                      "\r",
                                      " ",
                                      "\t",
                                      ":",
                                      ",",
                                      ";",
                                      "=",
                                      "\"",
                                      "\\",
                                      "0",
                                      "1",
                                      "f",
                                      "x",
                                      "\x01",
                                      "\x7f",
                                      "\xff",
                                      std::string(1, '\0'),
                                      "\r\n\r\n",
                                      "0\r\n\r\n",
                                      "HTTP/1.1 100 x\r\n\r\n",
                                      "HTTP/1.0",
                                      "HTTP/2",
                                      "Content-Length: 2\r\n",
                                      "Transfer-Encoding: chunked\r\n",
                                      "Transfer-Encoding: gzip\r\n",
                                      "Content-Encoding: gzip\r\n",
                                      "Content-Encoding: br\r\n",
                                      "Inference-Header-Content-Length: 1\r\n",
                                      " a: b\r\n",
                                      "chunked",
                                      "gzip",
                                      "identity,",
                                      "99999999999999999999",
                                      ";a=\"b\"",
                                      "GET / HTTP/1.1\r\n\r\n"};
  for (auto left = 1 + choices.below(3); left > 0; --left) {
    const std::size_t at = choices.below(file.size() + 1);
    // Behind the end of a line as often as anywhere.
    const std::size_t line = choices.chance(2) ? file.find('\n', at) : std::string::npos;
    const std::size_t from = line == std::string::npos ? at : line + 1;
    file.replace(from, choices.below(3), words[choices.below(std::size(words))]);
  }
  return file;
}

}  // namespace hallmark::http
