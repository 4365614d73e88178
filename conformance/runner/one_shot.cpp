#include <fmt/format.h>
#include <sys/wait.h>

#include "conformance/runner/json_line.hpp"
#include "conformance/runner/testee.hpp"

namespace hallmark::runner {
namespace {

constexpr int rejects = 1;
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
  if (operation == conformance::Operation::encode) return vector.value->dump() + '\n';
  return std::string(as_text(vector.bytes()));
}

void read_output(const std::string& output, conformance::Operation operation, conformance::Answer& answer) {
  if (operation == conformance::Operation::encode) {
    answer.kind = conformance::Answer::Kind::encoded;
    const Bytes bytes = as_bytes(output);
    answer.output.assign(bytes.begin(), bytes.end());
    return;
  }
  answer.kind = conformance::Answer::Kind::accepted;
  std::string why;
  if (Json value = parse_line(output, why); value.is_object()) answer.value = std::move(value);
}

void read_rejection(const std::string& output, conformance::Answer& answer) {
  answer.kind = conformance::Answer::Kind::rejected;
  std::string why;
  const Json reply = parse_line(output, why);
  if (reply.is_object() && reply.value("result", Json()) == "rejected") {
    try {
      if (reply.contains("error")) read_error(reply["error"], answer);
    } catch (const BadReply& error) {
      answer.message = error.what();
    }
  } else if (!answer.standard_error.empty()) {
    answer.message = answer.standard_error.substr(0, answer.standard_error.find('\n'));
  } else {
    answer.message = unconfirmed;
  }
}

}  // namespace

conformance::Answer OneShot::answer(const conformance::Vector& vector, conformance::Operation operation) {
  conformance::Answer answer;
  if (!can_be_asked(vector.raw_options, operation)) {
    answer.kind = conformance::Answer::Kind::unsupported;
    answer.message = "one-shot mode cannot pass the options of this vector";
    return answer;
  }
  Child::Environment environment{
      {"HALLMARK_FORMAT", vector.format},
      {"HALLMARK_OP", std::string(conformance::to_string(operation))},
      {"HALLMARK_HEADER_LENGTH",
       vector.options.header_length ? std::to_string(*vector.options.header_length) : std::string()}};
  Child child(command_, environment);
  Channel channel(child, limits_, *interrupted_);
  std::string output;
  const Breach breach = channel.run(input_text(vector, operation), output);
  child.end();
  if (breach != Breach::none) {
    answer = breach_answer(breach, child, limits_);
    answer.standard_error = channel.standard_error();
    return answer;
  }
  answer.standard_error = channel.standard_error();
  const int status = child.status();
  if (!WIFEXITED(status)) {
    answer.kind = conformance::Answer::Kind::crash;
    answer.message = child.how_it_ended();
  } else if (WEXITSTATUS(status) == 0) {
    read_output(output, operation, answer);
  } else if (WEXITSTATUS(status) == rejects) {
    read_rejection(output, answer);
  } else if (WEXITSTATUS(status) == lacks) {
    answer.kind = conformance::Answer::Kind::unsupported;
  } else {
    answer.kind = conformance::Answer::Kind::crash;
    answer.message = child.how_it_ended();
  }
  return answer;
}

}  // namespace hallmark::runner
