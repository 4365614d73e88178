// Fuzz target: requests to `hallmark serve-testee`. Every line has one reply, of one line, which is a reply of the
// protocol, whatever the request; bytes that were encoded are decoded again.
#include <algorithm>

#include "conformance/runner/protocol.hpp"
#include "conformance/runner/reference.hpp"
#include "fuzz/invariants.hpp"
#include "reports/bounded_json.hpp"

namespace hallmark::fuzz {
namespace {

using reports::Json;

constexpr std::string_view version = "0";
constexpr std::string_view results[] = {"accepted", "rejected", "encoded", "unsupported", "failed"};

Json reply_to(std::string_view line) {
  const runner::Reply reply = runner::reference_reply(line, version);
  invariant(reply.stop == reply.line.empty(), "every request but stop has a reply");
  if (reply.stop) return nullptr;
  invariant(reply.line.find('\n') == std::string::npos, "a reply is one line");
  const Json json = reports::parse_json(reply.line, reports::most_value_levels + 2);
  if (json.contains("protocol")) {
    invariant(!runner::read_hello(reply.line).capabilities.empty(), "the reference offers something");
  } else {
    invariant(std::ranges::count(results, json.at("result").get<std::string>()) == 1, "a reply has a result");
  }
  return json;
}

// What was encoded is put to the decoder.
void decode_again(const Json& request, const Json& reply) {
  Json options = request.value("options", Json::object());
  options.erase("form");
  if (reply.contains("header_length")) options["header_length"] = reply.at("header_length");
  const Json again{{"cmd", "run"},
                   {"op", "decode"},
                   {"format", request.at("format")},
                   {"input", reply.at("output")},
                   {"options", options}};
  invariant(reply_to(again.dump()).at("result") == "accepted", "what was encoded is decoded");
}

void ask(std::string_view line) {
  // A request may name a file, which is no business of a fuzzer.
  if (line.find("path") != std::string_view::npos || line.find('\\') != std::string_view::npos) return;
  const Json reply = reply_to(line);
  if (reply.is_object() && reply.value("result", "") == "encoded") {
    decode_again(reports::parse_json(line, reports::most_value_levels), reply);
  }
}

}  // namespace
}  // namespace hallmark::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  std::string_view rest = as_text(input.view());
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    fuzz::ask(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return 0;
}
