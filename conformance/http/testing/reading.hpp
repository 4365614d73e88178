// SPDX-License-Identifier: Apache-2.0
// For tests: reads a whole file and returns every message with its findings as text; writes chunks.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/http/messages.hpp"
#include "conformance/testing/recorded.hpp"

namespace hallmark::http {

// Found is one message; its body is copied.
struct Found {
  Message message;
  std::string body;
  std::vector<std::string> findings;  // "rule@offset+length path", in order
};

[[nodiscard]] inline std::vector<Found> read_all(Bytes file, const Settings& settings = {}) {
  std::vector<Found> all;
  Messages messages(file, settings);
  for (Found found;; found = {}) {
    testing::Sink sink;
    if (!messages.next(found.message, sink)) return all;
    for (const testing::Report& one : sink.reports) {
      const std::string_view rule = one.rule->id.substr(std::string_view("http/").size());
      found.findings.push_back(fmt::format("{}@{}+{} {}", rule, one.offset, one.length, one.path));
    }
    found.body = as_text(found.message.body);
    all.push_back(found);
  }
}

// chunked splits content into chunks of the given size (the last may be shorter) and adds the end.
[[nodiscard]] inline std::string chunked(std::string_view content, std::size_t size) {
  std::string out;
  for (; !content.empty(); content.remove_prefix(std::min(size, content.size()))) {
    const std::string_view piece = content.substr(0, size);
    out += fmt::format("{:x}\r\n{}\r\n", piece.size(), piece);
  }
  return out + "0\r\n\r\n";
}

using Strings = std::vector<std::string>;

// findings_of gives what is found in all messages of a file.
[[nodiscard]] inline Strings findings_of(const std::string& file, const Settings& settings = {}) {
  Strings all;
  for (const Found& found : read_all(as_bytes(file), settings)) {
    all.insert(all.end(), found.findings.begin(), found.findings.end());
  }
  return all;
}

inline const std::string post = "POST /v2/models/m/infer HTTP/1.1\r\n";  // 34 bytes
inline const std::string ok = "HTTP/1.1 200 OK\r\n";                     // 17 bytes

}  // namespace hallmark::http
