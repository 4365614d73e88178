// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "conformance/runner/cases.hpp"
#include "conformance/runner/testee.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;

constexpr int says_rejected = 1;
constexpr int lacks = 77;

// Only the header length can be passed in the environment. The form matters to encoders alone, which write binary by
// default.
bool can_be_asked(const Json& options, conformance::Operation operation) {
  for (const auto& [name, value] : options.items()) {
    const bool unasked = (name == "profile" && value == "strict") ||
                         (name == "form" && (value == "binary" || operation == conformance::Operation::decode));
    if (name != "header_length" && !unasked) return false;
  }
  return true;
}

std::string input_text(const conformance::Vector& vector, conformance::Operation operation) {
  if (operation == conformance::Operation::encode) return vector.whole_value().dump() + '\n';
  return std::string(as_text(vector.bytes()));
}

Answer protocol_error(std::string message) { return answer_of(Answer::Kind::protocol_error, std::move(message)); }

// accepted reads what a program that exits with status 0 wrote: bytes of an encoder, a value of a decoder, or nothing.
Answer accepted(const std::string& output, conformance::Operation operation) {
  Answer answer;
  if (operation == conformance::Operation::encode) {
    answer.kind = Answer::Kind::encoded;
    const Bytes bytes = as_bytes(output);
    answer.output.assign(bytes.begin(), bytes.end());
    return answer;
  }
  answer.kind = Answer::Kind::accepted;
  if (output.find_first_not_of(" \t\r\n") == std::string::npos) return answer;
  std::string why;
  Json value = parse_line(output, why);
  if (!value.is_object()) {
    return protocol_error(
        fmt::format("exit status 0, but standard output is neither empty nor the value, one JSON object ({}): {}", why,
                    excerpt(output)));
  }
  if (value.contains("result")) {
    return protocol_error(fmt::format(
        "exit status 0 says accepted, and standard output must then hold the value alone, not {}", excerpt(output)));
  }
  answer.value = std::move(value);
  return answer;
}

constexpr std::string_view word = "rejected";

// rejected_line returns the first line that starts with "rejected", or nothing.
std::optional<std::string_view> rejected_line(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with(word)) return line;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

std::string_view last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.substr(text.rfind('\n') + 1);  // npos + 1 is 0
}

// rejected reads a rejection as JSON or from standard error. Nothing: the program does not say that it is one.
std::optional<Answer> rejected(const std::string& output, std::string_view standard_error) {
  Answer answer;
  answer.kind = Answer::Kind::rejected;
  std::string why;
  const Json reply = parse_line(output, why);
  if (reply.is_object() && reply.value("result", Json()) == "rejected") {
    try {
      if (const JsonAt at(reply); at.has("error")) read_error(at["error"], answer);
    } catch (const BadValue& error) {
      return protocol_error(error.what());
    }
    return answer;
  }
  const auto line = rejected_line(standard_error);
  if (!line) return std::nullopt;
  std::string_view reason = line->substr(word.size());
  reason.remove_prefix(std::min(reason.find_first_not_of(": "), reason.size()));
  answer.message = reason;
  return answer;
}

Answer crash(std::string how, std::string_view standard_error) {
  if (!standard_error.empty()) how += fmt::format("; it wrote: {}", last_line(standard_error));
  return answer_of(Answer::Kind::crash, std::move(how));
}

}  // namespace

Answer OneShot::verdict(const std::string& output, conformance::Operation operation,
                        std::string_view standard_error) const {
  const int code = WIFEXITED(guardian_.status()) ? WEXITSTATUS(guardian_.status()) : -1;
  if (code == 0) return accepted(output, operation);
  if (code == lacks) return answer_of(Answer::Kind::unsupported, std::string(last_line(standard_error)));
  if (code == says_rejected || code == reject_status_) {
    if (auto answer = rejected(output, standard_error)) return *std::move(answer);
  }
  if (code == reject_status_) return answer_of(Answer::Kind::rejected, std::string(last_line(standard_error)));
  if (code != says_rejected) return crash(guardian_.how_it_ended(), standard_error);
  return crash("exit status 1 is a rejection only with a line \"rejected: …\" on standard error", standard_error);
}

Answer OneShot::answer(const conformance::Vector& vector, conformance::Operation operation) {
  if (!can_be_asked(vector.raw_options, operation)) {
    return answer_of(Answer::Kind::unsupported, "one-shot mode cannot pass the options of this vector");
  }
  const Environment environment{
      {"HALLMARK_FORMAT", vector.format},
      {"HALLMARK_OP", std::string(conformance::to_string(operation))},
      {"HALLMARK_HEADER_LENGTH",
       vector.options.header_length ? std::to_string(*vector.options.header_length) : std::string()}};
  guardian_.start(environment);
  Channel channel(guardian_, limits_, *interrupted_);
  std::string output;
  const Breach breach = channel.run(input_text(vector, operation), output);
  guardian_.end();
  std::string standard_error = channel.standard_error();
  Answer answer =
      breach == Breach::none ? verdict(output, operation, standard_error) : breach_answer(breach, guardian_, limits_);
  answer.standard_error = std::move(standard_error);
  return answer;
}

}  // namespace hallmark::runner
