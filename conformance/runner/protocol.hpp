// SPDX-License-Identifier: Apache-2.0
// The testee protocol: writes requests and parses replies. See conformance/testees/README.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/data.hpp"
#include "conformance/suite/score.hpp"
#include "reports/json_at.hpp"
#include "reports/result.hpp"

namespace hallmark::runner {

// parse_line parses one JSON object, within the bounds of reports/bounded_json.hpp and 256 levels: values of some
// formats nest. On failure it returns null and the reason.
[[nodiscard]] Json parse_line(std::string_view line, std::string& why);

// contains: a list of formats, operations or features has this one.
[[nodiscard]] bool contains(const std::vector<std::string>& all, std::string_view one) noexcept;

// A testee that breaks the protocol throws BadValue here.
using reports::BadValue;
using reports::JsonAt;

struct Capability {
  std::string format;
  std::vector<std::string> ops;
  std::vector<std::string> features;

  [[nodiscard]] bool has(std::string_view feature) const noexcept;
};

// as_json writes a capability as in a hello.
[[nodiscard]] Json as_json(const Capability& capability);

struct Hello {
  reports::Implementation implementation;
  std::vector<Capability> capabilities;

  [[nodiscard]] const Capability* offers(std::string_view format, conformance::Operation operation) const noexcept;
};

[[nodiscard]] std::string hello_request();
[[nodiscard]] Hello read_hello(std::string_view line);

// The probe is an unknown command; a testee that does not reply `unsupported` may accept everything.
[[nodiscard]] std::string probe_request();
void check_probe(std::string_view line);

[[nodiscard]] std::string run_request(std::uint64_t seq, const conformance::Vector& vector,
                                      conformance::Operation operation, TemporaryFolder& files);
[[nodiscard]] std::string stop_request();

// read_reply reads the reply to this request.
[[nodiscard]] conformance::Answer read_reply(std::string_view line, std::uint64_t seq,
                                             conformance::Operation operation);

// answers: the line is a reply to the request with this number, whatever it says.
[[nodiscard]] bool answers(std::string_view line, std::uint64_t seq);

// excerpt is the start of what a testee wrote, safe for a report.
[[nodiscard]] std::string excerpt(std::string_view text);

// read_error reads message, category, offset and `unexpected` of a rejection.
void read_error(const JsonAt& error, conformance::Answer& answer);

}  // namespace hallmark::runner
