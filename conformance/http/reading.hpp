// For tests: reads a whole file and returns every message with its findings as text; writes chunks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/http/messages.hpp"

namespace hallmark::http {

// Found is one message; its body is copied.
struct Found {
  Message message;
  std::string body;
  std::vector<std::string> findings;  // "rule@offset+length path", in order
};

struct TextOfPlace final : TextSink {
  void write(std::string_view piece) noexcept override { text += piece; }
  std::string text;
};

class Notes final : public DiagnosticSink {
 public:
  explicit Notes(std::vector<std::string>& out) : out_(out) {}
  bool report(const Violation& violation, Severity, const Place& place) noexcept override {
    TextOfPlace path;
    place.write(path, violation);
    out_.push_back(std::string(violation.rule->id.substr(5)) + "@" + std::to_string(violation.offset) + "+" +
                   std::to_string(violation.length) + " " + path.text);
    return true;
  }

 private:
  std::vector<std::string>& out_;
};

[[nodiscard]] inline std::vector<Found> read_all(Bytes file, const Settings& settings = {}) {
  std::vector<Found> all;
  Messages messages(file, settings);
  for (Found found;; found = {}) {
    Notes notes(found.findings);
    if (!messages.next(found.message, notes)) return all;
    found.body = as_text(found.message.body);
    all.push_back(found);
  }
}

// chunked splits content into chunks of the given size (the last may be shorter) and adds the end.
[[nodiscard]] inline std::string chunked(std::string_view content, std::size_t size) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  while (!content.empty()) {
    const std::string_view piece = content.substr(0, size);
    std::string length;
    for (std::size_t left = piece.size(); left != 0; left /= 16) length.insert(length.begin(), digits[left % 16]);
    out += length + "\r\n" + std::string(piece) + "\r\n";
    content.remove_prefix(piece.size());
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
