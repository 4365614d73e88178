// HTTP messages from a tape of choices: fields in any order and case, white space, chunk extensions, trailers, codings,
// interim responses; and faults to put into them, one for each rule at least.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/choices.hpp"
#include "conformance/http/messages.hpp"

namespace hallmark::http {

// Parts is a message before it is written, so that any part can be replaced.
struct Parts {
  std::string interim;              // whole interim responses before the message
  std::string start;                // lines stand without their ends
  std::vector<std::string> fields;  // but those of framing
  std::string framing;              // what says where the body ends, if anything does
  std::string line_end = "\r\n";
  std::string content;  // the body, compressed if it is
  bool chunked = false;
  std::vector<std::size_t> cuts;  // sizes of the chunks; the rest is one more
  std::string extension;          // of each chunk
  std::vector<std::string> trailers;
  std::string body;  // what the content means
  std::optional<std::uint64_t> header_length;

  [[nodiscard]] std::string written() const;
};

// any_parts gives a valid message; `last` says that none follows, so that a response may run to the end.
[[nodiscard]] Parts any_parts(conformance::Choices& choices, bool last);

// Fault makes a message break a rule: it changes the parts, or what has been written of them.
struct Fault {
  std::string_view rule;  // without the name of the family
  std::function<void(Parts&)> parts;
  std::function<std::string(std::string)> text = nullptr;
  Settings settings = {};
};
[[nodiscard]] const std::vector<Fault>& faults();

// spliced puts words of HTTP at up to three places of a file.
[[nodiscard]] std::string spliced(std::string file, conformance::Choices& choices);

}  // namespace hallmark::http
